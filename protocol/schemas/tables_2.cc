#include <cstddef>

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

namespace klamm::protocol {

namespace {
constexpr FieldDescriptor kInitializeShareGroupStateRequestPartitionDataFields[] = {
    {"Partition", nullptr, -1, offsetof(InitializeShareGroupStateRequest::PartitionData, partition), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"StateEpoch", nullptr, -1, offsetof(InitializeShareGroupStateRequest::PartitionData, state_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"StartOffset", nullptr, -1, offsetof(InitializeShareGroupStateRequest::PartitionData, start_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kInitializeShareGroupStateRequestPartitionData = {"PartitionData", kInitializeShareGroupStateRequestPartitionDataFields, 3, 3, sizeof(InitializeShareGroupStateRequest::PartitionData), &kDefaultOf<InitializeShareGroupStateRequest::PartitionData>};
constexpr FieldDescriptor kInitializeShareGroupStateRequestInitializeStateDataFields[] = {
    {"TopicId", nullptr, -1, offsetof(InitializeShareGroupStateRequest::InitializeStateData, topic_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", &kInitializeShareGroupStateRequestPartitionData, -1, offsetof(InitializeShareGroupStateRequest::InitializeStateData, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kInitializeShareGroupStateRequestInitializeStateData = {"InitializeStateData", kInitializeShareGroupStateRequestInitializeStateDataFields, 2, 2, sizeof(InitializeShareGroupStateRequest::InitializeStateData), &kDefaultOf<InitializeShareGroupStateRequest::InitializeStateData>};
constexpr FieldDescriptor kInitializeShareGroupStateRequestFields[] = {
    {"GroupId", nullptr, -1, offsetof(InitializeShareGroupStateRequest, group_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Topics", &kInitializeShareGroupStateRequestInitializeStateData, -1, offsetof(InitializeShareGroupStateRequest, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor InitializeShareGroupStateRequest::kDescriptor = {
    "InitializeShareGroupStateRequest", MessageKind::kRequest, kBrokerListener, false, 83, {0, 0}, {0, 32767},
    {"InitializeShareGroupStateRequest", kInitializeShareGroupStateRequestFields, 2, 2, sizeof(InitializeShareGroupStateRequest), &kDefaultOf<InitializeShareGroupStateRequest>}};

namespace {
constexpr FieldDescriptor kInitializeShareGroupStateResponsePartitionResultFields[] = {
    {"Partition", nullptr, -1, offsetof(InitializeShareGroupStateResponse::PartitionResult, partition), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(InitializeShareGroupStateResponse::PartitionResult, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(InitializeShareGroupStateResponse::PartitionResult, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
};
constexpr StructDescriptor kInitializeShareGroupStateResponsePartitionResult = {"PartitionResult", kInitializeShareGroupStateResponsePartitionResultFields, 3, 3, sizeof(InitializeShareGroupStateResponse::PartitionResult), &kDefaultOf<InitializeShareGroupStateResponse::PartitionResult>};
constexpr FieldDescriptor kInitializeShareGroupStateResponseInitializeStateResultFields[] = {
    {"TopicId", nullptr, -1, offsetof(InitializeShareGroupStateResponse::InitializeStateResult, topic_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", &kInitializeShareGroupStateResponsePartitionResult, -1, offsetof(InitializeShareGroupStateResponse::InitializeStateResult, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kInitializeShareGroupStateResponseInitializeStateResult = {"InitializeStateResult", kInitializeShareGroupStateResponseInitializeStateResultFields, 2, 2, sizeof(InitializeShareGroupStateResponse::InitializeStateResult), &kDefaultOf<InitializeShareGroupStateResponse::InitializeStateResult>};
constexpr FieldDescriptor kInitializeShareGroupStateResponseFields[] = {
    {"Results", &kInitializeShareGroupStateResponseInitializeStateResult, -1, offsetof(InitializeShareGroupStateResponse, results), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor InitializeShareGroupStateResponse::kDescriptor = {
    "InitializeShareGroupStateResponse", MessageKind::kResponse, 0, false, 83, {0, 0}, {0, 32767},
    {"InitializeShareGroupStateResponse", kInitializeShareGroupStateResponseFields, 1, 1, sizeof(InitializeShareGroupStateResponse), &kDefaultOf<InitializeShareGroupStateResponse>}};

namespace {
constexpr FieldDescriptor kJoinGroupRequestJoinGroupRequestProtocolFields[] = {
    {"Name", nullptr, -1, offsetof(JoinGroupRequest::JoinGroupRequestProtocol, name), FieldType::kString, false, false, false, true, false, {0, 32767}, {}},
    {"Metadata", nullptr, -1, offsetof(JoinGroupRequest::JoinGroupRequestProtocol, metadata), FieldType::kBytes, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kJoinGroupRequestJoinGroupRequestProtocol = {"JoinGroupRequestProtocol", kJoinGroupRequestJoinGroupRequestProtocolFields, 2, 2, sizeof(JoinGroupRequest::JoinGroupRequestProtocol), &kDefaultOf<JoinGroupRequest::JoinGroupRequestProtocol>};
constexpr FieldDescriptor kJoinGroupRequestFields[] = {
    {"GroupId", nullptr, -1, offsetof(JoinGroupRequest, group_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"SessionTimeoutMs", nullptr, -1, offsetof(JoinGroupRequest, session_timeout_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"RebalanceTimeoutMs", nullptr, -1, offsetof(JoinGroupRequest, rebalance_timeout_ms), FieldType::kInt32, false, true, false, false, false, {1, 32767}, {}},
    {"MemberId", nullptr, -1, offsetof(JoinGroupRequest, member_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"GroupInstanceId", nullptr, -1, offsetof(JoinGroupRequest, group_instance_id), FieldType::kString, false, false, false, false, false, {5, 32767}, {5, 32767}},
    {"ProtocolType", nullptr, -1, offsetof(JoinGroupRequest, protocol_type), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Protocols", &kJoinGroupRequestJoinGroupRequestProtocol, -1, offsetof(JoinGroupRequest, protocols), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"Reason", nullptr, -1, offsetof(JoinGroupRequest, reason), FieldType::kString, false, true, false, false, false, {8, 32767}, {8, 32767}},
};
}  // namespace
constinit const MessageDescriptor JoinGroupRequest::kDescriptor = {
    "JoinGroupRequest", MessageKind::kRequest, kBrokerListener, false, 11, {0, 9}, {6, 32767},
    {"JoinGroupRequest", kJoinGroupRequestFields, 8, 8, sizeof(JoinGroupRequest), &kDefaultOf<JoinGroupRequest>}};

namespace {
constexpr FieldDescriptor kJoinGroupResponseJoinGroupResponseMemberFields[] = {
    {"MemberId", nullptr, -1, offsetof(JoinGroupResponse::JoinGroupResponseMember, member_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"GroupInstanceId", nullptr, -1, offsetof(JoinGroupResponse::JoinGroupResponseMember, group_instance_id), FieldType::kString, false, true, false, false, false, {5, 32767}, {5, 32767}},
    {"Metadata", nullptr, -1, offsetof(JoinGroupResponse::JoinGroupResponseMember, metadata), FieldType::kBytes, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kJoinGroupResponseJoinGroupResponseMember = {"JoinGroupResponseMember", kJoinGroupResponseJoinGroupResponseMemberFields, 3, 3, sizeof(JoinGroupResponse::JoinGroupResponseMember), &kDefaultOf<JoinGroupResponse::JoinGroupResponseMember>};
constexpr FieldDescriptor kJoinGroupResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(JoinGroupResponse, throttle_time_ms), FieldType::kInt32, false, true, false, false, false, {2, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(JoinGroupResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"GenerationId", nullptr, -1, offsetof(JoinGroupResponse, generation_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ProtocolType", nullptr, -1, offsetof(JoinGroupResponse, protocol_type), FieldType::kString, false, true, false, false, false, {7, 32767}, {7, 32767}},
    {"ProtocolName", nullptr, -1, offsetof(JoinGroupResponse, protocol_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {7, 32767}},
    {"Leader", nullptr, -1, offsetof(JoinGroupResponse, leader), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"SkipAssignment", nullptr, -1, offsetof(JoinGroupResponse, skip_assignment), FieldType::kBool, false, false, false, false, false, {9, 32767}, {}},
    {"MemberId", nullptr, -1, offsetof(JoinGroupResponse, member_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Members", &kJoinGroupResponseJoinGroupResponseMember, -1, offsetof(JoinGroupResponse, members), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor JoinGroupResponse::kDescriptor = {
    "JoinGroupResponse", MessageKind::kResponse, 0, false, 11, {0, 9}, {6, 32767},
    {"JoinGroupResponse", kJoinGroupResponseFields, 9, 9, sizeof(JoinGroupResponse), &kDefaultOf<JoinGroupResponse>}};

namespace {
constexpr FieldDescriptor kKRaftVersionRecordFields[] = {
    {"Version", nullptr, -1, offsetof(KRaftVersionRecord, version), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"KRaftVersion", nullptr, -1, offsetof(KRaftVersionRecord, kraft_version), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor KRaftVersionRecord::kDescriptor = {
    "KRaftVersionRecord", MessageKind::kData, 0, false, -1, {0, 0}, {0, 32767},
    {"KRaftVersionRecord", kKRaftVersionRecordFields, 2, 2, sizeof(KRaftVersionRecord), &kDefaultOf<KRaftVersionRecord>}};

namespace {
constexpr FieldDescriptor kLeaderChangeMessageVoterFields[] = {
    {"VoterId", nullptr, -1, offsetof(LeaderChangeMessage::Voter, voter_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"VoterDirectoryId", nullptr, -1, offsetof(LeaderChangeMessage::Voter, voter_directory_id), FieldType::kUuid, false, false, false, false, false, {1, 32767}, {}},
};
constexpr StructDescriptor kLeaderChangeMessageVoter = {"Voter", kLeaderChangeMessageVoterFields, 2, 2, sizeof(LeaderChangeMessage::Voter), &kDefaultOf<LeaderChangeMessage::Voter>};
constexpr FieldDescriptor kLeaderChangeMessageFields[] = {
    {"Version", nullptr, -1, offsetof(LeaderChangeMessage, version), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"LeaderId", nullptr, -1, offsetof(LeaderChangeMessage, leader_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Voters", &kLeaderChangeMessageVoter, -1, offsetof(LeaderChangeMessage, voters), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"GrantingVoters", &kLeaderChangeMessageVoter, -1, offsetof(LeaderChangeMessage, granting_voters), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor LeaderChangeMessage::kDescriptor = {
    "LeaderChangeMessage", MessageKind::kData, 0, false, -1, {0, 1}, {0, 32767},
    {"LeaderChangeMessage", kLeaderChangeMessageFields, 4, 4, sizeof(LeaderChangeMessage), &kDefaultOf<LeaderChangeMessage>}};

namespace {
constexpr FieldDescriptor kLeaveGroupRequestMemberIdentityFields[] = {
    {"MemberId", nullptr, -1, offsetof(LeaveGroupRequest::MemberIdentity, member_id), FieldType::kString, false, false, false, false, false, {3, 32767}, {}},
    {"GroupInstanceId", nullptr, -1, offsetof(LeaveGroupRequest::MemberIdentity, group_instance_id), FieldType::kString, false, false, false, false, false, {3, 32767}, {3, 32767}},
    {"Reason", nullptr, -1, offsetof(LeaveGroupRequest::MemberIdentity, reason), FieldType::kString, false, true, false, false, false, {5, 32767}, {5, 32767}},
};
constexpr StructDescriptor kLeaveGroupRequestMemberIdentity = {"MemberIdentity", kLeaveGroupRequestMemberIdentityFields, 3, 3, sizeof(LeaveGroupRequest::MemberIdentity), &kDefaultOf<LeaveGroupRequest::MemberIdentity>};
constexpr FieldDescriptor kLeaveGroupRequestFields[] = {
    {"GroupId", nullptr, -1, offsetof(LeaveGroupRequest, group_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"MemberId", nullptr, -1, offsetof(LeaveGroupRequest, member_id), FieldType::kString, false, false, false, false, false, {0, 2}, {}},
    {"Members", &kLeaveGroupRequestMemberIdentity, -1, offsetof(LeaveGroupRequest, members), FieldType::kStruct, true, false, false, false, false, {3, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor LeaveGroupRequest::kDescriptor = {
    "LeaveGroupRequest", MessageKind::kRequest, kBrokerListener, false, 13, {0, 5}, {4, 32767},
    {"LeaveGroupRequest", kLeaveGroupRequestFields, 3, 3, sizeof(LeaveGroupRequest), &kDefaultOf<LeaveGroupRequest>}};

namespace {
constexpr FieldDescriptor kLeaveGroupResponseMemberResponseFields[] = {
    {"MemberId", nullptr, -1, offsetof(LeaveGroupResponse::MemberResponse, member_id), FieldType::kString, false, false, false, false, false, {3, 32767}, {}},
    {"GroupInstanceId", nullptr, -1, offsetof(LeaveGroupResponse::MemberResponse, group_instance_id), FieldType::kString, false, false, false, false, false, {3, 32767}, {3, 32767}},
    {"ErrorCode", nullptr, -1, offsetof(LeaveGroupResponse::MemberResponse, error_code), FieldType::kInt16, false, false, false, false, false, {3, 32767}, {}},
};
constexpr StructDescriptor kLeaveGroupResponseMemberResponse = {"MemberResponse", kLeaveGroupResponseMemberResponseFields, 3, 3, sizeof(LeaveGroupResponse::MemberResponse), &kDefaultOf<LeaveGroupResponse::MemberResponse>};
constexpr FieldDescriptor kLeaveGroupResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(LeaveGroupResponse, throttle_time_ms), FieldType::kInt32, false, true, false, false, false, {1, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(LeaveGroupResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"Members", &kLeaveGroupResponseMemberResponse, -1, offsetof(LeaveGroupResponse, members), FieldType::kStruct, true, false, false, false, false, {3, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor LeaveGroupResponse::kDescriptor = {
    "LeaveGroupResponse", MessageKind::kResponse, 0, false, 13, {0, 5}, {4, 32767},
    {"LeaveGroupResponse", kLeaveGroupResponseFields, 3, 3, sizeof(LeaveGroupResponse), &kDefaultOf<LeaveGroupResponse>}};

namespace {
constexpr FieldDescriptor kLegacyOffsetCommitKeyFields[] = {
    {"group", nullptr, -1, offsetof(LegacyOffsetCommitKey, group), FieldType::kString, false, false, false, false, false, {0, 0}, {}},
    {"topic", nullptr, -1, offsetof(LegacyOffsetCommitKey, topic), FieldType::kString, false, false, false, false, false, {0, 0}, {}},
    {"partition", nullptr, -1, offsetof(LegacyOffsetCommitKey, partition), FieldType::kInt32, false, false, false, false, false, {0, 0}, {}},
};
}  // namespace
constinit const MessageDescriptor LegacyOffsetCommitKey::kDescriptor = {
    "LegacyOffsetCommitKey", MessageKind::kGroupKey, 0, false, 0, {0, 0}, {},
    {"LegacyOffsetCommitKey", kLegacyOffsetCommitKeyFields, 3, 3, sizeof(LegacyOffsetCommitKey), &kDefaultOf<LegacyOffsetCommitKey>}};

namespace {
constexpr FieldDescriptor kLegacyOffsetCommitValueFields[] = {
    {"offset", nullptr, -1, offsetof(LegacyOffsetCommitValue, offset), FieldType::kInt64, false, false, false, false, false, {0, 0}, {}},
    {"metadata", nullptr, -1, offsetof(LegacyOffsetCommitValue, metadata), FieldType::kString, false, false, false, false, false, {0, 0}, {}},
    {"commitTimestamp", nullptr, -1, offsetof(LegacyOffsetCommitValue, commit_timestamp), FieldType::kInt64, false, false, false, false, false, {0, 0}, {}},
};
}  // namespace
constinit const MessageDescriptor LegacyOffsetCommitValue::kDescriptor = {
    "LegacyOffsetCommitValue", MessageKind::kGroupValue, 0, false, 0, {0, 0}, {},
    {"LegacyOffsetCommitValue", kLegacyOffsetCommitValueFields, 3, 3, sizeof(LegacyOffsetCommitValue), &kDefaultOf<LegacyOffsetCommitValue>}};

namespace {
constexpr FieldDescriptor kListConfigResourcesRequestFields[] = {
    {"ResourceTypes", nullptr, -1, offsetof(ListConfigResourcesRequest, resource_types), FieldType::kInt8, true, false, false, false, false, {1, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ListConfigResourcesRequest::kDescriptor = {
    "ListConfigResourcesRequest", MessageKind::kRequest, kBrokerListener, false, 74, {0, 1}, {0, 32767},
    {"ListConfigResourcesRequest", kListConfigResourcesRequestFields, 1, 1, sizeof(ListConfigResourcesRequest), &kDefaultOf<ListConfigResourcesRequest>}};

namespace {
constexpr FieldDescriptor kListConfigResourcesResponseConfigResourceFields[] = {
    {"ResourceName", nullptr, -1, offsetof(ListConfigResourcesResponse::ConfigResource, resource_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"ResourceType", nullptr, -1, offsetof(ListConfigResourcesResponse::ConfigResource, resource_type), FieldType::kInt8, false, true, false, false, false, {1, 32767}, {}},
};
constexpr StructDescriptor kListConfigResourcesResponseConfigResource = {"ConfigResource", kListConfigResourcesResponseConfigResourceFields, 2, 2, sizeof(ListConfigResourcesResponse::ConfigResource), &kDefaultOf<ListConfigResourcesResponse::ConfigResource>};
constexpr FieldDescriptor kListConfigResourcesResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(ListConfigResourcesResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(ListConfigResourcesResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ConfigResources", &kListConfigResourcesResponseConfigResource, -1, offsetof(ListConfigResourcesResponse, config_resources), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ListConfigResourcesResponse::kDescriptor = {
    "ListConfigResourcesResponse", MessageKind::kResponse, 0, false, 74, {0, 1}, {0, 32767},
    {"ListConfigResourcesResponse", kListConfigResourcesResponseFields, 3, 3, sizeof(ListConfigResourcesResponse), &kDefaultOf<ListConfigResourcesResponse>}};

namespace {
constexpr FieldDescriptor kListGroupsRequestFields[] = {
    {"StatesFilter", nullptr, -1, offsetof(ListGroupsRequest, states_filter), FieldType::kString, true, false, false, false, false, {4, 32767}, {}},
    {"TypesFilter", nullptr, -1, offsetof(ListGroupsRequest, types_filter), FieldType::kString, true, false, false, false, false, {5, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ListGroupsRequest::kDescriptor = {
    "ListGroupsRequest", MessageKind::kRequest, kBrokerListener, false, 16, {0, 5}, {3, 32767},
    {"ListGroupsRequest", kListGroupsRequestFields, 2, 2, sizeof(ListGroupsRequest), &kDefaultOf<ListGroupsRequest>}};

namespace {
constexpr FieldDescriptor kListGroupsResponseListedGroupFields[] = {
    {"GroupId", nullptr, -1, offsetof(ListGroupsResponse::ListedGroup, group_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"ProtocolType", nullptr, -1, offsetof(ListGroupsResponse::ListedGroup, protocol_type), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"GroupState", nullptr, -1, offsetof(ListGroupsResponse::ListedGroup, group_state), FieldType::kString, false, true, false, false, false, {4, 32767}, {}},
    {"GroupType", nullptr, -1, offsetof(ListGroupsResponse::ListedGroup, group_type), FieldType::kString, false, true, false, false, false, {5, 32767}, {}},
};
constexpr StructDescriptor kListGroupsResponseListedGroup = {"ListedGroup", kListGroupsResponseListedGroupFields, 4, 4, sizeof(ListGroupsResponse::ListedGroup), &kDefaultOf<ListGroupsResponse::ListedGroup>};
constexpr FieldDescriptor kListGroupsResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(ListGroupsResponse, throttle_time_ms), FieldType::kInt32, false, true, false, false, false, {1, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(ListGroupsResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"Groups", &kListGroupsResponseListedGroup, -1, offsetof(ListGroupsResponse, groups), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ListGroupsResponse::kDescriptor = {
    "ListGroupsResponse", MessageKind::kResponse, 0, false, 16, {0, 5}, {3, 32767},
    {"ListGroupsResponse", kListGroupsResponseFields, 3, 3, sizeof(ListGroupsResponse), &kDefaultOf<ListGroupsResponse>}};

namespace {
constexpr FieldDescriptor kListOffsetsRequestListOffsetsPartitionFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(ListOffsetsRequest::ListOffsetsPartition, partition_index), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"CurrentLeaderEpoch", nullptr, -1, offsetof(ListOffsetsRequest::ListOffsetsPartition, current_leader_epoch), FieldType::kInt32, false, true, false, false, false, {4, 32767}, {}},
    {"Timestamp", nullptr, -1, offsetof(ListOffsetsRequest::ListOffsetsPartition, timestamp), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kListOffsetsRequestListOffsetsPartition = {"ListOffsetsPartition", kListOffsetsRequestListOffsetsPartitionFields, 3, 3, sizeof(ListOffsetsRequest::ListOffsetsPartition), &kDefaultOf<ListOffsetsRequest::ListOffsetsPartition>};
constexpr FieldDescriptor kListOffsetsRequestListOffsetsTopicFields[] = {
    {"Name", nullptr, -1, offsetof(ListOffsetsRequest::ListOffsetsTopic, name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", &kListOffsetsRequestListOffsetsPartition, -1, offsetof(ListOffsetsRequest::ListOffsetsTopic, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kListOffsetsRequestListOffsetsTopic = {"ListOffsetsTopic", kListOffsetsRequestListOffsetsTopicFields, 2, 2, sizeof(ListOffsetsRequest::ListOffsetsTopic), &kDefaultOf<ListOffsetsRequest::ListOffsetsTopic>};
constexpr FieldDescriptor kListOffsetsRequestFields[] = {
    {"ReplicaId", nullptr, -1, offsetof(ListOffsetsRequest, replica_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"IsolationLevel", nullptr, -1, offsetof(ListOffsetsRequest, isolation_level), FieldType::kInt8, false, false, false, false, false, {2, 32767}, {}},
    {"Topics", &kListOffsetsRequestListOffsetsTopic, -1, offsetof(ListOffsetsRequest, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"TimeoutMs", nullptr, -1, offsetof(ListOffsetsRequest, timeout_ms), FieldType::kInt32, false, true, false, false, false, {10, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ListOffsetsRequest::kDescriptor = {
    "ListOffsetsRequest", MessageKind::kRequest, kBrokerListener, false, 2, {1, 11}, {6, 32767},
    {"ListOffsetsRequest", kListOffsetsRequestFields, 4, 4, sizeof(ListOffsetsRequest), &kDefaultOf<ListOffsetsRequest>}};

namespace {
constexpr FieldDescriptor kListOffsetsResponseListOffsetsPartitionResponseFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(ListOffsetsResponse::ListOffsetsPartitionResponse, partition_index), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(ListOffsetsResponse::ListOffsetsPartitionResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"Timestamp", nullptr, -1, offsetof(ListOffsetsResponse::ListOffsetsPartitionResponse, timestamp), FieldType::kInt64, false, false, false, false, false, {1, 32767}, {}},
    {"Offset", nullptr, -1, offsetof(ListOffsetsResponse::ListOffsetsPartitionResponse, offset), FieldType::kInt64, false, false, false, false, false, {1, 32767}, {}},
    {"LeaderEpoch", nullptr, -1, offsetof(ListOffsetsResponse::ListOffsetsPartitionResponse, leader_epoch), FieldType::kInt32, false, false, false, false, false, {4, 32767}, {}},
};
constexpr StructDescriptor kListOffsetsResponseListOffsetsPartitionResponse = {"ListOffsetsPartitionResponse", kListOffsetsResponseListOffsetsPartitionResponseFields, 5, 5, sizeof(ListOffsetsResponse::ListOffsetsPartitionResponse), &kDefaultOf<ListOffsetsResponse::ListOffsetsPartitionResponse>};
constexpr FieldDescriptor kListOffsetsResponseListOffsetsTopicResponseFields[] = {
    {"Name", nullptr, -1, offsetof(ListOffsetsResponse::ListOffsetsTopicResponse, name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", &kListOffsetsResponseListOffsetsPartitionResponse, -1, offsetof(ListOffsetsResponse::ListOffsetsTopicResponse, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kListOffsetsResponseListOffsetsTopicResponse = {"ListOffsetsTopicResponse", kListOffsetsResponseListOffsetsTopicResponseFields, 2, 2, sizeof(ListOffsetsResponse::ListOffsetsTopicResponse), &kDefaultOf<ListOffsetsResponse::ListOffsetsTopicResponse>};
constexpr FieldDescriptor kListOffsetsResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(ListOffsetsResponse, throttle_time_ms), FieldType::kInt32, false, true, false, false, false, {2, 32767}, {}},
    {"Topics", &kListOffsetsResponseListOffsetsTopicResponse, -1, offsetof(ListOffsetsResponse, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ListOffsetsResponse::kDescriptor = {
    "ListOffsetsResponse", MessageKind::kResponse, 0, false, 2, {1, 11}, {6, 32767},
    {"ListOffsetsResponse", kListOffsetsResponseFields, 2, 2, sizeof(ListOffsetsResponse), &kDefaultOf<ListOffsetsResponse>}};

namespace {
constexpr FieldDescriptor kListPartitionReassignmentsRequestListPartitionReassignmentsTopicsFields[] = {
    {"Name", nullptr, -1, offsetof(ListPartitionReassignmentsRequest::ListPartitionReassignmentsTopics, name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"PartitionIndexes", nullptr, -1, offsetof(ListPartitionReassignmentsRequest::ListPartitionReassignmentsTopics, partition_indexes), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kListPartitionReassignmentsRequestListPartitionReassignmentsTopics = {"ListPartitionReassignmentsTopics", kListPartitionReassignmentsRequestListPartitionReassignmentsTopicsFields, 2, 2, sizeof(ListPartitionReassignmentsRequest::ListPartitionReassignmentsTopics), &kDefaultOf<ListPartitionReassignmentsRequest::ListPartitionReassignmentsTopics>};
constexpr FieldDescriptor kListPartitionReassignmentsRequestFields[] = {
    {"TimeoutMs", nullptr, -1, offsetof(ListPartitionReassignmentsRequest, timeout_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Topics", &kListPartitionReassignmentsRequestListPartitionReassignmentsTopics, -1, offsetof(ListPartitionReassignmentsRequest, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {0, 32767}},
};
}  // namespace
constinit const MessageDescriptor ListPartitionReassignmentsRequest::kDescriptor = {
    "ListPartitionReassignmentsRequest", MessageKind::kRequest, kBrokerListener | kControllerListener, false, 46, {0, 0}, {0, 32767},
    {"ListPartitionReassignmentsRequest", kListPartitionReassignmentsRequestFields, 2, 2, sizeof(ListPartitionReassignmentsRequest), &kDefaultOf<ListPartitionReassignmentsRequest>}};

namespace {
constexpr FieldDescriptor kListPartitionReassignmentsResponseOngoingPartitionReassignmentFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(ListPartitionReassignmentsResponse::OngoingPartitionReassignment, partition_index), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Replicas", nullptr, -1, offsetof(ListPartitionReassignmentsResponse::OngoingPartitionReassignment, replicas), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
    {"AddingReplicas", nullptr, -1, offsetof(ListPartitionReassignmentsResponse::OngoingPartitionReassignment, adding_replicas), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
    {"RemovingReplicas", nullptr, -1, offsetof(ListPartitionReassignmentsResponse::OngoingPartitionReassignment, removing_replicas), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kListPartitionReassignmentsResponseOngoingPartitionReassignment = {"OngoingPartitionReassignment", kListPartitionReassignmentsResponseOngoingPartitionReassignmentFields, 4, 4, sizeof(ListPartitionReassignmentsResponse::OngoingPartitionReassignment), &kDefaultOf<ListPartitionReassignmentsResponse::OngoingPartitionReassignment>};
constexpr FieldDescriptor kListPartitionReassignmentsResponseOngoingTopicReassignmentFields[] = {
    {"Name", nullptr, -1, offsetof(ListPartitionReassignmentsResponse::OngoingTopicReassignment, name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", &kListPartitionReassignmentsResponseOngoingPartitionReassignment, -1, offsetof(ListPartitionReassignmentsResponse::OngoingTopicReassignment, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kListPartitionReassignmentsResponseOngoingTopicReassignment = {"OngoingTopicReassignment", kListPartitionReassignmentsResponseOngoingTopicReassignmentFields, 2, 2, sizeof(ListPartitionReassignmentsResponse::OngoingTopicReassignment), &kDefaultOf<ListPartitionReassignmentsResponse::OngoingTopicReassignment>};
constexpr FieldDescriptor kListPartitionReassignmentsResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(ListPartitionReassignmentsResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(ListPartitionReassignmentsResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(ListPartitionReassignmentsResponse, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"Topics", &kListPartitionReassignmentsResponseOngoingTopicReassignment, -1, offsetof(ListPartitionReassignmentsResponse, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ListPartitionReassignmentsResponse::kDescriptor = {
    "ListPartitionReassignmentsResponse", MessageKind::kResponse, 0, false, 46, {0, 0}, {0, 32767},
    {"ListPartitionReassignmentsResponse", kListPartitionReassignmentsResponseFields, 4, 4, sizeof(ListPartitionReassignmentsResponse), &kDefaultOf<ListPartitionReassignmentsResponse>}};

namespace {
constexpr FieldDescriptor kListTransactionsRequestFields[] = {
    {"StateFilters", nullptr, -1, offsetof(ListTransactionsRequest, state_filters), FieldType::kString, true, false, false, false, false, {0, 32767}, {}},
    {"ProducerIdFilters", nullptr, -1, offsetof(ListTransactionsRequest, producer_id_filters), FieldType::kInt64, true, false, false, false, false, {0, 32767}, {}},
    {"DurationFilter", nullptr, -1, offsetof(ListTransactionsRequest, duration_filter), FieldType::kInt64, false, false, false, false, false, {1, 32767}, {}},
    {"TransactionalIdPattern", nullptr, -1, offsetof(ListTransactionsRequest, transactional_id_pattern), FieldType::kString, false, false, false, false, false, {2, 32767}, {2, 32767}},
};
}  // namespace
constinit const MessageDescriptor ListTransactionsRequest::kDescriptor = {
    "ListTransactionsRequest", MessageKind::kRequest, kBrokerListener, false, 66, {0, 2}, {0, 32767},
    {"ListTransactionsRequest", kListTransactionsRequestFields, 4, 4, sizeof(ListTransactionsRequest), &kDefaultOf<ListTransactionsRequest>}};

namespace {
constexpr FieldDescriptor kListTransactionsResponseTransactionStateFields[] = {
    {"TransactionalId", nullptr, -1, offsetof(ListTransactionsResponse::TransactionState, transactional_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"ProducerId", nullptr, -1, offsetof(ListTransactionsResponse::TransactionState, producer_id), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"TransactionState", nullptr, -1, offsetof(ListTransactionsResponse::TransactionState, transaction_state), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kListTransactionsResponseTransactionState = {"TransactionState", kListTransactionsResponseTransactionStateFields, 3, 3, sizeof(ListTransactionsResponse::TransactionState), &kDefaultOf<ListTransactionsResponse::TransactionState>};
constexpr FieldDescriptor kListTransactionsResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(ListTransactionsResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(ListTransactionsResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"UnknownStateFilters", nullptr, -1, offsetof(ListTransactionsResponse, unknown_state_filters), FieldType::kString, true, false, false, false, false, {0, 32767}, {}},
    {"TransactionStates", &kListTransactionsResponseTransactionState, -1, offsetof(ListTransactionsResponse, transaction_states), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ListTransactionsResponse::kDescriptor = {
    "ListTransactionsResponse", MessageKind::kResponse, 0, false, 66, {0, 2}, {0, 32767},
    {"ListTransactionsResponse", kListTransactionsResponseFields, 4, 4, sizeof(ListTransactionsResponse), &kDefaultOf<ListTransactionsResponse>}};

namespace {
constexpr FieldDescriptor kMetadataRequestMetadataRequestTopicFields[] = {
    {"TopicId", nullptr, -1, offsetof(MetadataRequest::MetadataRequestTopic, topic_id), FieldType::kUuid, false, true, false, false, false, {10, 32767}, {}},
    {"Name", nullptr, -1, offsetof(MetadataRequest::MetadataRequestTopic, name), FieldType::kString, false, false, false, false, false, {0, 32767}, {10, 32767}},
};
constexpr StructDescriptor kMetadataRequestMetadataRequestTopic = {"MetadataRequestTopic", kMetadataRequestMetadataRequestTopicFields, 2, 2, sizeof(MetadataRequest::MetadataRequestTopic), &kDefaultOf<MetadataRequest::MetadataRequestTopic>};
constexpr FieldDescriptor kMetadataRequestFields[] = {
    {"Topics", &kMetadataRequestMetadataRequestTopic, -1, offsetof(MetadataRequest, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {1, 32767}},
    {"AllowAutoTopicCreation", nullptr, -1, offsetof(MetadataRequest, allow_auto_topic_creation), FieldType::kBool, false, false, false, false, false, {4, 32767}, {}},
    {"IncludeClusterAuthorizedOperations", nullptr, -1, offsetof(MetadataRequest, include_cluster_authorized_operations), FieldType::kBool, false, false, false, false, false, {8, 10}, {}},
    {"IncludeTopicAuthorizedOperations", nullptr, -1, offsetof(MetadataRequest, include_topic_authorized_operations), FieldType::kBool, false, false, false, false, false, {8, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor MetadataRequest::kDescriptor = {
    "MetadataRequest", MessageKind::kRequest, kBrokerListener, false, 3, {0, 13}, {9, 32767},
    {"MetadataRequest", kMetadataRequestFields, 4, 4, sizeof(MetadataRequest), &kDefaultOf<MetadataRequest>}};

namespace {
constexpr FieldDescriptor kMetadataResponseMetadataResponseBrokerFields[] = {
    {"NodeId", nullptr, -1, offsetof(MetadataResponse::MetadataResponseBroker, node_id), FieldType::kInt32, false, false, false, true, false, {0, 32767}, {}},
    {"Host", nullptr, -1, offsetof(MetadataResponse::MetadataResponseBroker, host), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Port", nullptr, -1, offsetof(MetadataResponse::MetadataResponseBroker, port), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Rack", nullptr, -1, offsetof(MetadataResponse::MetadataResponseBroker, rack), FieldType::kString, false, true, false, false, false, {1, 32767}, {1, 32767}},
};
constexpr StructDescriptor kMetadataResponseMetadataResponseBroker = {"MetadataResponseBroker", kMetadataResponseMetadataResponseBrokerFields, 4, 4, sizeof(MetadataResponse::MetadataResponseBroker), &kDefaultOf<MetadataResponse::MetadataResponseBroker>};
constexpr FieldDescriptor kMetadataResponseMetadataResponsePartitionFields[] = {
    {"ErrorCode", nullptr, -1, offsetof(MetadataResponse::MetadataResponsePartition, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"PartitionIndex", nullptr, -1, offsetof(MetadataResponse::MetadataResponsePartition, partition_index), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"LeaderId", nullptr, -1, offsetof(MetadataResponse::MetadataResponsePartition, leader_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"LeaderEpoch", nullptr, -1, offsetof(MetadataResponse::MetadataResponsePartition, leader_epoch), FieldType::kInt32, false, true, false, false, false, {7, 32767}, {}},
    {"ReplicaNodes", nullptr, -1, offsetof(MetadataResponse::MetadataResponsePartition, replica_nodes), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
    {"IsrNodes", nullptr, -1, offsetof(MetadataResponse::MetadataResponsePartition, isr_nodes), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
    {"OfflineReplicas", nullptr, -1, offsetof(MetadataResponse::MetadataResponsePartition, offline_replicas), FieldType::kInt32, true, true, false, false, false, {5, 32767}, {}},
};
constexpr StructDescriptor kMetadataResponseMetadataResponsePartition = {"MetadataResponsePartition", kMetadataResponseMetadataResponsePartitionFields, 7, 7, sizeof(MetadataResponse::MetadataResponsePartition), &kDefaultOf<MetadataResponse::MetadataResponsePartition>};
constexpr FieldDescriptor kMetadataResponseMetadataResponseTopicFields[] = {
    {"ErrorCode", nullptr, -1, offsetof(MetadataResponse::MetadataResponseTopic, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"Name", nullptr, -1, offsetof(MetadataResponse::MetadataResponseTopic, name), FieldType::kString, false, false, false, true, false, {0, 32767}, {12, 32767}},
    {"TopicId", nullptr, -1, offsetof(MetadataResponse::MetadataResponseTopic, topic_id), FieldType::kUuid, false, true, false, false, false, {10, 32767}, {}},
    {"IsInternal", nullptr, -1, offsetof(MetadataResponse::MetadataResponseTopic, is_internal), FieldType::kBool, false, true, false, false, false, {1, 32767}, {}},
    {"Partitions", &kMetadataResponseMetadataResponsePartition, -1, offsetof(MetadataResponse::MetadataResponseTopic, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"TopicAuthorizedOperations", nullptr, -1, offsetof(MetadataResponse::MetadataResponseTopic, topic_authorized_operations), FieldType::kInt32, false, false, false, false, false, {8, 32767}, {}},
};
constexpr StructDescriptor kMetadataResponseMetadataResponseTopic = {"MetadataResponseTopic", kMetadataResponseMetadataResponseTopicFields, 6, 6, sizeof(MetadataResponse::MetadataResponseTopic), &kDefaultOf<MetadataResponse::MetadataResponseTopic>};
constexpr FieldDescriptor kMetadataResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(MetadataResponse, throttle_time_ms), FieldType::kInt32, false, true, false, false, false, {3, 32767}, {}},
    {"Brokers", &kMetadataResponseMetadataResponseBroker, -1, offsetof(MetadataResponse, brokers), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"ClusterId", nullptr, -1, offsetof(MetadataResponse, cluster_id), FieldType::kString, false, true, false, false, false, {2, 32767}, {2, 32767}},
    {"ControllerId", nullptr, -1, offsetof(MetadataResponse, controller_id), FieldType::kInt32, false, true, false, false, false, {1, 32767}, {}},
    {"Topics", &kMetadataResponseMetadataResponseTopic, -1, offsetof(MetadataResponse, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"ClusterAuthorizedOperations", nullptr, -1, offsetof(MetadataResponse, cluster_authorized_operations), FieldType::kInt32, false, false, false, false, false, {8, 10}, {}},
    {"ErrorCode", nullptr, -1, offsetof(MetadataResponse, error_code), FieldType::kInt16, false, true, false, false, false, {13, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor MetadataResponse::kDescriptor = {
    "MetadataResponse", MessageKind::kResponse, 0, false, 3, {0, 13}, {9, 32767},
    {"MetadataResponse", kMetadataResponseFields, 7, 7, sizeof(MetadataResponse), &kDefaultOf<MetadataResponse>}};

namespace {
}  // namespace
constinit const MessageDescriptor NoOpRecord::kDescriptor = {
    "NoOpRecord", MessageKind::kMetadataRecord, 0, false, 20, {0, 0}, {0, 32767},
    {"NoOpRecord", nullptr, 0, 0, sizeof(NoOpRecord), &kDefaultOf<NoOpRecord>}};

namespace {
constexpr FieldDescriptor kOffsetCommitKeyFields[] = {
    {"group", nullptr, -1, offsetof(OffsetCommitKey, group), FieldType::kString, false, false, false, false, false, {0, 0}, {}},
    {"topic", nullptr, -1, offsetof(OffsetCommitKey, topic), FieldType::kString, false, false, false, false, false, {0, 0}, {}},
    {"partition", nullptr, -1, offsetof(OffsetCommitKey, partition), FieldType::kInt32, false, false, false, false, false, {0, 0}, {}},
};
}  // namespace
constinit const MessageDescriptor OffsetCommitKey::kDescriptor = {
    "OffsetCommitKey", MessageKind::kGroupKey, 0, false, 1, {0, 0}, {},
    {"OffsetCommitKey", kOffsetCommitKeyFields, 3, 3, sizeof(OffsetCommitKey), &kDefaultOf<OffsetCommitKey>}};

namespace {
constexpr FieldDescriptor kOffsetCommitRequestOffsetCommitRequestPartitionFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(OffsetCommitRequest::OffsetCommitRequestPartition, partition_index), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"CommittedOffset", nullptr, -1, offsetof(OffsetCommitRequest::OffsetCommitRequestPartition, committed_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"CommittedLeaderEpoch", nullptr, -1, offsetof(OffsetCommitRequest::OffsetCommitRequestPartition, committed_leader_epoch), FieldType::kInt32, false, true, false, false, false, {6, 32767}, {}},
    {"CommittedMetadata", nullptr, -1, offsetof(OffsetCommitRequest::OffsetCommitRequestPartition, committed_metadata), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
};
constexpr StructDescriptor kOffsetCommitRequestOffsetCommitRequestPartition = {"OffsetCommitRequestPartition", kOffsetCommitRequestOffsetCommitRequestPartitionFields, 4, 4, sizeof(OffsetCommitRequest::OffsetCommitRequestPartition), &kDefaultOf<OffsetCommitRequest::OffsetCommitRequestPartition>};
constexpr FieldDescriptor kOffsetCommitRequestOffsetCommitRequestTopicFields[] = {
    {"Name", nullptr, -1, offsetof(OffsetCommitRequest::OffsetCommitRequestTopic, name), FieldType::kString, false, true, false, false, false, {0, 9}, {}},
    {"TopicId", nullptr, -1, offsetof(OffsetCommitRequest::OffsetCommitRequestTopic, topic_id), FieldType::kUuid, false, true, false, false, false, {10, 32767}, {}},
    {"Partitions", &kOffsetCommitRequestOffsetCommitRequestPartition, -1, offsetof(OffsetCommitRequest::OffsetCommitRequestTopic, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kOffsetCommitRequestOffsetCommitRequestTopic = {"OffsetCommitRequestTopic", kOffsetCommitRequestOffsetCommitRequestTopicFields, 3, 3, sizeof(OffsetCommitRequest::OffsetCommitRequestTopic), &kDefaultOf<OffsetCommitRequest::OffsetCommitRequestTopic>};
constexpr FieldDescriptor kOffsetCommitRequestFields[] = {
    {"GroupId", nullptr, -1, offsetof(OffsetCommitRequest, group_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"GenerationIdOrMemberEpoch", nullptr, -1, offsetof(OffsetCommitRequest, generation_id_or_member_epoch), FieldType::kInt32, false, true, false, false, false, {1, 32767}, {}},
    {"MemberId", nullptr, -1, offsetof(OffsetCommitRequest, member_id), FieldType::kString, false, true, false, false, false, {1, 32767}, {}},
    {"GroupInstanceId", nullptr, -1, offsetof(OffsetCommitRequest, group_instance_id), FieldType::kString, false, false, false, false, false, {7, 32767}, {7, 32767}},
    {"RetentionTimeMs", nullptr, -1, offsetof(OffsetCommitRequest, retention_time_ms), FieldType::kInt64, false, true, false, false, false, {2, 4}, {}},
    {"Topics", &kOffsetCommitRequestOffsetCommitRequestTopic, -1, offsetof(OffsetCommitRequest, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor OffsetCommitRequest::kDescriptor = {
    "OffsetCommitRequest", MessageKind::kRequest, kBrokerListener, false, 8, {2, 10}, {8, 32767},
    {"OffsetCommitRequest", kOffsetCommitRequestFields, 6, 6, sizeof(OffsetCommitRequest), &kDefaultOf<OffsetCommitRequest>}};

namespace {
constexpr FieldDescriptor kOffsetCommitResponseOffsetCommitResponsePartitionFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(OffsetCommitResponse::OffsetCommitResponsePartition, partition_index), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(OffsetCommitResponse::OffsetCommitResponsePartition, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kOffsetCommitResponseOffsetCommitResponsePartition = {"OffsetCommitResponsePartition", kOffsetCommitResponseOffsetCommitResponsePartitionFields, 2, 2, sizeof(OffsetCommitResponse::OffsetCommitResponsePartition), &kDefaultOf<OffsetCommitResponse::OffsetCommitResponsePartition>};
constexpr FieldDescriptor kOffsetCommitResponseOffsetCommitResponseTopicFields[] = {
    {"Name", nullptr, -1, offsetof(OffsetCommitResponse::OffsetCommitResponseTopic, name), FieldType::kString, false, true, false, false, false, {0, 9}, {}},
    {"TopicId", nullptr, -1, offsetof(OffsetCommitResponse::OffsetCommitResponseTopic, topic_id), FieldType::kUuid, false, true, false, false, false, {10, 32767}, {}},
    {"Partitions", &kOffsetCommitResponseOffsetCommitResponsePartition, -1, offsetof(OffsetCommitResponse::OffsetCommitResponseTopic, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kOffsetCommitResponseOffsetCommitResponseTopic = {"OffsetCommitResponseTopic", kOffsetCommitResponseOffsetCommitResponseTopicFields, 3, 3, sizeof(OffsetCommitResponse::OffsetCommitResponseTopic), &kDefaultOf<OffsetCommitResponse::OffsetCommitResponseTopic>};
constexpr FieldDescriptor kOffsetCommitResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(OffsetCommitResponse, throttle_time_ms), FieldType::kInt32, false, true, false, false, false, {3, 32767}, {}},
    {"Topics", &kOffsetCommitResponseOffsetCommitResponseTopic, -1, offsetof(OffsetCommitResponse, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor OffsetCommitResponse::kDescriptor = {
    "OffsetCommitResponse", MessageKind::kResponse, 0, false, 8, {2, 10}, {8, 32767},
    {"OffsetCommitResponse", kOffsetCommitResponseFields, 2, 2, sizeof(OffsetCommitResponse), &kDefaultOf<OffsetCommitResponse>}};

namespace {
constexpr FieldDescriptor kOffsetCommitValueFields[] = {
    {"offset", nullptr, -1, offsetof(OffsetCommitValue, offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"leaderEpoch", nullptr, -1, offsetof(OffsetCommitValue, leader_epoch), FieldType::kInt32, false, true, false, false, false, {3, 32767}, {}},
    {"metadata", nullptr, -1, offsetof(OffsetCommitValue, metadata), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"commitTimestamp", nullptr, -1, offsetof(OffsetCommitValue, commit_timestamp), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"expireTimestamp", nullptr, -1, offsetof(OffsetCommitValue, expire_timestamp), FieldType::kInt64, false, true, false, false, false, {1, 1}, {}},
    {"topicId", nullptr, 0, offsetof(OffsetCommitValue, topic_id), FieldType::kUuid, false, true, false, false, false, {4, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor OffsetCommitValue::kDescriptor = {
    "OffsetCommitValue", MessageKind::kGroupValue, 0, false, 1, {0, 4}, {4, 32767},
    {"OffsetCommitValue", kOffsetCommitValueFields, 6, 5, sizeof(OffsetCommitValue), &kDefaultOf<OffsetCommitValue>}};

namespace {
constexpr FieldDescriptor kOffsetDeleteRequestOffsetDeleteRequestPartitionFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(OffsetDeleteRequest::OffsetDeleteRequestPartition, partition_index), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kOffsetDeleteRequestOffsetDeleteRequestPartition = {"OffsetDeleteRequestPartition", kOffsetDeleteRequestOffsetDeleteRequestPartitionFields, 1, 1, sizeof(OffsetDeleteRequest::OffsetDeleteRequestPartition), &kDefaultOf<OffsetDeleteRequest::OffsetDeleteRequestPartition>};
constexpr FieldDescriptor kOffsetDeleteRequestOffsetDeleteRequestTopicFields[] = {
    {"Name", nullptr, -1, offsetof(OffsetDeleteRequest::OffsetDeleteRequestTopic, name), FieldType::kString, false, false, false, true, false, {0, 32767}, {}},
    {"Partitions", &kOffsetDeleteRequestOffsetDeleteRequestPartition, -1, offsetof(OffsetDeleteRequest::OffsetDeleteRequestTopic, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kOffsetDeleteRequestOffsetDeleteRequestTopic = {"OffsetDeleteRequestTopic", kOffsetDeleteRequestOffsetDeleteRequestTopicFields, 2, 2, sizeof(OffsetDeleteRequest::OffsetDeleteRequestTopic), &kDefaultOf<OffsetDeleteRequest::OffsetDeleteRequestTopic>};
constexpr FieldDescriptor kOffsetDeleteRequestFields[] = {
    {"GroupId", nullptr, -1, offsetof(OffsetDeleteRequest, group_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Topics", &kOffsetDeleteRequestOffsetDeleteRequestTopic, -1, offsetof(OffsetDeleteRequest, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor OffsetDeleteRequest::kDescriptor = {
    "OffsetDeleteRequest", MessageKind::kRequest, kBrokerListener, false, 47, {0, 0}, {},
    {"OffsetDeleteRequest", kOffsetDeleteRequestFields, 2, 2, sizeof(OffsetDeleteRequest), &kDefaultOf<OffsetDeleteRequest>}};

namespace {
constexpr FieldDescriptor kOffsetDeleteResponseOffsetDeleteResponsePartitionFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(OffsetDeleteResponse::OffsetDeleteResponsePartition, partition_index), FieldType::kInt32, false, false, false, true, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(OffsetDeleteResponse::OffsetDeleteResponsePartition, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kOffsetDeleteResponseOffsetDeleteResponsePartition = {"OffsetDeleteResponsePartition", kOffsetDeleteResponseOffsetDeleteResponsePartitionFields, 2, 2, sizeof(OffsetDeleteResponse::OffsetDeleteResponsePartition), &kDefaultOf<OffsetDeleteResponse::OffsetDeleteResponsePartition>};
constexpr FieldDescriptor kOffsetDeleteResponseOffsetDeleteResponseTopicFields[] = {
    {"Name", nullptr, -1, offsetof(OffsetDeleteResponse::OffsetDeleteResponseTopic, name), FieldType::kString, false, false, false, true, false, {0, 32767}, {}},
    {"Partitions", &kOffsetDeleteResponseOffsetDeleteResponsePartition, -1, offsetof(OffsetDeleteResponse::OffsetDeleteResponseTopic, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kOffsetDeleteResponseOffsetDeleteResponseTopic = {"OffsetDeleteResponseTopic", kOffsetDeleteResponseOffsetDeleteResponseTopicFields, 2, 2, sizeof(OffsetDeleteResponse::OffsetDeleteResponseTopic), &kDefaultOf<OffsetDeleteResponse::OffsetDeleteResponseTopic>};
constexpr FieldDescriptor kOffsetDeleteResponseFields[] = {
    {"ErrorCode", nullptr, -1, offsetof(OffsetDeleteResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ThrottleTimeMs", nullptr, -1, offsetof(OffsetDeleteResponse, throttle_time_ms), FieldType::kInt32, false, true, false, false, false, {0, 32767}, {}},
    {"Topics", &kOffsetDeleteResponseOffsetDeleteResponseTopic, -1, offsetof(OffsetDeleteResponse, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor OffsetDeleteResponse::kDescriptor = {
    "OffsetDeleteResponse", MessageKind::kResponse, 0, false, 47, {0, 0}, {},
    {"OffsetDeleteResponse", kOffsetDeleteResponseFields, 3, 3, sizeof(OffsetDeleteResponse), &kDefaultOf<OffsetDeleteResponse>}};

namespace {
constexpr FieldDescriptor kOffsetFetchRequestOffsetFetchRequestTopicFields[] = {
    {"Name", nullptr, -1, offsetof(OffsetFetchRequest::OffsetFetchRequestTopic, name), FieldType::kString, false, false, false, false, false, {0, 7}, {}},
    {"PartitionIndexes", nullptr, -1, offsetof(OffsetFetchRequest::OffsetFetchRequestTopic, partition_indexes), FieldType::kInt32, true, false, false, false, false, {0, 7}, {}},
};
constexpr StructDescriptor kOffsetFetchRequestOffsetFetchRequestTopic = {"OffsetFetchRequestTopic", kOffsetFetchRequestOffsetFetchRequestTopicFields, 2, 2, sizeof(OffsetFetchRequest::OffsetFetchRequestTopic), &kDefaultOf<OffsetFetchRequest::OffsetFetchRequestTopic>};
constexpr FieldDescriptor kOffsetFetchRequestOffsetFetchRequestTopicsFields[] = {
    {"Name", nullptr, -1, offsetof(OffsetFetchRequest::OffsetFetchRequestTopics, name), FieldType::kString, false, true, false, false, false, {8, 9}, {}},
    {"TopicId", nullptr, -1, offsetof(OffsetFetchRequest::OffsetFetchRequestTopics, topic_id), FieldType::kUuid, false, true, false, false, false, {10, 32767}, {}},
    {"PartitionIndexes", nullptr, -1, offsetof(OffsetFetchRequest::OffsetFetchRequestTopics, partition_indexes), FieldType::kInt32, true, false, false, false, false, {8, 32767}, {}},
};
constexpr StructDescriptor kOffsetFetchRequestOffsetFetchRequestTopics = {"OffsetFetchRequestTopics", kOffsetFetchRequestOffsetFetchRequestTopicsFields, 3, 3, sizeof(OffsetFetchRequest::OffsetFetchRequestTopics), &kDefaultOf<OffsetFetchRequest::OffsetFetchRequestTopics>};
constexpr FieldDescriptor kOffsetFetchRequestOffsetFetchRequestGroupFields[] = {
    {"GroupId", nullptr, -1, offsetof(OffsetFetchRequest::OffsetFetchRequestGroup, group_id), FieldType::kString, false, false, false, false, false, {8, 32767}, {}},
    {"MemberId", nullptr, -1, offsetof(OffsetFetchRequest::OffsetFetchRequestGroup, member_id), FieldType::kString, false, true, false, false, false, {9, 32767}, {9, 32767}},
    {"MemberEpoch", nullptr, -1, offsetof(OffsetFetchRequest::OffsetFetchRequestGroup, member_epoch), FieldType::kInt32, false, true, false, false, false, {9, 32767}, {}},
    {"Topics", &kOffsetFetchRequestOffsetFetchRequestTopics, -1, offsetof(OffsetFetchRequest::OffsetFetchRequestGroup, topics), FieldType::kStruct, true, false, false, false, false, {8, 32767}, {8, 32767}},
};
constexpr StructDescriptor kOffsetFetchRequestOffsetFetchRequestGroup = {"OffsetFetchRequestGroup", kOffsetFetchRequestOffsetFetchRequestGroupFields, 4, 4, sizeof(OffsetFetchRequest::OffsetFetchRequestGroup), &kDefaultOf<OffsetFetchRequest::OffsetFetchRequestGroup>};
constexpr FieldDescriptor kOffsetFetchRequestFields[] = {
    {"GroupId", nullptr, -1, offsetof(OffsetFetchRequest, group_id), FieldType::kString, false, false, false, false, false, {0, 7}, {}},
    {"Topics", &kOffsetFetchRequestOffsetFetchRequestTopic, -1, offsetof(OffsetFetchRequest, topics), FieldType::kStruct, true, false, false, false, false, {0, 7}, {2, 7}},
    {"Groups", &kOffsetFetchRequestOffsetFetchRequestGroup, -1, offsetof(OffsetFetchRequest, groups), FieldType::kStruct, true, false, false, false, false, {8, 32767}, {}},
    {"RequireStable", nullptr, -1, offsetof(OffsetFetchRequest, require_stable), FieldType::kBool, false, false, false, false, false, {7, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor OffsetFetchRequest::kDescriptor = {
    "OffsetFetchRequest", MessageKind::kRequest, kBrokerListener, false, 9, {1, 10}, {6, 32767},
    {"OffsetFetchRequest", kOffsetFetchRequestFields, 4, 4, sizeof(OffsetFetchRequest), &kDefaultOf<OffsetFetchRequest>}};

namespace {
constexpr FieldDescriptor kOffsetFetchResponseOffsetFetchResponsePartitionFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(OffsetFetchResponse::OffsetFetchResponsePartition, partition_index), FieldType::kInt32, false, false, false, false, false, {0, 7}, {}},
    {"CommittedOffset", nullptr, -1, offsetof(OffsetFetchResponse::OffsetFetchResponsePartition, committed_offset), FieldType::kInt64, false, false, false, false, false, {0, 7}, {}},
    {"CommittedLeaderEpoch", nullptr, -1, offsetof(OffsetFetchResponse::OffsetFetchResponsePartition, committed_leader_epoch), FieldType::kInt32, false, true, false, false, false, {5, 7}, {}},
    {"Metadata", nullptr, -1, offsetof(OffsetFetchResponse::OffsetFetchResponsePartition, metadata), FieldType::kString, false, false, false, false, false, {0, 7}, {0, 7}},
    {"ErrorCode", nullptr, -1, offsetof(OffsetFetchResponse::OffsetFetchResponsePartition, error_code), FieldType::kInt16, false, false, false, false, false, {0, 7}, {}},
};
constexpr StructDescriptor kOffsetFetchResponseOffsetFetchResponsePartition = {"OffsetFetchResponsePartition", kOffsetFetchResponseOffsetFetchResponsePartitionFields, 5, 5, sizeof(OffsetFetchResponse::OffsetFetchResponsePartition), &kDefaultOf<OffsetFetchResponse::OffsetFetchResponsePartition>};
constexpr FieldDescriptor kOffsetFetchResponseOffsetFetchResponseTopicFields[] = {
    {"Name", nullptr, -1, offsetof(OffsetFetchResponse::OffsetFetchResponseTopic, name), FieldType::kString, false, false, false, false, false, {0, 7}, {}},
    {"Partitions", &kOffsetFetchResponseOffsetFetchResponsePartition, -1, offsetof(OffsetFetchResponse::OffsetFetchResponseTopic, partitions), FieldType::kStruct, true, false, false, false, false, {0, 7}, {}},
};
constexpr StructDescriptor kOffsetFetchResponseOffsetFetchResponseTopic = {"OffsetFetchResponseTopic", kOffsetFetchResponseOffsetFetchResponseTopicFields, 2, 2, sizeof(OffsetFetchResponse::OffsetFetchResponseTopic), &kDefaultOf<OffsetFetchResponse::OffsetFetchResponseTopic>};
constexpr FieldDescriptor kOffsetFetchResponseOffsetFetchResponsePartitionsFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(OffsetFetchResponse::OffsetFetchResponsePartitions, partition_index), FieldType::kInt32, false, false, false, false, false, {8, 32767}, {}},
    {"CommittedOffset", nullptr, -1, offsetof(OffsetFetchResponse::OffsetFetchResponsePartitions, committed_offset), FieldType::kInt64, false, false, false, false, false, {8, 32767}, {}},
    {"CommittedLeaderEpoch", nullptr, -1, offsetof(OffsetFetchResponse::OffsetFetchResponsePartitions, committed_leader_epoch), FieldType::kInt32, false, true, false, false, false, {8, 32767}, {}},
    {"Metadata", nullptr, -1, offsetof(OffsetFetchResponse::OffsetFetchResponsePartitions, metadata), FieldType::kString, false, false, false, false, false, {8, 32767}, {8, 32767}},
    {"ErrorCode", nullptr, -1, offsetof(OffsetFetchResponse::OffsetFetchResponsePartitions, error_code), FieldType::kInt16, false, false, false, false, false, {8, 32767}, {}},
};
constexpr StructDescriptor kOffsetFetchResponseOffsetFetchResponsePartitions = {"OffsetFetchResponsePartitions", kOffsetFetchResponseOffsetFetchResponsePartitionsFields, 5, 5, sizeof(OffsetFetchResponse::OffsetFetchResponsePartitions), &kDefaultOf<OffsetFetchResponse::OffsetFetchResponsePartitions>};
constexpr FieldDescriptor kOffsetFetchResponseOffsetFetchResponseTopicsFields[] = {
    {"Name", nullptr, -1, offsetof(OffsetFetchResponse::OffsetFetchResponseTopics, name), FieldType::kString, false, true, false, false, false, {8, 9}, {}},
    {"TopicId", nullptr, -1, offsetof(OffsetFetchResponse::OffsetFetchResponseTopics, topic_id), FieldType::kUuid, false, true, false, false, false, {10, 32767}, {}},
    {"Partitions", &kOffsetFetchResponseOffsetFetchResponsePartitions, -1, offsetof(OffsetFetchResponse::OffsetFetchResponseTopics, partitions), FieldType::kStruct, true, false, false, false, false, {8, 32767}, {}},
};
constexpr StructDescriptor kOffsetFetchResponseOffsetFetchResponseTopics = {"OffsetFetchResponseTopics", kOffsetFetchResponseOffsetFetchResponseTopicsFields, 3, 3, sizeof(OffsetFetchResponse::OffsetFetchResponseTopics), &kDefaultOf<OffsetFetchResponse::OffsetFetchResponseTopics>};
constexpr FieldDescriptor kOffsetFetchResponseOffsetFetchResponseGroupFields[] = {
    {"GroupId", nullptr, -1, offsetof(OffsetFetchResponse::OffsetFetchResponseGroup, group_id), FieldType::kString, false, false, false, false, false, {8, 32767}, {}},
    {"Topics", &kOffsetFetchResponseOffsetFetchResponseTopics, -1, offsetof(OffsetFetchResponse::OffsetFetchResponseGroup, topics), FieldType::kStruct, true, false, false, false, false, {8, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(OffsetFetchResponse::OffsetFetchResponseGroup, error_code), FieldType::kInt16, false, false, false, false, false, {8, 32767}, {}},
};
constexpr StructDescriptor kOffsetFetchResponseOffsetFetchResponseGroup = {"OffsetFetchResponseGroup", kOffsetFetchResponseOffsetFetchResponseGroupFields, 3, 3, sizeof(OffsetFetchResponse::OffsetFetchResponseGroup), &kDefaultOf<OffsetFetchResponse::OffsetFetchResponseGroup>};
constexpr FieldDescriptor kOffsetFetchResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(OffsetFetchResponse, throttle_time_ms), FieldType::kInt32, false, true, false, false, false, {3, 32767}, {}},
    {"Topics", &kOffsetFetchResponseOffsetFetchResponseTopic, -1, offsetof(OffsetFetchResponse, topics), FieldType::kStruct, true, false, false, false, false, {0, 7}, {}},
    {"ErrorCode", nullptr, -1, offsetof(OffsetFetchResponse, error_code), FieldType::kInt16, false, true, false, false, false, {2, 7}, {}},
    {"Groups", &kOffsetFetchResponseOffsetFetchResponseGroup, -1, offsetof(OffsetFetchResponse, groups), FieldType::kStruct, true, false, false, false, false, {8, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor OffsetFetchResponse::kDescriptor = {
    "OffsetFetchResponse", MessageKind::kResponse, 0, false, 9, {1, 10}, {6, 32767},
    {"OffsetFetchResponse", kOffsetFetchResponseFields, 4, 4, sizeof(OffsetFetchResponse), &kDefaultOf<OffsetFetchResponse>}};

namespace {
constexpr FieldDescriptor kOffsetForLeaderEpochRequestOffsetForLeaderPartitionFields[] = {
    {"Partition", nullptr, -1, offsetof(OffsetForLeaderEpochRequest::OffsetForLeaderPartition, partition), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"CurrentLeaderEpoch", nullptr, -1, offsetof(OffsetForLeaderEpochRequest::OffsetForLeaderPartition, current_leader_epoch), FieldType::kInt32, false, true, false, false, false, {2, 32767}, {}},
    {"LeaderEpoch", nullptr, -1, offsetof(OffsetForLeaderEpochRequest::OffsetForLeaderPartition, leader_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kOffsetForLeaderEpochRequestOffsetForLeaderPartition = {"OffsetForLeaderPartition", kOffsetForLeaderEpochRequestOffsetForLeaderPartitionFields, 3, 3, sizeof(OffsetForLeaderEpochRequest::OffsetForLeaderPartition), &kDefaultOf<OffsetForLeaderEpochRequest::OffsetForLeaderPartition>};
constexpr FieldDescriptor kOffsetForLeaderEpochRequestOffsetForLeaderTopicFields[] = {
    {"Topic", nullptr, -1, offsetof(OffsetForLeaderEpochRequest::OffsetForLeaderTopic, topic), FieldType::kString, false, false, false, true, false, {0, 32767}, {}},
    {"Partitions", &kOffsetForLeaderEpochRequestOffsetForLeaderPartition, -1, offsetof(OffsetForLeaderEpochRequest::OffsetForLeaderTopic, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kOffsetForLeaderEpochRequestOffsetForLeaderTopic = {"OffsetForLeaderTopic", kOffsetForLeaderEpochRequestOffsetForLeaderTopicFields, 2, 2, sizeof(OffsetForLeaderEpochRequest::OffsetForLeaderTopic), &kDefaultOf<OffsetForLeaderEpochRequest::OffsetForLeaderTopic>};
constexpr FieldDescriptor kOffsetForLeaderEpochRequestFields[] = {
    {"ReplicaId", nullptr, -1, offsetof(OffsetForLeaderEpochRequest, replica_id), FieldType::kInt32, false, true, false, false, false, {3, 32767}, {}},
    {"Topics", &kOffsetForLeaderEpochRequestOffsetForLeaderTopic, -1, offsetof(OffsetForLeaderEpochRequest, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor OffsetForLeaderEpochRequest::kDescriptor = {
    "OffsetForLeaderEpochRequest", MessageKind::kRequest, kBrokerListener, false, 23, {2, 4}, {4, 32767},
    {"OffsetForLeaderEpochRequest", kOffsetForLeaderEpochRequestFields, 2, 2, sizeof(OffsetForLeaderEpochRequest), &kDefaultOf<OffsetForLeaderEpochRequest>}};

namespace {
constexpr FieldDescriptor kOffsetForLeaderEpochResponseEpochEndOffsetFields[] = {
    {"ErrorCode", nullptr, -1, offsetof(OffsetForLeaderEpochResponse::EpochEndOffset, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"Partition", nullptr, -1, offsetof(OffsetForLeaderEpochResponse::EpochEndOffset, partition), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"LeaderEpoch", nullptr, -1, offsetof(OffsetForLeaderEpochResponse::EpochEndOffset, leader_epoch), FieldType::kInt32, false, true, false, false, false, {1, 32767}, {}},
    {"EndOffset", nullptr, -1, offsetof(OffsetForLeaderEpochResponse::EpochEndOffset, end_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kOffsetForLeaderEpochResponseEpochEndOffset = {"EpochEndOffset", kOffsetForLeaderEpochResponseEpochEndOffsetFields, 4, 4, sizeof(OffsetForLeaderEpochResponse::EpochEndOffset), &kDefaultOf<OffsetForLeaderEpochResponse::EpochEndOffset>};
constexpr FieldDescriptor kOffsetForLeaderEpochResponseOffsetForLeaderTopicResultFields[] = {
    {"Topic", nullptr, -1, offsetof(OffsetForLeaderEpochResponse::OffsetForLeaderTopicResult, topic), FieldType::kString, false, false, false, true, false, {0, 32767}, {}},
    {"Partitions", &kOffsetForLeaderEpochResponseEpochEndOffset, -1, offsetof(OffsetForLeaderEpochResponse::OffsetForLeaderTopicResult, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kOffsetForLeaderEpochResponseOffsetForLeaderTopicResult = {"OffsetForLeaderTopicResult", kOffsetForLeaderEpochResponseOffsetForLeaderTopicResultFields, 2, 2, sizeof(OffsetForLeaderEpochResponse::OffsetForLeaderTopicResult), &kDefaultOf<OffsetForLeaderEpochResponse::OffsetForLeaderTopicResult>};
constexpr FieldDescriptor kOffsetForLeaderEpochResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(OffsetForLeaderEpochResponse, throttle_time_ms), FieldType::kInt32, false, true, false, false, false, {2, 32767}, {}},
    {"Topics", &kOffsetForLeaderEpochResponseOffsetForLeaderTopicResult, -1, offsetof(OffsetForLeaderEpochResponse, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor OffsetForLeaderEpochResponse::kDescriptor = {
    "OffsetForLeaderEpochResponse", MessageKind::kResponse, 0, false, 23, {2, 4}, {4, 32767},
    {"OffsetForLeaderEpochResponse", kOffsetForLeaderEpochResponseFields, 2, 2, sizeof(OffsetForLeaderEpochResponse), &kDefaultOf<OffsetForLeaderEpochResponse>}};

namespace {
constexpr FieldDescriptor kPartitionChangeRecordFields[] = {
    {"PartitionId", nullptr, -1, offsetof(PartitionChangeRecord, partition_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"TopicId", nullptr, -1, offsetof(PartitionChangeRecord, topic_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"Isr", nullptr, 0, offsetof(PartitionChangeRecord, isr), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {0, 32767}},
    {"Leader", nullptr, 1, offsetof(PartitionChangeRecord, leader), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Replicas", nullptr, 2, offsetof(PartitionChangeRecord, replicas), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {0, 32767}},
    {"RemovingReplicas", nullptr, 3, offsetof(PartitionChangeRecord, removing_replicas), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {0, 32767}},
    {"AddingReplicas", nullptr, 4, offsetof(PartitionChangeRecord, adding_replicas), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {0, 32767}},
    {"LeaderRecoveryState", nullptr, 5, offsetof(PartitionChangeRecord, leader_recovery_state), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
    {"EligibleLeaderReplicas", nullptr, 6, offsetof(PartitionChangeRecord, eligible_leader_replicas), FieldType::kInt32, true, false, false, false, false, {2, 32767}, {2, 32767}},
    {"LastKnownElr", nullptr, 7, offsetof(PartitionChangeRecord, last_known_elr), FieldType::kInt32, true, false, false, false, false, {2, 32767}, {2, 32767}},
    {"Directories", nullptr, 8, offsetof(PartitionChangeRecord, directories), FieldType::kUuid, true, false, false, false, false, {1, 32767}, {1, 32767}},
};
}  // namespace
constinit const MessageDescriptor PartitionChangeRecord::kDescriptor = {
    "PartitionChangeRecord", MessageKind::kMetadataRecord, 0, false, 5, {0, 2}, {0, 32767},
    {"PartitionChangeRecord", kPartitionChangeRecordFields, 11, 2, sizeof(PartitionChangeRecord), &kDefaultOf<PartitionChangeRecord>}};

namespace {
constexpr FieldDescriptor kPartitionRecordFields[] = {
    {"PartitionId", nullptr, -1, offsetof(PartitionRecord, partition_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"TopicId", nullptr, -1, offsetof(PartitionRecord, topic_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"Replicas", nullptr, -1, offsetof(PartitionRecord, replicas), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
    {"Isr", nullptr, -1, offsetof(PartitionRecord, isr), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
    {"RemovingReplicas", nullptr, -1, offsetof(PartitionRecord, removing_replicas), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
    {"AddingReplicas", nullptr, -1, offsetof(PartitionRecord, adding_replicas), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
    {"Leader", nullptr, -1, offsetof(PartitionRecord, leader), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"LeaderEpoch", nullptr, -1, offsetof(PartitionRecord, leader_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"PartitionEpoch", nullptr, -1, offsetof(PartitionRecord, partition_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Directories", nullptr, -1, offsetof(PartitionRecord, directories), FieldType::kUuid, true, false, false, false, false, {1, 32767}, {}},
    {"LeaderRecoveryState", nullptr, 0, offsetof(PartitionRecord, leader_recovery_state), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
    {"EligibleLeaderReplicas", nullptr, 1, offsetof(PartitionRecord, eligible_leader_replicas), FieldType::kInt32, true, false, false, false, false, {2, 32767}, {2, 32767}},
    {"LastKnownElr", nullptr, 2, offsetof(PartitionRecord, last_known_elr), FieldType::kInt32, true, false, false, false, false, {2, 32767}, {2, 32767}},
};
}  // namespace
constinit const MessageDescriptor PartitionRecord::kDescriptor = {
    "PartitionRecord", MessageKind::kMetadataRecord, 0, false, 3, {0, 2}, {0, 32767},
    {"PartitionRecord", kPartitionRecordFields, 13, 10, sizeof(PartitionRecord), &kDefaultOf<PartitionRecord>}};

namespace {
constexpr FieldDescriptor kProduceRequestPartitionProduceDataFields[] = {
    {"Index", nullptr, -1, offsetof(ProduceRequest::PartitionProduceData, index), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Records", nullptr, -1, offsetof(ProduceRequest::PartitionProduceData, records), FieldType::kRecords, false, false, false, false, false, {0, 32767}, {0, 32767}},
};
constexpr StructDescriptor kProduceRequestPartitionProduceData = {"PartitionProduceData", kProduceRequestPartitionProduceDataFields, 2, 2, sizeof(ProduceRequest::PartitionProduceData), &kDefaultOf<ProduceRequest::PartitionProduceData>};
constexpr FieldDescriptor kProduceRequestTopicProduceDataFields[] = {
    {"Name", nullptr, -1, offsetof(ProduceRequest::TopicProduceData, name), FieldType::kString, false, true, false, true, false, {0, 12}, {}},
    {"TopicId", nullptr, -1, offsetof(ProduceRequest::TopicProduceData, topic_id), FieldType::kUuid, false, true, false, true, false, {13, 32767}, {}},
    {"PartitionData", &kProduceRequestPartitionProduceData, -1, offsetof(ProduceRequest::TopicProduceData, partition_data), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kProduceRequestTopicProduceData = {"TopicProduceData", kProduceRequestTopicProduceDataFields, 3, 3, sizeof(ProduceRequest::TopicProduceData), &kDefaultOf<ProduceRequest::TopicProduceData>};
constexpr FieldDescriptor kProduceRequestFields[] = {
    {"TransactionalId", nullptr, -1, offsetof(ProduceRequest, transactional_id), FieldType::kString, false, false, false, false, false, {3, 32767}, {3, 32767}},
    {"Acks", nullptr, -1, offsetof(ProduceRequest, acks), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"TimeoutMs", nullptr, -1, offsetof(ProduceRequest, timeout_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"TopicData", &kProduceRequestTopicProduceData, -1, offsetof(ProduceRequest, topic_data), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ProduceRequest::kDescriptor = {
    "ProduceRequest", MessageKind::kRequest, kBrokerListener, false, 0, {3, 13}, {9, 32767},
    {"ProduceRequest", kProduceRequestFields, 4, 4, sizeof(ProduceRequest), &kDefaultOf<ProduceRequest>}};

namespace {
constexpr FieldDescriptor kProduceResponseBatchIndexAndErrorMessageFields[] = {
    {"BatchIndex", nullptr, -1, offsetof(ProduceResponse::BatchIndexAndErrorMessage, batch_index), FieldType::kInt32, false, false, false, false, false, {8, 32767}, {}},
    {"BatchIndexErrorMessage", nullptr, -1, offsetof(ProduceResponse::BatchIndexAndErrorMessage, batch_index_error_message), FieldType::kString, false, false, false, false, false, {8, 32767}, {8, 32767}},
};
constexpr StructDescriptor kProduceResponseBatchIndexAndErrorMessage = {"BatchIndexAndErrorMessage", kProduceResponseBatchIndexAndErrorMessageFields, 2, 2, sizeof(ProduceResponse::BatchIndexAndErrorMessage), &kDefaultOf<ProduceResponse::BatchIndexAndErrorMessage>};
constexpr FieldDescriptor kProduceResponseLeaderIdAndEpochFields[] = {
    {"LeaderId", nullptr, -1, offsetof(ProduceResponse::LeaderIdAndEpoch, leader_id), FieldType::kInt32, false, false, false, false, false, {10, 32767}, {}},
    {"LeaderEpoch", nullptr, -1, offsetof(ProduceResponse::LeaderIdAndEpoch, leader_epoch), FieldType::kInt32, false, false, false, false, false, {10, 32767}, {}},
};
constexpr StructDescriptor kProduceResponseLeaderIdAndEpoch = {"LeaderIdAndEpoch", kProduceResponseLeaderIdAndEpochFields, 2, 2, sizeof(ProduceResponse::LeaderIdAndEpoch), &kDefaultOf<ProduceResponse::LeaderIdAndEpoch>};
constexpr FieldDescriptor kProduceResponsePartitionProduceResponseFields[] = {
    {"Index", nullptr, -1, offsetof(ProduceResponse::PartitionProduceResponse, index), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(ProduceResponse::PartitionProduceResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"BaseOffset", nullptr, -1, offsetof(ProduceResponse::PartitionProduceResponse, base_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"LogAppendTimeMs", nullptr, -1, offsetof(ProduceResponse::PartitionProduceResponse, log_append_time_ms), FieldType::kInt64, false, true, false, false, false, {2, 32767}, {}},
    {"LogStartOffset", nullptr, -1, offsetof(ProduceResponse::PartitionProduceResponse, log_start_offset), FieldType::kInt64, false, true, false, false, false, {5, 32767}, {}},
    {"RecordErrors", &kProduceResponseBatchIndexAndErrorMessage, -1, offsetof(ProduceResponse::PartitionProduceResponse, record_errors), FieldType::kStruct, true, true, false, false, false, {8, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(ProduceResponse::PartitionProduceResponse, error_message), FieldType::kString, false, true, false, false, false, {8, 32767}, {8, 32767}},
    {"CurrentLeader", &kProduceResponseLeaderIdAndEpoch, 0, offsetof(ProduceResponse::PartitionProduceResponse, current_leader), FieldType::kStruct, false, false, false, false, false, {10, 32767}, {}},
};
constexpr StructDescriptor kProduceResponsePartitionProduceResponse = {"PartitionProduceResponse", kProduceResponsePartitionProduceResponseFields, 8, 7, sizeof(ProduceResponse::PartitionProduceResponse), &kDefaultOf<ProduceResponse::PartitionProduceResponse>};
constexpr FieldDescriptor kProduceResponseTopicProduceResponseFields[] = {
    {"Name", nullptr, -1, offsetof(ProduceResponse::TopicProduceResponse, name), FieldType::kString, false, true, false, true, false, {0, 12}, {}},
    {"TopicId", nullptr, -1, offsetof(ProduceResponse::TopicProduceResponse, topic_id), FieldType::kUuid, false, true, false, true, false, {13, 32767}, {}},
    {"PartitionResponses", &kProduceResponsePartitionProduceResponse, -1, offsetof(ProduceResponse::TopicProduceResponse, partition_responses), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kProduceResponseTopicProduceResponse = {"TopicProduceResponse", kProduceResponseTopicProduceResponseFields, 3, 3, sizeof(ProduceResponse::TopicProduceResponse), &kDefaultOf<ProduceResponse::TopicProduceResponse>};
constexpr FieldDescriptor kProduceResponseNodeEndpointFields[] = {
    {"NodeId", nullptr, -1, offsetof(ProduceResponse::NodeEndpoint, node_id), FieldType::kInt32, false, false, false, true, false, {10, 32767}, {}},
    {"Host", nullptr, -1, offsetof(ProduceResponse::NodeEndpoint, host), FieldType::kString, false, false, false, false, false, {10, 32767}, {}},
    {"Port", nullptr, -1, offsetof(ProduceResponse::NodeEndpoint, port), FieldType::kInt32, false, false, false, false, false, {10, 32767}, {}},
    {"Rack", nullptr, -1, offsetof(ProduceResponse::NodeEndpoint, rack), FieldType::kString, false, false, false, false, false, {10, 32767}, {10, 32767}},
};
constexpr StructDescriptor kProduceResponseNodeEndpoint = {"NodeEndpoint", kProduceResponseNodeEndpointFields, 4, 4, sizeof(ProduceResponse::NodeEndpoint), &kDefaultOf<ProduceResponse::NodeEndpoint>};
constexpr FieldDescriptor kProduceResponseFields[] = {
    {"Responses", &kProduceResponseTopicProduceResponse, -1, offsetof(ProduceResponse, responses), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"ThrottleTimeMs", nullptr, -1, offsetof(ProduceResponse, throttle_time_ms), FieldType::kInt32, false, true, false, false, false, {1, 32767}, {}},
    {"NodeEndpoints", &kProduceResponseNodeEndpoint, 0, offsetof(ProduceResponse, node_endpoints), FieldType::kStruct, true, false, false, false, false, {10, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ProduceResponse::kDescriptor = {
    "ProduceResponse", MessageKind::kResponse, 0, false, 0, {3, 13}, {9, 32767},
    {"ProduceResponse", kProduceResponseFields, 3, 2, sizeof(ProduceResponse), &kDefaultOf<ProduceResponse>}};

namespace {
constexpr FieldDescriptor kProducerIdsRecordFields[] = {
    {"BrokerId", nullptr, -1, offsetof(ProducerIdsRecord, broker_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"BrokerEpoch", nullptr, -1, offsetof(ProducerIdsRecord, broker_epoch), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"NextProducerId", nullptr, -1, offsetof(ProducerIdsRecord, next_producer_id), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ProducerIdsRecord::kDescriptor = {
    "ProducerIdsRecord", MessageKind::kMetadataRecord, 0, false, 15, {0, 0}, {0, 32767},
    {"ProducerIdsRecord", kProducerIdsRecordFields, 3, 3, sizeof(ProducerIdsRecord), &kDefaultOf<ProducerIdsRecord>}};

namespace {
constexpr FieldDescriptor kProducerSnapshotProducerEntryFields[] = {
    {"ProducerId", nullptr, -1, offsetof(ProducerSnapshot::ProducerEntry, producer_id), FieldType::kInt64, false, false, false, false, false, {1, 1}, {}},
    {"Epoch", nullptr, -1, offsetof(ProducerSnapshot::ProducerEntry, epoch), FieldType::kInt16, false, false, false, false, false, {1, 1}, {}},
    {"LastSequence", nullptr, -1, offsetof(ProducerSnapshot::ProducerEntry, last_sequence), FieldType::kInt32, false, false, false, false, false, {1, 1}, {}},
    {"LastOffset", nullptr, -1, offsetof(ProducerSnapshot::ProducerEntry, last_offset), FieldType::kInt64, false, false, false, false, false, {1, 1}, {}},
    {"OffsetDelta", nullptr, -1, offsetof(ProducerSnapshot::ProducerEntry, offset_delta), FieldType::kInt32, false, false, false, false, false, {1, 1}, {}},
    {"Timestamp", nullptr, -1, offsetof(ProducerSnapshot::ProducerEntry, timestamp), FieldType::kInt64, false, false, false, false, false, {1, 1}, {}},
    {"CoordinatorEpoch", nullptr, -1, offsetof(ProducerSnapshot::ProducerEntry, coordinator_epoch), FieldType::kInt32, false, false, false, false, false, {1, 1}, {}},
    {"CurrentTxnFirstOffset", nullptr, -1, offsetof(ProducerSnapshot::ProducerEntry, current_txn_first_offset), FieldType::kInt64, false, false, false, false, false, {1, 1}, {}},
};
constexpr StructDescriptor kProducerSnapshotProducerEntry = {"ProducerEntry", kProducerSnapshotProducerEntryFields, 8, 8, sizeof(ProducerSnapshot::ProducerEntry), &kDefaultOf<ProducerSnapshot::ProducerEntry>};
constexpr FieldDescriptor kProducerSnapshotFields[] = {
    {"Crc", nullptr, -1, offsetof(ProducerSnapshot, crc), FieldType::kUint32, false, false, false, false, false, {1, 1}, {}},
    {"ProducerEntries", &kProducerSnapshotProducerEntry, -1, offsetof(ProducerSnapshot, producer_entries), FieldType::kStruct, true, false, false, false, false, {1, 1}, {}},
};
}  // namespace
constinit const MessageDescriptor ProducerSnapshot::kDescriptor = {
    "ProducerSnapshot", MessageKind::kData, 0, false, -1, {1, 1}, {},
    {"ProducerSnapshot", kProducerSnapshotFields, 2, 2, sizeof(ProducerSnapshot), &kDefaultOf<ProducerSnapshot>}};

namespace {
constexpr FieldDescriptor kPushTelemetryRequestFields[] = {
    {"ClientInstanceId", nullptr, -1, offsetof(PushTelemetryRequest, client_instance_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"SubscriptionId", nullptr, -1, offsetof(PushTelemetryRequest, subscription_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Terminating", nullptr, -1, offsetof(PushTelemetryRequest, terminating), FieldType::kBool, false, false, false, false, false, {0, 32767}, {}},
    {"CompressionType", nullptr, -1, offsetof(PushTelemetryRequest, compression_type), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
    {"Metrics", nullptr, -1, offsetof(PushTelemetryRequest, metrics), FieldType::kBytes, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor PushTelemetryRequest::kDescriptor = {
    "PushTelemetryRequest", MessageKind::kRequest, kBrokerListener, false, 72, {0, 0}, {0, 32767},
    {"PushTelemetryRequest", kPushTelemetryRequestFields, 5, 5, sizeof(PushTelemetryRequest), &kDefaultOf<PushTelemetryRequest>}};

namespace {
constexpr FieldDescriptor kPushTelemetryResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(PushTelemetryResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(PushTelemetryResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor PushTelemetryResponse::kDescriptor = {
    "PushTelemetryResponse", MessageKind::kResponse, 0, false, 72, {0, 0}, {0, 32767},
    {"PushTelemetryResponse", kPushTelemetryResponseFields, 2, 2, sizeof(PushTelemetryResponse), &kDefaultOf<PushTelemetryResponse>}};

namespace {
constexpr FieldDescriptor kQuorumStateDataVoterFields[] = {
    {"VoterId", nullptr, -1, offsetof(QuorumStateData::Voter, voter_id), FieldType::kInt32, false, false, false, false, false, {0, 0}, {}},
};
constexpr StructDescriptor kQuorumStateDataVoter = {"Voter", kQuorumStateDataVoterFields, 1, 1, sizeof(QuorumStateData::Voter), &kDefaultOf<QuorumStateData::Voter>};
constexpr FieldDescriptor kQuorumStateDataFields[] = {
    {"ClusterId", nullptr, -1, offsetof(QuorumStateData, cluster_id), FieldType::kString, false, false, false, false, false, {0, 0}, {}},
    {"LeaderId", nullptr, -1, offsetof(QuorumStateData, leader_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"LeaderEpoch", nullptr, -1, offsetof(QuorumStateData, leader_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"VotedId", nullptr, -1, offsetof(QuorumStateData, voted_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"VotedDirectoryId", nullptr, -1, offsetof(QuorumStateData, voted_directory_id), FieldType::kUuid, false, false, false, false, false, {1, 32767}, {}},
    {"AppliedOffset", nullptr, -1, offsetof(QuorumStateData, applied_offset), FieldType::kInt64, false, false, false, false, false, {0, 0}, {}},
    {"CurrentVoters", &kQuorumStateDataVoter, -1, offsetof(QuorumStateData, current_voters), FieldType::kStruct, true, false, false, false, false, {0, 0}, {0, 0}},
};
}  // namespace
constinit const MessageDescriptor QuorumStateData::kDescriptor = {
    "QuorumStateData", MessageKind::kData, 0, false, -1, {0, 1}, {0, 32767},
    {"QuorumStateData", kQuorumStateDataFields, 7, 7, sizeof(QuorumStateData), &kDefaultOf<QuorumStateData>}};

namespace {
constexpr FieldDescriptor kReadShareGroupStateRequestPartitionDataFields[] = {
    {"Partition", nullptr, -1, offsetof(ReadShareGroupStateRequest::PartitionData, partition), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"LeaderEpoch", nullptr, -1, offsetof(ReadShareGroupStateRequest::PartitionData, leader_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kReadShareGroupStateRequestPartitionData = {"PartitionData", kReadShareGroupStateRequestPartitionDataFields, 2, 2, sizeof(ReadShareGroupStateRequest::PartitionData), &kDefaultOf<ReadShareGroupStateRequest::PartitionData>};
constexpr FieldDescriptor kReadShareGroupStateRequestReadStateDataFields[] = {
    {"TopicId", nullptr, -1, offsetof(ReadShareGroupStateRequest::ReadStateData, topic_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", &kReadShareGroupStateRequestPartitionData, -1, offsetof(ReadShareGroupStateRequest::ReadStateData, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kReadShareGroupStateRequestReadStateData = {"ReadStateData", kReadShareGroupStateRequestReadStateDataFields, 2, 2, sizeof(ReadShareGroupStateRequest::ReadStateData), &kDefaultOf<ReadShareGroupStateRequest::ReadStateData>};
constexpr FieldDescriptor kReadShareGroupStateRequestFields[] = {
    {"GroupId", nullptr, -1, offsetof(ReadShareGroupStateRequest, group_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Topics", &kReadShareGroupStateRequestReadStateData, -1, offsetof(ReadShareGroupStateRequest, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ReadShareGroupStateRequest::kDescriptor = {
    "ReadShareGroupStateRequest", MessageKind::kRequest, kBrokerListener, false, 84, {0, 0}, {0, 32767},
    {"ReadShareGroupStateRequest", kReadShareGroupStateRequestFields, 2, 2, sizeof(ReadShareGroupStateRequest), &kDefaultOf<ReadShareGroupStateRequest>}};

namespace {
constexpr FieldDescriptor kReadShareGroupStateResponseStateBatchFields[] = {
    {"FirstOffset", nullptr, -1, offsetof(ReadShareGroupStateResponse::StateBatch, first_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"LastOffset", nullptr, -1, offsetof(ReadShareGroupStateResponse::StateBatch, last_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"DeliveryState", nullptr, -1, offsetof(ReadShareGroupStateResponse::StateBatch, delivery_state), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
    {"DeliveryCount", nullptr, -1, offsetof(ReadShareGroupStateResponse::StateBatch, delivery_count), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kReadShareGroupStateResponseStateBatch = {"StateBatch", kReadShareGroupStateResponseStateBatchFields, 4, 4, sizeof(ReadShareGroupStateResponse::StateBatch), &kDefaultOf<ReadShareGroupStateResponse::StateBatch>};
constexpr FieldDescriptor kReadShareGroupStateResponsePartitionResultFields[] = {
    {"Partition", nullptr, -1, offsetof(ReadShareGroupStateResponse::PartitionResult, partition), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(ReadShareGroupStateResponse::PartitionResult, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(ReadShareGroupStateResponse::PartitionResult, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"StateEpoch", nullptr, -1, offsetof(ReadShareGroupStateResponse::PartitionResult, state_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"StartOffset", nullptr, -1, offsetof(ReadShareGroupStateResponse::PartitionResult, start_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"StateBatches", &kReadShareGroupStateResponseStateBatch, -1, offsetof(ReadShareGroupStateResponse::PartitionResult, state_batches), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kReadShareGroupStateResponsePartitionResult = {"PartitionResult", kReadShareGroupStateResponsePartitionResultFields, 6, 6, sizeof(ReadShareGroupStateResponse::PartitionResult), &kDefaultOf<ReadShareGroupStateResponse::PartitionResult>};
constexpr FieldDescriptor kReadShareGroupStateResponseReadStateResultFields[] = {
    {"TopicId", nullptr, -1, offsetof(ReadShareGroupStateResponse::ReadStateResult, topic_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", &kReadShareGroupStateResponsePartitionResult, -1, offsetof(ReadShareGroupStateResponse::ReadStateResult, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kReadShareGroupStateResponseReadStateResult = {"ReadStateResult", kReadShareGroupStateResponseReadStateResultFields, 2, 2, sizeof(ReadShareGroupStateResponse::ReadStateResult), &kDefaultOf<ReadShareGroupStateResponse::ReadStateResult>};
constexpr FieldDescriptor kReadShareGroupStateResponseFields[] = {
    {"Results", &kReadShareGroupStateResponseReadStateResult, -1, offsetof(ReadShareGroupStateResponse, results), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ReadShareGroupStateResponse::kDescriptor = {
    "ReadShareGroupStateResponse", MessageKind::kResponse, 0, false, 84, {0, 0}, {0, 32767},
    {"ReadShareGroupStateResponse", kReadShareGroupStateResponseFields, 1, 1, sizeof(ReadShareGroupStateResponse), &kDefaultOf<ReadShareGroupStateResponse>}};

namespace {
constexpr FieldDescriptor kReadShareGroupStateSummaryRequestPartitionDataFields[] = {
    {"Partition", nullptr, -1, offsetof(ReadShareGroupStateSummaryRequest::PartitionData, partition), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"LeaderEpoch", nullptr, -1, offsetof(ReadShareGroupStateSummaryRequest::PartitionData, leader_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kReadShareGroupStateSummaryRequestPartitionData = {"PartitionData", kReadShareGroupStateSummaryRequestPartitionDataFields, 2, 2, sizeof(ReadShareGroupStateSummaryRequest::PartitionData), &kDefaultOf<ReadShareGroupStateSummaryRequest::PartitionData>};
constexpr FieldDescriptor kReadShareGroupStateSummaryRequestReadStateSummaryDataFields[] = {
    {"TopicId", nullptr, -1, offsetof(ReadShareGroupStateSummaryRequest::ReadStateSummaryData, topic_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", &kReadShareGroupStateSummaryRequestPartitionData, -1, offsetof(ReadShareGroupStateSummaryRequest::ReadStateSummaryData, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kReadShareGroupStateSummaryRequestReadStateSummaryData = {"ReadStateSummaryData", kReadShareGroupStateSummaryRequestReadStateSummaryDataFields, 2, 2, sizeof(ReadShareGroupStateSummaryRequest::ReadStateSummaryData), &kDefaultOf<ReadShareGroupStateSummaryRequest::ReadStateSummaryData>};
constexpr FieldDescriptor kReadShareGroupStateSummaryRequestFields[] = {
    {"GroupId", nullptr, -1, offsetof(ReadShareGroupStateSummaryRequest, group_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Topics", &kReadShareGroupStateSummaryRequestReadStateSummaryData, -1, offsetof(ReadShareGroupStateSummaryRequest, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ReadShareGroupStateSummaryRequest::kDescriptor = {
    "ReadShareGroupStateSummaryRequest", MessageKind::kRequest, kBrokerListener, false, 87, {0, 1}, {0, 32767},
    {"ReadShareGroupStateSummaryRequest", kReadShareGroupStateSummaryRequestFields, 2, 2, sizeof(ReadShareGroupStateSummaryRequest), &kDefaultOf<ReadShareGroupStateSummaryRequest>}};

namespace {
constexpr FieldDescriptor kReadShareGroupStateSummaryResponsePartitionResultFields[] = {
    {"Partition", nullptr, -1, offsetof(ReadShareGroupStateSummaryResponse::PartitionResult, partition), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(ReadShareGroupStateSummaryResponse::PartitionResult, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(ReadShareGroupStateSummaryResponse::PartitionResult, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"StateEpoch", nullptr, -1, offsetof(ReadShareGroupStateSummaryResponse::PartitionResult, state_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"LeaderEpoch", nullptr, -1, offsetof(ReadShareGroupStateSummaryResponse::PartitionResult, leader_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"StartOffset", nullptr, -1, offsetof(ReadShareGroupStateSummaryResponse::PartitionResult, start_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"DeliveryCompleteCount", nullptr, -1, offsetof(ReadShareGroupStateSummaryResponse::PartitionResult, delivery_complete_count), FieldType::kInt32, false, true, false, false, false, {1, 32767}, {}},
};
constexpr StructDescriptor kReadShareGroupStateSummaryResponsePartitionResult = {"PartitionResult", kReadShareGroupStateSummaryResponsePartitionResultFields, 7, 7, sizeof(ReadShareGroupStateSummaryResponse::PartitionResult), &kDefaultOf<ReadShareGroupStateSummaryResponse::PartitionResult>};
constexpr FieldDescriptor kReadShareGroupStateSummaryResponseReadStateSummaryResultFields[] = {
    {"TopicId", nullptr, -1, offsetof(ReadShareGroupStateSummaryResponse::ReadStateSummaryResult, topic_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", &kReadShareGroupStateSummaryResponsePartitionResult, -1, offsetof(ReadShareGroupStateSummaryResponse::ReadStateSummaryResult, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kReadShareGroupStateSummaryResponseReadStateSummaryResult = {"ReadStateSummaryResult", kReadShareGroupStateSummaryResponseReadStateSummaryResultFields, 2, 2, sizeof(ReadShareGroupStateSummaryResponse::ReadStateSummaryResult), &kDefaultOf<ReadShareGroupStateSummaryResponse::ReadStateSummaryResult>};
constexpr FieldDescriptor kReadShareGroupStateSummaryResponseFields[] = {
    {"Results", &kReadShareGroupStateSummaryResponseReadStateSummaryResult, -1, offsetof(ReadShareGroupStateSummaryResponse, results), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ReadShareGroupStateSummaryResponse::kDescriptor = {
    "ReadShareGroupStateSummaryResponse", MessageKind::kResponse, 0, false, 87, {0, 1}, {0, 32767},
    {"ReadShareGroupStateSummaryResponse", kReadShareGroupStateSummaryResponseFields, 1, 1, sizeof(ReadShareGroupStateSummaryResponse), &kDefaultOf<ReadShareGroupStateSummaryResponse>}};

namespace {
constexpr FieldDescriptor kRegisterBrokerRecordBrokerEndpointFields[] = {
    {"Name", nullptr, -1, offsetof(RegisterBrokerRecord::BrokerEndpoint, name), FieldType::kString, false, false, false, true, false, {0, 32767}, {}},
    {"Host", nullptr, -1, offsetof(RegisterBrokerRecord::BrokerEndpoint, host), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Port", nullptr, -1, offsetof(RegisterBrokerRecord::BrokerEndpoint, port), FieldType::kUint16, false, false, false, false, false, {0, 32767}, {}},
    {"SecurityProtocol", nullptr, -1, offsetof(RegisterBrokerRecord::BrokerEndpoint, security_protocol), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kRegisterBrokerRecordBrokerEndpoint = {"BrokerEndpoint", kRegisterBrokerRecordBrokerEndpointFields, 4, 4, sizeof(RegisterBrokerRecord::BrokerEndpoint), &kDefaultOf<RegisterBrokerRecord::BrokerEndpoint>};
constexpr FieldDescriptor kRegisterBrokerRecordBrokerFeatureFields[] = {
    {"Name", nullptr, -1, offsetof(RegisterBrokerRecord::BrokerFeature, name), FieldType::kString, false, false, false, true, false, {0, 32767}, {}},
    {"MinSupportedVersion", nullptr, -1, offsetof(RegisterBrokerRecord::BrokerFeature, min_supported_version), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"MaxSupportedVersion", nullptr, -1, offsetof(RegisterBrokerRecord::BrokerFeature, max_supported_version), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kRegisterBrokerRecordBrokerFeature = {"BrokerFeature", kRegisterBrokerRecordBrokerFeatureFields, 3, 3, sizeof(RegisterBrokerRecord::BrokerFeature), &kDefaultOf<RegisterBrokerRecord::BrokerFeature>};
constexpr FieldDescriptor kRegisterBrokerRecordFields[] = {
    {"BrokerId", nullptr, -1, offsetof(RegisterBrokerRecord, broker_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"IsMigratingZkBroker", nullptr, -1, offsetof(RegisterBrokerRecord, is_migrating_zk_broker), FieldType::kBool, false, false, false, false, false, {2, 32767}, {}},
    {"IncarnationId", nullptr, -1, offsetof(RegisterBrokerRecord, incarnation_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"BrokerEpoch", nullptr, -1, offsetof(RegisterBrokerRecord, broker_epoch), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"EndPoints", &kRegisterBrokerRecordBrokerEndpoint, -1, offsetof(RegisterBrokerRecord, end_points), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"Features", &kRegisterBrokerRecordBrokerFeature, -1, offsetof(RegisterBrokerRecord, features), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"Rack", nullptr, -1, offsetof(RegisterBrokerRecord, rack), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"Fenced", nullptr, -1, offsetof(RegisterBrokerRecord, fenced), FieldType::kBool, false, false, false, false, false, {0, 32767}, {}},
    {"InControlledShutdown", nullptr, -1, offsetof(RegisterBrokerRecord, in_controlled_shutdown), FieldType::kBool, false, false, false, false, false, {1, 32767}, {}},
    {"LogDirs", nullptr, 0, offsetof(RegisterBrokerRecord, log_dirs), FieldType::kUuid, true, false, false, false, false, {3, 32767}, {}},
    {"CordonedLogDirs", nullptr, 1, offsetof(RegisterBrokerRecord, cordoned_log_dirs), FieldType::kUuid, true, false, false, false, false, {4, 32767}, {4, 32767}},
};
}  // namespace
constinit const MessageDescriptor RegisterBrokerRecord::kDescriptor = {
    "RegisterBrokerRecord", MessageKind::kMetadataRecord, 0, false, 0, {0, 4}, {0, 32767},
    {"RegisterBrokerRecord", kRegisterBrokerRecordFields, 11, 9, sizeof(RegisterBrokerRecord), &kDefaultOf<RegisterBrokerRecord>}};

namespace {
constexpr FieldDescriptor kRegisterControllerRecordControllerEndpointFields[] = {
    {"Name", nullptr, -1, offsetof(RegisterControllerRecord::ControllerEndpoint, name), FieldType::kString, false, false, false, true, false, {0, 32767}, {}},
    {"Host", nullptr, -1, offsetof(RegisterControllerRecord::ControllerEndpoint, host), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Port", nullptr, -1, offsetof(RegisterControllerRecord::ControllerEndpoint, port), FieldType::kUint16, false, false, false, false, false, {0, 32767}, {}},
    {"SecurityProtocol", nullptr, -1, offsetof(RegisterControllerRecord::ControllerEndpoint, security_protocol), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kRegisterControllerRecordControllerEndpoint = {"ControllerEndpoint", kRegisterControllerRecordControllerEndpointFields, 4, 4, sizeof(RegisterControllerRecord::ControllerEndpoint), &kDefaultOf<RegisterControllerRecord::ControllerEndpoint>};
constexpr FieldDescriptor kRegisterControllerRecordControllerFeatureFields[] = {
    {"Name", nullptr, -1, offsetof(RegisterControllerRecord::ControllerFeature, name), FieldType::kString, false, false, false, true, false, {0, 32767}, {}},
    {"MinSupportedVersion", nullptr, -1, offsetof(RegisterControllerRecord::ControllerFeature, min_supported_version), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"MaxSupportedVersion", nullptr, -1, offsetof(RegisterControllerRecord::ControllerFeature, max_supported_version), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kRegisterControllerRecordControllerFeature = {"ControllerFeature", kRegisterControllerRecordControllerFeatureFields, 3, 3, sizeof(RegisterControllerRecord::ControllerFeature), &kDefaultOf<RegisterControllerRecord::ControllerFeature>};
constexpr FieldDescriptor kRegisterControllerRecordFields[] = {
    {"ControllerId", nullptr, -1, offsetof(RegisterControllerRecord, controller_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"IncarnationId", nullptr, -1, offsetof(RegisterControllerRecord, incarnation_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"ZkMigrationReady", nullptr, -1, offsetof(RegisterControllerRecord, zk_migration_ready), FieldType::kBool, false, false, false, false, false, {0, 32767}, {}},
    {"EndPoints", &kRegisterControllerRecordControllerEndpoint, -1, offsetof(RegisterControllerRecord, end_points), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"Features", &kRegisterControllerRecordControllerFeature, -1, offsetof(RegisterControllerRecord, features), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor RegisterControllerRecord::kDescriptor = {
    "RegisterControllerRecord", MessageKind::kMetadataRecord, 0, false, 27, {0, 0}, {0, 32767},
    {"RegisterControllerRecord", kRegisterControllerRecordFields, 5, 5, sizeof(RegisterControllerRecord), &kDefaultOf<RegisterControllerRecord>}};

namespace {
constexpr FieldDescriptor kRemoteLogSegmentMetadataRecordTopicIdPartitionEntryFields[] = {
    {"Name", nullptr, -1, offsetof(RemoteLogSegmentMetadataRecord::TopicIdPartitionEntry, name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Id", nullptr, -1, offsetof(RemoteLogSegmentMetadataRecord::TopicIdPartitionEntry, id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"Partition", nullptr, -1, offsetof(RemoteLogSegmentMetadataRecord::TopicIdPartitionEntry, partition), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kRemoteLogSegmentMetadataRecordTopicIdPartitionEntry = {"TopicIdPartitionEntry", kRemoteLogSegmentMetadataRecordTopicIdPartitionEntryFields, 3, 3, sizeof(RemoteLogSegmentMetadataRecord::TopicIdPartitionEntry), &kDefaultOf<RemoteLogSegmentMetadataRecord::TopicIdPartitionEntry>};
constexpr FieldDescriptor kRemoteLogSegmentMetadataRecordRemoteLogSegmentIdEntryFields[] = {
    {"TopicIdPartition", &kRemoteLogSegmentMetadataRecordTopicIdPartitionEntry, -1, offsetof(RemoteLogSegmentMetadataRecord::RemoteLogSegmentIdEntry, topic_id_partition), FieldType::kStruct, false, false, false, false, false, {0, 32767}, {}},
    {"Id", nullptr, -1, offsetof(RemoteLogSegmentMetadataRecord::RemoteLogSegmentIdEntry, id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kRemoteLogSegmentMetadataRecordRemoteLogSegmentIdEntry = {"RemoteLogSegmentIdEntry", kRemoteLogSegmentMetadataRecordRemoteLogSegmentIdEntryFields, 2, 2, sizeof(RemoteLogSegmentMetadataRecord::RemoteLogSegmentIdEntry), &kDefaultOf<RemoteLogSegmentMetadataRecord::RemoteLogSegmentIdEntry>};
constexpr FieldDescriptor kRemoteLogSegmentMetadataRecordSegmentLeaderEpochEntryFields[] = {
    {"LeaderEpoch", nullptr, -1, offsetof(RemoteLogSegmentMetadataRecord::SegmentLeaderEpochEntry, leader_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Offset", nullptr, -1, offsetof(RemoteLogSegmentMetadataRecord::SegmentLeaderEpochEntry, offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kRemoteLogSegmentMetadataRecordSegmentLeaderEpochEntry = {"SegmentLeaderEpochEntry", kRemoteLogSegmentMetadataRecordSegmentLeaderEpochEntryFields, 2, 2, sizeof(RemoteLogSegmentMetadataRecord::SegmentLeaderEpochEntry), &kDefaultOf<RemoteLogSegmentMetadataRecord::SegmentLeaderEpochEntry>};
constexpr FieldDescriptor kRemoteLogSegmentMetadataRecordFields[] = {
    {"RemoteLogSegmentId", &kRemoteLogSegmentMetadataRecordRemoteLogSegmentIdEntry, -1, offsetof(RemoteLogSegmentMetadataRecord, remote_log_segment_id), FieldType::kStruct, false, false, false, false, false, {0, 32767}, {}},
    {"StartOffset", nullptr, -1, offsetof(RemoteLogSegmentMetadataRecord, start_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"EndOffset", nullptr, -1, offsetof(RemoteLogSegmentMetadataRecord, end_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"BrokerId", nullptr, -1, offsetof(RemoteLogSegmentMetadataRecord, broker_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"MaxTimestampMs", nullptr, -1, offsetof(RemoteLogSegmentMetadataRecord, max_timestamp_ms), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"EventTimestampMs", nullptr, -1, offsetof(RemoteLogSegmentMetadataRecord, event_timestamp_ms), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"SegmentLeaderEpochs", &kRemoteLogSegmentMetadataRecordSegmentLeaderEpochEntry, -1, offsetof(RemoteLogSegmentMetadataRecord, segment_leader_epochs), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"SegmentSizeInBytes", nullptr, -1, offsetof(RemoteLogSegmentMetadataRecord, segment_size_in_bytes), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"CustomMetadata", nullptr, -1, offsetof(RemoteLogSegmentMetadataRecord, custom_metadata), FieldType::kBytes, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"RemoteLogSegmentState", nullptr, -1, offsetof(RemoteLogSegmentMetadataRecord, remote_log_segment_state), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
    {"TxnIndexEmpty", nullptr, 0, offsetof(RemoteLogSegmentMetadataRecord, txn_index_empty), FieldType::kBool, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor RemoteLogSegmentMetadataRecord::kDescriptor = {
    "RemoteLogSegmentMetadataRecord", MessageKind::kRemoteStorageRecord, 0, false, 0, {0, 0}, {0, 32767},
    {"RemoteLogSegmentMetadataRecord", kRemoteLogSegmentMetadataRecordFields, 11, 10, sizeof(RemoteLogSegmentMetadataRecord), &kDefaultOf<RemoteLogSegmentMetadataRecord>}};

namespace {
constexpr FieldDescriptor kRemoteLogSegmentMetadataSnapshotRecordSegmentLeaderEpochEntryFields[] = {
    {"LeaderEpoch", nullptr, -1, offsetof(RemoteLogSegmentMetadataSnapshotRecord::SegmentLeaderEpochEntry, leader_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Offset", nullptr, -1, offsetof(RemoteLogSegmentMetadataSnapshotRecord::SegmentLeaderEpochEntry, offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kRemoteLogSegmentMetadataSnapshotRecordSegmentLeaderEpochEntry = {"SegmentLeaderEpochEntry", kRemoteLogSegmentMetadataSnapshotRecordSegmentLeaderEpochEntryFields, 2, 2, sizeof(RemoteLogSegmentMetadataSnapshotRecord::SegmentLeaderEpochEntry), &kDefaultOf<RemoteLogSegmentMetadataSnapshotRecord::SegmentLeaderEpochEntry>};
constexpr FieldDescriptor kRemoteLogSegmentMetadataSnapshotRecordFields[] = {
    {"SegmentId", nullptr, -1, offsetof(RemoteLogSegmentMetadataSnapshotRecord, segment_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"StartOffset", nullptr, -1, offsetof(RemoteLogSegmentMetadataSnapshotRecord, start_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"EndOffset", nullptr, -1, offsetof(RemoteLogSegmentMetadataSnapshotRecord, end_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"BrokerId", nullptr, -1, offsetof(RemoteLogSegmentMetadataSnapshotRecord, broker_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"MaxTimestampMs", nullptr, -1, offsetof(RemoteLogSegmentMetadataSnapshotRecord, max_timestamp_ms), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"EventTimestampMs", nullptr, -1, offsetof(RemoteLogSegmentMetadataSnapshotRecord, event_timestamp_ms), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"SegmentLeaderEpochs", &kRemoteLogSegmentMetadataSnapshotRecordSegmentLeaderEpochEntry, -1, offsetof(RemoteLogSegmentMetadataSnapshotRecord, segment_leader_epochs), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"SegmentSizeInBytes", nullptr, -1, offsetof(RemoteLogSegmentMetadataSnapshotRecord, segment_size_in_bytes), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"CustomMetadata", nullptr, -1, offsetof(RemoteLogSegmentMetadataSnapshotRecord, custom_metadata), FieldType::kBytes, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"RemoteLogSegmentState", nullptr, -1, offsetof(RemoteLogSegmentMetadataSnapshotRecord, remote_log_segment_state), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
    {"TxnIndexEmpty", nullptr, 0, offsetof(RemoteLogSegmentMetadataSnapshotRecord, txn_index_empty), FieldType::kBool, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor RemoteLogSegmentMetadataSnapshotRecord::kDescriptor = {
    "RemoteLogSegmentMetadataSnapshotRecord", MessageKind::kRemoteStorageRecord, 0, false, 3, {0, 0}, {0, 32767},
    {"RemoteLogSegmentMetadataSnapshotRecord", kRemoteLogSegmentMetadataSnapshotRecordFields, 11, 10, sizeof(RemoteLogSegmentMetadataSnapshotRecord), &kDefaultOf<RemoteLogSegmentMetadataSnapshotRecord>}};

namespace {
constexpr FieldDescriptor kRemoteLogSegmentMetadataUpdateRecordTopicIdPartitionEntryFields[] = {
    {"Name", nullptr, -1, offsetof(RemoteLogSegmentMetadataUpdateRecord::TopicIdPartitionEntry, name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Id", nullptr, -1, offsetof(RemoteLogSegmentMetadataUpdateRecord::TopicIdPartitionEntry, id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"Partition", nullptr, -1, offsetof(RemoteLogSegmentMetadataUpdateRecord::TopicIdPartitionEntry, partition), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kRemoteLogSegmentMetadataUpdateRecordTopicIdPartitionEntry = {"TopicIdPartitionEntry", kRemoteLogSegmentMetadataUpdateRecordTopicIdPartitionEntryFields, 3, 3, sizeof(RemoteLogSegmentMetadataUpdateRecord::TopicIdPartitionEntry), &kDefaultOf<RemoteLogSegmentMetadataUpdateRecord::TopicIdPartitionEntry>};
constexpr FieldDescriptor kRemoteLogSegmentMetadataUpdateRecordRemoteLogSegmentIdEntryFields[] = {
    {"TopicIdPartition", &kRemoteLogSegmentMetadataUpdateRecordTopicIdPartitionEntry, -1, offsetof(RemoteLogSegmentMetadataUpdateRecord::RemoteLogSegmentIdEntry, topic_id_partition), FieldType::kStruct, false, false, false, false, false, {0, 32767}, {}},
    {"Id", nullptr, -1, offsetof(RemoteLogSegmentMetadataUpdateRecord::RemoteLogSegmentIdEntry, id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kRemoteLogSegmentMetadataUpdateRecordRemoteLogSegmentIdEntry = {"RemoteLogSegmentIdEntry", kRemoteLogSegmentMetadataUpdateRecordRemoteLogSegmentIdEntryFields, 2, 2, sizeof(RemoteLogSegmentMetadataUpdateRecord::RemoteLogSegmentIdEntry), &kDefaultOf<RemoteLogSegmentMetadataUpdateRecord::RemoteLogSegmentIdEntry>};
constexpr FieldDescriptor kRemoteLogSegmentMetadataUpdateRecordFields[] = {
    {"RemoteLogSegmentId", &kRemoteLogSegmentMetadataUpdateRecordRemoteLogSegmentIdEntry, -1, offsetof(RemoteLogSegmentMetadataUpdateRecord, remote_log_segment_id), FieldType::kStruct, false, false, false, false, false, {0, 32767}, {}},
    {"BrokerId", nullptr, -1, offsetof(RemoteLogSegmentMetadataUpdateRecord, broker_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"EventTimestampMs", nullptr, -1, offsetof(RemoteLogSegmentMetadataUpdateRecord, event_timestamp_ms), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"CustomMetadata", nullptr, -1, offsetof(RemoteLogSegmentMetadataUpdateRecord, custom_metadata), FieldType::kBytes, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"RemoteLogSegmentState", nullptr, -1, offsetof(RemoteLogSegmentMetadataUpdateRecord, remote_log_segment_state), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor RemoteLogSegmentMetadataUpdateRecord::kDescriptor = {
    "RemoteLogSegmentMetadataUpdateRecord", MessageKind::kRemoteStorageRecord, 0, false, 1, {0, 0}, {0, 32767},
    {"RemoteLogSegmentMetadataUpdateRecord", kRemoteLogSegmentMetadataUpdateRecordFields, 5, 5, sizeof(RemoteLogSegmentMetadataUpdateRecord), &kDefaultOf<RemoteLogSegmentMetadataUpdateRecord>}};

namespace {
constexpr FieldDescriptor kRemotePartitionDeleteMetadataRecordTopicIdPartitionEntryFields[] = {
    {"Name", nullptr, -1, offsetof(RemotePartitionDeleteMetadataRecord::TopicIdPartitionEntry, name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Id", nullptr, -1, offsetof(RemotePartitionDeleteMetadataRecord::TopicIdPartitionEntry, id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"Partition", nullptr, -1, offsetof(RemotePartitionDeleteMetadataRecord::TopicIdPartitionEntry, partition), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kRemotePartitionDeleteMetadataRecordTopicIdPartitionEntry = {"TopicIdPartitionEntry", kRemotePartitionDeleteMetadataRecordTopicIdPartitionEntryFields, 3, 3, sizeof(RemotePartitionDeleteMetadataRecord::TopicIdPartitionEntry), &kDefaultOf<RemotePartitionDeleteMetadataRecord::TopicIdPartitionEntry>};
constexpr FieldDescriptor kRemotePartitionDeleteMetadataRecordFields[] = {
    {"TopicIdPartition", &kRemotePartitionDeleteMetadataRecordTopicIdPartitionEntry, -1, offsetof(RemotePartitionDeleteMetadataRecord, topic_id_partition), FieldType::kStruct, false, false, false, false, false, {0, 32767}, {}},
    {"BrokerId", nullptr, -1, offsetof(RemotePartitionDeleteMetadataRecord, broker_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"EventTimestampMs", nullptr, -1, offsetof(RemotePartitionDeleteMetadataRecord, event_timestamp_ms), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"RemotePartitionDeleteState", nullptr, -1, offsetof(RemotePartitionDeleteMetadataRecord, remote_partition_delete_state), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor RemotePartitionDeleteMetadataRecord::kDescriptor = {
    "RemotePartitionDeleteMetadataRecord", MessageKind::kRemoteStorageRecord, 0, false, 2, {0, 0}, {0, 32767},
    {"RemotePartitionDeleteMetadataRecord", kRemotePartitionDeleteMetadataRecordFields, 4, 4, sizeof(RemotePartitionDeleteMetadataRecord), &kDefaultOf<RemotePartitionDeleteMetadataRecord>}};

namespace {
constexpr FieldDescriptor kRemoveAccessControlEntryRecordFields[] = {
    {"Id", nullptr, -1, offsetof(RemoveAccessControlEntryRecord, id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor RemoveAccessControlEntryRecord::kDescriptor = {
    "RemoveAccessControlEntryRecord", MessageKind::kMetadataRecord, 0, false, 19, {0, 0}, {0, 32767},
    {"RemoveAccessControlEntryRecord", kRemoveAccessControlEntryRecordFields, 1, 1, sizeof(RemoveAccessControlEntryRecord), &kDefaultOf<RemoveAccessControlEntryRecord>}};

namespace {
constexpr FieldDescriptor kRemoveDelegationTokenRecordFields[] = {
    {"TokenId", nullptr, -1, offsetof(RemoveDelegationTokenRecord, token_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor RemoveDelegationTokenRecord::kDescriptor = {
    "RemoveDelegationTokenRecord", MessageKind::kMetadataRecord, 0, false, 26, {0, 0}, {0, 32767},
    {"RemoveDelegationTokenRecord", kRemoveDelegationTokenRecordFields, 1, 1, sizeof(RemoveDelegationTokenRecord), &kDefaultOf<RemoveDelegationTokenRecord>}};

namespace {
constexpr FieldDescriptor kRemoveRaftVoterRequestFields[] = {
    {"ClusterId", nullptr, -1, offsetof(RemoveRaftVoterRequest, cluster_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"VoterId", nullptr, -1, offsetof(RemoveRaftVoterRequest, voter_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"VoterDirectoryId", nullptr, -1, offsetof(RemoveRaftVoterRequest, voter_directory_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor RemoveRaftVoterRequest::kDescriptor = {
    "RemoveRaftVoterRequest", MessageKind::kRequest, kControllerListener | kBrokerListener, false, 81, {0, 0}, {0, 32767},
    {"RemoveRaftVoterRequest", kRemoveRaftVoterRequestFields, 3, 3, sizeof(RemoveRaftVoterRequest), &kDefaultOf<RemoveRaftVoterRequest>}};

namespace {
constexpr FieldDescriptor kRemoveRaftVoterResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(RemoveRaftVoterResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(RemoveRaftVoterResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(RemoveRaftVoterResponse, error_message), FieldType::kString, false, true, false, false, false, {0, 32767}, {0, 32767}},
};
}  // namespace
constinit const MessageDescriptor RemoveRaftVoterResponse::kDescriptor = {
    "RemoveRaftVoterResponse", MessageKind::kResponse, 0, false, 81, {0, 0}, {0, 32767},
    {"RemoveRaftVoterResponse", kRemoveRaftVoterResponseFields, 3, 3, sizeof(RemoveRaftVoterResponse), &kDefaultOf<RemoveRaftVoterResponse>}};

namespace {
constexpr FieldDescriptor kRemoveTopicRecordFields[] = {
    {"TopicId", nullptr, -1, offsetof(RemoveTopicRecord, topic_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor RemoveTopicRecord::kDescriptor = {
    "RemoveTopicRecord", MessageKind::kMetadataRecord, 0, false, 9, {0, 0}, {0, 32767},
    {"RemoveTopicRecord", kRemoveTopicRecordFields, 1, 1, sizeof(RemoveTopicRecord), &kDefaultOf<RemoveTopicRecord>}};

namespace {
constexpr FieldDescriptor kRemoveUserScramCredentialRecordFields[] = {
    {"Name", nullptr, -1, offsetof(RemoveUserScramCredentialRecord, name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Mechanism", nullptr, -1, offsetof(RemoveUserScramCredentialRecord, mechanism), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor RemoveUserScramCredentialRecord::kDescriptor = {
    "RemoveUserScramCredentialRecord", MessageKind::kMetadataRecord, 0, false, 22, {0, 0}, {0, 32767},
    {"RemoveUserScramCredentialRecord", kRemoveUserScramCredentialRecordFields, 2, 2, sizeof(RemoveUserScramCredentialRecord), &kDefaultOf<RemoveUserScramCredentialRecord>}};

namespace {
constexpr FieldDescriptor kRenewDelegationTokenRequestFields[] = {
    {"Hmac", nullptr, -1, offsetof(RenewDelegationTokenRequest, hmac), FieldType::kBytes, false, false, false, false, false, {0, 32767}, {}},
    {"RenewPeriodMs", nullptr, -1, offsetof(RenewDelegationTokenRequest, renew_period_ms), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor RenewDelegationTokenRequest::kDescriptor = {
    "RenewDelegationTokenRequest", MessageKind::kRequest, kBrokerListener | kControllerListener, false, 39, {1, 2}, {2, 32767},
    {"RenewDelegationTokenRequest", kRenewDelegationTokenRequestFields, 2, 2, sizeof(RenewDelegationTokenRequest), &kDefaultOf<RenewDelegationTokenRequest>}};

namespace {
constexpr FieldDescriptor kRenewDelegationTokenResponseFields[] = {
    {"ErrorCode", nullptr, -1, offsetof(RenewDelegationTokenResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ExpiryTimestampMs", nullptr, -1, offsetof(RenewDelegationTokenResponse, expiry_timestamp_ms), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"ThrottleTimeMs", nullptr, -1, offsetof(RenewDelegationTokenResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor RenewDelegationTokenResponse::kDescriptor = {
    "RenewDelegationTokenResponse", MessageKind::kResponse, 0, false, 39, {1, 2}, {2, 32767},
    {"RenewDelegationTokenResponse", kRenewDelegationTokenResponseFields, 3, 3, sizeof(RenewDelegationTokenResponse), &kDefaultOf<RenewDelegationTokenResponse>}};

namespace {
constexpr FieldDescriptor kRequestHeaderFields[] = {
    {"RequestApiKey", nullptr, -1, offsetof(RequestHeader, request_api_key), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"RequestApiVersion", nullptr, -1, offsetof(RequestHeader, request_api_version), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"CorrelationId", nullptr, -1, offsetof(RequestHeader, correlation_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ClientId", nullptr, -1, offsetof(RequestHeader, client_id), FieldType::kString, false, false, false, false, true, {1, 32767}, {1, 32767}},
};
}  // namespace
constinit const MessageDescriptor RequestHeader::kDescriptor = {
    "RequestHeader", MessageKind::kHeader, 0, false, -1, {1, 2}, {2, 32767},
    {"RequestHeader", kRequestHeaderFields, 4, 4, sizeof(RequestHeader), &kDefaultOf<RequestHeader>}};

namespace {
constexpr FieldDescriptor kResponseHeaderFields[] = {
    {"CorrelationId", nullptr, -1, offsetof(ResponseHeader, correlation_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ResponseHeader::kDescriptor = {
    "ResponseHeader", MessageKind::kHeader, 0, false, -1, {0, 1}, {1, 32767},
    {"ResponseHeader", kResponseHeaderFields, 1, 1, sizeof(ResponseHeader), &kDefaultOf<ResponseHeader>}};

namespace {
constexpr FieldDescriptor kSaslAuthenticateRequestFields[] = {
    {"AuthBytes", nullptr, -1, offsetof(SaslAuthenticateRequest, auth_bytes), FieldType::kBytes, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor SaslAuthenticateRequest::kDescriptor = {
    "SaslAuthenticateRequest", MessageKind::kRequest, kBrokerListener | kControllerListener, false, 36, {0, 2}, {2, 32767},
    {"SaslAuthenticateRequest", kSaslAuthenticateRequestFields, 1, 1, sizeof(SaslAuthenticateRequest), &kDefaultOf<SaslAuthenticateRequest>}};

namespace {
constexpr FieldDescriptor kSaslAuthenticateResponseFields[] = {
    {"ErrorCode", nullptr, -1, offsetof(SaslAuthenticateResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(SaslAuthenticateResponse, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"AuthBytes", nullptr, -1, offsetof(SaslAuthenticateResponse, auth_bytes), FieldType::kBytes, false, false, false, false, false, {0, 32767}, {}},
    {"SessionLifetimeMs", nullptr, -1, offsetof(SaslAuthenticateResponse, session_lifetime_ms), FieldType::kInt64, false, true, false, false, false, {1, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor SaslAuthenticateResponse::kDescriptor = {
    "SaslAuthenticateResponse", MessageKind::kResponse, 0, false, 36, {0, 2}, {2, 32767},
    {"SaslAuthenticateResponse", kSaslAuthenticateResponseFields, 4, 4, sizeof(SaslAuthenticateResponse), &kDefaultOf<SaslAuthenticateResponse>}};

namespace {
constexpr FieldDescriptor kSaslHandshakeRequestFields[] = {
    {"Mechanism", nullptr, -1, offsetof(SaslHandshakeRequest, mechanism), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor SaslHandshakeRequest::kDescriptor = {
    "SaslHandshakeRequest", MessageKind::kRequest, kBrokerListener | kControllerListener, false, 17, {0, 1}, {},
    {"SaslHandshakeRequest", kSaslHandshakeRequestFields, 1, 1, sizeof(SaslHandshakeRequest), &kDefaultOf<SaslHandshakeRequest>}};

namespace {
constexpr FieldDescriptor kSaslHandshakeResponseFields[] = {
    {"ErrorCode", nullptr, -1, offsetof(SaslHandshakeResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"Mechanisms", nullptr, -1, offsetof(SaslHandshakeResponse, mechanisms), FieldType::kString, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor SaslHandshakeResponse::kDescriptor = {
    "SaslHandshakeResponse", MessageKind::kResponse, 0, false, 17, {0, 1}, {},
    {"SaslHandshakeResponse", kSaslHandshakeResponseFields, 2, 2, sizeof(SaslHandshakeResponse), &kDefaultOf<SaslHandshakeResponse>}};

namespace {
constexpr FieldDescriptor kShareAcknowledgeRequestAcknowledgementBatchFields[] = {
    {"FirstOffset", nullptr, -1, offsetof(ShareAcknowledgeRequest::AcknowledgementBatch, first_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"LastOffset", nullptr, -1, offsetof(ShareAcknowledgeRequest::AcknowledgementBatch, last_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"AcknowledgeTypes", nullptr, -1, offsetof(ShareAcknowledgeRequest::AcknowledgementBatch, acknowledge_types), FieldType::kInt8, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kShareAcknowledgeRequestAcknowledgementBatch = {"AcknowledgementBatch", kShareAcknowledgeRequestAcknowledgementBatchFields, 3, 3, sizeof(ShareAcknowledgeRequest::AcknowledgementBatch), &kDefaultOf<ShareAcknowledgeRequest::AcknowledgementBatch>};
constexpr FieldDescriptor kShareAcknowledgeRequestAcknowledgePartitionFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(ShareAcknowledgeRequest::AcknowledgePartition, partition_index), FieldType::kInt32, false, false, false, true, false, {0, 32767}, {}},
    {"AcknowledgementBatches", &kShareAcknowledgeRequestAcknowledgementBatch, -1, offsetof(ShareAcknowledgeRequest::AcknowledgePartition, acknowledgement_batches), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kShareAcknowledgeRequestAcknowledgePartition = {"AcknowledgePartition", kShareAcknowledgeRequestAcknowledgePartitionFields, 2, 2, sizeof(ShareAcknowledgeRequest::AcknowledgePartition), &kDefaultOf<ShareAcknowledgeRequest::AcknowledgePartition>};
constexpr FieldDescriptor kShareAcknowledgeRequestAcknowledgeTopicFields[] = {
    {"TopicId", nullptr, -1, offsetof(ShareAcknowledgeRequest::AcknowledgeTopic, topic_id), FieldType::kUuid, false, false, false, true, false, {0, 32767}, {}},
    {"Partitions", &kShareAcknowledgeRequestAcknowledgePartition, -1, offsetof(ShareAcknowledgeRequest::AcknowledgeTopic, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kShareAcknowledgeRequestAcknowledgeTopic = {"AcknowledgeTopic", kShareAcknowledgeRequestAcknowledgeTopicFields, 2, 2, sizeof(ShareAcknowledgeRequest::AcknowledgeTopic), &kDefaultOf<ShareAcknowledgeRequest::AcknowledgeTopic>};
constexpr FieldDescriptor kShareAcknowledgeRequestFields[] = {
    {"GroupId", nullptr, -1, offsetof(ShareAcknowledgeRequest, group_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"MemberId", nullptr, -1, offsetof(ShareAcknowledgeRequest, member_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"ShareSessionEpoch", nullptr, -1, offsetof(ShareAcknowledgeRequest, share_session_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"IsRenewAck", nullptr, -1, offsetof(ShareAcknowledgeRequest, is_renew_ack), FieldType::kBool, false, false, false, false, false, {2, 32767}, {}},
    {"Topics", &kShareAcknowledgeRequestAcknowledgeTopic, -1, offsetof(ShareAcknowledgeRequest, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ShareAcknowledgeRequest::kDescriptor = {
    "ShareAcknowledgeRequest", MessageKind::kRequest, kBrokerListener, false, 79, {1, 2}, {0, 32767},
    {"ShareAcknowledgeRequest", kShareAcknowledgeRequestFields, 5, 5, sizeof(ShareAcknowledgeRequest), &kDefaultOf<ShareAcknowledgeRequest>}};

namespace {
constexpr FieldDescriptor kShareAcknowledgeResponseLeaderIdAndEpochFields[] = {
    {"LeaderId", nullptr, -1, offsetof(ShareAcknowledgeResponse::LeaderIdAndEpoch, leader_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"LeaderEpoch", nullptr, -1, offsetof(ShareAcknowledgeResponse::LeaderIdAndEpoch, leader_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kShareAcknowledgeResponseLeaderIdAndEpoch = {"LeaderIdAndEpoch", kShareAcknowledgeResponseLeaderIdAndEpochFields, 2, 2, sizeof(ShareAcknowledgeResponse::LeaderIdAndEpoch), &kDefaultOf<ShareAcknowledgeResponse::LeaderIdAndEpoch>};
constexpr FieldDescriptor kShareAcknowledgeResponsePartitionDataFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(ShareAcknowledgeResponse::PartitionData, partition_index), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(ShareAcknowledgeResponse::PartitionData, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(ShareAcknowledgeResponse::PartitionData, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"CurrentLeader", &kShareAcknowledgeResponseLeaderIdAndEpoch, -1, offsetof(ShareAcknowledgeResponse::PartitionData, current_leader), FieldType::kStruct, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kShareAcknowledgeResponsePartitionData = {"PartitionData", kShareAcknowledgeResponsePartitionDataFields, 4, 4, sizeof(ShareAcknowledgeResponse::PartitionData), &kDefaultOf<ShareAcknowledgeResponse::PartitionData>};
constexpr FieldDescriptor kShareAcknowledgeResponseShareAcknowledgeTopicResponseFields[] = {
    {"TopicId", nullptr, -1, offsetof(ShareAcknowledgeResponse::ShareAcknowledgeTopicResponse, topic_id), FieldType::kUuid, false, false, false, true, false, {0, 32767}, {}},
    {"Partitions", &kShareAcknowledgeResponsePartitionData, -1, offsetof(ShareAcknowledgeResponse::ShareAcknowledgeTopicResponse, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kShareAcknowledgeResponseShareAcknowledgeTopicResponse = {"ShareAcknowledgeTopicResponse", kShareAcknowledgeResponseShareAcknowledgeTopicResponseFields, 2, 2, sizeof(ShareAcknowledgeResponse::ShareAcknowledgeTopicResponse), &kDefaultOf<ShareAcknowledgeResponse::ShareAcknowledgeTopicResponse>};
constexpr FieldDescriptor kShareAcknowledgeResponseNodeEndpointFields[] = {
    {"NodeId", nullptr, -1, offsetof(ShareAcknowledgeResponse::NodeEndpoint, node_id), FieldType::kInt32, false, false, false, true, false, {0, 32767}, {}},
    {"Host", nullptr, -1, offsetof(ShareAcknowledgeResponse::NodeEndpoint, host), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Port", nullptr, -1, offsetof(ShareAcknowledgeResponse::NodeEndpoint, port), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Rack", nullptr, -1, offsetof(ShareAcknowledgeResponse::NodeEndpoint, rack), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
};
constexpr StructDescriptor kShareAcknowledgeResponseNodeEndpoint = {"NodeEndpoint", kShareAcknowledgeResponseNodeEndpointFields, 4, 4, sizeof(ShareAcknowledgeResponse::NodeEndpoint), &kDefaultOf<ShareAcknowledgeResponse::NodeEndpoint>};
constexpr FieldDescriptor kShareAcknowledgeResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(ShareAcknowledgeResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(ShareAcknowledgeResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(ShareAcknowledgeResponse, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"AcquisitionLockTimeoutMs", nullptr, -1, offsetof(ShareAcknowledgeResponse, acquisition_lock_timeout_ms), FieldType::kInt32, false, true, false, false, false, {2, 32767}, {}},
    {"Responses", &kShareAcknowledgeResponseShareAcknowledgeTopicResponse, -1, offsetof(ShareAcknowledgeResponse, responses), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"NodeEndpoints", &kShareAcknowledgeResponseNodeEndpoint, -1, offsetof(ShareAcknowledgeResponse, node_endpoints), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ShareAcknowledgeResponse::kDescriptor = {
    "ShareAcknowledgeResponse", MessageKind::kResponse, 0, false, 79, {1, 2}, {0, 32767},
    {"ShareAcknowledgeResponse", kShareAcknowledgeResponseFields, 6, 6, sizeof(ShareAcknowledgeResponse), &kDefaultOf<ShareAcknowledgeResponse>}};

namespace {
constexpr FieldDescriptor kShareFetchRequestAcknowledgementBatchFields[] = {
    {"FirstOffset", nullptr, -1, offsetof(ShareFetchRequest::AcknowledgementBatch, first_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"LastOffset", nullptr, -1, offsetof(ShareFetchRequest::AcknowledgementBatch, last_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"AcknowledgeTypes", nullptr, -1, offsetof(ShareFetchRequest::AcknowledgementBatch, acknowledge_types), FieldType::kInt8, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kShareFetchRequestAcknowledgementBatch = {"AcknowledgementBatch", kShareFetchRequestAcknowledgementBatchFields, 3, 3, sizeof(ShareFetchRequest::AcknowledgementBatch), &kDefaultOf<ShareFetchRequest::AcknowledgementBatch>};
constexpr FieldDescriptor kShareFetchRequestFetchPartitionFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(ShareFetchRequest::FetchPartition, partition_index), FieldType::kInt32, false, false, false, true, false, {0, 32767}, {}},
    {"PartitionMaxBytes", nullptr, -1, offsetof(ShareFetchRequest::FetchPartition, partition_max_bytes), FieldType::kInt32, false, false, false, false, false, {0, 0}, {}},
    {"AcknowledgementBatches", &kShareFetchRequestAcknowledgementBatch, -1, offsetof(ShareFetchRequest::FetchPartition, acknowledgement_batches), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kShareFetchRequestFetchPartition = {"FetchPartition", kShareFetchRequestFetchPartitionFields, 3, 3, sizeof(ShareFetchRequest::FetchPartition), &kDefaultOf<ShareFetchRequest::FetchPartition>};
constexpr FieldDescriptor kShareFetchRequestFetchTopicFields[] = {
    {"TopicId", nullptr, -1, offsetof(ShareFetchRequest::FetchTopic, topic_id), FieldType::kUuid, false, false, false, true, false, {0, 32767}, {}},
    {"Partitions", &kShareFetchRequestFetchPartition, -1, offsetof(ShareFetchRequest::FetchTopic, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kShareFetchRequestFetchTopic = {"FetchTopic", kShareFetchRequestFetchTopicFields, 2, 2, sizeof(ShareFetchRequest::FetchTopic), &kDefaultOf<ShareFetchRequest::FetchTopic>};
constexpr FieldDescriptor kShareFetchRequestForgottenTopicFields[] = {
    {"TopicId", nullptr, -1, offsetof(ShareFetchRequest::ForgottenTopic, topic_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", nullptr, -1, offsetof(ShareFetchRequest::ForgottenTopic, partitions), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kShareFetchRequestForgottenTopic = {"ForgottenTopic", kShareFetchRequestForgottenTopicFields, 2, 2, sizeof(ShareFetchRequest::ForgottenTopic), &kDefaultOf<ShareFetchRequest::ForgottenTopic>};
constexpr FieldDescriptor kShareFetchRequestFields[] = {
    {"GroupId", nullptr, -1, offsetof(ShareFetchRequest, group_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"MemberId", nullptr, -1, offsetof(ShareFetchRequest, member_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"ShareSessionEpoch", nullptr, -1, offsetof(ShareFetchRequest, share_session_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"MaxWaitMs", nullptr, -1, offsetof(ShareFetchRequest, max_wait_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"MinBytes", nullptr, -1, offsetof(ShareFetchRequest, min_bytes), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"MaxBytes", nullptr, -1, offsetof(ShareFetchRequest, max_bytes), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"MaxRecords", nullptr, -1, offsetof(ShareFetchRequest, max_records), FieldType::kInt32, false, false, false, false, false, {1, 32767}, {}},
    {"BatchSize", nullptr, -1, offsetof(ShareFetchRequest, batch_size), FieldType::kInt32, false, false, false, false, false, {1, 32767}, {}},
    {"ShareAcquireMode", nullptr, -1, offsetof(ShareFetchRequest, share_acquire_mode), FieldType::kInt8, false, true, false, false, false, {2, 32767}, {}},
    {"IsRenewAck", nullptr, -1, offsetof(ShareFetchRequest, is_renew_ack), FieldType::kBool, false, false, false, false, false, {2, 32767}, {}},
    {"Topics", &kShareFetchRequestFetchTopic, -1, offsetof(ShareFetchRequest, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"ForgottenTopicsData", &kShareFetchRequestForgottenTopic, -1, offsetof(ShareFetchRequest, forgotten_topics_data), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ShareFetchRequest::kDescriptor = {
    "ShareFetchRequest", MessageKind::kRequest, kBrokerListener, false, 78, {1, 2}, {0, 32767},
    {"ShareFetchRequest", kShareFetchRequestFields, 12, 12, sizeof(ShareFetchRequest), &kDefaultOf<ShareFetchRequest>}};

namespace {
constexpr FieldDescriptor kShareFetchResponseLeaderIdAndEpochFields[] = {
    {"LeaderId", nullptr, -1, offsetof(ShareFetchResponse::LeaderIdAndEpoch, leader_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"LeaderEpoch", nullptr, -1, offsetof(ShareFetchResponse::LeaderIdAndEpoch, leader_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kShareFetchResponseLeaderIdAndEpoch = {"LeaderIdAndEpoch", kShareFetchResponseLeaderIdAndEpochFields, 2, 2, sizeof(ShareFetchResponse::LeaderIdAndEpoch), &kDefaultOf<ShareFetchResponse::LeaderIdAndEpoch>};
constexpr FieldDescriptor kShareFetchResponseAcquiredRecordsFields[] = {
    {"FirstOffset", nullptr, -1, offsetof(ShareFetchResponse::AcquiredRecords, first_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"LastOffset", nullptr, -1, offsetof(ShareFetchResponse::AcquiredRecords, last_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"DeliveryCount", nullptr, -1, offsetof(ShareFetchResponse::AcquiredRecords, delivery_count), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kShareFetchResponseAcquiredRecords = {"AcquiredRecords", kShareFetchResponseAcquiredRecordsFields, 3, 3, sizeof(ShareFetchResponse::AcquiredRecords), &kDefaultOf<ShareFetchResponse::AcquiredRecords>};
constexpr FieldDescriptor kShareFetchResponsePartitionDataFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(ShareFetchResponse::PartitionData, partition_index), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(ShareFetchResponse::PartitionData, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(ShareFetchResponse::PartitionData, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"AcknowledgeErrorCode", nullptr, -1, offsetof(ShareFetchResponse::PartitionData, acknowledge_error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"AcknowledgeErrorMessage", nullptr, -1, offsetof(ShareFetchResponse::PartitionData, acknowledge_error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"CurrentLeader", &kShareFetchResponseLeaderIdAndEpoch, -1, offsetof(ShareFetchResponse::PartitionData, current_leader), FieldType::kStruct, false, false, false, false, false, {0, 32767}, {}},
    {"Records", nullptr, -1, offsetof(ShareFetchResponse::PartitionData, records), FieldType::kRecords, false, false, false, false, false, {0, 32767}, {0, 0}},
    {"AcquiredRecords", &kShareFetchResponseAcquiredRecords, -1, offsetof(ShareFetchResponse::PartitionData, acquired_records), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kShareFetchResponsePartitionData = {"PartitionData", kShareFetchResponsePartitionDataFields, 8, 8, sizeof(ShareFetchResponse::PartitionData), &kDefaultOf<ShareFetchResponse::PartitionData>};
constexpr FieldDescriptor kShareFetchResponseShareFetchableTopicResponseFields[] = {
    {"TopicId", nullptr, -1, offsetof(ShareFetchResponse::ShareFetchableTopicResponse, topic_id), FieldType::kUuid, false, false, false, true, false, {0, 32767}, {}},
    {"Partitions", &kShareFetchResponsePartitionData, -1, offsetof(ShareFetchResponse::ShareFetchableTopicResponse, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kShareFetchResponseShareFetchableTopicResponse = {"ShareFetchableTopicResponse", kShareFetchResponseShareFetchableTopicResponseFields, 2, 2, sizeof(ShareFetchResponse::ShareFetchableTopicResponse), &kDefaultOf<ShareFetchResponse::ShareFetchableTopicResponse>};
constexpr FieldDescriptor kShareFetchResponseNodeEndpointFields[] = {
    {"NodeId", nullptr, -1, offsetof(ShareFetchResponse::NodeEndpoint, node_id), FieldType::kInt32, false, false, false, true, false, {0, 32767}, {}},
    {"Host", nullptr, -1, offsetof(ShareFetchResponse::NodeEndpoint, host), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Port", nullptr, -1, offsetof(ShareFetchResponse::NodeEndpoint, port), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Rack", nullptr, -1, offsetof(ShareFetchResponse::NodeEndpoint, rack), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
};
constexpr StructDescriptor kShareFetchResponseNodeEndpoint = {"NodeEndpoint", kShareFetchResponseNodeEndpointFields, 4, 4, sizeof(ShareFetchResponse::NodeEndpoint), &kDefaultOf<ShareFetchResponse::NodeEndpoint>};
constexpr FieldDescriptor kShareFetchResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(ShareFetchResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(ShareFetchResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(ShareFetchResponse, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"AcquisitionLockTimeoutMs", nullptr, -1, offsetof(ShareFetchResponse, acquisition_lock_timeout_ms), FieldType::kInt32, false, false, false, false, false, {1, 32767}, {}},
    {"Responses", &kShareFetchResponseShareFetchableTopicResponse, -1, offsetof(ShareFetchResponse, responses), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"NodeEndpoints", &kShareFetchResponseNodeEndpoint, -1, offsetof(ShareFetchResponse, node_endpoints), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ShareFetchResponse::kDescriptor = {
    "ShareFetchResponse", MessageKind::kResponse, 0, false, 78, {1, 2}, {0, 32767},
    {"ShareFetchResponse", kShareFetchResponseFields, 6, 6, sizeof(ShareFetchResponse), &kDefaultOf<ShareFetchResponse>}};

}  // namespace klamm::protocol
