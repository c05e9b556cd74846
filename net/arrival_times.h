#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace klamm::net {

// When the unparsed bytes of a connection came: for a frame that waited behind others, the time of its last byte.
// Remembers kMarkMax arrivals; more are taken for one, at the time of the last, so a wait is never told too long.
// @core owner
class ArrivalTimes {
 public:
  static constexpr size_t kMarkMax = 4;

  void arrived(size_t bytes, int64_t now_ns) {
    if (bytes == 0) return;
    const bool begins_one = count_ == 0 || (count_ < kMarkMax && at_ns_[count_ - 1] != now_ns);
    if (begins_one) bytes_[count_++] = 0;
    bytes_[count_ - 1] += static_cast<uint32_t>(bytes);
    at_ns_[count_ - 1] = now_ns;
  }

  // Takes the oldest `bytes`, which must be there. Returns when the last of them came.
  int64_t take(size_t bytes) {
    size_t mark = 0;
    while (mark + 1 < count_ && bytes > bytes_[mark]) bytes -= bytes_[mark++];
    const int64_t at_ns = at_ns_[mark];
    bytes_[mark] -= static_cast<uint32_t>(bytes);
    drop(bytes_[mark] == 0 ? mark + 1 : mark);
    return at_ns;
  }

  // When the oldest of them came; not to be asked while there are none.
  int64_t first_ns() const { return at_ns_[0]; }

 private:
  void drop(size_t marks) {
    if (marks == 0) return;
    for (size_t i = marks; i < count_; ++i) {
      bytes_[i - marks] = bytes_[i];
      at_ns_[i - marks] = at_ns_[i];
    }
    count_ = static_cast<uint8_t>(count_ - marks);
  }

  std::array<int64_t, kMarkMax> at_ns_{};
  std::array<uint32_t, kMarkMax> bytes_{};
  uint8_t count_ = 0;
};

}  // namespace klamm::net
