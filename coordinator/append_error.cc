#include "coordinator/append_error.h"

namespace klamm::coordinator {

using protocol::ErrorCode;

ErrorCode group_error_of(ErrorCode append_error) {
  switch (append_error) {
    case ErrorCode::kUnknownTopicOrPartition:
    case ErrorCode::kNotEnoughReplicas:
    case ErrorCode::kRequestTimedOut:
      return ErrorCode::kCoordinatorNotAvailable;
    case ErrorCode::kNotLeaderOrFollower:
    case ErrorCode::kKafkaStorageError:
      return ErrorCode::kNotCoordinator;
    case ErrorCode::kMessageTooLarge:
    case ErrorCode::kRecordListTooLarge:
    case ErrorCode::kInvalidFetchSize:
      return ErrorCode::kUnknownServerError;
    default:
      return append_error;
  }
}

}  // namespace klamm::coordinator
