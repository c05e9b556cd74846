#include <cstddef>

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
constexpr FieldDescriptor kShareGroupCurrentMemberAssignmentKeyFields[] = {
    {"GroupId", nullptr, -1, offsetof(ShareGroupCurrentMemberAssignmentKey, group_id), FieldType::kString, false, false, false, false, false, {0, 0}, {}},
    {"MemberId", nullptr, -1, offsetof(ShareGroupCurrentMemberAssignmentKey, member_id), FieldType::kString, false, false, false, false, false, {0, 0}, {}},
};
}  // namespace
constinit const MessageDescriptor ShareGroupCurrentMemberAssignmentKey::kDescriptor = {
    "ShareGroupCurrentMemberAssignmentKey", MessageKind::kGroupKey, 0, false, 14, {0, 0}, {},
    {"ShareGroupCurrentMemberAssignmentKey", kShareGroupCurrentMemberAssignmentKeyFields, 2, 2, sizeof(ShareGroupCurrentMemberAssignmentKey), &kDefaultOf<ShareGroupCurrentMemberAssignmentKey>}};

namespace {
constexpr FieldDescriptor kShareGroupCurrentMemberAssignmentValueTopicPartitionsFields[] = {
    {"TopicId", nullptr, -1, offsetof(ShareGroupCurrentMemberAssignmentValue::TopicPartitions, topic_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", nullptr, -1, offsetof(ShareGroupCurrentMemberAssignmentValue::TopicPartitions, partitions), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kShareGroupCurrentMemberAssignmentValueTopicPartitions = {"TopicPartitions", kShareGroupCurrentMemberAssignmentValueTopicPartitionsFields, 2, 2, sizeof(ShareGroupCurrentMemberAssignmentValue::TopicPartitions), &kDefaultOf<ShareGroupCurrentMemberAssignmentValue::TopicPartitions>};
constexpr FieldDescriptor kShareGroupCurrentMemberAssignmentValueFields[] = {
    {"MemberEpoch", nullptr, -1, offsetof(ShareGroupCurrentMemberAssignmentValue, member_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"PreviousMemberEpoch", nullptr, -1, offsetof(ShareGroupCurrentMemberAssignmentValue, previous_member_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"State", nullptr, -1, offsetof(ShareGroupCurrentMemberAssignmentValue, state), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
    {"AssignedPartitions", &kShareGroupCurrentMemberAssignmentValueTopicPartitions, -1, offsetof(ShareGroupCurrentMemberAssignmentValue, assigned_partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ShareGroupCurrentMemberAssignmentValue::kDescriptor = {
    "ShareGroupCurrentMemberAssignmentValue", MessageKind::kGroupValue, 0, false, 14, {0, 0}, {0, 32767},
    {"ShareGroupCurrentMemberAssignmentValue", kShareGroupCurrentMemberAssignmentValueFields, 4, 4, sizeof(ShareGroupCurrentMemberAssignmentValue), &kDefaultOf<ShareGroupCurrentMemberAssignmentValue>}};

namespace {
constexpr FieldDescriptor kShareGroupDescribeRequestFields[] = {
    {"GroupIds", nullptr, -1, offsetof(ShareGroupDescribeRequest, group_ids), FieldType::kString, true, false, false, false, false, {0, 32767}, {}},
    {"IncludeAuthorizedOperations", nullptr, -1, offsetof(ShareGroupDescribeRequest, include_authorized_operations), FieldType::kBool, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ShareGroupDescribeRequest::kDescriptor = {
    "ShareGroupDescribeRequest", MessageKind::kRequest, kBrokerListener, false, 77, {1, 1}, {0, 32767},
    {"ShareGroupDescribeRequest", kShareGroupDescribeRequestFields, 2, 2, sizeof(ShareGroupDescribeRequest), &kDefaultOf<ShareGroupDescribeRequest>}};

namespace {
constexpr FieldDescriptor kShareGroupDescribeResponseTopicPartitionsFields[] = {
    {"TopicId", nullptr, -1, offsetof(ShareGroupDescribeResponse::TopicPartitions, topic_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"TopicName", nullptr, -1, offsetof(ShareGroupDescribeResponse::TopicPartitions, topic_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", nullptr, -1, offsetof(ShareGroupDescribeResponse::TopicPartitions, partitions), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kShareGroupDescribeResponseTopicPartitions = {"TopicPartitions", kShareGroupDescribeResponseTopicPartitionsFields, 3, 3, sizeof(ShareGroupDescribeResponse::TopicPartitions), &kDefaultOf<ShareGroupDescribeResponse::TopicPartitions>};
constexpr FieldDescriptor kShareGroupDescribeResponseAssignmentFields[] = {
    {"TopicPartitions", &kShareGroupDescribeResponseTopicPartitions, -1, offsetof(ShareGroupDescribeResponse::Assignment, topic_partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kShareGroupDescribeResponseAssignment = {"Assignment", kShareGroupDescribeResponseAssignmentFields, 1, 1, sizeof(ShareGroupDescribeResponse::Assignment), &kDefaultOf<ShareGroupDescribeResponse::Assignment>};
constexpr FieldDescriptor kShareGroupDescribeResponseMemberFields[] = {
    {"MemberId", nullptr, -1, offsetof(ShareGroupDescribeResponse::Member, member_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"RackId", nullptr, -1, offsetof(ShareGroupDescribeResponse::Member, rack_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"MemberEpoch", nullptr, -1, offsetof(ShareGroupDescribeResponse::Member, member_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ClientId", nullptr, -1, offsetof(ShareGroupDescribeResponse::Member, client_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"ClientHost", nullptr, -1, offsetof(ShareGroupDescribeResponse::Member, client_host), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"SubscribedTopicNames", nullptr, -1, offsetof(ShareGroupDescribeResponse::Member, subscribed_topic_names), FieldType::kString, true, false, false, false, false, {0, 32767}, {}},
    {"Assignment", &kShareGroupDescribeResponseAssignment, -1, offsetof(ShareGroupDescribeResponse::Member, assignment), FieldType::kStruct, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kShareGroupDescribeResponseMember = {"Member", kShareGroupDescribeResponseMemberFields, 7, 7, sizeof(ShareGroupDescribeResponse::Member), &kDefaultOf<ShareGroupDescribeResponse::Member>};
constexpr FieldDescriptor kShareGroupDescribeResponseDescribedGroupFields[] = {
    {"ErrorCode", nullptr, -1, offsetof(ShareGroupDescribeResponse::DescribedGroup, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(ShareGroupDescribeResponse::DescribedGroup, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"GroupId", nullptr, -1, offsetof(ShareGroupDescribeResponse::DescribedGroup, group_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"GroupState", nullptr, -1, offsetof(ShareGroupDescribeResponse::DescribedGroup, group_state), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"GroupEpoch", nullptr, -1, offsetof(ShareGroupDescribeResponse::DescribedGroup, group_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"AssignmentEpoch", nullptr, -1, offsetof(ShareGroupDescribeResponse::DescribedGroup, assignment_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"AssignorName", nullptr, -1, offsetof(ShareGroupDescribeResponse::DescribedGroup, assignor_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Members", &kShareGroupDescribeResponseMember, -1, offsetof(ShareGroupDescribeResponse::DescribedGroup, members), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"AuthorizedOperations", nullptr, -1, offsetof(ShareGroupDescribeResponse::DescribedGroup, authorized_operations), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kShareGroupDescribeResponseDescribedGroup = {"DescribedGroup", kShareGroupDescribeResponseDescribedGroupFields, 9, 9, sizeof(ShareGroupDescribeResponse::DescribedGroup), &kDefaultOf<ShareGroupDescribeResponse::DescribedGroup>};
constexpr FieldDescriptor kShareGroupDescribeResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(ShareGroupDescribeResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Groups", &kShareGroupDescribeResponseDescribedGroup, -1, offsetof(ShareGroupDescribeResponse, groups), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ShareGroupDescribeResponse::kDescriptor = {
    "ShareGroupDescribeResponse", MessageKind::kResponse, 0, false, 77, {1, 1}, {0, 32767},
    {"ShareGroupDescribeResponse", kShareGroupDescribeResponseFields, 2, 2, sizeof(ShareGroupDescribeResponse), &kDefaultOf<ShareGroupDescribeResponse>}};

namespace {
constexpr FieldDescriptor kShareGroupHeartbeatRequestFields[] = {
    {"GroupId", nullptr, -1, offsetof(ShareGroupHeartbeatRequest, group_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"MemberId", nullptr, -1, offsetof(ShareGroupHeartbeatRequest, member_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"MemberEpoch", nullptr, -1, offsetof(ShareGroupHeartbeatRequest, member_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"RackId", nullptr, -1, offsetof(ShareGroupHeartbeatRequest, rack_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"SubscribedTopicNames", nullptr, -1, offsetof(ShareGroupHeartbeatRequest, subscribed_topic_names), FieldType::kString, true, false, false, false, false, {0, 32767}, {0, 32767}},
};
}  // namespace
constinit const MessageDescriptor ShareGroupHeartbeatRequest::kDescriptor = {
    "ShareGroupHeartbeatRequest", MessageKind::kRequest, kBrokerListener, false, 76, {1, 1}, {0, 32767},
    {"ShareGroupHeartbeatRequest", kShareGroupHeartbeatRequestFields, 5, 5, sizeof(ShareGroupHeartbeatRequest), &kDefaultOf<ShareGroupHeartbeatRequest>}};

namespace {
constexpr FieldDescriptor kShareGroupHeartbeatResponseTopicPartitionsFields[] = {
    {"TopicId", nullptr, -1, offsetof(ShareGroupHeartbeatResponse::TopicPartitions, topic_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", nullptr, -1, offsetof(ShareGroupHeartbeatResponse::TopicPartitions, partitions), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kShareGroupHeartbeatResponseTopicPartitions = {"TopicPartitions", kShareGroupHeartbeatResponseTopicPartitionsFields, 2, 2, sizeof(ShareGroupHeartbeatResponse::TopicPartitions), &kDefaultOf<ShareGroupHeartbeatResponse::TopicPartitions>};
constexpr FieldDescriptor kShareGroupHeartbeatResponseAssignmentFields[] = {
    {"TopicPartitions", &kShareGroupHeartbeatResponseTopicPartitions, -1, offsetof(ShareGroupHeartbeatResponse::Assignment, topic_partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kShareGroupHeartbeatResponseAssignment = {"Assignment", kShareGroupHeartbeatResponseAssignmentFields, 1, 1, sizeof(ShareGroupHeartbeatResponse::Assignment), &kDefaultOf<ShareGroupHeartbeatResponse::Assignment>};
constexpr FieldDescriptor kShareGroupHeartbeatResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(ShareGroupHeartbeatResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(ShareGroupHeartbeatResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(ShareGroupHeartbeatResponse, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"MemberId", nullptr, -1, offsetof(ShareGroupHeartbeatResponse, member_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"MemberEpoch", nullptr, -1, offsetof(ShareGroupHeartbeatResponse, member_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"HeartbeatIntervalMs", nullptr, -1, offsetof(ShareGroupHeartbeatResponse, heartbeat_interval_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Assignment", &kShareGroupHeartbeatResponseAssignment, -1, offsetof(ShareGroupHeartbeatResponse, assignment), FieldType::kStruct, false, false, true, false, false, {0, 32767}, {0, 32767}},
};
}  // namespace
constinit const MessageDescriptor ShareGroupHeartbeatResponse::kDescriptor = {
    "ShareGroupHeartbeatResponse", MessageKind::kResponse, 0, false, 76, {1, 1}, {0, 32767},
    {"ShareGroupHeartbeatResponse", kShareGroupHeartbeatResponseFields, 7, 7, sizeof(ShareGroupHeartbeatResponse), &kDefaultOf<ShareGroupHeartbeatResponse>}};

namespace {
constexpr FieldDescriptor kShareGroupMemberMetadataKeyFields[] = {
    {"GroupId", nullptr, -1, offsetof(ShareGroupMemberMetadataKey, group_id), FieldType::kString, false, false, false, false, false, {0, 0}, {}},
    {"MemberId", nullptr, -1, offsetof(ShareGroupMemberMetadataKey, member_id), FieldType::kString, false, false, false, false, false, {0, 0}, {}},
};
}  // namespace
constinit const MessageDescriptor ShareGroupMemberMetadataKey::kDescriptor = {
    "ShareGroupMemberMetadataKey", MessageKind::kGroupKey, 0, false, 10, {0, 0}, {},
    {"ShareGroupMemberMetadataKey", kShareGroupMemberMetadataKeyFields, 2, 2, sizeof(ShareGroupMemberMetadataKey), &kDefaultOf<ShareGroupMemberMetadataKey>}};

namespace {
constexpr FieldDescriptor kShareGroupMemberMetadataValueFields[] = {
    {"RackId", nullptr, -1, offsetof(ShareGroupMemberMetadataValue, rack_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"ClientId", nullptr, -1, offsetof(ShareGroupMemberMetadataValue, client_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"ClientHost", nullptr, -1, offsetof(ShareGroupMemberMetadataValue, client_host), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"SubscribedTopicNames", nullptr, -1, offsetof(ShareGroupMemberMetadataValue, subscribed_topic_names), FieldType::kString, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ShareGroupMemberMetadataValue::kDescriptor = {
    "ShareGroupMemberMetadataValue", MessageKind::kGroupValue, 0, false, 10, {0, 0}, {0, 32767},
    {"ShareGroupMemberMetadataValue", kShareGroupMemberMetadataValueFields, 4, 4, sizeof(ShareGroupMemberMetadataValue), &kDefaultOf<ShareGroupMemberMetadataValue>}};

namespace {
constexpr FieldDescriptor kShareGroupMetadataKeyFields[] = {
    {"GroupId", nullptr, -1, offsetof(ShareGroupMetadataKey, group_id), FieldType::kString, false, false, false, false, false, {0, 0}, {}},
};
}  // namespace
constinit const MessageDescriptor ShareGroupMetadataKey::kDescriptor = {
    "ShareGroupMetadataKey", MessageKind::kGroupKey, 0, false, 11, {0, 0}, {},
    {"ShareGroupMetadataKey", kShareGroupMetadataKeyFields, 1, 1, sizeof(ShareGroupMetadataKey), &kDefaultOf<ShareGroupMetadataKey>}};

namespace {
constexpr FieldDescriptor kShareGroupMetadataValueFields[] = {
    {"Epoch", nullptr, -1, offsetof(ShareGroupMetadataValue, epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"MetadataHash", nullptr, -1, offsetof(ShareGroupMetadataValue, metadata_hash), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ShareGroupMetadataValue::kDescriptor = {
    "ShareGroupMetadataValue", MessageKind::kGroupValue, 0, false, 11, {0, 0}, {0, 32767},
    {"ShareGroupMetadataValue", kShareGroupMetadataValueFields, 2, 2, sizeof(ShareGroupMetadataValue), &kDefaultOf<ShareGroupMetadataValue>}};

namespace {
constexpr FieldDescriptor kShareGroupStatePartitionMetadataKeyFields[] = {
    {"GroupId", nullptr, -1, offsetof(ShareGroupStatePartitionMetadataKey, group_id), FieldType::kString, false, false, false, false, false, {0, 0}, {}},
};
}  // namespace
constinit const MessageDescriptor ShareGroupStatePartitionMetadataKey::kDescriptor = {
    "ShareGroupStatePartitionMetadataKey", MessageKind::kGroupKey, 0, false, 15, {0, 0}, {},
    {"ShareGroupStatePartitionMetadataKey", kShareGroupStatePartitionMetadataKeyFields, 1, 1, sizeof(ShareGroupStatePartitionMetadataKey), &kDefaultOf<ShareGroupStatePartitionMetadataKey>}};

namespace {
constexpr FieldDescriptor kShareGroupStatePartitionMetadataValueTopicPartitionsInfoFields[] = {
    {"TopicId", nullptr, -1, offsetof(ShareGroupStatePartitionMetadataValue::TopicPartitionsInfo, topic_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"TopicName", nullptr, -1, offsetof(ShareGroupStatePartitionMetadataValue::TopicPartitionsInfo, topic_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", nullptr, -1, offsetof(ShareGroupStatePartitionMetadataValue::TopicPartitionsInfo, partitions), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kShareGroupStatePartitionMetadataValueTopicPartitionsInfo = {"TopicPartitionsInfo", kShareGroupStatePartitionMetadataValueTopicPartitionsInfoFields, 3, 3, sizeof(ShareGroupStatePartitionMetadataValue::TopicPartitionsInfo), &kDefaultOf<ShareGroupStatePartitionMetadataValue::TopicPartitionsInfo>};
constexpr FieldDescriptor kShareGroupStatePartitionMetadataValueTopicInfoFields[] = {
    {"TopicId", nullptr, -1, offsetof(ShareGroupStatePartitionMetadataValue::TopicInfo, topic_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"TopicName", nullptr, -1, offsetof(ShareGroupStatePartitionMetadataValue::TopicInfo, topic_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kShareGroupStatePartitionMetadataValueTopicInfo = {"TopicInfo", kShareGroupStatePartitionMetadataValueTopicInfoFields, 2, 2, sizeof(ShareGroupStatePartitionMetadataValue::TopicInfo), &kDefaultOf<ShareGroupStatePartitionMetadataValue::TopicInfo>};
constexpr FieldDescriptor kShareGroupStatePartitionMetadataValueFields[] = {
    {"InitializingTopics", &kShareGroupStatePartitionMetadataValueTopicPartitionsInfo, -1, offsetof(ShareGroupStatePartitionMetadataValue, initializing_topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"InitializedTopics", &kShareGroupStatePartitionMetadataValueTopicPartitionsInfo, -1, offsetof(ShareGroupStatePartitionMetadataValue, initialized_topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"DeletingTopics", &kShareGroupStatePartitionMetadataValueTopicInfo, -1, offsetof(ShareGroupStatePartitionMetadataValue, deleting_topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ShareGroupStatePartitionMetadataValue::kDescriptor = {
    "ShareGroupStatePartitionMetadataValue", MessageKind::kGroupValue, 0, false, 15, {0, 0}, {0, 32767},
    {"ShareGroupStatePartitionMetadataValue", kShareGroupStatePartitionMetadataValueFields, 3, 3, sizeof(ShareGroupStatePartitionMetadataValue), &kDefaultOf<ShareGroupStatePartitionMetadataValue>}};

namespace {
constexpr FieldDescriptor kShareGroupTargetAssignmentMemberKeyFields[] = {
    {"GroupId", nullptr, -1, offsetof(ShareGroupTargetAssignmentMemberKey, group_id), FieldType::kString, false, false, false, false, false, {0, 0}, {}},
    {"MemberId", nullptr, -1, offsetof(ShareGroupTargetAssignmentMemberKey, member_id), FieldType::kString, false, false, false, false, false, {0, 0}, {}},
};
}  // namespace
constinit const MessageDescriptor ShareGroupTargetAssignmentMemberKey::kDescriptor = {
    "ShareGroupTargetAssignmentMemberKey", MessageKind::kGroupKey, 0, false, 13, {0, 0}, {},
    {"ShareGroupTargetAssignmentMemberKey", kShareGroupTargetAssignmentMemberKeyFields, 2, 2, sizeof(ShareGroupTargetAssignmentMemberKey), &kDefaultOf<ShareGroupTargetAssignmentMemberKey>}};

namespace {
constexpr FieldDescriptor kShareGroupTargetAssignmentMemberValueTopicPartitionFields[] = {
    {"TopicId", nullptr, -1, offsetof(ShareGroupTargetAssignmentMemberValue::TopicPartition, topic_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", nullptr, -1, offsetof(ShareGroupTargetAssignmentMemberValue::TopicPartition, partitions), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kShareGroupTargetAssignmentMemberValueTopicPartition = {"TopicPartition", kShareGroupTargetAssignmentMemberValueTopicPartitionFields, 2, 2, sizeof(ShareGroupTargetAssignmentMemberValue::TopicPartition), &kDefaultOf<ShareGroupTargetAssignmentMemberValue::TopicPartition>};
constexpr FieldDescriptor kShareGroupTargetAssignmentMemberValueFields[] = {
    {"TopicPartitions", &kShareGroupTargetAssignmentMemberValueTopicPartition, -1, offsetof(ShareGroupTargetAssignmentMemberValue, topic_partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ShareGroupTargetAssignmentMemberValue::kDescriptor = {
    "ShareGroupTargetAssignmentMemberValue", MessageKind::kGroupValue, 0, false, 13, {0, 0}, {0, 32767},
    {"ShareGroupTargetAssignmentMemberValue", kShareGroupTargetAssignmentMemberValueFields, 1, 1, sizeof(ShareGroupTargetAssignmentMemberValue), &kDefaultOf<ShareGroupTargetAssignmentMemberValue>}};

namespace {
constexpr FieldDescriptor kShareGroupTargetAssignmentMetadataKeyFields[] = {
    {"GroupId", nullptr, -1, offsetof(ShareGroupTargetAssignmentMetadataKey, group_id), FieldType::kString, false, false, false, false, false, {0, 0}, {}},
};
}  // namespace
constinit const MessageDescriptor ShareGroupTargetAssignmentMetadataKey::kDescriptor = {
    "ShareGroupTargetAssignmentMetadataKey", MessageKind::kGroupKey, 0, false, 12, {0, 0}, {},
    {"ShareGroupTargetAssignmentMetadataKey", kShareGroupTargetAssignmentMetadataKeyFields, 1, 1, sizeof(ShareGroupTargetAssignmentMetadataKey), &kDefaultOf<ShareGroupTargetAssignmentMetadataKey>}};

namespace {
constexpr FieldDescriptor kShareGroupTargetAssignmentMetadataValueFields[] = {
    {"AssignmentEpoch", nullptr, -1, offsetof(ShareGroupTargetAssignmentMetadataValue, assignment_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"AssignmentTimestamp", nullptr, 0, offsetof(ShareGroupTargetAssignmentMetadataValue, assignment_timestamp), FieldType::kInt64, false, true, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ShareGroupTargetAssignmentMetadataValue::kDescriptor = {
    "ShareGroupTargetAssignmentMetadataValue", MessageKind::kGroupValue, 0, false, 12, {0, 0}, {0, 32767},
    {"ShareGroupTargetAssignmentMetadataValue", kShareGroupTargetAssignmentMetadataValueFields, 2, 1, sizeof(ShareGroupTargetAssignmentMetadataValue), &kDefaultOf<ShareGroupTargetAssignmentMetadataValue>}};

namespace {
constexpr FieldDescriptor kShareSnapshotKeyFields[] = {
    {"GroupId", nullptr, -1, offsetof(ShareSnapshotKey, group_id), FieldType::kString, false, false, false, false, false, {0, 0}, {}},
    {"TopicId", nullptr, -1, offsetof(ShareSnapshotKey, topic_id), FieldType::kUuid, false, false, false, false, false, {0, 0}, {}},
    {"Partition", nullptr, -1, offsetof(ShareSnapshotKey, partition), FieldType::kInt32, false, false, false, false, false, {0, 0}, {}},
};
}  // namespace
constinit const MessageDescriptor ShareSnapshotKey::kDescriptor = {
    "ShareSnapshotKey", MessageKind::kShareKey, 0, false, 0, {0, 0}, {},
    {"ShareSnapshotKey", kShareSnapshotKeyFields, 3, 3, sizeof(ShareSnapshotKey), &kDefaultOf<ShareSnapshotKey>}};

namespace {
constexpr FieldDescriptor kShareSnapshotValueStateBatchFields[] = {
    {"FirstOffset", nullptr, -1, offsetof(ShareSnapshotValue::StateBatch, first_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"LastOffset", nullptr, -1, offsetof(ShareSnapshotValue::StateBatch, last_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"DeliveryState", nullptr, -1, offsetof(ShareSnapshotValue::StateBatch, delivery_state), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
    {"DeliveryCount", nullptr, -1, offsetof(ShareSnapshotValue::StateBatch, delivery_count), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kShareSnapshotValueStateBatch = {"StateBatch", kShareSnapshotValueStateBatchFields, 4, 4, sizeof(ShareSnapshotValue::StateBatch), &kDefaultOf<ShareSnapshotValue::StateBatch>};
constexpr FieldDescriptor kShareSnapshotValueFields[] = {
    {"SnapshotEpoch", nullptr, -1, offsetof(ShareSnapshotValue, snapshot_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"StateEpoch", nullptr, -1, offsetof(ShareSnapshotValue, state_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"LeaderEpoch", nullptr, -1, offsetof(ShareSnapshotValue, leader_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"StartOffset", nullptr, -1, offsetof(ShareSnapshotValue, start_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"CreateTimestamp", nullptr, -1, offsetof(ShareSnapshotValue, create_timestamp), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"WriteTimestamp", nullptr, -1, offsetof(ShareSnapshotValue, write_timestamp), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"StateBatches", &kShareSnapshotValueStateBatch, -1, offsetof(ShareSnapshotValue, state_batches), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"DeliveryCompleteCount", nullptr, 0, offsetof(ShareSnapshotValue, delivery_complete_count), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ShareSnapshotValue::kDescriptor = {
    "ShareSnapshotValue", MessageKind::kShareValue, 0, false, 0, {0, 0}, {0, 32767},
    {"ShareSnapshotValue", kShareSnapshotValueFields, 8, 7, sizeof(ShareSnapshotValue), &kDefaultOf<ShareSnapshotValue>}};

namespace {
constexpr FieldDescriptor kShareUpdateKeyFields[] = {
    {"GroupId", nullptr, -1, offsetof(ShareUpdateKey, group_id), FieldType::kString, false, false, false, false, false, {0, 0}, {}},
    {"TopicId", nullptr, -1, offsetof(ShareUpdateKey, topic_id), FieldType::kUuid, false, false, false, false, false, {0, 0}, {}},
    {"Partition", nullptr, -1, offsetof(ShareUpdateKey, partition), FieldType::kInt32, false, false, false, false, false, {0, 0}, {}},
};
}  // namespace
constinit const MessageDescriptor ShareUpdateKey::kDescriptor = {
    "ShareUpdateKey", MessageKind::kShareKey, 0, false, 1, {0, 0}, {},
    {"ShareUpdateKey", kShareUpdateKeyFields, 3, 3, sizeof(ShareUpdateKey), &kDefaultOf<ShareUpdateKey>}};

namespace {
constexpr FieldDescriptor kShareUpdateValueStateBatchFields[] = {
    {"FirstOffset", nullptr, -1, offsetof(ShareUpdateValue::StateBatch, first_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"LastOffset", nullptr, -1, offsetof(ShareUpdateValue::StateBatch, last_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"DeliveryState", nullptr, -1, offsetof(ShareUpdateValue::StateBatch, delivery_state), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
    {"DeliveryCount", nullptr, -1, offsetof(ShareUpdateValue::StateBatch, delivery_count), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kShareUpdateValueStateBatch = {"StateBatch", kShareUpdateValueStateBatchFields, 4, 4, sizeof(ShareUpdateValue::StateBatch), &kDefaultOf<ShareUpdateValue::StateBatch>};
constexpr FieldDescriptor kShareUpdateValueFields[] = {
    {"SnapshotEpoch", nullptr, -1, offsetof(ShareUpdateValue, snapshot_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"LeaderEpoch", nullptr, -1, offsetof(ShareUpdateValue, leader_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"StartOffset", nullptr, -1, offsetof(ShareUpdateValue, start_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"StateBatches", &kShareUpdateValueStateBatch, -1, offsetof(ShareUpdateValue, state_batches), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"DeliveryCompleteCount", nullptr, 0, offsetof(ShareUpdateValue, delivery_complete_count), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ShareUpdateValue::kDescriptor = {
    "ShareUpdateValue", MessageKind::kShareValue, 0, false, 1, {0, 0}, {0, 32767},
    {"ShareUpdateValue", kShareUpdateValueFields, 5, 4, sizeof(ShareUpdateValue), &kDefaultOf<ShareUpdateValue>}};

namespace {
constexpr FieldDescriptor kSnapshotFooterRecordFields[] = {
    {"Version", nullptr, -1, offsetof(SnapshotFooterRecord, version), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor SnapshotFooterRecord::kDescriptor = {
    "SnapshotFooterRecord", MessageKind::kData, 0, false, -1, {0, 0}, {0, 32767},
    {"SnapshotFooterRecord", kSnapshotFooterRecordFields, 1, 1, sizeof(SnapshotFooterRecord), &kDefaultOf<SnapshotFooterRecord>}};

namespace {
constexpr FieldDescriptor kSnapshotHeaderRecordFields[] = {
    {"Version", nullptr, -1, offsetof(SnapshotHeaderRecord, version), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"LastContainedLogTimestamp", nullptr, -1, offsetof(SnapshotHeaderRecord, last_contained_log_timestamp), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor SnapshotHeaderRecord::kDescriptor = {
    "SnapshotHeaderRecord", MessageKind::kData, 0, false, -1, {0, 0}, {0, 32767},
    {"SnapshotHeaderRecord", kSnapshotHeaderRecordFields, 2, 2, sizeof(SnapshotHeaderRecord), &kDefaultOf<SnapshotHeaderRecord>}};

namespace {
constexpr FieldDescriptor kStreamsGroupCurrentMemberAssignmentKeyFields[] = {
    {"GroupId", nullptr, -1, offsetof(StreamsGroupCurrentMemberAssignmentKey, group_id), FieldType::kString, false, false, false, false, false, {0, 0}, {}},
    {"MemberId", nullptr, -1, offsetof(StreamsGroupCurrentMemberAssignmentKey, member_id), FieldType::kString, false, false, false, false, false, {0, 0}, {}},
};
}  // namespace
constinit const MessageDescriptor StreamsGroupCurrentMemberAssignmentKey::kDescriptor = {
    "StreamsGroupCurrentMemberAssignmentKey", MessageKind::kGroupKey, 0, false, 22, {0, 0}, {},
    {"StreamsGroupCurrentMemberAssignmentKey", kStreamsGroupCurrentMemberAssignmentKeyFields, 2, 2, sizeof(StreamsGroupCurrentMemberAssignmentKey), &kDefaultOf<StreamsGroupCurrentMemberAssignmentKey>}};

namespace {
constexpr FieldDescriptor kStreamsGroupCurrentMemberAssignmentValueTaskIdsFields[] = {
    {"SubtopologyId", nullptr, -1, offsetof(StreamsGroupCurrentMemberAssignmentValue::TaskIds, subtopology_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", nullptr, -1, offsetof(StreamsGroupCurrentMemberAssignmentValue::TaskIds, partitions), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
    {"AssignmentEpochs", nullptr, 0, offsetof(StreamsGroupCurrentMemberAssignmentValue::TaskIds, assignment_epochs), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {0, 32767}},
};
constexpr StructDescriptor kStreamsGroupCurrentMemberAssignmentValueTaskIds = {"TaskIds", kStreamsGroupCurrentMemberAssignmentValueTaskIdsFields, 3, 2, sizeof(StreamsGroupCurrentMemberAssignmentValue::TaskIds), &kDefaultOf<StreamsGroupCurrentMemberAssignmentValue::TaskIds>};
constexpr FieldDescriptor kStreamsGroupCurrentMemberAssignmentValueFields[] = {
    {"MemberEpoch", nullptr, -1, offsetof(StreamsGroupCurrentMemberAssignmentValue, member_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"PreviousMemberEpoch", nullptr, -1, offsetof(StreamsGroupCurrentMemberAssignmentValue, previous_member_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"State", nullptr, -1, offsetof(StreamsGroupCurrentMemberAssignmentValue, state), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
    {"ActiveTasks", &kStreamsGroupCurrentMemberAssignmentValueTaskIds, -1, offsetof(StreamsGroupCurrentMemberAssignmentValue, active_tasks), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"StandbyTasks", &kStreamsGroupCurrentMemberAssignmentValueTaskIds, -1, offsetof(StreamsGroupCurrentMemberAssignmentValue, standby_tasks), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"WarmupTasks", &kStreamsGroupCurrentMemberAssignmentValueTaskIds, -1, offsetof(StreamsGroupCurrentMemberAssignmentValue, warmup_tasks), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"ActiveTasksPendingRevocation", &kStreamsGroupCurrentMemberAssignmentValueTaskIds, -1, offsetof(StreamsGroupCurrentMemberAssignmentValue, active_tasks_pending_revocation), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"StandbyTasksPendingRevocation", &kStreamsGroupCurrentMemberAssignmentValueTaskIds, -1, offsetof(StreamsGroupCurrentMemberAssignmentValue, standby_tasks_pending_revocation), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"WarmupTasksPendingRevocation", &kStreamsGroupCurrentMemberAssignmentValueTaskIds, -1, offsetof(StreamsGroupCurrentMemberAssignmentValue, warmup_tasks_pending_revocation), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor StreamsGroupCurrentMemberAssignmentValue::kDescriptor = {
    "StreamsGroupCurrentMemberAssignmentValue", MessageKind::kGroupValue, 0, false, 22, {0, 0}, {0, 32767},
    {"StreamsGroupCurrentMemberAssignmentValue", kStreamsGroupCurrentMemberAssignmentValueFields, 9, 9, sizeof(StreamsGroupCurrentMemberAssignmentValue), &kDefaultOf<StreamsGroupCurrentMemberAssignmentValue>}};

namespace {
constexpr FieldDescriptor kStreamsGroupDescribeRequestFields[] = {
    {"GroupIds", nullptr, -1, offsetof(StreamsGroupDescribeRequest, group_ids), FieldType::kString, true, false, false, false, false, {0, 32767}, {}},
    {"IncludeAuthorizedOperations", nullptr, -1, offsetof(StreamsGroupDescribeRequest, include_authorized_operations), FieldType::kBool, false, false, false, false, false, {0, 32767}, {}},
    {"IncludeTopologyDescription", nullptr, -1, offsetof(StreamsGroupDescribeRequest, include_topology_description), FieldType::kBool, false, false, false, false, false, {1, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor StreamsGroupDescribeRequest::kDescriptor = {
    "StreamsGroupDescribeRequest", MessageKind::kRequest, kBrokerListener, false, 89, {0, 1}, {0, 32767},
    {"StreamsGroupDescribeRequest", kStreamsGroupDescribeRequestFields, 3, 3, sizeof(StreamsGroupDescribeRequest), &kDefaultOf<StreamsGroupDescribeRequest>}};

namespace {
constexpr FieldDescriptor kStreamsGroupDescribeResponseKeyValueFields[] = {
    {"Key", nullptr, -1, offsetof(StreamsGroupDescribeResponse::KeyValue, key), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Value", nullptr, -1, offsetof(StreamsGroupDescribeResponse::KeyValue, value), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kStreamsGroupDescribeResponseKeyValue = {"KeyValue", kStreamsGroupDescribeResponseKeyValueFields, 2, 2, sizeof(StreamsGroupDescribeResponse::KeyValue), &kDefaultOf<StreamsGroupDescribeResponse::KeyValue>};
constexpr FieldDescriptor kStreamsGroupDescribeResponseTopicInfoFields[] = {
    {"Name", nullptr, -1, offsetof(StreamsGroupDescribeResponse::TopicInfo, name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", nullptr, -1, offsetof(StreamsGroupDescribeResponse::TopicInfo, partitions), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ReplicationFactor", nullptr, -1, offsetof(StreamsGroupDescribeResponse::TopicInfo, replication_factor), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"TopicConfigs", &kStreamsGroupDescribeResponseKeyValue, -1, offsetof(StreamsGroupDescribeResponse::TopicInfo, topic_configs), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kStreamsGroupDescribeResponseTopicInfo = {"TopicInfo", kStreamsGroupDescribeResponseTopicInfoFields, 4, 4, sizeof(StreamsGroupDescribeResponse::TopicInfo), &kDefaultOf<StreamsGroupDescribeResponse::TopicInfo>};
constexpr FieldDescriptor kStreamsGroupDescribeResponseSubtopologyFields[] = {
    {"SubtopologyId", nullptr, -1, offsetof(StreamsGroupDescribeResponse::Subtopology, subtopology_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"SourceTopics", nullptr, -1, offsetof(StreamsGroupDescribeResponse::Subtopology, source_topics), FieldType::kString, true, false, false, false, false, {0, 32767}, {}},
    {"RepartitionSinkTopics", nullptr, -1, offsetof(StreamsGroupDescribeResponse::Subtopology, repartition_sink_topics), FieldType::kString, true, false, false, false, false, {0, 32767}, {}},
    {"StateChangelogTopics", &kStreamsGroupDescribeResponseTopicInfo, -1, offsetof(StreamsGroupDescribeResponse::Subtopology, state_changelog_topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"RepartitionSourceTopics", &kStreamsGroupDescribeResponseTopicInfo, -1, offsetof(StreamsGroupDescribeResponse::Subtopology, repartition_source_topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kStreamsGroupDescribeResponseSubtopology = {"Subtopology", kStreamsGroupDescribeResponseSubtopologyFields, 5, 5, sizeof(StreamsGroupDescribeResponse::Subtopology), &kDefaultOf<StreamsGroupDescribeResponse::Subtopology>};
constexpr FieldDescriptor kStreamsGroupDescribeResponseTopologyFields[] = {
    {"Epoch", nullptr, -1, offsetof(StreamsGroupDescribeResponse::Topology, epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Subtopologies", &kStreamsGroupDescribeResponseSubtopology, -1, offsetof(StreamsGroupDescribeResponse::Topology, subtopologies), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {0, 32767}},
};
constexpr StructDescriptor kStreamsGroupDescribeResponseTopology = {"Topology", kStreamsGroupDescribeResponseTopologyFields, 2, 2, sizeof(StreamsGroupDescribeResponse::Topology), &kDefaultOf<StreamsGroupDescribeResponse::Topology>};
constexpr FieldDescriptor kStreamsGroupDescribeResponseEndpointFields[] = {
    {"Host", nullptr, -1, offsetof(StreamsGroupDescribeResponse::Endpoint, host), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Port", nullptr, -1, offsetof(StreamsGroupDescribeResponse::Endpoint, port), FieldType::kUint16, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kStreamsGroupDescribeResponseEndpoint = {"Endpoint", kStreamsGroupDescribeResponseEndpointFields, 2, 2, sizeof(StreamsGroupDescribeResponse::Endpoint), &kDefaultOf<StreamsGroupDescribeResponse::Endpoint>};
constexpr FieldDescriptor kStreamsGroupDescribeResponseTaskOffsetFields[] = {
    {"SubtopologyId", nullptr, -1, offsetof(StreamsGroupDescribeResponse::TaskOffset, subtopology_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Partition", nullptr, -1, offsetof(StreamsGroupDescribeResponse::TaskOffset, partition), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Offset", nullptr, -1, offsetof(StreamsGroupDescribeResponse::TaskOffset, offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kStreamsGroupDescribeResponseTaskOffset = {"TaskOffset", kStreamsGroupDescribeResponseTaskOffsetFields, 3, 3, sizeof(StreamsGroupDescribeResponse::TaskOffset), &kDefaultOf<StreamsGroupDescribeResponse::TaskOffset>};
constexpr FieldDescriptor kStreamsGroupDescribeResponseTaskIdsFields[] = {
    {"SubtopologyId", nullptr, -1, offsetof(StreamsGroupDescribeResponse::TaskIds, subtopology_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", nullptr, -1, offsetof(StreamsGroupDescribeResponse::TaskIds, partitions), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kStreamsGroupDescribeResponseTaskIds = {"TaskIds", kStreamsGroupDescribeResponseTaskIdsFields, 2, 2, sizeof(StreamsGroupDescribeResponse::TaskIds), &kDefaultOf<StreamsGroupDescribeResponse::TaskIds>};
constexpr FieldDescriptor kStreamsGroupDescribeResponseAssignmentFields[] = {
    {"ActiveTasks", &kStreamsGroupDescribeResponseTaskIds, -1, offsetof(StreamsGroupDescribeResponse::Assignment, active_tasks), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"StandbyTasks", &kStreamsGroupDescribeResponseTaskIds, -1, offsetof(StreamsGroupDescribeResponse::Assignment, standby_tasks), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"WarmupTasks", &kStreamsGroupDescribeResponseTaskIds, -1, offsetof(StreamsGroupDescribeResponse::Assignment, warmup_tasks), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kStreamsGroupDescribeResponseAssignment = {"Assignment", kStreamsGroupDescribeResponseAssignmentFields, 3, 3, sizeof(StreamsGroupDescribeResponse::Assignment), &kDefaultOf<StreamsGroupDescribeResponse::Assignment>};
constexpr FieldDescriptor kStreamsGroupDescribeResponseMemberFields[] = {
    {"MemberId", nullptr, -1, offsetof(StreamsGroupDescribeResponse::Member, member_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"MemberEpoch", nullptr, -1, offsetof(StreamsGroupDescribeResponse::Member, member_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"InstanceId", nullptr, -1, offsetof(StreamsGroupDescribeResponse::Member, instance_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"RackId", nullptr, -1, offsetof(StreamsGroupDescribeResponse::Member, rack_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"ClientId", nullptr, -1, offsetof(StreamsGroupDescribeResponse::Member, client_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"ClientHost", nullptr, -1, offsetof(StreamsGroupDescribeResponse::Member, client_host), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"TopologyEpoch", nullptr, -1, offsetof(StreamsGroupDescribeResponse::Member, topology_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ProcessId", nullptr, -1, offsetof(StreamsGroupDescribeResponse::Member, process_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"UserEndpoint", &kStreamsGroupDescribeResponseEndpoint, -1, offsetof(StreamsGroupDescribeResponse::Member, user_endpoint), FieldType::kStruct, false, false, true, false, false, {0, 32767}, {0, 32767}},
    {"ClientTags", &kStreamsGroupDescribeResponseKeyValue, -1, offsetof(StreamsGroupDescribeResponse::Member, client_tags), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"TaskOffsets", &kStreamsGroupDescribeResponseTaskOffset, -1, offsetof(StreamsGroupDescribeResponse::Member, task_offsets), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"TaskEndOffsets", &kStreamsGroupDescribeResponseTaskOffset, -1, offsetof(StreamsGroupDescribeResponse::Member, task_end_offsets), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"Assignment", &kStreamsGroupDescribeResponseAssignment, -1, offsetof(StreamsGroupDescribeResponse::Member, assignment), FieldType::kStruct, false, false, false, false, false, {0, 32767}, {}},
    {"TargetAssignment", &kStreamsGroupDescribeResponseAssignment, -1, offsetof(StreamsGroupDescribeResponse::Member, target_assignment), FieldType::kStruct, false, false, false, false, false, {0, 32767}, {}},
    {"IsClassic", nullptr, -1, offsetof(StreamsGroupDescribeResponse::Member, is_classic), FieldType::kBool, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kStreamsGroupDescribeResponseMember = {"Member", kStreamsGroupDescribeResponseMemberFields, 15, 15, sizeof(StreamsGroupDescribeResponse::Member), &kDefaultOf<StreamsGroupDescribeResponse::Member>};
constexpr FieldDescriptor kStreamsGroupDescribeResponseTopologyDescriptionNodeFields[] = {
    {"Name", nullptr, -1, offsetof(StreamsGroupDescribeResponse::TopologyDescriptionNode, name), FieldType::kString, false, false, false, false, false, {1, 32767}, {}},
    {"NodeType", nullptr, -1, offsetof(StreamsGroupDescribeResponse::TopologyDescriptionNode, node_type), FieldType::kInt8, false, false, false, false, false, {1, 32767}, {}},
    {"SourceTopics", nullptr, -1, offsetof(StreamsGroupDescribeResponse::TopologyDescriptionNode, source_topics), FieldType::kString, true, false, false, false, false, {1, 32767}, {}},
    {"SinkTopic", nullptr, -1, offsetof(StreamsGroupDescribeResponse::TopologyDescriptionNode, sink_topic), FieldType::kString, false, false, false, false, false, {1, 32767}, {1, 32767}},
    {"Stores", nullptr, -1, offsetof(StreamsGroupDescribeResponse::TopologyDescriptionNode, stores), FieldType::kString, true, false, false, false, false, {1, 32767}, {}},
    {"Successors", nullptr, -1, offsetof(StreamsGroupDescribeResponse::TopologyDescriptionNode, successors), FieldType::kString, true, false, false, false, false, {1, 32767}, {}},
};
constexpr StructDescriptor kStreamsGroupDescribeResponseTopologyDescriptionNode = {"TopologyDescriptionNode", kStreamsGroupDescribeResponseTopologyDescriptionNodeFields, 6, 6, sizeof(StreamsGroupDescribeResponse::TopologyDescriptionNode), &kDefaultOf<StreamsGroupDescribeResponse::TopologyDescriptionNode>};
constexpr FieldDescriptor kStreamsGroupDescribeResponseTopologyDescriptionSubtopologyFields[] = {
    {"SubtopologyId", nullptr, -1, offsetof(StreamsGroupDescribeResponse::TopologyDescriptionSubtopology, subtopology_id), FieldType::kString, false, false, false, false, false, {1, 32767}, {}},
    {"Nodes", &kStreamsGroupDescribeResponseTopologyDescriptionNode, -1, offsetof(StreamsGroupDescribeResponse::TopologyDescriptionSubtopology, nodes), FieldType::kStruct, true, false, false, false, false, {1, 32767}, {}},
};
constexpr StructDescriptor kStreamsGroupDescribeResponseTopologyDescriptionSubtopology = {"TopologyDescriptionSubtopology", kStreamsGroupDescribeResponseTopologyDescriptionSubtopologyFields, 2, 2, sizeof(StreamsGroupDescribeResponse::TopologyDescriptionSubtopology), &kDefaultOf<StreamsGroupDescribeResponse::TopologyDescriptionSubtopology>};
constexpr FieldDescriptor kStreamsGroupDescribeResponseTopologyDescriptionGlobalStoreFields[] = {
    {"Source", &kStreamsGroupDescribeResponseTopologyDescriptionNode, -1, offsetof(StreamsGroupDescribeResponse::TopologyDescriptionGlobalStore, source), FieldType::kStruct, false, false, false, false, false, {1, 32767}, {}},
    {"Processor", &kStreamsGroupDescribeResponseTopologyDescriptionNode, -1, offsetof(StreamsGroupDescribeResponse::TopologyDescriptionGlobalStore, processor), FieldType::kStruct, false, false, false, false, false, {1, 32767}, {}},
};
constexpr StructDescriptor kStreamsGroupDescribeResponseTopologyDescriptionGlobalStore = {"TopologyDescriptionGlobalStore", kStreamsGroupDescribeResponseTopologyDescriptionGlobalStoreFields, 2, 2, sizeof(StreamsGroupDescribeResponse::TopologyDescriptionGlobalStore), &kDefaultOf<StreamsGroupDescribeResponse::TopologyDescriptionGlobalStore>};
constexpr FieldDescriptor kStreamsGroupDescribeResponseTopologyDescriptionFields[] = {
    {"Subtopologies", &kStreamsGroupDescribeResponseTopologyDescriptionSubtopology, -1, offsetof(StreamsGroupDescribeResponse::TopologyDescription, subtopologies), FieldType::kStruct, true, false, false, false, false, {1, 32767}, {}},
    {"GlobalStores", &kStreamsGroupDescribeResponseTopologyDescriptionGlobalStore, -1, offsetof(StreamsGroupDescribeResponse::TopologyDescription, global_stores), FieldType::kStruct, true, false, false, false, false, {1, 32767}, {}},
};
constexpr StructDescriptor kStreamsGroupDescribeResponseTopologyDescription = {"TopologyDescription", kStreamsGroupDescribeResponseTopologyDescriptionFields, 2, 2, sizeof(StreamsGroupDescribeResponse::TopologyDescription), &kDefaultOf<StreamsGroupDescribeResponse::TopologyDescription>};
constexpr FieldDescriptor kStreamsGroupDescribeResponseDescribedGroupFields[] = {
    {"ErrorCode", nullptr, -1, offsetof(StreamsGroupDescribeResponse::DescribedGroup, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(StreamsGroupDescribeResponse::DescribedGroup, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"GroupId", nullptr, -1, offsetof(StreamsGroupDescribeResponse::DescribedGroup, group_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"GroupState", nullptr, -1, offsetof(StreamsGroupDescribeResponse::DescribedGroup, group_state), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"GroupEpoch", nullptr, -1, offsetof(StreamsGroupDescribeResponse::DescribedGroup, group_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"AssignmentEpoch", nullptr, -1, offsetof(StreamsGroupDescribeResponse::DescribedGroup, assignment_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Topology", &kStreamsGroupDescribeResponseTopology, -1, offsetof(StreamsGroupDescribeResponse::DescribedGroup, topology), FieldType::kStruct, false, false, true, false, false, {0, 32767}, {0, 32767}},
    {"Members", &kStreamsGroupDescribeResponseMember, -1, offsetof(StreamsGroupDescribeResponse::DescribedGroup, members), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"AuthorizedOperations", nullptr, -1, offsetof(StreamsGroupDescribeResponse::DescribedGroup, authorized_operations), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"TopologyDescription", &kStreamsGroupDescribeResponseTopologyDescription, -1, offsetof(StreamsGroupDescribeResponse::DescribedGroup, topology_description), FieldType::kStruct, false, false, true, false, false, {1, 32767}, {1, 32767}},
    {"TopologyDescriptionStatus", nullptr, -1, offsetof(StreamsGroupDescribeResponse::DescribedGroup, topology_description_status), FieldType::kInt8, false, false, false, false, false, {1, 32767}, {}},
    {"AssignorName", nullptr, -1, offsetof(StreamsGroupDescribeResponse::DescribedGroup, assignor_name), FieldType::kString, false, true, false, false, false, {1, 32767}, {1, 32767}},
};
constexpr StructDescriptor kStreamsGroupDescribeResponseDescribedGroup = {"DescribedGroup", kStreamsGroupDescribeResponseDescribedGroupFields, 12, 12, sizeof(StreamsGroupDescribeResponse::DescribedGroup), &kDefaultOf<StreamsGroupDescribeResponse::DescribedGroup>};
constexpr FieldDescriptor kStreamsGroupDescribeResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(StreamsGroupDescribeResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Groups", &kStreamsGroupDescribeResponseDescribedGroup, -1, offsetof(StreamsGroupDescribeResponse, groups), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor StreamsGroupDescribeResponse::kDescriptor = {
    "StreamsGroupDescribeResponse", MessageKind::kResponse, 0, false, 89, {0, 1}, {0, 32767},
    {"StreamsGroupDescribeResponse", kStreamsGroupDescribeResponseFields, 2, 2, sizeof(StreamsGroupDescribeResponse), &kDefaultOf<StreamsGroupDescribeResponse>}};

namespace {
constexpr FieldDescriptor kStreamsGroupHeartbeatRequestKeyValueFields[] = {
    {"Key", nullptr, -1, offsetof(StreamsGroupHeartbeatRequest::KeyValue, key), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Value", nullptr, -1, offsetof(StreamsGroupHeartbeatRequest::KeyValue, value), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kStreamsGroupHeartbeatRequestKeyValue = {"KeyValue", kStreamsGroupHeartbeatRequestKeyValueFields, 2, 2, sizeof(StreamsGroupHeartbeatRequest::KeyValue), &kDefaultOf<StreamsGroupHeartbeatRequest::KeyValue>};
constexpr FieldDescriptor kStreamsGroupHeartbeatRequestTopicInfoFields[] = {
    {"Name", nullptr, -1, offsetof(StreamsGroupHeartbeatRequest::TopicInfo, name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", nullptr, -1, offsetof(StreamsGroupHeartbeatRequest::TopicInfo, partitions), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ReplicationFactor", nullptr, -1, offsetof(StreamsGroupHeartbeatRequest::TopicInfo, replication_factor), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"TopicConfigs", &kStreamsGroupHeartbeatRequestKeyValue, -1, offsetof(StreamsGroupHeartbeatRequest::TopicInfo, topic_configs), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kStreamsGroupHeartbeatRequestTopicInfo = {"TopicInfo", kStreamsGroupHeartbeatRequestTopicInfoFields, 4, 4, sizeof(StreamsGroupHeartbeatRequest::TopicInfo), &kDefaultOf<StreamsGroupHeartbeatRequest::TopicInfo>};
constexpr FieldDescriptor kStreamsGroupHeartbeatRequestCopartitionGroupFields[] = {
    {"SourceTopics", nullptr, -1, offsetof(StreamsGroupHeartbeatRequest::CopartitionGroup, source_topics), FieldType::kInt16, true, false, false, false, false, {0, 32767}, {}},
    {"SourceTopicRegex", nullptr, -1, offsetof(StreamsGroupHeartbeatRequest::CopartitionGroup, source_topic_regex), FieldType::kInt16, true, false, false, false, false, {0, 32767}, {}},
    {"RepartitionSourceTopics", nullptr, -1, offsetof(StreamsGroupHeartbeatRequest::CopartitionGroup, repartition_source_topics), FieldType::kInt16, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kStreamsGroupHeartbeatRequestCopartitionGroup = {"CopartitionGroup", kStreamsGroupHeartbeatRequestCopartitionGroupFields, 3, 3, sizeof(StreamsGroupHeartbeatRequest::CopartitionGroup), &kDefaultOf<StreamsGroupHeartbeatRequest::CopartitionGroup>};
constexpr FieldDescriptor kStreamsGroupHeartbeatRequestSubtopologyFields[] = {
    {"SubtopologyId", nullptr, -1, offsetof(StreamsGroupHeartbeatRequest::Subtopology, subtopology_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"SourceTopics", nullptr, -1, offsetof(StreamsGroupHeartbeatRequest::Subtopology, source_topics), FieldType::kString, true, false, false, false, false, {0, 32767}, {}},
    {"SourceTopicRegex", nullptr, -1, offsetof(StreamsGroupHeartbeatRequest::Subtopology, source_topic_regex), FieldType::kString, true, false, false, false, false, {0, 32767}, {}},
    {"StateChangelogTopics", &kStreamsGroupHeartbeatRequestTopicInfo, -1, offsetof(StreamsGroupHeartbeatRequest::Subtopology, state_changelog_topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"RepartitionSinkTopics", nullptr, -1, offsetof(StreamsGroupHeartbeatRequest::Subtopology, repartition_sink_topics), FieldType::kString, true, false, false, false, false, {0, 32767}, {}},
    {"RepartitionSourceTopics", &kStreamsGroupHeartbeatRequestTopicInfo, -1, offsetof(StreamsGroupHeartbeatRequest::Subtopology, repartition_source_topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"CopartitionGroups", &kStreamsGroupHeartbeatRequestCopartitionGroup, -1, offsetof(StreamsGroupHeartbeatRequest::Subtopology, copartition_groups), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kStreamsGroupHeartbeatRequestSubtopology = {"Subtopology", kStreamsGroupHeartbeatRequestSubtopologyFields, 7, 7, sizeof(StreamsGroupHeartbeatRequest::Subtopology), &kDefaultOf<StreamsGroupHeartbeatRequest::Subtopology>};
constexpr FieldDescriptor kStreamsGroupHeartbeatRequestTopologyFields[] = {
    {"Epoch", nullptr, -1, offsetof(StreamsGroupHeartbeatRequest::Topology, epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Subtopologies", &kStreamsGroupHeartbeatRequestSubtopology, -1, offsetof(StreamsGroupHeartbeatRequest::Topology, subtopologies), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kStreamsGroupHeartbeatRequestTopology = {"Topology", kStreamsGroupHeartbeatRequestTopologyFields, 2, 2, sizeof(StreamsGroupHeartbeatRequest::Topology), &kDefaultOf<StreamsGroupHeartbeatRequest::Topology>};
constexpr FieldDescriptor kStreamsGroupHeartbeatRequestTaskIdsFields[] = {
    {"SubtopologyId", nullptr, -1, offsetof(StreamsGroupHeartbeatRequest::TaskIds, subtopology_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", nullptr, -1, offsetof(StreamsGroupHeartbeatRequest::TaskIds, partitions), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kStreamsGroupHeartbeatRequestTaskIds = {"TaskIds", kStreamsGroupHeartbeatRequestTaskIdsFields, 2, 2, sizeof(StreamsGroupHeartbeatRequest::TaskIds), &kDefaultOf<StreamsGroupHeartbeatRequest::TaskIds>};
constexpr FieldDescriptor kStreamsGroupHeartbeatRequestEndpointFields[] = {
    {"Host", nullptr, -1, offsetof(StreamsGroupHeartbeatRequest::Endpoint, host), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Port", nullptr, -1, offsetof(StreamsGroupHeartbeatRequest::Endpoint, port), FieldType::kUint16, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kStreamsGroupHeartbeatRequestEndpoint = {"Endpoint", kStreamsGroupHeartbeatRequestEndpointFields, 2, 2, sizeof(StreamsGroupHeartbeatRequest::Endpoint), &kDefaultOf<StreamsGroupHeartbeatRequest::Endpoint>};
constexpr FieldDescriptor kStreamsGroupHeartbeatRequestTaskOffsetFields[] = {
    {"SubtopologyId", nullptr, -1, offsetof(StreamsGroupHeartbeatRequest::TaskOffset, subtopology_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Partition", nullptr, -1, offsetof(StreamsGroupHeartbeatRequest::TaskOffset, partition), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Offset", nullptr, -1, offsetof(StreamsGroupHeartbeatRequest::TaskOffset, offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kStreamsGroupHeartbeatRequestTaskOffset = {"TaskOffset", kStreamsGroupHeartbeatRequestTaskOffsetFields, 3, 3, sizeof(StreamsGroupHeartbeatRequest::TaskOffset), &kDefaultOf<StreamsGroupHeartbeatRequest::TaskOffset>};
constexpr FieldDescriptor kStreamsGroupHeartbeatRequestFields[] = {
    {"GroupId", nullptr, -1, offsetof(StreamsGroupHeartbeatRequest, group_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"MemberId", nullptr, -1, offsetof(StreamsGroupHeartbeatRequest, member_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"MemberEpoch", nullptr, -1, offsetof(StreamsGroupHeartbeatRequest, member_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"EndpointInformationEpoch", nullptr, -1, offsetof(StreamsGroupHeartbeatRequest, endpoint_information_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"InstanceId", nullptr, -1, offsetof(StreamsGroupHeartbeatRequest, instance_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"RackId", nullptr, -1, offsetof(StreamsGroupHeartbeatRequest, rack_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"RebalanceTimeoutMs", nullptr, -1, offsetof(StreamsGroupHeartbeatRequest, rebalance_timeout_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Topology", &kStreamsGroupHeartbeatRequestTopology, -1, offsetof(StreamsGroupHeartbeatRequest, topology), FieldType::kStruct, false, false, true, false, false, {0, 32767}, {0, 32767}},
    {"ActiveTasks", &kStreamsGroupHeartbeatRequestTaskIds, -1, offsetof(StreamsGroupHeartbeatRequest, active_tasks), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {0, 32767}},
    {"StandbyTasks", &kStreamsGroupHeartbeatRequestTaskIds, -1, offsetof(StreamsGroupHeartbeatRequest, standby_tasks), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {0, 32767}},
    {"WarmupTasks", &kStreamsGroupHeartbeatRequestTaskIds, -1, offsetof(StreamsGroupHeartbeatRequest, warmup_tasks), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {0, 32767}},
    {"ProcessId", nullptr, -1, offsetof(StreamsGroupHeartbeatRequest, process_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"UserEndpoint", &kStreamsGroupHeartbeatRequestEndpoint, -1, offsetof(StreamsGroupHeartbeatRequest, user_endpoint), FieldType::kStruct, false, false, true, false, false, {0, 32767}, {0, 32767}},
    {"ClientTags", &kStreamsGroupHeartbeatRequestKeyValue, -1, offsetof(StreamsGroupHeartbeatRequest, client_tags), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {0, 32767}},
    {"TaskOffsets", &kStreamsGroupHeartbeatRequestTaskOffset, -1, offsetof(StreamsGroupHeartbeatRequest, task_offsets), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {0, 32767}},
    {"TaskEndOffsets", &kStreamsGroupHeartbeatRequestTaskOffset, -1, offsetof(StreamsGroupHeartbeatRequest, task_end_offsets), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {0, 32767}},
    {"ShutdownApplication", nullptr, -1, offsetof(StreamsGroupHeartbeatRequest, shutdown_application), FieldType::kBool, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor StreamsGroupHeartbeatRequest::kDescriptor = {
    "StreamsGroupHeartbeatRequest", MessageKind::kRequest, kBrokerListener, false, 88, {0, 1}, {0, 32767},
    {"StreamsGroupHeartbeatRequest", kStreamsGroupHeartbeatRequestFields, 17, 17, sizeof(StreamsGroupHeartbeatRequest), &kDefaultOf<StreamsGroupHeartbeatRequest>}};

namespace {
constexpr FieldDescriptor kStreamsGroupHeartbeatResponseStatusFields[] = {
    {"StatusCode", nullptr, -1, offsetof(StreamsGroupHeartbeatResponse::Status, status_code), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
    {"StatusDetail", nullptr, -1, offsetof(StreamsGroupHeartbeatResponse::Status, status_detail), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kStreamsGroupHeartbeatResponseStatus = {"Status", kStreamsGroupHeartbeatResponseStatusFields, 2, 2, sizeof(StreamsGroupHeartbeatResponse::Status), &kDefaultOf<StreamsGroupHeartbeatResponse::Status>};
constexpr FieldDescriptor kStreamsGroupHeartbeatResponseTaskIdsFields[] = {
    {"SubtopologyId", nullptr, -1, offsetof(StreamsGroupHeartbeatResponse::TaskIds, subtopology_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", nullptr, -1, offsetof(StreamsGroupHeartbeatResponse::TaskIds, partitions), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kStreamsGroupHeartbeatResponseTaskIds = {"TaskIds", kStreamsGroupHeartbeatResponseTaskIdsFields, 2, 2, sizeof(StreamsGroupHeartbeatResponse::TaskIds), &kDefaultOf<StreamsGroupHeartbeatResponse::TaskIds>};
constexpr FieldDescriptor kStreamsGroupHeartbeatResponseEndpointFields[] = {
    {"Host", nullptr, -1, offsetof(StreamsGroupHeartbeatResponse::Endpoint, host), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Port", nullptr, -1, offsetof(StreamsGroupHeartbeatResponse::Endpoint, port), FieldType::kUint16, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kStreamsGroupHeartbeatResponseEndpoint = {"Endpoint", kStreamsGroupHeartbeatResponseEndpointFields, 2, 2, sizeof(StreamsGroupHeartbeatResponse::Endpoint), &kDefaultOf<StreamsGroupHeartbeatResponse::Endpoint>};
constexpr FieldDescriptor kStreamsGroupHeartbeatResponseTopicPartitionFields[] = {
    {"Topic", nullptr, -1, offsetof(StreamsGroupHeartbeatResponse::TopicPartition, topic), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", nullptr, -1, offsetof(StreamsGroupHeartbeatResponse::TopicPartition, partitions), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kStreamsGroupHeartbeatResponseTopicPartition = {"TopicPartition", kStreamsGroupHeartbeatResponseTopicPartitionFields, 2, 2, sizeof(StreamsGroupHeartbeatResponse::TopicPartition), &kDefaultOf<StreamsGroupHeartbeatResponse::TopicPartition>};
constexpr FieldDescriptor kStreamsGroupHeartbeatResponseEndpointToPartitionsFields[] = {
    {"UserEndpoint", &kStreamsGroupHeartbeatResponseEndpoint, -1, offsetof(StreamsGroupHeartbeatResponse::EndpointToPartitions, user_endpoint), FieldType::kStruct, false, false, false, false, false, {0, 32767}, {}},
    {"ActivePartitions", &kStreamsGroupHeartbeatResponseTopicPartition, -1, offsetof(StreamsGroupHeartbeatResponse::EndpointToPartitions, active_partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"StandbyPartitions", &kStreamsGroupHeartbeatResponseTopicPartition, -1, offsetof(StreamsGroupHeartbeatResponse::EndpointToPartitions, standby_partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kStreamsGroupHeartbeatResponseEndpointToPartitions = {"EndpointToPartitions", kStreamsGroupHeartbeatResponseEndpointToPartitionsFields, 3, 3, sizeof(StreamsGroupHeartbeatResponse::EndpointToPartitions), &kDefaultOf<StreamsGroupHeartbeatResponse::EndpointToPartitions>};
constexpr FieldDescriptor kStreamsGroupHeartbeatResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(StreamsGroupHeartbeatResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(StreamsGroupHeartbeatResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(StreamsGroupHeartbeatResponse, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"MemberId", nullptr, -1, offsetof(StreamsGroupHeartbeatResponse, member_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"MemberEpoch", nullptr, -1, offsetof(StreamsGroupHeartbeatResponse, member_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"HeartbeatIntervalMs", nullptr, -1, offsetof(StreamsGroupHeartbeatResponse, heartbeat_interval_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"AcceptableRecoveryLagLegacy", nullptr, -1, offsetof(StreamsGroupHeartbeatResponse, acceptable_recovery_lag_legacy), FieldType::kInt32, false, false, false, false, false, {0, 0}, {}},
    {"TaskOffsetIntervalMs", nullptr, -1, offsetof(StreamsGroupHeartbeatResponse, task_offset_interval_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"AcceptableRecoveryLag", nullptr, -1, offsetof(StreamsGroupHeartbeatResponse, acceptable_recovery_lag), FieldType::kInt64, false, true, false, false, false, {1, 32767}, {}},
    {"Status", &kStreamsGroupHeartbeatResponseStatus, -1, offsetof(StreamsGroupHeartbeatResponse, status), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {0, 32767}},
    {"ActiveTasks", &kStreamsGroupHeartbeatResponseTaskIds, -1, offsetof(StreamsGroupHeartbeatResponse, active_tasks), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {0, 32767}},
    {"StandbyTasks", &kStreamsGroupHeartbeatResponseTaskIds, -1, offsetof(StreamsGroupHeartbeatResponse, standby_tasks), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {0, 32767}},
    {"WarmupTasks", &kStreamsGroupHeartbeatResponseTaskIds, -1, offsetof(StreamsGroupHeartbeatResponse, warmup_tasks), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {0, 32767}},
    {"TopologyDescriptionRequired", nullptr, -1, offsetof(StreamsGroupHeartbeatResponse, topology_description_required), FieldType::kBool, false, false, false, false, false, {1, 32767}, {}},
    {"EndpointInformationEpoch", nullptr, -1, offsetof(StreamsGroupHeartbeatResponse, endpoint_information_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"PartitionsByUserEndpoint", &kStreamsGroupHeartbeatResponseEndpointToPartitions, -1, offsetof(StreamsGroupHeartbeatResponse, partitions_by_user_endpoint), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {0, 32767}},
};
}  // namespace
constinit const MessageDescriptor StreamsGroupHeartbeatResponse::kDescriptor = {
    "StreamsGroupHeartbeatResponse", MessageKind::kResponse, 0, false, 88, {0, 1}, {0, 32767},
    {"StreamsGroupHeartbeatResponse", kStreamsGroupHeartbeatResponseFields, 16, 16, sizeof(StreamsGroupHeartbeatResponse), &kDefaultOf<StreamsGroupHeartbeatResponse>}};

namespace {
constexpr FieldDescriptor kStreamsGroupMemberMetadataKeyFields[] = {
    {"GroupId", nullptr, -1, offsetof(StreamsGroupMemberMetadataKey, group_id), FieldType::kString, false, false, false, false, false, {0, 0}, {}},
    {"MemberId", nullptr, -1, offsetof(StreamsGroupMemberMetadataKey, member_id), FieldType::kString, false, false, false, false, false, {0, 0}, {}},
};
}  // namespace
constinit const MessageDescriptor StreamsGroupMemberMetadataKey::kDescriptor = {
    "StreamsGroupMemberMetadataKey", MessageKind::kGroupKey, 0, false, 19, {0, 0}, {},
    {"StreamsGroupMemberMetadataKey", kStreamsGroupMemberMetadataKeyFields, 2, 2, sizeof(StreamsGroupMemberMetadataKey), &kDefaultOf<StreamsGroupMemberMetadataKey>}};

namespace {
constexpr FieldDescriptor kStreamsGroupMemberMetadataValueEndpointFields[] = {
    {"Host", nullptr, -1, offsetof(StreamsGroupMemberMetadataValue::Endpoint, host), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Port", nullptr, -1, offsetof(StreamsGroupMemberMetadataValue::Endpoint, port), FieldType::kUint16, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kStreamsGroupMemberMetadataValueEndpoint = {"Endpoint", kStreamsGroupMemberMetadataValueEndpointFields, 2, 2, sizeof(StreamsGroupMemberMetadataValue::Endpoint), &kDefaultOf<StreamsGroupMemberMetadataValue::Endpoint>};
constexpr FieldDescriptor kStreamsGroupMemberMetadataValueKeyValueFields[] = {
    {"Key", nullptr, -1, offsetof(StreamsGroupMemberMetadataValue::KeyValue, key), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Value", nullptr, -1, offsetof(StreamsGroupMemberMetadataValue::KeyValue, value), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kStreamsGroupMemberMetadataValueKeyValue = {"KeyValue", kStreamsGroupMemberMetadataValueKeyValueFields, 2, 2, sizeof(StreamsGroupMemberMetadataValue::KeyValue), &kDefaultOf<StreamsGroupMemberMetadataValue::KeyValue>};
constexpr FieldDescriptor kStreamsGroupMemberMetadataValueFields[] = {
    {"InstanceId", nullptr, -1, offsetof(StreamsGroupMemberMetadataValue, instance_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"RackId", nullptr, -1, offsetof(StreamsGroupMemberMetadataValue, rack_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"ClientId", nullptr, -1, offsetof(StreamsGroupMemberMetadataValue, client_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"ClientHost", nullptr, -1, offsetof(StreamsGroupMemberMetadataValue, client_host), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"RebalanceTimeoutMs", nullptr, -1, offsetof(StreamsGroupMemberMetadataValue, rebalance_timeout_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"TopologyEpoch", nullptr, -1, offsetof(StreamsGroupMemberMetadataValue, topology_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ProcessId", nullptr, -1, offsetof(StreamsGroupMemberMetadataValue, process_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"UserEndpoint", &kStreamsGroupMemberMetadataValueEndpoint, -1, offsetof(StreamsGroupMemberMetadataValue, user_endpoint), FieldType::kStruct, false, false, true, false, false, {0, 32767}, {0, 32767}},
    {"ClientTags", &kStreamsGroupMemberMetadataValueKeyValue, -1, offsetof(StreamsGroupMemberMetadataValue, client_tags), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor StreamsGroupMemberMetadataValue::kDescriptor = {
    "StreamsGroupMemberMetadataValue", MessageKind::kGroupValue, 0, false, 19, {0, 0}, {0, 32767},
    {"StreamsGroupMemberMetadataValue", kStreamsGroupMemberMetadataValueFields, 9, 9, sizeof(StreamsGroupMemberMetadataValue), &kDefaultOf<StreamsGroupMemberMetadataValue>}};

namespace {
constexpr FieldDescriptor kStreamsGroupMetadataKeyFields[] = {
    {"GroupId", nullptr, -1, offsetof(StreamsGroupMetadataKey, group_id), FieldType::kString, false, false, false, false, false, {0, 0}, {}},
};
}  // namespace
constinit const MessageDescriptor StreamsGroupMetadataKey::kDescriptor = {
    "StreamsGroupMetadataKey", MessageKind::kGroupKey, 0, false, 17, {0, 0}, {},
    {"StreamsGroupMetadataKey", kStreamsGroupMetadataKeyFields, 1, 1, sizeof(StreamsGroupMetadataKey), &kDefaultOf<StreamsGroupMetadataKey>}};

namespace {
constexpr FieldDescriptor kStreamsGroupMetadataValueLastAssignmentConfigFields[] = {
    {"Key", nullptr, -1, offsetof(StreamsGroupMetadataValue::LastAssignmentConfig, key), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Value", nullptr, -1, offsetof(StreamsGroupMetadataValue::LastAssignmentConfig, value), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kStreamsGroupMetadataValueLastAssignmentConfig = {"LastAssignmentConfig", kStreamsGroupMetadataValueLastAssignmentConfigFields, 2, 2, sizeof(StreamsGroupMetadataValue::LastAssignmentConfig), &kDefaultOf<StreamsGroupMetadataValue::LastAssignmentConfig>};
constexpr FieldDescriptor kStreamsGroupMetadataValueFields[] = {
    {"Epoch", nullptr, -1, offsetof(StreamsGroupMetadataValue, epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"MetadataHash", nullptr, -1, offsetof(StreamsGroupMetadataValue, metadata_hash), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"ValidatedTopologyEpoch", nullptr, 0, offsetof(StreamsGroupMetadataValue, validated_topology_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"LastAssignmentConfigs", &kStreamsGroupMetadataValueLastAssignmentConfig, 1, offsetof(StreamsGroupMetadataValue, last_assignment_configs), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {0, 32767}},
    {"StoredDescriptionTopologyEpoch", nullptr, 2, offsetof(StreamsGroupMetadataValue, stored_description_topology_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"FailedDescriptionTopologyEpoch", nullptr, 3, offsetof(StreamsGroupMetadataValue, failed_description_topology_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor StreamsGroupMetadataValue::kDescriptor = {
    "StreamsGroupMetadataValue", MessageKind::kGroupValue, 0, false, 17, {0, 0}, {0, 32767},
    {"StreamsGroupMetadataValue", kStreamsGroupMetadataValueFields, 6, 2, sizeof(StreamsGroupMetadataValue), &kDefaultOf<StreamsGroupMetadataValue>}};

namespace {
constexpr FieldDescriptor kStreamsGroupTargetAssignmentMemberKeyFields[] = {
    {"GroupId", nullptr, -1, offsetof(StreamsGroupTargetAssignmentMemberKey, group_id), FieldType::kString, false, false, false, false, false, {0, 0}, {}},
    {"MemberId", nullptr, -1, offsetof(StreamsGroupTargetAssignmentMemberKey, member_id), FieldType::kString, false, false, false, false, false, {0, 0}, {}},
};
}  // namespace
constinit const MessageDescriptor StreamsGroupTargetAssignmentMemberKey::kDescriptor = {
    "StreamsGroupTargetAssignmentMemberKey", MessageKind::kGroupKey, 0, false, 21, {0, 0}, {},
    {"StreamsGroupTargetAssignmentMemberKey", kStreamsGroupTargetAssignmentMemberKeyFields, 2, 2, sizeof(StreamsGroupTargetAssignmentMemberKey), &kDefaultOf<StreamsGroupTargetAssignmentMemberKey>}};

namespace {
constexpr FieldDescriptor kStreamsGroupTargetAssignmentMemberValueTaskIdsFields[] = {
    {"SubtopologyId", nullptr, -1, offsetof(StreamsGroupTargetAssignmentMemberValue::TaskIds, subtopology_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", nullptr, -1, offsetof(StreamsGroupTargetAssignmentMemberValue::TaskIds, partitions), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kStreamsGroupTargetAssignmentMemberValueTaskIds = {"TaskIds", kStreamsGroupTargetAssignmentMemberValueTaskIdsFields, 2, 2, sizeof(StreamsGroupTargetAssignmentMemberValue::TaskIds), &kDefaultOf<StreamsGroupTargetAssignmentMemberValue::TaskIds>};
constexpr FieldDescriptor kStreamsGroupTargetAssignmentMemberValueFields[] = {
    {"ActiveTasks", &kStreamsGroupTargetAssignmentMemberValueTaskIds, -1, offsetof(StreamsGroupTargetAssignmentMemberValue, active_tasks), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"StandbyTasks", &kStreamsGroupTargetAssignmentMemberValueTaskIds, -1, offsetof(StreamsGroupTargetAssignmentMemberValue, standby_tasks), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"WarmupTasks", &kStreamsGroupTargetAssignmentMemberValueTaskIds, -1, offsetof(StreamsGroupTargetAssignmentMemberValue, warmup_tasks), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor StreamsGroupTargetAssignmentMemberValue::kDescriptor = {
    "StreamsGroupTargetAssignmentMemberValue", MessageKind::kGroupValue, 0, false, 21, {0, 0}, {0, 32767},
    {"StreamsGroupTargetAssignmentMemberValue", kStreamsGroupTargetAssignmentMemberValueFields, 3, 3, sizeof(StreamsGroupTargetAssignmentMemberValue), &kDefaultOf<StreamsGroupTargetAssignmentMemberValue>}};

namespace {
constexpr FieldDescriptor kStreamsGroupTargetAssignmentMetadataKeyFields[] = {
    {"GroupId", nullptr, -1, offsetof(StreamsGroupTargetAssignmentMetadataKey, group_id), FieldType::kString, false, false, false, false, false, {0, 0}, {}},
};
}  // namespace
constinit const MessageDescriptor StreamsGroupTargetAssignmentMetadataKey::kDescriptor = {
    "StreamsGroupTargetAssignmentMetadataKey", MessageKind::kGroupKey, 0, false, 20, {0, 0}, {},
    {"StreamsGroupTargetAssignmentMetadataKey", kStreamsGroupTargetAssignmentMetadataKeyFields, 1, 1, sizeof(StreamsGroupTargetAssignmentMetadataKey), &kDefaultOf<StreamsGroupTargetAssignmentMetadataKey>}};

namespace {
constexpr FieldDescriptor kStreamsGroupTargetAssignmentMetadataValueFields[] = {
    {"AssignmentEpoch", nullptr, -1, offsetof(StreamsGroupTargetAssignmentMetadataValue, assignment_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"AssignmentTimestamp", nullptr, 0, offsetof(StreamsGroupTargetAssignmentMetadataValue, assignment_timestamp), FieldType::kInt64, false, true, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor StreamsGroupTargetAssignmentMetadataValue::kDescriptor = {
    "StreamsGroupTargetAssignmentMetadataValue", MessageKind::kGroupValue, 0, false, 20, {0, 0}, {0, 32767},
    {"StreamsGroupTargetAssignmentMetadataValue", kStreamsGroupTargetAssignmentMetadataValueFields, 2, 1, sizeof(StreamsGroupTargetAssignmentMetadataValue), &kDefaultOf<StreamsGroupTargetAssignmentMetadataValue>}};

namespace {
constexpr FieldDescriptor kStreamsGroupTopologyDescriptionUpdateRequestTopologyDescriptionNodeFields[] = {
    {"Name", nullptr, -1, offsetof(StreamsGroupTopologyDescriptionUpdateRequest::TopologyDescriptionNode, name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"NodeType", nullptr, -1, offsetof(StreamsGroupTopologyDescriptionUpdateRequest::TopologyDescriptionNode, node_type), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
    {"SourceTopics", nullptr, -1, offsetof(StreamsGroupTopologyDescriptionUpdateRequest::TopologyDescriptionNode, source_topics), FieldType::kString, true, false, false, false, false, {0, 32767}, {}},
    {"SinkTopic", nullptr, -1, offsetof(StreamsGroupTopologyDescriptionUpdateRequest::TopologyDescriptionNode, sink_topic), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"Stores", nullptr, -1, offsetof(StreamsGroupTopologyDescriptionUpdateRequest::TopologyDescriptionNode, stores), FieldType::kString, true, false, false, false, false, {0, 32767}, {}},
    {"Successors", nullptr, -1, offsetof(StreamsGroupTopologyDescriptionUpdateRequest::TopologyDescriptionNode, successors), FieldType::kString, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kStreamsGroupTopologyDescriptionUpdateRequestTopologyDescriptionNode = {"TopologyDescriptionNode", kStreamsGroupTopologyDescriptionUpdateRequestTopologyDescriptionNodeFields, 6, 6, sizeof(StreamsGroupTopologyDescriptionUpdateRequest::TopologyDescriptionNode), &kDefaultOf<StreamsGroupTopologyDescriptionUpdateRequest::TopologyDescriptionNode>};
constexpr FieldDescriptor kStreamsGroupTopologyDescriptionUpdateRequestTopologyDescriptionSubtopologyFields[] = {
    {"SubtopologyId", nullptr, -1, offsetof(StreamsGroupTopologyDescriptionUpdateRequest::TopologyDescriptionSubtopology, subtopology_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Nodes", &kStreamsGroupTopologyDescriptionUpdateRequestTopologyDescriptionNode, -1, offsetof(StreamsGroupTopologyDescriptionUpdateRequest::TopologyDescriptionSubtopology, nodes), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kStreamsGroupTopologyDescriptionUpdateRequestTopologyDescriptionSubtopology = {"TopologyDescriptionSubtopology", kStreamsGroupTopologyDescriptionUpdateRequestTopologyDescriptionSubtopologyFields, 2, 2, sizeof(StreamsGroupTopologyDescriptionUpdateRequest::TopologyDescriptionSubtopology), &kDefaultOf<StreamsGroupTopologyDescriptionUpdateRequest::TopologyDescriptionSubtopology>};
constexpr FieldDescriptor kStreamsGroupTopologyDescriptionUpdateRequestTopologyDescriptionGlobalStoreFields[] = {
    {"Source", &kStreamsGroupTopologyDescriptionUpdateRequestTopologyDescriptionNode, -1, offsetof(StreamsGroupTopologyDescriptionUpdateRequest::TopologyDescriptionGlobalStore, source), FieldType::kStruct, false, false, false, false, false, {0, 32767}, {}},
    {"Processor", &kStreamsGroupTopologyDescriptionUpdateRequestTopologyDescriptionNode, -1, offsetof(StreamsGroupTopologyDescriptionUpdateRequest::TopologyDescriptionGlobalStore, processor), FieldType::kStruct, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kStreamsGroupTopologyDescriptionUpdateRequestTopologyDescriptionGlobalStore = {"TopologyDescriptionGlobalStore", kStreamsGroupTopologyDescriptionUpdateRequestTopologyDescriptionGlobalStoreFields, 2, 2, sizeof(StreamsGroupTopologyDescriptionUpdateRequest::TopologyDescriptionGlobalStore), &kDefaultOf<StreamsGroupTopologyDescriptionUpdateRequest::TopologyDescriptionGlobalStore>};
constexpr FieldDescriptor kStreamsGroupTopologyDescriptionUpdateRequestTopologyDescriptionFields[] = {
    {"Subtopologies", &kStreamsGroupTopologyDescriptionUpdateRequestTopologyDescriptionSubtopology, -1, offsetof(StreamsGroupTopologyDescriptionUpdateRequest::TopologyDescription, subtopologies), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"GlobalStores", &kStreamsGroupTopologyDescriptionUpdateRequestTopologyDescriptionGlobalStore, -1, offsetof(StreamsGroupTopologyDescriptionUpdateRequest::TopologyDescription, global_stores), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kStreamsGroupTopologyDescriptionUpdateRequestTopologyDescription = {"TopologyDescription", kStreamsGroupTopologyDescriptionUpdateRequestTopologyDescriptionFields, 2, 2, sizeof(StreamsGroupTopologyDescriptionUpdateRequest::TopologyDescription), &kDefaultOf<StreamsGroupTopologyDescriptionUpdateRequest::TopologyDescription>};
constexpr FieldDescriptor kStreamsGroupTopologyDescriptionUpdateRequestFields[] = {
    {"GroupId", nullptr, -1, offsetof(StreamsGroupTopologyDescriptionUpdateRequest, group_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"MemberId", nullptr, -1, offsetof(StreamsGroupTopologyDescriptionUpdateRequest, member_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"TopologyEpoch", nullptr, -1, offsetof(StreamsGroupTopologyDescriptionUpdateRequest, topology_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"TopologyDescription", &kStreamsGroupTopologyDescriptionUpdateRequestTopologyDescription, -1, offsetof(StreamsGroupTopologyDescriptionUpdateRequest, topology_description), FieldType::kStruct, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor StreamsGroupTopologyDescriptionUpdateRequest::kDescriptor = {
    "StreamsGroupTopologyDescriptionUpdateRequest", MessageKind::kRequest, kBrokerListener, false, 93, {0, 0}, {0, 32767},
    {"StreamsGroupTopologyDescriptionUpdateRequest", kStreamsGroupTopologyDescriptionUpdateRequestFields, 4, 4, sizeof(StreamsGroupTopologyDescriptionUpdateRequest), &kDefaultOf<StreamsGroupTopologyDescriptionUpdateRequest>}};

namespace {
constexpr FieldDescriptor kStreamsGroupTopologyDescriptionUpdateResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(StreamsGroupTopologyDescriptionUpdateResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(StreamsGroupTopologyDescriptionUpdateResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(StreamsGroupTopologyDescriptionUpdateResponse, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
};
}  // namespace
constinit const MessageDescriptor StreamsGroupTopologyDescriptionUpdateResponse::kDescriptor = {
    "StreamsGroupTopologyDescriptionUpdateResponse", MessageKind::kResponse, 0, false, 93, {0, 0}, {0, 32767},
    {"StreamsGroupTopologyDescriptionUpdateResponse", kStreamsGroupTopologyDescriptionUpdateResponseFields, 3, 3, sizeof(StreamsGroupTopologyDescriptionUpdateResponse), &kDefaultOf<StreamsGroupTopologyDescriptionUpdateResponse>}};

namespace {
constexpr FieldDescriptor kStreamsGroupTopologyKeyFields[] = {
    {"GroupId", nullptr, -1, offsetof(StreamsGroupTopologyKey, group_id), FieldType::kString, false, false, false, false, false, {0, 0}, {}},
};
}  // namespace
constinit const MessageDescriptor StreamsGroupTopologyKey::kDescriptor = {
    "StreamsGroupTopologyKey", MessageKind::kGroupKey, 0, false, 23, {0, 0}, {},
    {"StreamsGroupTopologyKey", kStreamsGroupTopologyKeyFields, 1, 1, sizeof(StreamsGroupTopologyKey), &kDefaultOf<StreamsGroupTopologyKey>}};

namespace {
constexpr FieldDescriptor kStreamsGroupTopologyValueTopicConfigFields[] = {
    {"key", nullptr, -1, offsetof(StreamsGroupTopologyValue::TopicConfig, key), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"value", nullptr, -1, offsetof(StreamsGroupTopologyValue::TopicConfig, value), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kStreamsGroupTopologyValueTopicConfig = {"TopicConfig", kStreamsGroupTopologyValueTopicConfigFields, 2, 2, sizeof(StreamsGroupTopologyValue::TopicConfig), &kDefaultOf<StreamsGroupTopologyValue::TopicConfig>};
constexpr FieldDescriptor kStreamsGroupTopologyValueTopicInfoFields[] = {
    {"Name", nullptr, -1, offsetof(StreamsGroupTopologyValue::TopicInfo, name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", nullptr, -1, offsetof(StreamsGroupTopologyValue::TopicInfo, partitions), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ReplicationFactor", nullptr, -1, offsetof(StreamsGroupTopologyValue::TopicInfo, replication_factor), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"TopicConfigs", &kStreamsGroupTopologyValueTopicConfig, -1, offsetof(StreamsGroupTopologyValue::TopicInfo, topic_configs), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kStreamsGroupTopologyValueTopicInfo = {"TopicInfo", kStreamsGroupTopologyValueTopicInfoFields, 4, 4, sizeof(StreamsGroupTopologyValue::TopicInfo), &kDefaultOf<StreamsGroupTopologyValue::TopicInfo>};
constexpr FieldDescriptor kStreamsGroupTopologyValueCopartitionGroupFields[] = {
    {"SourceTopics", nullptr, -1, offsetof(StreamsGroupTopologyValue::CopartitionGroup, source_topics), FieldType::kInt16, true, false, false, false, false, {0, 32767}, {}},
    {"SourceTopicRegex", nullptr, -1, offsetof(StreamsGroupTopologyValue::CopartitionGroup, source_topic_regex), FieldType::kInt16, true, false, false, false, false, {0, 32767}, {}},
    {"RepartitionSourceTopics", nullptr, -1, offsetof(StreamsGroupTopologyValue::CopartitionGroup, repartition_source_topics), FieldType::kInt16, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kStreamsGroupTopologyValueCopartitionGroup = {"CopartitionGroup", kStreamsGroupTopologyValueCopartitionGroupFields, 3, 3, sizeof(StreamsGroupTopologyValue::CopartitionGroup), &kDefaultOf<StreamsGroupTopologyValue::CopartitionGroup>};
constexpr FieldDescriptor kStreamsGroupTopologyValueSubtopologyFields[] = {
    {"SubtopologyId", nullptr, -1, offsetof(StreamsGroupTopologyValue::Subtopology, subtopology_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"SourceTopics", nullptr, -1, offsetof(StreamsGroupTopologyValue::Subtopology, source_topics), FieldType::kString, true, false, false, false, false, {0, 32767}, {}},
    {"SourceTopicRegex", nullptr, -1, offsetof(StreamsGroupTopologyValue::Subtopology, source_topic_regex), FieldType::kString, true, false, false, false, false, {0, 32767}, {}},
    {"StateChangelogTopics", &kStreamsGroupTopologyValueTopicInfo, -1, offsetof(StreamsGroupTopologyValue::Subtopology, state_changelog_topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"RepartitionSinkTopics", nullptr, -1, offsetof(StreamsGroupTopologyValue::Subtopology, repartition_sink_topics), FieldType::kString, true, false, false, false, false, {0, 32767}, {}},
    {"RepartitionSourceTopics", &kStreamsGroupTopologyValueTopicInfo, -1, offsetof(StreamsGroupTopologyValue::Subtopology, repartition_source_topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"CopartitionGroups", &kStreamsGroupTopologyValueCopartitionGroup, -1, offsetof(StreamsGroupTopologyValue::Subtopology, copartition_groups), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kStreamsGroupTopologyValueSubtopology = {"Subtopology", kStreamsGroupTopologyValueSubtopologyFields, 7, 7, sizeof(StreamsGroupTopologyValue::Subtopology), &kDefaultOf<StreamsGroupTopologyValue::Subtopology>};
constexpr FieldDescriptor kStreamsGroupTopologyValueFields[] = {
    {"Epoch", nullptr, -1, offsetof(StreamsGroupTopologyValue, epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Subtopologies", &kStreamsGroupTopologyValueSubtopology, -1, offsetof(StreamsGroupTopologyValue, subtopologies), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor StreamsGroupTopologyValue::kDescriptor = {
    "StreamsGroupTopologyValue", MessageKind::kGroupValue, 0, false, 23, {0, 0}, {0, 32767},
    {"StreamsGroupTopologyValue", kStreamsGroupTopologyValueFields, 2, 2, sizeof(StreamsGroupTopologyValue), &kDefaultOf<StreamsGroupTopologyValue>}};

namespace {
constexpr FieldDescriptor kSyncGroupRequestSyncGroupRequestAssignmentFields[] = {
    {"MemberId", nullptr, -1, offsetof(SyncGroupRequest::SyncGroupRequestAssignment, member_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Assignment", nullptr, -1, offsetof(SyncGroupRequest::SyncGroupRequestAssignment, assignment), FieldType::kBytes, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kSyncGroupRequestSyncGroupRequestAssignment = {"SyncGroupRequestAssignment", kSyncGroupRequestSyncGroupRequestAssignmentFields, 2, 2, sizeof(SyncGroupRequest::SyncGroupRequestAssignment), &kDefaultOf<SyncGroupRequest::SyncGroupRequestAssignment>};
constexpr FieldDescriptor kSyncGroupRequestFields[] = {
    {"GroupId", nullptr, -1, offsetof(SyncGroupRequest, group_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"GenerationId", nullptr, -1, offsetof(SyncGroupRequest, generation_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"MemberId", nullptr, -1, offsetof(SyncGroupRequest, member_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"GroupInstanceId", nullptr, -1, offsetof(SyncGroupRequest, group_instance_id), FieldType::kString, false, false, false, false, false, {3, 32767}, {3, 32767}},
    {"ProtocolType", nullptr, -1, offsetof(SyncGroupRequest, protocol_type), FieldType::kString, false, true, false, false, false, {5, 32767}, {5, 32767}},
    {"ProtocolName", nullptr, -1, offsetof(SyncGroupRequest, protocol_name), FieldType::kString, false, true, false, false, false, {5, 32767}, {5, 32767}},
    {"Assignments", &kSyncGroupRequestSyncGroupRequestAssignment, -1, offsetof(SyncGroupRequest, assignments), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor SyncGroupRequest::kDescriptor = {
    "SyncGroupRequest", MessageKind::kRequest, kBrokerListener, false, 14, {0, 5}, {4, 32767},
    {"SyncGroupRequest", kSyncGroupRequestFields, 7, 7, sizeof(SyncGroupRequest), &kDefaultOf<SyncGroupRequest>}};

namespace {
constexpr FieldDescriptor kSyncGroupResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(SyncGroupResponse, throttle_time_ms), FieldType::kInt32, false, true, false, false, false, {1, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(SyncGroupResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ProtocolType", nullptr, -1, offsetof(SyncGroupResponse, protocol_type), FieldType::kString, false, true, false, false, false, {5, 32767}, {5, 32767}},
    {"ProtocolName", nullptr, -1, offsetof(SyncGroupResponse, protocol_name), FieldType::kString, false, true, false, false, false, {5, 32767}, {5, 32767}},
    {"Assignment", nullptr, -1, offsetof(SyncGroupResponse, assignment), FieldType::kBytes, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor SyncGroupResponse::kDescriptor = {
    "SyncGroupResponse", MessageKind::kResponse, 0, false, 14, {0, 5}, {4, 32767},
    {"SyncGroupResponse", kSyncGroupResponseFields, 5, 5, sizeof(SyncGroupResponse), &kDefaultOf<SyncGroupResponse>}};

namespace {
constexpr FieldDescriptor kTopicRecordFields[] = {
    {"Name", nullptr, -1, offsetof(TopicRecord, name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"TopicId", nullptr, -1, offsetof(TopicRecord, topic_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor TopicRecord::kDescriptor = {
    "TopicRecord", MessageKind::kMetadataRecord, 0, false, 2, {0, 0}, {0, 32767},
    {"TopicRecord", kTopicRecordFields, 2, 2, sizeof(TopicRecord), &kDefaultOf<TopicRecord>}};

namespace {
constexpr FieldDescriptor kTransactionLogKeyFields[] = {
    {"TransactionalId", nullptr, -1, offsetof(TransactionLogKey, transactional_id), FieldType::kString, false, false, false, false, false, {0, 0}, {}},
};
}  // namespace
constinit const MessageDescriptor TransactionLogKey::kDescriptor = {
    "TransactionLogKey", MessageKind::kTransactionKey, 0, false, 0, {0, 0}, {},
    {"TransactionLogKey", kTransactionLogKeyFields, 1, 1, sizeof(TransactionLogKey), &kDefaultOf<TransactionLogKey>}};

namespace {
constexpr FieldDescriptor kTransactionLogValuePartitionsSchemaFields[] = {
    {"Topic", nullptr, -1, offsetof(TransactionLogValue::PartitionsSchema, topic), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"PartitionIds", nullptr, -1, offsetof(TransactionLogValue::PartitionsSchema, partition_ids), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kTransactionLogValuePartitionsSchema = {"PartitionsSchema", kTransactionLogValuePartitionsSchemaFields, 2, 2, sizeof(TransactionLogValue::PartitionsSchema), &kDefaultOf<TransactionLogValue::PartitionsSchema>};
constexpr FieldDescriptor kTransactionLogValueFields[] = {
    {"ProducerId", nullptr, -1, offsetof(TransactionLogValue, producer_id), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"ProducerEpoch", nullptr, -1, offsetof(TransactionLogValue, producer_epoch), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"TransactionTimeoutMs", nullptr, -1, offsetof(TransactionLogValue, transaction_timeout_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"TransactionStatus", nullptr, -1, offsetof(TransactionLogValue, transaction_status), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
    {"TransactionPartitions", &kTransactionLogValuePartitionsSchema, -1, offsetof(TransactionLogValue, transaction_partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {0, 32767}},
    {"TransactionLastUpdateTimestampMs", nullptr, -1, offsetof(TransactionLogValue, transaction_last_update_timestamp_ms), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"TransactionStartTimestampMs", nullptr, -1, offsetof(TransactionLogValue, transaction_start_timestamp_ms), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"PreviousProducerId", nullptr, 0, offsetof(TransactionLogValue, previous_producer_id), FieldType::kInt64, false, false, false, false, false, {1, 32767}, {}},
    {"NextProducerId", nullptr, 1, offsetof(TransactionLogValue, next_producer_id), FieldType::kInt64, false, false, false, false, false, {1, 32767}, {}},
    {"ClientTransactionVersion", nullptr, 2, offsetof(TransactionLogValue, client_transaction_version), FieldType::kInt16, false, false, false, false, false, {1, 32767}, {}},
    {"NextProducerEpoch", nullptr, 3, offsetof(TransactionLogValue, next_producer_epoch), FieldType::kInt16, false, false, false, false, false, {1, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor TransactionLogValue::kDescriptor = {
    "TransactionLogValue", MessageKind::kTransactionValue, 0, false, 0, {0, 1}, {1, 32767},
    {"TransactionLogValue", kTransactionLogValueFields, 11, 7, sizeof(TransactionLogValue), &kDefaultOf<TransactionLogValue>}};

namespace {
constexpr FieldDescriptor kTxnOffsetCommitRequestTxnOffsetCommitRequestPartitionFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(TxnOffsetCommitRequest::TxnOffsetCommitRequestPartition, partition_index), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"CommittedOffset", nullptr, -1, offsetof(TxnOffsetCommitRequest::TxnOffsetCommitRequestPartition, committed_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"CommittedLeaderEpoch", nullptr, -1, offsetof(TxnOffsetCommitRequest::TxnOffsetCommitRequestPartition, committed_leader_epoch), FieldType::kInt32, false, true, false, false, false, {2, 32767}, {}},
    {"CommittedMetadata", nullptr, -1, offsetof(TxnOffsetCommitRequest::TxnOffsetCommitRequestPartition, committed_metadata), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
};
constexpr StructDescriptor kTxnOffsetCommitRequestTxnOffsetCommitRequestPartition = {"TxnOffsetCommitRequestPartition", kTxnOffsetCommitRequestTxnOffsetCommitRequestPartitionFields, 4, 4, sizeof(TxnOffsetCommitRequest::TxnOffsetCommitRequestPartition), &kDefaultOf<TxnOffsetCommitRequest::TxnOffsetCommitRequestPartition>};
constexpr FieldDescriptor kTxnOffsetCommitRequestTxnOffsetCommitRequestTopicFields[] = {
    {"Name", nullptr, -1, offsetof(TxnOffsetCommitRequest::TxnOffsetCommitRequestTopic, name), FieldType::kString, false, true, false, false, false, {0, 5}, {}},
    {"TopicId", nullptr, -1, offsetof(TxnOffsetCommitRequest::TxnOffsetCommitRequestTopic, topic_id), FieldType::kUuid, false, true, false, false, false, {6, 32767}, {}},
    {"Partitions", &kTxnOffsetCommitRequestTxnOffsetCommitRequestPartition, -1, offsetof(TxnOffsetCommitRequest::TxnOffsetCommitRequestTopic, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kTxnOffsetCommitRequestTxnOffsetCommitRequestTopic = {"TxnOffsetCommitRequestTopic", kTxnOffsetCommitRequestTxnOffsetCommitRequestTopicFields, 3, 3, sizeof(TxnOffsetCommitRequest::TxnOffsetCommitRequestTopic), &kDefaultOf<TxnOffsetCommitRequest::TxnOffsetCommitRequestTopic>};
constexpr FieldDescriptor kTxnOffsetCommitRequestFields[] = {
    {"TransactionalId", nullptr, -1, offsetof(TxnOffsetCommitRequest, transactional_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"GroupId", nullptr, -1, offsetof(TxnOffsetCommitRequest, group_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"ProducerId", nullptr, -1, offsetof(TxnOffsetCommitRequest, producer_id), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"ProducerEpoch", nullptr, -1, offsetof(TxnOffsetCommitRequest, producer_epoch), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"GenerationIdOrMemberEpoch", nullptr, -1, offsetof(TxnOffsetCommitRequest, generation_id_or_member_epoch), FieldType::kInt32, false, false, false, false, false, {3, 32767}, {}},
    {"MemberId", nullptr, -1, offsetof(TxnOffsetCommitRequest, member_id), FieldType::kString, false, false, false, false, false, {3, 32767}, {}},
    {"GroupInstanceId", nullptr, -1, offsetof(TxnOffsetCommitRequest, group_instance_id), FieldType::kString, false, false, false, false, false, {3, 32767}, {3, 32767}},
    {"Topics", &kTxnOffsetCommitRequestTxnOffsetCommitRequestTopic, -1, offsetof(TxnOffsetCommitRequest, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor TxnOffsetCommitRequest::kDescriptor = {
    "TxnOffsetCommitRequest", MessageKind::kRequest, kBrokerListener, false, 28, {0, 6}, {3, 32767},
    {"TxnOffsetCommitRequest", kTxnOffsetCommitRequestFields, 8, 8, sizeof(TxnOffsetCommitRequest), &kDefaultOf<TxnOffsetCommitRequest>}};

namespace {
constexpr FieldDescriptor kTxnOffsetCommitResponseTxnOffsetCommitResponsePartitionFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(TxnOffsetCommitResponse::TxnOffsetCommitResponsePartition, partition_index), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(TxnOffsetCommitResponse::TxnOffsetCommitResponsePartition, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kTxnOffsetCommitResponseTxnOffsetCommitResponsePartition = {"TxnOffsetCommitResponsePartition", kTxnOffsetCommitResponseTxnOffsetCommitResponsePartitionFields, 2, 2, sizeof(TxnOffsetCommitResponse::TxnOffsetCommitResponsePartition), &kDefaultOf<TxnOffsetCommitResponse::TxnOffsetCommitResponsePartition>};
constexpr FieldDescriptor kTxnOffsetCommitResponseTxnOffsetCommitResponseTopicFields[] = {
    {"Name", nullptr, -1, offsetof(TxnOffsetCommitResponse::TxnOffsetCommitResponseTopic, name), FieldType::kString, false, true, false, false, false, {0, 5}, {}},
    {"TopicId", nullptr, -1, offsetof(TxnOffsetCommitResponse::TxnOffsetCommitResponseTopic, topic_id), FieldType::kUuid, false, true, false, false, false, {6, 32767}, {}},
    {"Partitions", &kTxnOffsetCommitResponseTxnOffsetCommitResponsePartition, -1, offsetof(TxnOffsetCommitResponse::TxnOffsetCommitResponseTopic, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kTxnOffsetCommitResponseTxnOffsetCommitResponseTopic = {"TxnOffsetCommitResponseTopic", kTxnOffsetCommitResponseTxnOffsetCommitResponseTopicFields, 3, 3, sizeof(TxnOffsetCommitResponse::TxnOffsetCommitResponseTopic), &kDefaultOf<TxnOffsetCommitResponse::TxnOffsetCommitResponseTopic>};
constexpr FieldDescriptor kTxnOffsetCommitResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(TxnOffsetCommitResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Topics", &kTxnOffsetCommitResponseTxnOffsetCommitResponseTopic, -1, offsetof(TxnOffsetCommitResponse, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor TxnOffsetCommitResponse::kDescriptor = {
    "TxnOffsetCommitResponse", MessageKind::kResponse, 0, false, 28, {0, 6}, {3, 32767},
    {"TxnOffsetCommitResponse", kTxnOffsetCommitResponseFields, 2, 2, sizeof(TxnOffsetCommitResponse), &kDefaultOf<TxnOffsetCommitResponse>}};

namespace {
constexpr FieldDescriptor kUnfenceBrokerRecordFields[] = {
    {"Id", nullptr, -1, offsetof(UnfenceBrokerRecord, id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Epoch", nullptr, -1, offsetof(UnfenceBrokerRecord, epoch), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor UnfenceBrokerRecord::kDescriptor = {
    "UnfenceBrokerRecord", MessageKind::kMetadataRecord, 0, false, 8, {0, 0}, {0, 32767},
    {"UnfenceBrokerRecord", kUnfenceBrokerRecordFields, 2, 2, sizeof(UnfenceBrokerRecord), &kDefaultOf<UnfenceBrokerRecord>}};

namespace {
constexpr FieldDescriptor kUnregisterBrokerRecordFields[] = {
    {"BrokerId", nullptr, -1, offsetof(UnregisterBrokerRecord, broker_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"BrokerEpoch", nullptr, -1, offsetof(UnregisterBrokerRecord, broker_epoch), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor UnregisterBrokerRecord::kDescriptor = {
    "UnregisterBrokerRecord", MessageKind::kMetadataRecord, 0, false, 1, {0, 0}, {0, 32767},
    {"UnregisterBrokerRecord", kUnregisterBrokerRecordFields, 2, 2, sizeof(UnregisterBrokerRecord), &kDefaultOf<UnregisterBrokerRecord>}};

namespace {
constexpr FieldDescriptor kUnregisterBrokerRequestFields[] = {
    {"BrokerId", nullptr, -1, offsetof(UnregisterBrokerRequest, broker_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor UnregisterBrokerRequest::kDescriptor = {
    "UnregisterBrokerRequest", MessageKind::kRequest, kBrokerListener | kControllerListener, false, 64, {0, 0}, {0, 32767},
    {"UnregisterBrokerRequest", kUnregisterBrokerRequestFields, 1, 1, sizeof(UnregisterBrokerRequest), &kDefaultOf<UnregisterBrokerRequest>}};

namespace {
constexpr FieldDescriptor kUnregisterBrokerResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(UnregisterBrokerResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(UnregisterBrokerResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(UnregisterBrokerResponse, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
};
}  // namespace
constinit const MessageDescriptor UnregisterBrokerResponse::kDescriptor = {
    "UnregisterBrokerResponse", MessageKind::kResponse, 0, false, 64, {0, 0}, {0, 32767},
    {"UnregisterBrokerResponse", kUnregisterBrokerResponseFields, 3, 3, sizeof(UnregisterBrokerResponse), &kDefaultOf<UnregisterBrokerResponse>}};

namespace {
constexpr FieldDescriptor kUnregisterControllerRecordFields[] = {
    {"ControllerId", nullptr, -1, offsetof(UnregisterControllerRecord, controller_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor UnregisterControllerRecord::kDescriptor = {
    "UnregisterControllerRecord", MessageKind::kMetadataRecord, 0, false, 29, {0, 0}, {0, 32767},
    {"UnregisterControllerRecord", kUnregisterControllerRecordFields, 1, 1, sizeof(UnregisterControllerRecord), &kDefaultOf<UnregisterControllerRecord>}};

namespace {
constexpr FieldDescriptor kUnregisterControllerRequestFields[] = {
    {"ControllerId", nullptr, -1, offsetof(UnregisterControllerRequest, controller_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor UnregisterControllerRequest::kDescriptor = {
    "UnregisterControllerRequest", MessageKind::kRequest, kBrokerListener | kControllerListener, false, 94, {0, 0}, {0, 32767},
    {"UnregisterControllerRequest", kUnregisterControllerRequestFields, 1, 1, sizeof(UnregisterControllerRequest), &kDefaultOf<UnregisterControllerRequest>}};

namespace {
constexpr FieldDescriptor kUnregisterControllerResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(UnregisterControllerResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(UnregisterControllerResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(UnregisterControllerResponse, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
};
}  // namespace
constinit const MessageDescriptor UnregisterControllerResponse::kDescriptor = {
    "UnregisterControllerResponse", MessageKind::kResponse, 0, false, 94, {0, 0}, {0, 32767},
    {"UnregisterControllerResponse", kUnregisterControllerResponseFields, 3, 3, sizeof(UnregisterControllerResponse), &kDefaultOf<UnregisterControllerResponse>}};

namespace {
constexpr FieldDescriptor kUpdateFeaturesRequestFeatureUpdateKeyFields[] = {
    {"Feature", nullptr, -1, offsetof(UpdateFeaturesRequest::FeatureUpdateKey, feature), FieldType::kString, false, false, false, true, false, {0, 32767}, {}},
    {"MaxVersionLevel", nullptr, -1, offsetof(UpdateFeaturesRequest::FeatureUpdateKey, max_version_level), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"AllowDowngrade", nullptr, -1, offsetof(UpdateFeaturesRequest::FeatureUpdateKey, allow_downgrade), FieldType::kBool, false, false, false, false, false, {0, 0}, {}},
    {"UpgradeType", nullptr, -1, offsetof(UpdateFeaturesRequest::FeatureUpdateKey, upgrade_type), FieldType::kInt8, false, false, false, false, false, {1, 32767}, {}},
};
constexpr StructDescriptor kUpdateFeaturesRequestFeatureUpdateKey = {"FeatureUpdateKey", kUpdateFeaturesRequestFeatureUpdateKeyFields, 4, 4, sizeof(UpdateFeaturesRequest::FeatureUpdateKey), &kDefaultOf<UpdateFeaturesRequest::FeatureUpdateKey>};
constexpr FieldDescriptor kUpdateFeaturesRequestFields[] = {
    {"timeoutMs", nullptr, -1, offsetof(UpdateFeaturesRequest, timeout_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"FeatureUpdates", &kUpdateFeaturesRequestFeatureUpdateKey, -1, offsetof(UpdateFeaturesRequest, feature_updates), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"ValidateOnly", nullptr, -1, offsetof(UpdateFeaturesRequest, validate_only), FieldType::kBool, false, false, false, false, false, {1, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor UpdateFeaturesRequest::kDescriptor = {
    "UpdateFeaturesRequest", MessageKind::kRequest, kBrokerListener | kControllerListener, false, 57, {0, 2}, {0, 32767},
    {"UpdateFeaturesRequest", kUpdateFeaturesRequestFields, 3, 3, sizeof(UpdateFeaturesRequest), &kDefaultOf<UpdateFeaturesRequest>}};

namespace {
constexpr FieldDescriptor kUpdateFeaturesResponseUpdatableFeatureResultFields[] = {
    {"Feature", nullptr, -1, offsetof(UpdateFeaturesResponse::UpdatableFeatureResult, feature), FieldType::kString, false, false, false, true, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(UpdateFeaturesResponse::UpdatableFeatureResult, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(UpdateFeaturesResponse::UpdatableFeatureResult, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
};
constexpr StructDescriptor kUpdateFeaturesResponseUpdatableFeatureResult = {"UpdatableFeatureResult", kUpdateFeaturesResponseUpdatableFeatureResultFields, 3, 3, sizeof(UpdateFeaturesResponse::UpdatableFeatureResult), &kDefaultOf<UpdateFeaturesResponse::UpdatableFeatureResult>};
constexpr FieldDescriptor kUpdateFeaturesResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(UpdateFeaturesResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(UpdateFeaturesResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(UpdateFeaturesResponse, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"Results", &kUpdateFeaturesResponseUpdatableFeatureResult, -1, offsetof(UpdateFeaturesResponse, results), FieldType::kStruct, true, true, false, false, false, {0, 1}, {}},
};
}  // namespace
constinit const MessageDescriptor UpdateFeaturesResponse::kDescriptor = {
    "UpdateFeaturesResponse", MessageKind::kResponse, 0, false, 57, {0, 2}, {0, 32767},
    {"UpdateFeaturesResponse", kUpdateFeaturesResponseFields, 4, 4, sizeof(UpdateFeaturesResponse), &kDefaultOf<UpdateFeaturesResponse>}};

namespace {
constexpr FieldDescriptor kUpdateRaftVoterRequestListenerFields[] = {
    {"Name", nullptr, -1, offsetof(UpdateRaftVoterRequest::Listener, name), FieldType::kString, false, false, false, true, false, {0, 32767}, {}},
    {"Host", nullptr, -1, offsetof(UpdateRaftVoterRequest::Listener, host), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Port", nullptr, -1, offsetof(UpdateRaftVoterRequest::Listener, port), FieldType::kUint16, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kUpdateRaftVoterRequestListener = {"Listener", kUpdateRaftVoterRequestListenerFields, 3, 3, sizeof(UpdateRaftVoterRequest::Listener), &kDefaultOf<UpdateRaftVoterRequest::Listener>};
constexpr FieldDescriptor kUpdateRaftVoterRequestKRaftVersionFeatureFields[] = {
    {"MinSupportedVersion", nullptr, -1, offsetof(UpdateRaftVoterRequest::KRaftVersionFeature, min_supported_version), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"MaxSupportedVersion", nullptr, -1, offsetof(UpdateRaftVoterRequest::KRaftVersionFeature, max_supported_version), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kUpdateRaftVoterRequestKRaftVersionFeature = {"KRaftVersionFeature", kUpdateRaftVoterRequestKRaftVersionFeatureFields, 2, 2, sizeof(UpdateRaftVoterRequest::KRaftVersionFeature), &kDefaultOf<UpdateRaftVoterRequest::KRaftVersionFeature>};
constexpr FieldDescriptor kUpdateRaftVoterRequestFields[] = {
    {"ClusterId", nullptr, -1, offsetof(UpdateRaftVoterRequest, cluster_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"CurrentLeaderEpoch", nullptr, -1, offsetof(UpdateRaftVoterRequest, current_leader_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"VoterId", nullptr, -1, offsetof(UpdateRaftVoterRequest, voter_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"VoterDirectoryId", nullptr, -1, offsetof(UpdateRaftVoterRequest, voter_directory_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"Listeners", &kUpdateRaftVoterRequestListener, -1, offsetof(UpdateRaftVoterRequest, listeners), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"KRaftVersionFeature", &kUpdateRaftVoterRequestKRaftVersionFeature, -1, offsetof(UpdateRaftVoterRequest, kraft_version_feature), FieldType::kStruct, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor UpdateRaftVoterRequest::kDescriptor = {
    "UpdateRaftVoterRequest", MessageKind::kRequest, kControllerListener, false, 82, {0, 0}, {0, 32767},
    {"UpdateRaftVoterRequest", kUpdateRaftVoterRequestFields, 6, 6, sizeof(UpdateRaftVoterRequest), &kDefaultOf<UpdateRaftVoterRequest>}};

namespace {
constexpr FieldDescriptor kUpdateRaftVoterResponseCurrentLeaderFields[] = {
    {"LeaderId", nullptr, -1, offsetof(UpdateRaftVoterResponse::CurrentLeader, leader_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"LeaderEpoch", nullptr, -1, offsetof(UpdateRaftVoterResponse::CurrentLeader, leader_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Host", nullptr, -1, offsetof(UpdateRaftVoterResponse::CurrentLeader, host), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Port", nullptr, -1, offsetof(UpdateRaftVoterResponse::CurrentLeader, port), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kUpdateRaftVoterResponseCurrentLeader = {"CurrentLeader", kUpdateRaftVoterResponseCurrentLeaderFields, 4, 4, sizeof(UpdateRaftVoterResponse::CurrentLeader), &kDefaultOf<UpdateRaftVoterResponse::CurrentLeader>};
constexpr FieldDescriptor kUpdateRaftVoterResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(UpdateRaftVoterResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(UpdateRaftVoterResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"CurrentLeader", &kUpdateRaftVoterResponseCurrentLeader, 0, offsetof(UpdateRaftVoterResponse, current_leader), FieldType::kStruct, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor UpdateRaftVoterResponse::kDescriptor = {
    "UpdateRaftVoterResponse", MessageKind::kResponse, 0, false, 82, {0, 0}, {0, 32767},
    {"UpdateRaftVoterResponse", kUpdateRaftVoterResponseFields, 3, 2, sizeof(UpdateRaftVoterResponse), &kDefaultOf<UpdateRaftVoterResponse>}};

namespace {
constexpr FieldDescriptor kUserScramCredentialRecordFields[] = {
    {"Name", nullptr, -1, offsetof(UserScramCredentialRecord, name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Mechanism", nullptr, -1, offsetof(UserScramCredentialRecord, mechanism), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
    {"Salt", nullptr, -1, offsetof(UserScramCredentialRecord, salt), FieldType::kBytes, false, false, false, false, false, {0, 32767}, {}},
    {"StoredKey", nullptr, -1, offsetof(UserScramCredentialRecord, stored_key), FieldType::kBytes, false, false, false, false, false, {0, 32767}, {}},
    {"ServerKey", nullptr, -1, offsetof(UserScramCredentialRecord, server_key), FieldType::kBytes, false, false, false, false, false, {0, 32767}, {}},
    {"Iterations", nullptr, -1, offsetof(UserScramCredentialRecord, iterations), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor UserScramCredentialRecord::kDescriptor = {
    "UserScramCredentialRecord", MessageKind::kMetadataRecord, 0, false, 11, {0, 0}, {0, 32767},
    {"UserScramCredentialRecord", kUserScramCredentialRecordFields, 6, 6, sizeof(UserScramCredentialRecord), &kDefaultOf<UserScramCredentialRecord>}};

namespace {
constexpr FieldDescriptor kVoteRequestPartitionDataFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(VoteRequest::PartitionData, partition_index), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ReplicaEpoch", nullptr, -1, offsetof(VoteRequest::PartitionData, replica_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ReplicaId", nullptr, -1, offsetof(VoteRequest::PartitionData, replica_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ReplicaDirectoryId", nullptr, -1, offsetof(VoteRequest::PartitionData, replica_directory_id), FieldType::kUuid, false, true, false, false, false, {1, 32767}, {}},
    {"VoterDirectoryId", nullptr, -1, offsetof(VoteRequest::PartitionData, voter_directory_id), FieldType::kUuid, false, true, false, false, false, {1, 32767}, {}},
    {"LastOffsetEpoch", nullptr, -1, offsetof(VoteRequest::PartitionData, last_offset_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"LastOffset", nullptr, -1, offsetof(VoteRequest::PartitionData, last_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"PreVote", nullptr, -1, offsetof(VoteRequest::PartitionData, pre_vote), FieldType::kBool, false, false, false, false, false, {2, 32767}, {}},
};
constexpr StructDescriptor kVoteRequestPartitionData = {"PartitionData", kVoteRequestPartitionDataFields, 8, 8, sizeof(VoteRequest::PartitionData), &kDefaultOf<VoteRequest::PartitionData>};
constexpr FieldDescriptor kVoteRequestTopicDataFields[] = {
    {"TopicName", nullptr, -1, offsetof(VoteRequest::TopicData, topic_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", &kVoteRequestPartitionData, -1, offsetof(VoteRequest::TopicData, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kVoteRequestTopicData = {"TopicData", kVoteRequestTopicDataFields, 2, 2, sizeof(VoteRequest::TopicData), &kDefaultOf<VoteRequest::TopicData>};
constexpr FieldDescriptor kVoteRequestFields[] = {
    {"ClusterId", nullptr, -1, offsetof(VoteRequest, cluster_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"VoterId", nullptr, -1, offsetof(VoteRequest, voter_id), FieldType::kInt32, false, true, false, false, false, {1, 32767}, {}},
    {"Topics", &kVoteRequestTopicData, -1, offsetof(VoteRequest, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor VoteRequest::kDescriptor = {
    "VoteRequest", MessageKind::kRequest, kControllerListener, false, 52, {0, 2}, {0, 32767},
    {"VoteRequest", kVoteRequestFields, 3, 3, sizeof(VoteRequest), &kDefaultOf<VoteRequest>}};

namespace {
constexpr FieldDescriptor kVoteResponsePartitionDataFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(VoteResponse::PartitionData, partition_index), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(VoteResponse::PartitionData, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"LeaderId", nullptr, -1, offsetof(VoteResponse::PartitionData, leader_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"LeaderEpoch", nullptr, -1, offsetof(VoteResponse::PartitionData, leader_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"VoteGranted", nullptr, -1, offsetof(VoteResponse::PartitionData, vote_granted), FieldType::kBool, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kVoteResponsePartitionData = {"PartitionData", kVoteResponsePartitionDataFields, 5, 5, sizeof(VoteResponse::PartitionData), &kDefaultOf<VoteResponse::PartitionData>};
constexpr FieldDescriptor kVoteResponseTopicDataFields[] = {
    {"TopicName", nullptr, -1, offsetof(VoteResponse::TopicData, topic_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", &kVoteResponsePartitionData, -1, offsetof(VoteResponse::TopicData, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kVoteResponseTopicData = {"TopicData", kVoteResponseTopicDataFields, 2, 2, sizeof(VoteResponse::TopicData), &kDefaultOf<VoteResponse::TopicData>};
constexpr FieldDescriptor kVoteResponseNodeEndpointFields[] = {
    {"NodeId", nullptr, -1, offsetof(VoteResponse::NodeEndpoint, node_id), FieldType::kInt32, false, false, false, true, false, {1, 32767}, {}},
    {"Host", nullptr, -1, offsetof(VoteResponse::NodeEndpoint, host), FieldType::kString, false, false, false, false, false, {1, 32767}, {}},
    {"Port", nullptr, -1, offsetof(VoteResponse::NodeEndpoint, port), FieldType::kUint16, false, false, false, false, false, {1, 32767}, {}},
};
constexpr StructDescriptor kVoteResponseNodeEndpoint = {"NodeEndpoint", kVoteResponseNodeEndpointFields, 3, 3, sizeof(VoteResponse::NodeEndpoint), &kDefaultOf<VoteResponse::NodeEndpoint>};
constexpr FieldDescriptor kVoteResponseFields[] = {
    {"ErrorCode", nullptr, -1, offsetof(VoteResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"Topics", &kVoteResponseTopicData, -1, offsetof(VoteResponse, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"NodeEndpoints", &kVoteResponseNodeEndpoint, 0, offsetof(VoteResponse, node_endpoints), FieldType::kStruct, true, false, false, false, false, {1, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor VoteResponse::kDescriptor = {
    "VoteResponse", MessageKind::kResponse, 0, false, 52, {0, 2}, {0, 32767},
    {"VoteResponse", kVoteResponseFields, 3, 2, sizeof(VoteResponse), &kDefaultOf<VoteResponse>}};

namespace {
constexpr FieldDescriptor kVotersRecordEndpointFields[] = {
    {"Name", nullptr, -1, offsetof(VotersRecord::Endpoint, name), FieldType::kString, false, false, false, true, false, {0, 32767}, {}},
    {"Host", nullptr, -1, offsetof(VotersRecord::Endpoint, host), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Port", nullptr, -1, offsetof(VotersRecord::Endpoint, port), FieldType::kUint16, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kVotersRecordEndpoint = {"Endpoint", kVotersRecordEndpointFields, 3, 3, sizeof(VotersRecord::Endpoint), &kDefaultOf<VotersRecord::Endpoint>};
constexpr FieldDescriptor kVotersRecordKRaftVersionFeatureFields[] = {
    {"MinSupportedVersion", nullptr, -1, offsetof(VotersRecord::KRaftVersionFeature, min_supported_version), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"MaxSupportedVersion", nullptr, -1, offsetof(VotersRecord::KRaftVersionFeature, max_supported_version), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kVotersRecordKRaftVersionFeature = {"KRaftVersionFeature", kVotersRecordKRaftVersionFeatureFields, 2, 2, sizeof(VotersRecord::KRaftVersionFeature), &kDefaultOf<VotersRecord::KRaftVersionFeature>};
constexpr FieldDescriptor kVotersRecordVoterFields[] = {
    {"VoterId", nullptr, -1, offsetof(VotersRecord::Voter, voter_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"VoterDirectoryId", nullptr, -1, offsetof(VotersRecord::Voter, voter_directory_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"Endpoints", &kVotersRecordEndpoint, -1, offsetof(VotersRecord::Voter, endpoints), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"KRaftVersionFeature", &kVotersRecordKRaftVersionFeature, -1, offsetof(VotersRecord::Voter, kraft_version_feature), FieldType::kStruct, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kVotersRecordVoter = {"Voter", kVotersRecordVoterFields, 4, 4, sizeof(VotersRecord::Voter), &kDefaultOf<VotersRecord::Voter>};
constexpr FieldDescriptor kVotersRecordFields[] = {
    {"Version", nullptr, -1, offsetof(VotersRecord, version), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"Voters", &kVotersRecordVoter, -1, offsetof(VotersRecord, voters), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor VotersRecord::kDescriptor = {
    "VotersRecord", MessageKind::kData, 0, false, -1, {0, 0}, {0, 32767},
    {"VotersRecord", kVotersRecordFields, 2, 2, sizeof(VotersRecord), &kDefaultOf<VotersRecord>}};

namespace {
constexpr FieldDescriptor kWriteShareGroupStateRequestStateBatchFields[] = {
    {"FirstOffset", nullptr, -1, offsetof(WriteShareGroupStateRequest::StateBatch, first_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"LastOffset", nullptr, -1, offsetof(WriteShareGroupStateRequest::StateBatch, last_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"DeliveryState", nullptr, -1, offsetof(WriteShareGroupStateRequest::StateBatch, delivery_state), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
    {"DeliveryCount", nullptr, -1, offsetof(WriteShareGroupStateRequest::StateBatch, delivery_count), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kWriteShareGroupStateRequestStateBatch = {"StateBatch", kWriteShareGroupStateRequestStateBatchFields, 4, 4, sizeof(WriteShareGroupStateRequest::StateBatch), &kDefaultOf<WriteShareGroupStateRequest::StateBatch>};
constexpr FieldDescriptor kWriteShareGroupStateRequestPartitionDataFields[] = {
    {"Partition", nullptr, -1, offsetof(WriteShareGroupStateRequest::PartitionData, partition), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"StateEpoch", nullptr, -1, offsetof(WriteShareGroupStateRequest::PartitionData, state_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"LeaderEpoch", nullptr, -1, offsetof(WriteShareGroupStateRequest::PartitionData, leader_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"StartOffset", nullptr, -1, offsetof(WriteShareGroupStateRequest::PartitionData, start_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"DeliveryCompleteCount", nullptr, -1, offsetof(WriteShareGroupStateRequest::PartitionData, delivery_complete_count), FieldType::kInt32, false, true, false, false, false, {1, 32767}, {}},
    {"StateBatches", &kWriteShareGroupStateRequestStateBatch, -1, offsetof(WriteShareGroupStateRequest::PartitionData, state_batches), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kWriteShareGroupStateRequestPartitionData = {"PartitionData", kWriteShareGroupStateRequestPartitionDataFields, 6, 6, sizeof(WriteShareGroupStateRequest::PartitionData), &kDefaultOf<WriteShareGroupStateRequest::PartitionData>};
constexpr FieldDescriptor kWriteShareGroupStateRequestWriteStateDataFields[] = {
    {"TopicId", nullptr, -1, offsetof(WriteShareGroupStateRequest::WriteStateData, topic_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", &kWriteShareGroupStateRequestPartitionData, -1, offsetof(WriteShareGroupStateRequest::WriteStateData, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kWriteShareGroupStateRequestWriteStateData = {"WriteStateData", kWriteShareGroupStateRequestWriteStateDataFields, 2, 2, sizeof(WriteShareGroupStateRequest::WriteStateData), &kDefaultOf<WriteShareGroupStateRequest::WriteStateData>};
constexpr FieldDescriptor kWriteShareGroupStateRequestFields[] = {
    {"GroupId", nullptr, -1, offsetof(WriteShareGroupStateRequest, group_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Topics", &kWriteShareGroupStateRequestWriteStateData, -1, offsetof(WriteShareGroupStateRequest, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor WriteShareGroupStateRequest::kDescriptor = {
    "WriteShareGroupStateRequest", MessageKind::kRequest, kBrokerListener, false, 85, {0, 1}, {0, 32767},
    {"WriteShareGroupStateRequest", kWriteShareGroupStateRequestFields, 2, 2, sizeof(WriteShareGroupStateRequest), &kDefaultOf<WriteShareGroupStateRequest>}};

namespace {
constexpr FieldDescriptor kWriteShareGroupStateResponsePartitionResultFields[] = {
    {"Partition", nullptr, -1, offsetof(WriteShareGroupStateResponse::PartitionResult, partition), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(WriteShareGroupStateResponse::PartitionResult, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(WriteShareGroupStateResponse::PartitionResult, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
};
constexpr StructDescriptor kWriteShareGroupStateResponsePartitionResult = {"PartitionResult", kWriteShareGroupStateResponsePartitionResultFields, 3, 3, sizeof(WriteShareGroupStateResponse::PartitionResult), &kDefaultOf<WriteShareGroupStateResponse::PartitionResult>};
constexpr FieldDescriptor kWriteShareGroupStateResponseWriteStateResultFields[] = {
    {"TopicId", nullptr, -1, offsetof(WriteShareGroupStateResponse::WriteStateResult, topic_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", &kWriteShareGroupStateResponsePartitionResult, -1, offsetof(WriteShareGroupStateResponse::WriteStateResult, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kWriteShareGroupStateResponseWriteStateResult = {"WriteStateResult", kWriteShareGroupStateResponseWriteStateResultFields, 2, 2, sizeof(WriteShareGroupStateResponse::WriteStateResult), &kDefaultOf<WriteShareGroupStateResponse::WriteStateResult>};
constexpr FieldDescriptor kWriteShareGroupStateResponseFields[] = {
    {"Results", &kWriteShareGroupStateResponseWriteStateResult, -1, offsetof(WriteShareGroupStateResponse, results), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor WriteShareGroupStateResponse::kDescriptor = {
    "WriteShareGroupStateResponse", MessageKind::kResponse, 0, false, 85, {0, 1}, {0, 32767},
    {"WriteShareGroupStateResponse", kWriteShareGroupStateResponseFields, 1, 1, sizeof(WriteShareGroupStateResponse), &kDefaultOf<WriteShareGroupStateResponse>}};

namespace {
constexpr FieldDescriptor kWriteTxnMarkersRequestWritableTxnMarkerTopicFields[] = {
    {"Name", nullptr, -1, offsetof(WriteTxnMarkersRequest::WritableTxnMarkerTopic, name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"PartitionIndexes", nullptr, -1, offsetof(WriteTxnMarkersRequest::WritableTxnMarkerTopic, partition_indexes), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kWriteTxnMarkersRequestWritableTxnMarkerTopic = {"WritableTxnMarkerTopic", kWriteTxnMarkersRequestWritableTxnMarkerTopicFields, 2, 2, sizeof(WriteTxnMarkersRequest::WritableTxnMarkerTopic), &kDefaultOf<WriteTxnMarkersRequest::WritableTxnMarkerTopic>};
constexpr FieldDescriptor kWriteTxnMarkersRequestWritableTxnMarkerFields[] = {
    {"ProducerId", nullptr, -1, offsetof(WriteTxnMarkersRequest::WritableTxnMarker, producer_id), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"ProducerEpoch", nullptr, -1, offsetof(WriteTxnMarkersRequest::WritableTxnMarker, producer_epoch), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"TransactionResult", nullptr, -1, offsetof(WriteTxnMarkersRequest::WritableTxnMarker, transaction_result), FieldType::kBool, false, false, false, false, false, {0, 32767}, {}},
    {"Topics", &kWriteTxnMarkersRequestWritableTxnMarkerTopic, -1, offsetof(WriteTxnMarkersRequest::WritableTxnMarker, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"CoordinatorEpoch", nullptr, -1, offsetof(WriteTxnMarkersRequest::WritableTxnMarker, coordinator_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"TransactionVersion", nullptr, -1, offsetof(WriteTxnMarkersRequest::WritableTxnMarker, transaction_version), FieldType::kInt8, false, true, false, false, false, {2, 32767}, {}},
};
constexpr StructDescriptor kWriteTxnMarkersRequestWritableTxnMarker = {"WritableTxnMarker", kWriteTxnMarkersRequestWritableTxnMarkerFields, 6, 6, sizeof(WriteTxnMarkersRequest::WritableTxnMarker), &kDefaultOf<WriteTxnMarkersRequest::WritableTxnMarker>};
constexpr FieldDescriptor kWriteTxnMarkersRequestFields[] = {
    {"Markers", &kWriteTxnMarkersRequestWritableTxnMarker, -1, offsetof(WriteTxnMarkersRequest, markers), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor WriteTxnMarkersRequest::kDescriptor = {
    "WriteTxnMarkersRequest", MessageKind::kRequest, kBrokerListener, false, 27, {1, 2}, {1, 32767},
    {"WriteTxnMarkersRequest", kWriteTxnMarkersRequestFields, 1, 1, sizeof(WriteTxnMarkersRequest), &kDefaultOf<WriteTxnMarkersRequest>}};

namespace {
constexpr FieldDescriptor kWriteTxnMarkersResponseWritableTxnMarkerPartitionResultFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(WriteTxnMarkersResponse::WritableTxnMarkerPartitionResult, partition_index), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(WriteTxnMarkersResponse::WritableTxnMarkerPartitionResult, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kWriteTxnMarkersResponseWritableTxnMarkerPartitionResult = {"WritableTxnMarkerPartitionResult", kWriteTxnMarkersResponseWritableTxnMarkerPartitionResultFields, 2, 2, sizeof(WriteTxnMarkersResponse::WritableTxnMarkerPartitionResult), &kDefaultOf<WriteTxnMarkersResponse::WritableTxnMarkerPartitionResult>};
constexpr FieldDescriptor kWriteTxnMarkersResponseWritableTxnMarkerTopicResultFields[] = {
    {"Name", nullptr, -1, offsetof(WriteTxnMarkersResponse::WritableTxnMarkerTopicResult, name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", &kWriteTxnMarkersResponseWritableTxnMarkerPartitionResult, -1, offsetof(WriteTxnMarkersResponse::WritableTxnMarkerTopicResult, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kWriteTxnMarkersResponseWritableTxnMarkerTopicResult = {"WritableTxnMarkerTopicResult", kWriteTxnMarkersResponseWritableTxnMarkerTopicResultFields, 2, 2, sizeof(WriteTxnMarkersResponse::WritableTxnMarkerTopicResult), &kDefaultOf<WriteTxnMarkersResponse::WritableTxnMarkerTopicResult>};
constexpr FieldDescriptor kWriteTxnMarkersResponseWritableTxnMarkerResultFields[] = {
    {"ProducerId", nullptr, -1, offsetof(WriteTxnMarkersResponse::WritableTxnMarkerResult, producer_id), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"Topics", &kWriteTxnMarkersResponseWritableTxnMarkerTopicResult, -1, offsetof(WriteTxnMarkersResponse::WritableTxnMarkerResult, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kWriteTxnMarkersResponseWritableTxnMarkerResult = {"WritableTxnMarkerResult", kWriteTxnMarkersResponseWritableTxnMarkerResultFields, 2, 2, sizeof(WriteTxnMarkersResponse::WritableTxnMarkerResult), &kDefaultOf<WriteTxnMarkersResponse::WritableTxnMarkerResult>};
constexpr FieldDescriptor kWriteTxnMarkersResponseFields[] = {
    {"Markers", &kWriteTxnMarkersResponseWritableTxnMarkerResult, -1, offsetof(WriteTxnMarkersResponse, markers), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor WriteTxnMarkersResponse::kDescriptor = {
    "WriteTxnMarkersResponse", MessageKind::kResponse, 0, false, 27, {1, 2}, {1, 32767},
    {"WriteTxnMarkersResponse", kWriteTxnMarkersResponseFields, 1, 1, sizeof(WriteTxnMarkersResponse), &kDefaultOf<WriteTxnMarkersResponse>}};

namespace {
constexpr FieldDescriptor kZkMigrationStateRecordFields[] = {
    {"ZkMigrationState", nullptr, -1, offsetof(ZkMigrationStateRecord, zk_migration_state), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ZkMigrationStateRecord::kDescriptor = {
    "ZkMigrationStateRecord", MessageKind::kMetadataRecord, 0, false, 21, {0, 0}, {0, 32767},
    {"ZkMigrationStateRecord", kZkMigrationStateRecordFields, 1, 1, sizeof(ZkMigrationStateRecord), &kDefaultOf<ZkMigrationStateRecord>}};

}  // namespace klamm::protocol
