#include "reactor/io_choice.h"

#include <liburing.h>

#include <cerrno>

#include "reactor/feature_probe.h"

namespace klamm::reactor {

namespace {

int try_ring() {
  io_uring ring{};
  const int result = io_uring_queue_init(1, &ring, 0);
  if (result == 0) io_uring_queue_exit(&ring);
  return -result;
}

// An error that says that no ring is to be had, rather than that something is short.
bool is_refusal(int error) {
  return error == EPERM || error == ENOSYS;
}

}  // namespace

IoChoice choose_io(IoWish wish) {
  return choose_io(wish, wish == IoWish::kUring ? 0 : try_ring());
}

IoChoice choose_io(IoWish wish, int ring_error) {
  if (wish == IoWish::kUring || (wish == IoWish::kAuto && !is_refusal(ring_error))) return {};
  if (!is_refusal(ring_error)) return {IoKind::kEpoll, "With --io=auto it would use io_uring, which takes less CPU."};
  KernelFacts facts = probe_kernel();
  facts.ring_error = ring_error;
  return {IoKind::kEpoll, missing_feature(facts).value_or("")};
}

}  // namespace klamm::reactor
