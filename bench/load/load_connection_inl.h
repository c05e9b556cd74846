#pragma once

#include <algorithm>

#include "bench/load/load_connection.h"

namespace klamm::load {

inline constexpr size_t kResponseStartBytes = 4 + 300;  // enough for any error code that is looked at

inline uint32_t read_big_endian_32(const std::byte* at) {
  return (static_cast<uint32_t>(at[0]) << 24) | (static_cast<uint32_t>(at[1]) << 16) |
         (static_cast<uint32_t>(at[2]) << 8) | static_cast<uint32_t>(at[3]);
}

template <class OnResponse>
bool LoadConnection::received(std::span<const std::byte> bytes, OnResponse on_response) {
  while (!bytes.empty()) {
    if (start_.size() < 4) {
      const size_t taken = std::min(bytes.size(), 4 - start_.size());
      start_.insert(start_.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(taken));
      bytes = bytes.subspan(taken);
      if (start_.size() < 4) return true;
      left_bytes_ = read_big_endian_32(start_.data());
      if (left_bytes_ < 4) return false;
      continue;
    }
    const auto taken = static_cast<size_t>(std::min<uint64_t>(bytes.size(), left_bytes_));
    const size_t kept = std::min(taken, kResponseStartBytes - std::min(start_.size(), kResponseStartBytes));
    start_.insert(start_.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(kept));
    left_bytes_ -= taken;
    bytes = bytes.subspan(taken);
    if (left_bytes_ > 0) return true;
    const auto correlation_id = static_cast<int32_t>(read_big_endian_32(start_.data() + 4));
    if (pending_.empty() || pending_.front().correlation_id != correlation_id) return false;
    const Pending answered = pending_.front();
    pending_.pop_front();
    on_response(std::span<const std::byte>(start_).subspan(4), answered);
    start_.clear();
  }
  return true;
}

}  // namespace klamm::load
