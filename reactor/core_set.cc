#include "reactor/core_set.h"

#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "reactor/mesh.h"

namespace klamm::reactor {

namespace {

std::unexpected<std::string> wrong(std::string_view text, const std::string& why) {
  return std::unexpected(fmt::format("'{}' names no cores: {}", text, why));
}

std::optional<int> to_number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

std::expected<CoreSet, std::string> first_shards(std::string_view text, int count, const std::vector<int>& allowed) {
  if (count < 1) return wrong(text, "at least one shard is needed");
  if (count > static_cast<int>(Mesh::kShardCountMax)) {
    return wrong(text, fmt::format("at most {} shards are possible", Mesh::kShardCountMax));
  }
  CoreSet set;
  for (int i = 0; i < count; ++i) set.cores.push_back(allowed[static_cast<size_t>(i) % allowed.size()]);
  return set;
}

}  // namespace

CoreSet CoreSet::all_allowed() {
  CoreSet set;
  cpu_set_t mask;
  CPU_ZERO(&mask);
  if (::sched_getaffinity(0, sizeof(mask), &mask) == 0) {
    for (int core = 0; core < CPU_SETSIZE; ++core) {
      if (CPU_ISSET(core, &mask) && set.cores.size() < Mesh::kShardCountMax) set.cores.push_back(core);
    }
  }
  if (set.cores.empty()) set.cores.push_back(0);
  return set;
}

std::expected<CoreSet, std::string> CoreSet::parse(std::string_view text) {
  return parse(text, all_allowed().cores);
}

std::expected<CoreSet, std::string> CoreSet::parse(std::string_view text, const std::vector<int>& allowed) {
  if (const std::optional<int> count = to_number(text)) return first_shards(text, *count, allowed);
  CoreSet set;
  std::string_view rest = text;
  while (!rest.empty()) {
    const size_t comma = std::min(rest.find(','), rest.size());
    const std::string_view item = rest.substr(0, comma);
    rest.remove_prefix(std::min(comma + 1, rest.size()));
    const size_t dash = item.find('-');
    const std::optional<int> first = to_number(item.substr(0, dash));
    const std::optional<int> last = dash == std::string_view::npos ? first : to_number(item.substr(dash + 1));
    if (!first || !last || *last < *first) return wrong(text, "a number, or a list such as 0,2-3, is expected");
    for (int core = *first; core <= *last; ++core) {
      if (std::ranges::find(allowed, core) == allowed.end()) {
        return wrong(text, fmt::format("this process may not use core {}", core));
      }
      set.cores.push_back(core);
    }
  }
  if (set.cores.empty()) return wrong(text, "a number, or a list such as 0,2-3, is expected");
  if (set.cores.size() > Mesh::kShardCountMax) {
    return wrong(text, fmt::format("at most {} shards are possible", Mesh::kShardCountMax));
  }
  return set;
}

bool CoreSet::shares_a_core() const {
  std::vector<int> sorted = cores;
  std::ranges::sort(sorted);
  return std::ranges::adjacent_find(sorted) != sorted.end();
}

}  // namespace klamm::reactor
