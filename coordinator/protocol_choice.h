#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "coordinator/classic_messages.h"

namespace klamm::coordinator {

/// Leaves the first mention of each name. What the rest of the room handles names each protocol once.
void drop_repeated_protocols(std::vector<JoinProtocol>& protocols);

/// Counts which protocols the members of a group support and chooses the one that all have in common and most prefer.
/// A tie goes as in Kafka, where the order of a hash table decides it.
/// @core owner
class ProtocolChoice {
 public:
  void add(std::span<const JoinProtocol> protocols);
  void remove(std::span<const JoinProtocol> protocols);

  /// How many members support it.
  size_t count(const std::string& name) const;
  /// Whether one of `protocols` is supported by all `member_count` members.
  bool any_supported_by_all(std::span<const JoinProtocol> protocols, size_t member_count) const;

  /// The votes of a choice among the protocols that all `member_count` members support.
  class Ballot {
   public:
    Ballot(const ProtocolChoice& choice, size_t member_count) : choice_(choice), member_count_(member_count) {}
    void vote(std::span<const JoinProtocol> preferences);
    /// The winner; empty without a vote.
    std::string_view winner() const;

   private:
    const ProtocolChoice& choice_;
    const size_t member_count_;
    std::unordered_map<std::string_view, uint32_t> votes_;
  };

 private:
  std::unordered_map<std::string, uint32_t> counts_;
};

}  // namespace klamm::coordinator
