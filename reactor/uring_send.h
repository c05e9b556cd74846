#pragma once

#include <sys/socket.h>

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "reactor/io.h"
#include "reactor/object_pool.h"
#include "reactor/uring_core.h"

namespace klamm::reactor {

// Sending bytes and file ranges on sockets.
//
// Bytes go by SEND or SENDMSG through the ring; when a file range follows (`more`), they are tried by a direct sendmsg
// first, so that the range can follow at once. File ranges go by sendfile(2) called directly on the non-blocking
// socket, in turns of at most 256 KiB; a full socket is waited for by a poll through the ring. What is not in the page
// cache is waited for by reading it through the ring into one of a few scratch buffers, 128 KiB at a time, and the next
// of it is read while those are sent. The kernel's own reading ahead is best switched off on such files: it is
// done inside of the sendfile that meets its mark, megabytes at once where the device is set so.
// @core owner
class UringSend {
 public:
  UringSend(UringCore& core, const UringOptions& options);

  void send(int fd, std::span<iovec> pieces, bool more, Completion& done);
  void send_file(int fd, int file, uint64_t offset, uint64_t size, Completion& done);
  uint64_t cold_count() const { return cold_count_; }

 private:
  struct Bytes : UringOperation {
    UringSend* owner = nullptr;
    Completion* done = nullptr;
    std::span<iovec> pieces;  // what is left
    msghdr header{};
    int fd = -1;
    int flags = 0;
  };
  struct Range;
  struct Read : UringOperation {
    Range* range = nullptr;
    std::byte* scratch = nullptr;  // held while in flight
    uint64_t offset = 0;
    bool in_flight = false;
  };
  struct Range : UringOperation {
    UringSend* owner = nullptr;
    Completion* done = nullptr;
    Range* next_waiting = nullptr;
    Read read;
    uint64_t offset = 0;
    uint64_t left_bytes = 0;
    uint64_t warm_bytes = 0;  // of those, known to be in the page cache
    int64_t waits_since_ns = 0;
    int fd = -1;
    int file = -1;
    int32_t end_result = 0;
    bool waits_for_disk = false;
    bool has_ended = false;  // but for its read
  };

  bool send_directly(Bytes& bytes, int32_t& result);
  void arm_bytes(Bytes& bytes);
  void on_bytes_cqe(Bytes& bytes, int32_t result);
  void finish_bytes(Bytes& bytes, int32_t result);

  void step(Range& range);
  bool send_turn(Range& range);
  void poll_socket(Range& range);
  void wait_for_disk(Range& range);
  void read_beyond(Range& range);
  void read(Range& range, uint64_t offset, uint64_t size);
  bool has_scratch();
  void on_read(Range& range, int32_t result);
  void finish_range(Range& range, int32_t result);
  void release_scratch(Range& range);

  UringCore& core_;
  uint32_t scratch_bytes_;
  uint32_t scratch_count_max_;
  std::vector<std::unique_ptr<std::byte[]>> scratch_memory_;
  std::vector<std::byte*> scratch_free_;
  Range* first_waiting_ = nullptr;  // for a scratch buffer
  Range* last_waiting_ = nullptr;
  ObjectPool<Bytes> bytes_;
  ObjectPool<Range> ranges_;
  uint64_t cold_count_ = 0;
};

}  // namespace klamm::reactor
