#include "broker/waiting_requests.h"

namespace klamm::broker {

WaitingRequest::WaitingRequest(WaitingRequests& all, const net::ConnectionInfo& connection)
    : all_(&all), connection_(&connection), next_(all.first_) {
  if (next_ != nullptr) next_->previous_ = this;
  all.first_ = this;
}

WaitingRequest::~WaitingRequest() {
  if (all_ != nullptr) all_->unlink(*this);
}

void WaitingRequests::unlink(WaitingRequest& request) noexcept {
  if (request.previous_ != nullptr) {
    request.previous_->next_ = request.next_;
  } else {
    first_ = request.next_;
  }
  if (request.next_ != nullptr) request.next_->previous_ = request.previous_;
  request.all_ = nullptr;
}

void WaitingRequests::end(WaitingRequest& request) noexcept {
  unlink(request);
  request.end_early();
}

void WaitingRequests::end_of(const net::ConnectionInfo& connection) noexcept {
  for (WaitingRequest* request = first_; request != nullptr;) {
    WaitingRequest* next = request->next_;
    if (request->connection_ == &connection) end(*request);
    request = next;
  }
}

void WaitingRequests::end_all() noexcept {
  while (first_ != nullptr) end(*first_);
}

}  // namespace klamm::broker
