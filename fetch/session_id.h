#pragma once

#include <cstdint>
#include <optional>

#include "reactor/shard.h"

namespace klamm::fetch {

/// Of a client without a session (FetchRequest and FetchResponse SessionId, KIP-227).
inline constexpr int32_t kNoSessionId = 0;

/// FetchRequest SessionEpoch: a full fetch that asks for a new session.
inline constexpr int32_t kInitialSessionEpoch = 0;
/// A full fetch that closes its session and asks for none.
inline constexpr int32_t kFinalSessionEpoch = -1;

inline constexpr bool is_full_fetch(int32_t epoch) {
  return epoch == kInitialSessionEpoch || epoch == kFinalSessionEpoch;
}

/// The epoch that follows: after 2^31-1 comes 1, since 0 asks for a new session.
inline constexpr int32_t next_session_epoch(int32_t epoch) {
  if (epoch < 0) return kFinalSessionEpoch;
  return epoch == INT32_MAX ? 1 : epoch + 1;
}

/// Session ids are random and positive; their uppermost bits, as many as the shard count needs, name the shard that
/// keeps the session.
/// @core any (constant)
class SessionIds {
 public:
  explicit SessionIds(uint32_t shard_count);

  /// May be 0, which is no id: draw again then.
  int32_t make(reactor::ShardId shard, uint64_t random) const;
  /// Nothing for an id that no shard can have given.
  std::optional<reactor::ShardId> shard_of(int32_t id) const;

 private:
  uint32_t shard_count_;
  uint32_t random_bits_;
};

}  // namespace klamm::fetch
