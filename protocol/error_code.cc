#include "protocol/error_code.h"

#include <array>

namespace klamm::protocol {
namespace {

struct Row {
  ErrorCode code;
  bool retriable;
  std::string_view name;
  std::string_view message;
};

// One row per number, in order, the first being -1.
constexpr std::array<Row, 138> kRows = {{
    {ErrorCode::kUnknownServerError, false, "UNKNOWN_SERVER_ERROR", "unexpected error in the broker"},
    {ErrorCode::kNone, false, "NONE", "no error"},
    {ErrorCode::kOffsetOutOfRange, false, "OFFSET_OUT_OF_RANGE", "offset outside the range that the partition holds"},
    {ErrorCode::kCorruptMessage, true, "CORRUPT_MESSAGE", "record batch is corrupt or its checksum does not match"},
    {ErrorCode::kUnknownTopicOrPartition, true, "UNKNOWN_TOPIC_OR_PARTITION",
     "topic or partition is not on this broker"},
    {ErrorCode::kInvalidFetchSize, false, "INVALID_FETCH_SIZE", "fetch size is invalid"},
    {ErrorCode::kLeaderNotAvailable, true, "LEADER_NOT_AVAILABLE", "partition has no leader at the moment"},
    {ErrorCode::kNotLeaderOrFollower, true, "NOT_LEADER_OR_FOLLOWER",
     "this broker is not the partition's leader or a follower of it"},
    {ErrorCode::kRequestTimedOut, true, "REQUEST_TIMED_OUT", "request timed out"},
    {ErrorCode::kBrokerNotAvailable, false, "BROKER_NOT_AVAILABLE", "broker is not available"},
    {ErrorCode::kReplicaNotAvailable, true, "REPLICA_NOT_AVAILABLE", "replica is not available"},
    {ErrorCode::kMessageTooLarge, false, "MESSAGE_TOO_LARGE", "message is larger than the limit"},
    {ErrorCode::kStaleControllerEpoch, false, "STALE_CONTROLLER_EPOCH", "controller epoch is stale"},
    {ErrorCode::kOffsetMetadataTooLarge, false, "OFFSET_METADATA_TOO_LARGE", "offset metadata is too large"},
    {ErrorCode::kNetworkException, true, "NETWORK_EXCEPTION", "connection was lost before the answer came"},
    {ErrorCode::kCoordinatorLoadInProgress, true, "COORDINATOR_LOAD_IN_PROGRESS", "coordinator is still loading"},
    {ErrorCode::kCoordinatorNotAvailable, true, "COORDINATOR_NOT_AVAILABLE", "coordinator is not available"},
    {ErrorCode::kNotCoordinator, true, "NOT_COORDINATOR", "this broker is not the coordinator"},
    {ErrorCode::kInvalidTopicException, false, "INVALID_TOPIC_EXCEPTION",
     "topic name is invalid or may not be used this way"},
    {ErrorCode::kRecordListTooLarge, false, "RECORD_LIST_TOO_LARGE", "record batch is larger than a segment"},
    {ErrorCode::kNotEnoughReplicas, true, "NOT_ENOUGH_REPLICAS", "fewer in-sync replicas than required"},
    {ErrorCode::kNotEnoughReplicasAfterAppend, true, "NOT_ENOUGH_REPLICAS_AFTER_APPEND",
     "appended, but to fewer in-sync replicas than required"},
    {ErrorCode::kInvalidRequiredAcks, false, "INVALID_REQUIRED_ACKS", "acks must be 0, 1 or -1"},
    {ErrorCode::kIllegalGeneration, false, "ILLEGAL_GENERATION", "group generation does not match"},
    {ErrorCode::kInconsistentGroupProtocol, false, "INCONSISTENT_GROUP_PROTOCOL",
     "member's protocols do not match the group's"},
    {ErrorCode::kInvalidGroupId, false, "INVALID_GROUP_ID", "group id is invalid"},
    {ErrorCode::kUnknownMemberId, false, "UNKNOWN_MEMBER_ID", "member id is unknown to the coordinator"},
    {ErrorCode::kInvalidSessionTimeout, false, "INVALID_SESSION_TIMEOUT",
     "session timeout is outside the allowed range"},
    {ErrorCode::kRebalanceInProgress, false, "REBALANCE_IN_PROGRESS", "group is rebalancing"},
    {ErrorCode::kInvalidCommitOffsetSize, false, "INVALID_COMMIT_OFFSET_SIZE", "size of the offset commit is invalid"},
    {ErrorCode::kTopicAuthorizationFailed, false, "TOPIC_AUTHORIZATION_FAILED", "not authorized for the topic"},
    {ErrorCode::kGroupAuthorizationFailed, false, "GROUP_AUTHORIZATION_FAILED", "not authorized for the group"},
    {ErrorCode::kClusterAuthorizationFailed, false, "CLUSTER_AUTHORIZATION_FAILED", "not authorized for the cluster"},
    {ErrorCode::kInvalidTimestamp, false, "INVALID_TIMESTAMP", "timestamp is outside the allowed range"},
    {ErrorCode::kUnsupportedSaslMechanism, false, "UNSUPPORTED_SASL_MECHANISM", "SASL mechanism is not supported"},
    {ErrorCode::kIllegalSaslState, false, "ILLEGAL_SASL_STATE", "request does not fit the state of the SASL exchange"},
    {ErrorCode::kUnsupportedVersion, false, "UNSUPPORTED_VERSION", "version of the API is not supported"},
    {ErrorCode::kTopicAlreadyExists, false, "TOPIC_ALREADY_EXISTS", "topic exists already"},
    {ErrorCode::kInvalidPartitions, false, "INVALID_PARTITIONS", "partition count is invalid"},
    {ErrorCode::kInvalidReplicationFactor, false, "INVALID_REPLICATION_FACTOR", "replication factor is invalid"},
    {ErrorCode::kInvalidReplicaAssignment, false, "INVALID_REPLICA_ASSIGNMENT", "replica assignment is invalid"},
    {ErrorCode::kInvalidConfig, false, "INVALID_CONFIG", "configuration is invalid"},
    {ErrorCode::kNotController, true, "NOT_CONTROLLER", "this node is not the controller"},
    {ErrorCode::kInvalidRequest, false, "INVALID_REQUEST", "request is invalid"},
    {ErrorCode::kUnsupportedForMessageFormat, false, "UNSUPPORTED_FOR_MESSAGE_FORMAT",
     "record format does not support the request"},
    {ErrorCode::kPolicyViolation, false, "POLICY_VIOLATION", "request violates a policy"},
    {ErrorCode::kOutOfOrderSequenceNumber, false, "OUT_OF_ORDER_SEQUENCE_NUMBER", "sequence number is out of order"},
    {ErrorCode::kDuplicateSequenceNumber, false, "DUPLICATE_SEQUENCE_NUMBER", "sequence number was seen before"},
    {ErrorCode::kInvalidProducerEpoch, false, "INVALID_PRODUCER_EPOCH", "producer epoch is old"},
    {ErrorCode::kInvalidTxnState, false, "INVALID_TXN_STATE", "operation does not fit the transaction's state"},
    {ErrorCode::kInvalidProducerIdMapping, false, "INVALID_PRODUCER_ID_MAPPING",
     "producer id is not the one of the transactional id"},
    {ErrorCode::kInvalidTransactionTimeout, false, "INVALID_TRANSACTION_TIMEOUT",
     "transaction timeout is above the limit"},
    {ErrorCode::kConcurrentTransactions, true, "CONCURRENT_TRANSACTIONS",
     "another operation on the transaction is under way"},
    {ErrorCode::kTransactionCoordinatorFenced, false, "TRANSACTION_COORDINATOR_FENCED",
     "transaction coordinator was replaced"},
    {ErrorCode::kTransactionalIdAuthorizationFailed, false, "TRANSACTIONAL_ID_AUTHORIZATION_FAILED",
     "not authorized for the transactional id"},
    {ErrorCode::kSecurityDisabled, false, "SECURITY_DISABLED", "security features are off"},
    {ErrorCode::kOperationNotAttempted, false, "OPERATION_NOT_ATTEMPTED", "operation was not attempted"},
    {ErrorCode::kKafkaStorageError, true, "KAFKA_STORAGE_ERROR", "error on a log directory"},
    {ErrorCode::kLogDirNotFound, false, "LOG_DIR_NOT_FOUND", "log directory is not known"},
    {ErrorCode::kSaslAuthenticationFailed, false, "SASL_AUTHENTICATION_FAILED", "SASL authentication failed"},
    {ErrorCode::kUnknownProducerId, false, "UNKNOWN_PRODUCER_ID", "producer id is unknown"},
    {ErrorCode::kReassignmentInProgress, false, "REASSIGNMENT_IN_PROGRESS", "partition is being reassigned"},
    {ErrorCode::kDelegationTokenAuthDisabled, false, "DELEGATION_TOKEN_AUTH_DISABLED", "delegation tokens are off"},
    {ErrorCode::kDelegationTokenNotFound, false, "DELEGATION_TOKEN_NOT_FOUND", "delegation token was not found"},
    {ErrorCode::kDelegationTokenOwnerMismatch, false, "DELEGATION_TOKEN_OWNER_MISMATCH",
     "principal is not the owner or a renewer of the token"},
    {ErrorCode::kDelegationTokenRequestNotAllowed, false, "DELEGATION_TOKEN_REQUEST_NOT_ALLOWED",
     "delegation token request is not allowed on this connection"},
    {ErrorCode::kDelegationTokenAuthorizationFailed, false, "DELEGATION_TOKEN_AUTHORIZATION_FAILED",
     "not authorized for the delegation token"},
    {ErrorCode::kDelegationTokenExpired, false, "DELEGATION_TOKEN_EXPIRED", "delegation token has expired"},
    {ErrorCode::kInvalidPrincipalType, false, "INVALID_PRINCIPAL_TYPE", "principal type is not supported"},
    {ErrorCode::kNonEmptyGroup, false, "NON_EMPTY_GROUP", "group is not empty"},
    {ErrorCode::kGroupIdNotFound, false, "GROUP_ID_NOT_FOUND", "group id does not exist"},
    {ErrorCode::kFetchSessionIdNotFound, true, "FETCH_SESSION_ID_NOT_FOUND", "fetch session id was not found"},
    {ErrorCode::kInvalidFetchSessionEpoch, true, "INVALID_FETCH_SESSION_EPOCH", "fetch session epoch is invalid"},
    {ErrorCode::kListenerNotFound, true, "LISTENER_NOT_FOUND", "listener was not found on the partition's leader"},
    {ErrorCode::kTopicDeletionDisabled, false, "TOPIC_DELETION_DISABLED", "deletion of topics is off"},
    {ErrorCode::kFencedLeaderEpoch, true, "FENCED_LEADER_EPOCH", "leader epoch is older than the broker's"},
    {ErrorCode::kUnknownLeaderEpoch, true, "UNKNOWN_LEADER_EPOCH", "leader epoch is newer than the broker's"},
    {ErrorCode::kUnsupportedCompressionType, false, "UNSUPPORTED_COMPRESSION_TYPE",
     "client does not support the partition's compression type"},
    {ErrorCode::kStaleBrokerEpoch, false, "STALE_BROKER_EPOCH", "broker epoch is stale"},
    {ErrorCode::kOffsetNotAvailable, true, "OFFSET_NOT_AVAILABLE", "offset is not known yet after the election"},
    {ErrorCode::kMemberIdRequired, false, "MEMBER_ID_REQUIRED", "member id is required to join"},
    {ErrorCode::kPreferredLeaderNotAvailable, true, "PREFERRED_LEADER_NOT_AVAILABLE",
     "preferred leader is not available"},
    {ErrorCode::kGroupMaxSizeReached, false, "GROUP_MAX_SIZE_REACHED", "group is full"},
    {ErrorCode::kFencedInstanceId, false, "FENCED_INSTANCE_ID", "instance id is in use by a newer member"},
    {ErrorCode::kEligibleLeadersNotAvailable, true, "ELIGIBLE_LEADERS_NOT_AVAILABLE",
     "no eligible leader is available"},
    {ErrorCode::kElectionNotNeeded, true, "ELECTION_NOT_NEEDED", "partition needs no election"},
    {ErrorCode::kNoReassignmentInProgress, false, "NO_REASSIGNMENT_IN_PROGRESS", "no reassignment is under way"},
    {ErrorCode::kGroupSubscribedToTopic, false, "GROUP_SUBSCRIBED_TO_TOPIC", "group is subscribed to the topic"},
    {ErrorCode::kInvalidRecord, false, "INVALID_RECORD", "record failed validation"},
    {ErrorCode::kUnstableOffsetCommit, true, "UNSTABLE_OFFSET_COMMIT", "offsets have transactional commits pending"},
    {ErrorCode::kThrottlingQuotaExceeded, true, "THROTTLING_QUOTA_EXCEEDED", "quota was exceeded"},
    {ErrorCode::kProducerFenced, false, "PRODUCER_FENCED", "a newer producer uses the transactional id"},
    {ErrorCode::kResourceNotFound, false, "RESOURCE_NOT_FOUND", "resource was not found"},
    {ErrorCode::kDuplicateResource, false, "DUPLICATE_RESOURCE", "resource is named twice"},
    {ErrorCode::kUnacceptableCredential, false, "UNACCEPTABLE_CREDENTIAL", "credential is not acceptable"},
    {ErrorCode::kInconsistentVoterSet, false, "INCONSISTENT_VOTER_SET", "voter set is inconsistent"},
    {ErrorCode::kInvalidUpdateVersion, false, "INVALID_UPDATE_VERSION", "feature version in the update is invalid"},
    {ErrorCode::kFeatureUpdateFailed, false, "FEATURE_UPDATE_FAILED", "features could not be updated"},
    {ErrorCode::kPrincipalDeserializationFailure, false, "PRINCIPAL_DESERIALIZATION_FAILURE",
     "principal of a forwarded request is not readable"},
    {ErrorCode::kSnapshotNotFound, false, "SNAPSHOT_NOT_FOUND", "snapshot was not found"},
    {ErrorCode::kPositionOutOfRange, false, "POSITION_OUT_OF_RANGE", "position is outside the snapshot"},
    {ErrorCode::kUnknownTopicId, true, "UNKNOWN_TOPIC_ID", "topic id is not on this broker"},
    {ErrorCode::kDuplicateBrokerRegistration, false, "DUPLICATE_BROKER_REGISTRATION",
     "broker id is registered already"},
    {ErrorCode::kBrokerIdNotRegistered, false, "BROKER_ID_NOT_REGISTERED", "broker id is not registered"},
    {ErrorCode::kInconsistentTopicId, true, "INCONSISTENT_TOPIC_ID", "topic id does not match the log's"},
    {ErrorCode::kInconsistentClusterId, false, "INCONSISTENT_CLUSTER_ID", "cluster id does not match"},
    {ErrorCode::kTransactionalIdNotFound, false, "TRANSACTIONAL_ID_NOT_FOUND", "transactional id was not found"},
    {ErrorCode::kFetchSessionTopicIdError, true, "FETCH_SESSION_TOPIC_ID_ERROR",
     "fetch session mixes uses of topic ids"},
    {ErrorCode::kIneligibleReplica, false, "INELIGIBLE_REPLICA", "replica is not eligible for the in-sync set"},
    {ErrorCode::kNewLeaderElected, false, "NEW_LEADER_ELECTED", "update was made, but the leader has changed"},
    {ErrorCode::kOffsetMovedToTieredStorage, false, "OFFSET_MOVED_TO_TIERED_STORAGE",
     "offset has moved to remote storage"},
    {ErrorCode::kFencedMemberEpoch, false, "FENCED_MEMBER_EPOCH", "member epoch is fenced"},
    {ErrorCode::kUnreleasedInstanceId, false, "UNRELEASED_INSTANCE_ID", "instance id is not released yet"},
    {ErrorCode::kUnsupportedAssignor, false, "UNSUPPORTED_ASSIGNOR", "assignor or its version is not supported"},
    {ErrorCode::kStaleMemberEpoch, false, "STALE_MEMBER_EPOCH", "member epoch is stale"},
    {ErrorCode::kMismatchedEndpointType, false, "MISMATCHED_ENDPOINT_TYPE", "endpoint is of another type"},
    {ErrorCode::kUnsupportedEndpointType, false, "UNSUPPORTED_ENDPOINT_TYPE", "endpoint type is not supported"},
    {ErrorCode::kUnknownControllerId, false, "UNKNOWN_CONTROLLER_ID", "controller id is unknown"},
    {ErrorCode::kUnknownSubscriptionId, false, "UNKNOWN_SUBSCRIPTION_ID", "telemetry subscription id is unknown"},
    {ErrorCode::kTelemetryTooLarge, false, "TELEMETRY_TOO_LARGE", "telemetry payload is too large"},
    {ErrorCode::kInvalidRegistration, false, "INVALID_REGISTRATION", "registration is invalid"},
    {ErrorCode::kTransactionAbortable, false, "TRANSACTION_ABORTABLE", "transaction must be aborted"},
    {ErrorCode::kInvalidRecordState, false, "INVALID_RECORD_STATE", "record is in another state"},
    {ErrorCode::kShareSessionNotFound, true, "SHARE_SESSION_NOT_FOUND", "share session was not found"},
    {ErrorCode::kInvalidShareSessionEpoch, true, "INVALID_SHARE_SESSION_EPOCH", "share session epoch is invalid"},
    {ErrorCode::kFencedStateEpoch, false, "FENCED_STATE_EPOCH", "state epoch is fenced"},
    {ErrorCode::kInvalidVoterKey, false, "INVALID_VOTER_KEY", "voter key does not match"},
    {ErrorCode::kDuplicateVoter, false, "DUPLICATE_VOTER", "voter is in the set already"},
    {ErrorCode::kVoterNotFound, false, "VOTER_NOT_FOUND", "voter is not in the set"},
    {ErrorCode::kInvalidRegularExpression, false, "INVALID_REGULAR_EXPRESSION", "regular expression is invalid"},
    {ErrorCode::kRebootstrapRequired, false, "REBOOTSTRAP_REQUIRED", "client should bootstrap again"},
    {ErrorCode::kStreamsInvalidTopology, false, "STREAMS_INVALID_TOPOLOGY", "topology is invalid"},
    {ErrorCode::kStreamsInvalidTopologyEpoch, false, "STREAMS_INVALID_TOPOLOGY_EPOCH", "topology epoch is invalid"},
    {ErrorCode::kStreamsTopologyFenced, false, "STREAMS_TOPOLOGY_FENCED", "topology epoch is fenced"},
    {ErrorCode::kShareSessionLimitReached, true, "SHARE_SESSION_LIMIT_REACHED", "no more share sessions fit"},
    {ErrorCode::kGroupDeletionFailed, false, "GROUP_DELETION_FAILED", "group could not be deleted"},
    {ErrorCode::kStreamsTopologyDescriptionUpdateFailed, false, "STREAMS_TOPOLOGY_DESCRIPTION_UPDATE_FAILED",
     "topology description could not be updated"},
    {ErrorCode::kControllerIdNotRegistered, false, "CONTROLLER_ID_NOT_REGISTERED", "controller id is not registered"},
}};

constexpr bool rows_are_in_order() {
  for (int16_t i = 0; i < static_cast<int16_t>(kRows.size()); ++i) {
    if (to_wire(kRows[static_cast<size_t>(i)].code) != kLowestErrorCode + i) return false;
  }
  return kRows.size() == kHighestErrorCode - kLowestErrorCode + 1;
}
static_assert(rows_are_in_order());

const Row* find_row(ErrorCode code) {
  const int16_t number = to_wire(code);
  if (number < kLowestErrorCode || number > kHighestErrorCode) return nullptr;
  return &kRows[static_cast<size_t>(number - kLowestErrorCode)];
}

}  // namespace

std::string_view name(ErrorCode code) {
  const Row* row = find_row(code);
  return row != nullptr ? row->name : "UNKNOWN_ERROR_CODE";
}

bool is_retriable(ErrorCode code) {
  const Row* row = find_row(code);
  return row != nullptr && row->retriable;
}

std::string_view default_message(ErrorCode code) {
  const Row* row = find_row(code);
  return row != nullptr ? row->message : "unknown error code";
}

std::optional<ErrorCode> error_code_from_wire(int16_t number) {
  if (number < kLowestErrorCode || number > kHighestErrorCode) return std::nullopt;
  return static_cast<ErrorCode>(number);
}

}  // namespace klamm::protocol
