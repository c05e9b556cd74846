#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "storage/journal/journal_reader.h"

namespace klamm::storage::test {

// A journal in memory. What is asked for and not there is a mistake of the reader.
class MemorySource final : public JournalSource {
 public:
  explicit MemorySource(std::span<const std::byte> bytes) : bytes_(bytes) {}
  uint64_t size_bytes() const override { return bytes_.size(); }
  StorageResult<std::span<const std::byte>> at(uint64_t position_bytes, size_t size_bytes) override {
    if (position_bytes > bytes_.size() || size_bytes > bytes_.size() - position_bytes) std::abort();
    return bytes_.subspan(position_bytes, size_bytes);
  }

 private:
  std::span<const std::byte> bytes_;
};

}  // namespace klamm::storage::test
