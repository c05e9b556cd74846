#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "reactor/io.h"
#include "tools/report.h"

namespace klamm::tools {

/// Sizes of the files of a directory, by name; none where there is no such directory.
using FileSizes = std::map<std::string, uint64_t>;
FileSizes sizes_in(reactor::Io& io, const std::string& directory);

/// What became of the files, one item for each that is not as it was. How many.
uint64_t say_changes(const std::string& directory, const FileSizes& before, const FileSizes& after, Report& report);

}  // namespace klamm::tools
