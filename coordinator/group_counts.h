#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace klamm::coordinator {

/// What made a group rebalance.
enum class RebalanceCause : uint8_t {
  kJoined,            // a member came
  kRejoined,          // a member wants other topics, or to assign anew
  kLeft,              // a member left
  kSessionTimeout,    // a member was not heard of
  kConnection,        // the connection of a member ended (group.disconnect.grace.ms)
  kRebalanceTimeout,  // a member did not do its part in time
  kTopics,            // topics or their partitions have changed (KIP-848)
  kOther
};
inline constexpr size_t kRebalanceCauseCount = static_cast<size_t>(RebalanceCause::kOther) + 1;

/// Its name in /metrics.
constexpr std::string_view name(RebalanceCause cause) {
  constexpr std::string_view kNames[] = {"joined",     "rejoined",          "left",   "session_timeout",
                                         "connection", "rebalance_timeout", "topics", "other"};
  static_assert(std::size(kNames) == kRebalanceCauseCount);
  return kNames[static_cast<size_t>(cause)];
}

/// What is counted of the rebalances of one group, since the broker has it. Milliseconds of the monotonic clock.
/// @core owner: the group's shard
class RebalanceCounts {
 public:
  void begin(RebalanceCause cause, int64_t now_ms) {
    ++by_cause_[static_cast<size_t>(cause)];
    if (since_ms_ < 0) since_ms_ = now_ms;
  }
  /// Everybody has what is its own, or nobody is left. Harmless where none is under way.
  void end(int64_t now_ms) {
    if (since_ms_ >= 0) last_ms_ = now_ms - std::exchange(since_ms_, -1);
  }
  uint64_t of(RebalanceCause cause) const { return by_cause_[static_cast<size_t>(cause)]; }
  /// How long the last one took that has ended: with those that took its place before it had; -1: none has.
  int64_t last_ms() const { return last_ms_; }

 private:
  std::array<uint64_t, kRebalanceCauseCount> by_cause_{};
  int64_t since_ms_ = -1;
  int64_t last_ms_ = -1;
};

}  // namespace klamm::coordinator
