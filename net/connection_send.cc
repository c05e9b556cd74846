#include "net/connection.h"
#include "net/connection_registry.h"

// The answers of a connection, from the moment the oldest is ready.
namespace klamm::net {

void Connection::settle_answers() {
  if (aborted_) {
    queue_.discard_ready();
    return;
  }
  if (queue_.is_sending()) return;
  switch (queue_.settle_front()) {
    case ResponseQueue::Front::kEmpty:
    case ResponseQueue::Front::kWaits:
      break;
    case ResponseQueue::Front::kClose:
      // All earlier answers have left. What started behind it runs to its end unheard.
      aborted_ = true;
      no_more_starts_ = true;
      queue_.discard_ready();
      break;
    case ResponseQueue::Front::kSend:
      registry_.shard().at_loop_end(flush_hook_);
      break;
  }
}

// At the end of the loop iteration, so that answers that became ready in it leave together.
void Connection::flush() noexcept {
  if (!aborted_ && !queue_.is_sending() && queue_.settle_front() == ResponseQueue::Front::kSend) {
    RequestSlot* const first = queue_.front();
    const uint32_t count = queue_.begin_send(registry_.shard().precise_now_ns());
    sender_ = registry_.senders().take();
    sender_->start(socket_, first, count, *this);
    return;
  }
  advance();
}

void Connection::on_sent(reactor::IoError error) noexcept {
  registry_.senders().give_back(std::move(sender_));
  sent_ns_ = turn_free_ns_ = registry_.shard().precise_now_ns();
  const uint64_t bytes = queue_.end_send(sent_ns_, error.code == 0);
  if (error.code == 0) count_sent(bytes);
  if (error.code != 0 && !aborted_) {
    info_.ended_by_peer = true;
    aborted_ = true;
    no_more_starts_ = true;
    tell_handler_of_disconnect();
  }
  advance();
}

void Connection::count_sent(uint64_t bytes) {
  sent_bytes_ += bytes;
  registry_.counters().sent_bytes += bytes;
}

}  // namespace klamm::net
