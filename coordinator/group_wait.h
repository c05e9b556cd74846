#pragma once

#include "reactor/event.h"

namespace klamm::coordinator {

/// Lets a request wait for its group. Made by whoever asks, on any shard; used on the group's shard.
/// @core owner: the group's shard, once the request is there
struct GroupWait {
  /// The client has gone, or the broker stops: the wait ends without an answer of the group.
  void cancel() {
    is_cancelled = true;
    told.set();
  }
  reactor::Event told;
  bool is_cancelled = false;
};

}  // namespace klamm::coordinator
