#include "reactor/residency.h"

#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>

#include "reactor/uring_compat.h"

namespace klamm::reactor {

namespace {

constexpr uint64_t kPageBytes = 4096;

enum class Answer { kResident, kCold, kUnknown };

Answer ask_cachestat(int fd, uint64_t offset, uint64_t size_bytes) {
  static std::atomic<bool> missing{false};
  if (missing.load(std::memory_order_relaxed)) return Answer::kUnknown;
  CachestatRange range{offset, size_bytes};
  Cachestat stat{};
  if (::syscall(kSyscallCachestat, fd, &range, &stat, 0) != 0) {
    if (errno == ENOSYS || errno == EPERM) missing.store(true, std::memory_order_relaxed);
    return Answer::kUnknown;
  }
  const uint64_t page_count = (offset + size_bytes - 1) / kPageBytes - offset / kPageBytes + 1;
  return stat.cached >= page_count ? Answer::kResident : Answer::kCold;
}

bool is_byte_resident(int fd, uint64_t offset) {
  char byte = 0;
  const iovec piece{&byte, 1};
  return ::preadv2(fd, &piece, 1, static_cast<off_t>(offset), RWF_NOWAIT) >= 0 || errno != EAGAIN;
}

}  // namespace

bool is_range_resident(int fd, uint64_t offset, uint64_t size_bytes) {
  if (size_bytes == 0) return true;
  const uint64_t last = offset + size_bytes - 1;
  const Answer answer = ask_cachestat(fd, offset, size_bytes);
  if (answer == Answer::kCold) return false;
  if (answer == Answer::kUnknown) {
    for (uint64_t at = offset + kResidencyChunkBytes; at < last; at += kResidencyChunkBytes) {
      if (!is_byte_resident(fd, at)) return false;
    }
  }
  const bool is_one_page = offset / kPageBytes == last / kPageBytes;
  return is_byte_resident(fd, last) && (is_one_page || is_byte_resident(fd, offset));
}

uint64_t resident_prefix_bytes(int fd, uint64_t offset, uint64_t size_bytes) {
  if (is_range_resident(fd, offset, size_bytes)) return size_bytes;
  uint64_t prefix_bytes = 0;
  while (size_bytes - prefix_bytes > kResidencyChunkBytes &&
         is_range_resident(fd, offset + prefix_bytes, kResidencyChunkBytes)) {
    prefix_bytes += kResidencyChunkBytes;
  }
  return prefix_bytes;
}

}  // namespace klamm::reactor
