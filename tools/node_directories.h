#pragma once

#include <string>
#include <vector>

#include "metadata/log_directories.h"
#include "metadata/node_options.h"
#include "reactor/io.h"
#include "tools/directory_lock.h"
#include "tools/report.h"

namespace klamm::tools {

struct NodeDirectory {
  std::string path;
  metadata::MetaProperties properties;
};

/// Directories of log.dirs that belong to one node, by what their meta.properties say. Nobody else has them while this
/// lives, unless they were taken in spite of that.
/// @core owner
struct NodeDirectories {
  std::vector<NodeDirectory> directories;  ///< the one with the metadata log first, where it is among them
  std::vector<DirectoryLock> locks;

  bool has_id(const protocol::Uuid& directory_id) const;
  /// As the node would be started, with all settings at their defaults.
  metadata::NodeOptions options() const;
};

/// Takes the directories, and puts those of a node together. One that is in use (unless `while_in_use`), that is no log
/// directory or given twice is a failure of the report and left out. Damage of its meta.properties is reported, too;
/// such a directory stands with others of that kind.
std::vector<NodeDirectories> take_node_directories(reactor::Io& io, const std::vector<std::string>& paths,
                                                   bool while_in_use, Report& report);

}  // namespace klamm::tools
