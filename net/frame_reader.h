#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "net/chunk_pool.h"

namespace klamm::net {

// Cuts the bytes of one connection into frames: int32 length, then that many bytes. Bytes are copied once, into a chunk
// that the frames in it share; the rest of a large frame is received into its chunk directly. Holds no memory while
// there is nothing to parse. Knows nothing of sockets.
// @core owner
class FrameReader {
 public:
  enum class Status : uint8_t {
    kNeedMore,    // no whole frame, and little is missing
    kNeedDirect,  // a legal length of which at least kDirectReceiveBytes are still to come
    kFrame,       // take() gives it
    kBadSize,     // the length is negative, above the limit or below a request header's
  };
  struct Frame {
    ChunkRef chunk;              // keeps the bytes
    std::span<std::byte> bytes;  // without the length
  };

  FrameReader(ChunkPool& pool, uint32_t frame_bytes_max) : pool_(pool), frame_bytes_max_(frame_bytes_max) {}

  // Also for the frame that is being received, or is whole and waits.
  void set_frame_bytes_max(uint32_t bytes) { frame_bytes_max_ = bytes; }

  // What the bytes so far are.
  Status status() const;
  // The bytes that are here from the next frame's length on; at most what one chunk holds.
  std::span<std::byte> unparsed() const;
  size_t unparsed_bytes() const { return chunk_ ? chunk_->size_bytes - begin_ : 0; }
  // The next frame's length, once its four bytes are here.
  std::optional<int32_t> frame_length() const;
  // The next frame, after kFrame.
  Frame take();

  // Copies bytes in. False: nothing was taken, no memory now, `waiter` is queued.
  bool feed(std::span<const std::byte> bytes, RequestMemory::Waiter& waiter);

  // Where the rest of the next frame (its length is known and legal) is to be received; never beyond its end. Empty: no
  // memory now, `waiter` is queued. What came is reported by direct_received.
  std::span<std::byte> direct_target(RequestMemory::Waiter& waiter);
  void direct_received(size_t bytes);

  // Whether its memory is the one that goes beyond the bound: then others may wait for this frame's end.
  bool has_overdraft() const { return chunk_ && chunk_->charge.overdraft; }

  // A little that follows a large frame which was taken leaves that one's memory, for which others may wait. False: it
  // stays, as there is nothing to gain or no memory now; then `waiter` is queued.
  bool leave_large_chunk(RequestMemory::Waiter& waiter);

  void clear() {
    chunk_.reset();
    begin_ = 0;
  }

 private:
  bool is_legal(int32_t length) const;
  // Moves what is unparsed to the start of a chunk with room for `capacity_bytes`.
  bool move_to_new_chunk(size_t capacity_bytes, RequestMemory::Waiter& waiter);

  ChunkPool& pool_;
  ChunkRef chunk_;
  uint32_t begin_ = 0;  // where the next frame's length starts
  uint32_t frame_bytes_max_;
};

}  // namespace klamm::net
