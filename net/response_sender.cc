#include "net/response_sender.h"

#include <cerrno>

#include "net/options.h"
#include "protocol/assert.h"

namespace klamm::net {

void ResponseSender::start(reactor::SocketHandle socket, RequestSlot* first, uint32_t count, SendDone& done) {
  socket_ = socket;
  done_ = &done;
  slot_ = first;
  left_ = count;
  insertion_ = 0;
  position_ = 0;
  length_sent_ = false;
  next_step();
}

void ResponseSender::next_step() noexcept {
  drop_copies();
  piece_count_ = 0;
  read_count_ = 0;
  scratch_used_ = 0;
  gather();
  if (piece_count_ == 0) {
    if (at_end()) return finish(0);
    return send_range(slot_->response.insertions[insertion_]);
  }
  reads_left_ = read_count_;
  read_error_ = 0;
  if (read_count_ == 0) return send_pieces();
  for (uint32_t i = 0; i < read_count_; ++i) {
    ReadCompletion& read = reads_[i];
    read.callback = &ResponseSender::on_range_read;
    read.sender = this;
    read.size_bytes = static_cast<uint32_t>(pending_reads_[i].into.size());
    read.copy = pending_reads_[i].copy;
    io_.read(pending_reads_[i].file, pending_reads_[i].into, pending_reads_[i].offset, read);
  }
}

// Collects pieces until the step is full, a large range comes or nothing is left. A step that starts at a large range
// collects nothing.
void ResponseSender::gather() {
  constexpr size_t kPiecesPerTurn = 3;  // a length, bytes and a copied range
  skip_finished();
  while (!at_end() && piece_count_ + kPiecesPerTurn <= kPieceMax) {
    Response& response = slot_->response;
    if (!length_sent_) {
      add_piece(slot_->length_prefix.data(), slot_->length_prefix.size());
      length_sent_ = true;
    }
    const bool has_insertion = insertion_ < response.insertions.size();
    const uint32_t end =
        has_insertion ? response.insertions[insertion_].position : static_cast<uint32_t>(response.bytes.size());
    KLAMM_ASSERT(end >= position_ && end <= response.bytes.size(), "insertions are not in order");
    if (end > position_) add_piece(response.bytes.data() + position_, end - position_);
    position_ = end;
    if (has_insertion && !add_small_range(response.insertions[insertion_])) return;
    if (has_insertion) ++insertion_;
    skip_finished();
  }
}

// So that at_end() says truly whether anything follows: a send that promised more and is not followed would be held
// back.
void ResponseSender::skip_finished() {
  while (!at_end()) {
    const Response& response = slot_->response;
    const bool all_sent =
        length_sent_ && position_ == response.bytes.size() && insertion_ == response.insertions.size();
    if (response.kind != Response::Kind::kNothing && !all_sent) return;
    slot_ = slot_->next;
    --left_;
    insertion_ = 0;
    position_ = 0;
    length_sent_ = false;
  }
}

void ResponseSender::add_piece(const void* data, size_t size) {
  pieces_[piece_count_++] = {.iov_base = const_cast<void*>(data), .iov_len = size};
}

// False: it is a step of its own, or of the next step.
bool ResponseSender::add_small_range(const Response::Insertion& insertion) {
  const reactor::FileRange& range = insertion.range;
  if (range.size_bytes >= kCopiedRangeBytesMax || copy_count_ == kCopyMax || read_count_ == kReadMax) return false;
  if (RangeCache::Copy found = cache_.find(range)) {
    add_piece(found.bytes().data(), found.bytes().size());
    copies_[copy_count_++].copy = std::move(found);
    return true;
  }
  PendingRead read{.file = range.lease.handle(), .offset = range.offset, .into = {}};
  read.into = place_for(range, read.copy);
  if (read.into.empty()) return false;
  add_piece(read.into.data(), read.into.size());
  // Mostly at hand; what is not is read through the ring. Errors are told by that read as well.
  const size_t at_hand = io_.read_resident(read.file, read.into, read.offset).value_or(0);
  if (at_hand == read.into.size()) {
    if (read.copy != kNoCopy) copies_[read.copy].copy.filled(range);
    return true;
  }
  read.into = read.into.subspan(at_hand);
  read.offset += at_hand;
  pending_reads_[read_count_++] = read;
  return true;
}

// In the cache, else in the sender's own memory; empty: that is full.
std::span<std::byte> ResponseSender::place_for(const reactor::FileRange& range, uint32_t& copy) {
  if (RangeCache::Copy made = cache_.make(range)) {
    copy = copy_count_;
    copies_[copy_count_++] = {.copy = std::move(made), .range = &range};
    return copies_[copy].copy.bytes();
  }
  if (scratch_used_ + range.size_bytes > kScratchBytes) return {};
  if (scratch_ == nullptr) scratch_ = std::make_unique_for_overwrite<std::byte[]>(kScratchBytes);
  std::byte* const into = scratch_.get() + scratch_used_;
  scratch_used_ += range.size_bytes;
  return {into, static_cast<size_t>(range.size_bytes)};
}

void ResponseSender::drop_copies() {
  for (; copy_count_ > 0; --copy_count_) copies_[copy_count_ - 1] = {};
}

void ResponseSender::send_pieces() {
  step_done_.callback = &ResponseSender::on_step_done;
  step_done_.sender = this;
  io_.send(socket_, std::span(pieces_.data(), piece_count_), !at_end(), step_done_);
}

void ResponseSender::send_range(const Response::Insertion& insertion) {
  ++insertion_;
  skip_finished();
  step_done_.callback = &ResponseSender::on_step_done;
  step_done_.sender = this;
  io_.send_file(socket_, insertion.range.lease.handle(), insertion.range.offset, insertion.range.size_bytes, !at_end(),
                step_done_);
}

void ResponseSender::finish(int error) noexcept {
  drop_copies();
  done_->on_sent({error});
}

void ResponseSender::on_step_done(reactor::Completion* completion) noexcept {
  auto* const self = static_cast<SendCompletion*>(completion)->sender;
  if (completion->result < 0) return self->finish(-completion->result);
  self->next_step();
}

void ResponseSender::on_range_read(reactor::Completion* completion) noexcept {
  auto* const read = static_cast<ReadCompletion*>(completion);
  ResponseSender* const self = read->sender;
  if (read->result != static_cast<int32_t>(read->size_bytes)) {
    // A file that is shorter than its range cannot be made good once the length has been promised.
    self->read_error_ = read->result < 0 ? -read->result : EIO;
  } else if (read->copy != kNoCopy) {
    const HeldCopy& held = self->copies_[read->copy];
    held.copy.filled(*held.range);
  }
  if (--self->reads_left_ > 0) return;
  if (self->read_error_ != 0) return self->finish(self->read_error_);
  self->send_pieces();
}

}  // namespace klamm::net
