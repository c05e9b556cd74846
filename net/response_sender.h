#pragma once

#include <sys/uio.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "net/range_cache.h"
#include "net/request_slot.h"
#include "reactor/completion.h"
#include "reactor/io.h"

namespace klamm::net {

// Told once when all answers of a batch have been given to the kernel, or the first error.
class SendDone {
 public:
  virtual void on_sent(reactor::IoError error) noexcept = 0;  // code 0: all of it

 protected:
  ~SendDone() = default;
};

// Sends a run of answers of one connection: their bytes leave together in as few sends as possible, large file ranges
// by send_file between them, small ones as copies among the bytes around them. Works in steps of one gathered send or
// one file range. Exists only while something is sent, so that an idle connection holds none.
// @core owner. Bounds a step: kPieceMax pieces, kCopyMax copies of the cache, kScratchBytes of others.
class ResponseSender {
 public:
  static constexpr size_t kPieceMax = 64;
  static constexpr size_t kReadMax = 16;
  static constexpr size_t kCopyMax = 16;
  static constexpr size_t kScratchBytes = 64u << 10;

  ResponseSender(reactor::Io& io, RangeCache& cache) : io_(io), cache_(cache) {}
  ResponseSender(const ResponseSender&) = delete;
  ResponseSender& operator=(const ResponseSender&) = delete;

  // The answers of `count` slots from `first` on; the slots stay as they are until `done` is told.
  void start(reactor::SocketHandle socket, RequestSlot* first, uint32_t count, SendDone& done);

 private:
  struct SendCompletion : reactor::Completion {
    ResponseSender* sender = nullptr;
  };
  struct ReadCompletion : reactor::Completion {
    ResponseSender* sender = nullptr;
    uint32_t size_bytes = 0;
    uint32_t copy = kNoCopy;  // that it fills
  };
  static constexpr uint32_t kNoCopy = UINT32_MAX;

  void next_step() noexcept;
  void gather();
  void add_piece(const void* data, size_t size);
  bool add_small_range(const Response::Insertion& insertion);
  std::span<std::byte> place_for(const reactor::FileRange& range, uint32_t& copy);
  void drop_copies();
  void send_pieces();
  void send_range(const Response::Insertion& insertion);
  void skip_finished();
  bool at_end() const { return left_ == 0; }
  void finish(int error) noexcept;
  static void on_step_done(reactor::Completion* completion) noexcept;
  static void on_range_read(reactor::Completion* completion) noexcept;

  reactor::Io& io_;
  RangeCache& cache_;
  reactor::SocketHandle socket_;
  SendDone* done_ = nullptr;

  // What comes next: in `slot_`, the length (unless sent), then the bytes from `position_` on and the insertions from
  // `insertion_` on.
  RequestSlot* slot_ = nullptr;
  uint32_t left_ = 0;
  uint32_t insertion_ = 0;
  uint32_t position_ = 0;
  bool length_sent_ = false;

  uint32_t piece_count_ = 0;
  uint32_t copy_count_ = 0;
  uint32_t read_count_ = 0;
  uint32_t reads_left_ = 0;
  int read_error_ = 0;
  size_t scratch_used_ = 0;
  std::unique_ptr<std::byte[]> scratch_;  // made for the first range that the cache has no place for
  SendCompletion step_done_;
  std::array<iovec, kPieceMax> pieces_;
  std::array<ReadCompletion, kReadMax> reads_;
  struct PendingRead {
    reactor::FileHandle file;
    uint64_t offset = 0;
    std::span<std::byte> into;
    uint32_t copy = kNoCopy;
  };
  struct HeldCopy {
    RangeCache::Copy copy;
    const reactor::FileRange* range = nullptr;  // in the answer
  };
  std::array<HeldCopy, kCopyMax> copies_;
  std::array<PendingRead, kReadMax> pending_reads_;
};

// Keeps senders of one shard for reuse. @core owner
class ResponseSenderPool {
 public:
  static constexpr size_t kKeptMax = 64;

  ResponseSenderPool(reactor::Io& io, RangeCache& cache) : io_(io), cache_(cache) {}

  std::unique_ptr<ResponseSender> take() {
    if (free_.empty()) return std::make_unique<ResponseSender>(io_, cache_);
    std::unique_ptr<ResponseSender> sender = std::move(free_.back());
    free_.pop_back();
    return sender;
  }
  void give_back(std::unique_ptr<ResponseSender> sender) {
    if (free_.size() < kKeptMax) free_.push_back(std::move(sender));
  }

 private:
  reactor::Io& io_;
  RangeCache& cache_;
  std::vector<std::unique_ptr<ResponseSender>> free_;
};

}  // namespace klamm::net
