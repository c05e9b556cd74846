#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "reactor/io.h"
#include "reactor/object_pool.h"
#include "reactor/starved_line.h"
#include "reactor/uring_buffers.h"
#include "reactor/uring_core.h"

namespace klamm::reactor {

// Receiving on sockets: multishot receives over the shard's buffer ring, and one-shot receives that fill a given span.
//
// A multishot receive ends whenever the kernel says so (a completion without IORING_CQE_F_MORE): with bytes it is armed
// again; without a free buffer (ENOBUFS) the pool grows by a step or, at its bound, the stream waits in line until a
// buffer comes back; at the peer's end, an error or a cancellation its sink is told.
// @core owner
class UringReceive {
 public:
  UringReceive(UringCore& core, UringBuffers& buffers, Io& io, uint32_t buffer_count_max);

  void start(int fd, ReceiveSink& sink);
  void stop(ReceiveSink& sink);
  void receive_all(int fd, std::span<std::byte> into, Completion& done);
  void return_buffer(uint16_t id);
  uint64_t starved_count() const { return starved_count_; }

 private:
  struct Stream;   // one multishot receive
  struct Arrival;  // bytes in one buffer, on their way through the ready queue
  struct Whole;    // one receive_all
  void arm(Stream& stream);
  void end(Stream& stream, int error);
  void on_stream_cqe(Stream& stream, int32_t result, uint32_t cqe_flags);
  void starve(Stream& stream);
  void wake_starved();
  void arm_whole(Whole& whole);
  void on_whole_cqe(Whole& whole, int32_t result);

  struct Stream : UringOperation, Starvable<Stream> {
    UringReceive* owner = nullptr;
    ReceiveSink* sink = nullptr;
    int fd = -1;
    int end_error = 0;
    bool armed = false;
    bool stopping = false;
  };
  struct Arrival : Completion {
    UringReceive* owner = nullptr;
    Stream* stream = nullptr;
    uint32_t length = 0;
  };
  struct Whole : UringOperation {
    UringReceive* owner = nullptr;
    Completion* done = nullptr;
    std::span<std::byte> into;
    size_t received_bytes = 0;
    int fd = -1;
  };

  UringCore& core_;
  UringBuffers& buffers_;
  Io& io_;
  std::vector<Arrival> arrivals_;  // by buffer id
  ObjectPool<Stream> streams_;
  ObjectPool<Whole> wholes_;
  StarvedLine<Stream> starved_;  // for a buffer
  uint64_t starved_count_ = 0;
};

}  // namespace klamm::reactor
