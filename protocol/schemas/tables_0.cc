#include <cstddef>

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

namespace klamm::protocol {

namespace {
constexpr FieldDescriptor kAbortTransactionRecordFields[] = {
    {"Reason", nullptr, 0, offsetof(AbortTransactionRecord, reason), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
};
}  // namespace
constinit const MessageDescriptor AbortTransactionRecord::kDescriptor = {
    "AbortTransactionRecord", MessageKind::kMetadataRecord, 0, false, 25, {0, 0}, {0, 32767},
    {"AbortTransactionRecord", kAbortTransactionRecordFields, 1, 0, sizeof(AbortTransactionRecord), &kDefaultOf<AbortTransactionRecord>}};

namespace {
constexpr FieldDescriptor kAbortedTxnFields[] = {
    {"ProducerId", nullptr, -1, offsetof(AbortedTxn, producer_id), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"FirstOffset", nullptr, -1, offsetof(AbortedTxn, first_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"LastOffset", nullptr, -1, offsetof(AbortedTxn, last_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"LastStableOffset", nullptr, -1, offsetof(AbortedTxn, last_stable_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor AbortedTxn::kDescriptor = {
    "AbortedTxn", MessageKind::kData, 0, false, -1, {0, 0}, {},
    {"AbortedTxn", kAbortedTxnFields, 4, 4, sizeof(AbortedTxn), &kDefaultOf<AbortedTxn>}};

namespace {
constexpr FieldDescriptor kAccessControlEntryRecordFields[] = {
    {"Id", nullptr, -1, offsetof(AccessControlEntryRecord, id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"ResourceType", nullptr, -1, offsetof(AccessControlEntryRecord, resource_type), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
    {"ResourceName", nullptr, -1, offsetof(AccessControlEntryRecord, resource_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"PatternType", nullptr, -1, offsetof(AccessControlEntryRecord, pattern_type), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
    {"Principal", nullptr, -1, offsetof(AccessControlEntryRecord, principal), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Host", nullptr, -1, offsetof(AccessControlEntryRecord, host), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Operation", nullptr, -1, offsetof(AccessControlEntryRecord, operation), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
    {"PermissionType", nullptr, -1, offsetof(AccessControlEntryRecord, permission_type), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor AccessControlEntryRecord::kDescriptor = {
    "AccessControlEntryRecord", MessageKind::kMetadataRecord, 0, false, 18, {0, 0}, {0, 32767},
    {"AccessControlEntryRecord", kAccessControlEntryRecordFields, 8, 8, sizeof(AccessControlEntryRecord), &kDefaultOf<AccessControlEntryRecord>}};

namespace {
constexpr FieldDescriptor kAddOffsetsToTxnRequestFields[] = {
    {"TransactionalId", nullptr, -1, offsetof(AddOffsetsToTxnRequest, transactional_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"ProducerId", nullptr, -1, offsetof(AddOffsetsToTxnRequest, producer_id), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"ProducerEpoch", nullptr, -1, offsetof(AddOffsetsToTxnRequest, producer_epoch), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"GroupId", nullptr, -1, offsetof(AddOffsetsToTxnRequest, group_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor AddOffsetsToTxnRequest::kDescriptor = {
    "AddOffsetsToTxnRequest", MessageKind::kRequest, kBrokerListener, false, 25, {0, 4}, {3, 32767},
    {"AddOffsetsToTxnRequest", kAddOffsetsToTxnRequestFields, 4, 4, sizeof(AddOffsetsToTxnRequest), &kDefaultOf<AddOffsetsToTxnRequest>}};

namespace {
constexpr FieldDescriptor kAddOffsetsToTxnResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(AddOffsetsToTxnResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(AddOffsetsToTxnResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor AddOffsetsToTxnResponse::kDescriptor = {
    "AddOffsetsToTxnResponse", MessageKind::kResponse, 0, false, 25, {0, 4}, {3, 32767},
    {"AddOffsetsToTxnResponse", kAddOffsetsToTxnResponseFields, 2, 2, sizeof(AddOffsetsToTxnResponse), &kDefaultOf<AddOffsetsToTxnResponse>}};

namespace {
constexpr FieldDescriptor kAddPartitionsToTxnRequestAddPartitionsToTxnTopicFields[] = {
    {"Name", nullptr, -1, offsetof(AddPartitionsToTxnRequest::AddPartitionsToTxnTopic, name), FieldType::kString, false, false, false, true, false, {0, 32767}, {}},
    {"Partitions", nullptr, -1, offsetof(AddPartitionsToTxnRequest::AddPartitionsToTxnTopic, partitions), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kAddPartitionsToTxnRequestAddPartitionsToTxnTopic = {"AddPartitionsToTxnTopic", kAddPartitionsToTxnRequestAddPartitionsToTxnTopicFields, 2, 2, sizeof(AddPartitionsToTxnRequest::AddPartitionsToTxnTopic), &kDefaultOf<AddPartitionsToTxnRequest::AddPartitionsToTxnTopic>};
constexpr FieldDescriptor kAddPartitionsToTxnRequestAddPartitionsToTxnTransactionFields[] = {
    {"TransactionalId", nullptr, -1, offsetof(AddPartitionsToTxnRequest::AddPartitionsToTxnTransaction, transactional_id), FieldType::kString, false, false, false, true, false, {4, 32767}, {}},
    {"ProducerId", nullptr, -1, offsetof(AddPartitionsToTxnRequest::AddPartitionsToTxnTransaction, producer_id), FieldType::kInt64, false, false, false, false, false, {4, 32767}, {}},
    {"ProducerEpoch", nullptr, -1, offsetof(AddPartitionsToTxnRequest::AddPartitionsToTxnTransaction, producer_epoch), FieldType::kInt16, false, false, false, false, false, {4, 32767}, {}},
    {"VerifyOnly", nullptr, -1, offsetof(AddPartitionsToTxnRequest::AddPartitionsToTxnTransaction, verify_only), FieldType::kBool, false, false, false, false, false, {4, 32767}, {}},
    {"Topics", &kAddPartitionsToTxnRequestAddPartitionsToTxnTopic, -1, offsetof(AddPartitionsToTxnRequest::AddPartitionsToTxnTransaction, topics), FieldType::kStruct, true, false, false, false, false, {4, 32767}, {}},
};
constexpr StructDescriptor kAddPartitionsToTxnRequestAddPartitionsToTxnTransaction = {"AddPartitionsToTxnTransaction", kAddPartitionsToTxnRequestAddPartitionsToTxnTransactionFields, 5, 5, sizeof(AddPartitionsToTxnRequest::AddPartitionsToTxnTransaction), &kDefaultOf<AddPartitionsToTxnRequest::AddPartitionsToTxnTransaction>};
constexpr FieldDescriptor kAddPartitionsToTxnRequestFields[] = {
    {"Transactions", &kAddPartitionsToTxnRequestAddPartitionsToTxnTransaction, -1, offsetof(AddPartitionsToTxnRequest, transactions), FieldType::kStruct, true, false, false, false, false, {4, 32767}, {}},
    {"V3AndBelowTransactionalId", nullptr, -1, offsetof(AddPartitionsToTxnRequest, v3_and_below_transactional_id), FieldType::kString, false, false, false, false, false, {0, 3}, {}},
    {"V3AndBelowProducerId", nullptr, -1, offsetof(AddPartitionsToTxnRequest, v3_and_below_producer_id), FieldType::kInt64, false, false, false, false, false, {0, 3}, {}},
    {"V3AndBelowProducerEpoch", nullptr, -1, offsetof(AddPartitionsToTxnRequest, v3_and_below_producer_epoch), FieldType::kInt16, false, false, false, false, false, {0, 3}, {}},
    {"V3AndBelowTopics", &kAddPartitionsToTxnRequestAddPartitionsToTxnTopic, -1, offsetof(AddPartitionsToTxnRequest, v3_and_below_topics), FieldType::kStruct, true, false, false, false, false, {0, 3}, {}},
};
}  // namespace
constinit const MessageDescriptor AddPartitionsToTxnRequest::kDescriptor = {
    "AddPartitionsToTxnRequest", MessageKind::kRequest, kBrokerListener, false, 24, {0, 5}, {3, 32767},
    {"AddPartitionsToTxnRequest", kAddPartitionsToTxnRequestFields, 5, 5, sizeof(AddPartitionsToTxnRequest), &kDefaultOf<AddPartitionsToTxnRequest>}};

namespace {
constexpr FieldDescriptor kAddPartitionsToTxnResponseAddPartitionsToTxnPartitionResultFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(AddPartitionsToTxnResponse::AddPartitionsToTxnPartitionResult, partition_index), FieldType::kInt32, false, false, false, true, false, {0, 32767}, {}},
    {"PartitionErrorCode", nullptr, -1, offsetof(AddPartitionsToTxnResponse::AddPartitionsToTxnPartitionResult, partition_error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kAddPartitionsToTxnResponseAddPartitionsToTxnPartitionResult = {"AddPartitionsToTxnPartitionResult", kAddPartitionsToTxnResponseAddPartitionsToTxnPartitionResultFields, 2, 2, sizeof(AddPartitionsToTxnResponse::AddPartitionsToTxnPartitionResult), &kDefaultOf<AddPartitionsToTxnResponse::AddPartitionsToTxnPartitionResult>};
constexpr FieldDescriptor kAddPartitionsToTxnResponseAddPartitionsToTxnTopicResultFields[] = {
    {"Name", nullptr, -1, offsetof(AddPartitionsToTxnResponse::AddPartitionsToTxnTopicResult, name), FieldType::kString, false, false, false, true, false, {0, 32767}, {}},
    {"ResultsByPartition", &kAddPartitionsToTxnResponseAddPartitionsToTxnPartitionResult, -1, offsetof(AddPartitionsToTxnResponse::AddPartitionsToTxnTopicResult, results_by_partition), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kAddPartitionsToTxnResponseAddPartitionsToTxnTopicResult = {"AddPartitionsToTxnTopicResult", kAddPartitionsToTxnResponseAddPartitionsToTxnTopicResultFields, 2, 2, sizeof(AddPartitionsToTxnResponse::AddPartitionsToTxnTopicResult), &kDefaultOf<AddPartitionsToTxnResponse::AddPartitionsToTxnTopicResult>};
constexpr FieldDescriptor kAddPartitionsToTxnResponseAddPartitionsToTxnResultFields[] = {
    {"TransactionalId", nullptr, -1, offsetof(AddPartitionsToTxnResponse::AddPartitionsToTxnResult, transactional_id), FieldType::kString, false, false, false, true, false, {4, 32767}, {}},
    {"TopicResults", &kAddPartitionsToTxnResponseAddPartitionsToTxnTopicResult, -1, offsetof(AddPartitionsToTxnResponse::AddPartitionsToTxnResult, topic_results), FieldType::kStruct, true, false, false, false, false, {4, 32767}, {}},
};
constexpr StructDescriptor kAddPartitionsToTxnResponseAddPartitionsToTxnResult = {"AddPartitionsToTxnResult", kAddPartitionsToTxnResponseAddPartitionsToTxnResultFields, 2, 2, sizeof(AddPartitionsToTxnResponse::AddPartitionsToTxnResult), &kDefaultOf<AddPartitionsToTxnResponse::AddPartitionsToTxnResult>};
constexpr FieldDescriptor kAddPartitionsToTxnResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(AddPartitionsToTxnResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(AddPartitionsToTxnResponse, error_code), FieldType::kInt16, false, true, false, false, false, {4, 32767}, {}},
    {"ResultsByTransaction", &kAddPartitionsToTxnResponseAddPartitionsToTxnResult, -1, offsetof(AddPartitionsToTxnResponse, results_by_transaction), FieldType::kStruct, true, false, false, false, false, {4, 32767}, {}},
    {"ResultsByTopicV3AndBelow", &kAddPartitionsToTxnResponseAddPartitionsToTxnTopicResult, -1, offsetof(AddPartitionsToTxnResponse, results_by_topic_v3_and_below), FieldType::kStruct, true, false, false, false, false, {0, 3}, {}},
};
}  // namespace
constinit const MessageDescriptor AddPartitionsToTxnResponse::kDescriptor = {
    "AddPartitionsToTxnResponse", MessageKind::kResponse, 0, false, 24, {0, 5}, {3, 32767},
    {"AddPartitionsToTxnResponse", kAddPartitionsToTxnResponseFields, 4, 4, sizeof(AddPartitionsToTxnResponse), &kDefaultOf<AddPartitionsToTxnResponse>}};

namespace {
constexpr FieldDescriptor kAddRaftVoterRequestListenerFields[] = {
    {"Name", nullptr, -1, offsetof(AddRaftVoterRequest::Listener, name), FieldType::kString, false, false, false, true, false, {0, 32767}, {}},
    {"Host", nullptr, -1, offsetof(AddRaftVoterRequest::Listener, host), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Port", nullptr, -1, offsetof(AddRaftVoterRequest::Listener, port), FieldType::kUint16, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kAddRaftVoterRequestListener = {"Listener", kAddRaftVoterRequestListenerFields, 3, 3, sizeof(AddRaftVoterRequest::Listener), &kDefaultOf<AddRaftVoterRequest::Listener>};
constexpr FieldDescriptor kAddRaftVoterRequestFields[] = {
    {"ClusterId", nullptr, -1, offsetof(AddRaftVoterRequest, cluster_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"TimeoutMs", nullptr, -1, offsetof(AddRaftVoterRequest, timeout_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"VoterId", nullptr, -1, offsetof(AddRaftVoterRequest, voter_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"VoterDirectoryId", nullptr, -1, offsetof(AddRaftVoterRequest, voter_directory_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"Listeners", &kAddRaftVoterRequestListener, -1, offsetof(AddRaftVoterRequest, listeners), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"AckWhenCommitted", nullptr, -1, offsetof(AddRaftVoterRequest, ack_when_committed), FieldType::kBool, false, false, false, false, false, {1, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor AddRaftVoterRequest::kDescriptor = {
    "AddRaftVoterRequest", MessageKind::kRequest, kControllerListener | kBrokerListener, false, 80, {0, 1}, {0, 32767},
    {"AddRaftVoterRequest", kAddRaftVoterRequestFields, 6, 6, sizeof(AddRaftVoterRequest), &kDefaultOf<AddRaftVoterRequest>}};

namespace {
constexpr FieldDescriptor kAddRaftVoterResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(AddRaftVoterResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(AddRaftVoterResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(AddRaftVoterResponse, error_message), FieldType::kString, false, true, false, false, false, {0, 32767}, {0, 32767}},
};
}  // namespace
constinit const MessageDescriptor AddRaftVoterResponse::kDescriptor = {
    "AddRaftVoterResponse", MessageKind::kResponse, 0, false, 80, {0, 1}, {0, 32767},
    {"AddRaftVoterResponse", kAddRaftVoterResponseFields, 3, 3, sizeof(AddRaftVoterResponse), &kDefaultOf<AddRaftVoterResponse>}};

namespace {
constexpr FieldDescriptor kAllocateProducerIdsRequestFields[] = {
    {"BrokerId", nullptr, -1, offsetof(AllocateProducerIdsRequest, broker_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"BrokerEpoch", nullptr, -1, offsetof(AllocateProducerIdsRequest, broker_epoch), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor AllocateProducerIdsRequest::kDescriptor = {
    "AllocateProducerIdsRequest", MessageKind::kRequest, kControllerListener, false, 67, {0, 0}, {0, 32767},
    {"AllocateProducerIdsRequest", kAllocateProducerIdsRequestFields, 2, 2, sizeof(AllocateProducerIdsRequest), &kDefaultOf<AllocateProducerIdsRequest>}};

namespace {
constexpr FieldDescriptor kAllocateProducerIdsResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(AllocateProducerIdsResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(AllocateProducerIdsResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ProducerIdStart", nullptr, -1, offsetof(AllocateProducerIdsResponse, producer_id_start), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"ProducerIdLen", nullptr, -1, offsetof(AllocateProducerIdsResponse, producer_id_len), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor AllocateProducerIdsResponse::kDescriptor = {
    "AllocateProducerIdsResponse", MessageKind::kResponse, 0, false, 67, {0, 0}, {0, 32767},
    {"AllocateProducerIdsResponse", kAllocateProducerIdsResponseFields, 4, 4, sizeof(AllocateProducerIdsResponse), &kDefaultOf<AllocateProducerIdsResponse>}};

namespace {
constexpr FieldDescriptor kAlterClientQuotasRequestEntityDataFields[] = {
    {"EntityType", nullptr, -1, offsetof(AlterClientQuotasRequest::EntityData, entity_type), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"EntityName", nullptr, -1, offsetof(AlterClientQuotasRequest::EntityData, entity_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
};
constexpr StructDescriptor kAlterClientQuotasRequestEntityData = {"EntityData", kAlterClientQuotasRequestEntityDataFields, 2, 2, sizeof(AlterClientQuotasRequest::EntityData), &kDefaultOf<AlterClientQuotasRequest::EntityData>};
constexpr FieldDescriptor kAlterClientQuotasRequestOpDataFields[] = {
    {"Key", nullptr, -1, offsetof(AlterClientQuotasRequest::OpData, key), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Value", nullptr, -1, offsetof(AlterClientQuotasRequest::OpData, value), FieldType::kFloat64, false, false, false, false, false, {0, 32767}, {}},
    {"Remove", nullptr, -1, offsetof(AlterClientQuotasRequest::OpData, remove), FieldType::kBool, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kAlterClientQuotasRequestOpData = {"OpData", kAlterClientQuotasRequestOpDataFields, 3, 3, sizeof(AlterClientQuotasRequest::OpData), &kDefaultOf<AlterClientQuotasRequest::OpData>};
constexpr FieldDescriptor kAlterClientQuotasRequestEntryDataFields[] = {
    {"Entity", &kAlterClientQuotasRequestEntityData, -1, offsetof(AlterClientQuotasRequest::EntryData, entity), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"Ops", &kAlterClientQuotasRequestOpData, -1, offsetof(AlterClientQuotasRequest::EntryData, ops), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kAlterClientQuotasRequestEntryData = {"EntryData", kAlterClientQuotasRequestEntryDataFields, 2, 2, sizeof(AlterClientQuotasRequest::EntryData), &kDefaultOf<AlterClientQuotasRequest::EntryData>};
constexpr FieldDescriptor kAlterClientQuotasRequestFields[] = {
    {"Entries", &kAlterClientQuotasRequestEntryData, -1, offsetof(AlterClientQuotasRequest, entries), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"ValidateOnly", nullptr, -1, offsetof(AlterClientQuotasRequest, validate_only), FieldType::kBool, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor AlterClientQuotasRequest::kDescriptor = {
    "AlterClientQuotasRequest", MessageKind::kRequest, kBrokerListener | kControllerListener, false, 49, {0, 1}, {1, 32767},
    {"AlterClientQuotasRequest", kAlterClientQuotasRequestFields, 2, 2, sizeof(AlterClientQuotasRequest), &kDefaultOf<AlterClientQuotasRequest>}};

namespace {
constexpr FieldDescriptor kAlterClientQuotasResponseEntityDataFields[] = {
    {"EntityType", nullptr, -1, offsetof(AlterClientQuotasResponse::EntityData, entity_type), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"EntityName", nullptr, -1, offsetof(AlterClientQuotasResponse::EntityData, entity_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
};
constexpr StructDescriptor kAlterClientQuotasResponseEntityData = {"EntityData", kAlterClientQuotasResponseEntityDataFields, 2, 2, sizeof(AlterClientQuotasResponse::EntityData), &kDefaultOf<AlterClientQuotasResponse::EntityData>};
constexpr FieldDescriptor kAlterClientQuotasResponseEntryDataFields[] = {
    {"ErrorCode", nullptr, -1, offsetof(AlterClientQuotasResponse::EntryData, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(AlterClientQuotasResponse::EntryData, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"Entity", &kAlterClientQuotasResponseEntityData, -1, offsetof(AlterClientQuotasResponse::EntryData, entity), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kAlterClientQuotasResponseEntryData = {"EntryData", kAlterClientQuotasResponseEntryDataFields, 3, 3, sizeof(AlterClientQuotasResponse::EntryData), &kDefaultOf<AlterClientQuotasResponse::EntryData>};
constexpr FieldDescriptor kAlterClientQuotasResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(AlterClientQuotasResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Entries", &kAlterClientQuotasResponseEntryData, -1, offsetof(AlterClientQuotasResponse, entries), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor AlterClientQuotasResponse::kDescriptor = {
    "AlterClientQuotasResponse", MessageKind::kResponse, 0, false, 49, {0, 1}, {1, 32767},
    {"AlterClientQuotasResponse", kAlterClientQuotasResponseFields, 2, 2, sizeof(AlterClientQuotasResponse), &kDefaultOf<AlterClientQuotasResponse>}};

namespace {
constexpr FieldDescriptor kAlterConfigsRequestAlterableConfigFields[] = {
    {"Name", nullptr, -1, offsetof(AlterConfigsRequest::AlterableConfig, name), FieldType::kString, false, false, false, true, false, {0, 32767}, {}},
    {"Value", nullptr, -1, offsetof(AlterConfigsRequest::AlterableConfig, value), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
};
constexpr StructDescriptor kAlterConfigsRequestAlterableConfig = {"AlterableConfig", kAlterConfigsRequestAlterableConfigFields, 2, 2, sizeof(AlterConfigsRequest::AlterableConfig), &kDefaultOf<AlterConfigsRequest::AlterableConfig>};
constexpr FieldDescriptor kAlterConfigsRequestAlterConfigsResourceFields[] = {
    {"ResourceType", nullptr, -1, offsetof(AlterConfigsRequest::AlterConfigsResource, resource_type), FieldType::kInt8, false, false, false, true, false, {0, 32767}, {}},
    {"ResourceName", nullptr, -1, offsetof(AlterConfigsRequest::AlterConfigsResource, resource_name), FieldType::kString, false, false, false, true, false, {0, 32767}, {}},
    {"Configs", &kAlterConfigsRequestAlterableConfig, -1, offsetof(AlterConfigsRequest::AlterConfigsResource, configs), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kAlterConfigsRequestAlterConfigsResource = {"AlterConfigsResource", kAlterConfigsRequestAlterConfigsResourceFields, 3, 3, sizeof(AlterConfigsRequest::AlterConfigsResource), &kDefaultOf<AlterConfigsRequest::AlterConfigsResource>};
constexpr FieldDescriptor kAlterConfigsRequestFields[] = {
    {"Resources", &kAlterConfigsRequestAlterConfigsResource, -1, offsetof(AlterConfigsRequest, resources), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"ValidateOnly", nullptr, -1, offsetof(AlterConfigsRequest, validate_only), FieldType::kBool, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor AlterConfigsRequest::kDescriptor = {
    "AlterConfigsRequest", MessageKind::kRequest, kBrokerListener | kControllerListener, false, 33, {0, 2}, {2, 32767},
    {"AlterConfigsRequest", kAlterConfigsRequestFields, 2, 2, sizeof(AlterConfigsRequest), &kDefaultOf<AlterConfigsRequest>}};

namespace {
constexpr FieldDescriptor kAlterConfigsResponseAlterConfigsResourceResponseFields[] = {
    {"ErrorCode", nullptr, -1, offsetof(AlterConfigsResponse::AlterConfigsResourceResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(AlterConfigsResponse::AlterConfigsResourceResponse, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"ResourceType", nullptr, -1, offsetof(AlterConfigsResponse::AlterConfigsResourceResponse, resource_type), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
    {"ResourceName", nullptr, -1, offsetof(AlterConfigsResponse::AlterConfigsResourceResponse, resource_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kAlterConfigsResponseAlterConfigsResourceResponse = {"AlterConfigsResourceResponse", kAlterConfigsResponseAlterConfigsResourceResponseFields, 4, 4, sizeof(AlterConfigsResponse::AlterConfigsResourceResponse), &kDefaultOf<AlterConfigsResponse::AlterConfigsResourceResponse>};
constexpr FieldDescriptor kAlterConfigsResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(AlterConfigsResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Responses", &kAlterConfigsResponseAlterConfigsResourceResponse, -1, offsetof(AlterConfigsResponse, responses), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor AlterConfigsResponse::kDescriptor = {
    "AlterConfigsResponse", MessageKind::kResponse, 0, false, 33, {0, 2}, {2, 32767},
    {"AlterConfigsResponse", kAlterConfigsResponseFields, 2, 2, sizeof(AlterConfigsResponse), &kDefaultOf<AlterConfigsResponse>}};

namespace {
constexpr FieldDescriptor kAlterPartitionReassignmentsRequestReassignablePartitionFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(AlterPartitionReassignmentsRequest::ReassignablePartition, partition_index), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Replicas", nullptr, -1, offsetof(AlterPartitionReassignmentsRequest::ReassignablePartition, replicas), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {0, 32767}},
};
constexpr StructDescriptor kAlterPartitionReassignmentsRequestReassignablePartition = {"ReassignablePartition", kAlterPartitionReassignmentsRequestReassignablePartitionFields, 2, 2, sizeof(AlterPartitionReassignmentsRequest::ReassignablePartition), &kDefaultOf<AlterPartitionReassignmentsRequest::ReassignablePartition>};
constexpr FieldDescriptor kAlterPartitionReassignmentsRequestReassignableTopicFields[] = {
    {"Name", nullptr, -1, offsetof(AlterPartitionReassignmentsRequest::ReassignableTopic, name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", &kAlterPartitionReassignmentsRequestReassignablePartition, -1, offsetof(AlterPartitionReassignmentsRequest::ReassignableTopic, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kAlterPartitionReassignmentsRequestReassignableTopic = {"ReassignableTopic", kAlterPartitionReassignmentsRequestReassignableTopicFields, 2, 2, sizeof(AlterPartitionReassignmentsRequest::ReassignableTopic), &kDefaultOf<AlterPartitionReassignmentsRequest::ReassignableTopic>};
constexpr FieldDescriptor kAlterPartitionReassignmentsRequestFields[] = {
    {"TimeoutMs", nullptr, -1, offsetof(AlterPartitionReassignmentsRequest, timeout_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"AllowReplicationFactorChange", nullptr, -1, offsetof(AlterPartitionReassignmentsRequest, allow_replication_factor_change), FieldType::kBool, false, false, false, false, false, {1, 32767}, {}},
    {"Topics", &kAlterPartitionReassignmentsRequestReassignableTopic, -1, offsetof(AlterPartitionReassignmentsRequest, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor AlterPartitionReassignmentsRequest::kDescriptor = {
    "AlterPartitionReassignmentsRequest", MessageKind::kRequest, kBrokerListener | kControllerListener, false, 45, {0, 1}, {0, 32767},
    {"AlterPartitionReassignmentsRequest", kAlterPartitionReassignmentsRequestFields, 3, 3, sizeof(AlterPartitionReassignmentsRequest), &kDefaultOf<AlterPartitionReassignmentsRequest>}};

namespace {
constexpr FieldDescriptor kAlterPartitionReassignmentsResponseReassignablePartitionResponseFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(AlterPartitionReassignmentsResponse::ReassignablePartitionResponse, partition_index), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(AlterPartitionReassignmentsResponse::ReassignablePartitionResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(AlterPartitionReassignmentsResponse::ReassignablePartitionResponse, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
};
constexpr StructDescriptor kAlterPartitionReassignmentsResponseReassignablePartitionResponse = {"ReassignablePartitionResponse", kAlterPartitionReassignmentsResponseReassignablePartitionResponseFields, 3, 3, sizeof(AlterPartitionReassignmentsResponse::ReassignablePartitionResponse), &kDefaultOf<AlterPartitionReassignmentsResponse::ReassignablePartitionResponse>};
constexpr FieldDescriptor kAlterPartitionReassignmentsResponseReassignableTopicResponseFields[] = {
    {"Name", nullptr, -1, offsetof(AlterPartitionReassignmentsResponse::ReassignableTopicResponse, name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", &kAlterPartitionReassignmentsResponseReassignablePartitionResponse, -1, offsetof(AlterPartitionReassignmentsResponse::ReassignableTopicResponse, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kAlterPartitionReassignmentsResponseReassignableTopicResponse = {"ReassignableTopicResponse", kAlterPartitionReassignmentsResponseReassignableTopicResponseFields, 2, 2, sizeof(AlterPartitionReassignmentsResponse::ReassignableTopicResponse), &kDefaultOf<AlterPartitionReassignmentsResponse::ReassignableTopicResponse>};
constexpr FieldDescriptor kAlterPartitionReassignmentsResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(AlterPartitionReassignmentsResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"AllowReplicationFactorChange", nullptr, -1, offsetof(AlterPartitionReassignmentsResponse, allow_replication_factor_change), FieldType::kBool, false, true, false, false, false, {1, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(AlterPartitionReassignmentsResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(AlterPartitionReassignmentsResponse, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"Responses", &kAlterPartitionReassignmentsResponseReassignableTopicResponse, -1, offsetof(AlterPartitionReassignmentsResponse, responses), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor AlterPartitionReassignmentsResponse::kDescriptor = {
    "AlterPartitionReassignmentsResponse", MessageKind::kResponse, 0, false, 45, {0, 1}, {0, 32767},
    {"AlterPartitionReassignmentsResponse", kAlterPartitionReassignmentsResponseFields, 5, 5, sizeof(AlterPartitionReassignmentsResponse), &kDefaultOf<AlterPartitionReassignmentsResponse>}};

namespace {
constexpr FieldDescriptor kAlterPartitionRequestBrokerStateFields[] = {
    {"BrokerId", nullptr, -1, offsetof(AlterPartitionRequest::BrokerState, broker_id), FieldType::kInt32, false, false, false, false, false, {3, 32767}, {}},
    {"BrokerEpoch", nullptr, -1, offsetof(AlterPartitionRequest::BrokerState, broker_epoch), FieldType::kInt64, false, false, false, false, false, {3, 32767}, {}},
};
constexpr StructDescriptor kAlterPartitionRequestBrokerState = {"BrokerState", kAlterPartitionRequestBrokerStateFields, 2, 2, sizeof(AlterPartitionRequest::BrokerState), &kDefaultOf<AlterPartitionRequest::BrokerState>};
constexpr FieldDescriptor kAlterPartitionRequestPartitionDataFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(AlterPartitionRequest::PartitionData, partition_index), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"LeaderEpoch", nullptr, -1, offsetof(AlterPartitionRequest::PartitionData, leader_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"NewIsr", nullptr, -1, offsetof(AlterPartitionRequest::PartitionData, new_isr), FieldType::kInt32, true, false, false, false, false, {0, 2}, {}},
    {"NewIsrWithEpochs", &kAlterPartitionRequestBrokerState, -1, offsetof(AlterPartitionRequest::PartitionData, new_isr_with_epochs), FieldType::kStruct, true, false, false, false, false, {3, 32767}, {}},
    {"LeaderRecoveryState", nullptr, -1, offsetof(AlterPartitionRequest::PartitionData, leader_recovery_state), FieldType::kInt8, false, false, false, false, false, {1, 32767}, {}},
    {"PartitionEpoch", nullptr, -1, offsetof(AlterPartitionRequest::PartitionData, partition_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kAlterPartitionRequestPartitionData = {"PartitionData", kAlterPartitionRequestPartitionDataFields, 6, 6, sizeof(AlterPartitionRequest::PartitionData), &kDefaultOf<AlterPartitionRequest::PartitionData>};
constexpr FieldDescriptor kAlterPartitionRequestTopicDataFields[] = {
    {"TopicId", nullptr, -1, offsetof(AlterPartitionRequest::TopicData, topic_id), FieldType::kUuid, false, true, false, false, false, {2, 32767}, {}},
    {"Partitions", &kAlterPartitionRequestPartitionData, -1, offsetof(AlterPartitionRequest::TopicData, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kAlterPartitionRequestTopicData = {"TopicData", kAlterPartitionRequestTopicDataFields, 2, 2, sizeof(AlterPartitionRequest::TopicData), &kDefaultOf<AlterPartitionRequest::TopicData>};
constexpr FieldDescriptor kAlterPartitionRequestFields[] = {
    {"BrokerId", nullptr, -1, offsetof(AlterPartitionRequest, broker_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"BrokerEpoch", nullptr, -1, offsetof(AlterPartitionRequest, broker_epoch), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"Topics", &kAlterPartitionRequestTopicData, -1, offsetof(AlterPartitionRequest, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor AlterPartitionRequest::kDescriptor = {
    "AlterPartitionRequest", MessageKind::kRequest, kControllerListener, false, 56, {2, 3}, {0, 32767},
    {"AlterPartitionRequest", kAlterPartitionRequestFields, 3, 3, sizeof(AlterPartitionRequest), &kDefaultOf<AlterPartitionRequest>}};

namespace {
constexpr FieldDescriptor kAlterPartitionResponsePartitionDataFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(AlterPartitionResponse::PartitionData, partition_index), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(AlterPartitionResponse::PartitionData, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"LeaderId", nullptr, -1, offsetof(AlterPartitionResponse::PartitionData, leader_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"LeaderEpoch", nullptr, -1, offsetof(AlterPartitionResponse::PartitionData, leader_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Isr", nullptr, -1, offsetof(AlterPartitionResponse::PartitionData, isr), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
    {"LeaderRecoveryState", nullptr, -1, offsetof(AlterPartitionResponse::PartitionData, leader_recovery_state), FieldType::kInt8, false, true, false, false, false, {1, 32767}, {}},
    {"PartitionEpoch", nullptr, -1, offsetof(AlterPartitionResponse::PartitionData, partition_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kAlterPartitionResponsePartitionData = {"PartitionData", kAlterPartitionResponsePartitionDataFields, 7, 7, sizeof(AlterPartitionResponse::PartitionData), &kDefaultOf<AlterPartitionResponse::PartitionData>};
constexpr FieldDescriptor kAlterPartitionResponseTopicDataFields[] = {
    {"TopicId", nullptr, -1, offsetof(AlterPartitionResponse::TopicData, topic_id), FieldType::kUuid, false, true, false, false, false, {2, 32767}, {}},
    {"Partitions", &kAlterPartitionResponsePartitionData, -1, offsetof(AlterPartitionResponse::TopicData, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kAlterPartitionResponseTopicData = {"TopicData", kAlterPartitionResponseTopicDataFields, 2, 2, sizeof(AlterPartitionResponse::TopicData), &kDefaultOf<AlterPartitionResponse::TopicData>};
constexpr FieldDescriptor kAlterPartitionResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(AlterPartitionResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(AlterPartitionResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"Topics", &kAlterPartitionResponseTopicData, -1, offsetof(AlterPartitionResponse, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor AlterPartitionResponse::kDescriptor = {
    "AlterPartitionResponse", MessageKind::kResponse, 0, false, 56, {2, 3}, {0, 32767},
    {"AlterPartitionResponse", kAlterPartitionResponseFields, 3, 3, sizeof(AlterPartitionResponse), &kDefaultOf<AlterPartitionResponse>}};

namespace {
constexpr FieldDescriptor kAlterReplicaLogDirsRequestAlterReplicaLogDirTopicFields[] = {
    {"Name", nullptr, -1, offsetof(AlterReplicaLogDirsRequest::AlterReplicaLogDirTopic, name), FieldType::kString, false, false, false, true, false, {0, 32767}, {}},
    {"Partitions", nullptr, -1, offsetof(AlterReplicaLogDirsRequest::AlterReplicaLogDirTopic, partitions), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kAlterReplicaLogDirsRequestAlterReplicaLogDirTopic = {"AlterReplicaLogDirTopic", kAlterReplicaLogDirsRequestAlterReplicaLogDirTopicFields, 2, 2, sizeof(AlterReplicaLogDirsRequest::AlterReplicaLogDirTopic), &kDefaultOf<AlterReplicaLogDirsRequest::AlterReplicaLogDirTopic>};
constexpr FieldDescriptor kAlterReplicaLogDirsRequestAlterReplicaLogDirFields[] = {
    {"Path", nullptr, -1, offsetof(AlterReplicaLogDirsRequest::AlterReplicaLogDir, path), FieldType::kString, false, false, false, true, false, {0, 32767}, {}},
    {"Topics", &kAlterReplicaLogDirsRequestAlterReplicaLogDirTopic, -1, offsetof(AlterReplicaLogDirsRequest::AlterReplicaLogDir, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kAlterReplicaLogDirsRequestAlterReplicaLogDir = {"AlterReplicaLogDir", kAlterReplicaLogDirsRequestAlterReplicaLogDirFields, 2, 2, sizeof(AlterReplicaLogDirsRequest::AlterReplicaLogDir), &kDefaultOf<AlterReplicaLogDirsRequest::AlterReplicaLogDir>};
constexpr FieldDescriptor kAlterReplicaLogDirsRequestFields[] = {
    {"Dirs", &kAlterReplicaLogDirsRequestAlterReplicaLogDir, -1, offsetof(AlterReplicaLogDirsRequest, dirs), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor AlterReplicaLogDirsRequest::kDescriptor = {
    "AlterReplicaLogDirsRequest", MessageKind::kRequest, kBrokerListener, false, 34, {1, 2}, {2, 32767},
    {"AlterReplicaLogDirsRequest", kAlterReplicaLogDirsRequestFields, 1, 1, sizeof(AlterReplicaLogDirsRequest), &kDefaultOf<AlterReplicaLogDirsRequest>}};

namespace {
constexpr FieldDescriptor kAlterReplicaLogDirsResponseAlterReplicaLogDirPartitionResultFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(AlterReplicaLogDirsResponse::AlterReplicaLogDirPartitionResult, partition_index), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(AlterReplicaLogDirsResponse::AlterReplicaLogDirPartitionResult, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kAlterReplicaLogDirsResponseAlterReplicaLogDirPartitionResult = {"AlterReplicaLogDirPartitionResult", kAlterReplicaLogDirsResponseAlterReplicaLogDirPartitionResultFields, 2, 2, sizeof(AlterReplicaLogDirsResponse::AlterReplicaLogDirPartitionResult), &kDefaultOf<AlterReplicaLogDirsResponse::AlterReplicaLogDirPartitionResult>};
constexpr FieldDescriptor kAlterReplicaLogDirsResponseAlterReplicaLogDirTopicResultFields[] = {
    {"TopicName", nullptr, -1, offsetof(AlterReplicaLogDirsResponse::AlterReplicaLogDirTopicResult, topic_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", &kAlterReplicaLogDirsResponseAlterReplicaLogDirPartitionResult, -1, offsetof(AlterReplicaLogDirsResponse::AlterReplicaLogDirTopicResult, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kAlterReplicaLogDirsResponseAlterReplicaLogDirTopicResult = {"AlterReplicaLogDirTopicResult", kAlterReplicaLogDirsResponseAlterReplicaLogDirTopicResultFields, 2, 2, sizeof(AlterReplicaLogDirsResponse::AlterReplicaLogDirTopicResult), &kDefaultOf<AlterReplicaLogDirsResponse::AlterReplicaLogDirTopicResult>};
constexpr FieldDescriptor kAlterReplicaLogDirsResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(AlterReplicaLogDirsResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Results", &kAlterReplicaLogDirsResponseAlterReplicaLogDirTopicResult, -1, offsetof(AlterReplicaLogDirsResponse, results), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor AlterReplicaLogDirsResponse::kDescriptor = {
    "AlterReplicaLogDirsResponse", MessageKind::kResponse, 0, false, 34, {1, 2}, {2, 32767},
    {"AlterReplicaLogDirsResponse", kAlterReplicaLogDirsResponseFields, 2, 2, sizeof(AlterReplicaLogDirsResponse), &kDefaultOf<AlterReplicaLogDirsResponse>}};

namespace {
constexpr FieldDescriptor kAlterShareGroupOffsetsRequestAlterShareGroupOffsetsRequestPartitionFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(AlterShareGroupOffsetsRequest::AlterShareGroupOffsetsRequestPartition, partition_index), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"StartOffset", nullptr, -1, offsetof(AlterShareGroupOffsetsRequest::AlterShareGroupOffsetsRequestPartition, start_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kAlterShareGroupOffsetsRequestAlterShareGroupOffsetsRequestPartition = {"AlterShareGroupOffsetsRequestPartition", kAlterShareGroupOffsetsRequestAlterShareGroupOffsetsRequestPartitionFields, 2, 2, sizeof(AlterShareGroupOffsetsRequest::AlterShareGroupOffsetsRequestPartition), &kDefaultOf<AlterShareGroupOffsetsRequest::AlterShareGroupOffsetsRequestPartition>};
constexpr FieldDescriptor kAlterShareGroupOffsetsRequestAlterShareGroupOffsetsRequestTopicFields[] = {
    {"TopicName", nullptr, -1, offsetof(AlterShareGroupOffsetsRequest::AlterShareGroupOffsetsRequestTopic, topic_name), FieldType::kString, false, false, false, true, false, {0, 32767}, {}},
    {"Partitions", &kAlterShareGroupOffsetsRequestAlterShareGroupOffsetsRequestPartition, -1, offsetof(AlterShareGroupOffsetsRequest::AlterShareGroupOffsetsRequestTopic, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kAlterShareGroupOffsetsRequestAlterShareGroupOffsetsRequestTopic = {"AlterShareGroupOffsetsRequestTopic", kAlterShareGroupOffsetsRequestAlterShareGroupOffsetsRequestTopicFields, 2, 2, sizeof(AlterShareGroupOffsetsRequest::AlterShareGroupOffsetsRequestTopic), &kDefaultOf<AlterShareGroupOffsetsRequest::AlterShareGroupOffsetsRequestTopic>};
constexpr FieldDescriptor kAlterShareGroupOffsetsRequestFields[] = {
    {"GroupId", nullptr, -1, offsetof(AlterShareGroupOffsetsRequest, group_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Topics", &kAlterShareGroupOffsetsRequestAlterShareGroupOffsetsRequestTopic, -1, offsetof(AlterShareGroupOffsetsRequest, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor AlterShareGroupOffsetsRequest::kDescriptor = {
    "AlterShareGroupOffsetsRequest", MessageKind::kRequest, kBrokerListener, false, 91, {0, 0}, {0, 32767},
    {"AlterShareGroupOffsetsRequest", kAlterShareGroupOffsetsRequestFields, 2, 2, sizeof(AlterShareGroupOffsetsRequest), &kDefaultOf<AlterShareGroupOffsetsRequest>}};

namespace {
constexpr FieldDescriptor kAlterShareGroupOffsetsResponseAlterShareGroupOffsetsResponsePartitionFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(AlterShareGroupOffsetsResponse::AlterShareGroupOffsetsResponsePartition, partition_index), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(AlterShareGroupOffsetsResponse::AlterShareGroupOffsetsResponsePartition, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(AlterShareGroupOffsetsResponse::AlterShareGroupOffsetsResponsePartition, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
};
constexpr StructDescriptor kAlterShareGroupOffsetsResponseAlterShareGroupOffsetsResponsePartition = {"AlterShareGroupOffsetsResponsePartition", kAlterShareGroupOffsetsResponseAlterShareGroupOffsetsResponsePartitionFields, 3, 3, sizeof(AlterShareGroupOffsetsResponse::AlterShareGroupOffsetsResponsePartition), &kDefaultOf<AlterShareGroupOffsetsResponse::AlterShareGroupOffsetsResponsePartition>};
constexpr FieldDescriptor kAlterShareGroupOffsetsResponseAlterShareGroupOffsetsResponseTopicFields[] = {
    {"TopicName", nullptr, -1, offsetof(AlterShareGroupOffsetsResponse::AlterShareGroupOffsetsResponseTopic, topic_name), FieldType::kString, false, false, false, true, false, {0, 32767}, {}},
    {"TopicId", nullptr, -1, offsetof(AlterShareGroupOffsetsResponse::AlterShareGroupOffsetsResponseTopic, topic_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", &kAlterShareGroupOffsetsResponseAlterShareGroupOffsetsResponsePartition, -1, offsetof(AlterShareGroupOffsetsResponse::AlterShareGroupOffsetsResponseTopic, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kAlterShareGroupOffsetsResponseAlterShareGroupOffsetsResponseTopic = {"AlterShareGroupOffsetsResponseTopic", kAlterShareGroupOffsetsResponseAlterShareGroupOffsetsResponseTopicFields, 3, 3, sizeof(AlterShareGroupOffsetsResponse::AlterShareGroupOffsetsResponseTopic), &kDefaultOf<AlterShareGroupOffsetsResponse::AlterShareGroupOffsetsResponseTopic>};
constexpr FieldDescriptor kAlterShareGroupOffsetsResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(AlterShareGroupOffsetsResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(AlterShareGroupOffsetsResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(AlterShareGroupOffsetsResponse, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"Responses", &kAlterShareGroupOffsetsResponseAlterShareGroupOffsetsResponseTopic, -1, offsetof(AlterShareGroupOffsetsResponse, responses), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor AlterShareGroupOffsetsResponse::kDescriptor = {
    "AlterShareGroupOffsetsResponse", MessageKind::kResponse, 0, false, 91, {0, 0}, {0, 32767},
    {"AlterShareGroupOffsetsResponse", kAlterShareGroupOffsetsResponseFields, 4, 4, sizeof(AlterShareGroupOffsetsResponse), &kDefaultOf<AlterShareGroupOffsetsResponse>}};

namespace {
constexpr FieldDescriptor kAlterUserScramCredentialsRequestScramCredentialDeletionFields[] = {
    {"Name", nullptr, -1, offsetof(AlterUserScramCredentialsRequest::ScramCredentialDeletion, name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Mechanism", nullptr, -1, offsetof(AlterUserScramCredentialsRequest::ScramCredentialDeletion, mechanism), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kAlterUserScramCredentialsRequestScramCredentialDeletion = {"ScramCredentialDeletion", kAlterUserScramCredentialsRequestScramCredentialDeletionFields, 2, 2, sizeof(AlterUserScramCredentialsRequest::ScramCredentialDeletion), &kDefaultOf<AlterUserScramCredentialsRequest::ScramCredentialDeletion>};
constexpr FieldDescriptor kAlterUserScramCredentialsRequestScramCredentialUpsertionFields[] = {
    {"Name", nullptr, -1, offsetof(AlterUserScramCredentialsRequest::ScramCredentialUpsertion, name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Mechanism", nullptr, -1, offsetof(AlterUserScramCredentialsRequest::ScramCredentialUpsertion, mechanism), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
    {"Iterations", nullptr, -1, offsetof(AlterUserScramCredentialsRequest::ScramCredentialUpsertion, iterations), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Salt", nullptr, -1, offsetof(AlterUserScramCredentialsRequest::ScramCredentialUpsertion, salt), FieldType::kBytes, false, false, false, false, false, {0, 32767}, {}},
    {"SaltedPassword", nullptr, -1, offsetof(AlterUserScramCredentialsRequest::ScramCredentialUpsertion, salted_password), FieldType::kBytes, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kAlterUserScramCredentialsRequestScramCredentialUpsertion = {"ScramCredentialUpsertion", kAlterUserScramCredentialsRequestScramCredentialUpsertionFields, 5, 5, sizeof(AlterUserScramCredentialsRequest::ScramCredentialUpsertion), &kDefaultOf<AlterUserScramCredentialsRequest::ScramCredentialUpsertion>};
constexpr FieldDescriptor kAlterUserScramCredentialsRequestFields[] = {
    {"Deletions", &kAlterUserScramCredentialsRequestScramCredentialDeletion, -1, offsetof(AlterUserScramCredentialsRequest, deletions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"Upsertions", &kAlterUserScramCredentialsRequestScramCredentialUpsertion, -1, offsetof(AlterUserScramCredentialsRequest, upsertions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor AlterUserScramCredentialsRequest::kDescriptor = {
    "AlterUserScramCredentialsRequest", MessageKind::kRequest, kBrokerListener | kControllerListener, false, 51, {0, 0}, {0, 32767},
    {"AlterUserScramCredentialsRequest", kAlterUserScramCredentialsRequestFields, 2, 2, sizeof(AlterUserScramCredentialsRequest), &kDefaultOf<AlterUserScramCredentialsRequest>}};

namespace {
constexpr FieldDescriptor kAlterUserScramCredentialsResponseAlterUserScramCredentialsResultFields[] = {
    {"User", nullptr, -1, offsetof(AlterUserScramCredentialsResponse::AlterUserScramCredentialsResult, user), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(AlterUserScramCredentialsResponse::AlterUserScramCredentialsResult, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(AlterUserScramCredentialsResponse::AlterUserScramCredentialsResult, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
};
constexpr StructDescriptor kAlterUserScramCredentialsResponseAlterUserScramCredentialsResult = {"AlterUserScramCredentialsResult", kAlterUserScramCredentialsResponseAlterUserScramCredentialsResultFields, 3, 3, sizeof(AlterUserScramCredentialsResponse::AlterUserScramCredentialsResult), &kDefaultOf<AlterUserScramCredentialsResponse::AlterUserScramCredentialsResult>};
constexpr FieldDescriptor kAlterUserScramCredentialsResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(AlterUserScramCredentialsResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Results", &kAlterUserScramCredentialsResponseAlterUserScramCredentialsResult, -1, offsetof(AlterUserScramCredentialsResponse, results), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor AlterUserScramCredentialsResponse::kDescriptor = {
    "AlterUserScramCredentialsResponse", MessageKind::kResponse, 0, false, 51, {0, 0}, {0, 32767},
    {"AlterUserScramCredentialsResponse", kAlterUserScramCredentialsResponseFields, 2, 2, sizeof(AlterUserScramCredentialsResponse), &kDefaultOf<AlterUserScramCredentialsResponse>}};

namespace {
constexpr FieldDescriptor kApiVersionsRequestFields[] = {
    {"ClientSoftwareName", nullptr, -1, offsetof(ApiVersionsRequest, client_software_name), FieldType::kString, false, true, false, false, false, {3, 32767}, {}},
    {"ClientSoftwareVersion", nullptr, -1, offsetof(ApiVersionsRequest, client_software_version), FieldType::kString, false, true, false, false, false, {3, 32767}, {}},
    {"ClusterId", nullptr, -1, offsetof(ApiVersionsRequest, cluster_id), FieldType::kString, false, true, false, false, false, {5, 32767}, {5, 32767}},
    {"NodeId", nullptr, -1, offsetof(ApiVersionsRequest, node_id), FieldType::kInt32, false, true, false, false, false, {5, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ApiVersionsRequest::kDescriptor = {
    "ApiVersionsRequest", MessageKind::kRequest, kBrokerListener | kControllerListener, false, 18, {0, 5}, {3, 32767},
    {"ApiVersionsRequest", kApiVersionsRequestFields, 4, 4, sizeof(ApiVersionsRequest), &kDefaultOf<ApiVersionsRequest>}};

namespace {
constexpr FieldDescriptor kApiVersionsResponseApiVersionFields[] = {
    {"ApiKey", nullptr, -1, offsetof(ApiVersionsResponse::ApiVersion, api_key), FieldType::kInt16, false, false, false, true, false, {0, 32767}, {}},
    {"MinVersion", nullptr, -1, offsetof(ApiVersionsResponse::ApiVersion, min_version), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"MaxVersion", nullptr, -1, offsetof(ApiVersionsResponse::ApiVersion, max_version), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kApiVersionsResponseApiVersion = {"ApiVersion", kApiVersionsResponseApiVersionFields, 3, 3, sizeof(ApiVersionsResponse::ApiVersion), &kDefaultOf<ApiVersionsResponse::ApiVersion>};
constexpr FieldDescriptor kApiVersionsResponseSupportedFeatureKeyFields[] = {
    {"Name", nullptr, -1, offsetof(ApiVersionsResponse::SupportedFeatureKey, name), FieldType::kString, false, false, false, true, false, {3, 32767}, {}},
    {"MinVersion", nullptr, -1, offsetof(ApiVersionsResponse::SupportedFeatureKey, min_version), FieldType::kInt16, false, false, false, false, false, {3, 32767}, {}},
    {"MaxVersion", nullptr, -1, offsetof(ApiVersionsResponse::SupportedFeatureKey, max_version), FieldType::kInt16, false, false, false, false, false, {3, 32767}, {}},
};
constexpr StructDescriptor kApiVersionsResponseSupportedFeatureKey = {"SupportedFeatureKey", kApiVersionsResponseSupportedFeatureKeyFields, 3, 3, sizeof(ApiVersionsResponse::SupportedFeatureKey), &kDefaultOf<ApiVersionsResponse::SupportedFeatureKey>};
constexpr FieldDescriptor kApiVersionsResponseFinalizedFeatureKeyFields[] = {
    {"Name", nullptr, -1, offsetof(ApiVersionsResponse::FinalizedFeatureKey, name), FieldType::kString, false, false, false, true, false, {3, 32767}, {}},
    {"MaxVersionLevel", nullptr, -1, offsetof(ApiVersionsResponse::FinalizedFeatureKey, max_version_level), FieldType::kInt16, false, false, false, false, false, {3, 32767}, {}},
    {"MinVersionLevel", nullptr, -1, offsetof(ApiVersionsResponse::FinalizedFeatureKey, min_version_level), FieldType::kInt16, false, false, false, false, false, {3, 32767}, {}},
};
constexpr StructDescriptor kApiVersionsResponseFinalizedFeatureKey = {"FinalizedFeatureKey", kApiVersionsResponseFinalizedFeatureKeyFields, 3, 3, sizeof(ApiVersionsResponse::FinalizedFeatureKey), &kDefaultOf<ApiVersionsResponse::FinalizedFeatureKey>};
constexpr FieldDescriptor kApiVersionsResponseFields[] = {
    {"ErrorCode", nullptr, -1, offsetof(ApiVersionsResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ApiKeys", &kApiVersionsResponseApiVersion, -1, offsetof(ApiVersionsResponse, api_keys), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"ThrottleTimeMs", nullptr, -1, offsetof(ApiVersionsResponse, throttle_time_ms), FieldType::kInt32, false, true, false, false, false, {1, 32767}, {}},
    {"SupportedFeatures", &kApiVersionsResponseSupportedFeatureKey, 0, offsetof(ApiVersionsResponse, supported_features), FieldType::kStruct, true, true, false, false, false, {3, 32767}, {}},
    {"FinalizedFeaturesEpoch", nullptr, 1, offsetof(ApiVersionsResponse, finalized_features_epoch), FieldType::kInt64, false, true, false, false, false, {3, 32767}, {}},
    {"FinalizedFeatures", &kApiVersionsResponseFinalizedFeatureKey, 2, offsetof(ApiVersionsResponse, finalized_features), FieldType::kStruct, true, true, false, false, false, {3, 32767}, {}},
    {"ZkMigrationReady", nullptr, 3, offsetof(ApiVersionsResponse, zk_migration_ready), FieldType::kBool, false, true, false, false, false, {3, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ApiVersionsResponse::kDescriptor = {
    "ApiVersionsResponse", MessageKind::kResponse, 0, false, 18, {0, 5}, {3, 32767},
    {"ApiVersionsResponse", kApiVersionsResponseFields, 7, 3, sizeof(ApiVersionsResponse), &kDefaultOf<ApiVersionsResponse>}};

namespace {
constexpr FieldDescriptor kAssignReplicasToDirsRequestPartitionDataFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(AssignReplicasToDirsRequest::PartitionData, partition_index), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kAssignReplicasToDirsRequestPartitionData = {"PartitionData", kAssignReplicasToDirsRequestPartitionDataFields, 1, 1, sizeof(AssignReplicasToDirsRequest::PartitionData), &kDefaultOf<AssignReplicasToDirsRequest::PartitionData>};
constexpr FieldDescriptor kAssignReplicasToDirsRequestTopicDataFields[] = {
    {"TopicId", nullptr, -1, offsetof(AssignReplicasToDirsRequest::TopicData, topic_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", &kAssignReplicasToDirsRequestPartitionData, -1, offsetof(AssignReplicasToDirsRequest::TopicData, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kAssignReplicasToDirsRequestTopicData = {"TopicData", kAssignReplicasToDirsRequestTopicDataFields, 2, 2, sizeof(AssignReplicasToDirsRequest::TopicData), &kDefaultOf<AssignReplicasToDirsRequest::TopicData>};
constexpr FieldDescriptor kAssignReplicasToDirsRequestDirectoryDataFields[] = {
    {"Id", nullptr, -1, offsetof(AssignReplicasToDirsRequest::DirectoryData, id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"Topics", &kAssignReplicasToDirsRequestTopicData, -1, offsetof(AssignReplicasToDirsRequest::DirectoryData, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kAssignReplicasToDirsRequestDirectoryData = {"DirectoryData", kAssignReplicasToDirsRequestDirectoryDataFields, 2, 2, sizeof(AssignReplicasToDirsRequest::DirectoryData), &kDefaultOf<AssignReplicasToDirsRequest::DirectoryData>};
constexpr FieldDescriptor kAssignReplicasToDirsRequestFields[] = {
    {"BrokerId", nullptr, -1, offsetof(AssignReplicasToDirsRequest, broker_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"BrokerEpoch", nullptr, -1, offsetof(AssignReplicasToDirsRequest, broker_epoch), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"Directories", &kAssignReplicasToDirsRequestDirectoryData, -1, offsetof(AssignReplicasToDirsRequest, directories), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor AssignReplicasToDirsRequest::kDescriptor = {
    "AssignReplicasToDirsRequest", MessageKind::kRequest, kControllerListener, false, 73, {0, 0}, {0, 32767},
    {"AssignReplicasToDirsRequest", kAssignReplicasToDirsRequestFields, 3, 3, sizeof(AssignReplicasToDirsRequest), &kDefaultOf<AssignReplicasToDirsRequest>}};

namespace {
constexpr FieldDescriptor kAssignReplicasToDirsResponsePartitionDataFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(AssignReplicasToDirsResponse::PartitionData, partition_index), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(AssignReplicasToDirsResponse::PartitionData, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kAssignReplicasToDirsResponsePartitionData = {"PartitionData", kAssignReplicasToDirsResponsePartitionDataFields, 2, 2, sizeof(AssignReplicasToDirsResponse::PartitionData), &kDefaultOf<AssignReplicasToDirsResponse::PartitionData>};
constexpr FieldDescriptor kAssignReplicasToDirsResponseTopicDataFields[] = {
    {"TopicId", nullptr, -1, offsetof(AssignReplicasToDirsResponse::TopicData, topic_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", &kAssignReplicasToDirsResponsePartitionData, -1, offsetof(AssignReplicasToDirsResponse::TopicData, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kAssignReplicasToDirsResponseTopicData = {"TopicData", kAssignReplicasToDirsResponseTopicDataFields, 2, 2, sizeof(AssignReplicasToDirsResponse::TopicData), &kDefaultOf<AssignReplicasToDirsResponse::TopicData>};
constexpr FieldDescriptor kAssignReplicasToDirsResponseDirectoryDataFields[] = {
    {"Id", nullptr, -1, offsetof(AssignReplicasToDirsResponse::DirectoryData, id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"Topics", &kAssignReplicasToDirsResponseTopicData, -1, offsetof(AssignReplicasToDirsResponse::DirectoryData, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kAssignReplicasToDirsResponseDirectoryData = {"DirectoryData", kAssignReplicasToDirsResponseDirectoryDataFields, 2, 2, sizeof(AssignReplicasToDirsResponse::DirectoryData), &kDefaultOf<AssignReplicasToDirsResponse::DirectoryData>};
constexpr FieldDescriptor kAssignReplicasToDirsResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(AssignReplicasToDirsResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(AssignReplicasToDirsResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"Directories", &kAssignReplicasToDirsResponseDirectoryData, -1, offsetof(AssignReplicasToDirsResponse, directories), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor AssignReplicasToDirsResponse::kDescriptor = {
    "AssignReplicasToDirsResponse", MessageKind::kResponse, 0, false, 73, {0, 0}, {0, 32767},
    {"AssignReplicasToDirsResponse", kAssignReplicasToDirsResponseFields, 3, 3, sizeof(AssignReplicasToDirsResponse), &kDefaultOf<AssignReplicasToDirsResponse>}};

namespace {
constexpr FieldDescriptor kBeginQuorumEpochRequestPartitionDataFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(BeginQuorumEpochRequest::PartitionData, partition_index), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"VoterDirectoryId", nullptr, -1, offsetof(BeginQuorumEpochRequest::PartitionData, voter_directory_id), FieldType::kUuid, false, true, false, false, false, {1, 32767}, {}},
    {"LeaderId", nullptr, -1, offsetof(BeginQuorumEpochRequest::PartitionData, leader_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"LeaderEpoch", nullptr, -1, offsetof(BeginQuorumEpochRequest::PartitionData, leader_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kBeginQuorumEpochRequestPartitionData = {"PartitionData", kBeginQuorumEpochRequestPartitionDataFields, 4, 4, sizeof(BeginQuorumEpochRequest::PartitionData), &kDefaultOf<BeginQuorumEpochRequest::PartitionData>};
constexpr FieldDescriptor kBeginQuorumEpochRequestTopicDataFields[] = {
    {"TopicName", nullptr, -1, offsetof(BeginQuorumEpochRequest::TopicData, topic_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", &kBeginQuorumEpochRequestPartitionData, -1, offsetof(BeginQuorumEpochRequest::TopicData, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kBeginQuorumEpochRequestTopicData = {"TopicData", kBeginQuorumEpochRequestTopicDataFields, 2, 2, sizeof(BeginQuorumEpochRequest::TopicData), &kDefaultOf<BeginQuorumEpochRequest::TopicData>};
constexpr FieldDescriptor kBeginQuorumEpochRequestLeaderEndpointFields[] = {
    {"Name", nullptr, -1, offsetof(BeginQuorumEpochRequest::LeaderEndpoint, name), FieldType::kString, false, false, false, true, false, {1, 32767}, {}},
    {"Host", nullptr, -1, offsetof(BeginQuorumEpochRequest::LeaderEndpoint, host), FieldType::kString, false, false, false, false, false, {1, 32767}, {}},
    {"Port", nullptr, -1, offsetof(BeginQuorumEpochRequest::LeaderEndpoint, port), FieldType::kUint16, false, false, false, false, false, {1, 32767}, {}},
};
constexpr StructDescriptor kBeginQuorumEpochRequestLeaderEndpoint = {"LeaderEndpoint", kBeginQuorumEpochRequestLeaderEndpointFields, 3, 3, sizeof(BeginQuorumEpochRequest::LeaderEndpoint), &kDefaultOf<BeginQuorumEpochRequest::LeaderEndpoint>};
constexpr FieldDescriptor kBeginQuorumEpochRequestFields[] = {
    {"ClusterId", nullptr, -1, offsetof(BeginQuorumEpochRequest, cluster_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"VoterId", nullptr, -1, offsetof(BeginQuorumEpochRequest, voter_id), FieldType::kInt32, false, true, false, false, false, {1, 32767}, {}},
    {"Topics", &kBeginQuorumEpochRequestTopicData, -1, offsetof(BeginQuorumEpochRequest, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"LeaderEndpoints", &kBeginQuorumEpochRequestLeaderEndpoint, -1, offsetof(BeginQuorumEpochRequest, leader_endpoints), FieldType::kStruct, true, true, false, false, false, {1, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor BeginQuorumEpochRequest::kDescriptor = {
    "BeginQuorumEpochRequest", MessageKind::kRequest, kControllerListener, false, 53, {0, 1}, {1, 32767},
    {"BeginQuorumEpochRequest", kBeginQuorumEpochRequestFields, 4, 4, sizeof(BeginQuorumEpochRequest), &kDefaultOf<BeginQuorumEpochRequest>}};

namespace {
constexpr FieldDescriptor kBeginQuorumEpochResponsePartitionDataFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(BeginQuorumEpochResponse::PartitionData, partition_index), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(BeginQuorumEpochResponse::PartitionData, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"LeaderId", nullptr, -1, offsetof(BeginQuorumEpochResponse::PartitionData, leader_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"LeaderEpoch", nullptr, -1, offsetof(BeginQuorumEpochResponse::PartitionData, leader_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kBeginQuorumEpochResponsePartitionData = {"PartitionData", kBeginQuorumEpochResponsePartitionDataFields, 4, 4, sizeof(BeginQuorumEpochResponse::PartitionData), &kDefaultOf<BeginQuorumEpochResponse::PartitionData>};
constexpr FieldDescriptor kBeginQuorumEpochResponseTopicDataFields[] = {
    {"TopicName", nullptr, -1, offsetof(BeginQuorumEpochResponse::TopicData, topic_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", &kBeginQuorumEpochResponsePartitionData, -1, offsetof(BeginQuorumEpochResponse::TopicData, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kBeginQuorumEpochResponseTopicData = {"TopicData", kBeginQuorumEpochResponseTopicDataFields, 2, 2, sizeof(BeginQuorumEpochResponse::TopicData), &kDefaultOf<BeginQuorumEpochResponse::TopicData>};
constexpr FieldDescriptor kBeginQuorumEpochResponseNodeEndpointFields[] = {
    {"NodeId", nullptr, -1, offsetof(BeginQuorumEpochResponse::NodeEndpoint, node_id), FieldType::kInt32, false, false, false, true, false, {1, 32767}, {}},
    {"Host", nullptr, -1, offsetof(BeginQuorumEpochResponse::NodeEndpoint, host), FieldType::kString, false, false, false, false, false, {1, 32767}, {}},
    {"Port", nullptr, -1, offsetof(BeginQuorumEpochResponse::NodeEndpoint, port), FieldType::kUint16, false, false, false, false, false, {1, 32767}, {}},
};
constexpr StructDescriptor kBeginQuorumEpochResponseNodeEndpoint = {"NodeEndpoint", kBeginQuorumEpochResponseNodeEndpointFields, 3, 3, sizeof(BeginQuorumEpochResponse::NodeEndpoint), &kDefaultOf<BeginQuorumEpochResponse::NodeEndpoint>};
constexpr FieldDescriptor kBeginQuorumEpochResponseFields[] = {
    {"ErrorCode", nullptr, -1, offsetof(BeginQuorumEpochResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"Topics", &kBeginQuorumEpochResponseTopicData, -1, offsetof(BeginQuorumEpochResponse, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"NodeEndpoints", &kBeginQuorumEpochResponseNodeEndpoint, 0, offsetof(BeginQuorumEpochResponse, node_endpoints), FieldType::kStruct, true, false, false, false, false, {1, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor BeginQuorumEpochResponse::kDescriptor = {
    "BeginQuorumEpochResponse", MessageKind::kResponse, 0, false, 53, {0, 1}, {1, 32767},
    {"BeginQuorumEpochResponse", kBeginQuorumEpochResponseFields, 3, 2, sizeof(BeginQuorumEpochResponse), &kDefaultOf<BeginQuorumEpochResponse>}};

namespace {
constexpr FieldDescriptor kBeginTransactionRecordFields[] = {
    {"Name", nullptr, 0, offsetof(BeginTransactionRecord, name), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
};
}  // namespace
constinit const MessageDescriptor BeginTransactionRecord::kDescriptor = {
    "BeginTransactionRecord", MessageKind::kMetadataRecord, 0, false, 23, {0, 0}, {0, 32767},
    {"BeginTransactionRecord", kBeginTransactionRecordFields, 1, 0, sizeof(BeginTransactionRecord), &kDefaultOf<BeginTransactionRecord>}};

namespace {
constexpr FieldDescriptor kBrokerHeartbeatRequestFields[] = {
    {"BrokerId", nullptr, -1, offsetof(BrokerHeartbeatRequest, broker_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"BrokerEpoch", nullptr, -1, offsetof(BrokerHeartbeatRequest, broker_epoch), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"CurrentMetadataOffset", nullptr, -1, offsetof(BrokerHeartbeatRequest, current_metadata_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"WantFence", nullptr, -1, offsetof(BrokerHeartbeatRequest, want_fence), FieldType::kBool, false, false, false, false, false, {0, 32767}, {}},
    {"WantShutDown", nullptr, -1, offsetof(BrokerHeartbeatRequest, want_shut_down), FieldType::kBool, false, false, false, false, false, {0, 32767}, {}},
    {"OfflineLogDirs", nullptr, 0, offsetof(BrokerHeartbeatRequest, offline_log_dirs), FieldType::kUuid, true, false, false, false, false, {1, 32767}, {}},
    {"CordonedLogDirs", nullptr, 1, offsetof(BrokerHeartbeatRequest, cordoned_log_dirs), FieldType::kUuid, true, false, false, false, false, {2, 32767}, {2, 32767}},
};
}  // namespace
constinit const MessageDescriptor BrokerHeartbeatRequest::kDescriptor = {
    "BrokerHeartbeatRequest", MessageKind::kRequest, kControllerListener, false, 63, {0, 2}, {0, 32767},
    {"BrokerHeartbeatRequest", kBrokerHeartbeatRequestFields, 7, 5, sizeof(BrokerHeartbeatRequest), &kDefaultOf<BrokerHeartbeatRequest>}};

namespace {
constexpr FieldDescriptor kBrokerHeartbeatResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(BrokerHeartbeatResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(BrokerHeartbeatResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"IsCaughtUp", nullptr, -1, offsetof(BrokerHeartbeatResponse, is_caught_up), FieldType::kBool, false, false, false, false, false, {0, 32767}, {}},
    {"IsFenced", nullptr, -1, offsetof(BrokerHeartbeatResponse, is_fenced), FieldType::kBool, false, false, false, false, false, {0, 32767}, {}},
    {"ShouldShutDown", nullptr, -1, offsetof(BrokerHeartbeatResponse, should_shut_down), FieldType::kBool, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor BrokerHeartbeatResponse::kDescriptor = {
    "BrokerHeartbeatResponse", MessageKind::kResponse, 0, false, 63, {0, 2}, {0, 32767},
    {"BrokerHeartbeatResponse", kBrokerHeartbeatResponseFields, 5, 5, sizeof(BrokerHeartbeatResponse), &kDefaultOf<BrokerHeartbeatResponse>}};

namespace {
constexpr FieldDescriptor kBrokerRegistrationChangeRecordFields[] = {
    {"BrokerId", nullptr, -1, offsetof(BrokerRegistrationChangeRecord, broker_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"BrokerEpoch", nullptr, -1, offsetof(BrokerRegistrationChangeRecord, broker_epoch), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"Fenced", nullptr, 0, offsetof(BrokerRegistrationChangeRecord, fenced), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
    {"InControlledShutdown", nullptr, 1, offsetof(BrokerRegistrationChangeRecord, in_controlled_shutdown), FieldType::kInt8, false, false, false, false, false, {1, 32767}, {}},
    {"LogDirs", nullptr, 2, offsetof(BrokerRegistrationChangeRecord, log_dirs), FieldType::kUuid, true, false, false, false, false, {2, 32767}, {}},
    {"CordonedLogDirs", nullptr, 3, offsetof(BrokerRegistrationChangeRecord, cordoned_log_dirs), FieldType::kUuid, true, false, false, false, false, {3, 32767}, {3, 32767}},
};
}  // namespace
constinit const MessageDescriptor BrokerRegistrationChangeRecord::kDescriptor = {
    "BrokerRegistrationChangeRecord", MessageKind::kMetadataRecord, 0, false, 17, {0, 3}, {0, 32767},
    {"BrokerRegistrationChangeRecord", kBrokerRegistrationChangeRecordFields, 6, 2, sizeof(BrokerRegistrationChangeRecord), &kDefaultOf<BrokerRegistrationChangeRecord>}};

namespace {
constexpr FieldDescriptor kBrokerRegistrationRequestListenerFields[] = {
    {"Name", nullptr, -1, offsetof(BrokerRegistrationRequest::Listener, name), FieldType::kString, false, false, false, true, false, {0, 32767}, {}},
    {"Host", nullptr, -1, offsetof(BrokerRegistrationRequest::Listener, host), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Port", nullptr, -1, offsetof(BrokerRegistrationRequest::Listener, port), FieldType::kUint16, false, false, false, false, false, {0, 32767}, {}},
    {"SecurityProtocol", nullptr, -1, offsetof(BrokerRegistrationRequest::Listener, security_protocol), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kBrokerRegistrationRequestListener = {"Listener", kBrokerRegistrationRequestListenerFields, 4, 4, sizeof(BrokerRegistrationRequest::Listener), &kDefaultOf<BrokerRegistrationRequest::Listener>};
constexpr FieldDescriptor kBrokerRegistrationRequestFeatureFields[] = {
    {"Name", nullptr, -1, offsetof(BrokerRegistrationRequest::Feature, name), FieldType::kString, false, false, false, true, false, {0, 32767}, {}},
    {"MinSupportedVersion", nullptr, -1, offsetof(BrokerRegistrationRequest::Feature, min_supported_version), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"MaxSupportedVersion", nullptr, -1, offsetof(BrokerRegistrationRequest::Feature, max_supported_version), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kBrokerRegistrationRequestFeature = {"Feature", kBrokerRegistrationRequestFeatureFields, 3, 3, sizeof(BrokerRegistrationRequest::Feature), &kDefaultOf<BrokerRegistrationRequest::Feature>};
constexpr FieldDescriptor kBrokerRegistrationRequestFields[] = {
    {"BrokerId", nullptr, -1, offsetof(BrokerRegistrationRequest, broker_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ClusterId", nullptr, -1, offsetof(BrokerRegistrationRequest, cluster_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"IncarnationId", nullptr, -1, offsetof(BrokerRegistrationRequest, incarnation_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"Listeners", &kBrokerRegistrationRequestListener, -1, offsetof(BrokerRegistrationRequest, listeners), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"Features", &kBrokerRegistrationRequestFeature, -1, offsetof(BrokerRegistrationRequest, features), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"Rack", nullptr, -1, offsetof(BrokerRegistrationRequest, rack), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"IsMigratingZkBroker", nullptr, -1, offsetof(BrokerRegistrationRequest, is_migrating_zk_broker), FieldType::kBool, false, false, false, false, false, {1, 32767}, {}},
    {"LogDirs", nullptr, -1, offsetof(BrokerRegistrationRequest, log_dirs), FieldType::kUuid, true, true, false, false, false, {2, 32767}, {}},
    {"PreviousBrokerEpoch", nullptr, -1, offsetof(BrokerRegistrationRequest, previous_broker_epoch), FieldType::kInt64, false, true, false, false, false, {3, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor BrokerRegistrationRequest::kDescriptor = {
    "BrokerRegistrationRequest", MessageKind::kRequest, kControllerListener, false, 62, {0, 4}, {0, 32767},
    {"BrokerRegistrationRequest", kBrokerRegistrationRequestFields, 9, 9, sizeof(BrokerRegistrationRequest), &kDefaultOf<BrokerRegistrationRequest>}};

namespace {
constexpr FieldDescriptor kBrokerRegistrationResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(BrokerRegistrationResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(BrokerRegistrationResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"BrokerEpoch", nullptr, -1, offsetof(BrokerRegistrationResponse, broker_epoch), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor BrokerRegistrationResponse::kDescriptor = {
    "BrokerRegistrationResponse", MessageKind::kResponse, 0, false, 62, {0, 4}, {0, 32767},
    {"BrokerRegistrationResponse", kBrokerRegistrationResponseFields, 3, 3, sizeof(BrokerRegistrationResponse), &kDefaultOf<BrokerRegistrationResponse>}};

namespace {
constexpr FieldDescriptor kClearElrRecordFields[] = {
    {"TopicName", nullptr, -1, offsetof(ClearElrRecord, topic_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ClearElrRecord::kDescriptor = {
    "ClearElrRecord", MessageKind::kMetadataRecord, 0, false, 28, {0, 0}, {0, 32767},
    {"ClearElrRecord", kClearElrRecordFields, 1, 1, sizeof(ClearElrRecord), &kDefaultOf<ClearElrRecord>}};

namespace {
constexpr FieldDescriptor kClientQuotaRecordEntityDataFields[] = {
    {"EntityType", nullptr, -1, offsetof(ClientQuotaRecord::EntityData, entity_type), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"EntityName", nullptr, -1, offsetof(ClientQuotaRecord::EntityData, entity_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
};
constexpr StructDescriptor kClientQuotaRecordEntityData = {"EntityData", kClientQuotaRecordEntityDataFields, 2, 2, sizeof(ClientQuotaRecord::EntityData), &kDefaultOf<ClientQuotaRecord::EntityData>};
constexpr FieldDescriptor kClientQuotaRecordFields[] = {
    {"Entity", &kClientQuotaRecordEntityData, -1, offsetof(ClientQuotaRecord, entity), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"Key", nullptr, -1, offsetof(ClientQuotaRecord, key), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Value", nullptr, -1, offsetof(ClientQuotaRecord, value), FieldType::kFloat64, false, false, false, false, false, {0, 32767}, {}},
    {"Remove", nullptr, -1, offsetof(ClientQuotaRecord, remove), FieldType::kBool, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ClientQuotaRecord::kDescriptor = {
    "ClientQuotaRecord", MessageKind::kMetadataRecord, 0, false, 14, {0, 0}, {0, 32767},
    {"ClientQuotaRecord", kClientQuotaRecordFields, 4, 4, sizeof(ClientQuotaRecord), &kDefaultOf<ClientQuotaRecord>}};

namespace {
constexpr FieldDescriptor kConfigRecordFields[] = {
    {"ResourceType", nullptr, -1, offsetof(ConfigRecord, resource_type), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
    {"ResourceName", nullptr, -1, offsetof(ConfigRecord, resource_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Name", nullptr, -1, offsetof(ConfigRecord, name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Value", nullptr, -1, offsetof(ConfigRecord, value), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
};
}  // namespace
constinit const MessageDescriptor ConfigRecord::kDescriptor = {
    "ConfigRecord", MessageKind::kMetadataRecord, 0, false, 4, {0, 0}, {0, 32767},
    {"ConfigRecord", kConfigRecordFields, 4, 4, sizeof(ConfigRecord), &kDefaultOf<ConfigRecord>}};

namespace {
constexpr FieldDescriptor kConsumerGroupCurrentMemberAssignmentKeyFields[] = {
    {"GroupId", nullptr, -1, offsetof(ConsumerGroupCurrentMemberAssignmentKey, group_id), FieldType::kString, false, false, false, false, false, {0, 0}, {}},
    {"MemberId", nullptr, -1, offsetof(ConsumerGroupCurrentMemberAssignmentKey, member_id), FieldType::kString, false, false, false, false, false, {0, 0}, {}},
};
}  // namespace
constinit const MessageDescriptor ConsumerGroupCurrentMemberAssignmentKey::kDescriptor = {
    "ConsumerGroupCurrentMemberAssignmentKey", MessageKind::kGroupKey, 0, false, 8, {0, 0}, {},
    {"ConsumerGroupCurrentMemberAssignmentKey", kConsumerGroupCurrentMemberAssignmentKeyFields, 2, 2, sizeof(ConsumerGroupCurrentMemberAssignmentKey), &kDefaultOf<ConsumerGroupCurrentMemberAssignmentKey>}};

namespace {
constexpr FieldDescriptor kConsumerGroupCurrentMemberAssignmentValueTopicPartitionsFields[] = {
    {"TopicId", nullptr, -1, offsetof(ConsumerGroupCurrentMemberAssignmentValue::TopicPartitions, topic_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", nullptr, -1, offsetof(ConsumerGroupCurrentMemberAssignmentValue::TopicPartitions, partitions), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
    {"AssignmentEpochs", nullptr, 0, offsetof(ConsumerGroupCurrentMemberAssignmentValue::TopicPartitions, assignment_epochs), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {0, 32767}},
};
constexpr StructDescriptor kConsumerGroupCurrentMemberAssignmentValueTopicPartitions = {"TopicPartitions", kConsumerGroupCurrentMemberAssignmentValueTopicPartitionsFields, 3, 2, sizeof(ConsumerGroupCurrentMemberAssignmentValue::TopicPartitions), &kDefaultOf<ConsumerGroupCurrentMemberAssignmentValue::TopicPartitions>};
constexpr FieldDescriptor kConsumerGroupCurrentMemberAssignmentValueFields[] = {
    {"MemberEpoch", nullptr, -1, offsetof(ConsumerGroupCurrentMemberAssignmentValue, member_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"PreviousMemberEpoch", nullptr, -1, offsetof(ConsumerGroupCurrentMemberAssignmentValue, previous_member_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"State", nullptr, -1, offsetof(ConsumerGroupCurrentMemberAssignmentValue, state), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
    {"AssignedPartitions", &kConsumerGroupCurrentMemberAssignmentValueTopicPartitions, -1, offsetof(ConsumerGroupCurrentMemberAssignmentValue, assigned_partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"PartitionsPendingRevocation", &kConsumerGroupCurrentMemberAssignmentValueTopicPartitions, -1, offsetof(ConsumerGroupCurrentMemberAssignmentValue, partitions_pending_revocation), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ConsumerGroupCurrentMemberAssignmentValue::kDescriptor = {
    "ConsumerGroupCurrentMemberAssignmentValue", MessageKind::kGroupValue, 0, false, 8, {0, 0}, {0, 32767},
    {"ConsumerGroupCurrentMemberAssignmentValue", kConsumerGroupCurrentMemberAssignmentValueFields, 5, 5, sizeof(ConsumerGroupCurrentMemberAssignmentValue), &kDefaultOf<ConsumerGroupCurrentMemberAssignmentValue>}};

namespace {
constexpr FieldDescriptor kConsumerGroupDescribeRequestFields[] = {
    {"GroupIds", nullptr, -1, offsetof(ConsumerGroupDescribeRequest, group_ids), FieldType::kString, true, false, false, false, false, {0, 32767}, {}},
    {"IncludeAuthorizedOperations", nullptr, -1, offsetof(ConsumerGroupDescribeRequest, include_authorized_operations), FieldType::kBool, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ConsumerGroupDescribeRequest::kDescriptor = {
    "ConsumerGroupDescribeRequest", MessageKind::kRequest, kBrokerListener, false, 69, {0, 1}, {0, 32767},
    {"ConsumerGroupDescribeRequest", kConsumerGroupDescribeRequestFields, 2, 2, sizeof(ConsumerGroupDescribeRequest), &kDefaultOf<ConsumerGroupDescribeRequest>}};

namespace {
constexpr FieldDescriptor kConsumerGroupDescribeResponseTopicPartitionsFields[] = {
    {"TopicId", nullptr, -1, offsetof(ConsumerGroupDescribeResponse::TopicPartitions, topic_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"TopicName", nullptr, -1, offsetof(ConsumerGroupDescribeResponse::TopicPartitions, topic_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", nullptr, -1, offsetof(ConsumerGroupDescribeResponse::TopicPartitions, partitions), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kConsumerGroupDescribeResponseTopicPartitions = {"TopicPartitions", kConsumerGroupDescribeResponseTopicPartitionsFields, 3, 3, sizeof(ConsumerGroupDescribeResponse::TopicPartitions), &kDefaultOf<ConsumerGroupDescribeResponse::TopicPartitions>};
constexpr FieldDescriptor kConsumerGroupDescribeResponseAssignmentFields[] = {
    {"TopicPartitions", &kConsumerGroupDescribeResponseTopicPartitions, -1, offsetof(ConsumerGroupDescribeResponse::Assignment, topic_partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kConsumerGroupDescribeResponseAssignment = {"Assignment", kConsumerGroupDescribeResponseAssignmentFields, 1, 1, sizeof(ConsumerGroupDescribeResponse::Assignment), &kDefaultOf<ConsumerGroupDescribeResponse::Assignment>};
constexpr FieldDescriptor kConsumerGroupDescribeResponseMemberFields[] = {
    {"MemberId", nullptr, -1, offsetof(ConsumerGroupDescribeResponse::Member, member_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"InstanceId", nullptr, -1, offsetof(ConsumerGroupDescribeResponse::Member, instance_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"RackId", nullptr, -1, offsetof(ConsumerGroupDescribeResponse::Member, rack_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"MemberEpoch", nullptr, -1, offsetof(ConsumerGroupDescribeResponse::Member, member_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ClientId", nullptr, -1, offsetof(ConsumerGroupDescribeResponse::Member, client_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"ClientHost", nullptr, -1, offsetof(ConsumerGroupDescribeResponse::Member, client_host), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"SubscribedTopicNames", nullptr, -1, offsetof(ConsumerGroupDescribeResponse::Member, subscribed_topic_names), FieldType::kString, true, false, false, false, false, {0, 32767}, {}},
    {"SubscribedTopicRegex", nullptr, -1, offsetof(ConsumerGroupDescribeResponse::Member, subscribed_topic_regex), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"Assignment", &kConsumerGroupDescribeResponseAssignment, -1, offsetof(ConsumerGroupDescribeResponse::Member, assignment), FieldType::kStruct, false, false, false, false, false, {0, 32767}, {}},
    {"TargetAssignment", &kConsumerGroupDescribeResponseAssignment, -1, offsetof(ConsumerGroupDescribeResponse::Member, target_assignment), FieldType::kStruct, false, false, false, false, false, {0, 32767}, {}},
    {"MemberType", nullptr, -1, offsetof(ConsumerGroupDescribeResponse::Member, member_type), FieldType::kInt8, false, true, false, false, false, {1, 32767}, {}},
};
constexpr StructDescriptor kConsumerGroupDescribeResponseMember = {"Member", kConsumerGroupDescribeResponseMemberFields, 11, 11, sizeof(ConsumerGroupDescribeResponse::Member), &kDefaultOf<ConsumerGroupDescribeResponse::Member>};
constexpr FieldDescriptor kConsumerGroupDescribeResponseDescribedGroupFields[] = {
    {"ErrorCode", nullptr, -1, offsetof(ConsumerGroupDescribeResponse::DescribedGroup, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(ConsumerGroupDescribeResponse::DescribedGroup, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"GroupId", nullptr, -1, offsetof(ConsumerGroupDescribeResponse::DescribedGroup, group_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"GroupState", nullptr, -1, offsetof(ConsumerGroupDescribeResponse::DescribedGroup, group_state), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"GroupEpoch", nullptr, -1, offsetof(ConsumerGroupDescribeResponse::DescribedGroup, group_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"AssignmentEpoch", nullptr, -1, offsetof(ConsumerGroupDescribeResponse::DescribedGroup, assignment_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"AssignorName", nullptr, -1, offsetof(ConsumerGroupDescribeResponse::DescribedGroup, assignor_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Members", &kConsumerGroupDescribeResponseMember, -1, offsetof(ConsumerGroupDescribeResponse::DescribedGroup, members), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"AuthorizedOperations", nullptr, -1, offsetof(ConsumerGroupDescribeResponse::DescribedGroup, authorized_operations), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kConsumerGroupDescribeResponseDescribedGroup = {"DescribedGroup", kConsumerGroupDescribeResponseDescribedGroupFields, 9, 9, sizeof(ConsumerGroupDescribeResponse::DescribedGroup), &kDefaultOf<ConsumerGroupDescribeResponse::DescribedGroup>};
constexpr FieldDescriptor kConsumerGroupDescribeResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(ConsumerGroupDescribeResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Groups", &kConsumerGroupDescribeResponseDescribedGroup, -1, offsetof(ConsumerGroupDescribeResponse, groups), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ConsumerGroupDescribeResponse::kDescriptor = {
    "ConsumerGroupDescribeResponse", MessageKind::kResponse, 0, false, 69, {0, 1}, {0, 32767},
    {"ConsumerGroupDescribeResponse", kConsumerGroupDescribeResponseFields, 2, 2, sizeof(ConsumerGroupDescribeResponse), &kDefaultOf<ConsumerGroupDescribeResponse>}};

namespace {
constexpr FieldDescriptor kConsumerGroupHeartbeatRequestTopicPartitionsFields[] = {
    {"TopicId", nullptr, -1, offsetof(ConsumerGroupHeartbeatRequest::TopicPartitions, topic_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", nullptr, -1, offsetof(ConsumerGroupHeartbeatRequest::TopicPartitions, partitions), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kConsumerGroupHeartbeatRequestTopicPartitions = {"TopicPartitions", kConsumerGroupHeartbeatRequestTopicPartitionsFields, 2, 2, sizeof(ConsumerGroupHeartbeatRequest::TopicPartitions), &kDefaultOf<ConsumerGroupHeartbeatRequest::TopicPartitions>};
constexpr FieldDescriptor kConsumerGroupHeartbeatRequestFields[] = {
    {"GroupId", nullptr, -1, offsetof(ConsumerGroupHeartbeatRequest, group_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"MemberId", nullptr, -1, offsetof(ConsumerGroupHeartbeatRequest, member_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"MemberEpoch", nullptr, -1, offsetof(ConsumerGroupHeartbeatRequest, member_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"InstanceId", nullptr, -1, offsetof(ConsumerGroupHeartbeatRequest, instance_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"RackId", nullptr, -1, offsetof(ConsumerGroupHeartbeatRequest, rack_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"RebalanceTimeoutMs", nullptr, -1, offsetof(ConsumerGroupHeartbeatRequest, rebalance_timeout_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"SubscribedTopicNames", nullptr, -1, offsetof(ConsumerGroupHeartbeatRequest, subscribed_topic_names), FieldType::kString, true, false, false, false, false, {0, 32767}, {0, 32767}},
    {"SubscribedTopicRegex", nullptr, -1, offsetof(ConsumerGroupHeartbeatRequest, subscribed_topic_regex), FieldType::kString, false, false, false, false, false, {1, 32767}, {1, 32767}},
    {"ServerAssignor", nullptr, -1, offsetof(ConsumerGroupHeartbeatRequest, server_assignor), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"TopicPartitions", &kConsumerGroupHeartbeatRequestTopicPartitions, -1, offsetof(ConsumerGroupHeartbeatRequest, topic_partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {0, 32767}},
};
}  // namespace
constinit const MessageDescriptor ConsumerGroupHeartbeatRequest::kDescriptor = {
    "ConsumerGroupHeartbeatRequest", MessageKind::kRequest, kBrokerListener, false, 68, {0, 1}, {0, 32767},
    {"ConsumerGroupHeartbeatRequest", kConsumerGroupHeartbeatRequestFields, 10, 10, sizeof(ConsumerGroupHeartbeatRequest), &kDefaultOf<ConsumerGroupHeartbeatRequest>}};

namespace {
constexpr FieldDescriptor kConsumerGroupHeartbeatResponseTopicPartitionsFields[] = {
    {"TopicId", nullptr, -1, offsetof(ConsumerGroupHeartbeatResponse::TopicPartitions, topic_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", nullptr, -1, offsetof(ConsumerGroupHeartbeatResponse::TopicPartitions, partitions), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kConsumerGroupHeartbeatResponseTopicPartitions = {"TopicPartitions", kConsumerGroupHeartbeatResponseTopicPartitionsFields, 2, 2, sizeof(ConsumerGroupHeartbeatResponse::TopicPartitions), &kDefaultOf<ConsumerGroupHeartbeatResponse::TopicPartitions>};
constexpr FieldDescriptor kConsumerGroupHeartbeatResponseAssignmentFields[] = {
    {"TopicPartitions", &kConsumerGroupHeartbeatResponseTopicPartitions, -1, offsetof(ConsumerGroupHeartbeatResponse::Assignment, topic_partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kConsumerGroupHeartbeatResponseAssignment = {"Assignment", kConsumerGroupHeartbeatResponseAssignmentFields, 1, 1, sizeof(ConsumerGroupHeartbeatResponse::Assignment), &kDefaultOf<ConsumerGroupHeartbeatResponse::Assignment>};
constexpr FieldDescriptor kConsumerGroupHeartbeatResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(ConsumerGroupHeartbeatResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(ConsumerGroupHeartbeatResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(ConsumerGroupHeartbeatResponse, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"MemberId", nullptr, -1, offsetof(ConsumerGroupHeartbeatResponse, member_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"MemberEpoch", nullptr, -1, offsetof(ConsumerGroupHeartbeatResponse, member_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"HeartbeatIntervalMs", nullptr, -1, offsetof(ConsumerGroupHeartbeatResponse, heartbeat_interval_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Assignment", &kConsumerGroupHeartbeatResponseAssignment, -1, offsetof(ConsumerGroupHeartbeatResponse, assignment), FieldType::kStruct, false, false, true, false, false, {0, 32767}, {0, 32767}},
};
}  // namespace
constinit const MessageDescriptor ConsumerGroupHeartbeatResponse::kDescriptor = {
    "ConsumerGroupHeartbeatResponse", MessageKind::kResponse, 0, false, 68, {0, 1}, {0, 32767},
    {"ConsumerGroupHeartbeatResponse", kConsumerGroupHeartbeatResponseFields, 7, 7, sizeof(ConsumerGroupHeartbeatResponse), &kDefaultOf<ConsumerGroupHeartbeatResponse>}};

namespace {
constexpr FieldDescriptor kConsumerGroupMemberMetadataKeyFields[] = {
    {"GroupId", nullptr, -1, offsetof(ConsumerGroupMemberMetadataKey, group_id), FieldType::kString, false, false, false, false, false, {0, 0}, {}},
    {"MemberId", nullptr, -1, offsetof(ConsumerGroupMemberMetadataKey, member_id), FieldType::kString, false, false, false, false, false, {0, 0}, {}},
};
}  // namespace
constinit const MessageDescriptor ConsumerGroupMemberMetadataKey::kDescriptor = {
    "ConsumerGroupMemberMetadataKey", MessageKind::kGroupKey, 0, false, 5, {0, 0}, {},
    {"ConsumerGroupMemberMetadataKey", kConsumerGroupMemberMetadataKeyFields, 2, 2, sizeof(ConsumerGroupMemberMetadataKey), &kDefaultOf<ConsumerGroupMemberMetadataKey>}};

namespace {
constexpr FieldDescriptor kConsumerGroupMemberMetadataValueClassicProtocolFields[] = {
    {"Name", nullptr, -1, offsetof(ConsumerGroupMemberMetadataValue::ClassicProtocol, name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Metadata", nullptr, -1, offsetof(ConsumerGroupMemberMetadataValue::ClassicProtocol, metadata), FieldType::kBytes, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kConsumerGroupMemberMetadataValueClassicProtocol = {"ClassicProtocol", kConsumerGroupMemberMetadataValueClassicProtocolFields, 2, 2, sizeof(ConsumerGroupMemberMetadataValue::ClassicProtocol), &kDefaultOf<ConsumerGroupMemberMetadataValue::ClassicProtocol>};
constexpr FieldDescriptor kConsumerGroupMemberMetadataValueClassicMemberMetadataFields[] = {
    {"SessionTimeoutMs", nullptr, -1, offsetof(ConsumerGroupMemberMetadataValue::ClassicMemberMetadata, session_timeout_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"SupportedProtocols", &kConsumerGroupMemberMetadataValueClassicProtocol, -1, offsetof(ConsumerGroupMemberMetadataValue::ClassicMemberMetadata, supported_protocols), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kConsumerGroupMemberMetadataValueClassicMemberMetadata = {"ClassicMemberMetadata", kConsumerGroupMemberMetadataValueClassicMemberMetadataFields, 2, 2, sizeof(ConsumerGroupMemberMetadataValue::ClassicMemberMetadata), &kDefaultOf<ConsumerGroupMemberMetadataValue::ClassicMemberMetadata>};
constexpr FieldDescriptor kConsumerGroupMemberMetadataValueFields[] = {
    {"InstanceId", nullptr, -1, offsetof(ConsumerGroupMemberMetadataValue, instance_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"RackId", nullptr, -1, offsetof(ConsumerGroupMemberMetadataValue, rack_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"ClientId", nullptr, -1, offsetof(ConsumerGroupMemberMetadataValue, client_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"ClientHost", nullptr, -1, offsetof(ConsumerGroupMemberMetadataValue, client_host), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"SubscribedTopicNames", nullptr, -1, offsetof(ConsumerGroupMemberMetadataValue, subscribed_topic_names), FieldType::kString, true, false, false, false, false, {0, 32767}, {}},
    {"SubscribedTopicRegex", nullptr, -1, offsetof(ConsumerGroupMemberMetadataValue, subscribed_topic_regex), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"RebalanceTimeoutMs", nullptr, -1, offsetof(ConsumerGroupMemberMetadataValue, rebalance_timeout_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ServerAssignor", nullptr, -1, offsetof(ConsumerGroupMemberMetadataValue, server_assignor), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"ClassicMemberMetadata", &kConsumerGroupMemberMetadataValueClassicMemberMetadata, 0, offsetof(ConsumerGroupMemberMetadataValue, classic_member_metadata), FieldType::kStruct, false, false, true, false, false, {0, 32767}, {0, 32767}},
};
}  // namespace
constinit const MessageDescriptor ConsumerGroupMemberMetadataValue::kDescriptor = {
    "ConsumerGroupMemberMetadataValue", MessageKind::kGroupValue, 0, false, 5, {0, 0}, {0, 32767},
    {"ConsumerGroupMemberMetadataValue", kConsumerGroupMemberMetadataValueFields, 9, 8, sizeof(ConsumerGroupMemberMetadataValue), &kDefaultOf<ConsumerGroupMemberMetadataValue>}};

namespace {
constexpr FieldDescriptor kConsumerGroupMetadataKeyFields[] = {
    {"GroupId", nullptr, -1, offsetof(ConsumerGroupMetadataKey, group_id), FieldType::kString, false, false, false, false, false, {0, 0}, {}},
};
}  // namespace
constinit const MessageDescriptor ConsumerGroupMetadataKey::kDescriptor = {
    "ConsumerGroupMetadataKey", MessageKind::kGroupKey, 0, false, 3, {0, 0}, {},
    {"ConsumerGroupMetadataKey", kConsumerGroupMetadataKeyFields, 1, 1, sizeof(ConsumerGroupMetadataKey), &kDefaultOf<ConsumerGroupMetadataKey>}};

namespace {
constexpr FieldDescriptor kConsumerGroupMetadataValueFields[] = {
    {"Epoch", nullptr, -1, offsetof(ConsumerGroupMetadataValue, epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"MetadataHash", nullptr, 0, offsetof(ConsumerGroupMetadataValue, metadata_hash), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ConsumerGroupMetadataValue::kDescriptor = {
    "ConsumerGroupMetadataValue", MessageKind::kGroupValue, 0, false, 3, {0, 0}, {0, 32767},
    {"ConsumerGroupMetadataValue", kConsumerGroupMetadataValueFields, 2, 1, sizeof(ConsumerGroupMetadataValue), &kDefaultOf<ConsumerGroupMetadataValue>}};

namespace {
constexpr FieldDescriptor kConsumerGroupPartitionMetadataKeyFields[] = {
    {"GroupId", nullptr, -1, offsetof(ConsumerGroupPartitionMetadataKey, group_id), FieldType::kString, false, false, false, false, false, {0, 0}, {}},
};
}  // namespace
constinit const MessageDescriptor ConsumerGroupPartitionMetadataKey::kDescriptor = {
    "ConsumerGroupPartitionMetadataKey", MessageKind::kGroupKey, 0, false, 4, {0, 0}, {},
    {"ConsumerGroupPartitionMetadataKey", kConsumerGroupPartitionMetadataKeyFields, 1, 1, sizeof(ConsumerGroupPartitionMetadataKey), &kDefaultOf<ConsumerGroupPartitionMetadataKey>}};

namespace {
constexpr FieldDescriptor kConsumerGroupPartitionMetadataValuePartitionMetadataFields[] = {
    {"Partition", nullptr, -1, offsetof(ConsumerGroupPartitionMetadataValue::PartitionMetadata, partition), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Racks", nullptr, -1, offsetof(ConsumerGroupPartitionMetadataValue::PartitionMetadata, racks), FieldType::kString, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kConsumerGroupPartitionMetadataValuePartitionMetadata = {"PartitionMetadata", kConsumerGroupPartitionMetadataValuePartitionMetadataFields, 2, 2, sizeof(ConsumerGroupPartitionMetadataValue::PartitionMetadata), &kDefaultOf<ConsumerGroupPartitionMetadataValue::PartitionMetadata>};
constexpr FieldDescriptor kConsumerGroupPartitionMetadataValueTopicMetadataFields[] = {
    {"TopicId", nullptr, -1, offsetof(ConsumerGroupPartitionMetadataValue::TopicMetadata, topic_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"TopicName", nullptr, -1, offsetof(ConsumerGroupPartitionMetadataValue::TopicMetadata, topic_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"NumPartitions", nullptr, -1, offsetof(ConsumerGroupPartitionMetadataValue::TopicMetadata, num_partitions), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"PartitionMetadata", &kConsumerGroupPartitionMetadataValuePartitionMetadata, -1, offsetof(ConsumerGroupPartitionMetadataValue::TopicMetadata, partition_metadata), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kConsumerGroupPartitionMetadataValueTopicMetadata = {"TopicMetadata", kConsumerGroupPartitionMetadataValueTopicMetadataFields, 4, 4, sizeof(ConsumerGroupPartitionMetadataValue::TopicMetadata), &kDefaultOf<ConsumerGroupPartitionMetadataValue::TopicMetadata>};
constexpr FieldDescriptor kConsumerGroupPartitionMetadataValueFields[] = {
    {"Topics", &kConsumerGroupPartitionMetadataValueTopicMetadata, -1, offsetof(ConsumerGroupPartitionMetadataValue, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ConsumerGroupPartitionMetadataValue::kDescriptor = {
    "ConsumerGroupPartitionMetadataValue", MessageKind::kGroupValue, 0, false, 4, {0, 0}, {0, 32767},
    {"ConsumerGroupPartitionMetadataValue", kConsumerGroupPartitionMetadataValueFields, 1, 1, sizeof(ConsumerGroupPartitionMetadataValue), &kDefaultOf<ConsumerGroupPartitionMetadataValue>}};

namespace {
constexpr FieldDescriptor kConsumerGroupRegularExpressionKeyFields[] = {
    {"GroupId", nullptr, -1, offsetof(ConsumerGroupRegularExpressionKey, group_id), FieldType::kString, false, false, false, false, false, {0, 0}, {}},
    {"RegularExpression", nullptr, -1, offsetof(ConsumerGroupRegularExpressionKey, regular_expression), FieldType::kString, false, false, false, false, false, {0, 0}, {}},
};
}  // namespace
constinit const MessageDescriptor ConsumerGroupRegularExpressionKey::kDescriptor = {
    "ConsumerGroupRegularExpressionKey", MessageKind::kGroupKey, 0, false, 16, {0, 0}, {},
    {"ConsumerGroupRegularExpressionKey", kConsumerGroupRegularExpressionKeyFields, 2, 2, sizeof(ConsumerGroupRegularExpressionKey), &kDefaultOf<ConsumerGroupRegularExpressionKey>}};

namespace {
constexpr FieldDescriptor kConsumerGroupRegularExpressionValueFields[] = {
    {"Topics", nullptr, -1, offsetof(ConsumerGroupRegularExpressionValue, topics), FieldType::kString, true, false, false, false, false, {0, 32767}, {}},
    {"Version", nullptr, -1, offsetof(ConsumerGroupRegularExpressionValue, version), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"Timestamp", nullptr, -1, offsetof(ConsumerGroupRegularExpressionValue, timestamp), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ConsumerGroupRegularExpressionValue::kDescriptor = {
    "ConsumerGroupRegularExpressionValue", MessageKind::kGroupValue, 0, false, 16, {0, 0}, {0, 32767},
    {"ConsumerGroupRegularExpressionValue", kConsumerGroupRegularExpressionValueFields, 3, 3, sizeof(ConsumerGroupRegularExpressionValue), &kDefaultOf<ConsumerGroupRegularExpressionValue>}};

namespace {
constexpr FieldDescriptor kConsumerGroupTargetAssignmentMemberKeyFields[] = {
    {"GroupId", nullptr, -1, offsetof(ConsumerGroupTargetAssignmentMemberKey, group_id), FieldType::kString, false, false, false, false, false, {0, 0}, {}},
    {"MemberId", nullptr, -1, offsetof(ConsumerGroupTargetAssignmentMemberKey, member_id), FieldType::kString, false, false, false, false, false, {0, 0}, {}},
};
}  // namespace
constinit const MessageDescriptor ConsumerGroupTargetAssignmentMemberKey::kDescriptor = {
    "ConsumerGroupTargetAssignmentMemberKey", MessageKind::kGroupKey, 0, false, 7, {0, 0}, {},
    {"ConsumerGroupTargetAssignmentMemberKey", kConsumerGroupTargetAssignmentMemberKeyFields, 2, 2, sizeof(ConsumerGroupTargetAssignmentMemberKey), &kDefaultOf<ConsumerGroupTargetAssignmentMemberKey>}};

namespace {
constexpr FieldDescriptor kConsumerGroupTargetAssignmentMemberValueTopicPartitionFields[] = {
    {"TopicId", nullptr, -1, offsetof(ConsumerGroupTargetAssignmentMemberValue::TopicPartition, topic_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", nullptr, -1, offsetof(ConsumerGroupTargetAssignmentMemberValue::TopicPartition, partitions), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kConsumerGroupTargetAssignmentMemberValueTopicPartition = {"TopicPartition", kConsumerGroupTargetAssignmentMemberValueTopicPartitionFields, 2, 2, sizeof(ConsumerGroupTargetAssignmentMemberValue::TopicPartition), &kDefaultOf<ConsumerGroupTargetAssignmentMemberValue::TopicPartition>};
constexpr FieldDescriptor kConsumerGroupTargetAssignmentMemberValueFields[] = {
    {"TopicPartitions", &kConsumerGroupTargetAssignmentMemberValueTopicPartition, -1, offsetof(ConsumerGroupTargetAssignmentMemberValue, topic_partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ConsumerGroupTargetAssignmentMemberValue::kDescriptor = {
    "ConsumerGroupTargetAssignmentMemberValue", MessageKind::kGroupValue, 0, false, 7, {0, 0}, {0, 32767},
    {"ConsumerGroupTargetAssignmentMemberValue", kConsumerGroupTargetAssignmentMemberValueFields, 1, 1, sizeof(ConsumerGroupTargetAssignmentMemberValue), &kDefaultOf<ConsumerGroupTargetAssignmentMemberValue>}};

namespace {
constexpr FieldDescriptor kConsumerGroupTargetAssignmentMetadataKeyFields[] = {
    {"GroupId", nullptr, -1, offsetof(ConsumerGroupTargetAssignmentMetadataKey, group_id), FieldType::kString, false, false, false, false, false, {0, 0}, {}},
};
}  // namespace
constinit const MessageDescriptor ConsumerGroupTargetAssignmentMetadataKey::kDescriptor = {
    "ConsumerGroupTargetAssignmentMetadataKey", MessageKind::kGroupKey, 0, false, 6, {0, 0}, {},
    {"ConsumerGroupTargetAssignmentMetadataKey", kConsumerGroupTargetAssignmentMetadataKeyFields, 1, 1, sizeof(ConsumerGroupTargetAssignmentMetadataKey), &kDefaultOf<ConsumerGroupTargetAssignmentMetadataKey>}};

namespace {
constexpr FieldDescriptor kConsumerGroupTargetAssignmentMetadataValueFields[] = {
    {"AssignmentEpoch", nullptr, -1, offsetof(ConsumerGroupTargetAssignmentMetadataValue, assignment_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"AssignmentTimestamp", nullptr, 0, offsetof(ConsumerGroupTargetAssignmentMetadataValue, assignment_timestamp), FieldType::kInt64, false, true, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ConsumerGroupTargetAssignmentMetadataValue::kDescriptor = {
    "ConsumerGroupTargetAssignmentMetadataValue", MessageKind::kGroupValue, 0, false, 6, {0, 0}, {0, 32767},
    {"ConsumerGroupTargetAssignmentMetadataValue", kConsumerGroupTargetAssignmentMetadataValueFields, 2, 1, sizeof(ConsumerGroupTargetAssignmentMetadataValue), &kDefaultOf<ConsumerGroupTargetAssignmentMetadataValue>}};

namespace {
constexpr FieldDescriptor kConsumerProtocolAssignmentTopicPartitionFields[] = {
    {"Topic", nullptr, -1, offsetof(ConsumerProtocolAssignment::TopicPartition, topic), FieldType::kString, false, false, false, true, false, {0, 32767}, {}},
    {"Partitions", nullptr, -1, offsetof(ConsumerProtocolAssignment::TopicPartition, partitions), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kConsumerProtocolAssignmentTopicPartition = {"TopicPartition", kConsumerProtocolAssignmentTopicPartitionFields, 2, 2, sizeof(ConsumerProtocolAssignment::TopicPartition), &kDefaultOf<ConsumerProtocolAssignment::TopicPartition>};
constexpr FieldDescriptor kConsumerProtocolAssignmentFields[] = {
    {"AssignedPartitions", &kConsumerProtocolAssignmentTopicPartition, -1, offsetof(ConsumerProtocolAssignment, assigned_partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"UserData", nullptr, -1, offsetof(ConsumerProtocolAssignment, user_data), FieldType::kBytes, false, false, false, false, false, {0, 32767}, {0, 32767}},
};
}  // namespace
constinit const MessageDescriptor ConsumerProtocolAssignment::kDescriptor = {
    "ConsumerProtocolAssignment", MessageKind::kData, 0, false, -1, {0, 3}, {},
    {"ConsumerProtocolAssignment", kConsumerProtocolAssignmentFields, 2, 2, sizeof(ConsumerProtocolAssignment), &kDefaultOf<ConsumerProtocolAssignment>}};

namespace {
constexpr FieldDescriptor kConsumerProtocolSubscriptionTopicPartitionFields[] = {
    {"Topic", nullptr, -1, offsetof(ConsumerProtocolSubscription::TopicPartition, topic), FieldType::kString, false, false, false, true, false, {1, 32767}, {}},
    {"Partitions", nullptr, -1, offsetof(ConsumerProtocolSubscription::TopicPartition, partitions), FieldType::kInt32, true, false, false, false, false, {1, 32767}, {}},
};
constexpr StructDescriptor kConsumerProtocolSubscriptionTopicPartition = {"TopicPartition", kConsumerProtocolSubscriptionTopicPartitionFields, 2, 2, sizeof(ConsumerProtocolSubscription::TopicPartition), &kDefaultOf<ConsumerProtocolSubscription::TopicPartition>};
constexpr FieldDescriptor kConsumerProtocolSubscriptionFields[] = {
    {"Topics", nullptr, -1, offsetof(ConsumerProtocolSubscription, topics), FieldType::kString, true, false, false, false, false, {0, 32767}, {}},
    {"UserData", nullptr, -1, offsetof(ConsumerProtocolSubscription, user_data), FieldType::kBytes, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"OwnedPartitions", &kConsumerProtocolSubscriptionTopicPartition, -1, offsetof(ConsumerProtocolSubscription, owned_partitions), FieldType::kStruct, true, true, false, false, false, {1, 32767}, {}},
    {"GenerationId", nullptr, -1, offsetof(ConsumerProtocolSubscription, generation_id), FieldType::kInt32, false, true, false, false, false, {2, 32767}, {}},
    {"RackId", nullptr, -1, offsetof(ConsumerProtocolSubscription, rack_id), FieldType::kString, false, true, false, false, false, {3, 32767}, {3, 32767}},
};
}  // namespace
constinit const MessageDescriptor ConsumerProtocolSubscription::kDescriptor = {
    "ConsumerProtocolSubscription", MessageKind::kData, 0, false, -1, {0, 3}, {},
    {"ConsumerProtocolSubscription", kConsumerProtocolSubscriptionFields, 5, 5, sizeof(ConsumerProtocolSubscription), &kDefaultOf<ConsumerProtocolSubscription>}};

namespace {
constexpr FieldDescriptor kControlRecordTypeSchemaFields[] = {
    {"Type", nullptr, -1, offsetof(ControlRecordTypeSchema, type), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ControlRecordTypeSchema::kDescriptor = {
    "ControlRecordTypeSchema", MessageKind::kData, 0, false, -1, {0, 0}, {},
    {"ControlRecordTypeSchema", kControlRecordTypeSchemaFields, 1, 1, sizeof(ControlRecordTypeSchema), &kDefaultOf<ControlRecordTypeSchema>}};

namespace {
constexpr FieldDescriptor kControllerRegistrationRequestListenerFields[] = {
    {"Name", nullptr, -1, offsetof(ControllerRegistrationRequest::Listener, name), FieldType::kString, false, false, false, true, false, {0, 32767}, {}},
    {"Host", nullptr, -1, offsetof(ControllerRegistrationRequest::Listener, host), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Port", nullptr, -1, offsetof(ControllerRegistrationRequest::Listener, port), FieldType::kUint16, false, false, false, false, false, {0, 32767}, {}},
    {"SecurityProtocol", nullptr, -1, offsetof(ControllerRegistrationRequest::Listener, security_protocol), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kControllerRegistrationRequestListener = {"Listener", kControllerRegistrationRequestListenerFields, 4, 4, sizeof(ControllerRegistrationRequest::Listener), &kDefaultOf<ControllerRegistrationRequest::Listener>};
constexpr FieldDescriptor kControllerRegistrationRequestFeatureFields[] = {
    {"Name", nullptr, -1, offsetof(ControllerRegistrationRequest::Feature, name), FieldType::kString, false, false, false, true, false, {0, 32767}, {}},
    {"MinSupportedVersion", nullptr, -1, offsetof(ControllerRegistrationRequest::Feature, min_supported_version), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"MaxSupportedVersion", nullptr, -1, offsetof(ControllerRegistrationRequest::Feature, max_supported_version), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kControllerRegistrationRequestFeature = {"Feature", kControllerRegistrationRequestFeatureFields, 3, 3, sizeof(ControllerRegistrationRequest::Feature), &kDefaultOf<ControllerRegistrationRequest::Feature>};
constexpr FieldDescriptor kControllerRegistrationRequestFields[] = {
    {"ControllerId", nullptr, -1, offsetof(ControllerRegistrationRequest, controller_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"IncarnationId", nullptr, -1, offsetof(ControllerRegistrationRequest, incarnation_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"ZkMigrationReady", nullptr, -1, offsetof(ControllerRegistrationRequest, zk_migration_ready), FieldType::kBool, false, false, false, false, false, {0, 32767}, {}},
    {"Listeners", &kControllerRegistrationRequestListener, -1, offsetof(ControllerRegistrationRequest, listeners), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"Features", &kControllerRegistrationRequestFeature, -1, offsetof(ControllerRegistrationRequest, features), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ControllerRegistrationRequest::kDescriptor = {
    "ControllerRegistrationRequest", MessageKind::kRequest, kControllerListener, false, 70, {0, 0}, {0, 32767},
    {"ControllerRegistrationRequest", kControllerRegistrationRequestFields, 5, 5, sizeof(ControllerRegistrationRequest), &kDefaultOf<ControllerRegistrationRequest>}};

namespace {
constexpr FieldDescriptor kControllerRegistrationResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(ControllerRegistrationResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(ControllerRegistrationResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(ControllerRegistrationResponse, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
};
}  // namespace
constinit const MessageDescriptor ControllerRegistrationResponse::kDescriptor = {
    "ControllerRegistrationResponse", MessageKind::kResponse, 0, false, 70, {0, 0}, {0, 32767},
    {"ControllerRegistrationResponse", kControllerRegistrationResponseFields, 3, 3, sizeof(ControllerRegistrationResponse), &kDefaultOf<ControllerRegistrationResponse>}};

namespace {
constexpr FieldDescriptor kCreateAclsRequestAclCreationFields[] = {
    {"ResourceType", nullptr, -1, offsetof(CreateAclsRequest::AclCreation, resource_type), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
    {"ResourceName", nullptr, -1, offsetof(CreateAclsRequest::AclCreation, resource_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"ResourcePatternType", nullptr, -1, offsetof(CreateAclsRequest::AclCreation, resource_pattern_type), FieldType::kInt8, false, false, false, false, false, {1, 32767}, {}},
    {"Principal", nullptr, -1, offsetof(CreateAclsRequest::AclCreation, principal), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Host", nullptr, -1, offsetof(CreateAclsRequest::AclCreation, host), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Operation", nullptr, -1, offsetof(CreateAclsRequest::AclCreation, operation), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
    {"PermissionType", nullptr, -1, offsetof(CreateAclsRequest::AclCreation, permission_type), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kCreateAclsRequestAclCreation = {"AclCreation", kCreateAclsRequestAclCreationFields, 7, 7, sizeof(CreateAclsRequest::AclCreation), &kDefaultOf<CreateAclsRequest::AclCreation>};
constexpr FieldDescriptor kCreateAclsRequestFields[] = {
    {"Creations", &kCreateAclsRequestAclCreation, -1, offsetof(CreateAclsRequest, creations), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor CreateAclsRequest::kDescriptor = {
    "CreateAclsRequest", MessageKind::kRequest, kBrokerListener | kControllerListener, false, 30, {1, 3}, {2, 32767},
    {"CreateAclsRequest", kCreateAclsRequestFields, 1, 1, sizeof(CreateAclsRequest), &kDefaultOf<CreateAclsRequest>}};

namespace {
constexpr FieldDescriptor kCreateAclsResponseAclCreationResultFields[] = {
    {"ErrorCode", nullptr, -1, offsetof(CreateAclsResponse::AclCreationResult, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(CreateAclsResponse::AclCreationResult, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
};
constexpr StructDescriptor kCreateAclsResponseAclCreationResult = {"AclCreationResult", kCreateAclsResponseAclCreationResultFields, 2, 2, sizeof(CreateAclsResponse::AclCreationResult), &kDefaultOf<CreateAclsResponse::AclCreationResult>};
constexpr FieldDescriptor kCreateAclsResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(CreateAclsResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Results", &kCreateAclsResponseAclCreationResult, -1, offsetof(CreateAclsResponse, results), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor CreateAclsResponse::kDescriptor = {
    "CreateAclsResponse", MessageKind::kResponse, 0, false, 30, {1, 3}, {2, 32767},
    {"CreateAclsResponse", kCreateAclsResponseFields, 2, 2, sizeof(CreateAclsResponse), &kDefaultOf<CreateAclsResponse>}};

namespace {
constexpr FieldDescriptor kCreateDelegationTokenRequestCreatableRenewersFields[] = {
    {"PrincipalType", nullptr, -1, offsetof(CreateDelegationTokenRequest::CreatableRenewers, principal_type), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"PrincipalName", nullptr, -1, offsetof(CreateDelegationTokenRequest::CreatableRenewers, principal_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kCreateDelegationTokenRequestCreatableRenewers = {"CreatableRenewers", kCreateDelegationTokenRequestCreatableRenewersFields, 2, 2, sizeof(CreateDelegationTokenRequest::CreatableRenewers), &kDefaultOf<CreateDelegationTokenRequest::CreatableRenewers>};
constexpr FieldDescriptor kCreateDelegationTokenRequestFields[] = {
    {"OwnerPrincipalType", nullptr, -1, offsetof(CreateDelegationTokenRequest, owner_principal_type), FieldType::kString, false, false, false, false, false, {3, 32767}, {3, 32767}},
    {"OwnerPrincipalName", nullptr, -1, offsetof(CreateDelegationTokenRequest, owner_principal_name), FieldType::kString, false, false, false, false, false, {3, 32767}, {3, 32767}},
    {"Renewers", &kCreateDelegationTokenRequestCreatableRenewers, -1, offsetof(CreateDelegationTokenRequest, renewers), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"MaxLifetimeMs", nullptr, -1, offsetof(CreateDelegationTokenRequest, max_lifetime_ms), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor CreateDelegationTokenRequest::kDescriptor = {
    "CreateDelegationTokenRequest", MessageKind::kRequest, kBrokerListener | kControllerListener, false, 38, {1, 3}, {2, 32767},
    {"CreateDelegationTokenRequest", kCreateDelegationTokenRequestFields, 4, 4, sizeof(CreateDelegationTokenRequest), &kDefaultOf<CreateDelegationTokenRequest>}};

namespace {
constexpr FieldDescriptor kCreateDelegationTokenResponseFields[] = {
    {"ErrorCode", nullptr, -1, offsetof(CreateDelegationTokenResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"PrincipalType", nullptr, -1, offsetof(CreateDelegationTokenResponse, principal_type), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"PrincipalName", nullptr, -1, offsetof(CreateDelegationTokenResponse, principal_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"TokenRequesterPrincipalType", nullptr, -1, offsetof(CreateDelegationTokenResponse, token_requester_principal_type), FieldType::kString, false, false, false, false, false, {3, 32767}, {}},
    {"TokenRequesterPrincipalName", nullptr, -1, offsetof(CreateDelegationTokenResponse, token_requester_principal_name), FieldType::kString, false, false, false, false, false, {3, 32767}, {}},
    {"IssueTimestampMs", nullptr, -1, offsetof(CreateDelegationTokenResponse, issue_timestamp_ms), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"ExpiryTimestampMs", nullptr, -1, offsetof(CreateDelegationTokenResponse, expiry_timestamp_ms), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"MaxTimestampMs", nullptr, -1, offsetof(CreateDelegationTokenResponse, max_timestamp_ms), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"TokenId", nullptr, -1, offsetof(CreateDelegationTokenResponse, token_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Hmac", nullptr, -1, offsetof(CreateDelegationTokenResponse, hmac), FieldType::kBytes, false, false, false, false, false, {0, 32767}, {}},
    {"ThrottleTimeMs", nullptr, -1, offsetof(CreateDelegationTokenResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor CreateDelegationTokenResponse::kDescriptor = {
    "CreateDelegationTokenResponse", MessageKind::kResponse, 0, false, 38, {1, 3}, {2, 32767},
    {"CreateDelegationTokenResponse", kCreateDelegationTokenResponseFields, 11, 11, sizeof(CreateDelegationTokenResponse), &kDefaultOf<CreateDelegationTokenResponse>}};

namespace {
constexpr FieldDescriptor kCreatePartitionsRequestCreatePartitionsAssignmentFields[] = {
    {"BrokerIds", nullptr, -1, offsetof(CreatePartitionsRequest::CreatePartitionsAssignment, broker_ids), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kCreatePartitionsRequestCreatePartitionsAssignment = {"CreatePartitionsAssignment", kCreatePartitionsRequestCreatePartitionsAssignmentFields, 1, 1, sizeof(CreatePartitionsRequest::CreatePartitionsAssignment), &kDefaultOf<CreatePartitionsRequest::CreatePartitionsAssignment>};
constexpr FieldDescriptor kCreatePartitionsRequestCreatePartitionsTopicFields[] = {
    {"Name", nullptr, -1, offsetof(CreatePartitionsRequest::CreatePartitionsTopic, name), FieldType::kString, false, false, false, true, false, {0, 32767}, {}},
    {"Count", nullptr, -1, offsetof(CreatePartitionsRequest::CreatePartitionsTopic, count), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Assignments", &kCreatePartitionsRequestCreatePartitionsAssignment, -1, offsetof(CreatePartitionsRequest::CreatePartitionsTopic, assignments), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {0, 32767}},
};
constexpr StructDescriptor kCreatePartitionsRequestCreatePartitionsTopic = {"CreatePartitionsTopic", kCreatePartitionsRequestCreatePartitionsTopicFields, 3, 3, sizeof(CreatePartitionsRequest::CreatePartitionsTopic), &kDefaultOf<CreatePartitionsRequest::CreatePartitionsTopic>};
constexpr FieldDescriptor kCreatePartitionsRequestFields[] = {
    {"Topics", &kCreatePartitionsRequestCreatePartitionsTopic, -1, offsetof(CreatePartitionsRequest, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"TimeoutMs", nullptr, -1, offsetof(CreatePartitionsRequest, timeout_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ValidateOnly", nullptr, -1, offsetof(CreatePartitionsRequest, validate_only), FieldType::kBool, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor CreatePartitionsRequest::kDescriptor = {
    "CreatePartitionsRequest", MessageKind::kRequest, kBrokerListener | kControllerListener, false, 37, {0, 3}, {2, 32767},
    {"CreatePartitionsRequest", kCreatePartitionsRequestFields, 3, 3, sizeof(CreatePartitionsRequest), &kDefaultOf<CreatePartitionsRequest>}};

namespace {
constexpr FieldDescriptor kCreatePartitionsResponseCreatePartitionsTopicResultFields[] = {
    {"Name", nullptr, -1, offsetof(CreatePartitionsResponse::CreatePartitionsTopicResult, name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(CreatePartitionsResponse::CreatePartitionsTopicResult, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(CreatePartitionsResponse::CreatePartitionsTopicResult, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
};
constexpr StructDescriptor kCreatePartitionsResponseCreatePartitionsTopicResult = {"CreatePartitionsTopicResult", kCreatePartitionsResponseCreatePartitionsTopicResultFields, 3, 3, sizeof(CreatePartitionsResponse::CreatePartitionsTopicResult), &kDefaultOf<CreatePartitionsResponse::CreatePartitionsTopicResult>};
constexpr FieldDescriptor kCreatePartitionsResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(CreatePartitionsResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Results", &kCreatePartitionsResponseCreatePartitionsTopicResult, -1, offsetof(CreatePartitionsResponse, results), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor CreatePartitionsResponse::kDescriptor = {
    "CreatePartitionsResponse", MessageKind::kResponse, 0, false, 37, {0, 3}, {2, 32767},
    {"CreatePartitionsResponse", kCreatePartitionsResponseFields, 2, 2, sizeof(CreatePartitionsResponse), &kDefaultOf<CreatePartitionsResponse>}};

namespace {
constexpr FieldDescriptor kCreateTopicsRequestCreatableReplicaAssignmentFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(CreateTopicsRequest::CreatableReplicaAssignment, partition_index), FieldType::kInt32, false, false, false, true, false, {0, 32767}, {}},
    {"BrokerIds", nullptr, -1, offsetof(CreateTopicsRequest::CreatableReplicaAssignment, broker_ids), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kCreateTopicsRequestCreatableReplicaAssignment = {"CreatableReplicaAssignment", kCreateTopicsRequestCreatableReplicaAssignmentFields, 2, 2, sizeof(CreateTopicsRequest::CreatableReplicaAssignment), &kDefaultOf<CreateTopicsRequest::CreatableReplicaAssignment>};
constexpr FieldDescriptor kCreateTopicsRequestCreatableTopicConfigFields[] = {
    {"Name", nullptr, -1, offsetof(CreateTopicsRequest::CreatableTopicConfig, name), FieldType::kString, false, false, false, true, false, {0, 32767}, {}},
    {"Value", nullptr, -1, offsetof(CreateTopicsRequest::CreatableTopicConfig, value), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
};
constexpr StructDescriptor kCreateTopicsRequestCreatableTopicConfig = {"CreatableTopicConfig", kCreateTopicsRequestCreatableTopicConfigFields, 2, 2, sizeof(CreateTopicsRequest::CreatableTopicConfig), &kDefaultOf<CreateTopicsRequest::CreatableTopicConfig>};
constexpr FieldDescriptor kCreateTopicsRequestCreatableTopicFields[] = {
    {"Name", nullptr, -1, offsetof(CreateTopicsRequest::CreatableTopic, name), FieldType::kString, false, false, false, true, false, {0, 32767}, {}},
    {"NumPartitions", nullptr, -1, offsetof(CreateTopicsRequest::CreatableTopic, num_partitions), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ReplicationFactor", nullptr, -1, offsetof(CreateTopicsRequest::CreatableTopic, replication_factor), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"Assignments", &kCreateTopicsRequestCreatableReplicaAssignment, -1, offsetof(CreateTopicsRequest::CreatableTopic, assignments), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"Configs", &kCreateTopicsRequestCreatableTopicConfig, -1, offsetof(CreateTopicsRequest::CreatableTopic, configs), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kCreateTopicsRequestCreatableTopic = {"CreatableTopic", kCreateTopicsRequestCreatableTopicFields, 5, 5, sizeof(CreateTopicsRequest::CreatableTopic), &kDefaultOf<CreateTopicsRequest::CreatableTopic>};
constexpr FieldDescriptor kCreateTopicsRequestFields[] = {
    {"Topics", &kCreateTopicsRequestCreatableTopic, -1, offsetof(CreateTopicsRequest, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"timeoutMs", nullptr, -1, offsetof(CreateTopicsRequest, timeout_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"validateOnly", nullptr, -1, offsetof(CreateTopicsRequest, validate_only), FieldType::kBool, false, false, false, false, false, {1, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor CreateTopicsRequest::kDescriptor = {
    "CreateTopicsRequest", MessageKind::kRequest, kBrokerListener | kControllerListener, false, 19, {2, 7}, {5, 32767},
    {"CreateTopicsRequest", kCreateTopicsRequestFields, 3, 3, sizeof(CreateTopicsRequest), &kDefaultOf<CreateTopicsRequest>}};

namespace {
constexpr FieldDescriptor kCreateTopicsResponseCreatableTopicConfigsFields[] = {
    {"Name", nullptr, -1, offsetof(CreateTopicsResponse::CreatableTopicConfigs, name), FieldType::kString, false, false, false, false, false, {5, 32767}, {}},
    {"Value", nullptr, -1, offsetof(CreateTopicsResponse::CreatableTopicConfigs, value), FieldType::kString, false, false, false, false, false, {5, 32767}, {5, 32767}},
    {"ReadOnly", nullptr, -1, offsetof(CreateTopicsResponse::CreatableTopicConfigs, read_only), FieldType::kBool, false, false, false, false, false, {5, 32767}, {}},
    {"ConfigSource", nullptr, -1, offsetof(CreateTopicsResponse::CreatableTopicConfigs, config_source), FieldType::kInt8, false, true, false, false, false, {5, 32767}, {}},
    {"IsSensitive", nullptr, -1, offsetof(CreateTopicsResponse::CreatableTopicConfigs, is_sensitive), FieldType::kBool, false, false, false, false, false, {5, 32767}, {}},
};
constexpr StructDescriptor kCreateTopicsResponseCreatableTopicConfigs = {"CreatableTopicConfigs", kCreateTopicsResponseCreatableTopicConfigsFields, 5, 5, sizeof(CreateTopicsResponse::CreatableTopicConfigs), &kDefaultOf<CreateTopicsResponse::CreatableTopicConfigs>};
constexpr FieldDescriptor kCreateTopicsResponseCreatableTopicResultFields[] = {
    {"Name", nullptr, -1, offsetof(CreateTopicsResponse::CreatableTopicResult, name), FieldType::kString, false, false, false, true, false, {0, 32767}, {}},
    {"TopicId", nullptr, -1, offsetof(CreateTopicsResponse::CreatableTopicResult, topic_id), FieldType::kUuid, false, true, false, false, false, {7, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(CreateTopicsResponse::CreatableTopicResult, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(CreateTopicsResponse::CreatableTopicResult, error_message), FieldType::kString, false, true, false, false, false, {1, 32767}, {0, 32767}},
    {"NumPartitions", nullptr, -1, offsetof(CreateTopicsResponse::CreatableTopicResult, num_partitions), FieldType::kInt32, false, true, false, false, false, {5, 32767}, {}},
    {"ReplicationFactor", nullptr, -1, offsetof(CreateTopicsResponse::CreatableTopicResult, replication_factor), FieldType::kInt16, false, true, false, false, false, {5, 32767}, {}},
    {"Configs", &kCreateTopicsResponseCreatableTopicConfigs, -1, offsetof(CreateTopicsResponse::CreatableTopicResult, configs), FieldType::kStruct, true, true, false, false, false, {5, 32767}, {5, 32767}},
    {"TopicConfigErrorCode", nullptr, 0, offsetof(CreateTopicsResponse::CreatableTopicResult, topic_config_error_code), FieldType::kInt16, false, true, false, false, false, {5, 32767}, {}},
};
constexpr StructDescriptor kCreateTopicsResponseCreatableTopicResult = {"CreatableTopicResult", kCreateTopicsResponseCreatableTopicResultFields, 8, 7, sizeof(CreateTopicsResponse::CreatableTopicResult), &kDefaultOf<CreateTopicsResponse::CreatableTopicResult>};
constexpr FieldDescriptor kCreateTopicsResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(CreateTopicsResponse, throttle_time_ms), FieldType::kInt32, false, true, false, false, false, {2, 32767}, {}},
    {"Topics", &kCreateTopicsResponseCreatableTopicResult, -1, offsetof(CreateTopicsResponse, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor CreateTopicsResponse::kDescriptor = {
    "CreateTopicsResponse", MessageKind::kResponse, 0, false, 19, {2, 7}, {5, 32767},
    {"CreateTopicsResponse", kCreateTopicsResponseFields, 2, 2, sizeof(CreateTopicsResponse), &kDefaultOf<CreateTopicsResponse>}};

namespace {
constexpr FieldDescriptor kDefaultPrincipalDataFields[] = {
    {"Type", nullptr, -1, offsetof(DefaultPrincipalData, type), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Name", nullptr, -1, offsetof(DefaultPrincipalData, name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"TokenAuthenticated", nullptr, -1, offsetof(DefaultPrincipalData, token_authenticated), FieldType::kBool, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor DefaultPrincipalData::kDescriptor = {
    "DefaultPrincipalData", MessageKind::kData, 0, false, -1, {0, 0}, {0, 32767},
    {"DefaultPrincipalData", kDefaultPrincipalDataFields, 3, 3, sizeof(DefaultPrincipalData), &kDefaultOf<DefaultPrincipalData>}};

namespace {
constexpr FieldDescriptor kDelegationTokenRecordFields[] = {
    {"Owner", nullptr, -1, offsetof(DelegationTokenRecord, owner), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Requester", nullptr, -1, offsetof(DelegationTokenRecord, requester), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Renewers", nullptr, -1, offsetof(DelegationTokenRecord, renewers), FieldType::kString, true, false, false, false, false, {0, 32767}, {}},
    {"IssueTimestamp", nullptr, -1, offsetof(DelegationTokenRecord, issue_timestamp), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"MaxTimestamp", nullptr, -1, offsetof(DelegationTokenRecord, max_timestamp), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"ExpirationTimestamp", nullptr, -1, offsetof(DelegationTokenRecord, expiration_timestamp), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"TokenId", nullptr, -1, offsetof(DelegationTokenRecord, token_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor DelegationTokenRecord::kDescriptor = {
    "DelegationTokenRecord", MessageKind::kMetadataRecord, 0, false, 10, {0, 0}, {0, 32767},
    {"DelegationTokenRecord", kDelegationTokenRecordFields, 7, 7, sizeof(DelegationTokenRecord), &kDefaultOf<DelegationTokenRecord>}};

namespace {
constexpr FieldDescriptor kDeleteAclsRequestDeleteAclsFilterFields[] = {
    {"ResourceTypeFilter", nullptr, -1, offsetof(DeleteAclsRequest::DeleteAclsFilter, resource_type_filter), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
    {"ResourceNameFilter", nullptr, -1, offsetof(DeleteAclsRequest::DeleteAclsFilter, resource_name_filter), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"PatternTypeFilter", nullptr, -1, offsetof(DeleteAclsRequest::DeleteAclsFilter, pattern_type_filter), FieldType::kInt8, false, false, false, false, false, {1, 32767}, {}},
    {"PrincipalFilter", nullptr, -1, offsetof(DeleteAclsRequest::DeleteAclsFilter, principal_filter), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"HostFilter", nullptr, -1, offsetof(DeleteAclsRequest::DeleteAclsFilter, host_filter), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"Operation", nullptr, -1, offsetof(DeleteAclsRequest::DeleteAclsFilter, operation), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
    {"PermissionType", nullptr, -1, offsetof(DeleteAclsRequest::DeleteAclsFilter, permission_type), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDeleteAclsRequestDeleteAclsFilter = {"DeleteAclsFilter", kDeleteAclsRequestDeleteAclsFilterFields, 7, 7, sizeof(DeleteAclsRequest::DeleteAclsFilter), &kDefaultOf<DeleteAclsRequest::DeleteAclsFilter>};
constexpr FieldDescriptor kDeleteAclsRequestFields[] = {
    {"Filters", &kDeleteAclsRequestDeleteAclsFilter, -1, offsetof(DeleteAclsRequest, filters), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor DeleteAclsRequest::kDescriptor = {
    "DeleteAclsRequest", MessageKind::kRequest, kBrokerListener | kControllerListener, false, 31, {1, 3}, {2, 32767},
    {"DeleteAclsRequest", kDeleteAclsRequestFields, 1, 1, sizeof(DeleteAclsRequest), &kDefaultOf<DeleteAclsRequest>}};

namespace {
constexpr FieldDescriptor kDeleteAclsResponseDeleteAclsMatchingAclFields[] = {
    {"ErrorCode", nullptr, -1, offsetof(DeleteAclsResponse::DeleteAclsMatchingAcl, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(DeleteAclsResponse::DeleteAclsMatchingAcl, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"ResourceType", nullptr, -1, offsetof(DeleteAclsResponse::DeleteAclsMatchingAcl, resource_type), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
    {"ResourceName", nullptr, -1, offsetof(DeleteAclsResponse::DeleteAclsMatchingAcl, resource_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"PatternType", nullptr, -1, offsetof(DeleteAclsResponse::DeleteAclsMatchingAcl, pattern_type), FieldType::kInt8, false, false, false, false, false, {1, 32767}, {}},
    {"Principal", nullptr, -1, offsetof(DeleteAclsResponse::DeleteAclsMatchingAcl, principal), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Host", nullptr, -1, offsetof(DeleteAclsResponse::DeleteAclsMatchingAcl, host), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Operation", nullptr, -1, offsetof(DeleteAclsResponse::DeleteAclsMatchingAcl, operation), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
    {"PermissionType", nullptr, -1, offsetof(DeleteAclsResponse::DeleteAclsMatchingAcl, permission_type), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDeleteAclsResponseDeleteAclsMatchingAcl = {"DeleteAclsMatchingAcl", kDeleteAclsResponseDeleteAclsMatchingAclFields, 9, 9, sizeof(DeleteAclsResponse::DeleteAclsMatchingAcl), &kDefaultOf<DeleteAclsResponse::DeleteAclsMatchingAcl>};
constexpr FieldDescriptor kDeleteAclsResponseDeleteAclsFilterResultFields[] = {
    {"ErrorCode", nullptr, -1, offsetof(DeleteAclsResponse::DeleteAclsFilterResult, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(DeleteAclsResponse::DeleteAclsFilterResult, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"MatchingAcls", &kDeleteAclsResponseDeleteAclsMatchingAcl, -1, offsetof(DeleteAclsResponse::DeleteAclsFilterResult, matching_acls), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDeleteAclsResponseDeleteAclsFilterResult = {"DeleteAclsFilterResult", kDeleteAclsResponseDeleteAclsFilterResultFields, 3, 3, sizeof(DeleteAclsResponse::DeleteAclsFilterResult), &kDefaultOf<DeleteAclsResponse::DeleteAclsFilterResult>};
constexpr FieldDescriptor kDeleteAclsResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(DeleteAclsResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"FilterResults", &kDeleteAclsResponseDeleteAclsFilterResult, -1, offsetof(DeleteAclsResponse, filter_results), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor DeleteAclsResponse::kDescriptor = {
    "DeleteAclsResponse", MessageKind::kResponse, 0, false, 31, {1, 3}, {2, 32767},
    {"DeleteAclsResponse", kDeleteAclsResponseFields, 2, 2, sizeof(DeleteAclsResponse), &kDefaultOf<DeleteAclsResponse>}};

}  // namespace klamm::protocol
