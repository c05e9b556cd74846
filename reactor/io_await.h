#pragma once

#include <cerrno>
#include <string>

#include "reactor/io.h"
#include "reactor/task.h"

// Awaitable forms of the Io operations. Each awaiter holds its Completion, so it lives in the awaiting frame.
namespace klamm::reactor {

template <class Start, class Value>
class [[nodiscard]] IoAwaiter : CoroutineCompletion {
 public:
  explicit IoAwaiter(Start start) : start_(std::move(start)) {}
  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> handle) {
    waiter = handle;
    start_(static_cast<Completion&>(*this));
  }
  IoResult<Value> await_resume() const {
    if (result < 0) return std::unexpected(IoError{-result});
    if constexpr (std::is_void_v<Value>) {
      return {};
    } else {
      return static_cast<Value>(result);
    }
  }

 private:
  Start start_;
};

template <class Value, class Start>
auto io_operation(Start start) {
  return IoAwaiter<Start, Value>(std::move(start));
}

inline auto receive_all(Io& io, SocketHandle socket, std::span<std::byte> into) {
  return io_operation<size_t>([&io, socket, into](Completion& done) { io.receive_all(socket, into, done); });
}
inline auto send(Io& io, SocketHandle socket, std::span<iovec> pieces, bool more = false) {
  return io_operation<void>([&io, socket, pieces, more](Completion& done) { io.send(socket, pieces, more, done); });
}
inline auto send_file(Io& io, SocketHandle socket, FileHandle file, uint64_t offset, uint64_t size, bool more = false) {
  return io_operation<void>([&io, socket, file, offset, size, more](Completion& done) {
    io.send_file(socket, file, offset, size, more, done);
  });
}
inline auto connect(Io& io, Endpoint to) {
  return io_operation<int>([&io, to = std::move(to)](Completion& done) { io.connect(to, done); });
}
inline auto read(Io& io, FileHandle file, std::span<std::byte> into, uint64_t offset) {
  return io_operation<size_t>([&io, file, into, offset](Completion& done) { io.read(file, into, offset, done); });
}
// As read(), but at once where the page cache has all of it. For look-ups of a few KiB: over much data a loop of these
// would give nobody else a turn.
class [[nodiscard]] ReadResidentFirst : CoroutineCompletion {
 public:
  ReadResidentFirst(Io& io, FileHandle file, std::span<std::byte> into, uint64_t offset)
      : io_(io), file_(file), into_(into), offset_(offset) {}
  bool await_ready() {
    const IoResult<size_t> got = io_.read_resident(file_, into_, offset_);
    if (got ? *got < into_.size() : got.error().code == EAGAIN) return false;
    result = got ? static_cast<int32_t>(*got) : -got.error().code;
    return true;
  }
  void await_suspend(std::coroutine_handle<> handle) {
    waiter = handle;
    io_.read(file_, into_, offset_, *this);
  }
  IoResult<size_t> await_resume() const {
    if (result < 0) return std::unexpected(IoError{-result});
    return static_cast<size_t>(result);
  }

 private:
  Io& io_;
  FileHandle file_;
  std::span<std::byte> into_;
  uint64_t offset_;
};
inline ReadResidentFirst read_resident_first(Io& io, FileHandle file, std::span<std::byte> into, uint64_t offset) {
  return {io, file, into, offset};
}
inline auto sync_data(Io& io, FileHandle file) {
  return io_operation<void>([&io, file](Completion& done) { io.sync_data(file, done); });
}
inline auto write_durable(Io& io, FileHandle file, std::span<const std::byte> bytes, uint64_t offset) {
  return io_operation<size_t>(
      [&io, file, bytes, offset](Completion& done) { io.write_durable(file, bytes, offset, done); });
}
inline auto sync_directory(Io& io, std::string path) {
  return io_operation<void>([&io, path = std::move(path)](Completion& done) { io.sync_directory(path, done); });
}
inline auto start_writeback(Io& io, FileHandle file, uint64_t offset, uint64_t size) {
  return io_operation<void>(
      [&io, file, offset, size](Completion& done) { io.start_writeback(file, offset, size, done); });
}
inline auto drop_cache(Io& io, FileHandle file, uint64_t offset, uint64_t size) {
  return io_operation<void>([&io, file, offset, size](Completion& done) { io.drop_cache(file, offset, size, done); });
}
inline auto preallocate(Io& io, FileHandle file, uint64_t offset, uint64_t size) {
  return io_operation<void>([&io, file, offset, size](Completion& done) { io.preallocate(file, offset, size, done); });
}
inline auto truncate(Io& io, FileHandle file, uint64_t size) {
  return io_operation<void>([&io, file, size](Completion& done) { io.truncate(file, size, done); });
}
inline auto rename(Io& io, std::string from, std::string to) {
  return io_operation<void>(
      [&io, from = std::move(from), to = std::move(to)](Completion& done) { io.rename(from, to, done); });
}
inline auto unlink(Io& io, std::string path) {
  return io_operation<void>([&io, path = std::move(path)](Completion& done) { io.unlink(path, done); });
}
inline auto make_directory(Io& io, std::string path) {
  return io_operation<void>([&io, path = std::move(path)](Completion& done) { io.make_directory(path, done); });
}
inline auto remove_directory(Io& io, std::string path) {
  return io_operation<void>([&io, path = std::move(path)](Completion& done) { io.remove_directory(path, done); });
}

}  // namespace klamm::reactor
