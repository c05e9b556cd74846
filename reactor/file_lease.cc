#include "reactor/file_lease.h"

#include "reactor/assert.h"
#include "reactor/mesh.h"
#include "reactor/shard.h"

namespace klamm::reactor {

namespace {

// Takes one lease home to the file's owner. Nobody waits for it, so it is not worth a wake.
struct LeaseReturn final : RemoteMessage {
  explicit LeaseReturn(LeasedFile& leased) : file(leased) {
    lazy = true;
    quiet_reply = true;
    run = [](RemoteMessage* self) noexcept {
      static_cast<LeaseReturn*>(self)->file.drop_leases(1);
      Shard::current().mesh().reply(*self);
    };
    home = [](RemoteMessage* self) noexcept { delete static_cast<LeaseReturn*>(self); };
  }
  LeasedFile& file;
};

}  // namespace

void LeasedFile::drop_leases(uint32_t count) {
  KLAMM_ASSERT(count <= lease_count_, "more leases ended than were given");
  lease_count_ -= count;
  if (lease_count_ == 0) on_unleased();
}

void FileLease::release() {
  LeasedFile* const file = std::exchange(file_, nullptr);
  if (file == nullptr) return;
  if (file->owner_shard() == Shard::current().id()) {
    file->drop_leases(1);
  } else {
    Shard::current().mesh().send(*new LeaseReturn(*file), file->owner_shard());
  }
}

}  // namespace klamm::reactor
