#include "tools/offline_shard.h"

#include "reactor/epoll_io.h"

namespace klamm::tools {

namespace {

reactor::Task<void> run_and_tell(reactor::Task<void> task, bool& ended) {
  co_await std::move(task);
  ended = true;
  // The turn that the loop is in would sleep: nothing is left that could wake it.
  reactor::Shard::current().io().interrupt();
}

}  // namespace

std::expected<std::unique_ptr<OfflineShard>, std::string> OfflineShard::open() {
  // A file at a time is read: the ring would gain nothing, and is forbidden in many places.
  auto io = reactor::EpollIo::open();
  if (!io) return std::unexpected("files cannot be read: " + io.error().text());
  return std::unique_ptr<OfflineShard>(new OfflineShard(std::move(*io)));
}

void OfflineShard::run(reactor::Task<void> task) {
  bool ended = false;
  {
    const reactor::Shard::Enter inside(shard_);
    shard_.spawn(run_and_tell(std::move(task), ended));
  }
  while (!ended) shard_.run_once(true);
}

}  // namespace klamm::tools
