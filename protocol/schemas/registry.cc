#include "protocol/registry.h"

#include <iterator>

#include "protocol/messages/abort_transaction_record.h"
#include "protocol/messages/aborted_txn.h"
#include "protocol/messages/access_control_entry_record.h"
#include "protocol/messages/add_offsets_to_txn_request.h"
#include "protocol/messages/add_offsets_to_txn_response.h"
#include "protocol/messages/add_partitions_to_txn_request.h"
#include "protocol/messages/add_partitions_to_txn_response.h"
#include "protocol/messages/add_raft_voter_request.h"
#include "protocol/messages/add_raft_voter_response.h"
#include "protocol/messages/allocate_producer_ids_request.h"
#include "protocol/messages/allocate_producer_ids_response.h"
#include "protocol/messages/alter_client_quotas_request.h"
#include "protocol/messages/alter_client_quotas_response.h"
#include "protocol/messages/alter_configs_request.h"
#include "protocol/messages/alter_configs_response.h"
#include "protocol/messages/alter_partition_reassignments_request.h"
#include "protocol/messages/alter_partition_reassignments_response.h"
#include "protocol/messages/alter_partition_request.h"
#include "protocol/messages/alter_partition_response.h"
#include "protocol/messages/alter_replica_log_dirs_request.h"
#include "protocol/messages/alter_replica_log_dirs_response.h"
#include "protocol/messages/alter_share_group_offsets_request.h"
#include "protocol/messages/alter_share_group_offsets_response.h"
#include "protocol/messages/alter_user_scram_credentials_request.h"
#include "protocol/messages/alter_user_scram_credentials_response.h"
#include "protocol/messages/api_keys.h"
#include "protocol/messages/api_versions_request.h"
#include "protocol/messages/api_versions_response.h"
#include "protocol/messages/assign_replicas_to_dirs_request.h"
#include "protocol/messages/assign_replicas_to_dirs_response.h"
#include "protocol/messages/begin_quorum_epoch_request.h"
#include "protocol/messages/begin_quorum_epoch_response.h"
#include "protocol/messages/begin_transaction_record.h"
#include "protocol/messages/broker_heartbeat_request.h"
#include "protocol/messages/broker_heartbeat_response.h"
#include "protocol/messages/broker_registration_change_record.h"
#include "protocol/messages/broker_registration_request.h"
#include "protocol/messages/broker_registration_response.h"
#include "protocol/messages/clear_elr_record.h"
#include "protocol/messages/client_quota_record.h"
#include "protocol/messages/config_record.h"
#include "protocol/messages/consumer_group_current_member_assignment_key.h"
#include "protocol/messages/consumer_group_current_member_assignment_value.h"
#include "protocol/messages/consumer_group_describe_request.h"
#include "protocol/messages/consumer_group_describe_response.h"
#include "protocol/messages/consumer_group_heartbeat_request.h"
#include "protocol/messages/consumer_group_heartbeat_response.h"
#include "protocol/messages/consumer_group_member_metadata_key.h"
#include "protocol/messages/consumer_group_member_metadata_value.h"
#include "protocol/messages/consumer_group_metadata_key.h"
#include "protocol/messages/consumer_group_metadata_value.h"
#include "protocol/messages/consumer_group_partition_metadata_key.h"
#include "protocol/messages/consumer_group_partition_metadata_value.h"
#include "protocol/messages/consumer_group_regular_expression_key.h"
#include "protocol/messages/consumer_group_regular_expression_value.h"
#include "protocol/messages/consumer_group_target_assignment_member_key.h"
#include "protocol/messages/consumer_group_target_assignment_member_value.h"
#include "protocol/messages/consumer_group_target_assignment_metadata_key.h"
#include "protocol/messages/consumer_group_target_assignment_metadata_value.h"
#include "protocol/messages/consumer_protocol_assignment.h"
#include "protocol/messages/consumer_protocol_subscription.h"
#include "protocol/messages/control_record_type_schema.h"
#include "protocol/messages/controller_registration_request.h"
#include "protocol/messages/controller_registration_response.h"
#include "protocol/messages/create_acls_request.h"
#include "protocol/messages/create_acls_response.h"
#include "protocol/messages/create_delegation_token_request.h"
#include "protocol/messages/create_delegation_token_response.h"
#include "protocol/messages/create_partitions_request.h"
#include "protocol/messages/create_partitions_response.h"
#include "protocol/messages/create_topics_request.h"
#include "protocol/messages/create_topics_response.h"
#include "protocol/messages/default_principal_data.h"
#include "protocol/messages/delegation_token_record.h"
#include "protocol/messages/delete_acls_request.h"
#include "protocol/messages/delete_acls_response.h"
#include "protocol/messages/delete_groups_request.h"
#include "protocol/messages/delete_groups_response.h"
#include "protocol/messages/delete_records_request.h"
#include "protocol/messages/delete_records_response.h"
#include "protocol/messages/delete_share_group_offsets_request.h"
#include "protocol/messages/delete_share_group_offsets_response.h"
#include "protocol/messages/delete_share_group_state_request.h"
#include "protocol/messages/delete_share_group_state_response.h"
#include "protocol/messages/delete_topics_request.h"
#include "protocol/messages/delete_topics_response.h"
#include "protocol/messages/describe_acls_request.h"
#include "protocol/messages/describe_acls_response.h"
#include "protocol/messages/describe_client_quotas_request.h"
#include "protocol/messages/describe_client_quotas_response.h"
#include "protocol/messages/describe_cluster_request.h"
#include "protocol/messages/describe_cluster_response.h"
#include "protocol/messages/describe_configs_request.h"
#include "protocol/messages/describe_configs_response.h"
#include "protocol/messages/describe_delegation_token_request.h"
#include "protocol/messages/describe_delegation_token_response.h"
#include "protocol/messages/describe_groups_request.h"
#include "protocol/messages/describe_groups_response.h"
#include "protocol/messages/describe_log_dirs_request.h"
#include "protocol/messages/describe_log_dirs_response.h"
#include "protocol/messages/describe_producers_request.h"
#include "protocol/messages/describe_producers_response.h"
#include "protocol/messages/describe_quorum_request.h"
#include "protocol/messages/describe_quorum_response.h"
#include "protocol/messages/describe_share_group_offsets_request.h"
#include "protocol/messages/describe_share_group_offsets_response.h"
#include "protocol/messages/describe_topic_partitions_request.h"
#include "protocol/messages/describe_topic_partitions_response.h"
#include "protocol/messages/describe_transactions_request.h"
#include "protocol/messages/describe_transactions_response.h"
#include "protocol/messages/describe_user_scram_credentials_request.h"
#include "protocol/messages/describe_user_scram_credentials_response.h"
#include "protocol/messages/elect_leaders_request.h"
#include "protocol/messages/elect_leaders_response.h"
#include "protocol/messages/end_quorum_epoch_request.h"
#include "protocol/messages/end_quorum_epoch_response.h"
#include "protocol/messages/end_transaction_record.h"
#include "protocol/messages/end_txn_marker.h"
#include "protocol/messages/end_txn_request.h"
#include "protocol/messages/end_txn_response.h"
#include "protocol/messages/envelope_request.h"
#include "protocol/messages/envelope_response.h"
#include "protocol/messages/expire_delegation_token_request.h"
#include "protocol/messages/expire_delegation_token_response.h"
#include "protocol/messages/feature_level_record.h"
#include "protocol/messages/fence_broker_record.h"
#include "protocol/messages/fetch_request.h"
#include "protocol/messages/fetch_response.h"
#include "protocol/messages/fetch_snapshot_request.h"
#include "protocol/messages/fetch_snapshot_response.h"
#include "protocol/messages/find_coordinator_request.h"
#include "protocol/messages/find_coordinator_response.h"
#include "protocol/messages/get_telemetry_subscriptions_request.h"
#include "protocol/messages/get_telemetry_subscriptions_response.h"
#include "protocol/messages/group_metadata_key.h"
#include "protocol/messages/group_metadata_value.h"
#include "protocol/messages/heartbeat_request.h"
#include "protocol/messages/heartbeat_response.h"
#include "protocol/messages/incremental_alter_configs_request.h"
#include "protocol/messages/incremental_alter_configs_response.h"
#include "protocol/messages/init_producer_id_request.h"
#include "protocol/messages/init_producer_id_response.h"
#include "protocol/messages/initialize_share_group_state_request.h"
#include "protocol/messages/initialize_share_group_state_response.h"
#include "protocol/messages/join_group_request.h"
#include "protocol/messages/join_group_response.h"
#include "protocol/messages/kraft_version_record.h"
#include "protocol/messages/leader_change_message.h"
#include "protocol/messages/leave_group_request.h"
#include "protocol/messages/leave_group_response.h"
#include "protocol/messages/legacy_offset_commit_key.h"
#include "protocol/messages/legacy_offset_commit_value.h"
#include "protocol/messages/list_config_resources_request.h"
#include "protocol/messages/list_config_resources_response.h"
#include "protocol/messages/list_groups_request.h"
#include "protocol/messages/list_groups_response.h"
#include "protocol/messages/list_offsets_request.h"
#include "protocol/messages/list_offsets_response.h"
#include "protocol/messages/list_partition_reassignments_request.h"
#include "protocol/messages/list_partition_reassignments_response.h"
#include "protocol/messages/list_transactions_request.h"
#include "protocol/messages/list_transactions_response.h"
#include "protocol/messages/metadata_request.h"
#include "protocol/messages/metadata_response.h"
#include "protocol/messages/no_op_record.h"
#include "protocol/messages/offset_commit_key.h"
#include "protocol/messages/offset_commit_request.h"
#include "protocol/messages/offset_commit_response.h"
#include "protocol/messages/offset_commit_value.h"
#include "protocol/messages/offset_delete_request.h"
#include "protocol/messages/offset_delete_response.h"
#include "protocol/messages/offset_fetch_request.h"
#include "protocol/messages/offset_fetch_response.h"
#include "protocol/messages/offset_for_leader_epoch_request.h"
#include "protocol/messages/offset_for_leader_epoch_response.h"
#include "protocol/messages/partition_change_record.h"
#include "protocol/messages/partition_record.h"
#include "protocol/messages/produce_request.h"
#include "protocol/messages/produce_response.h"
#include "protocol/messages/producer_ids_record.h"
#include "protocol/messages/producer_snapshot.h"
#include "protocol/messages/push_telemetry_request.h"
#include "protocol/messages/push_telemetry_response.h"
#include "protocol/messages/quorum_state_data.h"
#include "protocol/messages/read_share_group_state_request.h"
#include "protocol/messages/read_share_group_state_response.h"
#include "protocol/messages/read_share_group_state_summary_request.h"
#include "protocol/messages/read_share_group_state_summary_response.h"
#include "protocol/messages/register_broker_record.h"
#include "protocol/messages/register_controller_record.h"
#include "protocol/messages/remote_log_segment_metadata_record.h"
#include "protocol/messages/remote_log_segment_metadata_snapshot_record.h"
#include "protocol/messages/remote_log_segment_metadata_update_record.h"
#include "protocol/messages/remote_partition_delete_metadata_record.h"
#include "protocol/messages/remove_access_control_entry_record.h"
#include "protocol/messages/remove_delegation_token_record.h"
#include "protocol/messages/remove_raft_voter_request.h"
#include "protocol/messages/remove_raft_voter_response.h"
#include "protocol/messages/remove_topic_record.h"
#include "protocol/messages/remove_user_scram_credential_record.h"
#include "protocol/messages/renew_delegation_token_request.h"
#include "protocol/messages/renew_delegation_token_response.h"
#include "protocol/messages/request_header.h"
#include "protocol/messages/response_header.h"
#include "protocol/messages/sasl_authenticate_request.h"
#include "protocol/messages/sasl_authenticate_response.h"
#include "protocol/messages/sasl_handshake_request.h"
#include "protocol/messages/sasl_handshake_response.h"
#include "protocol/messages/share_acknowledge_request.h"
#include "protocol/messages/share_acknowledge_response.h"
#include "protocol/messages/share_fetch_request.h"
#include "protocol/messages/share_fetch_response.h"
#include "protocol/messages/share_group_current_member_assignment_key.h"
#include "protocol/messages/share_group_current_member_assignment_value.h"
#include "protocol/messages/share_group_describe_request.h"
#include "protocol/messages/share_group_describe_response.h"
#include "protocol/messages/share_group_heartbeat_request.h"
#include "protocol/messages/share_group_heartbeat_response.h"
#include "protocol/messages/share_group_member_metadata_key.h"
#include "protocol/messages/share_group_member_metadata_value.h"
#include "protocol/messages/share_group_metadata_key.h"
#include "protocol/messages/share_group_metadata_value.h"
#include "protocol/messages/share_group_state_partition_metadata_key.h"
#include "protocol/messages/share_group_state_partition_metadata_value.h"
#include "protocol/messages/share_group_target_assignment_member_key.h"
#include "protocol/messages/share_group_target_assignment_member_value.h"
#include "protocol/messages/share_group_target_assignment_metadata_key.h"
#include "protocol/messages/share_group_target_assignment_metadata_value.h"
#include "protocol/messages/share_snapshot_key.h"
#include "protocol/messages/share_snapshot_value.h"
#include "protocol/messages/share_update_key.h"
#include "protocol/messages/share_update_value.h"
#include "protocol/messages/snapshot_footer_record.h"
#include "protocol/messages/snapshot_header_record.h"
#include "protocol/messages/streams_group_current_member_assignment_key.h"
#include "protocol/messages/streams_group_current_member_assignment_value.h"
#include "protocol/messages/streams_group_describe_request.h"
#include "protocol/messages/streams_group_describe_response.h"
#include "protocol/messages/streams_group_heartbeat_request.h"
#include "protocol/messages/streams_group_heartbeat_response.h"
#include "protocol/messages/streams_group_member_metadata_key.h"
#include "protocol/messages/streams_group_member_metadata_value.h"
#include "protocol/messages/streams_group_metadata_key.h"
#include "protocol/messages/streams_group_metadata_value.h"
#include "protocol/messages/streams_group_target_assignment_member_key.h"
#include "protocol/messages/streams_group_target_assignment_member_value.h"
#include "protocol/messages/streams_group_target_assignment_metadata_key.h"
#include "protocol/messages/streams_group_target_assignment_metadata_value.h"
#include "protocol/messages/streams_group_topology_description_update_request.h"
#include "protocol/messages/streams_group_topology_description_update_response.h"
#include "protocol/messages/streams_group_topology_key.h"
#include "protocol/messages/streams_group_topology_value.h"
#include "protocol/messages/sync_group_request.h"
#include "protocol/messages/sync_group_response.h"
#include "protocol/messages/topic_record.h"
#include "protocol/messages/transaction_log_key.h"
#include "protocol/messages/transaction_log_value.h"
#include "protocol/messages/txn_offset_commit_request.h"
#include "protocol/messages/txn_offset_commit_response.h"
#include "protocol/messages/unfence_broker_record.h"
#include "protocol/messages/unregister_broker_record.h"
#include "protocol/messages/unregister_broker_request.h"
#include "protocol/messages/unregister_broker_response.h"
#include "protocol/messages/unregister_controller_record.h"
#include "protocol/messages/unregister_controller_request.h"
#include "protocol/messages/unregister_controller_response.h"
#include "protocol/messages/update_features_request.h"
#include "protocol/messages/update_features_response.h"
#include "protocol/messages/update_raft_voter_request.h"
#include "protocol/messages/update_raft_voter_response.h"
#include "protocol/messages/user_scram_credential_record.h"
#include "protocol/messages/vote_request.h"
#include "protocol/messages/vote_response.h"
#include "protocol/messages/voters_record.h"
#include "protocol/messages/write_share_group_state_request.h"
#include "protocol/messages/write_share_group_state_response.h"
#include "protocol/messages/write_txn_markers_request.h"
#include "protocol/messages/write_txn_markers_response.h"
#include "protocol/messages/zk_migration_state_record.h"

namespace klamm::protocol {
namespace {

constexpr const MessageDescriptor* kMessages[] = {
    &AbortTransactionRecord::kDescriptor,
    &AbortedTxn::kDescriptor,
    &AccessControlEntryRecord::kDescriptor,
    &AddOffsetsToTxnRequest::kDescriptor,
    &AddOffsetsToTxnResponse::kDescriptor,
    &AddPartitionsToTxnRequest::kDescriptor,
    &AddPartitionsToTxnResponse::kDescriptor,
    &AddRaftVoterRequest::kDescriptor,
    &AddRaftVoterResponse::kDescriptor,
    &AllocateProducerIdsRequest::kDescriptor,
    &AllocateProducerIdsResponse::kDescriptor,
    &AlterClientQuotasRequest::kDescriptor,
    &AlterClientQuotasResponse::kDescriptor,
    &AlterConfigsRequest::kDescriptor,
    &AlterConfigsResponse::kDescriptor,
    &AlterPartitionReassignmentsRequest::kDescriptor,
    &AlterPartitionReassignmentsResponse::kDescriptor,
    &AlterPartitionRequest::kDescriptor,
    &AlterPartitionResponse::kDescriptor,
    &AlterReplicaLogDirsRequest::kDescriptor,
    &AlterReplicaLogDirsResponse::kDescriptor,
    &AlterShareGroupOffsetsRequest::kDescriptor,
    &AlterShareGroupOffsetsResponse::kDescriptor,
    &AlterUserScramCredentialsRequest::kDescriptor,
    &AlterUserScramCredentialsResponse::kDescriptor,
    &ApiVersionsRequest::kDescriptor,
    &ApiVersionsResponse::kDescriptor,
    &AssignReplicasToDirsRequest::kDescriptor,
    &AssignReplicasToDirsResponse::kDescriptor,
    &BeginQuorumEpochRequest::kDescriptor,
    &BeginQuorumEpochResponse::kDescriptor,
    &BeginTransactionRecord::kDescriptor,
    &BrokerHeartbeatRequest::kDescriptor,
    &BrokerHeartbeatResponse::kDescriptor,
    &BrokerRegistrationChangeRecord::kDescriptor,
    &BrokerRegistrationRequest::kDescriptor,
    &BrokerRegistrationResponse::kDescriptor,
    &ClearElrRecord::kDescriptor,
    &ClientQuotaRecord::kDescriptor,
    &ConfigRecord::kDescriptor,
    &ConsumerGroupCurrentMemberAssignmentKey::kDescriptor,
    &ConsumerGroupCurrentMemberAssignmentValue::kDescriptor,
    &ConsumerGroupDescribeRequest::kDescriptor,
    &ConsumerGroupDescribeResponse::kDescriptor,
    &ConsumerGroupHeartbeatRequest::kDescriptor,
    &ConsumerGroupHeartbeatResponse::kDescriptor,
    &ConsumerGroupMemberMetadataKey::kDescriptor,
    &ConsumerGroupMemberMetadataValue::kDescriptor,
    &ConsumerGroupMetadataKey::kDescriptor,
    &ConsumerGroupMetadataValue::kDescriptor,
    &ConsumerGroupPartitionMetadataKey::kDescriptor,
    &ConsumerGroupPartitionMetadataValue::kDescriptor,
    &ConsumerGroupRegularExpressionKey::kDescriptor,
    &ConsumerGroupRegularExpressionValue::kDescriptor,
    &ConsumerGroupTargetAssignmentMemberKey::kDescriptor,
    &ConsumerGroupTargetAssignmentMemberValue::kDescriptor,
    &ConsumerGroupTargetAssignmentMetadataKey::kDescriptor,
    &ConsumerGroupTargetAssignmentMetadataValue::kDescriptor,
    &ConsumerProtocolAssignment::kDescriptor,
    &ConsumerProtocolSubscription::kDescriptor,
    &ControlRecordTypeSchema::kDescriptor,
    &ControllerRegistrationRequest::kDescriptor,
    &ControllerRegistrationResponse::kDescriptor,
    &CreateAclsRequest::kDescriptor,
    &CreateAclsResponse::kDescriptor,
    &CreateDelegationTokenRequest::kDescriptor,
    &CreateDelegationTokenResponse::kDescriptor,
    &CreatePartitionsRequest::kDescriptor,
    &CreatePartitionsResponse::kDescriptor,
    &CreateTopicsRequest::kDescriptor,
    &CreateTopicsResponse::kDescriptor,
    &DefaultPrincipalData::kDescriptor,
    &DelegationTokenRecord::kDescriptor,
    &DeleteAclsRequest::kDescriptor,
    &DeleteAclsResponse::kDescriptor,
    &DeleteGroupsRequest::kDescriptor,
    &DeleteGroupsResponse::kDescriptor,
    &DeleteRecordsRequest::kDescriptor,
    &DeleteRecordsResponse::kDescriptor,
    &DeleteShareGroupOffsetsRequest::kDescriptor,
    &DeleteShareGroupOffsetsResponse::kDescriptor,
    &DeleteShareGroupStateRequest::kDescriptor,
    &DeleteShareGroupStateResponse::kDescriptor,
    &DeleteTopicsRequest::kDescriptor,
    &DeleteTopicsResponse::kDescriptor,
    &DescribeAclsRequest::kDescriptor,
    &DescribeAclsResponse::kDescriptor,
    &DescribeClientQuotasRequest::kDescriptor,
    &DescribeClientQuotasResponse::kDescriptor,
    &DescribeClusterRequest::kDescriptor,
    &DescribeClusterResponse::kDescriptor,
    &DescribeConfigsRequest::kDescriptor,
    &DescribeConfigsResponse::kDescriptor,
    &DescribeDelegationTokenRequest::kDescriptor,
    &DescribeDelegationTokenResponse::kDescriptor,
    &DescribeGroupsRequest::kDescriptor,
    &DescribeGroupsResponse::kDescriptor,
    &DescribeLogDirsRequest::kDescriptor,
    &DescribeLogDirsResponse::kDescriptor,
    &DescribeProducersRequest::kDescriptor,
    &DescribeProducersResponse::kDescriptor,
    &DescribeQuorumRequest::kDescriptor,
    &DescribeQuorumResponse::kDescriptor,
    &DescribeShareGroupOffsetsRequest::kDescriptor,
    &DescribeShareGroupOffsetsResponse::kDescriptor,
    &DescribeTopicPartitionsRequest::kDescriptor,
    &DescribeTopicPartitionsResponse::kDescriptor,
    &DescribeTransactionsRequest::kDescriptor,
    &DescribeTransactionsResponse::kDescriptor,
    &DescribeUserScramCredentialsRequest::kDescriptor,
    &DescribeUserScramCredentialsResponse::kDescriptor,
    &ElectLeadersRequest::kDescriptor,
    &ElectLeadersResponse::kDescriptor,
    &EndQuorumEpochRequest::kDescriptor,
    &EndQuorumEpochResponse::kDescriptor,
    &EndTransactionRecord::kDescriptor,
    &EndTxnMarker::kDescriptor,
    &EndTxnRequest::kDescriptor,
    &EndTxnResponse::kDescriptor,
    &EnvelopeRequest::kDescriptor,
    &EnvelopeResponse::kDescriptor,
    &ExpireDelegationTokenRequest::kDescriptor,
    &ExpireDelegationTokenResponse::kDescriptor,
    &FeatureLevelRecord::kDescriptor,
    &FenceBrokerRecord::kDescriptor,
    &FetchRequest::kDescriptor,
    &FetchResponse::kDescriptor,
    &FetchSnapshotRequest::kDescriptor,
    &FetchSnapshotResponse::kDescriptor,
    &FindCoordinatorRequest::kDescriptor,
    &FindCoordinatorResponse::kDescriptor,
    &GetTelemetrySubscriptionsRequest::kDescriptor,
    &GetTelemetrySubscriptionsResponse::kDescriptor,
    &GroupMetadataKey::kDescriptor,
    &GroupMetadataValue::kDescriptor,
    &HeartbeatRequest::kDescriptor,
    &HeartbeatResponse::kDescriptor,
    &IncrementalAlterConfigsRequest::kDescriptor,
    &IncrementalAlterConfigsResponse::kDescriptor,
    &InitProducerIdRequest::kDescriptor,
    &InitProducerIdResponse::kDescriptor,
    &InitializeShareGroupStateRequest::kDescriptor,
    &InitializeShareGroupStateResponse::kDescriptor,
    &JoinGroupRequest::kDescriptor,
    &JoinGroupResponse::kDescriptor,
    &KRaftVersionRecord::kDescriptor,
    &LeaderChangeMessage::kDescriptor,
    &LeaveGroupRequest::kDescriptor,
    &LeaveGroupResponse::kDescriptor,
    &LegacyOffsetCommitKey::kDescriptor,
    &LegacyOffsetCommitValue::kDescriptor,
    &ListConfigResourcesRequest::kDescriptor,
    &ListConfigResourcesResponse::kDescriptor,
    &ListGroupsRequest::kDescriptor,
    &ListGroupsResponse::kDescriptor,
    &ListOffsetsRequest::kDescriptor,
    &ListOffsetsResponse::kDescriptor,
    &ListPartitionReassignmentsRequest::kDescriptor,
    &ListPartitionReassignmentsResponse::kDescriptor,
    &ListTransactionsRequest::kDescriptor,
    &ListTransactionsResponse::kDescriptor,
    &MetadataRequest::kDescriptor,
    &MetadataResponse::kDescriptor,
    &NoOpRecord::kDescriptor,
    &OffsetCommitKey::kDescriptor,
    &OffsetCommitRequest::kDescriptor,
    &OffsetCommitResponse::kDescriptor,
    &OffsetCommitValue::kDescriptor,
    &OffsetDeleteRequest::kDescriptor,
    &OffsetDeleteResponse::kDescriptor,
    &OffsetFetchRequest::kDescriptor,
    &OffsetFetchResponse::kDescriptor,
    &OffsetForLeaderEpochRequest::kDescriptor,
    &OffsetForLeaderEpochResponse::kDescriptor,
    &PartitionChangeRecord::kDescriptor,
    &PartitionRecord::kDescriptor,
    &ProduceRequest::kDescriptor,
    &ProduceResponse::kDescriptor,
    &ProducerIdsRecord::kDescriptor,
    &ProducerSnapshot::kDescriptor,
    &PushTelemetryRequest::kDescriptor,
    &PushTelemetryResponse::kDescriptor,
    &QuorumStateData::kDescriptor,
    &ReadShareGroupStateRequest::kDescriptor,
    &ReadShareGroupStateResponse::kDescriptor,
    &ReadShareGroupStateSummaryRequest::kDescriptor,
    &ReadShareGroupStateSummaryResponse::kDescriptor,
    &RegisterBrokerRecord::kDescriptor,
    &RegisterControllerRecord::kDescriptor,
    &RemoteLogSegmentMetadataRecord::kDescriptor,
    &RemoteLogSegmentMetadataSnapshotRecord::kDescriptor,
    &RemoteLogSegmentMetadataUpdateRecord::kDescriptor,
    &RemotePartitionDeleteMetadataRecord::kDescriptor,
    &RemoveAccessControlEntryRecord::kDescriptor,
    &RemoveDelegationTokenRecord::kDescriptor,
    &RemoveRaftVoterRequest::kDescriptor,
    &RemoveRaftVoterResponse::kDescriptor,
    &RemoveTopicRecord::kDescriptor,
    &RemoveUserScramCredentialRecord::kDescriptor,
    &RenewDelegationTokenRequest::kDescriptor,
    &RenewDelegationTokenResponse::kDescriptor,
    &RequestHeader::kDescriptor,
    &ResponseHeader::kDescriptor,
    &SaslAuthenticateRequest::kDescriptor,
    &SaslAuthenticateResponse::kDescriptor,
    &SaslHandshakeRequest::kDescriptor,
    &SaslHandshakeResponse::kDescriptor,
    &ShareAcknowledgeRequest::kDescriptor,
    &ShareAcknowledgeResponse::kDescriptor,
    &ShareFetchRequest::kDescriptor,
    &ShareFetchResponse::kDescriptor,
    &ShareGroupCurrentMemberAssignmentKey::kDescriptor,
    &ShareGroupCurrentMemberAssignmentValue::kDescriptor,
    &ShareGroupDescribeRequest::kDescriptor,
    &ShareGroupDescribeResponse::kDescriptor,
    &ShareGroupHeartbeatRequest::kDescriptor,
    &ShareGroupHeartbeatResponse::kDescriptor,
    &ShareGroupMemberMetadataKey::kDescriptor,
    &ShareGroupMemberMetadataValue::kDescriptor,
    &ShareGroupMetadataKey::kDescriptor,
    &ShareGroupMetadataValue::kDescriptor,
    &ShareGroupStatePartitionMetadataKey::kDescriptor,
    &ShareGroupStatePartitionMetadataValue::kDescriptor,
    &ShareGroupTargetAssignmentMemberKey::kDescriptor,
    &ShareGroupTargetAssignmentMemberValue::kDescriptor,
    &ShareGroupTargetAssignmentMetadataKey::kDescriptor,
    &ShareGroupTargetAssignmentMetadataValue::kDescriptor,
    &ShareSnapshotKey::kDescriptor,
    &ShareSnapshotValue::kDescriptor,
    &ShareUpdateKey::kDescriptor,
    &ShareUpdateValue::kDescriptor,
    &SnapshotFooterRecord::kDescriptor,
    &SnapshotHeaderRecord::kDescriptor,
    &StreamsGroupCurrentMemberAssignmentKey::kDescriptor,
    &StreamsGroupCurrentMemberAssignmentValue::kDescriptor,
    &StreamsGroupDescribeRequest::kDescriptor,
    &StreamsGroupDescribeResponse::kDescriptor,
    &StreamsGroupHeartbeatRequest::kDescriptor,
    &StreamsGroupHeartbeatResponse::kDescriptor,
    &StreamsGroupMemberMetadataKey::kDescriptor,
    &StreamsGroupMemberMetadataValue::kDescriptor,
    &StreamsGroupMetadataKey::kDescriptor,
    &StreamsGroupMetadataValue::kDescriptor,
    &StreamsGroupTargetAssignmentMemberKey::kDescriptor,
    &StreamsGroupTargetAssignmentMemberValue::kDescriptor,
    &StreamsGroupTargetAssignmentMetadataKey::kDescriptor,
    &StreamsGroupTargetAssignmentMetadataValue::kDescriptor,
    &StreamsGroupTopologyDescriptionUpdateRequest::kDescriptor,
    &StreamsGroupTopologyDescriptionUpdateResponse::kDescriptor,
    &StreamsGroupTopologyKey::kDescriptor,
    &StreamsGroupTopologyValue::kDescriptor,
    &SyncGroupRequest::kDescriptor,
    &SyncGroupResponse::kDescriptor,
    &TopicRecord::kDescriptor,
    &TransactionLogKey::kDescriptor,
    &TransactionLogValue::kDescriptor,
    &TxnOffsetCommitRequest::kDescriptor,
    &TxnOffsetCommitResponse::kDescriptor,
    &UnfenceBrokerRecord::kDescriptor,
    &UnregisterBrokerRecord::kDescriptor,
    &UnregisterBrokerRequest::kDescriptor,
    &UnregisterBrokerResponse::kDescriptor,
    &UnregisterControllerRecord::kDescriptor,
    &UnregisterControllerRequest::kDescriptor,
    &UnregisterControllerResponse::kDescriptor,
    &UpdateFeaturesRequest::kDescriptor,
    &UpdateFeaturesResponse::kDescriptor,
    &UpdateRaftVoterRequest::kDescriptor,
    &UpdateRaftVoterResponse::kDescriptor,
    &UserScramCredentialRecord::kDescriptor,
    &VoteRequest::kDescriptor,
    &VoteResponse::kDescriptor,
    &VotersRecord::kDescriptor,
    &WriteShareGroupStateRequest::kDescriptor,
    &WriteShareGroupStateResponse::kDescriptor,
    &WriteTxnMarkersRequest::kDescriptor,
    &WriteTxnMarkersResponse::kDescriptor,
    &ZkMigrationStateRecord::kDescriptor,
};

constexpr ApiInfo kApis[] = {
    {ApiKey::kProduce,
     "Produce",
     {3, 13},
     {9, 32767},
     kBrokerListener,
     false,
     &ProduceRequest::kDescriptor,
     &ProduceResponse::kDescriptor},
    {ApiKey::kFetch,
     "Fetch",
     {4, 18},
     {12, 32767},
     kBrokerListener | kControllerListener,
     false,
     &FetchRequest::kDescriptor,
     &FetchResponse::kDescriptor},
    {ApiKey::kListOffsets,
     "ListOffsets",
     {1, 11},
     {6, 32767},
     kBrokerListener,
     false,
     &ListOffsetsRequest::kDescriptor,
     &ListOffsetsResponse::kDescriptor},
    {ApiKey::kMetadata,
     "Metadata",
     {0, 13},
     {9, 32767},
     kBrokerListener,
     false,
     &MetadataRequest::kDescriptor,
     &MetadataResponse::kDescriptor},
    {ApiKey::kLeaderAndIsr, "LeaderAndIsr", {}, {}, 0, false, nullptr, nullptr},
    {ApiKey::kStopReplica, "StopReplica", {}, {}, 0, false, nullptr, nullptr},
    {ApiKey::kUpdateMetadata, "UpdateMetadata", {}, {}, 0, false, nullptr, nullptr},
    {ApiKey::kControlledShutdown, "ControlledShutdown", {}, {}, 0, false, nullptr, nullptr},
    {ApiKey::kOffsetCommit,
     "OffsetCommit",
     {2, 10},
     {8, 32767},
     kBrokerListener,
     false,
     &OffsetCommitRequest::kDescriptor,
     &OffsetCommitResponse::kDescriptor},
    {ApiKey::kOffsetFetch,
     "OffsetFetch",
     {1, 10},
     {6, 32767},
     kBrokerListener,
     false,
     &OffsetFetchRequest::kDescriptor,
     &OffsetFetchResponse::kDescriptor},
    {ApiKey::kFindCoordinator,
     "FindCoordinator",
     {0, 6},
     {3, 32767},
     kBrokerListener,
     false,
     &FindCoordinatorRequest::kDescriptor,
     &FindCoordinatorResponse::kDescriptor},
    {ApiKey::kJoinGroup,
     "JoinGroup",
     {0, 9},
     {6, 32767},
     kBrokerListener,
     false,
     &JoinGroupRequest::kDescriptor,
     &JoinGroupResponse::kDescriptor},
    {ApiKey::kHeartbeat,
     "Heartbeat",
     {0, 4},
     {4, 32767},
     kBrokerListener,
     false,
     &HeartbeatRequest::kDescriptor,
     &HeartbeatResponse::kDescriptor},
    {ApiKey::kLeaveGroup,
     "LeaveGroup",
     {0, 5},
     {4, 32767},
     kBrokerListener,
     false,
     &LeaveGroupRequest::kDescriptor,
     &LeaveGroupResponse::kDescriptor},
    {ApiKey::kSyncGroup,
     "SyncGroup",
     {0, 5},
     {4, 32767},
     kBrokerListener,
     false,
     &SyncGroupRequest::kDescriptor,
     &SyncGroupResponse::kDescriptor},
    {ApiKey::kDescribeGroups,
     "DescribeGroups",
     {0, 6},
     {5, 32767},
     kBrokerListener,
     false,
     &DescribeGroupsRequest::kDescriptor,
     &DescribeGroupsResponse::kDescriptor},
    {ApiKey::kListGroups,
     "ListGroups",
     {0, 5},
     {3, 32767},
     kBrokerListener,
     false,
     &ListGroupsRequest::kDescriptor,
     &ListGroupsResponse::kDescriptor},
    {ApiKey::kSaslHandshake,
     "SaslHandshake",
     {0, 1},
     {},
     kBrokerListener | kControllerListener,
     false,
     &SaslHandshakeRequest::kDescriptor,
     &SaslHandshakeResponse::kDescriptor},
    {ApiKey::kApiVersions,
     "ApiVersions",
     {0, 5},
     {3, 32767},
     kBrokerListener | kControllerListener,
     false,
     &ApiVersionsRequest::kDescriptor,
     &ApiVersionsResponse::kDescriptor},
    {ApiKey::kCreateTopics,
     "CreateTopics",
     {2, 7},
     {5, 32767},
     kBrokerListener | kControllerListener,
     false,
     &CreateTopicsRequest::kDescriptor,
     &CreateTopicsResponse::kDescriptor},
    {ApiKey::kDeleteTopics,
     "DeleteTopics",
     {1, 6},
     {4, 32767},
     kBrokerListener | kControllerListener,
     false,
     &DeleteTopicsRequest::kDescriptor,
     &DeleteTopicsResponse::kDescriptor},
    {ApiKey::kDeleteRecords,
     "DeleteRecords",
     {0, 2},
     {2, 32767},
     kBrokerListener,
     false,
     &DeleteRecordsRequest::kDescriptor,
     &DeleteRecordsResponse::kDescriptor},
    {ApiKey::kInitProducerId,
     "InitProducerId",
     {0, 6},
     {2, 32767},
     kBrokerListener,
     true,
     &InitProducerIdRequest::kDescriptor,
     &InitProducerIdResponse::kDescriptor},
    {ApiKey::kOffsetForLeaderEpoch,
     "OffsetForLeaderEpoch",
     {2, 4},
     {4, 32767},
     kBrokerListener,
     false,
     &OffsetForLeaderEpochRequest::kDescriptor,
     &OffsetForLeaderEpochResponse::kDescriptor},
    {ApiKey::kAddPartitionsToTxn,
     "AddPartitionsToTxn",
     {0, 5},
     {3, 32767},
     kBrokerListener,
     false,
     &AddPartitionsToTxnRequest::kDescriptor,
     &AddPartitionsToTxnResponse::kDescriptor},
    {ApiKey::kAddOffsetsToTxn,
     "AddOffsetsToTxn",
     {0, 4},
     {3, 32767},
     kBrokerListener,
     false,
     &AddOffsetsToTxnRequest::kDescriptor,
     &AddOffsetsToTxnResponse::kDescriptor},
    {ApiKey::kEndTxn,
     "EndTxn",
     {0, 5},
     {3, 32767},
     kBrokerListener,
     false,
     &EndTxnRequest::kDescriptor,
     &EndTxnResponse::kDescriptor},
    {ApiKey::kWriteTxnMarkers,
     "WriteTxnMarkers",
     {1, 2},
     {1, 32767},
     kBrokerListener,
     false,
     &WriteTxnMarkersRequest::kDescriptor,
     &WriteTxnMarkersResponse::kDescriptor},
    {ApiKey::kTxnOffsetCommit,
     "TxnOffsetCommit",
     {0, 6},
     {3, 32767},
     kBrokerListener,
     false,
     &TxnOffsetCommitRequest::kDescriptor,
     &TxnOffsetCommitResponse::kDescriptor},
    {ApiKey::kDescribeAcls,
     "DescribeAcls",
     {1, 3},
     {2, 32767},
     kBrokerListener | kControllerListener,
     false,
     &DescribeAclsRequest::kDescriptor,
     &DescribeAclsResponse::kDescriptor},
    {ApiKey::kCreateAcls,
     "CreateAcls",
     {1, 3},
     {2, 32767},
     kBrokerListener | kControllerListener,
     false,
     &CreateAclsRequest::kDescriptor,
     &CreateAclsResponse::kDescriptor},
    {ApiKey::kDeleteAcls,
     "DeleteAcls",
     {1, 3},
     {2, 32767},
     kBrokerListener | kControllerListener,
     false,
     &DeleteAclsRequest::kDescriptor,
     &DeleteAclsResponse::kDescriptor},
    {ApiKey::kDescribeConfigs,
     "DescribeConfigs",
     {1, 4},
     {4, 32767},
     kBrokerListener | kControllerListener,
     false,
     &DescribeConfigsRequest::kDescriptor,
     &DescribeConfigsResponse::kDescriptor},
    {ApiKey::kAlterConfigs,
     "AlterConfigs",
     {0, 2},
     {2, 32767},
     kBrokerListener | kControllerListener,
     false,
     &AlterConfigsRequest::kDescriptor,
     &AlterConfigsResponse::kDescriptor},
    {ApiKey::kAlterReplicaLogDirs,
     "AlterReplicaLogDirs",
     {1, 2},
     {2, 32767},
     kBrokerListener,
     false,
     &AlterReplicaLogDirsRequest::kDescriptor,
     &AlterReplicaLogDirsResponse::kDescriptor},
    {ApiKey::kDescribeLogDirs,
     "DescribeLogDirs",
     {1, 5},
     {2, 32767},
     kBrokerListener,
     false,
     &DescribeLogDirsRequest::kDescriptor,
     &DescribeLogDirsResponse::kDescriptor},
    {ApiKey::kSaslAuthenticate,
     "SaslAuthenticate",
     {0, 2},
     {2, 32767},
     kBrokerListener | kControllerListener,
     false,
     &SaslAuthenticateRequest::kDescriptor,
     &SaslAuthenticateResponse::kDescriptor},
    {ApiKey::kCreatePartitions,
     "CreatePartitions",
     {0, 3},
     {2, 32767},
     kBrokerListener | kControllerListener,
     false,
     &CreatePartitionsRequest::kDescriptor,
     &CreatePartitionsResponse::kDescriptor},
    {ApiKey::kCreateDelegationToken,
     "CreateDelegationToken",
     {1, 3},
     {2, 32767},
     kBrokerListener | kControllerListener,
     false,
     &CreateDelegationTokenRequest::kDescriptor,
     &CreateDelegationTokenResponse::kDescriptor},
    {ApiKey::kRenewDelegationToken,
     "RenewDelegationToken",
     {1, 2},
     {2, 32767},
     kBrokerListener | kControllerListener,
     false,
     &RenewDelegationTokenRequest::kDescriptor,
     &RenewDelegationTokenResponse::kDescriptor},
    {ApiKey::kExpireDelegationToken,
     "ExpireDelegationToken",
     {1, 2},
     {2, 32767},
     kBrokerListener | kControllerListener,
     false,
     &ExpireDelegationTokenRequest::kDescriptor,
     &ExpireDelegationTokenResponse::kDescriptor},
    {ApiKey::kDescribeDelegationToken,
     "DescribeDelegationToken",
     {1, 3},
     {2, 32767},
     kBrokerListener | kControllerListener,
     false,
     &DescribeDelegationTokenRequest::kDescriptor,
     &DescribeDelegationTokenResponse::kDescriptor},
    {ApiKey::kDeleteGroups,
     "DeleteGroups",
     {0, 3},
     {2, 32767},
     kBrokerListener,
     false,
     &DeleteGroupsRequest::kDescriptor,
     &DeleteGroupsResponse::kDescriptor},
    {ApiKey::kElectLeaders,
     "ElectLeaders",
     {0, 2},
     {2, 32767},
     kBrokerListener | kControllerListener,
     false,
     &ElectLeadersRequest::kDescriptor,
     &ElectLeadersResponse::kDescriptor},
    {ApiKey::kIncrementalAlterConfigs,
     "IncrementalAlterConfigs",
     {0, 1},
     {1, 32767},
     kBrokerListener | kControllerListener,
     false,
     &IncrementalAlterConfigsRequest::kDescriptor,
     &IncrementalAlterConfigsResponse::kDescriptor},
    {ApiKey::kAlterPartitionReassignments,
     "AlterPartitionReassignments",
     {0, 1},
     {0, 32767},
     kBrokerListener | kControllerListener,
     false,
     &AlterPartitionReassignmentsRequest::kDescriptor,
     &AlterPartitionReassignmentsResponse::kDescriptor},
    {ApiKey::kListPartitionReassignments,
     "ListPartitionReassignments",
     {0, 0},
     {0, 32767},
     kBrokerListener | kControllerListener,
     false,
     &ListPartitionReassignmentsRequest::kDescriptor,
     &ListPartitionReassignmentsResponse::kDescriptor},
    {ApiKey::kOffsetDelete,
     "OffsetDelete",
     {0, 0},
     {},
     kBrokerListener,
     false,
     &OffsetDeleteRequest::kDescriptor,
     &OffsetDeleteResponse::kDescriptor},
    {ApiKey::kDescribeClientQuotas,
     "DescribeClientQuotas",
     {0, 1},
     {1, 32767},
     kBrokerListener,
     false,
     &DescribeClientQuotasRequest::kDescriptor,
     &DescribeClientQuotasResponse::kDescriptor},
    {ApiKey::kAlterClientQuotas,
     "AlterClientQuotas",
     {0, 1},
     {1, 32767},
     kBrokerListener | kControllerListener,
     false,
     &AlterClientQuotasRequest::kDescriptor,
     &AlterClientQuotasResponse::kDescriptor},
    {ApiKey::kDescribeUserScramCredentials,
     "DescribeUserScramCredentials",
     {0, 0},
     {0, 32767},
     kBrokerListener | kControllerListener,
     false,
     &DescribeUserScramCredentialsRequest::kDescriptor,
     &DescribeUserScramCredentialsResponse::kDescriptor},
    {ApiKey::kAlterUserScramCredentials,
     "AlterUserScramCredentials",
     {0, 0},
     {0, 32767},
     kBrokerListener | kControllerListener,
     false,
     &AlterUserScramCredentialsRequest::kDescriptor,
     &AlterUserScramCredentialsResponse::kDescriptor},
    {ApiKey::kVote,
     "Vote",
     {0, 2},
     {0, 32767},
     kControllerListener,
     false,
     &VoteRequest::kDescriptor,
     &VoteResponse::kDescriptor},
    {ApiKey::kBeginQuorumEpoch,
     "BeginQuorumEpoch",
     {0, 1},
     {1, 32767},
     kControllerListener,
     false,
     &BeginQuorumEpochRequest::kDescriptor,
     &BeginQuorumEpochResponse::kDescriptor},
    {ApiKey::kEndQuorumEpoch,
     "EndQuorumEpoch",
     {0, 1},
     {1, 32767},
     kControllerListener,
     false,
     &EndQuorumEpochRequest::kDescriptor,
     &EndQuorumEpochResponse::kDescriptor},
    {ApiKey::kDescribeQuorum,
     "DescribeQuorum",
     {0, 2},
     {0, 32767},
     kBrokerListener | kControllerListener,
     false,
     &DescribeQuorumRequest::kDescriptor,
     &DescribeQuorumResponse::kDescriptor},
    {ApiKey::kAlterPartition,
     "AlterPartition",
     {2, 3},
     {0, 32767},
     kControllerListener,
     false,
     &AlterPartitionRequest::kDescriptor,
     &AlterPartitionResponse::kDescriptor},
    {ApiKey::kUpdateFeatures,
     "UpdateFeatures",
     {0, 2},
     {0, 32767},
     kBrokerListener | kControllerListener,
     false,
     &UpdateFeaturesRequest::kDescriptor,
     &UpdateFeaturesResponse::kDescriptor},
    {ApiKey::kEnvelope,
     "Envelope",
     {0, 0},
     {0, 32767},
     kControllerListener,
     false,
     &EnvelopeRequest::kDescriptor,
     &EnvelopeResponse::kDescriptor},
    {ApiKey::kFetchSnapshot,
     "FetchSnapshot",
     {0, 1},
     {0, 32767},
     kControllerListener,
     false,
     &FetchSnapshotRequest::kDescriptor,
     &FetchSnapshotResponse::kDescriptor},
    {ApiKey::kDescribeCluster,
     "DescribeCluster",
     {0, 2},
     {0, 32767},
     kBrokerListener | kControllerListener,
     false,
     &DescribeClusterRequest::kDescriptor,
     &DescribeClusterResponse::kDescriptor},
    {ApiKey::kDescribeProducers,
     "DescribeProducers",
     {0, 0},
     {0, 32767},
     kBrokerListener,
     false,
     &DescribeProducersRequest::kDescriptor,
     &DescribeProducersResponse::kDescriptor},
    {ApiKey::kBrokerRegistration,
     "BrokerRegistration",
     {0, 4},
     {0, 32767},
     kControllerListener,
     false,
     &BrokerRegistrationRequest::kDescriptor,
     &BrokerRegistrationResponse::kDescriptor},
    {ApiKey::kBrokerHeartbeat,
     "BrokerHeartbeat",
     {0, 2},
     {0, 32767},
     kControllerListener,
     false,
     &BrokerHeartbeatRequest::kDescriptor,
     &BrokerHeartbeatResponse::kDescriptor},
    {ApiKey::kUnregisterBroker,
     "UnregisterBroker",
     {0, 0},
     {0, 32767},
     kBrokerListener | kControllerListener,
     false,
     &UnregisterBrokerRequest::kDescriptor,
     &UnregisterBrokerResponse::kDescriptor},
    {ApiKey::kDescribeTransactions,
     "DescribeTransactions",
     {0, 0},
     {0, 32767},
     kBrokerListener,
     false,
     &DescribeTransactionsRequest::kDescriptor,
     &DescribeTransactionsResponse::kDescriptor},
    {ApiKey::kListTransactions,
     "ListTransactions",
     {0, 2},
     {0, 32767},
     kBrokerListener,
     false,
     &ListTransactionsRequest::kDescriptor,
     &ListTransactionsResponse::kDescriptor},
    {ApiKey::kAllocateProducerIds,
     "AllocateProducerIds",
     {0, 0},
     {0, 32767},
     kControllerListener,
     false,
     &AllocateProducerIdsRequest::kDescriptor,
     &AllocateProducerIdsResponse::kDescriptor},
    {ApiKey::kConsumerGroupHeartbeat,
     "ConsumerGroupHeartbeat",
     {0, 1},
     {0, 32767},
     kBrokerListener,
     false,
     &ConsumerGroupHeartbeatRequest::kDescriptor,
     &ConsumerGroupHeartbeatResponse::kDescriptor},
    {ApiKey::kConsumerGroupDescribe,
     "ConsumerGroupDescribe",
     {0, 1},
     {0, 32767},
     kBrokerListener,
     false,
     &ConsumerGroupDescribeRequest::kDescriptor,
     &ConsumerGroupDescribeResponse::kDescriptor},
    {ApiKey::kControllerRegistration,
     "ControllerRegistration",
     {0, 0},
     {0, 32767},
     kControllerListener,
     false,
     &ControllerRegistrationRequest::kDescriptor,
     &ControllerRegistrationResponse::kDescriptor},
    {ApiKey::kGetTelemetrySubscriptions,
     "GetTelemetrySubscriptions",
     {0, 0},
     {0, 32767},
     kBrokerListener,
     false,
     &GetTelemetrySubscriptionsRequest::kDescriptor,
     &GetTelemetrySubscriptionsResponse::kDescriptor},
    {ApiKey::kPushTelemetry,
     "PushTelemetry",
     {0, 0},
     {0, 32767},
     kBrokerListener,
     false,
     &PushTelemetryRequest::kDescriptor,
     &PushTelemetryResponse::kDescriptor},
    {ApiKey::kAssignReplicasToDirs,
     "AssignReplicasToDirs",
     {0, 0},
     {0, 32767},
     kControllerListener,
     false,
     &AssignReplicasToDirsRequest::kDescriptor,
     &AssignReplicasToDirsResponse::kDescriptor},
    {ApiKey::kListConfigResources,
     "ListConfigResources",
     {0, 1},
     {0, 32767},
     kBrokerListener,
     false,
     &ListConfigResourcesRequest::kDescriptor,
     &ListConfigResourcesResponse::kDescriptor},
    {ApiKey::kDescribeTopicPartitions,
     "DescribeTopicPartitions",
     {0, 0},
     {0, 32767},
     kBrokerListener,
     false,
     &DescribeTopicPartitionsRequest::kDescriptor,
     &DescribeTopicPartitionsResponse::kDescriptor},
    {ApiKey::kShareGroupHeartbeat,
     "ShareGroupHeartbeat",
     {1, 1},
     {0, 32767},
     kBrokerListener,
     false,
     &ShareGroupHeartbeatRequest::kDescriptor,
     &ShareGroupHeartbeatResponse::kDescriptor},
    {ApiKey::kShareGroupDescribe,
     "ShareGroupDescribe",
     {1, 1},
     {0, 32767},
     kBrokerListener,
     false,
     &ShareGroupDescribeRequest::kDescriptor,
     &ShareGroupDescribeResponse::kDescriptor},
    {ApiKey::kShareFetch,
     "ShareFetch",
     {1, 2},
     {0, 32767},
     kBrokerListener,
     false,
     &ShareFetchRequest::kDescriptor,
     &ShareFetchResponse::kDescriptor},
    {ApiKey::kShareAcknowledge,
     "ShareAcknowledge",
     {1, 2},
     {0, 32767},
     kBrokerListener,
     false,
     &ShareAcknowledgeRequest::kDescriptor,
     &ShareAcknowledgeResponse::kDescriptor},
    {ApiKey::kAddRaftVoter,
     "AddRaftVoter",
     {0, 1},
     {0, 32767},
     kControllerListener | kBrokerListener,
     false,
     &AddRaftVoterRequest::kDescriptor,
     &AddRaftVoterResponse::kDescriptor},
    {ApiKey::kRemoveRaftVoter,
     "RemoveRaftVoter",
     {0, 0},
     {0, 32767},
     kControllerListener | kBrokerListener,
     false,
     &RemoveRaftVoterRequest::kDescriptor,
     &RemoveRaftVoterResponse::kDescriptor},
    {ApiKey::kUpdateRaftVoter,
     "UpdateRaftVoter",
     {0, 0},
     {0, 32767},
     kControllerListener,
     false,
     &UpdateRaftVoterRequest::kDescriptor,
     &UpdateRaftVoterResponse::kDescriptor},
    {ApiKey::kInitializeShareGroupState,
     "InitializeShareGroupState",
     {0, 0},
     {0, 32767},
     kBrokerListener,
     false,
     &InitializeShareGroupStateRequest::kDescriptor,
     &InitializeShareGroupStateResponse::kDescriptor},
    {ApiKey::kReadShareGroupState,
     "ReadShareGroupState",
     {0, 0},
     {0, 32767},
     kBrokerListener,
     false,
     &ReadShareGroupStateRequest::kDescriptor,
     &ReadShareGroupStateResponse::kDescriptor},
    {ApiKey::kWriteShareGroupState,
     "WriteShareGroupState",
     {0, 1},
     {0, 32767},
     kBrokerListener,
     false,
     &WriteShareGroupStateRequest::kDescriptor,
     &WriteShareGroupStateResponse::kDescriptor},
    {ApiKey::kDeleteShareGroupState,
     "DeleteShareGroupState",
     {0, 0},
     {0, 32767},
     kBrokerListener,
     false,
     &DeleteShareGroupStateRequest::kDescriptor,
     &DeleteShareGroupStateResponse::kDescriptor},
    {ApiKey::kReadShareGroupStateSummary,
     "ReadShareGroupStateSummary",
     {0, 1},
     {0, 32767},
     kBrokerListener,
     false,
     &ReadShareGroupStateSummaryRequest::kDescriptor,
     &ReadShareGroupStateSummaryResponse::kDescriptor},
    {ApiKey::kStreamsGroupHeartbeat,
     "StreamsGroupHeartbeat",
     {0, 1},
     {0, 32767},
     kBrokerListener,
     false,
     &StreamsGroupHeartbeatRequest::kDescriptor,
     &StreamsGroupHeartbeatResponse::kDescriptor},
    {ApiKey::kStreamsGroupDescribe,
     "StreamsGroupDescribe",
     {0, 1},
     {0, 32767},
     kBrokerListener,
     false,
     &StreamsGroupDescribeRequest::kDescriptor,
     &StreamsGroupDescribeResponse::kDescriptor},
    {ApiKey::kDescribeShareGroupOffsets,
     "DescribeShareGroupOffsets",
     {0, 1},
     {0, 32767},
     kBrokerListener,
     false,
     &DescribeShareGroupOffsetsRequest::kDescriptor,
     &DescribeShareGroupOffsetsResponse::kDescriptor},
    {ApiKey::kAlterShareGroupOffsets,
     "AlterShareGroupOffsets",
     {0, 0},
     {0, 32767},
     kBrokerListener,
     false,
     &AlterShareGroupOffsetsRequest::kDescriptor,
     &AlterShareGroupOffsetsResponse::kDescriptor},
    {ApiKey::kDeleteShareGroupOffsets,
     "DeleteShareGroupOffsets",
     {0, 0},
     {0, 32767},
     kBrokerListener,
     false,
     &DeleteShareGroupOffsetsRequest::kDescriptor,
     &DeleteShareGroupOffsetsResponse::kDescriptor},
    {ApiKey::kStreamsGroupTopologyDescriptionUpdate,
     "StreamsGroupTopologyDescriptionUpdate",
     {0, 0},
     {0, 32767},
     kBrokerListener,
     false,
     &StreamsGroupTopologyDescriptionUpdateRequest::kDescriptor,
     &StreamsGroupTopologyDescriptionUpdateResponse::kDescriptor},
    {ApiKey::kUnregisterController,
     "UnregisterController",
     {0, 0},
     {0, 32767},
     kBrokerListener | kControllerListener,
     false,
     &UnregisterControllerRequest::kDescriptor,
     &UnregisterControllerResponse::kDescriptor},
};

}  // namespace

const std::span<const MessageDescriptor* const> kAllMessages{kMessages};
const std::span<const ApiInfo> kAllApis{kApis};

}  // namespace klamm::protocol
