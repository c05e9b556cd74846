#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <string>

#include "broker/admin/http_request.h"
#include "reactor/completion.h"
#include "reactor/endpoint.h"
#include "reactor/event.h"
#include "reactor/gate.h"
#include "reactor/io.h"
#include "reactor/shard.h"
#include "reactor/task.h"
#include "reactor/timer.h"

namespace klamm::broker {

/// @core any (a plain value)
struct HttpAnswer {
  int status = 200;
  std::string content_type = "text/plain; charset=utf-8";
  std::string body;
};

/// An answer that consists of its status alone.
HttpAnswer http_error(int status);

/// The bytes of an answer before its body. The connection closes after it.
std::string http_head(const HttpAnswer& answer);

/// Who answers.
class HttpHandler {
 public:
  /// `request` lives until the task ends.
  virtual reactor::Task<HttpAnswer> answer(const HttpRequest& request) = 0;

 protected:
  ~HttpHandler() = default;
};

/// A small HTTP/1.1 server for the few who look after a broker: one request for each connection, kConnectionsMax
/// connections at a time: one more takes the place of the one that has been silent for longest, and is closed at once
/// where all have sent their requests. A client that has not sent its request within kRequestTimeMs or not taken its
/// answer within kAnswerTimeMs is cut off. It costs nothing while nobody asks.
/// @core owner
class HttpServer final : reactor::AcceptSink {
 public:
  static constexpr uint32_t kConnectionsMax = 16;
  static constexpr int64_t kRequestTimeMs = 5'000;
  static constexpr int64_t kAnswerTimeMs = 10'000;

  HttpServer(reactor::Shard& shard, HttpHandler& handler);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  /// The error is a sentence for a person.
  std::expected<void, std::string> open(const reactor::Endpoint& at);
  /// The address with the real port, after open().
  const reactor::Endpoint& bound() const { return bound_; }
  /// Cuts off who is connected; ends when nothing of them is left.
  reactor::Task<void> stop();

 private:
  class Session;
  struct RetryCompletion : reactor::Completion {
    HttpServer* server = nullptr;
  };
  void on_accept(reactor::SocketHandle socket) noexcept override;
  void on_accept_end(reactor::IoError error) noexcept override;
  void accept();
  void make_room();
  static reactor::Task<void> serve(std::unique_ptr<Session> session);

  reactor::Shard& shard_;
  HttpHandler& handler_;
  reactor::SocketHandle socket_;
  reactor::Endpoint bound_;
  reactor::Gate gate_;
  Session* first_ = nullptr;
  uint32_t place_count_ = 0;  // connections that were not cut off yet
  reactor::Timer retry_timer_;
  RetryCompletion retry_;
  reactor::Event accept_ended_;
  bool is_stopping_ = false;
};

}  // namespace klamm::broker
