#include "tools/node_directories.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "metadata/metadata_log.h"
#include "storage/small_file.h"
#include "tools/dump/whole_file.h"

namespace klamm::tools {

namespace {

std::optional<metadata::MetaProperties> read_meta_properties(reactor::Io& io, const std::string& directory,
                                                             Report& report) {
  const std::string path = directory + "/" + std::string(metadata::kMetaPropertiesFile);
  const auto bytes = storage::read_small_file(io, path, kWholeFileBytesMax);
  if (!bytes || !bytes->has_value()) {
    report.failure(bytes ? directory + " has no meta.properties: it is no log directory" : bytes.error().message);
    return std::nullopt;
  }
  auto properties = metadata::parse_meta_properties(as_text(**bytes));
  if (properties) return std::move(*properties);
  report.damage(path, {}, properties.error());
  return metadata::MetaProperties();
}

NodeDirectories& node_of(const metadata::MetaProperties& properties, std::vector<NodeDirectories>& nodes) {
  for (NodeDirectories& node : nodes) {
    const metadata::MetaProperties& known = node.directories.front().properties;
    if (known.cluster_id == properties.cluster_id && known.node_id == properties.node_id) return node;
  }
  return nodes.emplace_back();
}

}  // namespace

bool NodeDirectories::has_id(const protocol::Uuid& directory_id) const {
  return std::ranges::any_of(
      directories, [&](const NodeDirectory& directory) { return directory.properties.directory_id == directory_id; });
}

metadata::NodeOptions NodeDirectories::options() const {
  metadata::NodeOptions options;
  options.node_id = directories.front().properties.node_id;
  options.cluster_id = directories.front().properties.cluster_id;
  for (const NodeDirectory& directory : directories)
    options.directories.push_back({directory.path, directory.properties.directory_id});
  return options;
}

std::vector<NodeDirectories> take_node_directories(reactor::Io& io, const std::vector<std::string>& paths,
                                                   bool while_in_use, Report& report) {
  std::vector<NodeDirectories> nodes;
  std::set<std::string> seen;
  for (std::string path : paths) {
    while (path.size() > 1 && path.ends_with('/')) path.pop_back();
    if (!seen.insert(path).second) {
      report.failure(path + " is given twice");
      continue;
    }
    std::optional<DirectoryLock> lock;
    if (!while_in_use) {
      auto taken = DirectoryLock::take(io, path);
      if (!taken) {
        report.failure(taken.error());
        continue;
      }
      lock.emplace(std::move(*taken));
    }
    auto properties = read_meta_properties(io, path, report);
    if (!properties) continue;
    NodeDirectories& node = node_of(*properties, nodes);
    if (lock) node.locks.push_back(std::move(*lock));
    node.directories.push_back({path, std::move(*properties)});
  }
  const auto has_metadata_log = [&](const NodeDirectory& directory) {
    return io.status(metadata::MetadataLog(io, directory.path).directory()).has_value();
  };
  for (NodeDirectories& node : nodes) {
    const auto first = std::ranges::find_if(node.directories, has_metadata_log);
    if (first != node.directories.end()) std::rotate(node.directories.begin(), first, first + 1);
  }
  return nodes;
}

}  // namespace klamm::tools
