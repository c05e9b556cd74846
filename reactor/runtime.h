#pragma once

#include <atomic>
#include <expected>
#include <functional>
#include <latch>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "reactor/core_set.h"
#include "reactor/epoll_options.h"
#include "reactor/io_choice.h"
#include "reactor/mesh.h"
#include "reactor/ring_table.h"
#include "reactor/shard.h"
#include "reactor/uring_options.h"

namespace klamm::reactor {

struct RuntimeOptions {
  CoreSet cores = CoreSet::all_allowed();
  ShardOptions shard;  // spinning is switched off where two shards share a core, and on epoll
  IoKind io = IoKind::kUring;
  UringOptions uring;
  EpollOptions epoll;
  uint32_t mesh_credits_per_pair = 0;  // 0: what the mesh's bound of bytes allows
};

// The shards as threads, each pinned to its core with its own Io, of one kind for all; all signals are blocked in them.
//
// Life: start() makes the threads, waits until every one has its Io, then each runs `main` as its first task. A shard
// ends when a stop was requested, its stop_event() was set and no task is left on any shard; join() waits for that.
// @core any thread that is not a shard
class Runtime {
 public:
  using ShardMain = std::function<Task<void>(Shard&)>;

  // The error is a sentence for a person (what the kernel refuses and the remedy); nothing runs then.
  static std::expected<std::unique_ptr<Runtime>, std::string> start(const RuntimeOptions& options, ShardMain main);
  ~Runtime();  // requests the stop and joins
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;

  uint32_t shard_count() const { return static_cast<uint32_t>(options_.cores.cores.size()); }
  void request_stop();  // @core any, shards included
  void join();

  // Waits until a stop was requested here or one of SIGTERM, SIGINT comes, which requests it. Both signals must have
  // been blocked by block_stop_signals() before any thread was made. Returns the signal, 0 without one.
  int wait_for_stop_signal();
  static void block_stop_signals();

 private:
  Runtime(const RuntimeOptions& options, ShardMain main);
  void run_shard(ShardId id);
  IoResult<std::unique_ptr<Io>> open_io(ShardId id);
  IoResult<void> open_shard(ShardId id);
  std::string why_not_opened(int error) const;

  RuntimeOptions options_;
  ShardMain main_;
  RingTable ring_table_;
  Mesh mesh_;
  std::vector<std::unique_ptr<Shard>> shards_;
  std::vector<int> open_errors_;
  std::atomic<bool> open_failed_{false};
  std::latch opened_;
  std::latch left_;
  int stop_fd_ = -1;  // eventfd, written by request_stop
  std::vector<std::thread> threads_;
};

}  // namespace klamm::reactor
