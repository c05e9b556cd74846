#pragma once

#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "reactor/mesh.h"
#include "reactor/shard.h"
#include "reactor/task.h"

namespace klamm::tools {

/// One shard on the calling thread, for commands that look at files while no broker runs.
/// @core any thread that is not a shard
class OfflineShard {
 public:
  /// The error is a sentence.
  static std::expected<std::unique_ptr<OfflineShard>, std::string> open();

  reactor::Shard& shard() { return shard_; }
  reactor::Io& io() { return shard_.io(); }

  /// Runs the task to its end.
  void run(reactor::Task<void> task);
  template <class T>
  T run(reactor::Task<T> task) {
    std::optional<T> result;
    run(keep(std::move(task), result));
    return std::move(*result);
  }

 private:
  // A spin begins with a turn that does not wait; it would take the interrupt that ends run().
  explicit OfflineShard(std::unique_ptr<reactor::Io> io)
      : mesh_(1), shard_(0, 1, std::move(io), &mesh_, {.spin_ns_max = 0}) {}

  template <class T>
  static reactor::Task<void> keep(reactor::Task<T> task, std::optional<T>& into) {
    into.emplace(co_await std::move(task));
  }

  reactor::Mesh mesh_;
  reactor::Shard shard_;
};

}  // namespace klamm::tools
