#pragma once

#include <sys/socket.h>

#include <cstddef>
#include <cstdint>
#include <span>

#include "reactor/epoll_core.h"
#include "reactor/epoll_files.h"
#include "reactor/object_pool.h"

namespace klamm::reactor {

// Sending bytes and file ranges on sockets: by sendmsg(2) and sendfile(2) at once, on from where the socket was full
// when epoll says that it has room. What is asked of one socket is sent one after the other.
//
// File ranges go by 256 KiB a turn. What is not in the page cache is brought there by a thread of the file pool first,
// 512 KiB at a time.
// @core owner
class EpollSend {
 public:
  EpollSend(EpollCore& core, EpollFiles& files) : core_(core), files_(files) {}

  void send(int fd, std::span<iovec> pieces, bool more, Completion& done);
  void send_file(int fd, int file, uint64_t offset, uint64_t size, Completion& done);
  uint64_t cold_count() const { return cold_count_; }

 private:
  struct Sender : EpollWaiter {
    EpollSend* owner = nullptr;
    Completion* done = nullptr;
    EpollSocket* socket = nullptr;
  };
  struct Bytes : Sender {
    std::span<iovec> pieces;  // what is left
    int flags = 0;
  };
  struct Range : Sender, Completion {  // as a completion: of what the file pool reads
    uint64_t offset = 0;
    uint64_t left_bytes = 0;
    uint64_t warm_bytes = 0;  // of those, known to be in the page cache
    int64_t waits_since_ns = 0;
    int file = -1;
    bool is_reading = false;
  };

  void begin(Sender& sender, int fd, Completion& done);
  void send_bytes(Bytes& bytes);
  void send_turn(Range& range);
  bool make_warm(Range& range);
  void wait_for_room(Sender& sender);
  template <class Kind>
  void end(Kind& sender, ObjectPool<Kind>& pool, int32_t result);

  EpollCore& core_;
  EpollFiles& files_;
  ObjectPool<Bytes> bytes_;
  ObjectPool<Range> ranges_;
  uint64_t cold_count_ = 0;
};

}  // namespace klamm::reactor
