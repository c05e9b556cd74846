// The files that a LogLoader finds.

#include "storage/log_loader_files.h"

#include <algorithm>
#include <cerrno>
#include <optional>
#include <set>
#include <utility>

#include "reactor/io_await.h"
#include "storage/file_names.h"
#include "storage/log_loader.h"

namespace klamm::storage {

using reactor::Task;

namespace {

std::optional<Offset> leading_offset(std::string_view name) {
  const size_t dot = name.find('.');
  return dot == std::string_view::npos ? std::nullopt : parse_offset_file_name(name.substr(0, dot), "");
}

}  // namespace

StorageResult<LogLoader::Files> LogLoader::list_files() {
  auto entries = context_.io.list(*directory_);
  if (!entries) return std::unexpected(StorageError::io(entries.error(), "cannot list " + *directory_));
  Files files;
  for (const auto& entry : *entries) {
    if (!entry.is_directory) files.names.insert(entry.name);
  }
  return files;
}

Task<LogLoader::Result> LogLoader::remove_file(std::string path) {
  auto removed = co_await reactor::unlink(context_.io, path);
  if (!removed && removed.error().code != ENOENT)
    co_return std::unexpected(StorageError::io(removed.error(), "cannot remove " + path));
  co_return Result{};
}

// Removes what Kafka's deletions and unfinished cleanings have left. A swap file at or above the first unfinished
// cleaned segment belongs to a split that did not finish.
Task<LogLoader::Result> LogLoader::clean_up(const Files& files) {
  Offset first_cleaned(INT64_MAX);
  for (const std::string& name : files.names) {
    if (!name.ends_with(kCleanedSuffix)) continue;
    if (const auto offset = leading_offset(name)) first_cleaned = std::min(first_cleaned, *offset);
  }
  for (const std::string& name : files.names) {
    const auto offset = leading_offset(name);
    const bool is_dead_swap = name.ends_with(kSwapSuffix) && offset && *offset >= first_cleaned;
    // Snapshots of the metadata log are its owner's to remove.
    const bool is_deleted = name.ends_with(kDeletedSuffix) && !name.ends_with(".checkpoint.deleted");
    if (!is_deleted && !name.ends_with(kCleanedSuffix) && !is_dead_swap) continue;
    auto removed = co_await remove_file(*directory_ + "/" + name);
    if (!removed) co_return removed;
  }
  co_return Result{};
}

// A swap file is a finished new segment: the segments that it replaces go, then it takes its name.
Task<LogLoader::Result> LogLoader::complete_swaps(const Files& files) {
  Offset first(INT64_MAX);
  Offset end(-1);
  std::vector<std::string> swaps;
  for (const std::string& name : files.names) {
    if (!name.ends_with(kSwapSuffix)) continue;
    swaps.push_back(name);
    const std::string_view live = std::string_view(name).substr(0, name.size() - kSwapSuffix.size());
    const auto base = parse_offset_file_name(live, kLogSuffix);
    if (!base) continue;
    auto next = co_await end_offset_of_file(context_, *directory_ + "/" + name, *base);
    if (!next) co_return std::unexpected(next.error());
    first = std::min(first, *base);
    end = std::max(end, *next);
  }
  if (swaps.empty()) co_return Result{};
  for (const std::string& name : files.names) {
    const auto offset = leading_offset(name);
    if (name.ends_with(kSwapSuffix) || !offset || *offset < first || *offset >= end) continue;
    const bool is_segment_file = std::any_of(std::begin(kSegmentSuffixes), std::end(kSegmentSuffixes),
                                             [&](std::string_view s) { return name.ends_with(s); });
    if (!is_segment_file) continue;
    auto removed = co_await remove_file(*directory_ + "/" + name);
    if (!removed) co_return removed;
  }
  for (const std::string& name : swaps) {
    const std::string from = *directory_ + "/" + name;
    const std::string to = from.substr(0, from.size() - kSwapSuffix.size());
    auto renamed = co_await reactor::rename(context_.io, from, to);
    if (!renamed) co_return std::unexpected(StorageError::io(renamed.error(), "cannot rename " + from));
  }
  co_return Result{};
}

// One Segment for each `.log` file, with the sizes of its files; index files without one are removed.
Task<LogLoader::Result> LogLoader::find_segments(const Files& files) {
  std::vector<Offset> bases;
  for (const std::string& name : files.names) {
    if (const auto base = parse_offset_file_name(name, kLogSuffix)) bases.push_back(*base);
  }
  for (const std::string& name : files.names) {
    for (const std::string_view suffix : {kOffsetIndexSuffix, kTimeIndexSuffix, kTransactionIndexSuffix}) {
      const auto base = parse_offset_file_name(name, suffix);
      if (!base || std::binary_search(bases.begin(), bases.end(), *base)) continue;
      auto removed = co_await remove_file(*directory_ + "/" + name);
      if (!removed) co_return removed;
    }
  }
  for (const Offset base : bases) {
    const std::string log_path = offset_file_path(*directory_, base, kLogSuffix);
    auto status = context_.io.status(log_path);
    if (!status) co_return std::unexpected(StorageError::io(status.error(), "cannot read the size of " + log_path));
    auto segment = std::make_unique<Segment>(context_, *directory_, base, status->size_bytes);

    const auto size_of = [&](std::string_view suffix) -> std::optional<uint64_t> {
      auto file = context_.io.status(offset_file_path(*directory_, base, suffix));
      return file ? std::optional<uint64_t>(file->size_bytes) : std::nullopt;
    };
    const auto offsets = size_of(kOffsetIndexSuffix);
    const auto times = size_of(kTimeIndexSuffix);
    const bool sizes_fit = offsets && times && *offsets % OffsetIndexFormat::kEntryBytes == 0 &&
                           *times % TimeIndexFormat::kEntryBytes == 0 && *offsets <= status->size_bytes &&
                           *times <= status->size_bytes;
    if (sizes_fit) {
      segment->set_index_entries(static_cast<uint32_t>(*offsets / OffsetIndexFormat::kEntryBytes),
                                 static_cast<uint32_t>(*times / TimeIndexFormat::kEntryBytes));
    }
    const auto transactions = size_of(kTransactionIndexSuffix);
    segment->set_has_transaction_index(transactions.value_or(0) > 0);
    parts_.segments.push_back(std::move(segment));
    has_good_indexes_.push_back(sizes_fit || status->size_bytes == 0);
  }
  co_return Result{};
}

Task<LogLoader::Result> LogLoader::remove_segments_from(size_t index) {
  while (parts_.segments.size() > index) {
    std::vector<std::string> paths;
    for (const std::string_view suffix : kSegmentSuffixes) paths.push_back(parts_.segments.back()->path(suffix));
    parts_.segments.pop_back();
    has_good_indexes_.pop_back();
    for (std::string& path : paths) {
      auto removed = co_await remove_file(std::move(path));
      if (!removed) co_return removed;
    }
  }
  co_return Result{};
}

}  // namespace klamm::storage
