#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "reactor/epoll_buffers.h"
#include "reactor/epoll_core.h"
#include "reactor/io.h"
#include "reactor/object_pool.h"
#include "reactor/starved_line.h"

namespace klamm::reactor {

// Receiving on sockets: streams that take a buffer when bytes have come, and receives that fill a given span.
//
// Each reads until the socket has no more, in a turn at most its share, so that others get theirs. A stream that finds
// no free buffer waits in line until one comes back.
// @core owner
class EpollReceive {
 public:
  EpollReceive(EpollCore& core, EpollBuffers& buffers, Io& io, uint32_t buffer_count_max);

  void start(int fd, ReceiveSink& sink);
  void stop(ReceiveSink& sink);
  void receive_all(int fd, std::span<std::byte> into, Completion& done);
  void return_buffer(uint16_t id);
  uint64_t starved_count() const { return starved_count_; }

 private:
  // One started receive; as a completion it tells its end.
  struct Stream : EpollWaiter, Completion, Starvable<Stream> {
    EpollReceive* owner = nullptr;
    ReceiveSink* sink = nullptr;
    EpollSocket* socket = nullptr;
    int end_error = 0;
    bool is_ending = false;
  };
  // Bytes in one buffer, on their way through the ready queue.
  struct Arrival : Completion {
    EpollReceive* owner = nullptr;
    Stream* stream = nullptr;
    uint32_t length = 0;
  };
  // One receive_all.
  struct Whole : EpollWaiter {
    EpollReceive* owner = nullptr;
    Completion* done = nullptr;
    EpollSocket* socket = nullptr;
    std::span<std::byte> into;
    size_t received_bytes = 0;
  };

  void receive_share(Stream& stream);
  bool receive_buffer(Stream& stream);
  void end(Stream& stream, int error);
  void starve(Stream& stream);
  void wake_starved();
  void receive_share(Whole& whole);
  void end(Whole& whole, int32_t result);

  EpollCore& core_;
  EpollBuffers& buffers_;
  Io& io_;
  std::vector<Arrival> arrivals_;  // by buffer id
  ObjectPool<Stream> streams_;
  ObjectPool<Whole> wholes_;
  StarvedLine<Stream> starved_;  // for a buffer
  uint64_t starved_count_ = 0;
};

}  // namespace klamm::reactor
