#include "storage/journal/journal_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

#include "protocol/crc32c.h"
#include "protocol/record_batch.h"
#include "storage/batch_header.h"
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
constexpr size_t kFrameCovered = 8;

bool has_magic(const std::byte* at, std::string_view magic) {
  return std::memcmp(at, magic.data(), magic.size()) == 0;
}

std::expected<JournalHead, std::string> parse_head(std::span<const std::byte> file) {
  if (file.size() < kJournalBlockBytes) return std::unexpected("it is too short");
  const std::byte* at = file.data();
  if (!has_magic(at, kHeadMagic)) return std::unexpected("it does not begin as one");
  if (load_big_endian<int16_t>(at + 4) != kVersion) {
    return std::unexpected(fmt::format("its version is {}", load_big_endian<int16_t>(at + 4)));
  }
  const auto covered = file.subspan(kHeadCovered, kJournalHeadBytes - kHeadCovered);
  if (load_big_endian<uint32_t>(at + kHeadChecksum) != protocol::crc32c(covered)) {
    return std::unexpected("the checksum of its head does not match");
  }
  JournalHead head;
  head.journal_id = load_big_endian<uint64_t>(at + 12);
  head.generation = load_big_endian<int64_t>(at + 20);
  head.half_bytes = load_big_endian<uint64_t>(at + 28);
  head.shard = load_big_endian<int32_t>(at + 36);
  const uint64_t room = file.size() - kJournalBlockBytes;
  if (head.half_bytes == 0 || head.half_bytes % kJournalBlockBytes != 0 || head.half_bytes > room / 2) {
    return std::unexpected(fmt::format("it has {} bytes, and halves of {}", file.size(), head.half_bytes));
  }
  return head;
}

struct FrameEntries {
  JournalFrame frame;
  std::vector<JournalEntry> entries;

  int64_t sequence() const { return frame.sequence; }
};

struct HalfFrames {
  std::vector<FrameEntries> frames;
  bool has_first = false;  // the one at the half's beginning
};

// The frames of one half, whose sequences go up. Behind one that cannot be read, later ones are looked for: the next is
// written only when the one before is on the disk, so they are there only if a disk has lost what it had.
class HalfReader {
 public:
  HalfReader(std::span<const std::byte> half, uint64_t position_bytes, uint64_t journal_id)
      : rest_(half),
        end_bytes_(position_bytes + half.size()),
        journal_id_(journal_id),
        bytes_left_to_check_(kCheckedTimes * half.size()) {}

  HalfFrames read() {
    const bool has_first = read_frame();
    while (rest_.size() >= kJournalFrameHeadBytes) {
      if (!read_frame()) rest_ = rest_.subspan(std::min<size_t>(kJournalBlockBytes, rest_.size()));
    }
    return {std::move(frames_), has_first};
  }

 private:
  // Bytes of a half that are made to look like many frames in one another must not cost more than so many readings.
  static constexpr uint64_t kCheckedTimes = 8;

  bool read_frame() {
    if (rest_.size() < kJournalFrameHeadBytes) return false;
    const std::byte* at = rest_.data();
    if (!has_magic(at, kFrameMagic) || load_big_endian<uint64_t>(at + 8) != journal_id_) return false;
    const auto sequence = load_big_endian<int64_t>(at + 16);
    const auto entry_bytes = load_big_endian<uint32_t>(at + 24);
    const auto entry_count = load_big_endian<int32_t>(at + 28);
    if (entry_bytes > rest_.size() - kJournalFrameHeadBytes || entry_count < 0 || sequence < 0) return false;
    if (!frames_.empty() && sequence <= frames_.back().sequence()) return false;
    const auto frame = rest_.first(kJournalFrameHeadBytes + entry_bytes);
    if (frame.size() > bytes_left_to_check_) return false;
    bytes_left_to_check_ -= frame.size();
    if (load_big_endian<uint32_t>(at + kFrameChecksum) != protocol::crc32c(frame.subspan(kFrameCovered))) return false;
    if (!read_entries(frame.subspan(kJournalFrameHeadBytes), entry_count)) return false;
    frames_.back().frame = {end_bytes_ - rest_.size(), frame.size(), sequence, static_cast<uint32_t>(entry_count)};
    rest_ = rest_.subspan(std::min<uint64_t>(journal_padded_bytes(frame.size()), rest_.size()));
    return true;
  }

  bool read_entries(std::span<const std::byte> bytes, int32_t count) {
    std::vector<JournalEntry> entries;
    for (int32_t i = 0; i < count; ++i) {
      if (bytes.size() < kJournalEntryHeadBytes) return false;
      const std::byte* at = bytes.data();
      JournalEntry entry;
      entry.kind = static_cast<JournalEntryKind>(load_big_endian<int32_t>(at));
      entry.partition.index = load_big_endian<int32_t>(at + 4);
      std::memcpy(entry.partition.topic_id.bytes.data(), at + 8, 16);
      entry.base_offset = Offset(load_big_endian<int64_t>(at + 24));
      entry.leader_epoch = LeaderEpoch(load_big_endian<int32_t>(at + 32));
      const auto size = load_big_endian<uint32_t>(at + 36);
      bytes = bytes.subspan(kJournalEntryHeadBytes);
      if (size > bytes.size()) return false;
      entry.batch = bytes.first(size);
      if (!is_sound(entry)) return false;
      bytes = bytes.subspan(size);
      entries.push_back(entry);
    }
    if (!bytes.empty()) return false;
    frames_.push_back({{}, std::move(entries)});
    return true;
  }

  // What the entry says must be what its batch says.
  static bool is_sound(const JournalEntry& entry) {
    if (entry.base_offset.value < 0) return false;
    if (entry.kind == JournalEntryKind::kTruncation) return entry.batch.empty();
    if (entry.kind != JournalEntryKind::kBatch || entry.batch.size() < kBatchHeaderBytes) return false;
    const auto header = parse_batch_header(entry.batch);
    return header && header->size_bytes == entry.batch.size() && header->base_offset == entry.base_offset &&
           header->leader_epoch == entry.leader_epoch;
  }

  std::span<const std::byte> rest_;
  uint64_t end_bytes_;  // of the half in the file
  uint64_t journal_id_;
  uint64_t bytes_left_to_check_;
  std::vector<FrameEntries> frames_;
};

// A half whose first frame is torn shows what laps before have left: of those, only what the other half follows on may
// still be needed.
void drop_leftovers(HalfFrames& half, const HalfFrames& other) {
  if (half.has_first || other.frames.empty()) return;
  const int64_t begin = other.frames.front().sequence();
  const auto end = std::ranges::lower_bound(half.frames, begin, {}, &FrameEntries::sequence);
  if (end == half.frames.begin() || std::prev(end)->sequence() == begin - 1) return;
  half.frames.erase(half.frames.begin(), end);
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
  store_big_endian<uint32_t>(at + kFrameChecksum, protocol::crc32c(frame.subspan(kFrameCovered)));
}

std::expected<JournalContents, std::string> parse_journal(std::span<const std::byte> file) {
  const auto head = parse_head(file);
  if (!head) return std::unexpected(head.error());
  const uint64_t second_position = kJournalBlockBytes + head->half_bytes;
  const auto first_half = file.subspan(kJournalBlockBytes, head->half_bytes);
  const auto second_half = file.subspan(second_position, head->half_bytes);
  HalfFrames first = HalfReader(first_half, kJournalBlockBytes, head->journal_id).read();
  HalfFrames second = HalfReader(second_half, second_position, head->journal_id).read();
  drop_leftovers(first, second);
  drop_leftovers(second, first);
  const bool is_beginning_lost = (second.frames.empty() && !first.frames.empty() && !first.has_first) ||
                                 (first.frames.empty() && !second.frames.empty() && !second.has_first);
  std::vector<FrameEntries> frames = std::move(first.frames);
  std::ranges::move(second.frames, std::back_inserter(frames));
  std::ranges::sort(frames, {}, &FrameEntries::sequence);
  JournalContents contents;
  contents.head = *head;
  contents.is_continuous = !is_beginning_lost;
  for (size_t i = 0; i < frames.size(); ++i) {
    if (i > 0 && frames[i].sequence() - 1 != frames[i - 1].sequence()) contents.is_continuous = false;
    contents.frames.push_back(frames[i].frame);
    std::ranges::copy(frames[i].entries, std::back_inserter(contents.entries));
  }
  return contents;
}

}  // namespace klamm::storage
