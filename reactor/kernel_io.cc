#include "reactor/kernel_io.h"

#include <sys/socket.h>
#include <unistd.h>

#include <csignal>

#include "reactor/residency.h"

namespace klamm::reactor {

KernelIo::KernelIo() {
  std::signal(SIGPIPE, SIG_IGN);
}

void KernelIo::shutdown(SocketHandle socket) {
  ::shutdown(socket.fd, SHUT_RDWR);
}

void KernelIo::close(FileHandle file) {
  ::close(file.fd);
}

bool KernelIo::is_resident(FileHandle file, uint64_t offset, uint64_t size) {
  return is_range_resident(file.fd, offset, size);
}

IoMetrics KernelIo::metrics() const {
  IoMetrics metrics;
  metrics.slow_write_count = writes_.slow_count();
  metrics.slowest_write_ns = writes_.slowest_ns();
  return metrics;
}

}  // namespace klamm::reactor
