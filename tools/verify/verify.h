#pragma once

#include <string>
#include <vector>

#include "reactor/io.h"
#include "reactor/task.h"
#include "tools/report.h"

namespace klamm::tools {

/// `klamm verify`: looks at everything below log directories and holds it against each other; those of one node
/// together. Changes nothing.
///
/// Refused, with one sentence as a failure: a directory that is in use, unless `while_in_use` (then what is written
/// meanwhile may look like damage), and one that is no log directory.
/// @core owner
reactor::Task<void> verify_directories(reactor::Io& io, std::vector<std::string> paths, bool while_in_use,
                                       Report& report);

}  // namespace klamm::tools
