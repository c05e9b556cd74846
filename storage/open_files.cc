#include "storage/open_files.h"

#include <cerrno>

namespace klamm::storage {

namespace {

// Entries that one opening looks at. Those in use go to the end of the line, so that the next one looks at others.
constexpr uint32_t kLooksPerOpening = 16;
// After a refusal: other shards and rooms may be short, too.
constexpr uint32_t kLooksAfterRefusal = 4096;
constexpr uint32_t kClosedAfterRefusal = 16;

bool is_shortage(reactor::IoError error) {
  return error.code == EMFILE || error.code == ENFILE;
}

}  // namespace

reactor::IoResult<reactor::FileHandle> OpenFiles::open(const std::string& path, reactor::OpenMode mode,
                                                       const Entry* asker) {
  make_room(asker);
  auto opened = io_.open(path, mode);
  if (!opened && is_shortage(opened.error())) {
    ++metrics_.descriptor_shortages;
    make_room_after_refusal(asker);
    opened = io_.open(path, mode);
  }
  if (opened) ++metrics_.open_files;
  return opened;
}

void OpenFiles::close(reactor::FileHandle file) {
  io_.close(file);
  --metrics_.open_files;
}

bool OpenFiles::has_room() {
  if (metrics_.open_files > budget_) make_room(nullptr);
  return metrics_.open_files <= budget_;
}

void OpenFiles::touch(Entry& entry) {
  if (line_.older_ == &entry) return;
  entry.unlink();
  entry.older_ = line_.older_;
  entry.newer_ = &line_;
  line_.older_->newer_ = &entry;
  line_.older_ = &entry;
}

bool OpenFiles::close_oldest(const Entry* asker) {
  Entry* const oldest = line_.newer_;
  if (oldest == &line_) return false;
  const uint64_t open_before = metrics_.open_files;
  if (oldest != asker && oldest->close_idle()) {
    metrics_.idle_files_closed += open_before - metrics_.open_files;
    return true;
  }
  touch(*oldest);
  return false;
}

void OpenFiles::make_room(const Entry* asker) {
  for (uint32_t looks = 0; metrics_.open_files >= budget_ && looks < kLooksPerOpening; ++looks) close_oldest(asker);
}

void OpenFiles::make_room_after_refusal(const Entry* asker) {
  uint32_t closed = 0;
  for (uint32_t looks = 0; closed < kClosedAfterRefusal && looks < kLooksAfterRefusal; ++looks) {
    if (close_oldest(asker)) ++closed;
  }
}

}  // namespace klamm::storage
