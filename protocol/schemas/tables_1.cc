#include <cstddef>

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

namespace klamm::protocol {

namespace {
constexpr FieldDescriptor kDeleteGroupsRequestFields[] = {
    {"GroupsNames", nullptr, -1, offsetof(DeleteGroupsRequest, groups_names), FieldType::kString, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor DeleteGroupsRequest::kDescriptor = {
    "DeleteGroupsRequest", MessageKind::kRequest, kBrokerListener, false, 42, {0, 3}, {2, 32767},
    {"DeleteGroupsRequest", kDeleteGroupsRequestFields, 1, 1, sizeof(DeleteGroupsRequest), &kDefaultOf<DeleteGroupsRequest>}};

namespace {
constexpr FieldDescriptor kDeleteGroupsResponseDeletableGroupResultFields[] = {
    {"GroupId", nullptr, -1, offsetof(DeleteGroupsResponse::DeletableGroupResult, group_id), FieldType::kString, false, false, false, true, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(DeleteGroupsResponse::DeletableGroupResult, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(DeleteGroupsResponse::DeletableGroupResult, error_message), FieldType::kString, false, true, false, false, false, {3, 32767}, {3, 32767}},
};
constexpr StructDescriptor kDeleteGroupsResponseDeletableGroupResult = {"DeletableGroupResult", kDeleteGroupsResponseDeletableGroupResultFields, 3, 3, sizeof(DeleteGroupsResponse::DeletableGroupResult), &kDefaultOf<DeleteGroupsResponse::DeletableGroupResult>};
constexpr FieldDescriptor kDeleteGroupsResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(DeleteGroupsResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Results", &kDeleteGroupsResponseDeletableGroupResult, -1, offsetof(DeleteGroupsResponse, results), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor DeleteGroupsResponse::kDescriptor = {
    "DeleteGroupsResponse", MessageKind::kResponse, 0, false, 42, {0, 3}, {2, 32767},
    {"DeleteGroupsResponse", kDeleteGroupsResponseFields, 2, 2, sizeof(DeleteGroupsResponse), &kDefaultOf<DeleteGroupsResponse>}};

namespace {
constexpr FieldDescriptor kDeleteRecordsRequestDeleteRecordsPartitionFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(DeleteRecordsRequest::DeleteRecordsPartition, partition_index), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Offset", nullptr, -1, offsetof(DeleteRecordsRequest::DeleteRecordsPartition, offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDeleteRecordsRequestDeleteRecordsPartition = {"DeleteRecordsPartition", kDeleteRecordsRequestDeleteRecordsPartitionFields, 2, 2, sizeof(DeleteRecordsRequest::DeleteRecordsPartition), &kDefaultOf<DeleteRecordsRequest::DeleteRecordsPartition>};
constexpr FieldDescriptor kDeleteRecordsRequestDeleteRecordsTopicFields[] = {
    {"Name", nullptr, -1, offsetof(DeleteRecordsRequest::DeleteRecordsTopic, name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", &kDeleteRecordsRequestDeleteRecordsPartition, -1, offsetof(DeleteRecordsRequest::DeleteRecordsTopic, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDeleteRecordsRequestDeleteRecordsTopic = {"DeleteRecordsTopic", kDeleteRecordsRequestDeleteRecordsTopicFields, 2, 2, sizeof(DeleteRecordsRequest::DeleteRecordsTopic), &kDefaultOf<DeleteRecordsRequest::DeleteRecordsTopic>};
constexpr FieldDescriptor kDeleteRecordsRequestFields[] = {
    {"Topics", &kDeleteRecordsRequestDeleteRecordsTopic, -1, offsetof(DeleteRecordsRequest, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"TimeoutMs", nullptr, -1, offsetof(DeleteRecordsRequest, timeout_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor DeleteRecordsRequest::kDescriptor = {
    "DeleteRecordsRequest", MessageKind::kRequest, kBrokerListener, false, 21, {0, 2}, {2, 32767},
    {"DeleteRecordsRequest", kDeleteRecordsRequestFields, 2, 2, sizeof(DeleteRecordsRequest), &kDefaultOf<DeleteRecordsRequest>}};

namespace {
constexpr FieldDescriptor kDeleteRecordsResponseDeleteRecordsPartitionResultFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(DeleteRecordsResponse::DeleteRecordsPartitionResult, partition_index), FieldType::kInt32, false, false, false, true, false, {0, 32767}, {}},
    {"LowWatermark", nullptr, -1, offsetof(DeleteRecordsResponse::DeleteRecordsPartitionResult, low_watermark), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(DeleteRecordsResponse::DeleteRecordsPartitionResult, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDeleteRecordsResponseDeleteRecordsPartitionResult = {"DeleteRecordsPartitionResult", kDeleteRecordsResponseDeleteRecordsPartitionResultFields, 3, 3, sizeof(DeleteRecordsResponse::DeleteRecordsPartitionResult), &kDefaultOf<DeleteRecordsResponse::DeleteRecordsPartitionResult>};
constexpr FieldDescriptor kDeleteRecordsResponseDeleteRecordsTopicResultFields[] = {
    {"Name", nullptr, -1, offsetof(DeleteRecordsResponse::DeleteRecordsTopicResult, name), FieldType::kString, false, false, false, true, false, {0, 32767}, {}},
    {"Partitions", &kDeleteRecordsResponseDeleteRecordsPartitionResult, -1, offsetof(DeleteRecordsResponse::DeleteRecordsTopicResult, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDeleteRecordsResponseDeleteRecordsTopicResult = {"DeleteRecordsTopicResult", kDeleteRecordsResponseDeleteRecordsTopicResultFields, 2, 2, sizeof(DeleteRecordsResponse::DeleteRecordsTopicResult), &kDefaultOf<DeleteRecordsResponse::DeleteRecordsTopicResult>};
constexpr FieldDescriptor kDeleteRecordsResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(DeleteRecordsResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Topics", &kDeleteRecordsResponseDeleteRecordsTopicResult, -1, offsetof(DeleteRecordsResponse, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor DeleteRecordsResponse::kDescriptor = {
    "DeleteRecordsResponse", MessageKind::kResponse, 0, false, 21, {0, 2}, {2, 32767},
    {"DeleteRecordsResponse", kDeleteRecordsResponseFields, 2, 2, sizeof(DeleteRecordsResponse), &kDefaultOf<DeleteRecordsResponse>}};

namespace {
constexpr FieldDescriptor kDeleteShareGroupOffsetsRequestDeleteShareGroupOffsetsRequestTopicFields[] = {
    {"TopicName", nullptr, -1, offsetof(DeleteShareGroupOffsetsRequest::DeleteShareGroupOffsetsRequestTopic, topic_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDeleteShareGroupOffsetsRequestDeleteShareGroupOffsetsRequestTopic = {"DeleteShareGroupOffsetsRequestTopic", kDeleteShareGroupOffsetsRequestDeleteShareGroupOffsetsRequestTopicFields, 1, 1, sizeof(DeleteShareGroupOffsetsRequest::DeleteShareGroupOffsetsRequestTopic), &kDefaultOf<DeleteShareGroupOffsetsRequest::DeleteShareGroupOffsetsRequestTopic>};
constexpr FieldDescriptor kDeleteShareGroupOffsetsRequestFields[] = {
    {"GroupId", nullptr, -1, offsetof(DeleteShareGroupOffsetsRequest, group_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Topics", &kDeleteShareGroupOffsetsRequestDeleteShareGroupOffsetsRequestTopic, -1, offsetof(DeleteShareGroupOffsetsRequest, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor DeleteShareGroupOffsetsRequest::kDescriptor = {
    "DeleteShareGroupOffsetsRequest", MessageKind::kRequest, kBrokerListener, false, 92, {0, 0}, {0, 32767},
    {"DeleteShareGroupOffsetsRequest", kDeleteShareGroupOffsetsRequestFields, 2, 2, sizeof(DeleteShareGroupOffsetsRequest), &kDefaultOf<DeleteShareGroupOffsetsRequest>}};

namespace {
constexpr FieldDescriptor kDeleteShareGroupOffsetsResponseDeleteShareGroupOffsetsResponseTopicFields[] = {
    {"TopicName", nullptr, -1, offsetof(DeleteShareGroupOffsetsResponse::DeleteShareGroupOffsetsResponseTopic, topic_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"TopicId", nullptr, -1, offsetof(DeleteShareGroupOffsetsResponse::DeleteShareGroupOffsetsResponseTopic, topic_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(DeleteShareGroupOffsetsResponse::DeleteShareGroupOffsetsResponseTopic, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(DeleteShareGroupOffsetsResponse::DeleteShareGroupOffsetsResponseTopic, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
};
constexpr StructDescriptor kDeleteShareGroupOffsetsResponseDeleteShareGroupOffsetsResponseTopic = {"DeleteShareGroupOffsetsResponseTopic", kDeleteShareGroupOffsetsResponseDeleteShareGroupOffsetsResponseTopicFields, 4, 4, sizeof(DeleteShareGroupOffsetsResponse::DeleteShareGroupOffsetsResponseTopic), &kDefaultOf<DeleteShareGroupOffsetsResponse::DeleteShareGroupOffsetsResponseTopic>};
constexpr FieldDescriptor kDeleteShareGroupOffsetsResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(DeleteShareGroupOffsetsResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(DeleteShareGroupOffsetsResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(DeleteShareGroupOffsetsResponse, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"Responses", &kDeleteShareGroupOffsetsResponseDeleteShareGroupOffsetsResponseTopic, -1, offsetof(DeleteShareGroupOffsetsResponse, responses), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor DeleteShareGroupOffsetsResponse::kDescriptor = {
    "DeleteShareGroupOffsetsResponse", MessageKind::kResponse, 0, false, 92, {0, 0}, {0, 32767},
    {"DeleteShareGroupOffsetsResponse", kDeleteShareGroupOffsetsResponseFields, 4, 4, sizeof(DeleteShareGroupOffsetsResponse), &kDefaultOf<DeleteShareGroupOffsetsResponse>}};

namespace {
constexpr FieldDescriptor kDeleteShareGroupStateRequestPartitionDataFields[] = {
    {"Partition", nullptr, -1, offsetof(DeleteShareGroupStateRequest::PartitionData, partition), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDeleteShareGroupStateRequestPartitionData = {"PartitionData", kDeleteShareGroupStateRequestPartitionDataFields, 1, 1, sizeof(DeleteShareGroupStateRequest::PartitionData), &kDefaultOf<DeleteShareGroupStateRequest::PartitionData>};
constexpr FieldDescriptor kDeleteShareGroupStateRequestDeleteStateDataFields[] = {
    {"TopicId", nullptr, -1, offsetof(DeleteShareGroupStateRequest::DeleteStateData, topic_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", &kDeleteShareGroupStateRequestPartitionData, -1, offsetof(DeleteShareGroupStateRequest::DeleteStateData, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDeleteShareGroupStateRequestDeleteStateData = {"DeleteStateData", kDeleteShareGroupStateRequestDeleteStateDataFields, 2, 2, sizeof(DeleteShareGroupStateRequest::DeleteStateData), &kDefaultOf<DeleteShareGroupStateRequest::DeleteStateData>};
constexpr FieldDescriptor kDeleteShareGroupStateRequestFields[] = {
    {"GroupId", nullptr, -1, offsetof(DeleteShareGroupStateRequest, group_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Topics", &kDeleteShareGroupStateRequestDeleteStateData, -1, offsetof(DeleteShareGroupStateRequest, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor DeleteShareGroupStateRequest::kDescriptor = {
    "DeleteShareGroupStateRequest", MessageKind::kRequest, kBrokerListener, false, 86, {0, 0}, {0, 32767},
    {"DeleteShareGroupStateRequest", kDeleteShareGroupStateRequestFields, 2, 2, sizeof(DeleteShareGroupStateRequest), &kDefaultOf<DeleteShareGroupStateRequest>}};

namespace {
constexpr FieldDescriptor kDeleteShareGroupStateResponsePartitionResultFields[] = {
    {"Partition", nullptr, -1, offsetof(DeleteShareGroupStateResponse::PartitionResult, partition), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(DeleteShareGroupStateResponse::PartitionResult, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(DeleteShareGroupStateResponse::PartitionResult, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
};
constexpr StructDescriptor kDeleteShareGroupStateResponsePartitionResult = {"PartitionResult", kDeleteShareGroupStateResponsePartitionResultFields, 3, 3, sizeof(DeleteShareGroupStateResponse::PartitionResult), &kDefaultOf<DeleteShareGroupStateResponse::PartitionResult>};
constexpr FieldDescriptor kDeleteShareGroupStateResponseDeleteStateResultFields[] = {
    {"TopicId", nullptr, -1, offsetof(DeleteShareGroupStateResponse::DeleteStateResult, topic_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", &kDeleteShareGroupStateResponsePartitionResult, -1, offsetof(DeleteShareGroupStateResponse::DeleteStateResult, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDeleteShareGroupStateResponseDeleteStateResult = {"DeleteStateResult", kDeleteShareGroupStateResponseDeleteStateResultFields, 2, 2, sizeof(DeleteShareGroupStateResponse::DeleteStateResult), &kDefaultOf<DeleteShareGroupStateResponse::DeleteStateResult>};
constexpr FieldDescriptor kDeleteShareGroupStateResponseFields[] = {
    {"Results", &kDeleteShareGroupStateResponseDeleteStateResult, -1, offsetof(DeleteShareGroupStateResponse, results), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor DeleteShareGroupStateResponse::kDescriptor = {
    "DeleteShareGroupStateResponse", MessageKind::kResponse, 0, false, 86, {0, 0}, {0, 32767},
    {"DeleteShareGroupStateResponse", kDeleteShareGroupStateResponseFields, 1, 1, sizeof(DeleteShareGroupStateResponse), &kDefaultOf<DeleteShareGroupStateResponse>}};

namespace {
constexpr FieldDescriptor kDeleteTopicsRequestDeleteTopicStateFields[] = {
    {"Name", nullptr, -1, offsetof(DeleteTopicsRequest::DeleteTopicState, name), FieldType::kString, false, false, false, false, false, {6, 32767}, {6, 32767}},
    {"TopicId", nullptr, -1, offsetof(DeleteTopicsRequest::DeleteTopicState, topic_id), FieldType::kUuid, false, false, false, false, false, {6, 32767}, {}},
};
constexpr StructDescriptor kDeleteTopicsRequestDeleteTopicState = {"DeleteTopicState", kDeleteTopicsRequestDeleteTopicStateFields, 2, 2, sizeof(DeleteTopicsRequest::DeleteTopicState), &kDefaultOf<DeleteTopicsRequest::DeleteTopicState>};
constexpr FieldDescriptor kDeleteTopicsRequestFields[] = {
    {"Topics", &kDeleteTopicsRequestDeleteTopicState, -1, offsetof(DeleteTopicsRequest, topics), FieldType::kStruct, true, false, false, false, false, {6, 32767}, {}},
    {"TopicNames", nullptr, -1, offsetof(DeleteTopicsRequest, topic_names), FieldType::kString, true, true, false, false, false, {0, 5}, {}},
    {"TimeoutMs", nullptr, -1, offsetof(DeleteTopicsRequest, timeout_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor DeleteTopicsRequest::kDescriptor = {
    "DeleteTopicsRequest", MessageKind::kRequest, kBrokerListener | kControllerListener, false, 20, {1, 6}, {4, 32767},
    {"DeleteTopicsRequest", kDeleteTopicsRequestFields, 3, 3, sizeof(DeleteTopicsRequest), &kDefaultOf<DeleteTopicsRequest>}};

namespace {
constexpr FieldDescriptor kDeleteTopicsResponseDeletableTopicResultFields[] = {
    {"Name", nullptr, -1, offsetof(DeleteTopicsResponse::DeletableTopicResult, name), FieldType::kString, false, false, false, true, false, {0, 32767}, {6, 32767}},
    {"TopicId", nullptr, -1, offsetof(DeleteTopicsResponse::DeletableTopicResult, topic_id), FieldType::kUuid, false, true, false, false, false, {6, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(DeleteTopicsResponse::DeletableTopicResult, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(DeleteTopicsResponse::DeletableTopicResult, error_message), FieldType::kString, false, true, false, false, false, {5, 32767}, {5, 32767}},
};
constexpr StructDescriptor kDeleteTopicsResponseDeletableTopicResult = {"DeletableTopicResult", kDeleteTopicsResponseDeletableTopicResultFields, 4, 4, sizeof(DeleteTopicsResponse::DeletableTopicResult), &kDefaultOf<DeleteTopicsResponse::DeletableTopicResult>};
constexpr FieldDescriptor kDeleteTopicsResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(DeleteTopicsResponse, throttle_time_ms), FieldType::kInt32, false, true, false, false, false, {1, 32767}, {}},
    {"Responses", &kDeleteTopicsResponseDeletableTopicResult, -1, offsetof(DeleteTopicsResponse, responses), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor DeleteTopicsResponse::kDescriptor = {
    "DeleteTopicsResponse", MessageKind::kResponse, 0, false, 20, {1, 6}, {4, 32767},
    {"DeleteTopicsResponse", kDeleteTopicsResponseFields, 2, 2, sizeof(DeleteTopicsResponse), &kDefaultOf<DeleteTopicsResponse>}};

namespace {
constexpr FieldDescriptor kDescribeAclsRequestFields[] = {
    {"ResourceTypeFilter", nullptr, -1, offsetof(DescribeAclsRequest, resource_type_filter), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
    {"ResourceNameFilter", nullptr, -1, offsetof(DescribeAclsRequest, resource_name_filter), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"PatternTypeFilter", nullptr, -1, offsetof(DescribeAclsRequest, pattern_type_filter), FieldType::kInt8, false, false, false, false, false, {1, 32767}, {}},
    {"PrincipalFilter", nullptr, -1, offsetof(DescribeAclsRequest, principal_filter), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"HostFilter", nullptr, -1, offsetof(DescribeAclsRequest, host_filter), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"Operation", nullptr, -1, offsetof(DescribeAclsRequest, operation), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
    {"PermissionType", nullptr, -1, offsetof(DescribeAclsRequest, permission_type), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor DescribeAclsRequest::kDescriptor = {
    "DescribeAclsRequest", MessageKind::kRequest, kBrokerListener | kControllerListener, false, 29, {1, 3}, {2, 32767},
    {"DescribeAclsRequest", kDescribeAclsRequestFields, 7, 7, sizeof(DescribeAclsRequest), &kDefaultOf<DescribeAclsRequest>}};

namespace {
constexpr FieldDescriptor kDescribeAclsResponseAclDescriptionFields[] = {
    {"Principal", nullptr, -1, offsetof(DescribeAclsResponse::AclDescription, principal), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Host", nullptr, -1, offsetof(DescribeAclsResponse::AclDescription, host), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Operation", nullptr, -1, offsetof(DescribeAclsResponse::AclDescription, operation), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
    {"PermissionType", nullptr, -1, offsetof(DescribeAclsResponse::AclDescription, permission_type), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDescribeAclsResponseAclDescription = {"AclDescription", kDescribeAclsResponseAclDescriptionFields, 4, 4, sizeof(DescribeAclsResponse::AclDescription), &kDefaultOf<DescribeAclsResponse::AclDescription>};
constexpr FieldDescriptor kDescribeAclsResponseDescribeAclsResourceFields[] = {
    {"ResourceType", nullptr, -1, offsetof(DescribeAclsResponse::DescribeAclsResource, resource_type), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
    {"ResourceName", nullptr, -1, offsetof(DescribeAclsResponse::DescribeAclsResource, resource_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"PatternType", nullptr, -1, offsetof(DescribeAclsResponse::DescribeAclsResource, pattern_type), FieldType::kInt8, false, false, false, false, false, {1, 32767}, {}},
    {"Acls", &kDescribeAclsResponseAclDescription, -1, offsetof(DescribeAclsResponse::DescribeAclsResource, acls), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDescribeAclsResponseDescribeAclsResource = {"DescribeAclsResource", kDescribeAclsResponseDescribeAclsResourceFields, 4, 4, sizeof(DescribeAclsResponse::DescribeAclsResource), &kDefaultOf<DescribeAclsResponse::DescribeAclsResource>};
constexpr FieldDescriptor kDescribeAclsResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(DescribeAclsResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(DescribeAclsResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(DescribeAclsResponse, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"Resources", &kDescribeAclsResponseDescribeAclsResource, -1, offsetof(DescribeAclsResponse, resources), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor DescribeAclsResponse::kDescriptor = {
    "DescribeAclsResponse", MessageKind::kResponse, 0, false, 29, {1, 3}, {2, 32767},
    {"DescribeAclsResponse", kDescribeAclsResponseFields, 4, 4, sizeof(DescribeAclsResponse), &kDefaultOf<DescribeAclsResponse>}};

namespace {
constexpr FieldDescriptor kDescribeClientQuotasRequestComponentDataFields[] = {
    {"EntityType", nullptr, -1, offsetof(DescribeClientQuotasRequest::ComponentData, entity_type), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"MatchType", nullptr, -1, offsetof(DescribeClientQuotasRequest::ComponentData, match_type), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
    {"Match", nullptr, -1, offsetof(DescribeClientQuotasRequest::ComponentData, match), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
};
constexpr StructDescriptor kDescribeClientQuotasRequestComponentData = {"ComponentData", kDescribeClientQuotasRequestComponentDataFields, 3, 3, sizeof(DescribeClientQuotasRequest::ComponentData), &kDefaultOf<DescribeClientQuotasRequest::ComponentData>};
constexpr FieldDescriptor kDescribeClientQuotasRequestFields[] = {
    {"Components", &kDescribeClientQuotasRequestComponentData, -1, offsetof(DescribeClientQuotasRequest, components), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"Strict", nullptr, -1, offsetof(DescribeClientQuotasRequest, strict), FieldType::kBool, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor DescribeClientQuotasRequest::kDescriptor = {
    "DescribeClientQuotasRequest", MessageKind::kRequest, kBrokerListener, false, 48, {0, 1}, {1, 32767},
    {"DescribeClientQuotasRequest", kDescribeClientQuotasRequestFields, 2, 2, sizeof(DescribeClientQuotasRequest), &kDefaultOf<DescribeClientQuotasRequest>}};

namespace {
constexpr FieldDescriptor kDescribeClientQuotasResponseEntityDataFields[] = {
    {"EntityType", nullptr, -1, offsetof(DescribeClientQuotasResponse::EntityData, entity_type), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"EntityName", nullptr, -1, offsetof(DescribeClientQuotasResponse::EntityData, entity_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
};
constexpr StructDescriptor kDescribeClientQuotasResponseEntityData = {"EntityData", kDescribeClientQuotasResponseEntityDataFields, 2, 2, sizeof(DescribeClientQuotasResponse::EntityData), &kDefaultOf<DescribeClientQuotasResponse::EntityData>};
constexpr FieldDescriptor kDescribeClientQuotasResponseValueDataFields[] = {
    {"Key", nullptr, -1, offsetof(DescribeClientQuotasResponse::ValueData, key), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Value", nullptr, -1, offsetof(DescribeClientQuotasResponse::ValueData, value), FieldType::kFloat64, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDescribeClientQuotasResponseValueData = {"ValueData", kDescribeClientQuotasResponseValueDataFields, 2, 2, sizeof(DescribeClientQuotasResponse::ValueData), &kDefaultOf<DescribeClientQuotasResponse::ValueData>};
constexpr FieldDescriptor kDescribeClientQuotasResponseEntryDataFields[] = {
    {"Entity", &kDescribeClientQuotasResponseEntityData, -1, offsetof(DescribeClientQuotasResponse::EntryData, entity), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"Values", &kDescribeClientQuotasResponseValueData, -1, offsetof(DescribeClientQuotasResponse::EntryData, values), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDescribeClientQuotasResponseEntryData = {"EntryData", kDescribeClientQuotasResponseEntryDataFields, 2, 2, sizeof(DescribeClientQuotasResponse::EntryData), &kDefaultOf<DescribeClientQuotasResponse::EntryData>};
constexpr FieldDescriptor kDescribeClientQuotasResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(DescribeClientQuotasResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(DescribeClientQuotasResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(DescribeClientQuotasResponse, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"Entries", &kDescribeClientQuotasResponseEntryData, -1, offsetof(DescribeClientQuotasResponse, entries), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {0, 32767}},
};
}  // namespace
constinit const MessageDescriptor DescribeClientQuotasResponse::kDescriptor = {
    "DescribeClientQuotasResponse", MessageKind::kResponse, 0, false, 48, {0, 1}, {1, 32767},
    {"DescribeClientQuotasResponse", kDescribeClientQuotasResponseFields, 4, 4, sizeof(DescribeClientQuotasResponse), &kDefaultOf<DescribeClientQuotasResponse>}};

namespace {
constexpr FieldDescriptor kDescribeClusterRequestFields[] = {
    {"IncludeClusterAuthorizedOperations", nullptr, -1, offsetof(DescribeClusterRequest, include_cluster_authorized_operations), FieldType::kBool, false, false, false, false, false, {0, 32767}, {}},
    {"EndpointType", nullptr, -1, offsetof(DescribeClusterRequest, endpoint_type), FieldType::kInt8, false, false, false, false, false, {1, 32767}, {}},
    {"IncludeFencedBrokers", nullptr, -1, offsetof(DescribeClusterRequest, include_fenced_brokers), FieldType::kBool, false, false, false, false, false, {2, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor DescribeClusterRequest::kDescriptor = {
    "DescribeClusterRequest", MessageKind::kRequest, kBrokerListener | kControllerListener, false, 60, {0, 2}, {0, 32767},
    {"DescribeClusterRequest", kDescribeClusterRequestFields, 3, 3, sizeof(DescribeClusterRequest), &kDefaultOf<DescribeClusterRequest>}};

namespace {
constexpr FieldDescriptor kDescribeClusterResponseDescribeClusterBrokerFields[] = {
    {"BrokerId", nullptr, -1, offsetof(DescribeClusterResponse::DescribeClusterBroker, broker_id), FieldType::kInt32, false, false, false, true, false, {0, 32767}, {}},
    {"Host", nullptr, -1, offsetof(DescribeClusterResponse::DescribeClusterBroker, host), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Port", nullptr, -1, offsetof(DescribeClusterResponse::DescribeClusterBroker, port), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Rack", nullptr, -1, offsetof(DescribeClusterResponse::DescribeClusterBroker, rack), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"IsFenced", nullptr, -1, offsetof(DescribeClusterResponse::DescribeClusterBroker, is_fenced), FieldType::kBool, false, false, false, false, false, {2, 32767}, {}},
};
constexpr StructDescriptor kDescribeClusterResponseDescribeClusterBroker = {"DescribeClusterBroker", kDescribeClusterResponseDescribeClusterBrokerFields, 5, 5, sizeof(DescribeClusterResponse::DescribeClusterBroker), &kDefaultOf<DescribeClusterResponse::DescribeClusterBroker>};
constexpr FieldDescriptor kDescribeClusterResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(DescribeClusterResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(DescribeClusterResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(DescribeClusterResponse, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"EndpointType", nullptr, -1, offsetof(DescribeClusterResponse, endpoint_type), FieldType::kInt8, false, false, false, false, false, {1, 32767}, {}},
    {"ClusterId", nullptr, -1, offsetof(DescribeClusterResponse, cluster_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"ControllerId", nullptr, -1, offsetof(DescribeClusterResponse, controller_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Brokers", &kDescribeClusterResponseDescribeClusterBroker, -1, offsetof(DescribeClusterResponse, brokers), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"ClusterAuthorizedOperations", nullptr, -1, offsetof(DescribeClusterResponse, cluster_authorized_operations), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor DescribeClusterResponse::kDescriptor = {
    "DescribeClusterResponse", MessageKind::kResponse, 0, false, 60, {0, 2}, {0, 32767},
    {"DescribeClusterResponse", kDescribeClusterResponseFields, 8, 8, sizeof(DescribeClusterResponse), &kDefaultOf<DescribeClusterResponse>}};

namespace {
constexpr FieldDescriptor kDescribeConfigsRequestDescribeConfigsResourceFields[] = {
    {"ResourceType", nullptr, -1, offsetof(DescribeConfigsRequest::DescribeConfigsResource, resource_type), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
    {"ResourceName", nullptr, -1, offsetof(DescribeConfigsRequest::DescribeConfigsResource, resource_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"ConfigurationKeys", nullptr, -1, offsetof(DescribeConfigsRequest::DescribeConfigsResource, configuration_keys), FieldType::kString, true, false, false, false, false, {0, 32767}, {0, 32767}},
};
constexpr StructDescriptor kDescribeConfigsRequestDescribeConfigsResource = {"DescribeConfigsResource", kDescribeConfigsRequestDescribeConfigsResourceFields, 3, 3, sizeof(DescribeConfigsRequest::DescribeConfigsResource), &kDefaultOf<DescribeConfigsRequest::DescribeConfigsResource>};
constexpr FieldDescriptor kDescribeConfigsRequestFields[] = {
    {"Resources", &kDescribeConfigsRequestDescribeConfigsResource, -1, offsetof(DescribeConfigsRequest, resources), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"IncludeSynonyms", nullptr, -1, offsetof(DescribeConfigsRequest, include_synonyms), FieldType::kBool, false, false, false, false, false, {1, 32767}, {}},
    {"IncludeDocumentation", nullptr, -1, offsetof(DescribeConfigsRequest, include_documentation), FieldType::kBool, false, false, false, false, false, {3, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor DescribeConfigsRequest::kDescriptor = {
    "DescribeConfigsRequest", MessageKind::kRequest, kBrokerListener | kControllerListener, false, 32, {1, 4}, {4, 32767},
    {"DescribeConfigsRequest", kDescribeConfigsRequestFields, 3, 3, sizeof(DescribeConfigsRequest), &kDefaultOf<DescribeConfigsRequest>}};

namespace {
constexpr FieldDescriptor kDescribeConfigsResponseDescribeConfigsSynonymFields[] = {
    {"Name", nullptr, -1, offsetof(DescribeConfigsResponse::DescribeConfigsSynonym, name), FieldType::kString, false, false, false, false, false, {1, 32767}, {}},
    {"Value", nullptr, -1, offsetof(DescribeConfigsResponse::DescribeConfigsSynonym, value), FieldType::kString, false, false, false, false, false, {1, 32767}, {0, 32767}},
    {"Source", nullptr, -1, offsetof(DescribeConfigsResponse::DescribeConfigsSynonym, source), FieldType::kInt8, false, false, false, false, false, {1, 32767}, {}},
};
constexpr StructDescriptor kDescribeConfigsResponseDescribeConfigsSynonym = {"DescribeConfigsSynonym", kDescribeConfigsResponseDescribeConfigsSynonymFields, 3, 3, sizeof(DescribeConfigsResponse::DescribeConfigsSynonym), &kDefaultOf<DescribeConfigsResponse::DescribeConfigsSynonym>};
constexpr FieldDescriptor kDescribeConfigsResponseDescribeConfigsResourceResultFields[] = {
    {"Name", nullptr, -1, offsetof(DescribeConfigsResponse::DescribeConfigsResourceResult, name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Value", nullptr, -1, offsetof(DescribeConfigsResponse::DescribeConfigsResourceResult, value), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"ReadOnly", nullptr, -1, offsetof(DescribeConfigsResponse::DescribeConfigsResourceResult, read_only), FieldType::kBool, false, false, false, false, false, {0, 32767}, {}},
    {"ConfigSource", nullptr, -1, offsetof(DescribeConfigsResponse::DescribeConfigsResourceResult, config_source), FieldType::kInt8, false, true, false, false, false, {1, 32767}, {}},
    {"IsSensitive", nullptr, -1, offsetof(DescribeConfigsResponse::DescribeConfigsResourceResult, is_sensitive), FieldType::kBool, false, false, false, false, false, {0, 32767}, {}},
    {"Synonyms", &kDescribeConfigsResponseDescribeConfigsSynonym, -1, offsetof(DescribeConfigsResponse::DescribeConfigsResourceResult, synonyms), FieldType::kStruct, true, true, false, false, false, {1, 32767}, {}},
    {"ConfigType", nullptr, -1, offsetof(DescribeConfigsResponse::DescribeConfigsResourceResult, config_type), FieldType::kInt8, false, true, false, false, false, {3, 32767}, {}},
    {"Documentation", nullptr, -1, offsetof(DescribeConfigsResponse::DescribeConfigsResourceResult, documentation), FieldType::kString, false, true, false, false, false, {3, 32767}, {0, 32767}},
};
constexpr StructDescriptor kDescribeConfigsResponseDescribeConfigsResourceResult = {"DescribeConfigsResourceResult", kDescribeConfigsResponseDescribeConfigsResourceResultFields, 8, 8, sizeof(DescribeConfigsResponse::DescribeConfigsResourceResult), &kDefaultOf<DescribeConfigsResponse::DescribeConfigsResourceResult>};
constexpr FieldDescriptor kDescribeConfigsResponseDescribeConfigsResultFields[] = {
    {"ErrorCode", nullptr, -1, offsetof(DescribeConfigsResponse::DescribeConfigsResult, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(DescribeConfigsResponse::DescribeConfigsResult, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"ResourceType", nullptr, -1, offsetof(DescribeConfigsResponse::DescribeConfigsResult, resource_type), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
    {"ResourceName", nullptr, -1, offsetof(DescribeConfigsResponse::DescribeConfigsResult, resource_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Configs", &kDescribeConfigsResponseDescribeConfigsResourceResult, -1, offsetof(DescribeConfigsResponse::DescribeConfigsResult, configs), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDescribeConfigsResponseDescribeConfigsResult = {"DescribeConfigsResult", kDescribeConfigsResponseDescribeConfigsResultFields, 5, 5, sizeof(DescribeConfigsResponse::DescribeConfigsResult), &kDefaultOf<DescribeConfigsResponse::DescribeConfigsResult>};
constexpr FieldDescriptor kDescribeConfigsResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(DescribeConfigsResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Results", &kDescribeConfigsResponseDescribeConfigsResult, -1, offsetof(DescribeConfigsResponse, results), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor DescribeConfigsResponse::kDescriptor = {
    "DescribeConfigsResponse", MessageKind::kResponse, 0, false, 32, {1, 4}, {4, 32767},
    {"DescribeConfigsResponse", kDescribeConfigsResponseFields, 2, 2, sizeof(DescribeConfigsResponse), &kDefaultOf<DescribeConfigsResponse>}};

namespace {
constexpr FieldDescriptor kDescribeDelegationTokenRequestDescribeDelegationTokenOwnerFields[] = {
    {"PrincipalType", nullptr, -1, offsetof(DescribeDelegationTokenRequest::DescribeDelegationTokenOwner, principal_type), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"PrincipalName", nullptr, -1, offsetof(DescribeDelegationTokenRequest::DescribeDelegationTokenOwner, principal_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDescribeDelegationTokenRequestDescribeDelegationTokenOwner = {"DescribeDelegationTokenOwner", kDescribeDelegationTokenRequestDescribeDelegationTokenOwnerFields, 2, 2, sizeof(DescribeDelegationTokenRequest::DescribeDelegationTokenOwner), &kDefaultOf<DescribeDelegationTokenRequest::DescribeDelegationTokenOwner>};
constexpr FieldDescriptor kDescribeDelegationTokenRequestFields[] = {
    {"Owners", &kDescribeDelegationTokenRequestDescribeDelegationTokenOwner, -1, offsetof(DescribeDelegationTokenRequest, owners), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {0, 32767}},
};
}  // namespace
constinit const MessageDescriptor DescribeDelegationTokenRequest::kDescriptor = {
    "DescribeDelegationTokenRequest", MessageKind::kRequest, kBrokerListener | kControllerListener, false, 41, {1, 3}, {2, 32767},
    {"DescribeDelegationTokenRequest", kDescribeDelegationTokenRequestFields, 1, 1, sizeof(DescribeDelegationTokenRequest), &kDefaultOf<DescribeDelegationTokenRequest>}};

namespace {
constexpr FieldDescriptor kDescribeDelegationTokenResponseDescribedDelegationTokenRenewerFields[] = {
    {"PrincipalType", nullptr, -1, offsetof(DescribeDelegationTokenResponse::DescribedDelegationTokenRenewer, principal_type), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"PrincipalName", nullptr, -1, offsetof(DescribeDelegationTokenResponse::DescribedDelegationTokenRenewer, principal_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDescribeDelegationTokenResponseDescribedDelegationTokenRenewer = {"DescribedDelegationTokenRenewer", kDescribeDelegationTokenResponseDescribedDelegationTokenRenewerFields, 2, 2, sizeof(DescribeDelegationTokenResponse::DescribedDelegationTokenRenewer), &kDefaultOf<DescribeDelegationTokenResponse::DescribedDelegationTokenRenewer>};
constexpr FieldDescriptor kDescribeDelegationTokenResponseDescribedDelegationTokenFields[] = {
    {"PrincipalType", nullptr, -1, offsetof(DescribeDelegationTokenResponse::DescribedDelegationToken, principal_type), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"PrincipalName", nullptr, -1, offsetof(DescribeDelegationTokenResponse::DescribedDelegationToken, principal_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"TokenRequesterPrincipalType", nullptr, -1, offsetof(DescribeDelegationTokenResponse::DescribedDelegationToken, token_requester_principal_type), FieldType::kString, false, false, false, false, false, {3, 32767}, {}},
    {"TokenRequesterPrincipalName", nullptr, -1, offsetof(DescribeDelegationTokenResponse::DescribedDelegationToken, token_requester_principal_name), FieldType::kString, false, false, false, false, false, {3, 32767}, {}},
    {"IssueTimestamp", nullptr, -1, offsetof(DescribeDelegationTokenResponse::DescribedDelegationToken, issue_timestamp), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"ExpiryTimestamp", nullptr, -1, offsetof(DescribeDelegationTokenResponse::DescribedDelegationToken, expiry_timestamp), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"MaxTimestamp", nullptr, -1, offsetof(DescribeDelegationTokenResponse::DescribedDelegationToken, max_timestamp), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"TokenId", nullptr, -1, offsetof(DescribeDelegationTokenResponse::DescribedDelegationToken, token_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Hmac", nullptr, -1, offsetof(DescribeDelegationTokenResponse::DescribedDelegationToken, hmac), FieldType::kBytes, false, false, false, false, false, {0, 32767}, {}},
    {"Renewers", &kDescribeDelegationTokenResponseDescribedDelegationTokenRenewer, -1, offsetof(DescribeDelegationTokenResponse::DescribedDelegationToken, renewers), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDescribeDelegationTokenResponseDescribedDelegationToken = {"DescribedDelegationToken", kDescribeDelegationTokenResponseDescribedDelegationTokenFields, 10, 10, sizeof(DescribeDelegationTokenResponse::DescribedDelegationToken), &kDefaultOf<DescribeDelegationTokenResponse::DescribedDelegationToken>};
constexpr FieldDescriptor kDescribeDelegationTokenResponseFields[] = {
    {"ErrorCode", nullptr, -1, offsetof(DescribeDelegationTokenResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"Tokens", &kDescribeDelegationTokenResponseDescribedDelegationToken, -1, offsetof(DescribeDelegationTokenResponse, tokens), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"ThrottleTimeMs", nullptr, -1, offsetof(DescribeDelegationTokenResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor DescribeDelegationTokenResponse::kDescriptor = {
    "DescribeDelegationTokenResponse", MessageKind::kResponse, 0, false, 41, {1, 3}, {2, 32767},
    {"DescribeDelegationTokenResponse", kDescribeDelegationTokenResponseFields, 3, 3, sizeof(DescribeDelegationTokenResponse), &kDefaultOf<DescribeDelegationTokenResponse>}};

namespace {
constexpr FieldDescriptor kDescribeGroupsRequestFields[] = {
    {"Groups", nullptr, -1, offsetof(DescribeGroupsRequest, groups), FieldType::kString, true, false, false, false, false, {0, 32767}, {}},
    {"IncludeAuthorizedOperations", nullptr, -1, offsetof(DescribeGroupsRequest, include_authorized_operations), FieldType::kBool, false, false, false, false, false, {3, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor DescribeGroupsRequest::kDescriptor = {
    "DescribeGroupsRequest", MessageKind::kRequest, kBrokerListener, false, 15, {0, 6}, {5, 32767},
    {"DescribeGroupsRequest", kDescribeGroupsRequestFields, 2, 2, sizeof(DescribeGroupsRequest), &kDefaultOf<DescribeGroupsRequest>}};

namespace {
constexpr FieldDescriptor kDescribeGroupsResponseDescribedGroupMemberFields[] = {
    {"MemberId", nullptr, -1, offsetof(DescribeGroupsResponse::DescribedGroupMember, member_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"GroupInstanceId", nullptr, -1, offsetof(DescribeGroupsResponse::DescribedGroupMember, group_instance_id), FieldType::kString, false, true, false, false, false, {4, 32767}, {4, 32767}},
    {"ClientId", nullptr, -1, offsetof(DescribeGroupsResponse::DescribedGroupMember, client_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"ClientHost", nullptr, -1, offsetof(DescribeGroupsResponse::DescribedGroupMember, client_host), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"MemberMetadata", nullptr, -1, offsetof(DescribeGroupsResponse::DescribedGroupMember, member_metadata), FieldType::kBytes, false, false, false, false, false, {0, 32767}, {}},
    {"MemberAssignment", nullptr, -1, offsetof(DescribeGroupsResponse::DescribedGroupMember, member_assignment), FieldType::kBytes, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDescribeGroupsResponseDescribedGroupMember = {"DescribedGroupMember", kDescribeGroupsResponseDescribedGroupMemberFields, 6, 6, sizeof(DescribeGroupsResponse::DescribedGroupMember), &kDefaultOf<DescribeGroupsResponse::DescribedGroupMember>};
constexpr FieldDescriptor kDescribeGroupsResponseDescribedGroupFields[] = {
    {"ErrorCode", nullptr, -1, offsetof(DescribeGroupsResponse::DescribedGroup, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(DescribeGroupsResponse::DescribedGroup, error_message), FieldType::kString, false, false, false, false, false, {6, 32767}, {6, 32767}},
    {"GroupId", nullptr, -1, offsetof(DescribeGroupsResponse::DescribedGroup, group_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"GroupState", nullptr, -1, offsetof(DescribeGroupsResponse::DescribedGroup, group_state), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"ProtocolType", nullptr, -1, offsetof(DescribeGroupsResponse::DescribedGroup, protocol_type), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"ProtocolData", nullptr, -1, offsetof(DescribeGroupsResponse::DescribedGroup, protocol_data), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Members", &kDescribeGroupsResponseDescribedGroupMember, -1, offsetof(DescribeGroupsResponse::DescribedGroup, members), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"AuthorizedOperations", nullptr, -1, offsetof(DescribeGroupsResponse::DescribedGroup, authorized_operations), FieldType::kInt32, false, false, false, false, false, {3, 32767}, {}},
};
constexpr StructDescriptor kDescribeGroupsResponseDescribedGroup = {"DescribedGroup", kDescribeGroupsResponseDescribedGroupFields, 8, 8, sizeof(DescribeGroupsResponse::DescribedGroup), &kDefaultOf<DescribeGroupsResponse::DescribedGroup>};
constexpr FieldDescriptor kDescribeGroupsResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(DescribeGroupsResponse, throttle_time_ms), FieldType::kInt32, false, true, false, false, false, {1, 32767}, {}},
    {"Groups", &kDescribeGroupsResponseDescribedGroup, -1, offsetof(DescribeGroupsResponse, groups), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor DescribeGroupsResponse::kDescriptor = {
    "DescribeGroupsResponse", MessageKind::kResponse, 0, false, 15, {0, 6}, {5, 32767},
    {"DescribeGroupsResponse", kDescribeGroupsResponseFields, 2, 2, sizeof(DescribeGroupsResponse), &kDefaultOf<DescribeGroupsResponse>}};

namespace {
constexpr FieldDescriptor kDescribeLogDirsRequestDescribableLogDirTopicFields[] = {
    {"Topic", nullptr, -1, offsetof(DescribeLogDirsRequest::DescribableLogDirTopic, topic), FieldType::kString, false, false, false, true, false, {0, 32767}, {}},
    {"Partitions", nullptr, -1, offsetof(DescribeLogDirsRequest::DescribableLogDirTopic, partitions), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDescribeLogDirsRequestDescribableLogDirTopic = {"DescribableLogDirTopic", kDescribeLogDirsRequestDescribableLogDirTopicFields, 2, 2, sizeof(DescribeLogDirsRequest::DescribableLogDirTopic), &kDefaultOf<DescribeLogDirsRequest::DescribableLogDirTopic>};
constexpr FieldDescriptor kDescribeLogDirsRequestFields[] = {
    {"Topics", &kDescribeLogDirsRequestDescribableLogDirTopic, -1, offsetof(DescribeLogDirsRequest, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {0, 32767}},
};
}  // namespace
constinit const MessageDescriptor DescribeLogDirsRequest::kDescriptor = {
    "DescribeLogDirsRequest", MessageKind::kRequest, kBrokerListener, false, 35, {1, 5}, {2, 32767},
    {"DescribeLogDirsRequest", kDescribeLogDirsRequestFields, 1, 1, sizeof(DescribeLogDirsRequest), &kDefaultOf<DescribeLogDirsRequest>}};

namespace {
constexpr FieldDescriptor kDescribeLogDirsResponseDescribeLogDirsPartitionFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(DescribeLogDirsResponse::DescribeLogDirsPartition, partition_index), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"PartitionSize", nullptr, -1, offsetof(DescribeLogDirsResponse::DescribeLogDirsPartition, partition_size), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"OffsetLag", nullptr, -1, offsetof(DescribeLogDirsResponse::DescribeLogDirsPartition, offset_lag), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"IsFutureKey", nullptr, -1, offsetof(DescribeLogDirsResponse::DescribeLogDirsPartition, is_future_key), FieldType::kBool, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDescribeLogDirsResponseDescribeLogDirsPartition = {"DescribeLogDirsPartition", kDescribeLogDirsResponseDescribeLogDirsPartitionFields, 4, 4, sizeof(DescribeLogDirsResponse::DescribeLogDirsPartition), &kDefaultOf<DescribeLogDirsResponse::DescribeLogDirsPartition>};
constexpr FieldDescriptor kDescribeLogDirsResponseDescribeLogDirsTopicFields[] = {
    {"Name", nullptr, -1, offsetof(DescribeLogDirsResponse::DescribeLogDirsTopic, name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", &kDescribeLogDirsResponseDescribeLogDirsPartition, -1, offsetof(DescribeLogDirsResponse::DescribeLogDirsTopic, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDescribeLogDirsResponseDescribeLogDirsTopic = {"DescribeLogDirsTopic", kDescribeLogDirsResponseDescribeLogDirsTopicFields, 2, 2, sizeof(DescribeLogDirsResponse::DescribeLogDirsTopic), &kDefaultOf<DescribeLogDirsResponse::DescribeLogDirsTopic>};
constexpr FieldDescriptor kDescribeLogDirsResponseDescribeLogDirsResultFields[] = {
    {"ErrorCode", nullptr, -1, offsetof(DescribeLogDirsResponse::DescribeLogDirsResult, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"LogDir", nullptr, -1, offsetof(DescribeLogDirsResponse::DescribeLogDirsResult, log_dir), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Topics", &kDescribeLogDirsResponseDescribeLogDirsTopic, -1, offsetof(DescribeLogDirsResponse::DescribeLogDirsResult, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"TotalBytes", nullptr, -1, offsetof(DescribeLogDirsResponse::DescribeLogDirsResult, total_bytes), FieldType::kInt64, false, true, false, false, false, {4, 32767}, {}},
    {"UsableBytes", nullptr, -1, offsetof(DescribeLogDirsResponse::DescribeLogDirsResult, usable_bytes), FieldType::kInt64, false, true, false, false, false, {4, 32767}, {}},
    {"IsCordoned", nullptr, -1, offsetof(DescribeLogDirsResponse::DescribeLogDirsResult, is_cordoned), FieldType::kBool, false, true, false, false, false, {5, 32767}, {}},
};
constexpr StructDescriptor kDescribeLogDirsResponseDescribeLogDirsResult = {"DescribeLogDirsResult", kDescribeLogDirsResponseDescribeLogDirsResultFields, 6, 6, sizeof(DescribeLogDirsResponse::DescribeLogDirsResult), &kDefaultOf<DescribeLogDirsResponse::DescribeLogDirsResult>};
constexpr FieldDescriptor kDescribeLogDirsResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(DescribeLogDirsResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(DescribeLogDirsResponse, error_code), FieldType::kInt16, false, true, false, false, false, {3, 32767}, {}},
    {"Results", &kDescribeLogDirsResponseDescribeLogDirsResult, -1, offsetof(DescribeLogDirsResponse, results), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor DescribeLogDirsResponse::kDescriptor = {
    "DescribeLogDirsResponse", MessageKind::kResponse, 0, false, 35, {1, 5}, {2, 32767},
    {"DescribeLogDirsResponse", kDescribeLogDirsResponseFields, 3, 3, sizeof(DescribeLogDirsResponse), &kDefaultOf<DescribeLogDirsResponse>}};

namespace {
constexpr FieldDescriptor kDescribeProducersRequestTopicRequestFields[] = {
    {"Name", nullptr, -1, offsetof(DescribeProducersRequest::TopicRequest, name), FieldType::kString, false, false, false, true, false, {0, 32767}, {}},
    {"PartitionIndexes", nullptr, -1, offsetof(DescribeProducersRequest::TopicRequest, partition_indexes), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDescribeProducersRequestTopicRequest = {"TopicRequest", kDescribeProducersRequestTopicRequestFields, 2, 2, sizeof(DescribeProducersRequest::TopicRequest), &kDefaultOf<DescribeProducersRequest::TopicRequest>};
constexpr FieldDescriptor kDescribeProducersRequestFields[] = {
    {"Topics", &kDescribeProducersRequestTopicRequest, -1, offsetof(DescribeProducersRequest, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor DescribeProducersRequest::kDescriptor = {
    "DescribeProducersRequest", MessageKind::kRequest, kBrokerListener, false, 61, {0, 0}, {0, 32767},
    {"DescribeProducersRequest", kDescribeProducersRequestFields, 1, 1, sizeof(DescribeProducersRequest), &kDefaultOf<DescribeProducersRequest>}};

namespace {
constexpr FieldDescriptor kDescribeProducersResponseProducerStateFields[] = {
    {"ProducerId", nullptr, -1, offsetof(DescribeProducersResponse::ProducerState, producer_id), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"ProducerEpoch", nullptr, -1, offsetof(DescribeProducersResponse::ProducerState, producer_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"LastSequence", nullptr, -1, offsetof(DescribeProducersResponse::ProducerState, last_sequence), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"LastTimestamp", nullptr, -1, offsetof(DescribeProducersResponse::ProducerState, last_timestamp), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"CoordinatorEpoch", nullptr, -1, offsetof(DescribeProducersResponse::ProducerState, coordinator_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"CurrentTxnStartOffset", nullptr, -1, offsetof(DescribeProducersResponse::ProducerState, current_txn_start_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDescribeProducersResponseProducerState = {"ProducerState", kDescribeProducersResponseProducerStateFields, 6, 6, sizeof(DescribeProducersResponse::ProducerState), &kDefaultOf<DescribeProducersResponse::ProducerState>};
constexpr FieldDescriptor kDescribeProducersResponsePartitionResponseFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(DescribeProducersResponse::PartitionResponse, partition_index), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(DescribeProducersResponse::PartitionResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(DescribeProducersResponse::PartitionResponse, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"ActiveProducers", &kDescribeProducersResponseProducerState, -1, offsetof(DescribeProducersResponse::PartitionResponse, active_producers), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDescribeProducersResponsePartitionResponse = {"PartitionResponse", kDescribeProducersResponsePartitionResponseFields, 4, 4, sizeof(DescribeProducersResponse::PartitionResponse), &kDefaultOf<DescribeProducersResponse::PartitionResponse>};
constexpr FieldDescriptor kDescribeProducersResponseTopicResponseFields[] = {
    {"Name", nullptr, -1, offsetof(DescribeProducersResponse::TopicResponse, name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", &kDescribeProducersResponsePartitionResponse, -1, offsetof(DescribeProducersResponse::TopicResponse, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDescribeProducersResponseTopicResponse = {"TopicResponse", kDescribeProducersResponseTopicResponseFields, 2, 2, sizeof(DescribeProducersResponse::TopicResponse), &kDefaultOf<DescribeProducersResponse::TopicResponse>};
constexpr FieldDescriptor kDescribeProducersResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(DescribeProducersResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Topics", &kDescribeProducersResponseTopicResponse, -1, offsetof(DescribeProducersResponse, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor DescribeProducersResponse::kDescriptor = {
    "DescribeProducersResponse", MessageKind::kResponse, 0, false, 61, {0, 0}, {0, 32767},
    {"DescribeProducersResponse", kDescribeProducersResponseFields, 2, 2, sizeof(DescribeProducersResponse), &kDefaultOf<DescribeProducersResponse>}};

namespace {
constexpr FieldDescriptor kDescribeQuorumRequestPartitionDataFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(DescribeQuorumRequest::PartitionData, partition_index), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDescribeQuorumRequestPartitionData = {"PartitionData", kDescribeQuorumRequestPartitionDataFields, 1, 1, sizeof(DescribeQuorumRequest::PartitionData), &kDefaultOf<DescribeQuorumRequest::PartitionData>};
constexpr FieldDescriptor kDescribeQuorumRequestTopicDataFields[] = {
    {"TopicName", nullptr, -1, offsetof(DescribeQuorumRequest::TopicData, topic_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", &kDescribeQuorumRequestPartitionData, -1, offsetof(DescribeQuorumRequest::TopicData, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDescribeQuorumRequestTopicData = {"TopicData", kDescribeQuorumRequestTopicDataFields, 2, 2, sizeof(DescribeQuorumRequest::TopicData), &kDefaultOf<DescribeQuorumRequest::TopicData>};
constexpr FieldDescriptor kDescribeQuorumRequestFields[] = {
    {"Topics", &kDescribeQuorumRequestTopicData, -1, offsetof(DescribeQuorumRequest, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor DescribeQuorumRequest::kDescriptor = {
    "DescribeQuorumRequest", MessageKind::kRequest, kBrokerListener | kControllerListener, false, 55, {0, 2}, {0, 32767},
    {"DescribeQuorumRequest", kDescribeQuorumRequestFields, 1, 1, sizeof(DescribeQuorumRequest), &kDefaultOf<DescribeQuorumRequest>}};

namespace {
constexpr FieldDescriptor kDescribeQuorumResponseReplicaStateFields[] = {
    {"ReplicaId", nullptr, -1, offsetof(DescribeQuorumResponse::ReplicaState, replica_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ReplicaDirectoryId", nullptr, -1, offsetof(DescribeQuorumResponse::ReplicaState, replica_directory_id), FieldType::kUuid, false, false, false, false, false, {2, 32767}, {}},
    {"LogEndOffset", nullptr, -1, offsetof(DescribeQuorumResponse::ReplicaState, log_end_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"LastFetchTimestamp", nullptr, -1, offsetof(DescribeQuorumResponse::ReplicaState, last_fetch_timestamp), FieldType::kInt64, false, true, false, false, false, {1, 32767}, {}},
    {"LastCaughtUpTimestamp", nullptr, -1, offsetof(DescribeQuorumResponse::ReplicaState, last_caught_up_timestamp), FieldType::kInt64, false, true, false, false, false, {1, 32767}, {}},
};
constexpr StructDescriptor kDescribeQuorumResponseReplicaState = {"ReplicaState", kDescribeQuorumResponseReplicaStateFields, 5, 5, sizeof(DescribeQuorumResponse::ReplicaState), &kDefaultOf<DescribeQuorumResponse::ReplicaState>};
constexpr FieldDescriptor kDescribeQuorumResponsePartitionDataFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(DescribeQuorumResponse::PartitionData, partition_index), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(DescribeQuorumResponse::PartitionData, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(DescribeQuorumResponse::PartitionData, error_message), FieldType::kString, false, true, false, false, false, {2, 32767}, {2, 32767}},
    {"LeaderId", nullptr, -1, offsetof(DescribeQuorumResponse::PartitionData, leader_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"LeaderEpoch", nullptr, -1, offsetof(DescribeQuorumResponse::PartitionData, leader_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"HighWatermark", nullptr, -1, offsetof(DescribeQuorumResponse::PartitionData, high_watermark), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"CurrentVoters", &kDescribeQuorumResponseReplicaState, -1, offsetof(DescribeQuorumResponse::PartitionData, current_voters), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"Observers", &kDescribeQuorumResponseReplicaState, -1, offsetof(DescribeQuorumResponse::PartitionData, observers), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDescribeQuorumResponsePartitionData = {"PartitionData", kDescribeQuorumResponsePartitionDataFields, 8, 8, sizeof(DescribeQuorumResponse::PartitionData), &kDefaultOf<DescribeQuorumResponse::PartitionData>};
constexpr FieldDescriptor kDescribeQuorumResponseTopicDataFields[] = {
    {"TopicName", nullptr, -1, offsetof(DescribeQuorumResponse::TopicData, topic_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", &kDescribeQuorumResponsePartitionData, -1, offsetof(DescribeQuorumResponse::TopicData, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDescribeQuorumResponseTopicData = {"TopicData", kDescribeQuorumResponseTopicDataFields, 2, 2, sizeof(DescribeQuorumResponse::TopicData), &kDefaultOf<DescribeQuorumResponse::TopicData>};
constexpr FieldDescriptor kDescribeQuorumResponseListenerFields[] = {
    {"Name", nullptr, -1, offsetof(DescribeQuorumResponse::Listener, name), FieldType::kString, false, false, false, true, false, {2, 32767}, {}},
    {"Host", nullptr, -1, offsetof(DescribeQuorumResponse::Listener, host), FieldType::kString, false, false, false, false, false, {2, 32767}, {}},
    {"Port", nullptr, -1, offsetof(DescribeQuorumResponse::Listener, port), FieldType::kUint16, false, false, false, false, false, {2, 32767}, {}},
};
constexpr StructDescriptor kDescribeQuorumResponseListener = {"Listener", kDescribeQuorumResponseListenerFields, 3, 3, sizeof(DescribeQuorumResponse::Listener), &kDefaultOf<DescribeQuorumResponse::Listener>};
constexpr FieldDescriptor kDescribeQuorumResponseNodeFields[] = {
    {"NodeId", nullptr, -1, offsetof(DescribeQuorumResponse::Node, node_id), FieldType::kInt32, false, false, false, true, false, {2, 32767}, {}},
    {"Listeners", &kDescribeQuorumResponseListener, -1, offsetof(DescribeQuorumResponse::Node, listeners), FieldType::kStruct, true, false, false, false, false, {2, 32767}, {}},
};
constexpr StructDescriptor kDescribeQuorumResponseNode = {"Node", kDescribeQuorumResponseNodeFields, 2, 2, sizeof(DescribeQuorumResponse::Node), &kDefaultOf<DescribeQuorumResponse::Node>};
constexpr FieldDescriptor kDescribeQuorumResponseFields[] = {
    {"ErrorCode", nullptr, -1, offsetof(DescribeQuorumResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(DescribeQuorumResponse, error_message), FieldType::kString, false, true, false, false, false, {2, 32767}, {2, 32767}},
    {"Topics", &kDescribeQuorumResponseTopicData, -1, offsetof(DescribeQuorumResponse, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"Nodes", &kDescribeQuorumResponseNode, -1, offsetof(DescribeQuorumResponse, nodes), FieldType::kStruct, true, false, false, false, false, {2, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor DescribeQuorumResponse::kDescriptor = {
    "DescribeQuorumResponse", MessageKind::kResponse, 0, false, 55, {0, 2}, {0, 32767},
    {"DescribeQuorumResponse", kDescribeQuorumResponseFields, 4, 4, sizeof(DescribeQuorumResponse), &kDefaultOf<DescribeQuorumResponse>}};

namespace {
constexpr FieldDescriptor kDescribeShareGroupOffsetsRequestDescribeShareGroupOffsetsRequestTopicFields[] = {
    {"TopicName", nullptr, -1, offsetof(DescribeShareGroupOffsetsRequest::DescribeShareGroupOffsetsRequestTopic, topic_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", nullptr, -1, offsetof(DescribeShareGroupOffsetsRequest::DescribeShareGroupOffsetsRequestTopic, partitions), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDescribeShareGroupOffsetsRequestDescribeShareGroupOffsetsRequestTopic = {"DescribeShareGroupOffsetsRequestTopic", kDescribeShareGroupOffsetsRequestDescribeShareGroupOffsetsRequestTopicFields, 2, 2, sizeof(DescribeShareGroupOffsetsRequest::DescribeShareGroupOffsetsRequestTopic), &kDefaultOf<DescribeShareGroupOffsetsRequest::DescribeShareGroupOffsetsRequestTopic>};
constexpr FieldDescriptor kDescribeShareGroupOffsetsRequestDescribeShareGroupOffsetsRequestGroupFields[] = {
    {"GroupId", nullptr, -1, offsetof(DescribeShareGroupOffsetsRequest::DescribeShareGroupOffsetsRequestGroup, group_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Topics", &kDescribeShareGroupOffsetsRequestDescribeShareGroupOffsetsRequestTopic, -1, offsetof(DescribeShareGroupOffsetsRequest::DescribeShareGroupOffsetsRequestGroup, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {0, 32767}},
};
constexpr StructDescriptor kDescribeShareGroupOffsetsRequestDescribeShareGroupOffsetsRequestGroup = {"DescribeShareGroupOffsetsRequestGroup", kDescribeShareGroupOffsetsRequestDescribeShareGroupOffsetsRequestGroupFields, 2, 2, sizeof(DescribeShareGroupOffsetsRequest::DescribeShareGroupOffsetsRequestGroup), &kDefaultOf<DescribeShareGroupOffsetsRequest::DescribeShareGroupOffsetsRequestGroup>};
constexpr FieldDescriptor kDescribeShareGroupOffsetsRequestFields[] = {
    {"Groups", &kDescribeShareGroupOffsetsRequestDescribeShareGroupOffsetsRequestGroup, -1, offsetof(DescribeShareGroupOffsetsRequest, groups), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor DescribeShareGroupOffsetsRequest::kDescriptor = {
    "DescribeShareGroupOffsetsRequest", MessageKind::kRequest, kBrokerListener, false, 90, {0, 1}, {0, 32767},
    {"DescribeShareGroupOffsetsRequest", kDescribeShareGroupOffsetsRequestFields, 1, 1, sizeof(DescribeShareGroupOffsetsRequest), &kDefaultOf<DescribeShareGroupOffsetsRequest>}};

namespace {
constexpr FieldDescriptor kDescribeShareGroupOffsetsResponseDescribeShareGroupOffsetsResponsePartitionFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(DescribeShareGroupOffsetsResponse::DescribeShareGroupOffsetsResponsePartition, partition_index), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"StartOffset", nullptr, -1, offsetof(DescribeShareGroupOffsetsResponse::DescribeShareGroupOffsetsResponsePartition, start_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"LeaderEpoch", nullptr, -1, offsetof(DescribeShareGroupOffsetsResponse::DescribeShareGroupOffsetsResponsePartition, leader_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Lag", nullptr, -1, offsetof(DescribeShareGroupOffsetsResponse::DescribeShareGroupOffsetsResponsePartition, lag), FieldType::kInt64, false, true, false, false, false, {1, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(DescribeShareGroupOffsetsResponse::DescribeShareGroupOffsetsResponsePartition, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(DescribeShareGroupOffsetsResponse::DescribeShareGroupOffsetsResponsePartition, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
};
constexpr StructDescriptor kDescribeShareGroupOffsetsResponseDescribeShareGroupOffsetsResponsePartition = {"DescribeShareGroupOffsetsResponsePartition", kDescribeShareGroupOffsetsResponseDescribeShareGroupOffsetsResponsePartitionFields, 6, 6, sizeof(DescribeShareGroupOffsetsResponse::DescribeShareGroupOffsetsResponsePartition), &kDefaultOf<DescribeShareGroupOffsetsResponse::DescribeShareGroupOffsetsResponsePartition>};
constexpr FieldDescriptor kDescribeShareGroupOffsetsResponseDescribeShareGroupOffsetsResponseTopicFields[] = {
    {"TopicName", nullptr, -1, offsetof(DescribeShareGroupOffsetsResponse::DescribeShareGroupOffsetsResponseTopic, topic_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"TopicId", nullptr, -1, offsetof(DescribeShareGroupOffsetsResponse::DescribeShareGroupOffsetsResponseTopic, topic_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", &kDescribeShareGroupOffsetsResponseDescribeShareGroupOffsetsResponsePartition, -1, offsetof(DescribeShareGroupOffsetsResponse::DescribeShareGroupOffsetsResponseTopic, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDescribeShareGroupOffsetsResponseDescribeShareGroupOffsetsResponseTopic = {"DescribeShareGroupOffsetsResponseTopic", kDescribeShareGroupOffsetsResponseDescribeShareGroupOffsetsResponseTopicFields, 3, 3, sizeof(DescribeShareGroupOffsetsResponse::DescribeShareGroupOffsetsResponseTopic), &kDefaultOf<DescribeShareGroupOffsetsResponse::DescribeShareGroupOffsetsResponseTopic>};
constexpr FieldDescriptor kDescribeShareGroupOffsetsResponseDescribeShareGroupOffsetsResponseGroupFields[] = {
    {"GroupId", nullptr, -1, offsetof(DescribeShareGroupOffsetsResponse::DescribeShareGroupOffsetsResponseGroup, group_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Topics", &kDescribeShareGroupOffsetsResponseDescribeShareGroupOffsetsResponseTopic, -1, offsetof(DescribeShareGroupOffsetsResponse::DescribeShareGroupOffsetsResponseGroup, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(DescribeShareGroupOffsetsResponse::DescribeShareGroupOffsetsResponseGroup, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(DescribeShareGroupOffsetsResponse::DescribeShareGroupOffsetsResponseGroup, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
};
constexpr StructDescriptor kDescribeShareGroupOffsetsResponseDescribeShareGroupOffsetsResponseGroup = {"DescribeShareGroupOffsetsResponseGroup", kDescribeShareGroupOffsetsResponseDescribeShareGroupOffsetsResponseGroupFields, 4, 4, sizeof(DescribeShareGroupOffsetsResponse::DescribeShareGroupOffsetsResponseGroup), &kDefaultOf<DescribeShareGroupOffsetsResponse::DescribeShareGroupOffsetsResponseGroup>};
constexpr FieldDescriptor kDescribeShareGroupOffsetsResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(DescribeShareGroupOffsetsResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Groups", &kDescribeShareGroupOffsetsResponseDescribeShareGroupOffsetsResponseGroup, -1, offsetof(DescribeShareGroupOffsetsResponse, groups), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor DescribeShareGroupOffsetsResponse::kDescriptor = {
    "DescribeShareGroupOffsetsResponse", MessageKind::kResponse, 0, false, 90, {0, 1}, {0, 32767},
    {"DescribeShareGroupOffsetsResponse", kDescribeShareGroupOffsetsResponseFields, 2, 2, sizeof(DescribeShareGroupOffsetsResponse), &kDefaultOf<DescribeShareGroupOffsetsResponse>}};

namespace {
constexpr FieldDescriptor kDescribeTopicPartitionsRequestTopicRequestFields[] = {
    {"Name", nullptr, -1, offsetof(DescribeTopicPartitionsRequest::TopicRequest, name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDescribeTopicPartitionsRequestTopicRequest = {"TopicRequest", kDescribeTopicPartitionsRequestTopicRequestFields, 1, 1, sizeof(DescribeTopicPartitionsRequest::TopicRequest), &kDefaultOf<DescribeTopicPartitionsRequest::TopicRequest>};
constexpr FieldDescriptor kDescribeTopicPartitionsRequestCursorFields[] = {
    {"TopicName", nullptr, -1, offsetof(DescribeTopicPartitionsRequest::Cursor, topic_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"PartitionIndex", nullptr, -1, offsetof(DescribeTopicPartitionsRequest::Cursor, partition_index), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDescribeTopicPartitionsRequestCursor = {"Cursor", kDescribeTopicPartitionsRequestCursorFields, 2, 2, sizeof(DescribeTopicPartitionsRequest::Cursor), &kDefaultOf<DescribeTopicPartitionsRequest::Cursor>};
constexpr FieldDescriptor kDescribeTopicPartitionsRequestFields[] = {
    {"Topics", &kDescribeTopicPartitionsRequestTopicRequest, -1, offsetof(DescribeTopicPartitionsRequest, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"ResponsePartitionLimit", nullptr, -1, offsetof(DescribeTopicPartitionsRequest, response_partition_limit), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Cursor", &kDescribeTopicPartitionsRequestCursor, -1, offsetof(DescribeTopicPartitionsRequest, cursor), FieldType::kStruct, false, false, true, false, false, {0, 32767}, {0, 32767}},
};
}  // namespace
constinit const MessageDescriptor DescribeTopicPartitionsRequest::kDescriptor = {
    "DescribeTopicPartitionsRequest", MessageKind::kRequest, kBrokerListener, false, 75, {0, 0}, {0, 32767},
    {"DescribeTopicPartitionsRequest", kDescribeTopicPartitionsRequestFields, 3, 3, sizeof(DescribeTopicPartitionsRequest), &kDefaultOf<DescribeTopicPartitionsRequest>}};

namespace {
constexpr FieldDescriptor kDescribeTopicPartitionsResponseDescribeTopicPartitionsResponsePartitionFields[] = {
    {"ErrorCode", nullptr, -1, offsetof(DescribeTopicPartitionsResponse::DescribeTopicPartitionsResponsePartition, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"PartitionIndex", nullptr, -1, offsetof(DescribeTopicPartitionsResponse::DescribeTopicPartitionsResponsePartition, partition_index), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"LeaderId", nullptr, -1, offsetof(DescribeTopicPartitionsResponse::DescribeTopicPartitionsResponsePartition, leader_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"LeaderEpoch", nullptr, -1, offsetof(DescribeTopicPartitionsResponse::DescribeTopicPartitionsResponsePartition, leader_epoch), FieldType::kInt32, false, true, false, false, false, {0, 32767}, {}},
    {"ReplicaNodes", nullptr, -1, offsetof(DescribeTopicPartitionsResponse::DescribeTopicPartitionsResponsePartition, replica_nodes), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
    {"IsrNodes", nullptr, -1, offsetof(DescribeTopicPartitionsResponse::DescribeTopicPartitionsResponsePartition, isr_nodes), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
    {"EligibleLeaderReplicas", nullptr, -1, offsetof(DescribeTopicPartitionsResponse::DescribeTopicPartitionsResponsePartition, eligible_leader_replicas), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {0, 32767}},
    {"LastKnownElr", nullptr, -1, offsetof(DescribeTopicPartitionsResponse::DescribeTopicPartitionsResponsePartition, last_known_elr), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {0, 32767}},
    {"OfflineReplicas", nullptr, -1, offsetof(DescribeTopicPartitionsResponse::DescribeTopicPartitionsResponsePartition, offline_replicas), FieldType::kInt32, true, true, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDescribeTopicPartitionsResponseDescribeTopicPartitionsResponsePartition = {"DescribeTopicPartitionsResponsePartition", kDescribeTopicPartitionsResponseDescribeTopicPartitionsResponsePartitionFields, 9, 9, sizeof(DescribeTopicPartitionsResponse::DescribeTopicPartitionsResponsePartition), &kDefaultOf<DescribeTopicPartitionsResponse::DescribeTopicPartitionsResponsePartition>};
constexpr FieldDescriptor kDescribeTopicPartitionsResponseDescribeTopicPartitionsResponseTopicFields[] = {
    {"ErrorCode", nullptr, -1, offsetof(DescribeTopicPartitionsResponse::DescribeTopicPartitionsResponseTopic, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"Name", nullptr, -1, offsetof(DescribeTopicPartitionsResponse::DescribeTopicPartitionsResponseTopic, name), FieldType::kString, false, false, false, true, false, {0, 32767}, {0, 32767}},
    {"TopicId", nullptr, -1, offsetof(DescribeTopicPartitionsResponse::DescribeTopicPartitionsResponseTopic, topic_id), FieldType::kUuid, false, true, false, false, false, {0, 32767}, {}},
    {"IsInternal", nullptr, -1, offsetof(DescribeTopicPartitionsResponse::DescribeTopicPartitionsResponseTopic, is_internal), FieldType::kBool, false, true, false, false, false, {0, 32767}, {}},
    {"Partitions", &kDescribeTopicPartitionsResponseDescribeTopicPartitionsResponsePartition, -1, offsetof(DescribeTopicPartitionsResponse::DescribeTopicPartitionsResponseTopic, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"TopicAuthorizedOperations", nullptr, -1, offsetof(DescribeTopicPartitionsResponse::DescribeTopicPartitionsResponseTopic, topic_authorized_operations), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDescribeTopicPartitionsResponseDescribeTopicPartitionsResponseTopic = {"DescribeTopicPartitionsResponseTopic", kDescribeTopicPartitionsResponseDescribeTopicPartitionsResponseTopicFields, 6, 6, sizeof(DescribeTopicPartitionsResponse::DescribeTopicPartitionsResponseTopic), &kDefaultOf<DescribeTopicPartitionsResponse::DescribeTopicPartitionsResponseTopic>};
constexpr FieldDescriptor kDescribeTopicPartitionsResponseCursorFields[] = {
    {"TopicName", nullptr, -1, offsetof(DescribeTopicPartitionsResponse::Cursor, topic_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"PartitionIndex", nullptr, -1, offsetof(DescribeTopicPartitionsResponse::Cursor, partition_index), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDescribeTopicPartitionsResponseCursor = {"Cursor", kDescribeTopicPartitionsResponseCursorFields, 2, 2, sizeof(DescribeTopicPartitionsResponse::Cursor), &kDefaultOf<DescribeTopicPartitionsResponse::Cursor>};
constexpr FieldDescriptor kDescribeTopicPartitionsResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(DescribeTopicPartitionsResponse, throttle_time_ms), FieldType::kInt32, false, true, false, false, false, {0, 32767}, {}},
    {"Topics", &kDescribeTopicPartitionsResponseDescribeTopicPartitionsResponseTopic, -1, offsetof(DescribeTopicPartitionsResponse, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"NextCursor", &kDescribeTopicPartitionsResponseCursor, -1, offsetof(DescribeTopicPartitionsResponse, next_cursor), FieldType::kStruct, false, false, true, false, false, {0, 32767}, {0, 32767}},
};
}  // namespace
constinit const MessageDescriptor DescribeTopicPartitionsResponse::kDescriptor = {
    "DescribeTopicPartitionsResponse", MessageKind::kResponse, 0, false, 75, {0, 0}, {0, 32767},
    {"DescribeTopicPartitionsResponse", kDescribeTopicPartitionsResponseFields, 3, 3, sizeof(DescribeTopicPartitionsResponse), &kDefaultOf<DescribeTopicPartitionsResponse>}};

namespace {
constexpr FieldDescriptor kDescribeTransactionsRequestFields[] = {
    {"TransactionalIds", nullptr, -1, offsetof(DescribeTransactionsRequest, transactional_ids), FieldType::kString, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor DescribeTransactionsRequest::kDescriptor = {
    "DescribeTransactionsRequest", MessageKind::kRequest, kBrokerListener, false, 65, {0, 0}, {0, 32767},
    {"DescribeTransactionsRequest", kDescribeTransactionsRequestFields, 1, 1, sizeof(DescribeTransactionsRequest), &kDefaultOf<DescribeTransactionsRequest>}};

namespace {
constexpr FieldDescriptor kDescribeTransactionsResponseTopicDataFields[] = {
    {"Topic", nullptr, -1, offsetof(DescribeTransactionsResponse::TopicData, topic), FieldType::kString, false, false, false, true, false, {0, 32767}, {}},
    {"Partitions", nullptr, -1, offsetof(DescribeTransactionsResponse::TopicData, partitions), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDescribeTransactionsResponseTopicData = {"TopicData", kDescribeTransactionsResponseTopicDataFields, 2, 2, sizeof(DescribeTransactionsResponse::TopicData), &kDefaultOf<DescribeTransactionsResponse::TopicData>};
constexpr FieldDescriptor kDescribeTransactionsResponseTransactionStateFields[] = {
    {"ErrorCode", nullptr, -1, offsetof(DescribeTransactionsResponse::TransactionState, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"TransactionalId", nullptr, -1, offsetof(DescribeTransactionsResponse::TransactionState, transactional_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"TransactionState", nullptr, -1, offsetof(DescribeTransactionsResponse::TransactionState, transaction_state), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"TransactionTimeoutMs", nullptr, -1, offsetof(DescribeTransactionsResponse::TransactionState, transaction_timeout_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"TransactionStartTimeMs", nullptr, -1, offsetof(DescribeTransactionsResponse::TransactionState, transaction_start_time_ms), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"ProducerId", nullptr, -1, offsetof(DescribeTransactionsResponse::TransactionState, producer_id), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"ProducerEpoch", nullptr, -1, offsetof(DescribeTransactionsResponse::TransactionState, producer_epoch), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"Topics", &kDescribeTransactionsResponseTopicData, -1, offsetof(DescribeTransactionsResponse::TransactionState, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDescribeTransactionsResponseTransactionState = {"TransactionState", kDescribeTransactionsResponseTransactionStateFields, 8, 8, sizeof(DescribeTransactionsResponse::TransactionState), &kDefaultOf<DescribeTransactionsResponse::TransactionState>};
constexpr FieldDescriptor kDescribeTransactionsResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(DescribeTransactionsResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"TransactionStates", &kDescribeTransactionsResponseTransactionState, -1, offsetof(DescribeTransactionsResponse, transaction_states), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor DescribeTransactionsResponse::kDescriptor = {
    "DescribeTransactionsResponse", MessageKind::kResponse, 0, false, 65, {0, 0}, {0, 32767},
    {"DescribeTransactionsResponse", kDescribeTransactionsResponseFields, 2, 2, sizeof(DescribeTransactionsResponse), &kDefaultOf<DescribeTransactionsResponse>}};

namespace {
constexpr FieldDescriptor kDescribeUserScramCredentialsRequestUserNameFields[] = {
    {"Name", nullptr, -1, offsetof(DescribeUserScramCredentialsRequest::UserName, name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDescribeUserScramCredentialsRequestUserName = {"UserName", kDescribeUserScramCredentialsRequestUserNameFields, 1, 1, sizeof(DescribeUserScramCredentialsRequest::UserName), &kDefaultOf<DescribeUserScramCredentialsRequest::UserName>};
constexpr FieldDescriptor kDescribeUserScramCredentialsRequestFields[] = {
    {"Users", &kDescribeUserScramCredentialsRequestUserName, -1, offsetof(DescribeUserScramCredentialsRequest, users), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {0, 32767}},
};
}  // namespace
constinit const MessageDescriptor DescribeUserScramCredentialsRequest::kDescriptor = {
    "DescribeUserScramCredentialsRequest", MessageKind::kRequest, kBrokerListener | kControllerListener, false, 50, {0, 0}, {0, 32767},
    {"DescribeUserScramCredentialsRequest", kDescribeUserScramCredentialsRequestFields, 1, 1, sizeof(DescribeUserScramCredentialsRequest), &kDefaultOf<DescribeUserScramCredentialsRequest>}};

namespace {
constexpr FieldDescriptor kDescribeUserScramCredentialsResponseCredentialInfoFields[] = {
    {"Mechanism", nullptr, -1, offsetof(DescribeUserScramCredentialsResponse::CredentialInfo, mechanism), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
    {"Iterations", nullptr, -1, offsetof(DescribeUserScramCredentialsResponse::CredentialInfo, iterations), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDescribeUserScramCredentialsResponseCredentialInfo = {"CredentialInfo", kDescribeUserScramCredentialsResponseCredentialInfoFields, 2, 2, sizeof(DescribeUserScramCredentialsResponse::CredentialInfo), &kDefaultOf<DescribeUserScramCredentialsResponse::CredentialInfo>};
constexpr FieldDescriptor kDescribeUserScramCredentialsResponseDescribeUserScramCredentialsResultFields[] = {
    {"User", nullptr, -1, offsetof(DescribeUserScramCredentialsResponse::DescribeUserScramCredentialsResult, user), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(DescribeUserScramCredentialsResponse::DescribeUserScramCredentialsResult, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(DescribeUserScramCredentialsResponse::DescribeUserScramCredentialsResult, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"CredentialInfos", &kDescribeUserScramCredentialsResponseCredentialInfo, -1, offsetof(DescribeUserScramCredentialsResponse::DescribeUserScramCredentialsResult, credential_infos), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kDescribeUserScramCredentialsResponseDescribeUserScramCredentialsResult = {"DescribeUserScramCredentialsResult", kDescribeUserScramCredentialsResponseDescribeUserScramCredentialsResultFields, 4, 4, sizeof(DescribeUserScramCredentialsResponse::DescribeUserScramCredentialsResult), &kDefaultOf<DescribeUserScramCredentialsResponse::DescribeUserScramCredentialsResult>};
constexpr FieldDescriptor kDescribeUserScramCredentialsResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(DescribeUserScramCredentialsResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(DescribeUserScramCredentialsResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(DescribeUserScramCredentialsResponse, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"Results", &kDescribeUserScramCredentialsResponseDescribeUserScramCredentialsResult, -1, offsetof(DescribeUserScramCredentialsResponse, results), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor DescribeUserScramCredentialsResponse::kDescriptor = {
    "DescribeUserScramCredentialsResponse", MessageKind::kResponse, 0, false, 50, {0, 0}, {0, 32767},
    {"DescribeUserScramCredentialsResponse", kDescribeUserScramCredentialsResponseFields, 4, 4, sizeof(DescribeUserScramCredentialsResponse), &kDefaultOf<DescribeUserScramCredentialsResponse>}};

namespace {
constexpr FieldDescriptor kElectLeadersRequestTopicPartitionsFields[] = {
    {"Topic", nullptr, -1, offsetof(ElectLeadersRequest::TopicPartitions, topic), FieldType::kString, false, false, false, true, false, {0, 32767}, {}},
    {"Partitions", nullptr, -1, offsetof(ElectLeadersRequest::TopicPartitions, partitions), FieldType::kInt32, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kElectLeadersRequestTopicPartitions = {"TopicPartitions", kElectLeadersRequestTopicPartitionsFields, 2, 2, sizeof(ElectLeadersRequest::TopicPartitions), &kDefaultOf<ElectLeadersRequest::TopicPartitions>};
constexpr FieldDescriptor kElectLeadersRequestFields[] = {
    {"ElectionType", nullptr, -1, offsetof(ElectLeadersRequest, election_type), FieldType::kInt8, false, false, false, false, false, {1, 32767}, {}},
    {"TopicPartitions", &kElectLeadersRequestTopicPartitions, -1, offsetof(ElectLeadersRequest, topic_partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {0, 32767}},
    {"TimeoutMs", nullptr, -1, offsetof(ElectLeadersRequest, timeout_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ElectLeadersRequest::kDescriptor = {
    "ElectLeadersRequest", MessageKind::kRequest, kBrokerListener | kControllerListener, false, 43, {0, 2}, {2, 32767},
    {"ElectLeadersRequest", kElectLeadersRequestFields, 3, 3, sizeof(ElectLeadersRequest), &kDefaultOf<ElectLeadersRequest>}};

namespace {
constexpr FieldDescriptor kElectLeadersResponsePartitionResultFields[] = {
    {"PartitionId", nullptr, -1, offsetof(ElectLeadersResponse::PartitionResult, partition_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(ElectLeadersResponse::PartitionResult, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(ElectLeadersResponse::PartitionResult, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
};
constexpr StructDescriptor kElectLeadersResponsePartitionResult = {"PartitionResult", kElectLeadersResponsePartitionResultFields, 3, 3, sizeof(ElectLeadersResponse::PartitionResult), &kDefaultOf<ElectLeadersResponse::PartitionResult>};
constexpr FieldDescriptor kElectLeadersResponseReplicaElectionResultFields[] = {
    {"Topic", nullptr, -1, offsetof(ElectLeadersResponse::ReplicaElectionResult, topic), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"PartitionResult", &kElectLeadersResponsePartitionResult, -1, offsetof(ElectLeadersResponse::ReplicaElectionResult, partition_result), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kElectLeadersResponseReplicaElectionResult = {"ReplicaElectionResult", kElectLeadersResponseReplicaElectionResultFields, 2, 2, sizeof(ElectLeadersResponse::ReplicaElectionResult), &kDefaultOf<ElectLeadersResponse::ReplicaElectionResult>};
constexpr FieldDescriptor kElectLeadersResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(ElectLeadersResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(ElectLeadersResponse, error_code), FieldType::kInt16, false, false, false, false, false, {1, 32767}, {}},
    {"ReplicaElectionResults", &kElectLeadersResponseReplicaElectionResult, -1, offsetof(ElectLeadersResponse, replica_election_results), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ElectLeadersResponse::kDescriptor = {
    "ElectLeadersResponse", MessageKind::kResponse, 0, false, 43, {0, 2}, {2, 32767},
    {"ElectLeadersResponse", kElectLeadersResponseFields, 3, 3, sizeof(ElectLeadersResponse), &kDefaultOf<ElectLeadersResponse>}};

namespace {
constexpr FieldDescriptor kEndQuorumEpochRequestReplicaInfoFields[] = {
    {"CandidateId", nullptr, -1, offsetof(EndQuorumEpochRequest::ReplicaInfo, candidate_id), FieldType::kInt32, false, false, false, false, false, {1, 32767}, {}},
    {"CandidateDirectoryId", nullptr, -1, offsetof(EndQuorumEpochRequest::ReplicaInfo, candidate_directory_id), FieldType::kUuid, false, false, false, false, false, {1, 32767}, {}},
};
constexpr StructDescriptor kEndQuorumEpochRequestReplicaInfo = {"ReplicaInfo", kEndQuorumEpochRequestReplicaInfoFields, 2, 2, sizeof(EndQuorumEpochRequest::ReplicaInfo), &kDefaultOf<EndQuorumEpochRequest::ReplicaInfo>};
constexpr FieldDescriptor kEndQuorumEpochRequestPartitionDataFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(EndQuorumEpochRequest::PartitionData, partition_index), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"LeaderId", nullptr, -1, offsetof(EndQuorumEpochRequest::PartitionData, leader_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"LeaderEpoch", nullptr, -1, offsetof(EndQuorumEpochRequest::PartitionData, leader_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"PreferredSuccessors", nullptr, -1, offsetof(EndQuorumEpochRequest::PartitionData, preferred_successors), FieldType::kInt32, true, true, false, false, false, {0, 0}, {}},
    {"PreferredCandidates", &kEndQuorumEpochRequestReplicaInfo, -1, offsetof(EndQuorumEpochRequest::PartitionData, preferred_candidates), FieldType::kStruct, true, true, false, false, false, {1, 32767}, {}},
};
constexpr StructDescriptor kEndQuorumEpochRequestPartitionData = {"PartitionData", kEndQuorumEpochRequestPartitionDataFields, 5, 5, sizeof(EndQuorumEpochRequest::PartitionData), &kDefaultOf<EndQuorumEpochRequest::PartitionData>};
constexpr FieldDescriptor kEndQuorumEpochRequestTopicDataFields[] = {
    {"TopicName", nullptr, -1, offsetof(EndQuorumEpochRequest::TopicData, topic_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", &kEndQuorumEpochRequestPartitionData, -1, offsetof(EndQuorumEpochRequest::TopicData, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kEndQuorumEpochRequestTopicData = {"TopicData", kEndQuorumEpochRequestTopicDataFields, 2, 2, sizeof(EndQuorumEpochRequest::TopicData), &kDefaultOf<EndQuorumEpochRequest::TopicData>};
constexpr FieldDescriptor kEndQuorumEpochRequestLeaderEndpointFields[] = {
    {"Name", nullptr, -1, offsetof(EndQuorumEpochRequest::LeaderEndpoint, name), FieldType::kString, false, false, false, true, false, {1, 32767}, {}},
    {"Host", nullptr, -1, offsetof(EndQuorumEpochRequest::LeaderEndpoint, host), FieldType::kString, false, false, false, false, false, {1, 32767}, {}},
    {"Port", nullptr, -1, offsetof(EndQuorumEpochRequest::LeaderEndpoint, port), FieldType::kUint16, false, false, false, false, false, {1, 32767}, {}},
};
constexpr StructDescriptor kEndQuorumEpochRequestLeaderEndpoint = {"LeaderEndpoint", kEndQuorumEpochRequestLeaderEndpointFields, 3, 3, sizeof(EndQuorumEpochRequest::LeaderEndpoint), &kDefaultOf<EndQuorumEpochRequest::LeaderEndpoint>};
constexpr FieldDescriptor kEndQuorumEpochRequestFields[] = {
    {"ClusterId", nullptr, -1, offsetof(EndQuorumEpochRequest, cluster_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"Topics", &kEndQuorumEpochRequestTopicData, -1, offsetof(EndQuorumEpochRequest, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"LeaderEndpoints", &kEndQuorumEpochRequestLeaderEndpoint, -1, offsetof(EndQuorumEpochRequest, leader_endpoints), FieldType::kStruct, true, true, false, false, false, {1, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor EndQuorumEpochRequest::kDescriptor = {
    "EndQuorumEpochRequest", MessageKind::kRequest, kControllerListener, false, 54, {0, 1}, {1, 32767},
    {"EndQuorumEpochRequest", kEndQuorumEpochRequestFields, 3, 3, sizeof(EndQuorumEpochRequest), &kDefaultOf<EndQuorumEpochRequest>}};

namespace {
constexpr FieldDescriptor kEndQuorumEpochResponsePartitionDataFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(EndQuorumEpochResponse::PartitionData, partition_index), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(EndQuorumEpochResponse::PartitionData, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"LeaderId", nullptr, -1, offsetof(EndQuorumEpochResponse::PartitionData, leader_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"LeaderEpoch", nullptr, -1, offsetof(EndQuorumEpochResponse::PartitionData, leader_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kEndQuorumEpochResponsePartitionData = {"PartitionData", kEndQuorumEpochResponsePartitionDataFields, 4, 4, sizeof(EndQuorumEpochResponse::PartitionData), &kDefaultOf<EndQuorumEpochResponse::PartitionData>};
constexpr FieldDescriptor kEndQuorumEpochResponseTopicDataFields[] = {
    {"TopicName", nullptr, -1, offsetof(EndQuorumEpochResponse::TopicData, topic_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", &kEndQuorumEpochResponsePartitionData, -1, offsetof(EndQuorumEpochResponse::TopicData, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kEndQuorumEpochResponseTopicData = {"TopicData", kEndQuorumEpochResponseTopicDataFields, 2, 2, sizeof(EndQuorumEpochResponse::TopicData), &kDefaultOf<EndQuorumEpochResponse::TopicData>};
constexpr FieldDescriptor kEndQuorumEpochResponseNodeEndpointFields[] = {
    {"NodeId", nullptr, -1, offsetof(EndQuorumEpochResponse::NodeEndpoint, node_id), FieldType::kInt32, false, false, false, true, false, {1, 32767}, {}},
    {"Host", nullptr, -1, offsetof(EndQuorumEpochResponse::NodeEndpoint, host), FieldType::kString, false, false, false, false, false, {1, 32767}, {}},
    {"Port", nullptr, -1, offsetof(EndQuorumEpochResponse::NodeEndpoint, port), FieldType::kUint16, false, false, false, false, false, {1, 32767}, {}},
};
constexpr StructDescriptor kEndQuorumEpochResponseNodeEndpoint = {"NodeEndpoint", kEndQuorumEpochResponseNodeEndpointFields, 3, 3, sizeof(EndQuorumEpochResponse::NodeEndpoint), &kDefaultOf<EndQuorumEpochResponse::NodeEndpoint>};
constexpr FieldDescriptor kEndQuorumEpochResponseFields[] = {
    {"ErrorCode", nullptr, -1, offsetof(EndQuorumEpochResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"Topics", &kEndQuorumEpochResponseTopicData, -1, offsetof(EndQuorumEpochResponse, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"NodeEndpoints", &kEndQuorumEpochResponseNodeEndpoint, 0, offsetof(EndQuorumEpochResponse, node_endpoints), FieldType::kStruct, true, false, false, false, false, {1, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor EndQuorumEpochResponse::kDescriptor = {
    "EndQuorumEpochResponse", MessageKind::kResponse, 0, false, 54, {0, 1}, {1, 32767},
    {"EndQuorumEpochResponse", kEndQuorumEpochResponseFields, 3, 2, sizeof(EndQuorumEpochResponse), &kDefaultOf<EndQuorumEpochResponse>}};

namespace {
}  // namespace
constinit const MessageDescriptor EndTransactionRecord::kDescriptor = {
    "EndTransactionRecord", MessageKind::kMetadataRecord, 0, false, 24, {0, 0}, {0, 32767},
    {"EndTransactionRecord", nullptr, 0, 0, sizeof(EndTransactionRecord), &kDefaultOf<EndTransactionRecord>}};

namespace {
constexpr FieldDescriptor kEndTxnMarkerFields[] = {
    {"CoordinatorEpoch", nullptr, -1, offsetof(EndTxnMarker, coordinator_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor EndTxnMarker::kDescriptor = {
    "EndTxnMarker", MessageKind::kData, 0, false, -1, {0, 0}, {},
    {"EndTxnMarker", kEndTxnMarkerFields, 1, 1, sizeof(EndTxnMarker), &kDefaultOf<EndTxnMarker>}};

namespace {
constexpr FieldDescriptor kEndTxnRequestFields[] = {
    {"TransactionalId", nullptr, -1, offsetof(EndTxnRequest, transactional_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"ProducerId", nullptr, -1, offsetof(EndTxnRequest, producer_id), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"ProducerEpoch", nullptr, -1, offsetof(EndTxnRequest, producer_epoch), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"Committed", nullptr, -1, offsetof(EndTxnRequest, committed), FieldType::kBool, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor EndTxnRequest::kDescriptor = {
    "EndTxnRequest", MessageKind::kRequest, kBrokerListener, false, 26, {0, 5}, {3, 32767},
    {"EndTxnRequest", kEndTxnRequestFields, 4, 4, sizeof(EndTxnRequest), &kDefaultOf<EndTxnRequest>}};

namespace {
constexpr FieldDescriptor kEndTxnResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(EndTxnResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(EndTxnResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ProducerId", nullptr, -1, offsetof(EndTxnResponse, producer_id), FieldType::kInt64, false, true, false, false, false, {5, 32767}, {}},
    {"ProducerEpoch", nullptr, -1, offsetof(EndTxnResponse, producer_epoch), FieldType::kInt16, false, true, false, false, false, {5, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor EndTxnResponse::kDescriptor = {
    "EndTxnResponse", MessageKind::kResponse, 0, false, 26, {0, 5}, {3, 32767},
    {"EndTxnResponse", kEndTxnResponseFields, 4, 4, sizeof(EndTxnResponse), &kDefaultOf<EndTxnResponse>}};

namespace {
constexpr FieldDescriptor kEnvelopeRequestFields[] = {
    {"RequestData", nullptr, -1, offsetof(EnvelopeRequest, request_data), FieldType::kBytes, false, false, false, false, false, {0, 32767}, {}},
    {"RequestPrincipal", nullptr, -1, offsetof(EnvelopeRequest, request_principal), FieldType::kBytes, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"ClientHostAddress", nullptr, -1, offsetof(EnvelopeRequest, client_host_address), FieldType::kBytes, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor EnvelopeRequest::kDescriptor = {
    "EnvelopeRequest", MessageKind::kRequest, kControllerListener, false, 58, {0, 0}, {0, 32767},
    {"EnvelopeRequest", kEnvelopeRequestFields, 3, 3, sizeof(EnvelopeRequest), &kDefaultOf<EnvelopeRequest>}};

namespace {
constexpr FieldDescriptor kEnvelopeResponseFields[] = {
    {"ResponseData", nullptr, -1, offsetof(EnvelopeResponse, response_data), FieldType::kBytes, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"ErrorCode", nullptr, -1, offsetof(EnvelopeResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor EnvelopeResponse::kDescriptor = {
    "EnvelopeResponse", MessageKind::kResponse, 0, false, 58, {0, 0}, {0, 32767},
    {"EnvelopeResponse", kEnvelopeResponseFields, 2, 2, sizeof(EnvelopeResponse), &kDefaultOf<EnvelopeResponse>}};

namespace {
constexpr FieldDescriptor kExpireDelegationTokenRequestFields[] = {
    {"Hmac", nullptr, -1, offsetof(ExpireDelegationTokenRequest, hmac), FieldType::kBytes, false, false, false, false, false, {0, 32767}, {}},
    {"ExpiryTimePeriodMs", nullptr, -1, offsetof(ExpireDelegationTokenRequest, expiry_time_period_ms), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ExpireDelegationTokenRequest::kDescriptor = {
    "ExpireDelegationTokenRequest", MessageKind::kRequest, kBrokerListener | kControllerListener, false, 40, {1, 2}, {2, 32767},
    {"ExpireDelegationTokenRequest", kExpireDelegationTokenRequestFields, 2, 2, sizeof(ExpireDelegationTokenRequest), &kDefaultOf<ExpireDelegationTokenRequest>}};

namespace {
constexpr FieldDescriptor kExpireDelegationTokenResponseFields[] = {
    {"ErrorCode", nullptr, -1, offsetof(ExpireDelegationTokenResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ExpiryTimestampMs", nullptr, -1, offsetof(ExpireDelegationTokenResponse, expiry_timestamp_ms), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"ThrottleTimeMs", nullptr, -1, offsetof(ExpireDelegationTokenResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor ExpireDelegationTokenResponse::kDescriptor = {
    "ExpireDelegationTokenResponse", MessageKind::kResponse, 0, false, 40, {1, 2}, {2, 32767},
    {"ExpireDelegationTokenResponse", kExpireDelegationTokenResponseFields, 3, 3, sizeof(ExpireDelegationTokenResponse), &kDefaultOf<ExpireDelegationTokenResponse>}};

namespace {
constexpr FieldDescriptor kFeatureLevelRecordFields[] = {
    {"Name", nullptr, -1, offsetof(FeatureLevelRecord, name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"FeatureLevel", nullptr, -1, offsetof(FeatureLevelRecord, feature_level), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor FeatureLevelRecord::kDescriptor = {
    "FeatureLevelRecord", MessageKind::kMetadataRecord, 0, false, 12, {0, 0}, {0, 32767},
    {"FeatureLevelRecord", kFeatureLevelRecordFields, 2, 2, sizeof(FeatureLevelRecord), &kDefaultOf<FeatureLevelRecord>}};

namespace {
constexpr FieldDescriptor kFenceBrokerRecordFields[] = {
    {"Id", nullptr, -1, offsetof(FenceBrokerRecord, id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Epoch", nullptr, -1, offsetof(FenceBrokerRecord, epoch), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor FenceBrokerRecord::kDescriptor = {
    "FenceBrokerRecord", MessageKind::kMetadataRecord, 0, false, 7, {0, 0}, {0, 32767},
    {"FenceBrokerRecord", kFenceBrokerRecordFields, 2, 2, sizeof(FenceBrokerRecord), &kDefaultOf<FenceBrokerRecord>}};

namespace {
constexpr FieldDescriptor kFetchRequestReplicaStateFields[] = {
    {"ReplicaId", nullptr, -1, offsetof(FetchRequest::ReplicaState, replica_id), FieldType::kInt32, false, false, false, false, false, {15, 32767}, {}},
    {"ReplicaEpoch", nullptr, -1, offsetof(FetchRequest::ReplicaState, replica_epoch), FieldType::kInt64, false, false, false, false, false, {15, 32767}, {}},
};
constexpr StructDescriptor kFetchRequestReplicaState = {"ReplicaState", kFetchRequestReplicaStateFields, 2, 2, sizeof(FetchRequest::ReplicaState), &kDefaultOf<FetchRequest::ReplicaState>};
constexpr FieldDescriptor kFetchRequestFetchPartitionFields[] = {
    {"Partition", nullptr, -1, offsetof(FetchRequest::FetchPartition, partition), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"CurrentLeaderEpoch", nullptr, -1, offsetof(FetchRequest::FetchPartition, current_leader_epoch), FieldType::kInt32, false, true, false, false, false, {9, 32767}, {}},
    {"FetchOffset", nullptr, -1, offsetof(FetchRequest::FetchPartition, fetch_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"LastFetchedEpoch", nullptr, -1, offsetof(FetchRequest::FetchPartition, last_fetched_epoch), FieldType::kInt32, false, false, false, false, false, {12, 32767}, {}},
    {"LogStartOffset", nullptr, -1, offsetof(FetchRequest::FetchPartition, log_start_offset), FieldType::kInt64, false, true, false, false, false, {5, 32767}, {}},
    {"PartitionMaxBytes", nullptr, -1, offsetof(FetchRequest::FetchPartition, partition_max_bytes), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ReplicaDirectoryId", nullptr, 0, offsetof(FetchRequest::FetchPartition, replica_directory_id), FieldType::kUuid, false, true, false, false, false, {17, 32767}, {}},
    {"HighWatermark", nullptr, 1, offsetof(FetchRequest::FetchPartition, high_watermark), FieldType::kInt64, false, true, false, false, false, {18, 32767}, {}},
};
constexpr StructDescriptor kFetchRequestFetchPartition = {"FetchPartition", kFetchRequestFetchPartitionFields, 8, 6, sizeof(FetchRequest::FetchPartition), &kDefaultOf<FetchRequest::FetchPartition>};
constexpr FieldDescriptor kFetchRequestFetchTopicFields[] = {
    {"Topic", nullptr, -1, offsetof(FetchRequest::FetchTopic, topic), FieldType::kString, false, true, false, false, false, {0, 12}, {}},
    {"TopicId", nullptr, -1, offsetof(FetchRequest::FetchTopic, topic_id), FieldType::kUuid, false, true, false, false, false, {13, 32767}, {}},
    {"Partitions", &kFetchRequestFetchPartition, -1, offsetof(FetchRequest::FetchTopic, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kFetchRequestFetchTopic = {"FetchTopic", kFetchRequestFetchTopicFields, 3, 3, sizeof(FetchRequest::FetchTopic), &kDefaultOf<FetchRequest::FetchTopic>};
constexpr FieldDescriptor kFetchRequestForgottenTopicFields[] = {
    {"Topic", nullptr, -1, offsetof(FetchRequest::ForgottenTopic, topic), FieldType::kString, false, true, false, false, false, {7, 12}, {}},
    {"TopicId", nullptr, -1, offsetof(FetchRequest::ForgottenTopic, topic_id), FieldType::kUuid, false, true, false, false, false, {13, 32767}, {}},
    {"Partitions", nullptr, -1, offsetof(FetchRequest::ForgottenTopic, partitions), FieldType::kInt32, true, false, false, false, false, {7, 32767}, {}},
};
constexpr StructDescriptor kFetchRequestForgottenTopic = {"ForgottenTopic", kFetchRequestForgottenTopicFields, 3, 3, sizeof(FetchRequest::ForgottenTopic), &kDefaultOf<FetchRequest::ForgottenTopic>};
constexpr FieldDescriptor kFetchRequestFields[] = {
    {"ReplicaId", nullptr, -1, offsetof(FetchRequest, replica_id), FieldType::kInt32, false, false, false, false, false, {0, 14}, {}},
    {"MaxWaitMs", nullptr, -1, offsetof(FetchRequest, max_wait_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"MinBytes", nullptr, -1, offsetof(FetchRequest, min_bytes), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"MaxBytes", nullptr, -1, offsetof(FetchRequest, max_bytes), FieldType::kInt32, false, true, false, false, false, {3, 32767}, {}},
    {"IsolationLevel", nullptr, -1, offsetof(FetchRequest, isolation_level), FieldType::kInt8, false, true, false, false, false, {4, 32767}, {}},
    {"SessionId", nullptr, -1, offsetof(FetchRequest, session_id), FieldType::kInt32, false, true, false, false, false, {7, 32767}, {}},
    {"SessionEpoch", nullptr, -1, offsetof(FetchRequest, session_epoch), FieldType::kInt32, false, true, false, false, false, {7, 32767}, {}},
    {"Topics", &kFetchRequestFetchTopic, -1, offsetof(FetchRequest, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"ForgottenTopicsData", &kFetchRequestForgottenTopic, -1, offsetof(FetchRequest, forgotten_topics_data), FieldType::kStruct, true, false, false, false, false, {7, 32767}, {}},
    {"RackId", nullptr, -1, offsetof(FetchRequest, rack_id), FieldType::kString, false, true, false, false, false, {11, 32767}, {}},
    {"ClusterId", nullptr, 0, offsetof(FetchRequest, cluster_id), FieldType::kString, false, true, false, false, false, {12, 32767}, {12, 32767}},
    {"ReplicaState", &kFetchRequestReplicaState, 1, offsetof(FetchRequest, replica_state), FieldType::kStruct, false, false, false, false, false, {15, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor FetchRequest::kDescriptor = {
    "FetchRequest", MessageKind::kRequest, kBrokerListener | kControllerListener, false, 1, {4, 18}, {12, 32767},
    {"FetchRequest", kFetchRequestFields, 12, 10, sizeof(FetchRequest), &kDefaultOf<FetchRequest>}};

namespace {
constexpr FieldDescriptor kFetchResponseEpochEndOffsetFields[] = {
    {"Epoch", nullptr, -1, offsetof(FetchResponse::EpochEndOffset, epoch), FieldType::kInt32, false, false, false, false, false, {12, 32767}, {}},
    {"EndOffset", nullptr, -1, offsetof(FetchResponse::EpochEndOffset, end_offset), FieldType::kInt64, false, false, false, false, false, {12, 32767}, {}},
};
constexpr StructDescriptor kFetchResponseEpochEndOffset = {"EpochEndOffset", kFetchResponseEpochEndOffsetFields, 2, 2, sizeof(FetchResponse::EpochEndOffset), &kDefaultOf<FetchResponse::EpochEndOffset>};
constexpr FieldDescriptor kFetchResponseLeaderIdAndEpochFields[] = {
    {"LeaderId", nullptr, -1, offsetof(FetchResponse::LeaderIdAndEpoch, leader_id), FieldType::kInt32, false, false, false, false, false, {12, 32767}, {}},
    {"LeaderEpoch", nullptr, -1, offsetof(FetchResponse::LeaderIdAndEpoch, leader_epoch), FieldType::kInt32, false, false, false, false, false, {12, 32767}, {}},
};
constexpr StructDescriptor kFetchResponseLeaderIdAndEpoch = {"LeaderIdAndEpoch", kFetchResponseLeaderIdAndEpochFields, 2, 2, sizeof(FetchResponse::LeaderIdAndEpoch), &kDefaultOf<FetchResponse::LeaderIdAndEpoch>};
constexpr FieldDescriptor kFetchResponseSnapshotIdFields[] = {
    {"EndOffset", nullptr, -1, offsetof(FetchResponse::SnapshotId, end_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"Epoch", nullptr, -1, offsetof(FetchResponse::SnapshotId, epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kFetchResponseSnapshotId = {"SnapshotId", kFetchResponseSnapshotIdFields, 2, 2, sizeof(FetchResponse::SnapshotId), &kDefaultOf<FetchResponse::SnapshotId>};
constexpr FieldDescriptor kFetchResponseAbortedTransactionFields[] = {
    {"ProducerId", nullptr, -1, offsetof(FetchResponse::AbortedTransaction, producer_id), FieldType::kInt64, false, false, false, false, false, {4, 32767}, {}},
    {"FirstOffset", nullptr, -1, offsetof(FetchResponse::AbortedTransaction, first_offset), FieldType::kInt64, false, false, false, false, false, {4, 32767}, {}},
};
constexpr StructDescriptor kFetchResponseAbortedTransaction = {"AbortedTransaction", kFetchResponseAbortedTransactionFields, 2, 2, sizeof(FetchResponse::AbortedTransaction), &kDefaultOf<FetchResponse::AbortedTransaction>};
constexpr FieldDescriptor kFetchResponsePartitionDataFields[] = {
    {"PartitionIndex", nullptr, -1, offsetof(FetchResponse::PartitionData, partition_index), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(FetchResponse::PartitionData, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"HighWatermark", nullptr, -1, offsetof(FetchResponse::PartitionData, high_watermark), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"LastStableOffset", nullptr, -1, offsetof(FetchResponse::PartitionData, last_stable_offset), FieldType::kInt64, false, true, false, false, false, {4, 32767}, {}},
    {"LogStartOffset", nullptr, -1, offsetof(FetchResponse::PartitionData, log_start_offset), FieldType::kInt64, false, true, false, false, false, {5, 32767}, {}},
    {"AbortedTransactions", &kFetchResponseAbortedTransaction, -1, offsetof(FetchResponse::PartitionData, aborted_transactions), FieldType::kStruct, true, true, false, false, false, {4, 32767}, {4, 32767}},
    {"PreferredReadReplica", nullptr, -1, offsetof(FetchResponse::PartitionData, preferred_read_replica), FieldType::kInt32, false, false, false, false, false, {11, 32767}, {}},
    {"Records", nullptr, -1, offsetof(FetchResponse::PartitionData, records), FieldType::kRecords, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"DivergingEpoch", &kFetchResponseEpochEndOffset, 0, offsetof(FetchResponse::PartitionData, diverging_epoch), FieldType::kStruct, false, false, false, false, false, {12, 32767}, {}},
    {"CurrentLeader", &kFetchResponseLeaderIdAndEpoch, 1, offsetof(FetchResponse::PartitionData, current_leader), FieldType::kStruct, false, false, false, false, false, {12, 32767}, {}},
    {"SnapshotId", &kFetchResponseSnapshotId, 2, offsetof(FetchResponse::PartitionData, snapshot_id), FieldType::kStruct, false, false, false, false, false, {12, 32767}, {}},
};
constexpr StructDescriptor kFetchResponsePartitionData = {"PartitionData", kFetchResponsePartitionDataFields, 11, 8, sizeof(FetchResponse::PartitionData), &kDefaultOf<FetchResponse::PartitionData>};
constexpr FieldDescriptor kFetchResponseFetchableTopicResponseFields[] = {
    {"Topic", nullptr, -1, offsetof(FetchResponse::FetchableTopicResponse, topic), FieldType::kString, false, true, false, false, false, {0, 12}, {}},
    {"TopicId", nullptr, -1, offsetof(FetchResponse::FetchableTopicResponse, topic_id), FieldType::kUuid, false, true, false, false, false, {13, 32767}, {}},
    {"Partitions", &kFetchResponsePartitionData, -1, offsetof(FetchResponse::FetchableTopicResponse, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kFetchResponseFetchableTopicResponse = {"FetchableTopicResponse", kFetchResponseFetchableTopicResponseFields, 3, 3, sizeof(FetchResponse::FetchableTopicResponse), &kDefaultOf<FetchResponse::FetchableTopicResponse>};
constexpr FieldDescriptor kFetchResponseNodeEndpointFields[] = {
    {"NodeId", nullptr, -1, offsetof(FetchResponse::NodeEndpoint, node_id), FieldType::kInt32, false, false, false, true, false, {16, 32767}, {}},
    {"Host", nullptr, -1, offsetof(FetchResponse::NodeEndpoint, host), FieldType::kString, false, false, false, false, false, {16, 32767}, {}},
    {"Port", nullptr, -1, offsetof(FetchResponse::NodeEndpoint, port), FieldType::kInt32, false, false, false, false, false, {16, 32767}, {}},
    {"Rack", nullptr, -1, offsetof(FetchResponse::NodeEndpoint, rack), FieldType::kString, false, false, false, false, false, {16, 32767}, {16, 32767}},
};
constexpr StructDescriptor kFetchResponseNodeEndpoint = {"NodeEndpoint", kFetchResponseNodeEndpointFields, 4, 4, sizeof(FetchResponse::NodeEndpoint), &kDefaultOf<FetchResponse::NodeEndpoint>};
constexpr FieldDescriptor kFetchResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(FetchResponse, throttle_time_ms), FieldType::kInt32, false, true, false, false, false, {1, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(FetchResponse, error_code), FieldType::kInt16, false, true, false, false, false, {7, 32767}, {}},
    {"SessionId", nullptr, -1, offsetof(FetchResponse, session_id), FieldType::kInt32, false, false, false, false, false, {7, 32767}, {}},
    {"Responses", &kFetchResponseFetchableTopicResponse, -1, offsetof(FetchResponse, responses), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"NodeEndpoints", &kFetchResponseNodeEndpoint, 0, offsetof(FetchResponse, node_endpoints), FieldType::kStruct, true, false, false, false, false, {16, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor FetchResponse::kDescriptor = {
    "FetchResponse", MessageKind::kResponse, 0, false, 1, {4, 18}, {12, 32767},
    {"FetchResponse", kFetchResponseFields, 5, 4, sizeof(FetchResponse), &kDefaultOf<FetchResponse>}};

namespace {
constexpr FieldDescriptor kFetchSnapshotRequestSnapshotIdFields[] = {
    {"EndOffset", nullptr, -1, offsetof(FetchSnapshotRequest::SnapshotId, end_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"Epoch", nullptr, -1, offsetof(FetchSnapshotRequest::SnapshotId, epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kFetchSnapshotRequestSnapshotId = {"SnapshotId", kFetchSnapshotRequestSnapshotIdFields, 2, 2, sizeof(FetchSnapshotRequest::SnapshotId), &kDefaultOf<FetchSnapshotRequest::SnapshotId>};
constexpr FieldDescriptor kFetchSnapshotRequestPartitionSnapshotFields[] = {
    {"Partition", nullptr, -1, offsetof(FetchSnapshotRequest::PartitionSnapshot, partition), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"CurrentLeaderEpoch", nullptr, -1, offsetof(FetchSnapshotRequest::PartitionSnapshot, current_leader_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"SnapshotId", &kFetchSnapshotRequestSnapshotId, -1, offsetof(FetchSnapshotRequest::PartitionSnapshot, snapshot_id), FieldType::kStruct, false, false, false, false, false, {0, 32767}, {}},
    {"Position", nullptr, -1, offsetof(FetchSnapshotRequest::PartitionSnapshot, position), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"ReplicaDirectoryId", nullptr, 0, offsetof(FetchSnapshotRequest::PartitionSnapshot, replica_directory_id), FieldType::kUuid, false, true, false, false, false, {1, 32767}, {}},
};
constexpr StructDescriptor kFetchSnapshotRequestPartitionSnapshot = {"PartitionSnapshot", kFetchSnapshotRequestPartitionSnapshotFields, 5, 4, sizeof(FetchSnapshotRequest::PartitionSnapshot), &kDefaultOf<FetchSnapshotRequest::PartitionSnapshot>};
constexpr FieldDescriptor kFetchSnapshotRequestTopicSnapshotFields[] = {
    {"Name", nullptr, -1, offsetof(FetchSnapshotRequest::TopicSnapshot, name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", &kFetchSnapshotRequestPartitionSnapshot, -1, offsetof(FetchSnapshotRequest::TopicSnapshot, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kFetchSnapshotRequestTopicSnapshot = {"TopicSnapshot", kFetchSnapshotRequestTopicSnapshotFields, 2, 2, sizeof(FetchSnapshotRequest::TopicSnapshot), &kDefaultOf<FetchSnapshotRequest::TopicSnapshot>};
constexpr FieldDescriptor kFetchSnapshotRequestFields[] = {
    {"ReplicaId", nullptr, -1, offsetof(FetchSnapshotRequest, replica_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"MaxBytes", nullptr, -1, offsetof(FetchSnapshotRequest, max_bytes), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Topics", &kFetchSnapshotRequestTopicSnapshot, -1, offsetof(FetchSnapshotRequest, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"ClusterId", nullptr, 0, offsetof(FetchSnapshotRequest, cluster_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
};
}  // namespace
constinit const MessageDescriptor FetchSnapshotRequest::kDescriptor = {
    "FetchSnapshotRequest", MessageKind::kRequest, kControllerListener, false, 59, {0, 1}, {0, 32767},
    {"FetchSnapshotRequest", kFetchSnapshotRequestFields, 4, 3, sizeof(FetchSnapshotRequest), &kDefaultOf<FetchSnapshotRequest>}};

namespace {
constexpr FieldDescriptor kFetchSnapshotResponseSnapshotIdFields[] = {
    {"EndOffset", nullptr, -1, offsetof(FetchSnapshotResponse::SnapshotId, end_offset), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"Epoch", nullptr, -1, offsetof(FetchSnapshotResponse::SnapshotId, epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kFetchSnapshotResponseSnapshotId = {"SnapshotId", kFetchSnapshotResponseSnapshotIdFields, 2, 2, sizeof(FetchSnapshotResponse::SnapshotId), &kDefaultOf<FetchSnapshotResponse::SnapshotId>};
constexpr FieldDescriptor kFetchSnapshotResponseLeaderIdAndEpochFields[] = {
    {"LeaderId", nullptr, -1, offsetof(FetchSnapshotResponse::LeaderIdAndEpoch, leader_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"LeaderEpoch", nullptr, -1, offsetof(FetchSnapshotResponse::LeaderIdAndEpoch, leader_epoch), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kFetchSnapshotResponseLeaderIdAndEpoch = {"LeaderIdAndEpoch", kFetchSnapshotResponseLeaderIdAndEpochFields, 2, 2, sizeof(FetchSnapshotResponse::LeaderIdAndEpoch), &kDefaultOf<FetchSnapshotResponse::LeaderIdAndEpoch>};
constexpr FieldDescriptor kFetchSnapshotResponsePartitionSnapshotFields[] = {
    {"Index", nullptr, -1, offsetof(FetchSnapshotResponse::PartitionSnapshot, index), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(FetchSnapshotResponse::PartitionSnapshot, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"SnapshotId", &kFetchSnapshotResponseSnapshotId, -1, offsetof(FetchSnapshotResponse::PartitionSnapshot, snapshot_id), FieldType::kStruct, false, false, false, false, false, {0, 32767}, {}},
    {"Size", nullptr, -1, offsetof(FetchSnapshotResponse::PartitionSnapshot, size), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"Position", nullptr, -1, offsetof(FetchSnapshotResponse::PartitionSnapshot, position), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"UnalignedRecords", nullptr, -1, offsetof(FetchSnapshotResponse::PartitionSnapshot, unaligned_records), FieldType::kRecords, false, false, false, false, false, {0, 32767}, {}},
    {"CurrentLeader", &kFetchSnapshotResponseLeaderIdAndEpoch, 0, offsetof(FetchSnapshotResponse::PartitionSnapshot, current_leader), FieldType::kStruct, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kFetchSnapshotResponsePartitionSnapshot = {"PartitionSnapshot", kFetchSnapshotResponsePartitionSnapshotFields, 7, 6, sizeof(FetchSnapshotResponse::PartitionSnapshot), &kDefaultOf<FetchSnapshotResponse::PartitionSnapshot>};
constexpr FieldDescriptor kFetchSnapshotResponseTopicSnapshotFields[] = {
    {"Name", nullptr, -1, offsetof(FetchSnapshotResponse::TopicSnapshot, name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"Partitions", &kFetchSnapshotResponsePartitionSnapshot, -1, offsetof(FetchSnapshotResponse::TopicSnapshot, partitions), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kFetchSnapshotResponseTopicSnapshot = {"TopicSnapshot", kFetchSnapshotResponseTopicSnapshotFields, 2, 2, sizeof(FetchSnapshotResponse::TopicSnapshot), &kDefaultOf<FetchSnapshotResponse::TopicSnapshot>};
constexpr FieldDescriptor kFetchSnapshotResponseNodeEndpointFields[] = {
    {"NodeId", nullptr, -1, offsetof(FetchSnapshotResponse::NodeEndpoint, node_id), FieldType::kInt32, false, false, false, true, false, {1, 32767}, {}},
    {"Host", nullptr, -1, offsetof(FetchSnapshotResponse::NodeEndpoint, host), FieldType::kString, false, false, false, false, false, {1, 32767}, {}},
    {"Port", nullptr, -1, offsetof(FetchSnapshotResponse::NodeEndpoint, port), FieldType::kUint16, false, false, false, false, false, {1, 32767}, {}},
};
constexpr StructDescriptor kFetchSnapshotResponseNodeEndpoint = {"NodeEndpoint", kFetchSnapshotResponseNodeEndpointFields, 3, 3, sizeof(FetchSnapshotResponse::NodeEndpoint), &kDefaultOf<FetchSnapshotResponse::NodeEndpoint>};
constexpr FieldDescriptor kFetchSnapshotResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(FetchSnapshotResponse, throttle_time_ms), FieldType::kInt32, false, true, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(FetchSnapshotResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"Topics", &kFetchSnapshotResponseTopicSnapshot, -1, offsetof(FetchSnapshotResponse, topics), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"NodeEndpoints", &kFetchSnapshotResponseNodeEndpoint, 0, offsetof(FetchSnapshotResponse, node_endpoints), FieldType::kStruct, true, false, false, false, false, {1, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor FetchSnapshotResponse::kDescriptor = {
    "FetchSnapshotResponse", MessageKind::kResponse, 0, false, 59, {0, 1}, {0, 32767},
    {"FetchSnapshotResponse", kFetchSnapshotResponseFields, 4, 3, sizeof(FetchSnapshotResponse), &kDefaultOf<FetchSnapshotResponse>}};

namespace {
constexpr FieldDescriptor kFindCoordinatorRequestFields[] = {
    {"Key", nullptr, -1, offsetof(FindCoordinatorRequest, key), FieldType::kString, false, false, false, false, false, {0, 3}, {}},
    {"KeyType", nullptr, -1, offsetof(FindCoordinatorRequest, key_type), FieldType::kInt8, false, false, false, false, false, {1, 32767}, {}},
    {"CoordinatorKeys", nullptr, -1, offsetof(FindCoordinatorRequest, coordinator_keys), FieldType::kString, true, false, false, false, false, {4, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor FindCoordinatorRequest::kDescriptor = {
    "FindCoordinatorRequest", MessageKind::kRequest, kBrokerListener, false, 10, {0, 6}, {3, 32767},
    {"FindCoordinatorRequest", kFindCoordinatorRequestFields, 3, 3, sizeof(FindCoordinatorRequest), &kDefaultOf<FindCoordinatorRequest>}};

namespace {
constexpr FieldDescriptor kFindCoordinatorResponseCoordinatorFields[] = {
    {"Key", nullptr, -1, offsetof(FindCoordinatorResponse::Coordinator, key), FieldType::kString, false, false, false, false, false, {4, 32767}, {}},
    {"NodeId", nullptr, -1, offsetof(FindCoordinatorResponse::Coordinator, node_id), FieldType::kInt32, false, false, false, false, false, {4, 32767}, {}},
    {"Host", nullptr, -1, offsetof(FindCoordinatorResponse::Coordinator, host), FieldType::kString, false, false, false, false, false, {4, 32767}, {}},
    {"Port", nullptr, -1, offsetof(FindCoordinatorResponse::Coordinator, port), FieldType::kInt32, false, false, false, false, false, {4, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(FindCoordinatorResponse::Coordinator, error_code), FieldType::kInt16, false, false, false, false, false, {4, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(FindCoordinatorResponse::Coordinator, error_message), FieldType::kString, false, true, false, false, false, {4, 32767}, {4, 32767}},
};
constexpr StructDescriptor kFindCoordinatorResponseCoordinator = {"Coordinator", kFindCoordinatorResponseCoordinatorFields, 6, 6, sizeof(FindCoordinatorResponse::Coordinator), &kDefaultOf<FindCoordinatorResponse::Coordinator>};
constexpr FieldDescriptor kFindCoordinatorResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(FindCoordinatorResponse, throttle_time_ms), FieldType::kInt32, false, true, false, false, false, {1, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(FindCoordinatorResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 3}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(FindCoordinatorResponse, error_message), FieldType::kString, false, true, false, false, false, {1, 3}, {1, 3}},
    {"NodeId", nullptr, -1, offsetof(FindCoordinatorResponse, node_id), FieldType::kInt32, false, false, false, false, false, {0, 3}, {}},
    {"Host", nullptr, -1, offsetof(FindCoordinatorResponse, host), FieldType::kString, false, false, false, false, false, {0, 3}, {}},
    {"Port", nullptr, -1, offsetof(FindCoordinatorResponse, port), FieldType::kInt32, false, false, false, false, false, {0, 3}, {}},
    {"Coordinators", &kFindCoordinatorResponseCoordinator, -1, offsetof(FindCoordinatorResponse, coordinators), FieldType::kStruct, true, false, false, false, false, {4, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor FindCoordinatorResponse::kDescriptor = {
    "FindCoordinatorResponse", MessageKind::kResponse, 0, false, 10, {0, 6}, {3, 32767},
    {"FindCoordinatorResponse", kFindCoordinatorResponseFields, 7, 7, sizeof(FindCoordinatorResponse), &kDefaultOf<FindCoordinatorResponse>}};

namespace {
constexpr FieldDescriptor kGetTelemetrySubscriptionsRequestFields[] = {
    {"ClientInstanceId", nullptr, -1, offsetof(GetTelemetrySubscriptionsRequest, client_instance_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor GetTelemetrySubscriptionsRequest::kDescriptor = {
    "GetTelemetrySubscriptionsRequest", MessageKind::kRequest, kBrokerListener, false, 71, {0, 0}, {0, 32767},
    {"GetTelemetrySubscriptionsRequest", kGetTelemetrySubscriptionsRequestFields, 1, 1, sizeof(GetTelemetrySubscriptionsRequest), &kDefaultOf<GetTelemetrySubscriptionsRequest>}};

namespace {
constexpr FieldDescriptor kGetTelemetrySubscriptionsResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(GetTelemetrySubscriptionsResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(GetTelemetrySubscriptionsResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ClientInstanceId", nullptr, -1, offsetof(GetTelemetrySubscriptionsResponse, client_instance_id), FieldType::kUuid, false, false, false, false, false, {0, 32767}, {}},
    {"SubscriptionId", nullptr, -1, offsetof(GetTelemetrySubscriptionsResponse, subscription_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"AcceptedCompressionTypes", nullptr, -1, offsetof(GetTelemetrySubscriptionsResponse, accepted_compression_types), FieldType::kInt8, true, false, false, false, false, {0, 32767}, {}},
    {"PushIntervalMs", nullptr, -1, offsetof(GetTelemetrySubscriptionsResponse, push_interval_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"TelemetryMaxBytes", nullptr, -1, offsetof(GetTelemetrySubscriptionsResponse, telemetry_max_bytes), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"DeltaTemporality", nullptr, -1, offsetof(GetTelemetrySubscriptionsResponse, delta_temporality), FieldType::kBool, false, false, false, false, false, {0, 32767}, {}},
    {"RequestedMetrics", nullptr, -1, offsetof(GetTelemetrySubscriptionsResponse, requested_metrics), FieldType::kString, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor GetTelemetrySubscriptionsResponse::kDescriptor = {
    "GetTelemetrySubscriptionsResponse", MessageKind::kResponse, 0, false, 71, {0, 0}, {0, 32767},
    {"GetTelemetrySubscriptionsResponse", kGetTelemetrySubscriptionsResponseFields, 9, 9, sizeof(GetTelemetrySubscriptionsResponse), &kDefaultOf<GetTelemetrySubscriptionsResponse>}};

namespace {
constexpr FieldDescriptor kGroupMetadataKeyFields[] = {
    {"group", nullptr, -1, offsetof(GroupMetadataKey, group), FieldType::kString, false, false, false, false, false, {0, 0}, {}},
};
}  // namespace
constinit const MessageDescriptor GroupMetadataKey::kDescriptor = {
    "GroupMetadataKey", MessageKind::kGroupKey, 0, false, 2, {0, 0}, {},
    {"GroupMetadataKey", kGroupMetadataKeyFields, 1, 1, sizeof(GroupMetadataKey), &kDefaultOf<GroupMetadataKey>}};

namespace {
constexpr FieldDescriptor kGroupMetadataValueMemberMetadataFields[] = {
    {"memberId", nullptr, -1, offsetof(GroupMetadataValue::MemberMetadata, member_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"groupInstanceId", nullptr, -1, offsetof(GroupMetadataValue::MemberMetadata, group_instance_id), FieldType::kString, false, true, false, false, false, {3, 32767}, {3, 32767}},
    {"clientId", nullptr, -1, offsetof(GroupMetadataValue::MemberMetadata, client_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"clientHost", nullptr, -1, offsetof(GroupMetadataValue::MemberMetadata, client_host), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"rebalanceTimeout", nullptr, -1, offsetof(GroupMetadataValue::MemberMetadata, rebalance_timeout), FieldType::kInt32, false, true, false, false, false, {1, 32767}, {}},
    {"sessionTimeout", nullptr, -1, offsetof(GroupMetadataValue::MemberMetadata, session_timeout), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"subscription", nullptr, -1, offsetof(GroupMetadataValue::MemberMetadata, subscription), FieldType::kBytes, false, false, false, false, false, {0, 32767}, {}},
    {"assignment", nullptr, -1, offsetof(GroupMetadataValue::MemberMetadata, assignment), FieldType::kBytes, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kGroupMetadataValueMemberMetadata = {"MemberMetadata", kGroupMetadataValueMemberMetadataFields, 8, 8, sizeof(GroupMetadataValue::MemberMetadata), &kDefaultOf<GroupMetadataValue::MemberMetadata>};
constexpr FieldDescriptor kGroupMetadataValueFields[] = {
    {"protocolType", nullptr, -1, offsetof(GroupMetadataValue, protocol_type), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"generation", nullptr, -1, offsetof(GroupMetadataValue, generation), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"protocol", nullptr, -1, offsetof(GroupMetadataValue, protocol), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"leader", nullptr, -1, offsetof(GroupMetadataValue, leader), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"currentStateTimestamp", nullptr, -1, offsetof(GroupMetadataValue, current_state_timestamp), FieldType::kInt64, false, true, false, false, false, {2, 32767}, {}},
    {"members", &kGroupMetadataValueMemberMetadata, -1, offsetof(GroupMetadataValue, members), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor GroupMetadataValue::kDescriptor = {
    "GroupMetadataValue", MessageKind::kGroupValue, 0, false, 2, {0, 4}, {4, 32767},
    {"GroupMetadataValue", kGroupMetadataValueFields, 6, 6, sizeof(GroupMetadataValue), &kDefaultOf<GroupMetadataValue>}};

namespace {
constexpr FieldDescriptor kHeartbeatRequestFields[] = {
    {"GroupId", nullptr, -1, offsetof(HeartbeatRequest, group_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"GenerationId", nullptr, -1, offsetof(HeartbeatRequest, generation_id), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"MemberId", nullptr, -1, offsetof(HeartbeatRequest, member_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
    {"GroupInstanceId", nullptr, -1, offsetof(HeartbeatRequest, group_instance_id), FieldType::kString, false, false, false, false, false, {3, 32767}, {3, 32767}},
};
}  // namespace
constinit const MessageDescriptor HeartbeatRequest::kDescriptor = {
    "HeartbeatRequest", MessageKind::kRequest, kBrokerListener, false, 12, {0, 4}, {4, 32767},
    {"HeartbeatRequest", kHeartbeatRequestFields, 4, 4, sizeof(HeartbeatRequest), &kDefaultOf<HeartbeatRequest>}};

namespace {
constexpr FieldDescriptor kHeartbeatResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(HeartbeatResponse, throttle_time_ms), FieldType::kInt32, false, true, false, false, false, {1, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(HeartbeatResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor HeartbeatResponse::kDescriptor = {
    "HeartbeatResponse", MessageKind::kResponse, 0, false, 12, {0, 4}, {4, 32767},
    {"HeartbeatResponse", kHeartbeatResponseFields, 2, 2, sizeof(HeartbeatResponse), &kDefaultOf<HeartbeatResponse>}};

namespace {
constexpr FieldDescriptor kIncrementalAlterConfigsRequestAlterableConfigFields[] = {
    {"Name", nullptr, -1, offsetof(IncrementalAlterConfigsRequest::AlterableConfig, name), FieldType::kString, false, false, false, true, false, {0, 32767}, {}},
    {"ConfigOperation", nullptr, -1, offsetof(IncrementalAlterConfigsRequest::AlterableConfig, config_operation), FieldType::kInt8, false, false, false, true, false, {0, 32767}, {}},
    {"Value", nullptr, -1, offsetof(IncrementalAlterConfigsRequest::AlterableConfig, value), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
};
constexpr StructDescriptor kIncrementalAlterConfigsRequestAlterableConfig = {"AlterableConfig", kIncrementalAlterConfigsRequestAlterableConfigFields, 3, 3, sizeof(IncrementalAlterConfigsRequest::AlterableConfig), &kDefaultOf<IncrementalAlterConfigsRequest::AlterableConfig>};
constexpr FieldDescriptor kIncrementalAlterConfigsRequestAlterConfigsResourceFields[] = {
    {"ResourceType", nullptr, -1, offsetof(IncrementalAlterConfigsRequest::AlterConfigsResource, resource_type), FieldType::kInt8, false, false, false, true, false, {0, 32767}, {}},
    {"ResourceName", nullptr, -1, offsetof(IncrementalAlterConfigsRequest::AlterConfigsResource, resource_name), FieldType::kString, false, false, false, true, false, {0, 32767}, {}},
    {"Configs", &kIncrementalAlterConfigsRequestAlterableConfig, -1, offsetof(IncrementalAlterConfigsRequest::AlterConfigsResource, configs), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kIncrementalAlterConfigsRequestAlterConfigsResource = {"AlterConfigsResource", kIncrementalAlterConfigsRequestAlterConfigsResourceFields, 3, 3, sizeof(IncrementalAlterConfigsRequest::AlterConfigsResource), &kDefaultOf<IncrementalAlterConfigsRequest::AlterConfigsResource>};
constexpr FieldDescriptor kIncrementalAlterConfigsRequestFields[] = {
    {"Resources", &kIncrementalAlterConfigsRequestAlterConfigsResource, -1, offsetof(IncrementalAlterConfigsRequest, resources), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
    {"ValidateOnly", nullptr, -1, offsetof(IncrementalAlterConfigsRequest, validate_only), FieldType::kBool, false, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor IncrementalAlterConfigsRequest::kDescriptor = {
    "IncrementalAlterConfigsRequest", MessageKind::kRequest, kBrokerListener | kControllerListener, false, 44, {0, 1}, {1, 32767},
    {"IncrementalAlterConfigsRequest", kIncrementalAlterConfigsRequestFields, 2, 2, sizeof(IncrementalAlterConfigsRequest), &kDefaultOf<IncrementalAlterConfigsRequest>}};

namespace {
constexpr FieldDescriptor kIncrementalAlterConfigsResponseAlterConfigsResourceResponseFields[] = {
    {"ErrorCode", nullptr, -1, offsetof(IncrementalAlterConfigsResponse::AlterConfigsResourceResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ErrorMessage", nullptr, -1, offsetof(IncrementalAlterConfigsResponse::AlterConfigsResourceResponse, error_message), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"ResourceType", nullptr, -1, offsetof(IncrementalAlterConfigsResponse::AlterConfigsResourceResponse, resource_type), FieldType::kInt8, false, false, false, false, false, {0, 32767}, {}},
    {"ResourceName", nullptr, -1, offsetof(IncrementalAlterConfigsResponse::AlterConfigsResourceResponse, resource_name), FieldType::kString, false, false, false, false, false, {0, 32767}, {}},
};
constexpr StructDescriptor kIncrementalAlterConfigsResponseAlterConfigsResourceResponse = {"AlterConfigsResourceResponse", kIncrementalAlterConfigsResponseAlterConfigsResourceResponseFields, 4, 4, sizeof(IncrementalAlterConfigsResponse::AlterConfigsResourceResponse), &kDefaultOf<IncrementalAlterConfigsResponse::AlterConfigsResourceResponse>};
constexpr FieldDescriptor kIncrementalAlterConfigsResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(IncrementalAlterConfigsResponse, throttle_time_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"Responses", &kIncrementalAlterConfigsResponseAlterConfigsResourceResponse, -1, offsetof(IncrementalAlterConfigsResponse, responses), FieldType::kStruct, true, false, false, false, false, {0, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor IncrementalAlterConfigsResponse::kDescriptor = {
    "IncrementalAlterConfigsResponse", MessageKind::kResponse, 0, false, 44, {0, 1}, {1, 32767},
    {"IncrementalAlterConfigsResponse", kIncrementalAlterConfigsResponseFields, 2, 2, sizeof(IncrementalAlterConfigsResponse), &kDefaultOf<IncrementalAlterConfigsResponse>}};

namespace {
constexpr FieldDescriptor kInitProducerIdRequestFields[] = {
    {"TransactionalId", nullptr, -1, offsetof(InitProducerIdRequest, transactional_id), FieldType::kString, false, false, false, false, false, {0, 32767}, {0, 32767}},
    {"TransactionTimeoutMs", nullptr, -1, offsetof(InitProducerIdRequest, transaction_timeout_ms), FieldType::kInt32, false, false, false, false, false, {0, 32767}, {}},
    {"ProducerId", nullptr, -1, offsetof(InitProducerIdRequest, producer_id), FieldType::kInt64, false, false, false, false, false, {3, 32767}, {}},
    {"ProducerEpoch", nullptr, -1, offsetof(InitProducerIdRequest, producer_epoch), FieldType::kInt16, false, false, false, false, false, {3, 32767}, {}},
    {"Enable2Pc", nullptr, -1, offsetof(InitProducerIdRequest, enable2_pc), FieldType::kBool, false, false, false, false, false, {6, 32767}, {}},
    {"KeepPreparedTxn", nullptr, -1, offsetof(InitProducerIdRequest, keep_prepared_txn), FieldType::kBool, false, false, false, false, false, {6, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor InitProducerIdRequest::kDescriptor = {
    "InitProducerIdRequest", MessageKind::kRequest, kBrokerListener, true, 22, {0, 6}, {2, 32767},
    {"InitProducerIdRequest", kInitProducerIdRequestFields, 6, 6, sizeof(InitProducerIdRequest), &kDefaultOf<InitProducerIdRequest>}};

namespace {
constexpr FieldDescriptor kInitProducerIdResponseFields[] = {
    {"ThrottleTimeMs", nullptr, -1, offsetof(InitProducerIdResponse, throttle_time_ms), FieldType::kInt32, false, true, false, false, false, {0, 32767}, {}},
    {"ErrorCode", nullptr, -1, offsetof(InitProducerIdResponse, error_code), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"ProducerId", nullptr, -1, offsetof(InitProducerIdResponse, producer_id), FieldType::kInt64, false, false, false, false, false, {0, 32767}, {}},
    {"ProducerEpoch", nullptr, -1, offsetof(InitProducerIdResponse, producer_epoch), FieldType::kInt16, false, false, false, false, false, {0, 32767}, {}},
    {"OngoingTxnProducerId", nullptr, -1, offsetof(InitProducerIdResponse, ongoing_txn_producer_id), FieldType::kInt64, false, false, false, false, false, {6, 32767}, {}},
    {"OngoingTxnProducerEpoch", nullptr, -1, offsetof(InitProducerIdResponse, ongoing_txn_producer_epoch), FieldType::kInt16, false, false, false, false, false, {6, 32767}, {}},
};
}  // namespace
constinit const MessageDescriptor InitProducerIdResponse::kDescriptor = {
    "InitProducerIdResponse", MessageKind::kResponse, 0, false, 22, {0, 6}, {2, 32767},
    {"InitProducerIdResponse", kInitProducerIdResponseFields, 6, 6, sizeof(InitProducerIdResponse), &kDefaultOf<InitProducerIdResponse>}};

}  // namespace klamm::protocol
