#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "frame_bytes.h"
#include "net/connection_balancer.h"
#include "net/connection_registry.h"
#include "net/listener.h"
#include "net/request_log.h"
#include "reactor/shard.h"
#include "reactor/sync.h"

// One shard with a listener, its connections and clients of them, all over one Io and one thread.
namespace klamm::net::testing {

constexpr int16_t kProduce = 0;  // overlaps
constexpr int16_t kOther = 1;
constexpr int16_t kUnknown = 99;  // not admitted

class CollectedLog final : public LogSink {
 public:
  void write(LogLevel, std::string_view line) noexcept override { lines.emplace_back(line); }
  bool write_request(std::unique_ptr<RequestLogEntry> entry) noexcept override {
    if (has_no_room) return false;
    requests.push_back(std::move(entry));
    return true;
  }
  std::vector<std::string> lines;
  std::vector<std::unique_ptr<RequestLogEntry>> requests;
  bool has_no_room = false;
};

// Answers at once with the request's body, or when the test says so.
class FakeHandler final : public RequestHandler {
 public:
  struct Started {
    Request* request = nullptr;  // null once answered
    int32_t correlation_id = 0;
    int16_t api_key = 0;
    std::string body;
    bool answered = false;
    reactor::Event answer_ready;
    Response response;
    bool is_parked = false;
    struct Resume : reactor::Completion {
      Request* request = nullptr;
    } resume;
  };

  Admission admit(int16_t api_key, int16_t, uint32_t) override;
  reactor::Task<Response> handle(Request& request) override;
  void on_disconnect(ConnectionInfo& connection) override;

  // Ends the n-th started request.
  void answer(size_t index, Response response);
  void answer(size_t index, std::string_view body = "done") { answer(index, make_response(index, body)); }
  void append_ended(size_t index) { started[index]->request->append_ended(); }
  // Correlation id and body, as a response with header v0 has them.
  Response make_response(size_t index, std::string_view body) const;

  bool echo = true;                   // answer at once
  std::function<void()> on_start;     // the first thing that a request does
  bool parks = false;                 // kOther waits without a task
  bool answer_on_disconnect = false;  // as a long poll does
  std::vector<std::unique_ptr<Started>> started;
  uint32_t admitted_count = 0;
  uint32_t disconnect_count = 0;
  uint32_t parked_count = 0;  // requests that are parked now
  std::string last_client_id;
};

class TestClient;

class Harness {
 public:
  explicit Harness(NetOptions options = {}, uint32_t connections_max = UINT32_MAX,
                   ListenerOptions listener_options = {});
  ~Harness();

  // Runs the loop until the condition holds; fails the test after `limit_ms`.
  [[nodiscard]] bool run_until(const std::function<bool()>& condition, int64_t limit_ms = 10'000);
  // Lets everything settle that does not depend on more input: some rounds of the loop without waiting.
  void settle(int rounds = 30);
  std::unique_ptr<TestClient> connect();
  void stop(int64_t timeout_ms = 5'000);
  bool stop_done() const { return stop_done_; }
  // Starts a stop without waiting for its end.
  void begin_stop(int64_t timeout_ms);

  reactor::Shard& shard() { return *shard_; }
  reactor::Io& io() { return shard_->io(); }

  FakeHandler handler;
  CollectedLog log;
  std::unique_ptr<ConnectionBalancer> balancer;
  std::unique_ptr<ConnectionRegistry> registry;
  std::unique_ptr<Listener> listener;

 private:
  reactor::Task<void> stop_all(int64_t deadline_ns);
  std::unique_ptr<reactor::Shard> shard_;
  std::unique_ptr<reactor::Shard::Enter> enter_;
  bool stop_begun_ = false;
  bool stop_done_ = false;
};

// A client on the same loop that sends and receives raw bytes.
class TestClient {
 public:
  TestClient(Harness& harness, reactor::SocketHandle socket) : harness_(harness), socket_(socket) {}
  ~TestClient();

  // Begins to send; the bytes leave as the loop runs, after what was sent before.
  void send(std::string bytes);
  void send_pieces(std::string_view bytes, size_t piece);
  bool all_sent() const { return !sending_ && queue_.empty(); }
  int send_error() const { return send_error_; }
  // Receives exactly `size` bytes, or what came before the server closed.
  std::string receive(size_t size, int64_t limit_ms = 10'000);
  // A whole response without its length; empty when the server closed instead.
  std::string receive_frame(int64_t limit_ms = 10'000);
  // Correlation id of the next response; -1 when closed.
  int32_t receive_correlation_id();
  bool is_closed_by_server();
  void half_close();  // sends nothing more
  void reset();       // closes abruptly
  void close();
  int fd() const { return socket_.fd; }

 private:
  struct Operation : reactor::Completion {
    TestClient* client = nullptr;
    bool done = true;
  };
  void send_next();
  Harness& harness_;
  reactor::SocketHandle socket_;
  std::vector<std::string> queue_;
  std::string being_sent_;
  bool sending_ = false;
  int send_error_ = 0;
  iovec piece_{};
  Operation send_operation_;
  Operation receive_operation_;
};

}  // namespace klamm::net::testing
