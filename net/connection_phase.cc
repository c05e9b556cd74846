#include "net/connection.h"
#include "net/connection_registry.h"
#include "net/request_header.h"

// What a connection is at, for those who look at it from outside.
namespace klamm::net {

RequestPhase RequestSlot::phase() const {
  switch (state) {
    case State::kExecuting:
      if (times.local_end_ns == 0) return RequestPhase::kExecuting;
      return crossing.under_way > 0 ? RequestPhase::kRemoteShard : RequestPhase::kWaiting;
    case State::kReady:
      return RequestPhase::kResponseQueued;
    case State::kSending:
      return RequestPhase::kSending;
  }
  return RequestPhase::kExecuting;
}

int64_t RequestSlot::phase_since_ns() const {
  switch (phase()) {
    case RequestPhase::kExecuting:
      return times.started_ns;
    case RequestPhase::kWaiting:
      // A call to another shard may have been made and have come home since.
      return std::max(times.local_end_ns, crossing.counted_ns);
    case RequestPhase::kRemoteShard:
      return crossing.since_ns;
    case RequestPhase::kSending:
      return times.sending_ns;
    default:
      return times.answered_ns;
  }
}

std::optional<RequestInProgress> Connection::in_progress() const {
  if (const RequestSlot* const slot = queue_.front()) {
    return RequestInProgress{.api_key = slot->api_key,
                             .api_version = slot->api_version,
                             .phase = slot->phase(),
                             .since_ns = slot->phase_since_ns(),
                             .received_ns = slot->times.received_ns};
  }
  const std::span<const std::byte> bytes = reader_.unparsed();
  if (bytes.size() < kHeadBytes) return std::nullopt;
  const RequestHeaderView start = parse_request_start(bytes.subspan(kLengthBytes));
  // One that is whole has nothing before it here, and starts with the next turn of the loop.
  const bool is_whole = reader_.status() == FrameReader::Status::kFrame;
  const int64_t first_ns = arrivals_.first_ns();
  return RequestInProgress{.api_key = start.api_key,
                           .api_version = start.api_version,
                           .phase = is_whole ? RequestPhase::kQueued : RequestPhase::kReceived,
                           .since_ns = is_whole ? std::max(first_ns, turn_free_ns_) : first_ns,
                           .received_ns = first_ns};
}

}  // namespace klamm::net
