#include "tests/sim/sim_disk.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <set>

namespace klamm::sim {

namespace {

constexpr uint64_t kSectorBytes = 512;

std::vector<std::string> names_of(const std::string& path) {
  std::vector<std::string> names;
  size_t at = 0;
  while (at < path.size()) {
    const size_t slash = std::min(path.find('/', at), path.size());
    const std::string name = path.substr(at, slash - at);
    at = slash + 1;
    if (name == "..") {
      if (!names.empty()) names.pop_back();
    } else if (!name.empty() && name != ".") {
      names.push_back(name);
    }
  }
  return names;
}

std::unexpected<IoError> error(int code) {
  return std::unexpected(IoError{code});
}

}  // namespace

struct SimDisk::Node {
  bool is_directory = false;
  // A file: what processes see, what a power loss leaves, and the range in which they may differ.
  std::string bytes;
  std::string durable;
  uint64_t dirty_begin = UINT64_MAX;
  uint64_t dirty_end = 0;
  int64_t modified_ms = 0;
  uint32_t locked_by = 0;  // process
  std::map<std::string, std::string> attributes;
  // A directory.
  std::map<std::string, NodePtr> entries;
  std::map<std::string, NodePtr> durable_entries;

  void touch(uint64_t begin, uint64_t end) {
    dirty_begin = std::min(dirty_begin, begin);
    dirty_end = std::max(dirty_end, end);
  }
  void make_durable() {
    durable.resize(bytes.size());
    const uint64_t end = std::min<uint64_t>(dirty_end, bytes.size());
    if (dirty_begin < end) std::memcpy(durable.data() + dirty_begin, bytes.data() + dirty_begin, end - dirty_begin);
    dirty_begin = UINT64_MAX;
    dirty_end = 0;
  }
  // Only this range; what else is dirty stays so.
  void make_durable(uint64_t offset, const std::string& written) {
    durable.resize(std::max<size_t>(durable.size(), offset + written.size()));
    std::memcpy(durable.data() + offset, written.data(), written.size());
  }
};

SimDisk::SimDisk(uint64_t capacity_bytes) : capacity_bytes_(capacity_bytes), root_(std::make_shared<Node>()) {
  root_->is_directory = true;
}

SimDisk::~SimDisk() = default;

int SimDisk::fault(DiskOperation operation, const std::string& path) {
  for (DiskFault& rule : faults_) {
    const bool matches = (rule.operation == DiskOperation::kAny || rule.operation == operation) && rule.count > 0 &&
                         path.find(rule.path_part) != std::string::npos;
    if (!matches) continue;
    if (rule.skip > 0) {
      --rule.skip;
      continue;
    }
    if (rule.count != UINT64_MAX) --rule.count;
    return rule.error;
  }
  return 0;
}

SimDisk::NodePtr SimDisk::find(const std::string& path) const {
  NodePtr node = root_;
  for (const std::string& name : names_of(path)) {
    if (!node->is_directory) return nullptr;
    const auto entry = node->entries.find(name);
    if (entry == node->entries.end()) return nullptr;
    node = entry->second;
  }
  return node;
}

SimDisk::NodePtr SimDisk::parent_of(const std::string& path, std::string& name) const {
  std::vector<std::string> names = names_of(path);
  if (names.empty()) return nullptr;
  name = names.back();
  names.pop_back();
  std::string directory;
  for (const std::string& one : names) directory += "/" + one;
  NodePtr parent = find(directory);
  return parent != nullptr && parent->is_directory ? parent : nullptr;
}

const SimDisk::Open* SimDisk::find_open(FileHandle file) const {
  const auto found = open_.find(file.fd);
  return found == open_.end() ? nullptr : &found->second;
}

IoResult<FileHandle> SimDisk::open(const std::string& path, OpenMode mode, uint32_t process) {
  if (const int code = fault(DiskOperation::kOpen, path)) return error(code);
  if (open_.size() >= open_max_) return error(EMFILE);
  if (mode == OpenMode::kReadDirect && !has_direct_reads_) return error(EINVAL);
  NodePtr node = find(path);
  const bool reads_only = mode == OpenMode::kRead || mode == OpenMode::kReadDirect;
  const bool creates = !reads_only && mode != OpenMode::kReadWrite;
  if (node == nullptr) {
    std::string name;
    const NodePtr parent = parent_of(path, name);
    if (!creates || parent == nullptr) return error(ENOENT);
    node = std::make_shared<Node>();
    parent->entries[name] = node;
  } else if (mode == OpenMode::kCreateExclusive) {
    return error(EEXIST);
  } else if (node->is_directory && !reads_only) {
    return error(EISDIR);
  }
  const int fd = next_fd_++;
  open_[fd] = Open{node, path, !reads_only, mode == OpenMode::kReadDirect, process};
  return FileHandle{fd};
}

void SimDisk::close(FileHandle file) {
  const auto found = open_.find(file.fd);
  if (found == open_.end()) return;
  // As with fcntl locks: closing any descriptor of the file gives its process's lock up.
  if (found->second.node->locked_by == found->second.process) found->second.node->locked_by = 0;
  open_.erase(found);
}

IoResult<FileStatus> SimDisk::status(FileHandle file) const {
  const Open* const open = find_open(file);
  if (open == nullptr) return error(EBADF);
  return FileStatus{open->node->bytes.size(), open->node->modified_ms, open->node->is_directory};
}

IoResult<FileStatus> SimDisk::status(const std::string& path) const {
  const NodePtr node = find(path);
  if (node == nullptr) return error(ENOENT);
  return FileStatus{node->bytes.size(), node->modified_ms, node->is_directory};
}

IoResult<void> SimDisk::put(Node& node, const char* bytes, size_t size, uint64_t offset) {
  const uint64_t end = offset + size;
  if (end > node.bytes.size()) {
    const uint64_t growth = end - node.bytes.size();
    const uint64_t room = capacity_bytes_ > used_bytes_ ? capacity_bytes_ - used_bytes_ : 0;
    if (growth > room) {
      const uint64_t fits = size - std::min<uint64_t>(size, growth - room);
      if (fits > 0) (void)put(node, bytes, fits, offset);  // a short write, as of a real disk
      return error(ENOSPC);
    }
    used_bytes_ += growth;
    node.touch(node.bytes.size(), end);
    node.bytes.resize(end);
  }
  std::memcpy(node.bytes.data() + offset, bytes, size);
  node.touch(offset, end);
  return {};
}

IoResult<void> SimDisk::write(FileHandle file, std::span<const iovec> pieces, uint64_t offset, int64_t wall_clock_ms) {
  const Open* const open = find_open(file);
  if (open == nullptr || !open->writable) return error(EBADF);
  if (const int code = fault(DiskOperation::kWrite, open->path)) return error(code);
  open->node->modified_ms = wall_clock_ms;
  for (const iovec& piece : pieces) {
    if (piece.iov_len == 0) continue;
    if (IoResult<void> result = put(*open->node, static_cast<const char*>(piece.iov_base), piece.iov_len, offset);
        !result) {
      return result;
    }
    offset += piece.iov_len;
  }
  return {};
}

IoResult<size_t> SimDisk::read(FileHandle file, std::span<std::byte> into, uint64_t offset) {
  const Open* const open = find_open(file);
  if (open == nullptr) return error(EBADF);
  if (open->node->is_directory) return error(EISDIR);
  if (const int code = fault(DiskOperation::kRead, open->path)) return error(code);
  const auto is_aligned = [](uint64_t number) { return number % reactor::kDirectAlignmentBytes == 0; };
  const bool is_all_aligned =
      is_aligned(offset) && is_aligned(into.size()) && is_aligned(reinterpret_cast<uintptr_t>(into.data()));
  if (open->is_direct_read && !is_all_aligned) return error(EINVAL);
  if (open->is_direct_read) ++direct_read_count_;
  const std::string& bytes = open->node->bytes;
  if (offset >= bytes.size()) return 0;
  const size_t size = std::min(into.size(), bytes.size() - offset);
  std::memcpy(into.data(), bytes.data() + offset, size);
  return size;
}

IoResult<std::vector<DirectoryEntry>> SimDisk::list(const std::string& directory) const {
  const NodePtr node = find(directory);
  if (node == nullptr) return error(ENOENT);
  if (!node->is_directory) return error(ENOTDIR);
  std::vector<DirectoryEntry> entries;
  for (const auto& [name, child] : node->entries) entries.push_back({name, child->is_directory});
  return entries;
}

IoResult<void> SimDisk::lock(FileHandle file) {
  const Open* const open = find_open(file);
  if (open == nullptr) return error(EBADF);
  if (open->node->locked_by != 0 && open->node->locked_by != open->process) return error(EAGAIN);
  open->node->locked_by = open->process;
  return {};
}

IoResult<uint64_t> SimDisk::free_bytes(const std::string& path) const {
  if (find(path) == nullptr) return error(ENOENT);
  return capacity_bytes_ > used_bytes_ ? capacity_bytes_ - used_bytes_ : 0;
}

IoResult<void> SimDisk::set_attribute(FileHandle file, const std::string& name, std::string_view value) {
  const Open* const open = find_open(file);
  if (open == nullptr) return error(EBADF);
  if (!has_attributes_) return error(ENOTSUP);
  open->node->attributes[name] = value;
  return {};
}

IoResult<std::string> SimDisk::attribute(const std::string& path, const std::string& name) const {
  const NodePtr node = find(path);
  if (node == nullptr) return error(ENOENT);
  const auto found = node->attributes.find(name);
  if (found == node->attributes.end()) return error(ENODATA);
  return found->second;
}

IoResult<void> SimDisk::sync(FileHandle file) {
  const Open* const open = find_open(file);
  if (open == nullptr) return error(EBADF);
  if (const int code = fault(DiskOperation::kSync, open->path)) return error(code);
  open->node->make_durable();
  return {};
}

uint64_t SimDisk::begin_durable_write(FileHandle file, std::span<const std::byte> bytes, uint64_t offset) {
  const Open* const open = find_open(file);
  const bool is_writable = open != nullptr && open->writable;
  const std::string content(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  durable_writes_[++last_durable_write_] = {file, is_writable ? open->node : nullptr, content, offset};
  return last_durable_write_;
}

IoResult<void> SimDisk::end_durable_write(uint64_t number, int64_t wall_clock_ms) {
  const auto found = durable_writes_.find(number);
  if (found == durable_writes_.end()) return error(EIO);  // the power failed meanwhile
  DurableWrite write = std::move(found->second);
  durable_writes_.erase(found);
  if (write.node == nullptr) return error(EBADF);
  iovec piece{write.bytes.data(), write.bytes.size()};
  if (auto written = this->write(write.file, std::span(&piece, 1), write.offset, wall_clock_ms); !written) {
    tear(write);
    return written;
  }
  const Open* const open = find_open(write.file);
  if (const int code = fault(DiskOperation::kSync, open->path)) {
    tear(write);
    return error(code);
  }
  write.node->make_durable(write.offset, write.bytes);
  return {};
}

void SimDisk::tear(DurableWrite& write) {
  if (write.node == nullptr) return;
  for (uint64_t at = 0; at < write.bytes.size(); at += kSectorBytes) {
    if (torn_sectors_() % 2 == 0) continue;
    write.node->make_durable(write.offset + at, write.bytes.substr(at, kSectorBytes));
  }
}

IoResult<void> SimDisk::sync_directory(const std::string& path) {
  const NodePtr node = find(path);
  if (node == nullptr) return error(ENOENT);
  if (!node->is_directory) return error(ENOTDIR);
  if (const int code = fault(DiskOperation::kSync, path)) return error(code);
  node->durable_entries = node->entries;
  return {};
}

void SimDisk::forget_bytes(Node& node, uint64_t new_size) {
  used_bytes_ -= std::min<uint64_t>(used_bytes_, node.bytes.size() - new_size);
  node.bytes.resize(new_size);
}

IoResult<void> SimDisk::truncate(FileHandle file, uint64_t size) {
  const Open* const open = find_open(file);
  if (open == nullptr || !open->writable) return error(EBADF);
  if (const int code = fault(DiskOperation::kTruncate, open->path)) return error(code);
  Node& node = *open->node;
  if (size < node.bytes.size()) {
    node.touch(size, node.bytes.size());
    forget_bytes(node, size);
    return {};
  }
  used_bytes_ += size - node.bytes.size();
  node.touch(node.bytes.size(), size);
  node.bytes.resize(size);
  return {};
}

IoResult<void> SimDisk::rename(const std::string& from, const std::string& to) {
  if (const int code = fault(DiskOperation::kRename, from)) return error(code);
  std::string old_name;
  std::string new_name;
  const NodePtr old_parent = parent_of(from, old_name);
  const NodePtr new_parent = parent_of(to, new_name);
  if (old_parent == nullptr || new_parent == nullptr || !old_parent->entries.contains(old_name)) return error(ENOENT);
  const NodePtr node = old_parent->entries[old_name];
  if (const NodePtr target = find(to); target != nullptr && target != node) {
    if (target->is_directory && !node->is_directory) return error(EISDIR);
    if (!target->is_directory && node->is_directory) return error(ENOTDIR);
    if (target->is_directory && !target->entries.empty()) return error(ENOTEMPTY);
    used_bytes_ -= std::min<uint64_t>(used_bytes_, target->bytes.size());
  }
  old_parent->entries.erase(old_name);
  new_parent->entries[new_name] = node;
  return {};
}

IoResult<void> SimDisk::remove(const std::string& path, bool directory) {
  if (const int code = fault(DiskOperation::kUnlink, path)) return error(code);
  std::string name;
  const NodePtr parent = parent_of(path, name);
  if (parent == nullptr || !parent->entries.contains(name)) return error(ENOENT);
  const NodePtr node = parent->entries[name];
  if (directory && !node->is_directory) return error(ENOTDIR);
  if (!directory && node->is_directory) return error(EISDIR);
  if (directory && !node->entries.empty()) return error(ENOTEMPTY);
  used_bytes_ -= std::min<uint64_t>(used_bytes_, node->bytes.size());
  parent->entries.erase(name);
  return {};
}

IoResult<void> SimDisk::unlink(const std::string& path) {
  return remove(path, false);
}

IoResult<void> SimDisk::remove_directory(const std::string& path) {
  return remove(path, true);
}

IoResult<void> SimDisk::make_directory(const std::string& path) {
  if (const int code = fault(DiskOperation::kMakeDirectory, path)) return error(code);
  std::string name;
  const NodePtr parent = parent_of(path, name);
  if (parent == nullptr) return error(find(path) == root_ ? EEXIST : ENOENT);
  if (parent->entries.contains(name)) return error(EEXIST);
  const auto node = std::make_shared<Node>();
  node->is_directory = true;
  parent->entries[name] = node;
  return {};
}

// What the kernel has written of a file or a directory before the power failed: nothing, everything, or something.
void SimDisk::write_back_some(Node& node) {
  const uint64_t chance = written_back_() % 3;
  if (chance == 0) return;
  if (node.is_directory) {
    node.durable_entries = node.entries;
    return;
  }
  if (chance == 1 || node.dirty_begin >= node.dirty_end || node.bytes.size() < node.durable.size()) {
    node.make_durable();
    return;
  }
  const bool has_size = written_back_() % 2 == 0;  // sectors that are not there are zeros then
  std::string left = node.durable;
  const uint64_t end = std::min<uint64_t>(node.dirty_end, node.bytes.size());
  for (uint64_t at = node.dirty_begin / kSectorBytes * kSectorBytes; at < end; at += kSectorBytes) {
    if (written_back_() % 4 == 0) continue;
    const uint64_t size = std::min<uint64_t>(kSectorBytes, node.bytes.size() - at);
    left.resize(std::max<size_t>(left.size(), at + size));
    std::memcpy(left.data() + at, node.bytes.data() + at, size);
  }
  if (has_size) left.resize(node.bytes.size());
  node.durable = std::move(left);
}

void SimDisk::lose_unsynced(Left left) {
  for (auto& [number, write] : durable_writes_) tear(write);
  durable_writes_.clear();
  open_.clear();
  used_bytes_ = 0;
  std::set<Node*> seen;
  std::vector<NodePtr> to_do = {root_};
  while (!to_do.empty()) {
    const NodePtr node = to_do.back();
    to_do.pop_back();
    if (!seen.insert(node.get()).second) continue;
    if (left == Left::kSome) write_back_some(*node);
    node->bytes = node->durable;
    node->dirty_begin = UINT64_MAX;
    node->dirty_end = 0;
    node->locked_by = 0;
    node->entries = node->durable_entries;
    used_bytes_ += node->bytes.size();
    for (const auto& [name, child] : node->entries) to_do.push_back(child);
  }
}

void SimDisk::end_process(uint32_t process) {
  std::vector<FileHandle> handles;
  for (const auto& [fd, open] : open_) {
    if (open.process == process) handles.push_back({fd});
  }
  for (const FileHandle handle : handles) close(handle);
}

std::string SimDisk::content(const std::string& path) const {
  const NodePtr node = find(path);
  return node == nullptr ? std::string() : node->bytes;
}

}  // namespace klamm::sim
