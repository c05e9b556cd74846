#include "coordinator/protocol_choice.h"

#include <algorithm>
#include <unordered_set>

namespace klamm::coordinator {
namespace {

// Place in a Java HashMap of `count` keys. Names are ASCII in practice; another byte only changes who wins a tie.
uint32_t java_bucket(std::string_view name, size_t count) {
  uint32_t hash = 0;
  for (const char c : name) hash = hash * 31 + static_cast<unsigned char>(c);
  uint32_t buckets = 16;
  while (count > buckets * 3 / 4) buckets *= 2;
  return (hash ^ (hash >> 16)) & (buckets - 1);
}

}  // namespace

void drop_repeated_protocols(std::vector<JoinProtocol>& protocols) {
  std::unordered_set<std::string> seen;
  std::erase_if(protocols, [&](const JoinProtocol& protocol) { return !seen.insert(protocol.name).second; });
}

void ProtocolChoice::add(std::span<const JoinProtocol> protocols) {
  for (const JoinProtocol& protocol : protocols) ++counts_[protocol.name];
}

void ProtocolChoice::remove(std::span<const JoinProtocol> protocols) {
  for (const JoinProtocol& protocol : protocols) {
    const auto found = counts_.find(protocol.name);
    if (found != counts_.end() && --found->second == 0) counts_.erase(found);
  }
}

size_t ProtocolChoice::count(const std::string& name) const {
  const auto found = counts_.find(name);
  return found == counts_.end() ? 0 : found->second;
}

bool ProtocolChoice::any_supported_by_all(std::span<const JoinProtocol> protocols, size_t member_count) const {
  return std::ranges::any_of(protocols, [&](const JoinProtocol& one) { return count(one.name) == member_count; });
}

void ProtocolChoice::Ballot::vote(std::span<const JoinProtocol> preferences) {
  for (const JoinProtocol& protocol : preferences) {
    if (choice_.count(protocol.name) != member_count_) continue;
    ++votes_[protocol.name];
    return;
  }
}

std::string_view ProtocolChoice::Ballot::winner() const {
  std::string_view best;
  uint32_t best_votes = 0;
  uint32_t best_bucket = 0;
  for (const auto& [name, votes] : votes_) {
    const uint32_t bucket = java_bucket(name, votes_.size());
    const bool is_better = votes > best_votes || (votes == best_votes && bucket < best_bucket) ||
                           (votes == best_votes && bucket == best_bucket && name < best);
    if (!is_better) continue;
    best = name;
    best_votes = votes;
    best_bucket = bucket;
  }
  return best;
}

}  // namespace klamm::coordinator
