#include "net/frame_reader.h"

#include <algorithm>
#include <cstring>

#include "net/options.h"
#include "net/request_header.h"
#include "protocol/assert.h"

namespace klamm::net {
namespace {

constexpr size_t kLengthBytes = 4;
// From here on a chunk is worth leaving for a little that is left in it.
constexpr size_t kLargeChunkBytes = 2 * RequestMemory::kSmallBytes;

int32_t read_length(const std::byte* at) {
  uint32_t value = 0;
  std::memcpy(&value, at, sizeof(value));
  return static_cast<int32_t>(__builtin_bswap32(value));
}

// The room that is made for a frame of which so much is here: for all of it where that is little, or where enough has
// come and the rest costs nothing but address space (and for what may come in one piece behind it).
size_t room_for(size_t frame_bytes, size_t here_bytes) {
  if (frame_bytes <= kTrustedFrameBytes) return frame_bytes;
  const bool is_worth_it = frame_bytes > ChunkPool::kPooledBytesMax && here_bytes >= kDirectReceiveBytes;
  return is_worth_it ? frame_bytes + kDirectReceiveBytes : here_bytes;
}

}  // namespace

bool FrameReader::is_legal(int32_t length) const {
  return length >= static_cast<int32_t>(kRequestHeaderBytesMin) && static_cast<uint32_t>(length) <= frame_bytes_max_;
}

std::span<std::byte> FrameReader::unparsed() const {
  if (!chunk_) return {};
  return {chunk_->data + begin_, chunk_->size_bytes - begin_};
}

std::optional<int32_t> FrameReader::frame_length() const {
  if (unparsed_bytes() < kLengthBytes) return std::nullopt;
  return read_length(chunk_->data + begin_);
}

FrameReader::Status FrameReader::status() const {
  const auto length = frame_length();
  if (!length) return Status::kNeedMore;
  if (!is_legal(*length)) return Status::kBadSize;
  const size_t total = kLengthBytes + static_cast<size_t>(*length);
  const size_t here = unparsed_bytes();
  if (here >= total) return Status::kFrame;
  return total - here >= kDirectReceiveBytes ? Status::kNeedDirect : Status::kNeedMore;
}

FrameReader::Frame FrameReader::take() {
  const auto length = frame_length();
  KLAMM_ASSERT(length.has_value() && unparsed_bytes() >= kLengthBytes + static_cast<size_t>(*length));
  const size_t size = static_cast<size_t>(*length);
  std::byte* const start = chunk_->data + begin_ + kLengthBytes;
  begin_ += static_cast<uint32_t>(kLengthBytes + size);
  Frame frame{.chunk = {}, .bytes = {start, size}};
  if (begin_ == chunk_->size_bytes) {
    frame.chunk = std::move(chunk_);
    begin_ = 0;
  } else {
    frame.chunk = chunk_;
  }
  return frame;
}

bool FrameReader::feed(std::span<const std::byte> bytes, RequestMemory::Waiter& waiter) {
  if (bytes.empty()) return true;
  if (!chunk_ || chunk_->capacity_bytes - chunk_->size_bytes < bytes.size()) {
    size_t capacity = unparsed_bytes() + bytes.size();
    auto length = frame_length();
    if (!length && !chunk_ && bytes.size() >= kLengthBytes) length = read_length(bytes.data());
    if (length && is_legal(*length)) {
      capacity = std::max(capacity, room_for(kLengthBytes + static_cast<size_t>(*length), capacity));
    }
    if (!move_to_new_chunk(capacity, waiter)) return false;
  }
  if (!pool_.charge_for(*chunk_.get(), bytes.size(), waiter)) return false;
  std::memcpy(chunk_->data + chunk_->size_bytes, bytes.data(), bytes.size());
  chunk_->size_bytes += static_cast<uint32_t>(bytes.size());
  return true;
}

std::span<std::byte> FrameReader::direct_target(RequestMemory::Waiter& waiter) {
  const auto length = frame_length();
  KLAMM_ASSERT(length.has_value() && is_legal(*length));
  const size_t total = kLengthBytes + static_cast<size_t>(*length);
  KLAMM_ASSERT(unparsed_bytes() < total);
  if (begin_ + total > chunk_->capacity_bytes && !move_to_new_chunk(total, waiter)) return {};
  const size_t fillable = pool_.fillable_bytes(*chunk_.get(), waiter);
  return {chunk_->data + chunk_->size_bytes, std::min(fillable, total - unparsed_bytes())};
}

void FrameReader::direct_received(size_t bytes) {
  KLAMM_ASSERT(bytes <= chunk_->capacity_bytes - chunk_->size_bytes);
  chunk_->size_bytes += static_cast<uint32_t>(bytes);
}

bool FrameReader::leave_large_chunk(RequestMemory::Waiter& waiter) {
  if (!chunk_ || begin_ == 0 || chunk_->capacity_bytes < kLargeChunkBytes) return false;
  const std::span<const std::byte> rest = unparsed();
  if (rest.empty() || rest.size() > kUnparsedBytesMax) return false;
  ChunkRef own = pool_.allocate(rest.size(), waiter);
  if (!own) return false;
  std::memcpy(own->data, rest.data(), rest.size());
  own->size_bytes = static_cast<uint32_t>(rest.size());
  chunk_ = std::move(own);
  begin_ = 0;
  return true;
}

bool FrameReader::move_to_new_chunk(size_t capacity_bytes, RequestMemory::Waiter& waiter) {
  ChunkRef larger = pool_.allocate(capacity_bytes, waiter, chunk_.get());
  if (!larger) return false;
  const std::span<std::byte> rest = unparsed();
  if (!rest.empty()) std::memcpy(larger->data, rest.data(), rest.size());
  larger->size_bytes = static_cast<uint32_t>(rest.size());
  chunk_ = std::move(larger);
  begin_ = 0;
  return true;
}

}  // namespace klamm::net
