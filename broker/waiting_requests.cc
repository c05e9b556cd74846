#include "broker/waiting_requests.h"

#include "reactor/assert.h"

namespace klamm::broker {

void WaitingRequest::join(WaitingRequests& all, net::ConnectionInfo& connection) {
  KLAMM_ASSERT(all_ == nullptr && connection.waiting == nullptr, "two requests of one connection wait");
  all_ = &all;
  connection_ = &connection;
  connection.waiting = this;
  previous_ = nullptr;
  next_ = all.first_;
  if (next_ != nullptr) next_->previous_ = this;
  all.first_ = this;
  ++all.count_;
}

void WaitingRequest::leave() noexcept {
  if (all_ == nullptr) return;
  (previous_ != nullptr ? previous_->next_ : all_->first_) = next_;
  if (next_ != nullptr) next_->previous_ = previous_;
  connection_->waiting = nullptr;
  --all_->count_;
  all_ = nullptr;
}

void WaitingRequests::end_of(net::ConnectionInfo& connection) noexcept {
  if (connection.waiting == nullptr) return;
  WaitingRequest& request = *static_cast<WaitingRequest*>(connection.waiting);
  request.leave();
  request.end_early();
}

void WaitingRequests::end_all() noexcept {
  while (first_ != nullptr) {
    WaitingRequest& request = *first_;
    request.leave();
    request.end_early();
  }
}

}  // namespace klamm::broker
