#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "net/chunk_pool.h"
#include "net/request.h"
#include "net/request_times.h"

namespace klamm::net {

class Connection;

// A request from its start to the end of its answer's send. Slots of one connection form a list in request order.
// @core owner
struct RequestSlot : Request {
  enum class State : uint8_t {
    kExecuting,  // its handler runs or waits
    kReady,      // its answer waits for its turn
    kSending,    // its answer is with the ResponseSender
  };

  Connection* owner = nullptr;
  RequestSlot* next = nullptr;
  ChunkRef frame;  // the bytes that the Request's views point into
  Response response;
  uint64_t response_bytes = 0;  // with its file ranges, without the length in front
  State state = State::kExecuting;
  bool overlaps = false;
  bool has_append_ended = false;
  bool is_answered = false;  // its answer has left
  std::array<std::byte, 4> length_prefix{};

  RequestPhase phase() const;
  // Since when.
  int64_t phase_since_ns() const;
};

// Keeps the slots of one shard for reuse. At most as many as requests were ever under way at once, and never more than
// kKeptMax while idle. @core owner
class RequestSlotPool {
 public:
  static constexpr uint32_t kKeptMax = 1024;

  RequestSlotPool() = default;
  RequestSlotPool(const RequestSlotPool&) = delete;
  RequestSlotPool& operator=(const RequestSlotPool&) = delete;
  ~RequestSlotPool() {
    while (free_ != nullptr) delete std::exchange(free_, free_->next);
  }

  // How many are in use: requests from their start until their answer has left.
  uint32_t taken_count() const { return taken_; }

  RequestSlot* take() {
    ++taken_;
    if (free_ == nullptr) return new RequestSlot;
    --kept_;
    RequestSlot* const slot = std::exchange(free_, free_->next);
    slot->next = nullptr;
    return slot;
  }
  void give_back(RequestSlot* slot) {
    --taken_;
    if (kept_ == kKeptMax) {
      delete slot;
      return;
    }
    *slot = RequestSlot{};
    slot->next = free_;
    free_ = slot;
    ++kept_;
  }

 private:
  RequestSlot* free_ = nullptr;
  uint32_t kept_ = 0;
  uint32_t taken_ = 0;
};

}  // namespace klamm::net
