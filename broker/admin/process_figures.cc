#include "broker/admin/process_figures.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace klamm::broker {
namespace {

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

double clock_seconds(clockid_t clock) {
  timespec now{};
  ::clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// A file of /proc of at most one page, zero-terminated; empty when it cannot be read.
std::string_view read_small(const char* path, std::array<char, 4096>& buffer) {
  ssize_t size = 0;
  if (const int file = ::open(path, O_RDONLY | O_CLOEXEC); file >= 0) {
    size = std::max<ssize_t>(::read(file, buffer.data(), buffer.size() - 1), 0);
    ::close(file);
  }
  buffer[static_cast<size_t>(size)] = '\0';
  return {buffer.data(), static_cast<size_t>(size)};
}

uint64_t resident_bytes() {
  std::array<char, 4096> buffer;
  unsigned long long resident_pages = 0;
  if (std::sscanf(read_small("/proc/self/statm", buffer).data(), "%*u %llu", &resident_pages) != 1) return 0;
  return resident_pages * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
}

// When the process was made, from the clock ticks since boot behind the name in parentheses, which may hold anything.
double start_time_seconds() {
  std::array<char, 4096> buffer;
  const std::string_view stat = read_small("/proc/self/stat", buffer);
  const size_t name_end = stat.rfind(") ");
  unsigned long long ticks = 0;
  constexpr const char* kFields = "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu";
  if (name_end == std::string_view::npos || std::sscanf(stat.data() + name_end + 2, kFields, &ticks) != 1) return 0;
  const double since_boot = static_cast<double>(ticks) / static_cast<double>(::sysconf(_SC_CLK_TCK));
  return clock_seconds(CLOCK_REALTIME) - clock_seconds(CLOCK_BOOTTIME) + since_boot;
}

// Since Linux 6.2 the directory's size is the number of its entries; before that they are counted.
uint64_t open_descriptors() {
  struct stat status{};
  if (::stat("/proc/self/fd", &status) == 0 && status.st_size > 0) return static_cast<uint64_t>(status.st_size);
  uint64_t count = 0;
  std::error_code error;
  for (std::filesystem::directory_iterator it("/proc/self/fd", error), end; !error && it != end; it.increment(error)) {
    ++count;
  }
  return count == 0 ? 0 : count - 1;  // without the one that reads the directory
}

}  // namespace

ProcessFigures read_process_figures() {
  ProcessFigures figures;
  static const double started = start_time_seconds();
  figures.start_time_seconds = started;
  rusage usage{};
  if (::getrusage(RUSAGE_SELF, &usage) == 0) figures.cpu_seconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  figures.resident_bytes = resident_bytes();
  figures.open_descriptors = open_descriptors();
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) == 0) figures.descriptors_max = limit.rlim_cur;
  return figures;
}

}  // namespace klamm::broker
