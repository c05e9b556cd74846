#include <gtest/gtest.h>

#include <cerrno>
#include <string>
#include <vector>

#include "reactor/io_await.h"
#include "reactor/log.h"
#include "reactor/on_shard.h"
#include "reactor/sync.h"
#include "tests/reactor/peers.h"
#include "tests/sim/log_capture.h"
#include "tests/sim/sim_disk.h"
#include "tests/sim/sim_network.h"
#include "tests/sim/sim_runtime.h"

// What only the simulation promises.
namespace klamm::sim {
namespace {

using reactor::Event;
using reactor::Gate;
using reactor::Io;
using reactor::on_shard;
using reactor::sleep_for;
using reactor::test::Collector;

IoResult<void> put(Io& io, FileHandle file, std::string text, uint64_t offset = 0) {
  const iovec piece{text.data(), text.size()};
  return io.write(file, std::span(&piece, 1), offset);
}

// A small server: shard 0 accepts and deals sockets out to all shards, each of which answers every byte with the next
// letter.
class Server final : public reactor::AcceptSink {
 public:
  explicit Server(Shard& on) : shard_(on) { listener_ = *on.io().listen({"127.0.0.1", 9092}, {}); }
  Task<void> run() {
    shard_.io().start_accept(listener_, *this);
    co_await shard_.stop_event().wait();
    shard_.io().stop_accept(listener_, *this);
    co_await ended_.wait();
    shard_.io().close(listener_);
  }
  void on_accept(SocketHandle socket) noexcept override { shard_.spawn(deal(socket, next_++ % shard_.shard_count())); }
  void on_accept_end(IoError) noexcept override { ended_.set(); }

 private:
  static Task<void> deal(SocketHandle socket, ShardId to) {
    co_await on_shard(to, [socket] { Shard::current().spawn(serve(socket)); });
  }
  static Task<void> serve(SocketHandle socket) {
    Io& io = Shard::current().io();
    char byte = 0;
    for (;;) {
      const auto got = co_await receive_all(io, socket, std::as_writable_bytes(std::span(&byte, 1)));
      if (!got || *got == 0) break;
      ++byte;
      iovec piece{&byte, 1};
      if (!(co_await send(io, socket, std::span(&piece, 1)))) break;
    }
    io.close(socket);
  }
  Shard& shard_;
  SocketHandle listener_;
  ShardId next_ = 0;
  Event ended_;
};

Task<void> serve_on(Shard& shard) {
  if (shard.id() != 0) co_return;
  Server server(shard);
  co_await server.run();
}

Task<void> talk(Io& io, int client, std::string& log) {
  const IoResult<int> fd = co_await connect(io, Endpoint{"127.0.0.1", 9092});
  EXPECT_TRUE(fd.has_value());
  const SocketHandle socket{*fd};
  std::string text = "ABCDEFGH";
  iovec piece{text.data(), text.size()};
  (void)co_await send(io, socket, std::span(&piece, 1));
  for (int i = 0; i < 8; ++i) {
    char answer = 0;
    (void)co_await receive_all(io, socket, std::as_writable_bytes(std::span(&answer, 1)));
    EXPECT_EQ(answer, "BCDEFGHI"[i]);
    log += std::to_string(client) + answer + "@" + std::to_string(Shard::current().now_ns()) + " ";
  }
  io.close(socket);
}

std::string run_of(uint64_t seed) {
  SimOptions options;
  options.seed = seed;
  SimWorld world(options);
  SimRuntime runtime(world, 3);
  std::string log;
  runtime.start(serve_on);
  std::vector<Task<void>> clients;
  Io& io = runtime.client().io();
  for (int i = 0; i < 5; ++i) clients.push_back(talk(io, i, log));
  EXPECT_TRUE(runtime.run([](std::vector<Task<void>> tasks) -> Task<void> {
    co_await sleep_for(1'000'000);
    co_await reactor::when_all(std::move(tasks));
  }(std::move(clients))));
  EXPECT_TRUE(runtime.stop());
  EXPECT_EQ(world.network().connection_end_count(), 0u);
  return log;
}

TEST(SimRuntime, TheSameSeedGivesTheSameRun) {
  const std::string first = run_of(5);
  EXPECT_EQ(first, run_of(5));
  EXPECT_NE(first, run_of(6));
}

TEST(SimRuntime, VirtualTimeCostsNoRealTime) {
  SimWorld world;
  SimRuntime runtime(world, 2);
  const int64_t start = world.now_ns();
  ASSERT_TRUE(runtime.run([]() -> Task<void> { co_await sleep_for(int64_t{500} * 1'000'000'000); }()));
  EXPECT_GE(world.now_ns() - start, int64_t{500} * 1'000'000'000);
  EXPECT_EQ(runtime.client().now_ms(), world.wall_clock_ms());
}

TEST(SimRuntime, AWaitForNothingEndsInsteadOfHanging) {
  SimWorld world;
  SimRuntime runtime(world, 1);
  EXPECT_FALSE(runtime.run_until([] { return false; }));
}

TEST(SimDisk, APowerLossTakesWhatWasNotSynced) {
  SimWorld world;
  SimRuntime runtime(world, 1);
  (void)world.disk().make_directory("/d");
  (void)world.disk().sync_directory("/");
  ASSERT_TRUE(runtime.run([](Io& io) -> Task<void> {
    const FileHandle kept = *io.open("/d/kept", OpenMode::kCreate);
    (void)put(io, kept, "synced ");
    (void)co_await sync_data(io, kept);
    (void)put(io, kept, "lost", 7);
    (void)co_await sync_directory(io, "/d");
    const FileHandle unnamed = *io.open("/d/unnamed", OpenMode::kCreate);
    (void)put(io, unnamed, "x");
    (void)co_await sync_data(io, unnamed);
    const FileHandle shortened = *io.open("/d/kept", OpenMode::kReadWrite);
    EXPECT_EQ(io.status(shortened)->size_bytes, 11u);
    (void)co_await truncate(io, shortened, 3);
    EXPECT_EQ(io.status(shortened)->size_bytes, 3u);
  }(runtime.client().io())));
  EXPECT_EQ(world.disk().content("/d/kept"), "syn");
  world.disk().lose_unsynced();
  EXPECT_EQ(world.disk().content("/d/kept"), "synced ");
  EXPECT_FALSE(world.disk().status("/d/unnamed").has_value());
}

TEST(SimDisk, SyncAfterTruncateAndRewriteIsExact) {
  SimDisk disk(1 << 20);
  const FileHandle file = *disk.open("/f", OpenMode::kCreate, 1);
  std::string text = "0123456789";
  iovec piece{text.data(), text.size()};
  (void)disk.sync_directory("/");
  (void)disk.write(file, std::span(&piece, 1), 0, 0);
  (void)disk.sync(file);
  (void)disk.truncate(file, 4);
  text = "ab";
  piece = {text.data(), text.size()};
  (void)disk.write(file, std::span(&piece, 1), 6, 0);
  (void)disk.sync(file);
  disk.lose_unsynced();
  EXPECT_EQ(disk.content("/f"), std::string("0123\0\0ab", 8));
}

TEST(SimDisk, FaultsHitTheOperationThatTheyName) {
  SimWorld world;
  SimRuntime runtime(world, 1);
  world.disk().add_fault({DiskOperation::kWrite, "/log", 2, 1, ENOSPC});
  world.disk().add_fault({DiskOperation::kSync, "", 0, UINT64_MAX, EIO});
  ASSERT_TRUE(runtime.run([](Io& io) -> Task<void> {
    const FileHandle other = *io.open("/other", OpenMode::kCreate);
    const FileHandle log = *io.open("/log", OpenMode::kCreate);
    EXPECT_TRUE(put(io, other, "x").has_value());
    EXPECT_TRUE(put(io, log, "x").has_value());
    EXPECT_TRUE(put(io, log, "x").has_value());
    EXPECT_EQ(put(io, log, "x").error().code, ENOSPC);
    EXPECT_TRUE(put(io, log, "x").has_value());
    for (int i = 0; i < 2; ++i) {
      const IoResult<void> synced = co_await sync_data(io, log);
      EXPECT_EQ(synced.error().code, EIO);
    }
    io.close(log);
    io.close(other);
  }(runtime.client().io())));
}

TEST(SimDisk, AFullDiskTakesWhatFitsAndFreesWhatIsRemoved) {
  SimDisk disk(10);
  const FileHandle file = *disk.open("/f", OpenMode::kCreate, 1);
  std::string text = "0123456";
  iovec piece{text.data(), text.size()};
  EXPECT_TRUE(disk.write(file, std::span(&piece, 1), 0, 0).has_value());
  EXPECT_EQ(disk.write(file, std::span(&piece, 1), 7, 0).error().code, ENOSPC);
  EXPECT_EQ(disk.content("/f"), "0123456012");
  EXPECT_EQ(*disk.free_bytes("/"), 0u);
  (void)disk.truncate(file, 7);
  EXPECT_EQ(*disk.free_bytes("/"), 3u);
  (void)disk.unlink("/f");
  EXPECT_EQ(*disk.free_bytes("/"), 10u);
}

TEST(SimDisk, AnotherProcessDoesNotGetTheLockUntilTheFirstIsGone) {
  SimWorld world;
  auto first = std::make_unique<SimRuntime>(world, 1);
  SimRuntime second(world, 1);
  Io& io = second.client().io();
  const FileHandle held = *first->client().io().open("/.lock", OpenMode::kCreate);
  EXPECT_TRUE(first->client().io().lock(held).has_value());
  const FileHandle wanted = *io.open("/.lock", OpenMode::kCreate);
  EXPECT_EQ(io.lock(wanted).error().code, EAGAIN);
  first.reset();
  EXPECT_TRUE(io.lock(wanted).has_value());
}

TEST(SimNetwork, ACutConnectionIsResetOnBothSides) {
  SimWorld world;
  SimRuntime runtime(world, 1);
  ASSERT_TRUE(runtime.run([](Io& io, SimWorld& in) -> Task<void> {
    const reactor::test::Pair pair = co_await reactor::test::make_pair_of_sockets(io);
    Collector collector;
    io.start_receive(pair.server, collector);
    in.network().reset(pair.client);
    co_await collector.ended.wait();
    EXPECT_EQ(collector.end_error.code, ECONNRESET);
    const IoResult<void> sent = co_await reactor::test::send_text(io, pair.client, "x");
    EXPECT_EQ(sent.error().code, ECONNRESET);
    io.close(pair.client);
    io.close(pair.server);
  }(runtime.client().io(), world)));
}

TEST(SimNetwork, EveryByteMayComeAlone) {
  SimOptions options;
  options.piece_bytes_max = 1;
  SimWorld world(options);
  SimRuntime runtime(world, 1);
  ASSERT_TRUE(runtime.run([](Io& io) -> Task<void> {
    const reactor::test::Pair pair = co_await reactor::test::make_pair_of_sockets(io);
    Collector collector;
    io.start_receive(pair.server, collector);
    (void)co_await reactor::test::send_text(io, pair.client, "0123456789");
    co_await collector.until(10);
    EXPECT_EQ(collector.text, "0123456789");
    EXPECT_EQ(collector.pieces, 10u);
    io.close(pair.client);
    co_await collector.ended.wait();
    io.close(pair.server);
  }(runtime.client().io())));
}

TEST(SimNetwork, StarvedReceivesGoOnWhenABufferComesBack) {
  SimOptions options;
  options.receive_buffer_count = 2;
  options.receive_buffer_bytes = 100;
  SimWorld world(options);
  SimRuntime runtime(world, 1);
  ASSERT_TRUE(runtime.run([](Io& io) -> Task<void> {
    const reactor::test::Pair pair = co_await reactor::test::make_pair_of_sockets(io);
    Collector collector;
    collector.keep_buffers = true;
    io.start_receive(pair.server, collector);
    (void)co_await reactor::test::send_text(io, pair.client, std::string(1000, 'x'));
    co_await sleep_for(100'000'000);
    EXPECT_LE(collector.text.size(), 200u);
    collector.keep_buffers = false;
    collector.kept.clear();
    co_await collector.until(1000);
    EXPECT_EQ(collector.text.size(), 1000u);
    io.shutdown(pair.client);
    co_await collector.ended.wait();
    io.close(pair.client);
    io.close(pair.server);
  }(runtime.client().io())));
}

TEST(LogCapture, TakesTheLinesOfASimulation) {
  const LogCapture capture;
  SimWorld world;
  SimRuntime runtime(world, 2);
  runtime.start([](Shard& shard) -> Task<void> {
    reactor::log_info("shard {} is up", shard.id());
    co_return;
  });
  ASSERT_TRUE(runtime.stop());
  EXPECT_TRUE(capture.contains("shard 0 is up"));
  EXPECT_TRUE(capture.contains("shard 1 is up"));
}

}  // namespace
}  // namespace klamm::sim
