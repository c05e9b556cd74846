#include "reactor/uring_io.h"

#include <unistd.h>

namespace klamm::reactor {

IoResult<std::unique_ptr<UringIo>> UringIo::open(const UringOptions& options, RingTable* table, uint32_t shard) {
  auto core = UringCore::open(options, table, shard);
  if (!core) return std::unexpected(core.error());
  std::unique_ptr<UringIo> io(new UringIo(std::move(*core), options));
  if (IoResult<void> result = io->buffers_.set_up(io->core_->ring(), options); !result) {
    return std::unexpected(result.error());
  }
  return io;
}

UringIo::UringIo(std::unique_ptr<UringCore> core, const UringOptions& options)
    : core_(std::move(core)),
      accept_(*core_),
      receive_(*core_, buffers_, *this, options.receive_buffer_count_max),
      send_(*core_, options),
      files_(*core_) {}

UringIo::~UringIo() = default;

void UringIo::close(SocketHandle socket) {
  ::close(socket.fd);
}

IoMetrics UringIo::metrics() const {
  IoMetrics metrics = KernelIo::metrics();
  metrics.cold_send_count = send_.cold_count();
  metrics.receive_starved_count = receive_.starved_count();
  metrics.completion_overflow_count = core_->completion_overflow_count();
  metrics.receive_buffers_bytes = buffers_.given_bytes();
  metrics.wake_count = core_->wake_count();
  return metrics;
}

}  // namespace klamm::reactor
