#include "tools/recover/changed_files.h"

namespace klamm::tools {

FileSizes sizes_in(reactor::Io& io, const std::string& directory) {
  FileSizes sizes;
  const auto entries = io.list(directory);
  if (!entries) return sizes;
  for (const reactor::DirectoryEntry& entry : *entries) {
    const auto status = io.status(directory + "/" + entry.name);
    if (status && !entry.is_directory) sizes[entry.name] = status->size_bytes;
  }
  return sizes;
}

uint64_t say_changes(const std::string& directory, const FileSizes& before, const FileSizes& after, Report& report) {
  uint64_t changes = 0;
  const auto say = [&](const char* what, const std::string& name, const Item& details) {
    Item item = {{"type", what}, {"file", directory + "/" + name}};
    item.update(details);
    report.item(item);
    ++changes;
  };
  for (const auto& [name, size] : before) {
    const auto found = after.find(name);
    if (found == after.end()) {
      say("removed", name, {{"bytes", size}});
    } else if (found->second != size) {
      say(found->second < size ? "cut" : "extended", name, {{"from", size}, {"to", found->second}});
    }
  }
  for (const auto& [name, size] : after) {
    if (!before.contains(name)) say("made", name, {{"bytes", size}});
  }
  return changes;
}

}  // namespace klamm::tools
