#pragma once

#include <memory>
#include <utility>

#include "fetch/fetch_session.h"

namespace klamm::fetch {

/// Takes sessions that nobody holds any more.
class SessionEnd {
 public:
  virtual void end(std::unique_ptr<FetchSession> session) = 0;

 protected:
  ~SessionEnd() = default;
};

/// A counted hold on a session: of the cache, and of each fetch that uses it. The last one gives the session to its
/// SessionEnd.
/// @core owner: the shard of the session; copied and destroyed there only
class SessionPtr {
 public:
  SessionPtr() = default;
  SessionPtr(std::nullptr_t) {}  // NOLINT: as with any pointer
  /// The first hold. Without `last` the session is just destroyed at the end.
  explicit SessionPtr(std::unique_ptr<FetchSession> session, SessionEnd* last = nullptr)
      : held_(new Held{std::move(session), last, 1}) {}
  SessionPtr(const SessionPtr& other) : held_(other.held_) {
    if (held_ != nullptr) ++held_->count;
  }
  SessionPtr(SessionPtr&& other) noexcept : held_(std::exchange(other.held_, nullptr)) {}
  SessionPtr& operator=(SessionPtr other) noexcept {
    std::swap(held_, other.held_);
    return *this;
  }
  ~SessionPtr() { reset(); }

  FetchSession* get() const { return held_ == nullptr ? nullptr : held_->session.get(); }
  FetchSession* operator->() const { return held_->session.get(); }
  FetchSession& operator*() const { return *held_->session; }
  bool operator==(std::nullptr_t) const { return held_ == nullptr; }

  void reset() {
    Held* const held = std::exchange(held_, nullptr);
    if (held == nullptr || --held->count > 0) return;
    if (held->last != nullptr) held->last->end(std::move(held->session));
    delete held;
  }

 private:
  struct Held {
    std::unique_ptr<FetchSession> session;
    SessionEnd* last = nullptr;
    uint32_t count = 0;
  };
  Held* held_ = nullptr;
};

}  // namespace klamm::fetch
