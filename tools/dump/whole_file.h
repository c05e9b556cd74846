#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reactor/io.h"
#include "tools/report.h"

namespace klamm::tools {

/// The most that is read of a file that has to be read whole: as much as the broker reads of the largest of them.
inline constexpr size_t kWholeFileBytesMax = size_t{256} << 20;

/// The file's bytes. Nothing, and a failure or damage in the report, where there are none or too many.
std::optional<std::vector<std::byte>> read_whole(reactor::Io& io, const std::string& path, Report& report);

inline std::string_view as_text(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace klamm::tools
