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
// socket, in slices of at most 1 MiB between which others get their turn; a full socket is waited for by a poll through
// the ring. What of a slice is not in the page cache is waited for by reading its first 64 KiB through the ring into
// one of a few scratch buffers: the kernel reads on ahead of a sequential reader (read_ahead_kb of the device).
// Measured on cold files (2 GB, 8 MiB of read-ahead): CPU per byte as when hot; WILLNEED through the ring costs twice
// that.
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
  struct Range : UringOperation {
    UringSend* owner = nullptr;
    Completion* done = nullptr;
    Range* next_waiting = nullptr;
    std::byte* scratch = nullptr;  // held while reading ahead
    uint64_t offset = 0;
    uint64_t left_bytes = 0;
    uint64_t warm_bytes = 0;  // of those, known to be in the page cache
    int64_t waits_since_ns = 0;
    int fd = -1;
    int file = -1;
  };

  bool send_directly(Bytes& bytes, int32_t& result);
  void arm_bytes(Bytes& bytes);
  void on_bytes_cqe(Bytes& bytes, int32_t result);
  void finish_bytes(Bytes& bytes, int32_t result);

  void step(Range& range);
  bool send_slice(Range& range);
  void poll_socket(Range& range);
  void read_ahead(Range& range);
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
