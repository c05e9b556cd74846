#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "protocol/arena.h"

namespace klamm::broker {

/// Arenas for requests, used again and again so that a small request allocates nothing.
/// Bound: at most kIdleMax idle arenas of one first chunk each (1 MiB together); one in use holds at most kBytesMax.
/// @core owner
class ArenaPool {
 public:
  static constexpr size_t kIdleMax = 256;
  static constexpr size_t kBytesMax = size_t{512} << 20;

  /// An arena for one request; goes back empty when destroyed.
  class Lease {
   public:
    Lease(ArenaPool& pool, protocol::Arena arena) : pool_(pool), arena_(std::move(arena)) {}
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    ~Lease() { pool_.give_back(std::move(arena_)); }
    protocol::Arena& arena() { return arena_; }

   private:
    ArenaPool& pool_;
    protocol::Arena arena_;
  };

  Lease take() {
    if (idle_.empty()) return Lease(*this, protocol::Arena(kBytesMax));
    protocol::Arena arena = std::move(idle_.back());
    idle_.pop_back();
    return Lease(*this, std::move(arena));
  }

  size_t idle_count() const { return idle_.size(); }

 private:
  void give_back(protocol::Arena arena) {
    if (idle_.size() >= kIdleMax) return;
    arena.reset();
    idle_.push_back(std::move(arena));
  }

  std::vector<protocol::Arena> idle_;
};

}  // namespace klamm::broker
