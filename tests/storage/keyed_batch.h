#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/record_batch_builder.h"
#include "tests/storage/log_fixture.h"

namespace klamm::storage::test {

// A record of a compacted log; without a value it is a tombstone.
struct KeyedRecord {
  std::string key;
  std::optional<std::string> value;
};

inline protocol::Buffer keyed_batch(const std::vector<KeyedRecord>& records, int64_t base_offset = 0,
                                    protocol::RecordBatchOptions options = {}) {
  protocol::CodecScratch scratch;
  options.base_offset = base_offset;
  protocol::RecordBatchBuilder builder(options);
  int64_t time = kNowMs;
  for (const KeyedRecord& record : records) {
    const protocol::RecordHeader header{"h", protocol::Bytes(std::string_view("x"))};
    builder.append(time++, protocol::Bytes(std::string_view(record.key)),
                   record.value ? protocol::Bytes(std::string_view(*record.value)) : protocol::Bytes::null(),
                   std::span(&header, 1));
  }
  return builder.build(scratch);
}

}  // namespace klamm::storage::test
