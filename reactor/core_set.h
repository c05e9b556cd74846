#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace klamm::reactor {

// Which core each shard runs on: shard n on cores[n]. A core may be named several times.
struct CoreSet {
  std::vector<int> cores;

  // Every core that this process may use (its affinity mask), one shard on each.
  static CoreSet all_allowed();
  // "4": four shards on the allowed cores in turn (more than there are: several on one). "0,2-3": a shard on each of
  // these cores; "3,": on core 3 alone. The error is a sentence for a person: a core that does not exist or is not
  // allowed, no shard at all, more than Mesh::kShardCountMax.
  static std::expected<CoreSet, std::string> parse(std::string_view text);
  // The same with the allowed cores given.
  static std::expected<CoreSet, std::string> parse(std::string_view text, const std::vector<int>& allowed);

  bool shares_a_core() const;
  bool operator==(const CoreSet&) const = default;
};

}  // namespace klamm::reactor
