// Any bytes as a file of producer windows: reading must answer, and give what it accepts whole. The first byte chooses
// whether the checksum and the counts are made right, without which nothing gets far.

#include <cstdlib>
#include <span>
#include <vector>

#include "protocol/crc32c.h"
#include "protocol/record_batch.h"
#include "storage/producer_windows.h"
#include "tests/fuzz/fuzz_target.h"

namespace {

using namespace klamm;

void require(bool condition) {
  if (!condition) std::abort();
}

void make_head_right(std::vector<std::byte>& file) {
  if (file.size() < storage::kWindowsHeadBytes) file.resize(storage::kWindowsHeadBytes);
  const auto entries = std::span(file).subspan(storage::kWindowsHeadBytes);
  storage::ProducerWindowsHead head;
  head.offset = storage::Offset(protocol::load_big_endian<int64_t>(file.data() + 12));
  head.producer_count = protocol::load_big_endian<int32_t>(file.data() + 24);
  head.entry_bytes = static_cast<int64_t>(entries.size());
  storage::encode_windows_head(file.data(), head, protocol::crc32c(entries));
}

}  // namespace

std::vector<std::vector<uint8_t>> klamm::fuzz::seeds() {
  std::vector<std::vector<uint8_t>> inputs;
  for (const int producers : {0, 1, 3}) {
    std::vector<std::byte> file(storage::kWindowsHeadBytes);
    storage::BatchWindow window;
    for (int i = 0; i < 6; ++i) window.push({storage::Offset(i * 2 + 1), i, i * 2 + 1, 1}, 5);
    for (int i = 0; i < producers; ++i)
      storage::append_window(file, storage::ProducerId(i), storage::ProducerEpoch(1), window, 1000);
    const auto entries = std::span(file).subspan(storage::kWindowsHeadBytes);
    storage::encode_windows_head(file.data(),
                                 {storage::Offset(100), 5, producers, static_cast<int64_t>(entries.size())},
                                 protocol::crc32c(entries));
    std::vector<uint8_t> input{1};
    for (const std::byte byte : file) input.push_back(static_cast<uint8_t>(byte));
    inputs.push_back(input);
  }
  return inputs;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 1) return 0;
  const auto input = std::as_bytes(std::span(data, size)).subspan(1);
  std::vector<std::byte> file(input.begin(), input.end());
  if ((data[0] & 1) != 0) make_head_right(file);
  auto reader = storage::ProducerWindowsReader::open(file);
  if (!reader) return 0;
  int32_t taken = 0;
  size_t at = storage::kWindowsHeadBytes;
  while (!reader->at_end()) {
    const auto id = storage::ProducerId(protocol::load_big_endian<int64_t>(file.data() + at));
    const auto epoch = storage::ProducerEpoch(protocol::load_big_endian<int16_t>(file.data() + at + 8));
    const auto batches = reader->take(id, epoch);
    require(!batches.empty() && batches.size() < storage::BatchWindow::kLimitMax);
    storage::Offset below(0);
    for (const storage::ProducerBatch& batch : batches) {
      require(batch.first_offset() >= below && batch.last_offset < reader->head().offset);
      below = batch.last_offset + 1;
    }
    at += storage::kWindowBytes + batches.size() * storage::kWindowBatchBytes;
    ++taken;
  }
  require(taken == reader->head().producer_count && at == file.size());
  return 0;
}
