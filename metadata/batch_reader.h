#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <string>
#include <vector>

#include "metadata/metadata_batch.h"
#include "reactor/io.h"

namespace klamm::metadata {

/// Reads a file of batches from its start, in pieces. For the start only: it waits for the disk.
/// @core owner
class BatchReader {
 public:
  /// What follows the last valid batch.
  enum class Rest : uint8_t {
    kNone,
    kTorn,         // what a write that was not finished has left
    kDamaged,      // an invalid batch with a valid one right behind it
    kUnsupported,  // an intact batch that is compressed
  };
  struct End {
    uint64_t valid_bytes = 0;
    uint64_t rest_bytes = 0;
    Rest rest = Rest::kNone;
  };

  BatchReader(reactor::Io& io, std::string path) : io_(io), path_(std::move(path)) {}

  /// Calls `visit` for each batch; an error of it ends the reading and is returned, as is one of the system.
  std::expected<End, std::string> read(
      const std::function<std::expected<void, std::string>(const MetadataBatch&)>& visit);

 private:
  // Makes at least `count` bytes from `position` on available in the window, or all that there are.
  std::expected<std::span<const std::byte>, std::string> window(uint64_t position, size_t count);
  std::expected<bool, std::string> has_lost_sector(uint64_t position, uint64_t end);
  std::expected<Rest, std::string> rest_after(uint64_t position, BatchFault fault);

  reactor::Io& io_;
  std::string path_;
  reactor::FileHandle file_;
  uint64_t file_bytes_ = 0;
  std::vector<std::byte> buffer_;
  uint64_t buffer_start_ = 0;
};

}  // namespace klamm::metadata
