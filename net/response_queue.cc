#include "net/response_queue.h"

#include <cstring>
#include <utility>
#include <vector>

#include "protocol/assert.h"

namespace klamm::net {
namespace {

uint64_t sent_bytes(const Response& response) {
  uint64_t bytes = response.bytes.size();
  for (const Response::Insertion& insertion : response.insertions) bytes += insertion.range.size_bytes;
  return bytes;
}

}  // namespace

ResponseQueue::~ResponseQueue() {
  KLAMM_ASSERT(executing_ == 0 && sending_ == 0, "a connection ends before its requests");
  while (first_ != nullptr) pop_front();
}

bool ResponseQueue::may_start(bool overlaps) const {
  if (count_ >= kOverlapMax || unsent_bytes_ >= kUnsentBytesMax) return false;
  // Requests that are pipelined and answered at once may follow each other until their answers leave together.
  if (executing_ == 0 && sending_ == 0) return true;
  return overlaps && not_overlapping_ == 0 && last_->has_append_ended;
}

bool ResponseQueue::may_receive_large(bool overlaps) const {
  return executing_ == 0 || (overlaps && not_overlapping_ == 0);
}

RequestSlot* ResponseQueue::start(bool overlaps) {
  RequestSlot* const slot = slots_.take();
  slot->overlaps = overlaps;
  (last_ != nullptr ? last_->next : first_) = slot;
  last_ = slot;
  ++count_;
  ++executing_;
  if (!overlaps) ++not_overlapping_;
  return slot;
}

void ResponseQueue::finish(RequestSlot& slot, Response response) {
  KLAMM_ASSERT(slot.state == RequestSlot::State::kExecuting);
  slot.state = RequestSlot::State::kReady;
  slot.has_append_ended = true;
  slot.response = std::move(response);
  std::erase_if(slot.response.insertions, [](const Response::Insertion& i) { return i.range.size_bytes == 0; });
  slot.response_bytes = slot.response.kind == Response::Kind::kSend ? sent_bytes(slot.response) : 0;
  const uint32_t length = __builtin_bswap32(static_cast<uint32_t>(slot.response_bytes));
  std::memcpy(slot.length_prefix.data(), &length, sizeof(length));
  unsent_bytes_ += slot.response_bytes;
  --executing_;
}

ResponseQueue::Front ResponseQueue::settle_front() {
  while (first_ != nullptr && first_->state == RequestSlot::State::kReady) {
    switch (first_->response.kind) {
      case Response::Kind::kSend:
        return Front::kSend;
      case Response::Kind::kCloseConnection:
        return Front::kClose;
      case Response::Kind::kNothing:
        pop_front();
        break;
      case Response::Kind::kParked:
        KLAMM_ASSERT(false, "a request that waits has an answer");
    }
  }
  return first_ == nullptr ? Front::kEmpty : Front::kWaits;
}

uint32_t ResponseQueue::begin_send(int64_t now_ns) {
  KLAMM_ASSERT(sending_ == 0);
  for (RequestSlot* slot = first_; slot != nullptr && sending_ < kOverlapMax; slot = slot->next) {
    if (slot->state != RequestSlot::State::kReady || slot->response.kind == Response::Kind::kCloseConnection) break;
    slot->state = RequestSlot::State::kSending;
    slot->times.sending_ns = now_ns;
    ++sending_;
  }
  return sending_;
}

uint64_t ResponseQueue::end_send(int64_t now_ns, bool have_left) {
  uint64_t bytes = 0;
  for (; sending_ > 0; --sending_) {
    const bool was_sent = first_->response.kind == Response::Kind::kSend;
    first_->times.ended_ns = was_sent ? now_ns : first_->times.sending_ns;
    first_->is_answered = was_sent && have_left;
    if (was_sent) bytes += first_->length_prefix.size() + first_->response_bytes;
    pop_front();
  }
  return bytes;
}

void ResponseQueue::discard_ready() {
  RequestSlot* before = nullptr;
  for (RequestSlot* slot = first_; slot != nullptr;) {
    RequestSlot* const next = slot->next;
    if (slot->state == RequestSlot::State::kReady) {
      (before != nullptr ? before->next : first_) = next;
      if (last_ == slot) last_ = before;
      end(slot);
    } else {
      before = slot;
    }
    slot = next;
  }
}

void ResponseQueue::pop_front() {
  RequestSlot* const slot = std::exchange(first_, first_->next);
  if (first_ == nullptr) last_ = nullptr;
  end(slot);
}

// It has left the list.
void ResponseQueue::end(RequestSlot* slot) {
  --count_;
  if (!slot->overlaps) --not_overlapping_;
  unsent_bytes_ -= slot->response_bytes;
  ends_.on_end(*slot);
  slots_.give_back(slot);
}

}  // namespace klamm::net
