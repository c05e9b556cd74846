#include "harness.h"

#include <sys/socket.h>

#include <cstring>
#include <utility>

#include "reactor/epoll_io.h"
#include "reactor/io_await.h"
#include "reactor/timer.h"
#include "reactor/uring_io.h"
#include "tests/reactor/io_of_tests.h"

namespace klamm::net::testing {

RequestHandler::Admission FakeHandler::admit(int16_t api_key, int16_t, uint32_t) {
  ++admitted_count;
  if (api_key == kUnknown || api_key < 0 || api_key > 200) return {.accept = false, .reason = "no such API"};
  return {.accept = true,
          .overlaps = api_key == kProduce,
          .owns_body = api_key == kProduce,
          .header_version = 1,
          .reason = {}};
}

namespace {

// Which of the started requests it is.
struct ParkedEntry final : ParkedRequest {
  ParkedEntry(uint32_t& parked_count, size_t number) : count(parked_count), index(number) { ++count; }
  ~ParkedEntry() override { --count; }
  uint32_t& count;
  size_t index;
};

}  // namespace

reactor::Task<Response> FakeHandler::handle(Request& request) {
  if (request.parked != nullptr) {
    Started& entry = *started[static_cast<ParkedEntry&>(*request.parked).index];
    request.parked.reset();
    EXPECT_EQ(as_text(request.body), entry.body);
    entry.request = nullptr;
    co_return std::move(entry.response);
  }
  if (on_start) on_start();
  last_client_id = request.client_id;
  const size_t index = started.size();
  started.push_back(std::make_unique<Started>());
  Started& entry = *started.back();
  entry.request = &request;
  entry.correlation_id = request.correlation_id;
  entry.api_key = request.api_key;
  entry.body = as_text(request.body);
  if (echo) {
    entry.answered = true;
    entry.request = nullptr;
    co_return make_response(index, entry.body);
  }
  if (parks && request.api_key == kOther) {
    request.parked = std::make_unique<ParkedEntry>(parked_count, index);
    entry.is_parked = true;
    co_return Response{.kind = Response::Kind::kParked};
  }
  co_await entry.answer_ready.wait();
  // The request's bytes are its own until it is answered.
  EXPECT_EQ(as_text(request.body), entry.body);
  entry.request = nullptr;
  co_return std::move(entry.response);
}

void FakeHandler::on_disconnect(ConnectionInfo& connection) {
  ++disconnect_count;
  if (!answer_on_disconnect) return;
  for (size_t i = 0; i < started.size(); ++i) {
    if (!started[i]->answered && started[i]->request->connection == &connection) answer(i);
  }
}

void FakeHandler::answer(size_t index, Response response) {
  Started& entry = *started[index];
  ASSERT_FALSE(entry.answered);
  entry.answered = true;
  entry.response = std::move(response);
  if (!entry.is_parked) {
    entry.answer_ready.set();
    return;
  }
  entry.resume.request = entry.request;
  entry.resume.callback = [](reactor::Completion* self) noexcept {
    static_cast<Started::Resume*>(self)->request->resume();
  };
  reactor::Shard::current().ready(entry.resume);
}

Response FakeHandler::make_response(size_t index, std::string_view body) const {
  Response response;
  const std::string id = big_endian_32(started[index]->correlation_id);
  response.bytes.append(as_bytes(id));
  response.bytes.append(as_bytes(body));
  return response;
}

namespace {

reactor::IoResult<std::unique_ptr<reactor::Io>> open_io() {
  if (reactor::test::io_of_tests() == reactor::IoKind::kEpoll) return reactor::EpollIo::open();
  return reactor::UringIo::open();
}

}  // namespace

Harness::Harness(NetOptions options, uint32_t connections_max, ListenerOptions listener_options) {
  if (listener_options.at.host.empty() && listener_options.at.port == 0) listener_options.at.host = "127.0.0.1";
  auto io = open_io();
  if (!io) {
    ADD_FAILURE() << io.error().text();
    std::abort();
  }
  shard_ = std::make_unique<reactor::Shard>(0, 1, std::move(*io), nullptr);
  enter_ = std::make_unique<reactor::Shard::Enter>(*shard_);
  ConnectionLimits limits;
  limits.connections_max = connections_max;
  balancer = std::make_unique<ConnectionBalancer>(1, limits);
  registry = std::make_unique<ConnectionRegistry>(*shard_, handler, options, log, balancer.get());
  balancer->set_excess_sinks({registry.get()});
  listener = std::make_unique<Listener>(*shard_, listener_options, std::vector{registry.get()}, *balancer, log);
  const auto opened = listener->open();
  EXPECT_TRUE(opened.has_value()) << (opened ? "" : opened.error());
}

Harness::~Harness() {
  if (!stop_begun_) {
    handler.answer_on_disconnect = true;
    stop(0);
  }
  EXPECT_TRUE(run_until([&] { return stop_done_; }));
  EXPECT_EQ(registry->memory().held_bytes(), 0u);
  EXPECT_EQ(balancer->connection_count(), 0u);
  listener.reset();
  registry.reset();
}

bool Harness::run_until(const std::function<bool()>& condition, int64_t limit_ms) {
  struct Expiry : reactor::Completion {
    bool expired = false;
  } expiry;
  expiry.callback = [](reactor::Completion* self) noexcept { static_cast<Expiry*>(self)->expired = true; };
  reactor::Timer timer;
  timer.arm(shard_->now_ns() + limit_ms * 1'000'000, expiry);
  // A loop that sleeps would not look at the condition that its own work has just made true.
  while (!condition() && !expiry.expired) {
    const bool worked = shard_->run_once(false);
    if (!worked && !condition()) shard_->run_once(true);
  }
  return condition();
}

void Harness::settle(int rounds) {
  for (int i = 0; i < rounds; ++i) shard_->run_once(false);
}

std::unique_ptr<TestClient> Harness::connect() {
  int fd = 0;
  const auto run = [](Harness& self, int& result) -> reactor::Task<void> {
    const auto connected = co_await reactor::connect(self.io(), self.listener->bound());
    result = connected ? *connected : -connected.error().code;
  };
  shard_->spawn(run(*this, fd));
  EXPECT_TRUE(run_until([&] { return fd != 0; }));
  EXPECT_GT(fd, 0) << std::strerror(-fd);
  return std::make_unique<TestClient>(*this, reactor::SocketHandle{fd});
}

reactor::Task<void> Harness::stop_all(int64_t deadline_ns) {
  co_await listener->stop();
  co_await registry->stop(deadline_ns);
  stop_done_ = true;
}

void Harness::begin_stop(int64_t timeout_ms) {
  stop_begun_ = true;
  shard_->spawn(stop_all(shard_->now_ns() + timeout_ms * 1'000'000));
}

void Harness::stop(int64_t timeout_ms) {
  begin_stop(timeout_ms);
  EXPECT_TRUE(run_until([&] { return stop_done_; }));
}

TestClient::~TestClient() {
  if (socket_.valid()) close();
}

void TestClient::send(std::string bytes) {
  queue_.push_back(std::move(bytes));
  if (!sending_) send_next();
}

void TestClient::send_pieces(std::string_view bytes, size_t piece) {
  for (size_t at = 0; at < bytes.size(); at += piece) send(std::string(bytes.substr(at, piece)));
}

void TestClient::send_next() {
  if (queue_.empty() || send_error_ != 0) return;
  being_sent_ = std::move(queue_.front());
  queue_.erase(queue_.begin());
  sending_ = true;
  piece_ = {.iov_base = being_sent_.data(), .iov_len = being_sent_.size()};
  send_operation_.client = this;
  send_operation_.callback = [](reactor::Completion* self) noexcept {
    TestClient& client = *static_cast<Operation*>(self)->client;
    client.sending_ = false;
    if (self->result < 0) client.send_error_ = -self->result;
    client.send_next();
  };
  harness_.io().send(socket_, std::span(&piece_, 1), false, send_operation_);
}

std::string TestClient::receive(size_t size, int64_t limit_ms) {
  std::string bytes(size, '\0');
  receive_operation_.done = false;
  receive_operation_.callback = [](reactor::Completion* self) noexcept { static_cast<Operation*>(self)->done = true; };
  harness_.io().receive_all(socket_, std::as_writable_bytes(std::span(bytes.data(), bytes.size())), receive_operation_);
  if (!harness_.run_until([&] { return receive_operation_.done; }, limit_ms)) {
    ADD_FAILURE() << "nothing received";
    harness_.io().shutdown(socket_);
    EXPECT_TRUE(harness_.run_until([&] { return receive_operation_.done; }));
    return {};
  }
  bytes.resize(static_cast<size_t>(std::max(receive_operation_.result, 0)));
  return bytes;
}

std::string TestClient::receive_frame(int64_t limit_ms) {
  const std::string length = receive(4, limit_ms);
  if (length.size() < 4) return {};
  uint32_t size = 0;
  std::memcpy(&size, length.data(), 4);
  return receive(__builtin_bswap32(size), limit_ms);
}

int32_t TestClient::receive_correlation_id() {
  const std::string frame = receive_frame();
  if (frame.size() < 4) return -1;
  uint32_t id = 0;
  std::memcpy(&id, frame.data(), 4);
  return static_cast<int32_t>(__builtin_bswap32(id));
}

bool TestClient::is_closed_by_server() {
  return receive(1).empty();
}

void TestClient::half_close() {
  ::shutdown(socket_.fd, SHUT_WR);
}

void TestClient::reset() {
  const linger abruptly{.l_onoff = 1, .l_linger = 0};
  ::setsockopt(socket_.fd, SOL_SOCKET, SO_LINGER, &abruptly, sizeof(abruptly));
  close();
}

void TestClient::close() {
  if (sending_) {
    harness_.io().shutdown(socket_);
    EXPECT_TRUE(harness_.run_until([&] { return !sending_; }));
  }
  harness_.io().close(std::exchange(socket_, {}));
}

}  // namespace klamm::net::testing
