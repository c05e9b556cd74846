#include "reactor/epoll_io.h"

#include <unistd.h>

namespace klamm::reactor {

IoResult<std::unique_ptr<EpollIo>> EpollIo::open(const EpollOptions& options, RingTable* table, uint32_t shard) {
  auto core = EpollCore::open(table, shard);
  if (!core) return std::unexpected(core.error());
  std::unique_ptr<EpollIo> io(new EpollIo(std::move(*core), options));
  if (IoResult<void> result = io->buffers_.set_up(options); !result) return std::unexpected(result.error());
  return io;
}

EpollIo::EpollIo(std::unique_ptr<EpollCore> core, const EpollOptions& options)
    : core_(std::move(core)),
      accept_(*core_),
      receive_(*core_, buffers_, *this, options.receive_buffer_count_max),
      files_(options.file_thread_count_max, core_->event_fd()),
      send_(*core_, files_) {}

EpollIo::~EpollIo() = default;

void EpollIo::close(SocketHandle socket) {
  core_->forget(socket.fd);
  ::close(socket.fd);
}

void EpollIo::turn(int64_t deadline_ns, SleepBracket* bracket) {
  core_->turn(deadline_ns, bracket);
  files_.turn();
}

IoMetrics EpollIo::metrics() const {
  IoMetrics metrics = KernelIo::metrics();
  metrics.cold_send_count = send_.cold_count();
  metrics.receive_starved_count = receive_.starved_count();
  metrics.receive_buffers_bytes = buffers_.used_bytes();
  metrics.wake_count = core_->wake_count();
  return metrics;
}

}  // namespace klamm::reactor
