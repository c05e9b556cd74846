#include "metadata/log_directories.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <utility>

#include "reactor/io_await.h"
#include "storage/checkpoints.h"
#include "storage/small_file.h"

namespace klamm::metadata {

namespace {

constexpr size_t kMetaPropertiesBytesMax = size_t{64} << 10;

using Result = std::expected<void, std::string>;

// One line of a Java properties file: a backslash takes the next character as it is.
std::string unescaped(std::string_view text) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) ++i;
    result += text[i];
  }
  return result;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\r' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

std::map<std::string, std::string> parse_properties(std::string_view text) {
  std::map<std::string, std::string> properties;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line[0] == '#' || line[0] == '!') continue;
    const size_t equals = line.find('=');
    if (equals == std::string_view::npos) continue;
    properties[std::string(trimmed(line.substr(0, equals)))] = unescaped(trimmed(line.substr(equals + 1)));
  }
  return properties;
}

std::string parent_of(const std::string& path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return path.substr(0, std::max<size_t>(slash, 1));
}

reactor::Task<Result> make_directories(reactor::Io& io, std::string path) {
  for (size_t slash = path.find('/', 1);; slash = path.find('/', slash + 1)) {
    const std::string part = path.substr(0, slash);
    const auto made = co_await reactor::make_directory(io, part);
    if (made) {
      // A new name lasts only once the directory that holds it has been synced.
      const std::string parent = parent_of(part);
      const auto synced = co_await reactor::sync_directory(io, parent);
      if (!synced) co_return std::unexpected("cannot sync the directory " + synced.error().text_about(parent));
    } else if (made.error().code != EEXIST) {
      const auto status = io.status(part);
      if (!status || !status->is_directory) {
        co_return std::unexpected("cannot make the directory " + made.error().text_about(part));
      }
    }
    if (slash == std::string::npos) break;
  }
  const auto status = io.status(path);
  if (!status) co_return std::unexpected(status.error().text_about(path));
  if (!status->is_directory) co_return std::unexpected(path + " is not a directory");
  co_return Result{};
}

// Why a directory is not opened.
struct Refusal {
  std::string why;
  bool is_failure = false;  // of the directory: the node can do without it
};

std::unexpected<Refusal> failure(std::string why) {
  return std::unexpected(Refusal{std::move(why), true});
}

std::expected<reactor::FileHandle, Refusal> lock_directory(reactor::Io& io, const std::string& path) {
  const std::string lock_path = path + "/" + std::string(kLockFile);
  const auto opened = io.open(lock_path, reactor::OpenMode::kCreate);
  if (!opened) return failure("cannot open " + opened.error().text_about(lock_path));
  const auto locked = io.lock(*opened);
  if (locked) return *opened;
  io.close(*opened);
  if (locked.error().code == EAGAIN || locked.error().code == EACCES) {
    return std::unexpected(Refusal{"the data directory " + path + " is in use by another process: its " +
                                   std::string(kLockFile) + " is locked"});
  }
  return failure("cannot lock " + locked.error().text_about(lock_path));
}

std::expected<std::optional<MetaProperties>, std::string> read_meta_properties(reactor::Io& io,
                                                                               const std::string& path) {
  const std::string file = path + "/" + std::string(kMetaPropertiesFile);
  const auto bytes = storage::read_small_file(io, file, kMetaPropertiesBytesMax);
  if (!bytes) return std::unexpected(bytes.error().message);
  if (!bytes->has_value()) return std::optional<MetaProperties>();
  const auto& content = **bytes;
  auto parsed = parse_meta_properties({reinterpret_cast<const char*>(content.data()), content.size()});
  if (!parsed) return std::unexpected(file + ": " + parsed.error());
  return std::optional(std::move(*parsed));
}

// A directory is taken over only when nothing in it could be somebody's data.
Result check_empty(const std::vector<reactor::DirectoryEntry>& entries, const std::string& path) {
  for (const reactor::DirectoryEntry& entry : entries) {
    const bool harmless = entry.name == kLockFile || entry.name == "lost+found" ||
                          entry.name.starts_with(std::string(kMetaPropertiesFile) + ".");
    if (harmless) continue;
    return std::unexpected("the data directory " + path + " has no meta.properties but is not empty (it holds " +
                           entry.name + "); it is left untouched");
  }
  return {};
}

Result check_node_id(const std::string& path, const MetaProperties& found, const LogDirectoriesOptions& options) {
  if (!options.node_id || *options.node_id == found.node_id) return {};
  return std::unexpected("the data directory " + path + " belongs to node " + std::to_string(found.node_id) +
                         ", and this is node " + std::to_string(*options.node_id));
}

Result check_cluster_id(const std::string& path, const MetaProperties& found, const std::string& cluster_id) {
  if (found.cluster_id == cluster_id) return {};
  return std::unexpected("the data directory " + path + " belongs to the cluster " + found.cluster_id +
                         ", and this is a node of the cluster " + cluster_id);
}

// A directory as it is found, locked; its lock is among `locks` also where it is refused then.
struct FoundDirectory {
  std::string path;
  std::optional<MetaProperties> properties;
};

reactor::Task<std::expected<FoundDirectory, Refusal>> look_into(reactor::Io& io, std::string path,
                                                                std::vector<reactor::FileHandle>& locks) {
  if (auto made = co_await make_directories(io, path); !made) co_return failure(made.error());
  auto lock = lock_directory(io, path);
  if (!lock) co_return std::unexpected(lock.error());
  locks.push_back(*lock);
  const auto entries = io.list(path);
  if (!entries) co_return failure(entries.error().text_about(path));
  auto properties = read_meta_properties(io, path);
  if (!properties) co_return failure(properties.error());
  if (!*properties) {
    if (auto empty = check_empty(*entries, path); !empty) co_return std::unexpected(Refusal{empty.error()});
  }
  co_return FoundDirectory{std::move(path), std::move(*properties)};
}

}  // namespace

std::expected<MetaProperties, std::string> parse_meta_properties(std::string_view text) {
  const auto properties = parse_properties(text);
  const auto value = [&](const char* key) -> std::string_view {
    const auto found = properties.find(key);
    return found == properties.end() ? std::string_view() : std::string_view(found->second);
  };
  if (value("version") != "1") {
    return std::unexpected("version is '" + std::string(value("version")) + "', and only 1 is known");
  }
  MetaProperties result;
  result.cluster_id = value("cluster.id");
  if (result.cluster_id.empty()) return std::unexpected("cluster.id is missing");
  const std::string_view node = value("node.id");
  const auto [end, error] = std::from_chars(node.data(), node.data() + node.size(), result.node_id);
  if (error != std::errc() || end != node.data() + node.size() || result.node_id < 0) {
    return std::unexpected("node.id is '" + std::string(node) + "', not a number from 0 on");
  }
  if (!value("directory.id").empty()) {
    const auto id = protocol::Uuid::parse(value("directory.id"));
    if (!id) return std::unexpected("directory.id is '" + std::string(value("directory.id")) + "', not an id");
    result.directory_id = *id;
  }
  return result;
}

std::string meta_properties_text(const MetaProperties& properties) {
  return "#\n#\ncluster.id=" + properties.cluster_id + "\ndirectory.id=" + properties.directory_id.to_string() +
         "\nnode.id=" + std::to_string(properties.node_id) + "\nversion=1\n";
}

protocol::Uuid random_uuid(reactor::Io& io) {
  for (;;) {
    protocol::Uuid id = protocol::Uuid::from_halves(io.random(), io.random());
    id.bytes[6] = static_cast<uint8_t>((id.bytes[6] & 0x0f) | 0x40);  // version 4 of RFC 9562
    id.bytes[8] = static_cast<uint8_t>((id.bytes[8] & 0x3f) | 0x80);
    if (id.to_string()[0] != '-') return id;
  }
}

void OpenedLogDirectories::close(reactor::Io& io) {
  for (const reactor::FileHandle lock : locks) io.close(lock);
  locks.clear();
}

reactor::Task<std::expected<OpenedLogDirectories, std::string>> open_log_directories(reactor::Io& io,
                                                                                     LogDirectoriesOptions options) {
  OpenedLogDirectories opened;
  const auto failed = [&](std::string why) {
    opened.close(io);
    return std::unexpected(std::move(why));
  };
  if (options.paths.empty()) co_return failed("no data directory is given");
  std::set<std::string> seen_paths;
  std::vector<FoundDirectory> found;
  for (std::string& path : options.paths) {
    while (path.size() > 1 && path.ends_with('/')) path.pop_back();
    if (!seen_paths.insert(path).second) co_return failed("the data directory " + path + " is given twice");
    auto directory = co_await look_into(io, path, opened.locks);
    if (!directory && directory.error().is_failure && !found.empty()) {
      opened.failed.push_back({path, std::move(directory.error().why)});
      continue;
    }
    if (!directory) co_return failed(directory.error().why);
    if (const auto& properties = directory->properties) {
      if (auto ours = check_node_id(path, *properties, options); !ours) co_return failed(ours.error());
      // What the first directory says holds for the others.
      if (!options.node_id) options.node_id = properties->node_id;
      if (!options.cluster_id) options.cluster_id = properties->cluster_id;
      if (auto ours = check_cluster_id(path, *properties, *options.cluster_id); !ours) co_return failed(ours.error());
    }
    found.push_back(std::move(*directory));
  }

  opened.formatted = !found.front().properties.has_value();
  opened.node_id = options.node_id.value_or(1);
  opened.cluster_id = options.cluster_id ? *options.cluster_id : random_uuid(io).to_string();
  std::set<protocol::Uuid> seen_ids;
  for (FoundDirectory& directory : found) {
    const std::string& path = directory.path;
    const bool is_first = opened.directories.empty();
    MetaProperties properties = directory.properties.value_or(MetaProperties{opened.cluster_id, opened.node_id, {}});
    if (properties.directory_id.is_zero()) {
      properties.directory_id = random_uuid(io);
      const auto written = co_await storage::replace_file(io, path + "/" + std::string(kMetaPropertiesFile),
                                                          meta_properties_text(properties));
      if (!written && is_first) co_return failed(written.error().message);
      if (!written) {
        opened.failed.push_back({path, written.error().message});
        continue;
      }
    }
    if (!seen_ids.insert(properties.directory_id).second) {
      co_return failed("two data directories have the same directory.id " + properties.directory_id.to_string() +
                       "; the second one is " + path);
    }
    opened.directories.push_back({path, properties.directory_id});
  }
  co_return opened;
}

}  // namespace klamm::metadata
