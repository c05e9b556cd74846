#include "fetch/session_id.h"

#include <bit>

namespace klamm::fetch {

namespace {
constexpr uint32_t kPositiveBits = 31;
}

SessionIds::SessionIds(uint32_t shard_count)
    : shard_count_(shard_count), random_bits_(kPositiveBits - static_cast<uint32_t>(std::bit_width(shard_count - 1))) {}

int32_t SessionIds::make(reactor::ShardId shard, uint64_t random) const {
  const uint32_t low = static_cast<uint32_t>(random) & ((uint32_t{1} << random_bits_) - 1);
  return static_cast<int32_t>((shard << random_bits_) | low);
}

std::optional<reactor::ShardId> SessionIds::shard_of(int32_t id) const {
  if (id <= 0) return std::nullopt;
  const reactor::ShardId shard = static_cast<uint32_t>(id) >> random_bits_;
  if (shard >= shard_count_) return std::nullopt;
  return shard;
}

}  // namespace klamm::fetch
