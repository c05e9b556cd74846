#pragma once

#include "reactor/event.h"
#include "reactor/mesh.h"

namespace klamm::reactor {

// A message to another shard that needs no answer, owned by its sender and used over and over: "this has changed".
// Sending it while it is under way sends it once more when it is home, however often it was sent meanwhile; so a storm
// of changes costs one message at a time and no memory.
//
// load() runs on the sender before each flight and copies what the target is to be told into members; deliver() runs on
// the target and reads them. The two never run at the same time. Its way home does not wake a sleeping sender, unless
// it was sent again or somebody waits for it.
//
//   struct ImageChanged final : Notice { ... };
//
// Must not be destroyed while under way: co_await home() first.
// @core owner, except deliver()
class Notice : RemoteMessage {
 public:
  explicit Notice(ShardId to);
  virtual ~Notice();
  Notice(const Notice&) = delete;
  Notice& operator=(const Notice&) = delete;

  void send();
  bool under_way() const { return under_way_; }
  // co_await home(): resumes once it is not under way. What was sent before has then been delivered.
  Event::Wait home();

 protected:
  virtual void load() noexcept {}
  virtual void deliver() noexcept = 0;

 private:
  struct Local : Completion {
    Notice* owner = nullptr;
  };
  void fly();
  void came_home();
  void want_home();

  ShardId to_;
  bool under_way_ = false;
  bool again_ = false;
  bool wanted_ = false;  // counted in the mesh as waited for
  Event at_home_;
  Local local_;
};

}  // namespace klamm::reactor
