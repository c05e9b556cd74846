#include "broker/admin/http_server.h"

#include <fmt/format.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <utility>

#include "reactor/assert.h"
#include "reactor/io_await.h"

namespace klamm::broker {
namespace {

constexpr int64_t kNsPerMs = 1'000'000;
constexpr int64_t kRetryMs = 1'000;
constexpr int kBacklog = 16;

std::string_view reason_phrase(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 421:
      return "Misdirected Request";
    case 431:
      return "Request Header Fields Too Large";
    case 503:
      return "Service Unavailable";
    case 505:
      return "HTTP Version Not Supported";
    default:
      return "Bad Request";
  }
}

iovec piece_of(std::string& text) {
  return {text.data(), text.size()};
}

}  // namespace

HttpAnswer http_error(int status) {
  HttpAnswer answer;
  answer.status = status;
  answer.body = fmt::format("{} {}\n", status, reason_phrase(status));
  return answer;
}

std::string http_head(const HttpAnswer& answer) {
  return fmt::format(
      "HTTP/1.1 {} {}\r\nContent-Type: {}\r\nContent-Length: {}\r\n{}Cache-Control: no-store\r\nConnection: "
      "close\r\n\r\n",
      answer.status, reason_phrase(answer.status), answer.content_type, answer.body.size(),
      answer.status == 405 ? "Allow: GET, HEAD\r\n" : "");
}

// One connection: its request, its answer, its end.
class HttpServer::Session final : reactor::ReceiveSink {
 public:
  Session(HttpServer& server, reactor::SocketHandle socket) : server_(server), socket_(socket) {
    next_ = server_.first_;
    if (next_ != nullptr) next_->previous_ = this;
    server_.first_ = this;
    ++server_.place_count_;
    cut_.session = this;
    cut_.callback = [](reactor::Completion* self) noexcept { static_cast<Cut*>(self)->session->cut_off(); };
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session() {
    (previous_ != nullptr ? previous_->next_ : server_.first_) = next_;
    if (next_ != nullptr) next_->previous_ = previous_;
  }

  reactor::Task<void> run() {
    cut_after(kRequestTimeMs);
    io().start_receive(socket_, *this);
    co_await asked_.wait();
    cut_timer_.cancel();
    if (parse_.state == HttpParse::State::kWhole) {
      HttpAnswer answer = co_await server_.handler_.answer(parse_.request);
      co_await send(std::move(answer), parse_.request.is_head);
    } else if (parse_.state == HttpParse::State::kRefused) {
      co_await send(http_error(parse_.refusal), false);
    }
    cut_off();
    if (!receive_ended_.is_set()) io().stop_receive(socket_, *this);
    co_await receive_ended_.wait();
    io().close(socket_);
  }

  // Ends what waits on the socket. From now on another may have its place.
  void cut_off() noexcept {
    cut_timer_.cancel();
    if (std::exchange(is_cut_, true)) return;
    --server_.place_count_;
    io().shutdown(socket_);
  }
  Session* next() const { return next_; }
  // Its request is not whole yet.
  bool is_silent() const { return !asked_.is_set() && !is_cut_; }

 private:
  struct Cut : reactor::Completion {
    Session* session = nullptr;
  };
  reactor::Io& io() { return server_.shard_.io(); }
  void cut_after(int64_t time_ms) { cut_timer_.arm(server_.shard_.now_ns() + time_ms * kNsPerMs, cut_); }

  reactor::Task<void> send(HttpAnswer answer, bool is_head) {
    if (is_cut_) co_return;
    cut_after(kAnswerTimeMs);
    std::string head = http_head(answer);
    std::array<iovec, 2> pieces{piece_of(head), piece_of(answer.body)};
    const size_t count = is_head || answer.body.empty() ? 1 : 2;
    co_await reactor::send(io(), socket_, std::span(pieces).first(count));
  }

  // What comes behind the request is taken, so that closing does not reset the connection under the answer.
  void on_receive(reactor::ReceiveBuffer buffer) noexcept override {
    if (asked_.is_set()) return;
    const std::span<std::byte> bytes = buffer.bytes();
    const size_t room = kHttpRequestBytesMax - received_.size();
    received_.append(reinterpret_cast<const char*>(bytes.data()), std::min(room, bytes.size()));
    parse_ = parse_http_request(received_);
    if (parse_.state == HttpParse::State::kIncomplete) return;
    received_.clear();
    asked_.set();
  }
  void on_receive_end(reactor::IoError) noexcept override {
    receive_ended_.set();
    asked_.set();
  }

  HttpServer& server_;
  reactor::SocketHandle socket_;
  Session* previous_ = nullptr;
  Session* next_ = nullptr;
  std::string received_;
  HttpParse parse_;
  reactor::Event asked_;  // the request is here, or nothing more comes
  reactor::Event receive_ended_;
  reactor::Timer cut_timer_;
  Cut cut_;
  bool is_cut_ = false;
};

HttpServer::HttpServer(reactor::Shard& shard, HttpHandler& handler) : shard_(shard), handler_(handler) {
  retry_.server = this;
  retry_.callback = [](reactor::Completion* self) noexcept { static_cast<RetryCompletion*>(self)->server->accept(); };
  accept_ended_.set();
}

HttpServer::~HttpServer() {
  KLAMM_ASSERT(!socket_.valid(), "stop() has not ended");
}

std::expected<void, std::string> HttpServer::open(const reactor::Endpoint& at) {
  const auto socket = shard_.io().listen(at, {.backlog = kBacklog, .reuse_address = true});
  if (!socket) return std::unexpected(socket.error().text());
  const auto bound = shard_.io().local_endpoint(*socket);
  if (!bound) {
    shard_.io().close(*socket);
    return std::unexpected(bound.error().text());
  }
  socket_ = *socket;
  bound_ = reactor::Endpoint(at.host, bound->port);
  accept();
  return {};
}

void HttpServer::accept() {
  accept_ended_.reset();
  shard_.io().start_accept(socket_, *this);
}

// So that nobody shuts the others out by connections that ask for nothing.
void HttpServer::make_room() {
  Session* oldest = nullptr;
  for (Session* session = first_; session != nullptr; session = session->next()) {
    if (session->is_silent()) oldest = session;
  }
  if (oldest != nullptr) oldest->cut_off();
}

void HttpServer::on_accept(reactor::SocketHandle socket) noexcept {
  if (place_count_ == kConnectionsMax) make_room();
  if (place_count_ == kConnectionsMax || gate_.is_closed()) return shard_.io().close(socket);
  gate_.spawn(serve(std::make_unique<Session>(*this, socket)));
}

void HttpServer::on_accept_end(reactor::IoError) noexcept {
  accept_ended_.set();
  if (!is_stopping_) retry_timer_.arm(shard_.now_ns() + kRetryMs * kNsPerMs, retry_);
}

reactor::Task<void> HttpServer::serve(std::unique_ptr<Session> session) {
  co_await session->run();
}

reactor::Task<void> HttpServer::stop() {
  is_stopping_ = true;
  if (!socket_.valid()) co_return;
  retry_timer_.cancel();
  if (!accept_ended_.is_set()) shard_.io().stop_accept(socket_, *this);
  co_await accept_ended_.wait();
  for (Session* session = first_; session != nullptr; session = session->next()) session->cut_off();
  co_await gate_.close();
  shard_.io().close(std::exchange(socket_, {}));
}

}  // namespace klamm::broker
