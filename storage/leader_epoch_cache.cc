#include "storage/leader_epoch_cache.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

#include "storage/text_lines.h"

namespace klamm::storage {

bool LeaderEpochCache::assign(LeaderEpoch epoch, Offset start) {
  if (!entries_.empty() && entries_.back().epoch == epoch && start >= entries_.back().start_offset) return false;
  while (!entries_.empty() && (entries_.back().epoch >= epoch || entries_.back().start_offset >= start))
    entries_.pop_back();
  entries_.push_back({epoch, start});
  return true;
}

bool LeaderEpochCache::truncate_from_end(Offset end) {
  const size_t before = entries_.size();
  while (!entries_.empty() && entries_.back().start_offset >= end) entries_.pop_back();
  return entries_.size() != before;
}

bool LeaderEpochCache::truncate_from_start(Offset start) {
  const auto kept =
      std::find_if(entries_.begin(), entries_.end(), [start](const Entry& e) { return e.start_offset > start; });
  if (kept == entries_.begin()) return false;
  const Entry holder{std::prev(kept)->epoch, start};
  if (kept == std::next(entries_.begin()) && entries_.front() == holder) return false;
  entries_.erase(entries_.begin(), std::prev(kept));
  entries_.front() = holder;
  return true;
}

std::optional<LeaderEpochCache::Entry> LeaderEpochCache::earliest() const {
  if (entries_.empty()) return std::nullopt;
  return entries_.front();
}

LeaderEpoch LeaderEpochCache::epoch_for(Offset offset) const {
  const auto above =
      std::find_if(entries_.begin(), entries_.end(), [offset](const Entry& e) { return e.start_offset > offset; });
  return above == entries_.begin() ? kNoLeaderEpoch : std::prev(above)->epoch;
}

std::optional<Offset> LeaderEpochCache::start_of(LeaderEpoch epoch) const {
  const auto found =
      std::find_if(entries_.begin(), entries_.end(), [epoch](const Entry& e) { return e.epoch == epoch; });
  return found == entries_.end() ? std::nullopt : std::optional(found->start_offset);
}

EpochEnd LeaderEpochCache::end_offset_for(LeaderEpoch epoch, Offset log_end) const {
  if (epoch == kNoLeaderEpoch || entries_.empty()) return {};
  if (entries_.back().epoch == epoch) return {epoch, log_end};
  const auto higher =
      std::find_if(entries_.begin(), entries_.end(), [epoch](const Entry& e) { return e.epoch > epoch; });
  if (higher == entries_.end()) return {};
  // Below all known epochs: their records are gone, and the first known start is the best answer.
  if (higher == entries_.begin()) return {epoch, higher->start_offset};
  return {std::prev(higher)->epoch, higher->start_offset};
}

std::string LeaderEpochCache::text() const {
  std::string text = fmt::format("0\n{}\n", entries_.size());
  for (const Entry& entry : entries_) text += fmt::format("{} {}\n", entry.epoch.value, entry.start_offset.value);
  return text;
}

std::expected<LeaderEpochCache, std::string> LeaderEpochCache::parse(std::string_view text) {
  auto lines = parse_checkpoint_lines(text);
  if (!lines) return std::unexpected(lines.error());
  LeaderEpochCache cache;
  for (const std::string_view line : *lines) {
    const auto fields = split_words(line);
    const auto epoch = fields.size() == 2 ? parse_number<int32_t>(fields[0]) : std::nullopt;
    const auto start = fields.size() == 2 ? parse_number<int64_t>(fields[1]) : std::nullopt;
    if (!epoch || !start || *epoch < 0 || *start < 0)
      return std::unexpected(fmt::format("the line \"{}\" is no epoch and offset", line));
    cache.assign(LeaderEpoch(*epoch), Offset(*start));
  }
  return cache;
}

}  // namespace klamm::storage
