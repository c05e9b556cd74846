#include "net/connection.h"

#include <fmt/core.h>

#include <cstdlib>
#include <utility>

#include "net/connection_registry.h"
#include "net/garbage_guess.h"
#include "net/request_header.h"
#include "protocol/assert.h"

namespace klamm::net {

// Starts at once and frees itself at its end; counted among the shard's tasks so that the shard outlives it.
struct Connection::Execution {
  struct promise_type {
    Execution get_return_object() const noexcept { return {}; }
    std::suspend_never initial_suspend() const noexcept { return {}; }
    std::suspend_never final_suspend() const noexcept { return {}; }
    void return_void() const noexcept {}
    [[noreturn]] void unhandled_exception() const noexcept { std::abort(); }
  };
};

Connection::Connection(ConnectionRegistry& registry, reactor::SocketHandle socket, ConnectionInfo info,
                       const ConnectionOrigin& origin)
    : registry_(registry),
      socket_(socket),
      info_(std::move(info)),
      origin_(origin),
      reader_(registry.chunks(), registry.options().request_bytes_max),
      queue_(registry.slots(), registry.recorder()),
      opened_ns_(registry.shard().now_ns()),
      received_ns_(opened_ns_) {
  idle_place.connection = this;
  resume_.connection = this;
  resume_.callback = [](reactor::Completion* self) noexcept {
    Connection& connection = *static_cast<OwnedCompletion*>(self)->connection;
    connection.resume_queued_ = false;
    connection.advance();
  };
  received_.connection = this;
  received_.callback = [](reactor::Completion* self) noexcept {
    static_cast<OwnedCompletion*>(self)->connection->on_direct_received(self->result);
  };
  memory_waiter_.connection = this;
  memory_waiter_.resume = [](RequestMemory::Waiter& self) noexcept {
    static_cast<MemoryWaiter&>(self).connection->schedule_advance();
  };
  flush_hook_.connection = this;
}

Connection::~Connection() {
  KLAMM_ASSERT(!socket_.valid() && !memory_waiter_.waiting && !flush_hook_.armed && !resume_queued_);
}

void Connection::begin_stop() {
  no_more_starts_ = true;
  advance();
}

void Connection::abort() {
  if (aborted_) return;
  aborted_ = true;
  no_more_starts_ = true;
  tell_handler_of_disconnect();
  advance();
}

// The one place where the connection decides what happens next. Called after every event; a call from inside (a handler
// that ends at once) only asks for another round.
void Connection::advance() {
  if (advancing_) {
    advance_again_ = true;
    return;
  }
  advancing_ = true;
  do {
    advance_again_ = false;
    start_requests(feed_held());
    // What could not start may wait for long: for an answer that nobody reads.
    if (!memory_waiter_.waiting || reader_.has_overdraft()) advance_again_ |= reader_.leave_large_chunk(memory_waiter_);
    settle_answers();
  } while (advance_again_);
  if (stream_ended_) tell_handler_of_disconnect();
  drive_receive();
  note_unfinished_frame();
  advancing_ = false;
  settle_end();
}

void Connection::schedule_advance() {
  if (resume_queued_) return;
  resume_queued_ = true;
  registry_.shard().ready(resume_);
}

// `all_fed`: the reader has every byte that was received.
void Connection::start_requests(bool all_fed) {
  const bool nothing_follows = stream_ended_ && all_fed;
  while (!no_more_starts_) {
    switch (reader_.status()) {
      case FrameReader::Status::kNeedMore:
        if (nothing_follows) no_more_starts_ = true;
        return;
      case FrameReader::Status::kNeedDirect:
        if (nothing_follows) no_more_starts_ = true;
        admit_next();
        return;
      case FrameReader::Status::kBadSize:
        report_garbage();
        begin_close({});
        return;
      case FrameReader::Status::kFrame:
        if ((is_throttled() && !reader_.has_overdraft()) || !admit_next() || !queue_.may_start(verdict_.overlaps))
          return;
        start_frame();
        break;
    }
  }
}

// Asks the handler about the next frame, once. False: it is not known yet, or was refused and the connection closes.
bool Connection::admit_next() {
  if (verdict_.known) return true;
  const std::span<std::byte> bytes = reader_.unparsed();
  if (bytes.size() < kHeadBytes) return false;
  const RequestHeaderView start = parse_request_start(bytes.subspan(kLengthBytes));
  const auto frame_bytes = static_cast<uint32_t>(*reader_.frame_length());
  const RequestHandler::Admission admission = registry_.handler().admit(start.api_key, start.api_version, frame_bytes);
  if (!admission.accept) {
    if (looks_foreign(bytes)) {
      report_garbage();
      begin_close({});
    } else {
      begin_close(admission.reason);
    }
    return false;
  }
  verdict_ = {.known = true, .overlaps = admission.overlaps, .header_version = admission.header_version};
  return true;
}

void Connection::start_frame() {
  const Verdict verdict = std::exchange(verdict_, Verdict{});
  FrameReader::Frame frame = reader_.take();
  const int64_t arrived_ns = arrivals_.take(kLengthBytes + frame.bytes.size());
  frame_begun_ns_ = 0;
  const auto header = parse_request_header(frame.bytes, verdict.header_version);
  if (!header) {
    begin_close(header.error());
    return;
  }
  RequestSlot& slot = *queue_.start(verdict.overlaps);
  slot.owner = this;
  slot.frame = std::move(frame.chunk);
  slot.connection = &info_;
  slot.api_key = header->api_key;
  slot.api_version = header->api_version;
  slot.correlation_id = header->correlation_id;
  slot.client_id = header->client_id;
  slot.client_id_is_null = header->client_id_is_null;
  slot.header = frame.bytes.first(header->size_bytes);
  slot.body = frame.bytes.subspan(header->size_bytes);
  slot.times.received_ns = arrived_ns;
  slot.times.turn_ns = std::max(arrived_ns, turn_free_ns_);
  slot.times.started_ns = registry_.shard().precise_now_ns();
  slot.on_append_ended = &Connection::on_append_ended;
  slot.on_resume = &Connection::on_resume;
  if (const auto client_id = header->client_id.substr(0, kClientIdKeptBytes); client_id != info_.last_client_id) {
    info_.last_client_id = client_id;
  }
  ++request_count_;
  ++registry_.counters().request_count;
  disconnect_told_ = false;
  execute(*this, slot);
  // An answer that is there already leaves with the end of advance(): the slot is still this request's.
  if (slot.state == RequestSlot::State::kExecuting) slot.times.local_end_ns = registry_.shard().precise_now_ns();
}

Connection::Execution Connection::execute(Connection& connection, RequestSlot& slot) {
  reactor::Shard& shard = connection.registry_.shard();
  shard.task_started();
  Response response = co_await connection.registry_.handler().handle(slot);
  connection.finish(slot, std::move(response));
  shard.task_ended();
}

void Connection::on_resume(Request& request) noexcept {
  auto& slot = static_cast<RequestSlot&>(request);
  execute(*slot.owner, slot);
}

void Connection::finish(RequestSlot& slot, Response response) {
  if (response.kind == Response::Kind::kParked) return;  // still in execution
  slot.times.answered_ns = turn_free_ns_ = registry_.shard().precise_now_ns();
  if (response.kind == Response::Kind::kCloseConnection) begin_close(response.close_reason);
  if (response.throttle_ms > 0) throttle(response.throttle_ms);
  queue_.finish(slot, std::move(response));
  if (!registry_.recorder().keeps_request_bytes()) slot.frame.reset();
  advance();
}

// Comes from deep inside an append: what follows is started from the ready queue.
void Connection::on_append_ended(Request& request) noexcept {
  auto& slot = static_cast<RequestSlot&>(request);
  if (slot.has_append_ended) return;
  Connection& connection = *slot.owner;
  connection.queue_.append_ended(slot);
  connection.turn_free_ns_ = std::max(connection.turn_free_ns_, connection.registry_.shard().now_ns());
  if (connection.reader_.unparsed_bytes() > 0) connection.schedule_advance();
}

void Connection::begin_close(std::string_view reason) {
  if (!reason.empty()) registry_.log_close(info_, reason);
  no_more_starts_ = true;
}

void Connection::report_garbage() {
  const std::span<const std::byte> bytes = reader_.unparsed();
  registry_.log_garbage(
      info_, garbage_guess(bytes.first(std::min<size_t>(bytes.size(), 64)), registry_.options().request_bytes_max));
}

void Connection::tell_handler_of_disconnect() {
  if (disconnect_told_ || queue_.executing_count() == 0) return;
  disconnect_told_ = true;
  registry_.handler().on_disconnect(info_);
}

// Takes the steps of the end that are due.
void Connection::settle_end() {
  const bool all_answered = no_more_starts_ && queue_.empty();
  if (!shut_down_ && (aborted_ || all_answered)) {
    shut_down_ = true;
    registry_.io().shutdown(socket_);
    if (receive_state_ == ReceiveState::kMultishot) {
      receive_state_ = ReceiveState::kStopping;
      registry_.io().stop_receive(socket_, *this);
    }
  }
  if (!shut_down_) return;
  throttle_.reset();
  if (socket_.valid() && receive_state_ == ReceiveState::kIdle && sender_ == nullptr) {
    registry_.memory().cancel(memory_waiter_);
    reader_.clear();
    registry_.io().close(std::exchange(socket_, {}));
  }
  const bool at_rest = !socket_.valid() && queue_.executing_count() == 0 && !flush_hook_.armed && !resume_queued_;
  if (at_rest && !retired_) {
    retired_ = true;
    registry_.retire(*this);
  }
}

}  // namespace klamm::net
