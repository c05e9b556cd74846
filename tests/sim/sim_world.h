#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <queue>
#include <random>
#include <string>
#include <vector>

namespace klamm::sim {

// What a simulation may draw from its seed.
struct SimOptions {
  uint64_t seed = 1;
  int64_t start_wall_clock_ms = 1'700'000'000'000;
  // Network: one direction of a connection holds so many bytes that were not read yet; a piece arrives after the delay.
  size_t socket_buffer_bytes = 256 * 1024;
  size_t piece_bytes_max = 0;  // 0: pieces of all sizes, drawn; 1: every byte alone
  int64_t network_delay_ns_min = 10'000;
  int64_t network_delay_ns_max = 200'000;
  // Disk: what an asynchronous call takes.
  int64_t disk_delay_ns_min = 20'000;
  int64_t disk_delay_ns_max = 500'000;
  uint64_t disk_bytes = uint64_t{1} << 40;
  // Receive buffers of one shard.
  uint32_t receive_buffer_bytes = 64 * 1024;
  uint32_t receive_buffer_count = 64;
};

class SimDisk;
class SimNetwork;

// Virtual time, chance, what is to happen when; and the disk and the network that several processes of one simulation
// share. Everything runs on one thread; the same seed gives the same run.
class SimWorld {
 public:
  explicit SimWorld(const SimOptions& options = {});
  ~SimWorld();
  SimWorld(const SimWorld&) = delete;
  SimWorld& operator=(const SimWorld&) = delete;

  const SimOptions& options() const { return options_; }
  SimDisk& disk() { return *disk_; }
  SimNetwork& network() { return *network_; }

  // A number for a new process; 0 is none.
  uint32_t new_process() { return ++last_process_; }

  int64_t now_ns() const { return now_ns_; }
  int64_t wall_clock_ms() const { return options_.start_wall_clock_ms + now_ns_ / 1'000'000; }
  uint64_t random() { return random_(); }
  // From `low` to `high`, both included.
  int64_t random_between(int64_t low, int64_t high);
  int64_t network_delay_ns() { return random_between(options_.network_delay_ns_min, options_.network_delay_ns_max); }
  // From now on calls of the disk take so long; those that are under way as long as they would have.
  void set_disk_delay_ns(int64_t low, int64_t high) {
    options_.disk_delay_ns_min = low;
    options_.disk_delay_ns_max = high;
  }
  int64_t disk_delay_ns() { return random_between(options_.disk_delay_ns_min, options_.disk_delay_ns_max); }

  // Runs `what` at that time, unless its owner is gone by then.
  void at(int64_t time_ns, std::weak_ptr<void> owner, std::function<void()> what);
  void at(int64_t time_ns, std::function<void()> what);

  // Runs what is due. Returns whether there was anything.
  bool run_due();
  int64_t next_event_ns() const;  // INT64_MAX: none
  void advance_to(int64_t time_ns);

 private:
  struct Event {
    int64_t time_ns;
    uint64_t order;
    bool has_owner;
    std::weak_ptr<void> owner;
    std::function<void()> what;
  };
  struct Later {
    bool operator()(const Event& a, const Event& b) const {
      return a.time_ns != b.time_ns ? a.time_ns > b.time_ns : a.order > b.order;
    }
  };

  SimOptions options_;
  int64_t now_ns_ = 1'000'000'000;
  uint64_t next_order_ = 0;
  uint32_t last_process_ = 0;
  std::mt19937_64 random_;
  std::priority_queue<Event, std::vector<Event>, Later> events_;
  std::unique_ptr<SimDisk> disk_;
  std::unique_ptr<SimNetwork> network_;
};

}  // namespace klamm::sim
