#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <vector>

#include "storage/batch_window.h"
#include "storage/types.h"

// Klamm's `.producer-windows` files (version 1): what a `.snapshot` of the same name has no place for, the older
// batches of each window. Numbers are big-endian.
//
//   head      "KLPW", version (int16), 0 (int16), checksum (CRC-32C of the entries and then of the rest of the head),
//             offset (int64), checksum of the snapshot (int32), producers (int32), bytes of the entries (int64)
//   entries   in the order of the snapshot, those with more than one batch: producer id (int64), epoch (int16),
//             batches (int16), then of each but the newest, oldest first: last offset (int64), timestamp (int64), last
//             sequence (int32), offset delta (int32)
//
// The snapshot's checksum ties the two together: a snapshot that another process has put there meanwhile has none.
namespace klamm::storage {

inline constexpr size_t kWindowsHeadBytes = 36;
inline constexpr size_t kWindowBytes = 12;       // of an entry without its batches
inline constexpr size_t kWindowBatchBytes = 24;  // of one batch
inline constexpr size_t kWindowsFileBytesMax = size_t{256} << 20;

struct ProducerWindowsHead {
  Offset offset{};
  uint32_t snapshot_crc = 0;
  int32_t producer_count = 0;
  int64_t entry_bytes = 0;
};

// `at` has room for the head; `entry_crc` is the checksum of the entries.
void encode_windows_head(std::byte* at, const ProducerWindowsHead& head, uint32_t entry_crc);
// Appends the older batches of a window, the newest `batches_max` of them.
void append_window(std::vector<std::byte>& to, ProducerId id, ProducerEpoch epoch, const BatchWindow& window,
                   uint16_t batches_max);

// Reads a whole file, which may hold any bytes. Only bytes whose checksum is right are ever given.
class ProducerWindowsReader {
 public:
  static std::expected<ProducerWindowsReader, std::string> open(std::span<const std::byte> file);

  const ProducerWindowsHead& head() const { return head_; }
  // The next entry's batches if they are of this producer and epoch, else none: good until the next call.
  std::span<const ProducerBatch> take(ProducerId id, ProducerEpoch epoch);
  // Whether every entry was taken.
  bool at_end() const { return rest_.empty(); }

 private:
  ProducerWindowsReader(const ProducerWindowsHead& head, std::span<const std::byte> entries)
      : head_(head), rest_(entries) {}

  ProducerWindowsHead head_;
  std::span<const std::byte> rest_;
  std::vector<ProducerBatch> batches_;
};

}  // namespace klamm::storage
