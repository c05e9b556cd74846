// Any bytes as a journal: reading must answer, and give only entries that are what they say. The first byte chooses
// whether the checksums of the head and of the first frame are made right, without which nothing gets far.

#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

#include "protocol/record_batch.h"
#include "protocol/record_batch_builder.h"
#include "storage/batch_header.h"
#include "storage/journal/journal_reader.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/storage/journal_memory.h"

namespace {

using namespace klamm;
using storage::test::MemorySource;

constexpr uint64_t kHalfBytes = storage::kJournalBlockBytes;
constexpr uint64_t kJournalId = 42;

void require(bool condition) {
  if (!condition) std::abort();
}

void make_right(std::vector<std::byte>& file) {
  file.resize(storage::kJournalBlockBytes + 2 * kHalfBytes);
  storage::encode_journal_head(file.data(), {kJournalId, 1, kHalfBytes, 0});
  const auto half = std::span(file).subspan(storage::kJournalBlockBytes, kHalfBytes);
  const auto wanted = protocol::load_big_endian<uint32_t>(half.data() + 24);
  const auto count = protocol::load_big_endian<int32_t>(half.data() + 28);
  const size_t size = storage::kJournalFrameHeadBytes + wanted % (kHalfBytes - storage::kJournalFrameHeadBytes);
  storage::encode_journal_frame_head(half.first(size), kJournalId, 1, count);
}

}  // namespace

std::vector<std::vector<uint8_t>> klamm::fuzz::seeds() {
  std::vector<std::vector<uint8_t>> inputs;
  for (const int entries : {0, 1, 3}) {
    std::vector<std::byte> frame(storage::kJournalFrameHeadBytes);
    for (int i = 0; i < entries; ++i) {
      protocol::CodecScratch scratch;
      protocol::RecordBatchBuilder builder({});
      builder.append(1, protocol::Bytes::null(), protocol::Bytes(std::string_view("value")));
      const protocol::Buffer batch = builder.build(scratch);
      const storage::JournalEntry entry{
          storage::JournalEntryKind::kBatch, {}, storage::LeaderEpoch(-1), storage::Offset(0), batch.span()};
      frame.resize(frame.size() + storage::kJournalEntryHeadBytes);
      storage::encode_journal_entry_head(frame.data() + frame.size() - storage::kJournalEntryHeadBytes, entry);
      frame.insert(frame.end(), batch.span().begin(), batch.span().end());
    }
    storage::encode_journal_frame_head(frame, kJournalId, 1, entries);
    std::vector<uint8_t> input(1 + storage::kJournalBlockBytes);
    input[0] = 1;
    for (const std::byte byte : frame) input.push_back(static_cast<uint8_t>(byte));
    inputs.push_back(input);
  }
  return inputs;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 1) return 0;
  const auto input = std::as_bytes(std::span(data, size)).subspan(1);
  std::vector<std::byte> file(input.begin(), input.end());
  if ((data[0] & 1) != 0) make_right(file);
  MemorySource source(file);
  const auto contents = storage::parse_journal(source);
  if (!contents) return 0;
  uint64_t seen = 0;
  const auto check = [&](const storage::PartitionKey&, const storage::FoundJournalEntry& entry) {
    ++seen;
    require(entry.base_offset.value >= 0 && entry.next_offset >= entry.base_offset);
    if (!entry.is_batch()) return require(entry.next_offset == entry.base_offset);
    require(entry.position_bytes + entry.batch_bytes <= file.size());
    const auto batch = std::span(file).subspan(entry.position_bytes, entry.batch_bytes);
    const auto header = storage::parse_batch_header(batch);
    require(header.has_value() && header->size_bytes == batch.size());
    require(header->base_offset == entry.base_offset && header->next_offset() == entry.next_offset);
  };
  for (const storage::JournalFrame& frame : contents->frames) {
    require(storage::visit_journal_frame(source, frame, check).has_value());
  }
  require(seen == contents->entry_count);
  return 0;
}
