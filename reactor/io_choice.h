#pragma once

#include <cstdint>
#include <string>

namespace klamm::reactor {

// What a person asked for.
enum class IoWish : uint8_t { kAuto, kUring, kEpoll };
// How the shards ask the kernel.
enum class IoKind : uint8_t { kUring, kEpoll };

struct IoChoice {
  IoKind kind = IoKind::kUring;
  std::string how_to_get_the_ring;  // one sentence for a person; empty where the kind is kUring
};

// io_uring, unless epoll is wished, or the kernel or a profile of the process forbids or lacks it (EPERM, ENOSYS) and
// nothing is wished. Whatever else keeps a ring from being made (memory, descriptors, an old kernel) has a remedy and
// is no reason: it stops the start.
// @core any
IoChoice choose_io(IoWish wish);

// The same from the error of making a ring, 0 where it can be made. Pure but for the sentence, which asks the kernel
// for what stands in the way.
IoChoice choose_io(IoWish wish, int ring_error);

}  // namespace klamm::reactor
