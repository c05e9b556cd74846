#include "storage/journal/journal_format.h"

#include <fmt/format.h>

#include <cstring>

#include "protocol/crc32c.h"
#include "protocol/record_batch.h"
#include "storage/text_lines.h"

namespace klamm::storage {

using protocol::load_big_endian;
using protocol::store_big_endian;

namespace {

constexpr std::string_view kNamePrefix = "klamm-journal-";
constexpr std::string_view kHeadMagic = "KLPJ";
constexpr std::string_view kFrameMagic = "KLPF";
constexpr int16_t kVersion = 1;

// Where fields are; see the header.
constexpr size_t kHeadChecksum = 8;
constexpr size_t kHeadCovered = 12;
constexpr size_t kFrameChecksum = 4;

bool has_magic(const std::byte* at, std::string_view magic) {
  return std::memcmp(at, magic.data(), magic.size()) == 0;
}

}  // namespace

std::string journal_file_name(int64_t generation, uint32_t shard) {
  return fmt::format("{}{}-{}", kNamePrefix, generation, shard);
}

std::optional<JournalName> parse_journal_file_name(std::string_view name) {
  if (!name.starts_with(kNamePrefix)) return std::nullopt;
  name.remove_prefix(kNamePrefix.size());
  const size_t dash = name.find('-');
  if (dash == std::string_view::npos) return std::nullopt;
  const auto generation = parse_number<int64_t>(name.substr(0, dash));
  const auto shard = parse_number<int32_t>(name.substr(dash + 1));
  if (!generation || !shard || *generation < 0 || *generation == INT64_MAX || *shard < 0) return std::nullopt;
  return JournalName{*generation, *shard};
}

void encode_journal_head(std::byte* at, const JournalHead& head) {
  std::memcpy(at, kHeadMagic.data(), kHeadMagic.size());
  store_big_endian<int16_t>(at + 4, kVersion);
  store_big_endian<int16_t>(at + 6, 0);
  store_big_endian<uint64_t>(at + 12, head.journal_id);
  store_big_endian<int64_t>(at + 20, head.generation);
  store_big_endian<uint64_t>(at + 28, head.half_bytes);
  store_big_endian<int32_t>(at + 36, head.shard);
  const std::span<const std::byte> covered(at + kHeadCovered, kJournalHeadBytes - kHeadCovered);
  store_big_endian<uint32_t>(at + kHeadChecksum, protocol::crc32c(covered));
}

void encode_journal_entry_head(std::byte* at, const JournalEntry& entry) {
  store_big_endian<int32_t>(at, static_cast<int32_t>(entry.kind));
  store_big_endian<int32_t>(at + 4, entry.partition.index);
  std::memcpy(at + 8, entry.partition.topic_id.bytes.data(), 16);
  store_big_endian<int64_t>(at + 24, entry.base_offset.value);
  store_big_endian<int32_t>(at + 32, entry.leader_epoch.value);
  store_big_endian<uint32_t>(at + 36, static_cast<uint32_t>(entry.batch.size()));
}

void encode_journal_frame_head(std::span<std::byte> frame, uint64_t journal_id, int64_t sequence, int32_t entry_count) {
  std::byte* at = frame.data();
  std::memcpy(at, kFrameMagic.data(), kFrameMagic.size());
  store_big_endian<uint64_t>(at + 8, journal_id);
  store_big_endian<int64_t>(at + 16, sequence);
  store_big_endian<uint32_t>(at + 24, static_cast<uint32_t>(frame.size() - kJournalFrameHeadBytes));
  store_big_endian<int32_t>(at + 28, entry_count);
  store_big_endian<uint32_t>(at + kFrameChecksum, protocol::crc32c(frame.subspan(kJournalFrameCovered)));
}

std::expected<JournalHead, std::string> decode_journal_head(std::span<const std::byte> first_bytes,
                                                            uint64_t file_size_bytes) {
  if (file_size_bytes < kJournalBlockBytes || first_bytes.size() < kJournalHeadBytes) {
    return std::unexpected("it is too short");
  }
  const std::byte* at = first_bytes.data();
  if (!has_magic(at, kHeadMagic)) return std::unexpected("it does not begin as one");
  if (load_big_endian<int16_t>(at + 4) != kVersion) {
    return std::unexpected(fmt::format("its version is {}", load_big_endian<int16_t>(at + 4)));
  }
  const auto covered = first_bytes.subspan(kHeadCovered, kJournalHeadBytes - kHeadCovered);
  if (load_big_endian<uint32_t>(at + kHeadChecksum) != protocol::crc32c(covered)) {
    return std::unexpected("the checksum of its head does not match");
  }
  JournalHead head;
  head.journal_id = load_big_endian<uint64_t>(at + 12);
  head.generation = load_big_endian<int64_t>(at + 20);
  head.half_bytes = load_big_endian<uint64_t>(at + 28);
  head.shard = load_big_endian<int32_t>(at + 36);
  const uint64_t room = file_size_bytes - kJournalBlockBytes;
  if (head.half_bytes == 0 || head.half_bytes % kJournalBlockBytes != 0 || head.half_bytes > room / 2) {
    return std::unexpected(fmt::format("it has {} bytes, and halves of {}", file_size_bytes, head.half_bytes));
  }
  return head;
}

std::optional<JournalFrameHead> decode_journal_frame_head(const std::byte* at, uint64_t journal_id) {
  if (!has_magic(at, kFrameMagic) || load_big_endian<uint64_t>(at + 8) != journal_id) return std::nullopt;
  const auto sequence = load_big_endian<int64_t>(at + 16);
  const auto entry_count = load_big_endian<int32_t>(at + 28);
  if (entry_count < 0 || sequence < 0) return std::nullopt;
  JournalFrameHead head;
  head.checksum = load_big_endian<uint32_t>(at + kFrameChecksum);
  head.sequence = sequence;
  head.entry_bytes = load_big_endian<uint32_t>(at + 24);
  head.entry_count = static_cast<uint32_t>(entry_count);
  return head;
}

JournalEntryHead decode_journal_entry_head(const std::byte* at) {
  JournalEntryHead head;
  head.kind = static_cast<JournalEntryKind>(load_big_endian<int32_t>(at));
  head.partition.index = load_big_endian<int32_t>(at + 4);
  std::memcpy(head.partition.topic_id.bytes.data(), at + 8, 16);
  head.base_offset = Offset(load_big_endian<int64_t>(at + 24));
  head.leader_epoch = LeaderEpoch(load_big_endian<int32_t>(at + 32));
  head.batch_bytes = load_big_endian<uint32_t>(at + 36);
  return head;
}

}  // namespace klamm::storage
