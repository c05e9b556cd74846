#include "storage/journal/journal_reader.h"

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <utility>

#include "protocol/crc32c.h"
#include "storage/batch_header.h"

namespace klamm::storage {

namespace {

// No journal is larger (see the option log.journal.bytes).
constexpr uint64_t kJournalFileBytesMax = uint64_t{2} << 30;
constexpr size_t kWindowBytes = size_t{1} << 20;
constexpr size_t kPieceBytes = size_t{256} << 10;

// What the entry says must be what its batch says. The offset behind the batch; nothing where it is not so.
std::optional<Offset> next_offset_of(const JournalEntryHead& entry, std::span<const std::byte> batch_head) {
  if (entry.base_offset.value < 0) return std::nullopt;
  if (entry.kind == JournalEntryKind::kTruncation) {
    return entry.batch_bytes == 0 ? std::optional(entry.base_offset) : std::nullopt;
  }
  if (entry.kind != JournalEntryKind::kBatch || batch_head.size() < kBatchHeaderBytes) return std::nullopt;
  const auto header = parse_batch_header(batch_head);
  const bool is_same = header && header->size_bytes == entry.batch_bytes && header->base_offset == entry.base_offset &&
                       header->leader_epoch == entry.leader_epoch;
  return is_same ? std::optional(header->next_offset()) : std::nullopt;
}

struct HalfFrames {
  std::vector<JournalFrame> frames;
  bool has_first = false;  // the one at the half's beginning
};

// The frames of one half, whose sequences go up. Behind one that cannot be read, later ones are looked for: the next is
// written only when the one before is on the disk, so they are there only if a disk has lost what it had.
class HalfReader {
 public:
  HalfReader(JournalSource& source, uint64_t begin_bytes, uint64_t size_bytes, uint64_t journal_id)
      : source_(source),
        at_bytes_(begin_bytes),
        end_bytes_(begin_bytes + size_bytes),
        journal_id_(journal_id),
        bytes_left_to_check_(kCheckedTimes * size_bytes) {}

  StorageResult<HalfFrames> read() {
    HalfFrames half;
    auto found = read_frame(half.frames);
    if (found) half.has_first = *found;
    while (found && end_bytes_ - at_bytes_ >= kJournalFrameHeadBytes) {
      found = read_frame(half.frames);
      if (found && !*found) at_bytes_ += std::min<uint64_t>(kJournalBlockBytes, end_bytes_ - at_bytes_);
    }
    if (!found) return std::unexpected(found.error());
    return half;
  }

 private:
  // Bytes of a half that are made to look like many frames in one another must not cost more than so many readings.
  static constexpr uint64_t kCheckedTimes = 8;

  StorageResult<bool> read_frame(std::vector<JournalFrame>& frames) {
    const uint64_t room = end_bytes_ - at_bytes_;
    if (room < kJournalFrameHeadBytes) return false;
    const auto bytes = source_.at(at_bytes_, kJournalFrameHeadBytes);
    if (!bytes) return std::unexpected(bytes.error());
    const auto head = decode_journal_frame_head(bytes->data(), journal_id_);
    if (!head || head->entry_bytes > room - kJournalFrameHeadBytes) return false;
    if (!frames.empty() && head->sequence <= frames.back().sequence) return false;
    const JournalFrame frame{at_bytes_, kJournalFrameHeadBytes + head->entry_bytes, head->sequence, head->entry_count};
    if (frame.size_bytes > bytes_left_to_check_) return false;
    bytes_left_to_check_ -= frame.size_bytes;
    const auto checksum = checksum_of(frame);
    if (!checksum) return std::unexpected(checksum.error());
    if (*checksum != head->checksum) return false;
    const auto visited = visit_journal_frame(source_, frame, [](const PartitionKey&, const FoundJournalEntry&) {});
    if (!visited && visited.error().kind != StorageErrorKind::kCorrupt) return std::unexpected(visited.error());
    if (!visited) return false;
    frames.push_back(frame);
    at_bytes_ += std::min(journal_padded_bytes(frame.size_bytes), room);
    return true;
  }

  StorageResult<uint32_t> checksum_of(const JournalFrame& frame) {
    uint32_t checksum = 0;
    for (uint64_t at = 0; at < frame.size_bytes;) {
      const size_t size = std::min<uint64_t>(kPieceBytes, frame.size_bytes - at);
      const auto piece = source_.at(frame.position_bytes + at, size);
      if (!piece) return std::unexpected(piece.error());
      checksum = protocol::crc32c_extend(checksum, piece->subspan(at == 0 ? kJournalFrameCovered : 0));
      at += size;
    }
    return checksum;
  }

  JournalSource& source_;
  uint64_t at_bytes_;
  uint64_t end_bytes_;
  uint64_t journal_id_;
  uint64_t bytes_left_to_check_;
};

// A half whose first frame is torn shows what laps before have left: of those, only what the other half follows on may
// still be needed.
void drop_leftovers(HalfFrames& half, const HalfFrames& other) {
  if (half.has_first || other.frames.empty()) return;
  const int64_t begin = other.frames.front().sequence;
  const auto end = std::ranges::lower_bound(half.frames, begin, {}, &JournalFrame::sequence);
  if (end == half.frames.begin() || std::prev(end)->sequence == begin - 1) return;
  half.frames.erase(half.frames.begin(), end);
}

}  // namespace

StorageResult<std::unique_ptr<JournalFileSource>> JournalFileSource::open(reactor::Io& io, std::string path) {
  const auto file = io.open(path, reactor::OpenMode::kRead);
  if (!file) return std::unexpected(StorageError::io(file.error(), "cannot read " + path));
  std::unique_ptr<JournalFileSource> source(new JournalFileSource(io, std::move(path), *file));
  const auto status = io.status(*file);
  if (!status) return std::unexpected(StorageError::io(status.error(), "cannot read " + source->path_));
  source->size_bytes_ = std::min(status->size_bytes, kJournalFileBytesMax);
  return source;
}

JournalFileSource::~JournalFileSource() {
  io_.close(file_);
}

StorageResult<std::span<const std::byte>> JournalFileSource::at(uint64_t position_bytes, size_t size_bytes) {
  const bool is_there =
      position_bytes >= window_from_bytes_ && position_bytes + size_bytes <= window_from_bytes_ + window_.size();
  if (!is_there) {
    window_.resize(std::min<uint64_t>(std::max(size_bytes, kWindowBytes), size_bytes_ - position_bytes));
    window_from_bytes_ = position_bytes;
    const auto got = io_.read_now(file_, window_, position_bytes);
    window_.resize(got.value_or(0));
    if (!got) return std::unexpected(StorageError::io(got.error(), "cannot read " + path_));
    if (window_.size() < size_bytes) return std::unexpected(StorageError::io({EIO}, "cannot read " + path_));
  }
  return std::span<const std::byte>(window_).subspan(position_bytes - window_from_bytes_, size_bytes);
}

StorageResult<void> visit_journal_frame(JournalSource& source, const JournalFrame& frame,
                                        const JournalEntryVisitor& visit) {
  const auto unsound = [] { return std::unexpected(StorageError::corrupt("an entry of a journal is not sound")); };
  uint64_t at_bytes = frame.position_bytes + kJournalFrameHeadBytes;
  const uint64_t end_bytes = frame.position_bytes + frame.size_bytes;
  for (uint32_t i = 0; i < frame.entry_count; ++i) {
    if (end_bytes - at_bytes < kJournalEntryHeadBytes) return unsound();
    const size_t size = std::min<uint64_t>(kJournalEntryHeadBytes + kBatchHeaderBytes, end_bytes - at_bytes);
    const auto bytes = source.at(at_bytes, size);
    if (!bytes) return std::unexpected(bytes.error());
    const JournalEntryHead head = decode_journal_entry_head(bytes->data());
    at_bytes += kJournalEntryHeadBytes;
    if (head.batch_bytes > end_bytes - at_bytes) return unsound();
    const auto batch_head = bytes->subspan(kJournalEntryHeadBytes);
    const auto next = next_offset_of(head, batch_head.first(std::min<size_t>(batch_head.size(), head.batch_bytes)));
    if (!next) return unsound();
    FoundJournalEntry entry;
    entry.base_offset = head.base_offset;
    entry.next_offset = *next;
    entry.position_bytes = at_bytes;
    entry.batch_bytes = head.batch_bytes;
    entry.leader_epoch = head.leader_epoch;
    visit(head.partition, entry);
    at_bytes += head.batch_bytes;
  }
  if (at_bytes != end_bytes) return unsound();
  return {};
}

StorageResult<JournalContents> parse_journal(JournalSource& source) {
  const auto first_bytes = source.at(0, std::min<uint64_t>(kJournalHeadBytes, source.size_bytes()));
  if (!first_bytes) return std::unexpected(first_bytes.error());
  const auto head = decode_journal_head(*first_bytes, source.size_bytes());
  if (!head) return std::unexpected(StorageError::corrupt(head.error()));
  auto first = HalfReader(source, kJournalBlockBytes, head->half_bytes, head->journal_id).read();
  if (!first) return std::unexpected(first.error());
  const uint64_t second_at_bytes = kJournalBlockBytes + head->half_bytes;
  auto second = HalfReader(source, second_at_bytes, head->half_bytes, head->journal_id).read();
  if (!second) return std::unexpected(second.error());
  drop_leftovers(*first, *second);
  drop_leftovers(*second, *first);
  const bool is_beginning_lost = (second->frames.empty() && !first->frames.empty() && !first->has_first) ||
                                 (first->frames.empty() && !second->frames.empty() && !second->has_first);
  JournalContents contents;
  contents.head = *head;
  contents.is_continuous = !is_beginning_lost;
  contents.frames = std::move(first->frames);
  std::ranges::copy(second->frames, std::back_inserter(contents.frames));
  std::ranges::sort(contents.frames, {}, &JournalFrame::sequence);
  for (size_t i = 0; i < contents.frames.size(); ++i) {
    contents.entry_count += contents.frames[i].entry_count;
    if (i > 0 && contents.frames[i].sequence - 1 != contents.frames[i - 1].sequence) contents.is_continuous = false;
  }
  return contents;
}

}  // namespace klamm::storage
