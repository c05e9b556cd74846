#pragma once

#include <cerrno>
#include <cstdint>
#include <expected>
#include <string>
#include <utility>

#include "reactor/io_error.h"

namespace klamm::storage {

enum class StorageErrorKind : uint8_t {
  kIo,        // the system refused: errno in `code`; KAFKA_STORAGE_ERROR to clients
  kCorrupt,   // bytes on disk are not what they must be
  kNotFound,  // no such file or directory
  kAlreadyExists,
  kOffsetOutOfRange,  // below the log start or beyond the end that may be read
  kUnexpectedOffset,  // a replica append that does not continue the log
  kUnsupported,       // Kafka data that Klamm does not serve (record batches before magic 2)
  kClosed,            // the partition was deleted or its log closed meanwhile
};

// Why storage could not do it. A value; `broker/` maps it to a Kafka error.
// @core any
struct StorageError {
  StorageErrorKind kind = StorageErrorKind::kIo;
  int code = 0;         // errno, 0 when it is not the system's
  std::string message;  // one sentence that names the file or the offset

  static StorageError io(reactor::IoError error, std::string what) {
    return {StorageErrorKind::kIo, error.code, std::move(what) + ": " + error.text()};
  }
  // Which passes when files go.
  bool is_short_of_space() const { return kind == StorageErrorKind::kIo && (code == ENOSPC || code == EDQUOT); }
  static StorageError corrupt(std::string message) { return {StorageErrorKind::kCorrupt, 0, std::move(message)}; }
};

template <class T>
using StorageResult = std::expected<T, StorageError>;

}  // namespace klamm::storage
