#include "net/request_recorder.h"

namespace klamm::net {

void RequestRecorder::log(const RequestSlot& slot) {
  const int64_t taken_ns = slot.times.total_ns() + slot.times.muted_ns();
  if (options_.mode == RequestLogMode::kSlow && taken_ns <= options_.slow_ns) return;
  // One that was answered before the log was turned on: its bytes, and the client id among them, are gone.
  if (!slot.frame) return;
  if (!log_.write_request(log_entry(slot, shard_.id(), shard_.now_ms()))) ++dropped_count_;
}

}  // namespace klamm::net
