#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "storage/partition_key.h"
#include "storage/types.h"

// Klamm's journal of a log directory (version 1): what was acknowledged and may not be in its segments after a power
// loss. One file per shard and directory, `klamm-journal-<generation>-<shard>`; Kafka skips plain files there. Numbers
// are big-endian, everything is padded with zeros to blocks of 4096 bytes.
//
//   head      "KLPJ", version (int16), 0 (int16), checksum (CRC-32C of what follows in the head), journal id (int64),
//             generation (int64), bytes of a half (int64), shard (int32)
//   2 halves  frames, one behind the other from the start of the half on
//   frame     "KLPF", checksum (CRC-32C of the rest of the frame, without padding), journal id (int64), sequence
//             (int64), bytes of the entries (int32), entries (int32), the entries
//   entry     kind (int32), partition (int32), topic id (16 bytes), base offset (int64), leader epoch (int32), bytes
//             (int32), the record batch as it is in the segment
//
// A frame is one write, whole or not there; the last may be torn. Sequences go up by one from frame to frame over both
// halves, which are written in turn: what a half still holds of the lap before has other sequences. A half is begun
// anew only when the segments have all that it holds. The generation goes up with each start of a broker that finds
// journals.
namespace klamm::storage {

inline constexpr uint32_t kJournalBlockBytes = 4096;
inline constexpr size_t kJournalHeadBytes = 40;
inline constexpr size_t kJournalFrameHeadBytes = 32;
inline constexpr size_t kJournalEntryHeadBytes = 40;

constexpr uint64_t journal_padded_bytes(uint64_t bytes) {
  return (bytes + kJournalBlockBytes - 1) / kJournalBlockBytes * kJournalBlockBytes;
}

// Which journal file this is.
struct JournalHead {
  uint64_t journal_id = 0;  // random: frames of another file are never taken for its own
  int64_t generation = 0;
  uint64_t half_bytes = 0;
  int32_t shard = 0;
};

constexpr uint64_t journal_file_bytes(const JournalHead& head) {
  return kJournalBlockBytes + 2 * head.half_bytes;
}

enum class JournalEntryKind : int32_t {
  kBatch = 1,
  kTruncation = 2,  // the log ends at the base offset from here on: what went before above it is not to come back
};

// One that is to be written.
struct JournalEntry {
  JournalEntryKind kind = JournalEntryKind::kBatch;
  PartitionKey partition;
  LeaderEpoch leader_epoch{};
  Offset base_offset{};
  std::span<const std::byte> batch;  // one whole record batch
};

std::string journal_file_name(int64_t generation, uint32_t shard);
struct JournalName {
  int64_t generation = 0;
  int32_t shard = 0;
};
// Nothing: not a journal's name.
std::optional<JournalName> parse_journal_file_name(std::string_view name);

// `at` has room for the head.
void encode_journal_head(std::byte* at, const JournalHead& head);
void encode_journal_entry_head(std::byte* at, const JournalEntry& entry);
// Completes a frame whose entries are in place behind the room for its head. Without padding.
void encode_journal_frame_head(std::span<std::byte> frame, uint64_t journal_id, int64_t sequence, int32_t entry_count);

// ---- heads as they were found: any bytes may come
// The error says why the file, of so many bytes, is no journal; one that was not made to its end is none.
std::expected<JournalHead, std::string> decode_journal_head(std::span<const std::byte> first_bytes,
                                                            uint64_t file_size_bytes);
struct JournalFrameHead {
  uint32_t checksum = 0;  // of what follows, from kJournalFrameCovered on
  int64_t sequence = 0;
  uint32_t entry_bytes = 0;
  uint32_t entry_count = 0;
};
inline constexpr size_t kJournalFrameCovered = 8;
// Nothing: there is no frame of this journal. `at` has kJournalFrameHeadBytes.
std::optional<JournalFrameHead> decode_journal_frame_head(const std::byte* at, uint64_t journal_id);
struct JournalEntryHead {
  JournalEntryKind kind = JournalEntryKind::kBatch;  // or any number
  PartitionKey partition;
  Offset base_offset{};
  LeaderEpoch leader_epoch{};
  uint32_t batch_bytes = 0;
};
// `at` has kJournalEntryHeadBytes.
JournalEntryHead decode_journal_entry_head(const std::byte* at);

}  // namespace klamm::storage
