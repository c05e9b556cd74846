#pragma once

#include <string>

#include "metadata/log_directories.h"
#include "reactor/io.h"
#include "reactor/task.h"
#include "tools/metadata_view.h"
#include "tools/report.h"

namespace klamm::tools {

/// Checks the files of `__cluster_metadata-0`, if it is there, and reads them as a start does.
/// @core owner
reactor::Task<MetadataView> check_metadata(reactor::Io& io, std::string log_directory,
                                           metadata::MetaProperties properties, Report& report);

}  // namespace klamm::tools
