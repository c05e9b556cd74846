#include "reactor/uring_io.h"

#include <sys/socket.h>

#include "tests/reactor/peers.h"
#include "tests/reactor/world.h"

// What is special to the kernel's ring.
namespace klamm::reactor::test {
namespace {

// More completions at once than the completion queue holds: none is lost, multishot operations are armed again.
TEST(UringIo, AnOverflowingCompletionQueueLosesNothing) {
  UringOptions options;
  options.submission_entry_count = 16;
  options.completion_entry_count = 16;
  options.receive_buffer_bytes = 512;
  const std::unique_ptr<World> world = make_uring_world(options);
  if (world == nullptr) GTEST_SKIP() << "the kernel has no io_uring for this process";
  world->run([](Io& io) -> Task<void> {
    const SocketHandle listener = *io.listen({"127.0.0.1", 0}, {});
    Acceptor acceptor;
    io.start_accept(listener, acceptor);
    std::vector<Task<IoResult<int>>> connects;
    for (int i = 0; i < 100; ++i) {
      connects.push_back([](Io& with, Endpoint to) -> Task<IoResult<int>> { co_return co_await connect(with, to); }(
                                                       io, *io.local_endpoint(listener)));
    }
    const std::vector<IoResult<int>> clients = co_await when_all(std::move(connects));
    std::vector<SocketHandle> servers;
    for (int i = 0; i < 100; ++i) servers.push_back(co_await acceptor.next());
    std::vector<Collector> collectors(100);
    for (size_t i = 0; i < 100; ++i) io.start_receive(servers[i], collectors[i]);
    for (int round = 0; round < 20; ++round) {
      for (const IoResult<int>& client : clients) {
        EXPECT_EQ(::send(*client, "ping", 4, 0), 4);
      }
      co_await yield_now();
    }
    for (Collector& collector : collectors) co_await collector.until(80);
    for (const Collector& collector : collectors) EXPECT_EQ(collector.text.size(), 80u);
    for (const IoResult<int>& client : clients) io.close(SocketHandle{*client});
    for (size_t i = 0; i < 100; ++i) {
      co_await collectors[i].ended.wait();
      io.close(servers[i]);
    }
    io.stop_accept(listener, acceptor);
    co_await acceptor.ended.wait();
    io.close(listener);
  }(world->io()));
}

}  // namespace
}  // namespace klamm::reactor::test
