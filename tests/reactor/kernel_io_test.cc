#include <fcntl.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>

#include "reactor/socket_address.h"
#include "tests/reactor/peers.h"
#include "tests/reactor/world.h"

// What every Io over the kernel promises beyond what a simulated one can show.
namespace klamm::reactor::test {
namespace {

using MakeWorld = std::unique_ptr<World> (*)(const UringOptions&);
struct Kind {
  const char* name;
  MakeWorld make;
};

// So that a second stream starves.
UringOptions one_small_buffer() {
  UringOptions options;
  options.receive_buffer_bytes = 1024;
  options.receive_buffer_count_step = 1;
  options.receive_buffer_count_max = 1;
  return options;
}

class KernelIoTest : public ::testing::TestWithParam<Kind> {
 protected:
  void make(const UringOptions& options = {}) {
    world_ = GetParam().make(options);
    if (world_ == nullptr) GTEST_SKIP() << "the kernel lacks what this Io needs";
  }
  Io& io() { return world_->io(); }
  void run(Task<void> task) { world_->run(std::move(task)); }
  std::unique_ptr<World> world_;
};

TEST_P(KernelIoTest, ReceivesGoOnAfterEveryBufferWasTaken) {
  UringOptions options;
  options.receive_buffer_bytes = 1024;
  options.receive_buffer_count_step = 1;
  options.receive_buffer_count_max = 2;
  make(options);
  if (world_ == nullptr) return;
  run([](Io& io) -> Task<void> {
    const Pair one = co_await make_pair_of_sockets(io);
    const Pair two = co_await make_pair_of_sockets(io);
    Collector first;
    Collector second;
    first.keep_buffers = true;
    io.start_receive(one.server, first);
    io.start_receive(two.server, second);
    const std::string text = pattern(10'000);
    (void)co_await send_text(io, one.client, text);
    co_await first.until(2048);
    (void)co_await send_text(io, two.client, "starved");
    co_await sleep_for(5'000'000);
    EXPECT_EQ(first.text.size(), 2048u);
    EXPECT_EQ(second.text, "");
    EXPECT_GE(io.metrics().receive_starved_count, 1u);
    EXPECT_EQ(io.metrics().receive_buffers_bytes, 2048u);
    first.keep_buffers = false;
    first.kept.clear();
    co_await first.until(text.size());
    co_await second.until(7);
    EXPECT_TRUE(first.text == text);
    EXPECT_EQ(second.text, "starved");
    io.shutdown(one.client);
    io.shutdown(two.client);
    co_await first.ended.wait();
    co_await second.ended.wait();
    for (const SocketHandle socket : {one.client, one.server, two.client, two.server}) io.close(socket);
  }(io()));
}

TEST_P(KernelIoTest, AStarvedReceiveCanBeStopped) {
  make(one_small_buffer());
  if (world_ == nullptr) return;
  run([](Io& io) -> Task<void> {
    const Pair pair = co_await make_pair_of_sockets(io);
    Collector collector;
    collector.keep_buffers = true;
    io.start_receive(pair.server, collector);
    (void)co_await send_text(io, pair.client, pattern(5000));
    co_await collector.until(1024);
    while (io.metrics().receive_starved_count == 0) co_await yield_now();
    io.stop_receive(pair.server, collector);
    co_await collector.ended.wait();
    EXPECT_EQ(collector.end_error.code, ECANCELED);
    collector.kept.clear();
    io.close(pair.client);
    io.close(pair.server);
  }(io()));
}

// The one that gets the buffer which came back goes before it has used it: the next one does.
TEST_P(KernelIoTest, AStarvedReceiveThatIsStoppedLetsTheNextOneGoOn) {
  make(one_small_buffer());
  if (world_ == nullptr) return;
  run([](Io& io) -> Task<void> {
    const Pair holder = co_await make_pair_of_sockets(io);
    const Pair first = co_await make_pair_of_sockets(io);
    const Pair second = co_await make_pair_of_sockets(io);
    Collector holding;
    Collector starved;
    Collector next;
    holding.keep_buffers = true;
    io.start_receive(holder.server, holding);
    (void)co_await send_text(io, holder.client, "x");
    co_await holding.until(1);
    io.start_receive(first.server, starved);
    (void)co_await send_text(io, first.client, "first");
    while (io.metrics().receive_starved_count < 1) co_await yield_now();
    io.start_receive(second.server, next);
    (void)co_await send_text(io, second.client, "second");
    while (io.metrics().receive_starved_count < 2) co_await yield_now();
    holding.kept.clear();
    io.stop_receive(first.server, starved);
    co_await starved.ended.wait();
    co_await next.until(6);
    EXPECT_EQ(next.text, "second");
    io.stop_receive(second.server, next);
    io.stop_receive(holder.server, holding);
    co_await next.ended.wait();
    co_await holding.ended.wait();
    for (const Pair& pair : {holder, first, second}) {
      io.close(pair.client);
      io.close(pair.server);
    }
  }(io()));
}

// Ends of streams take a buffer of the ring too; it must go back, or a few hundred connections would use the ring up.
TEST_P(KernelIoTest, EndsOfConnectionsUseUpNoBuffers) {
  UringOptions options;
  options.receive_buffer_count_step = 4;
  options.receive_buffer_count_max = 4;
  make(options);
  if (world_ == nullptr) return;
  run([](Io& io) -> Task<void> {
    for (int i = 0; i < 50; ++i) {
      const Pair pair = co_await make_pair_of_sockets(io);
      Collector collector;
      io.start_receive(pair.server, collector);
      (void)co_await send_text(io, pair.client, "x");
      co_await collector.until(1);
      io.close(pair.client);
      co_await collector.ended.wait();
      io.close(pair.server);
    }
    EXPECT_EQ(io.metrics().receive_starved_count, 0u);
  }(io()));
}

// More sockets than one wait tells of, each with more than one buffer.
TEST_P(KernelIoTest, ManySocketsThatAreReadyAtOnceAreAllRead) {
  UringOptions options;
  options.receive_buffer_bytes = 1024;
  make(options);
  if (world_ == nullptr) return;
  run([](Io& io) -> Task<void> {
    constexpr size_t kCount = 300;
    const std::string text = pattern(10'000);
    std::vector<Pair> pairs;
    std::vector<Collector> collectors(kCount);
    for (size_t i = 0; i < kCount; ++i) pairs.push_back(co_await make_pair_of_sockets(io));
    for (size_t i = 0; i < kCount; ++i) io.start_receive(pairs[i].server, collectors[i]);
    for (const Pair& pair : pairs) {
      EXPECT_EQ(::send(pair.client.fd, text.data(), text.size(), 0), static_cast<ssize_t>(text.size()));
      ::shutdown(pair.client.fd, SHUT_WR);
    }
    for (Collector& collector : collectors) {
      co_await collector.ended.wait();
      EXPECT_EQ(collector.end_error.code, 0);
      EXPECT_TRUE(collector.text == text);
    }
    for (const Pair& pair : pairs) {
      io.close(pair.client);
      io.close(pair.server);
    }
  }(io()));
}

TEST_P(KernelIoTest, APeersResetIsToldAsSuch) {
  make();
  if (world_ == nullptr) return;
  run([](Io& io) -> Task<void> {
    const Pair pair = co_await make_pair_of_sockets(io);
    Collector collector;
    io.start_receive(pair.server, collector);
    const linger at_once{1, 0};
    EXPECT_EQ(::setsockopt(pair.client.fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once)), 0);
    co_await yield_now();
    io.close(pair.client);
    co_await collector.ended.wait();
    EXPECT_EQ(collector.end_error.code, ECONNRESET);
    io.close(pair.server);
  }(io()));
}

TEST_P(KernelIoTest, AColdRangeIsReadAheadAndSent) {
  make();
  if (world_ == nullptr) return;
  run([](Io& io, std::string directory) -> Task<void> {
    const Pair pair = co_await make_pair_of_sockets(io);
    const FileHandle file = *io.open(directory + "/cold", OpenMode::kCreate);
    std::string text = pattern(3 << 20);
    const iovec piece{text.data(), text.size()};
    EXPECT_TRUE(io.write(file, std::span(&piece, 1), 0).has_value());
    (void)co_await sync_data(io, file);
    (void)co_await drop_cache(io, file, 0, text.size());
    if (io.is_resident(file, 0, text.size())) {
      io.close(file);
      io.close(pair.client);
      io.close(pair.server);
      GTEST_LOG_(INFO) << "this file system keeps its pages";
      co_return;
    }
    Gate gate;
    gate.spawn([](Io& with, SocketHandle socket, FileHandle from, size_t size) -> Task<void> {
      const IoResult<void> sent = co_await send_file(with, socket, from, 0, size);
      EXPECT_TRUE(sent.has_value());
    }(io, pair.client, file, text.size()));
    std::string got(text.size(), '\0');
    const IoResult<size_t> received = co_await receive_all(io, pair.server, std::as_writable_bytes(std::span(got)));
    EXPECT_EQ(received.value_or(0), text.size());
    EXPECT_TRUE(got == text);
    EXPECT_GE(io.metrics().cold_send_count, 1u);
    co_await gate.close();
    io.close(file);
    io.close(pair.client);
    io.close(pair.server);
  }(io(), world_->directory()));
}

// A part of a cold file is sent; what lies well behind it stays on the disk.
TEST_P(KernelIoTest, NothingIsReadFarBehindAColdRange) {
  make();
  if (world_ == nullptr) return;
  run([](Io& io, std::string directory) -> Task<void> {
    constexpr size_t kSent = 512 << 10;
    const FileHandle file = *io.open(directory + "/cold", OpenMode::kCreate);
    io.stop_kernel_read_ahead(file);
    const std::string text = pattern(8 << 20);
    const iovec piece{const_cast<char*>(text.data()), text.size()};
    EXPECT_TRUE(io.write(file, std::span(&piece, 1), 0).has_value());
    (void)co_await sync_data(io, file);
    (void)co_await drop_cache(io, file, 0, text.size());
    const bool can_drop = !io.is_resident(file, 0, 4096);
    const Pair pair = co_await make_pair_of_sockets(io);
    Gate gate;
    gate.spawn([](Io& with, SocketHandle socket, FileHandle from) -> Task<void> {
      const IoResult<void> sent = co_await send_file(with, socket, from, 0, kSent);
      EXPECT_TRUE(sent.has_value());
    }(io, pair.client, file));
    std::string got(kSent, '\0');
    (void)co_await receive_all(io, pair.server, std::as_writable_bytes(std::span(got)));
    EXPECT_TRUE(got == text.substr(0, kSent));
    co_await gate.close();
    for (size_t at = kSent; can_drop && at < text.size(); at += 64 << 10)
      EXPECT_FALSE(io.is_resident(file, at, 4096)) << at;
    io.close(file);
    io.close(pair.client);
    io.close(pair.server);
  }(io(), world_->directory()));
}

// The peer goes while more is being read: the send ends with an error, and only when its reads have come back.
TEST_P(KernelIoTest, AColdSendWhosePeerGoesEnds) {
  make();
  if (world_ == nullptr) return;
  run([](Io& io, std::string directory) -> Task<void> {
    const FileHandle file = *io.open(directory + "/cold", OpenMode::kCreate);
    io.stop_kernel_read_ahead(file);
    const std::string text = pattern(32 << 20);
    const iovec piece{const_cast<char*>(text.data()), text.size()};
    EXPECT_TRUE(io.write(file, std::span(&piece, 1), 0).has_value());
    (void)co_await sync_data(io, file);
    (void)co_await drop_cache(io, file, 0, text.size());
    const Pair pair = co_await make_pair_of_sockets(io);
    Gate gate;
    gate.spawn([](Io& with, Pair of, FileHandle from, size_t size) -> Task<void> {
      const IoResult<void> sent = co_await send_file(with, of.client, from, 0, size);
      EXPECT_FALSE(sent.has_value());
      with.close(from);
      with.close(of.client);
    }(io, pair, file, text.size()));
    std::string got(200'000, '\0');
    (void)co_await receive_all(io, pair.server, std::as_writable_bytes(std::span(got)));
    io.close(pair.server);
    co_await gate.close();
  }(io(), world_->directory()));
}

TEST_P(KernelIoTest, DirtyBytesAreWrittenBackAndDropped) {
  make();
  if (world_ == nullptr) return;
  run([](Io& io, std::string directory) -> Task<void> {
    const FileHandle file = *io.open(directory + "/dirty", OpenMode::kCreate);
    std::string text = pattern(16 << 20);
    const iovec piece{text.data(), text.size()};
    // What the file system is like is found out with bytes that are surely on the disk.
    EXPECT_TRUE(io.write(file, std::span(&piece, 1), 0).has_value());
    (void)co_await sync_data(io, file);
    (void)co_await drop_cache(io, file, 0, text.size());
    const bool can_drop = !io.is_resident(file, 0, text.size());
    EXPECT_TRUE(io.write(file, std::span(&piece, 1), 0).has_value());
    EXPECT_TRUE((co_await drop_cache(io, file, 0, text.size())).has_value());
    if (can_drop) {
      EXPECT_FALSE(io.is_resident(file, 0, 4096));
      EXPECT_FALSE(io.is_resident(file, 12 << 20, 4096));
    }
    std::string into(text.size(), '\0');
    EXPECT_EQ(io.read_now(file, std::as_writable_bytes(std::span(into)), 0).value_or(0), text.size());
    EXPECT_TRUE(into == text);
    io.close(file);
  }(io(), world_->directory()));
}

// More cold sends at once than there are read-ahead buffers.
TEST_P(KernelIoTest, ColdSendsWaitForAReadAheadBuffer) {
  UringOptions options;
  options.read_ahead_bytes = 64 * 1024;
  options.read_ahead_count_max = 1;
  make(options);
  if (world_ == nullptr) return;
  run([](Io& io, std::string directory) -> Task<void> {
    std::string text = pattern(300'000);
    std::vector<Task<void>> tasks;
    for (int i = 0; i < 6; ++i) {
      const FileHandle file = *io.open(directory + "/cold" + std::to_string(i), OpenMode::kCreate);
      const iovec piece{text.data(), text.size()};
      EXPECT_TRUE(io.write(file, std::span(&piece, 1), 0).has_value());
      (void)co_await sync_data(io, file);
      (void)co_await drop_cache(io, file, 0, text.size());
      const Pair pair = co_await make_pair_of_sockets(io);
      tasks.push_back([](Io& with, Pair of, FileHandle from, size_t size) -> Task<void> {
        const IoResult<void> sent = co_await send_file(with, of.client, from, 0, size);
        EXPECT_TRUE(sent.has_value());
        with.close(from);
        with.close(of.client);
      }(io, pair, file, text.size()));
      tasks.push_back([](Io& with, Pair of, const std::string& expected) -> Task<void> {
        std::string got(expected.size(), '\0');
        (void)co_await receive_all(with, of.server, std::as_writable_bytes(std::span(got)));
        EXPECT_TRUE(got == expected);
        with.close(of.server);
      }(io, pair, text));
    }
    co_await when_all(std::move(tasks));
  }(io(), world_->directory()));
}

TEST_P(KernelIoTest, ListensOnEveryAddressForIpv4AndIpv6) {
  make();
  if (world_ == nullptr) return;
  run([](Io& io) -> Task<void> {
    const SocketHandle listener = *io.listen({"", 0}, {});
    const uint16_t port = io.local_endpoint(listener)->port;
    Acceptor acceptor;
    io.start_accept(listener, acceptor);
    for (const char* host : {"127.0.0.1", "::1"}) {
      const IoResult<int> client = co_await connect(io, Endpoint{host, port});
      if (!client) {
        EXPECT_STREQ(host, "::1") << client.error().text();  // a machine without IPv6
        continue;
      }
      const SocketHandle accepted = co_await acceptor.next();
      EXPECT_EQ(io.peer_endpoint(accepted)->host, host);
      io.close(accepted);
      io.close(SocketHandle{*client});
    }
    io.stop_accept(listener, acceptor);
    co_await acceptor.ended.wait();
    io.close(listener);
  }(io()));
}

TEST_P(KernelIoTest, AcceptingGoesOnAfterThePassingErrorOfTooManyFiles) {
  make();
  if (world_ == nullptr) return;
  run([](Io& io) -> Task<void> {
    const SocketHandle listener = *io.listen({"127.0.0.1", 0}, {});
    Acceptor acceptor;
    io.start_accept(listener, acceptor);
    co_await yield_now();
    const int client = ::socket(AF_INET, SOCK_STREAM, 0);
    const SocketAddress address = *numeric_address(*io.local_endpoint(listener));
    std::vector<int> fillers;
    rlimit before{};
    ::getrlimit(RLIMIT_NOFILE, &before);
    const rlimit low{64, before.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &low);
    for (int fd = ::dup(client); fd >= 0; fd = ::dup(client)) fillers.push_back(fd);
    EXPECT_EQ(::connect(client, address.data(), address.size_bytes), 0);
    co_await acceptor.ended.wait();
    EXPECT_EQ(acceptor.end_error.code, EMFILE);
    for (const int fd : fillers) ::close(fd);
    ::setrlimit(RLIMIT_NOFILE, &before);
    acceptor.ended.reset();
    io.start_accept(listener, acceptor);
    const SocketHandle accepted = co_await acceptor.next();
    EXPECT_TRUE(accepted.valid());
    io.stop_accept(listener, acceptor);
    co_await acceptor.ended.wait();
    io.close(accepted);
    io.close(listener);
    ::close(client);
  }(io()));
}

TEST_P(KernelIoTest, AWaitEndsAtTheDeadlineAndAtAnInterrupt) {
  make();
  if (world_ == nullptr) return;
  Shard& shard = world_->shard();
  const Shard::Enter enter(shard);
  io().turn(INT64_MIN);
  const int64_t start = io().monotonic_ns();
  io().turn(start + 3'000'000);
  EXPECT_GE(io().monotonic_ns() - start, 3'000'000);
  EXPECT_LT(io().monotonic_ns() - start, 2'000'000'000);
  io().interrupt();
  io().turn(INT64_MAX);
  io().interrupt();
  io().turn(io().monotonic_ns() + 60'000'000'000);
  EXPECT_LT(io().monotonic_ns() - start, 30'000'000'000);
}

TEST_P(KernelIoTest, ALockHeldByAnotherProcessIsRefused) {
  make();
  if (world_ == nullptr) return;
  const std::string path = world_->directory() + "/.lock";
  int ready[2];
  int done[2];
  ASSERT_EQ(::pipe(ready), 0);
  ASSERT_EQ(::pipe(done), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const int fd = ::open(path.c_str(), O_RDWR | O_CREAT, 0644);
    struct flock whole{};
    whole.l_type = F_WRLCK;
    ::fcntl(fd, F_SETLK, &whole);
    char byte = 'x';
    [[maybe_unused]] ssize_t moved = ::write(ready[1], &byte, 1);
    moved = ::read(done[0], &byte, 1);
    ::_exit(0);
  }
  char byte = 0;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  const FileHandle file = *io().open(path, OpenMode::kCreate);
  const IoResult<void> locked = io().lock(file);
  EXPECT_FALSE(locked.has_value());
  if (!locked) {
    EXPECT_EQ(locked.error().code, EAGAIN);
  }
  ASSERT_EQ(::write(done[1], &byte, 1), 1);
  ::waitpid(child, nullptr, 0);
  EXPECT_TRUE(io().lock(file).has_value());
  io().close(file);
  for (const int fd : {ready[0], ready[1], done[0], done[1]}) ::close(fd);
}

TEST_P(KernelIoTest, RandomNumbersDiffer) {
  make();
  if (world_ == nullptr) return;
  const uint64_t first = io().random();
  EXPECT_NE(first, io().random());
}

std::unique_ptr<World> make_epoll_world_like(const UringOptions& options) {
  EpollOptions like;
  like.receive_buffer_bytes = options.receive_buffer_bytes;
  like.receive_buffer_count_max = options.receive_buffer_count_max;
  return make_epoll_world(like);
}

INSTANTIATE_TEST_SUITE_P(Every, KernelIoTest,
                         ::testing::Values(Kind{"Uring", make_uring_world}, Kind{"Epoll", make_epoll_world_like}),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace klamm::reactor::test
