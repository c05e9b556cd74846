#include "storage/checkpoints.h"

#include <fmt/core.h>

#include <cerrno>
#include <nlohmann/json.hpp>

#include "reactor/io_await.h"
#include "storage/small_file.h"
#include "storage/text_lines.h"

namespace klamm::storage {

using reactor::Task;

namespace {

constexpr size_t kCheckpointBytesMax = size_t{256} << 20;

std::string directory_of(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash);
}

std::string file_path(const std::string& log_directory, const char* name) {
  return log_directory + "/" + name;
}

// Topic names have no spaces; a line is read from its end all the same.
std::expected<OffsetCheckpoint, std::string> parse_offsets(std::string_view text) {
  // As Kafka makes it and leaves it until it has something to say.
  if (text.empty()) return OffsetCheckpoint();
  auto lines = parse_checkpoint_lines(text);
  if (!lines) return std::unexpected(lines.error());
  OffsetCheckpoint checkpoint;
  for (const std::string_view line : *lines) {
    const auto words = split_words(line);
    const auto partition = words.size() == 3 ? parse_number<int32_t>(words[1]) : std::nullopt;
    const auto offset = words.size() == 3 ? parse_number<int64_t>(words[2]) : std::nullopt;
    if (!partition || !offset)
      return std::unexpected(fmt::format("the line \"{}\" is no topic, partition and offset", line));
    checkpoint[{std::string(words[0]), *partition}] = Offset(*offset);
  }
  return checkpoint;
}

std::string offsets_text(const OffsetCheckpoint& checkpoint) {
  std::string text = fmt::format("0\n{}\n", checkpoint.size());
  for (const auto& [partition, offset] : checkpoint)
    text += fmt::format("{} {} {}\n", partition.first, partition.second, offset.value);
  return text;
}

}  // namespace

StorageResult<OffsetCheckpoint> read_offset_checkpoint(reactor::Io& io, const std::string& path) {
  auto bytes = read_small_file(io, path, kCheckpointBytesMax);
  if (!bytes) return std::unexpected(bytes.error());
  if (!bytes->has_value()) return OffsetCheckpoint();
  auto parsed = parse_offsets({reinterpret_cast<const char*>((*bytes)->data()), (*bytes)->size()});
  if (!parsed) return std::unexpected(StorageError::corrupt(path + ": " + parsed.error()));
  return *std::move(parsed);
}

Task<StorageResult<void>> write_offset_checkpoint(reactor::Io& io, std::string path, OffsetCheckpoint checkpoint) {
  return replace_file(io, std::move(path), offsets_text(checkpoint));
}

StorageResult<DirectoryCheckpoints> read_directory_checkpoints(reactor::Io& io, const std::string& log_directory) {
  DirectoryCheckpoints checkpoints;
  const std::pair<const char*, OffsetCheckpoint*> files[] = {{kRecoveryPointCheckpoint, &checkpoints.recovery_points},
                                                             {kLogStartCheckpoint, &checkpoints.log_starts},
                                                             {kReplicationCheckpoint, &checkpoints.high_watermarks},
                                                             {kCleanerCheckpoint, &checkpoints.cleaned}};
  for (const auto& [name, into] : files) {
    auto read = read_offset_checkpoint(io, file_path(log_directory, name));
    if (!read) return std::unexpected(read.error());
    *into = *std::move(read);
  }
  return checkpoints;
}

Task<StorageResult<void>> write_directory_checkpoints(reactor::Io& io, std::string log_directory,
                                                      DirectoryCheckpoints checkpoints) {
  const std::pair<const char*, const OffsetCheckpoint*> files[] = {
      {kRecoveryPointCheckpoint, &checkpoints.recovery_points},
      {kLogStartCheckpoint, &checkpoints.log_starts},
      {kReplicationCheckpoint, &checkpoints.high_watermarks},
      {kCleanerCheckpoint, &checkpoints.cleaned}};
  for (const auto& [name, offsets] : files) {
    auto written = co_await replace_file(io, file_path(log_directory, name), offsets_text(*offsets));
    if (!written) co_return written;
  }
  co_return StorageResult<void>{};
}

StorageResult<std::optional<CleanShutdown>> read_clean_shutdown(reactor::Io& io, const std::string& log_directory) {
  auto bytes = read_small_file(io, file_path(log_directory, kCleanShutdownFile), kCheckpointBytesMax);
  if (!bytes) return std::unexpected(bytes.error());
  if (!bytes->has_value()) return std::nullopt;
  CleanShutdown marker;
  const std::string_view text(reinterpret_cast<const char*>((*bytes)->data()), (*bytes)->size());
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (json.is_object() && json.contains("brokerEpoch") && json["brokerEpoch"].is_number_integer())
    marker.broker_epoch = json["brokerEpoch"].get<int64_t>();
  return marker;
}

Task<StorageResult<void>> write_clean_shutdown(reactor::Io& io, std::string log_directory, CleanShutdown marker) {
  return replace_file(io, file_path(log_directory, kCleanShutdownFile),
                      fmt::format(R"({{"version":0,"brokerEpoch":{}}})", marker.broker_epoch));
}

Task<StorageResult<void>> remove_clean_shutdown(reactor::Io& io, std::string log_directory) {
  const std::string path = file_path(log_directory, kCleanShutdownFile);
  auto removed = co_await reactor::unlink(io, path);
  if (!removed && removed.error().code == ENOENT) co_return StorageResult<void>{};
  if (!removed) co_return std::unexpected(StorageError::io(removed.error(), "cannot remove " + path));
  auto synced = co_await reactor::sync_directory(io, log_directory);
  if (!synced) co_return std::unexpected(StorageError::io(synced.error(), "cannot sync " + log_directory));
  co_return StorageResult<void>{};
}

Task<StorageResult<void>> replace_file(reactor::Io& io, std::string path, std::string content) {
  const std::string temporary = path + ".tmp";
  auto opened = io.open(temporary, reactor::OpenMode::kCreate);
  if (!opened) co_return std::unexpected(StorageError::io(opened.error(), "cannot make " + temporary));
  const reactor::FileHandle file = *opened;
  const iovec piece{content.data(), content.size()};
  // One may be there from a crash, and longer.
  reactor::IoResult<void> done = co_await reactor::truncate(io, file, 0);
  if (done && !content.empty()) done = io.write(file, std::span(&piece, 1), 0);
  if (done) done = co_await reactor::sync_data(io, file);
  io.close(file);
  if (!done) co_return std::unexpected(StorageError::io(done.error(), "cannot write " + temporary));
  auto renamed = co_await reactor::rename(io, temporary, path);
  if (!renamed) co_return std::unexpected(StorageError::io(renamed.error(), "cannot rename " + temporary));
  auto synced = co_await reactor::sync_directory(io, directory_of(path));
  if (!synced) co_return std::unexpected(StorageError::io(synced.error(), "cannot sync the directory of " + path));
  co_return StorageResult<void>{};
}

}  // namespace klamm::storage
