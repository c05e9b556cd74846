#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "reactor/shard.h"
#include "reactor/timer.h"

namespace klamm::net {

// Connections of one shard that may have to be ended when their time is over. Nobody moves in the line when something
// happens on a connection: it is looked at when the earliest of its deadlines could be over, and then stands where its
// next one is. So an event costs a store in the connection, and a connection that lives on costs one look per deadline.
// One timer for all; a look comes up to 1/32 of the horizon late. At most kLooksMax looks in a row.
// @core owner
class IdleLine {
 public:
  static constexpr uint32_t kLooksMax = 256;

  // Somebody who stands in the line, by embedding.
  struct Place {
    Place* previous = nullptr;
    Place* next = nullptr;
    bool is_in_line() const { return next != nullptr; }
  };
  class Watcher {
   public:
    // When to look at it again; nothing: never. The place is out of the line during the call.
    virtual std::optional<int64_t> look(Place& place, int64_t now_ns) noexcept = 0;

   protected:
    ~Watcher() = default;
  };

  IdleLine(reactor::Shard& shard, Watcher& watcher, int64_t horizon_ns);
  ~IdleLine();
  IdleLine(const IdleLine&) = delete;
  IdleLine& operator=(const IdleLine&) = delete;

  // The longest time after which a place is looked at. With another one everybody is looked at soon.
  void set_horizon(int64_t horizon_ns);
  int64_t horizon_ns() const { return horizon_ns_; }
  void add(Place& place, int64_t look_at_ns);
  void remove(Place& place);

 private:
  static constexpr int64_t kBucketCount = 64;
  static constexpr int64_t kStepsOfHorizon = 32;
  struct Wake : reactor::Completion {
    IdleLine* line = nullptr;
  };
  void move_due(int64_t now_ns);
  void look_at_due();
  void arm();
  static void append(Place& ring, Place& place);
  static void append_all(Place& ring, Place& from);
  static bool is_empty(const Place& ring) { return ring.next == &ring; }
  Place& bucket(int64_t step) { return buckets_[static_cast<size_t>(step % kBucketCount)]; }

  reactor::Shard& shard_;
  Watcher& watcher_;
  int64_t horizon_ns_;
  int64_t step_ns_;
  int64_t next_step_;                        // of step_ns_: the first whose time has not come, when it was last looked
  std::array<Place, kBucketCount> buckets_;  // rings, by the step when they are due
  Place due_;                                // ring of those whose time has come
  reactor::Timer timer_;
  Wake wake_;
};

}  // namespace klamm::net
