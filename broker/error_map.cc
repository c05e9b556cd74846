#include "broker/error_map.h"

namespace klamm::broker {

using protocol::ErrorCode;

ErrorCode error_code_of(const storage::StorageError& error) {
  using enum storage::StorageErrorKind;
  switch (error.kind) {
    case kIo:
      return ErrorCode::kKafkaStorageError;
    case kCorrupt:
      return ErrorCode::kKafkaStorageError;
    case kNotFound:
      return ErrorCode::kUnknownTopicOrPartition;
    case kAlreadyExists:
      return ErrorCode::kUnknownServerError;
    case kOffsetOutOfRange:
      return ErrorCode::kOffsetOutOfRange;
    case kUnexpectedOffset:
      return ErrorCode::kUnknownServerError;
    case kUnsupported:
      return ErrorCode::kUnsupportedForMessageFormat;
    case kClosed:
      return ErrorCode::kNotLeaderOrFollower;
  }
  return ErrorCode::kUnknownServerError;
}

ErrorCode error_code_of(storage::PartitionGone reason) {
  using enum storage::PartitionGone;
  switch (reason) {
    case kDeleted:
      return ErrorCode::kUnknownTopicOrPartition;
    case kLeaderChanged:
      return ErrorCode::kNotLeaderOrFollower;
    case kStorageFailed:
      return ErrorCode::kKafkaStorageError;
    case kShutdown:
      return ErrorCode::kNotLeaderOrFollower;
  }
  return ErrorCode::kUnknownServerError;
}

ErrorCode error_code_of(const metadata::ApiError& error) {
  return error.code;
}

}  // namespace klamm::broker
