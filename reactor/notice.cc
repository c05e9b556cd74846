#include "reactor/notice.h"

#include "reactor/assert.h"
#include "reactor/shard.h"

namespace klamm::reactor {

Notice::Notice(ShardId to) : to_(to) {
  quiet_reply = true;
  run = [](RemoteMessage* self) noexcept {
    auto* const notice = static_cast<Notice*>(self);
    notice->deliver();
    Shard::current().mesh().reply(*notice);
  };
  RemoteMessage::home = [](RemoteMessage* self) noexcept { static_cast<Notice*>(self)->came_home(); };
  local_.owner = this;
  local_.callback = [](Completion* self) noexcept {
    Notice* const notice = static_cast<Local*>(self)->owner;
    notice->deliver();
    notice->came_home();
  };
  at_home_.set();
}

Notice::~Notice() {
  KLAMM_ASSERT(!under_way_, "a notice is destroyed while it is under way");
}

void Notice::send() {
  if (under_way_) {
    again_ = true;
    want_home();
    return;
  }
  fly();
}

void Notice::fly() {
  under_way_ = true;
  at_home_.reset();
  load();
  Shard& here = Shard::current();
  if (to_ == here.id()) {
    here.ready(local_);
  } else {
    here.mesh().send(*this, to_);
  }
}

void Notice::came_home() {
  under_way_ = false;
  if (wanted_) Shard::current().mesh().count_wanted(-1);
  wanted_ = false;
  if (again_) {
    again_ = false;
    fly();
    if (at_home_.has_waiters()) want_home();
    return;
  }
  at_home_.set();
}

void Notice::want_home() {
  if (wanted_ || to_ == Shard::current().id()) return;
  wanted_ = true;
  Shard::current().mesh().count_wanted(1);
}

Event::Wait Notice::home() {
  if (under_way_) want_home();
  return at_home_.wait();
}

}  // namespace klamm::reactor
