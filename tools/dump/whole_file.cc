#include "tools/dump/whole_file.h"

#include "storage/small_file.h"

namespace klamm::tools {

std::optional<std::vector<std::byte>> read_whole(reactor::Io& io, const std::string& path, Report& report) {
  auto bytes = storage::read_small_file(io, path, kWholeFileBytesMax);
  if (bytes && bytes->has_value()) return std::move(**bytes);
  if (bytes) {
    report.failure(path + " is not there");
  } else if (bytes.error().kind == storage::StorageErrorKind::kCorrupt) {
    report.damage(path, {}, bytes.error().message);
  } else {
    report.failure(bytes.error().message);
  }
  return std::nullopt;
}

}  // namespace klamm::tools
