#include "tests/sim/sim_io.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "reactor/assert.h"
#include "reactor/iovec_span.h"
#include "reactor/shard.h"

namespace klamm::sim {

namespace {

// Pieces of the sender's memory.
struct MemorySource final : SimSource {
  explicit MemorySource(std::span<iovec> from) : pieces(from), left(reactor::total_bytes(from)) {}
  uint64_t left_bytes() const override { return left; }
  int take(size_t size, std::string& into) override {
    while (size > 0) {
      pieces = reactor::advance_iovecs(pieces, 0);
      const size_t part = std::min(size, pieces.front().iov_len);
      into.append(static_cast<const char*>(pieces.front().iov_base), part);
      pieces = reactor::advance_iovecs(pieces, part);
      size -= part;
      left -= part;
    }
    return 0;
  }
  std::span<iovec> pieces;
  uint64_t left;
};

// A range of a file, read at the moment when it is sent.
struct FileSource final : SimSource {
  FileSource(SimDisk& on, FileHandle from, uint64_t at, uint64_t size) : disk(on), file(from), offset(at), left(size) {}
  uint64_t left_bytes() const override { return left; }
  int take(size_t size, std::string& into) override {
    const size_t before = into.size();
    into.resize(before + size);
    const IoResult<size_t> got = disk.read(file, std::as_writable_bytes(std::span(into).subspan(before)), offset);
    if (!got) return got.error().code;
    if (*got == 0) return EIO;
    into.resize(before + *got);
    offset += *got;
    left -= *got;
    return 0;
  }
  SimDisk& disk;
  FileHandle file;
  uint64_t offset;
  uint64_t left;
};

// A message to a sink that frees itself once it is told.
template <class Tell>
struct Message final : Completion {
  explicit Message(Tell what) : tell(std::move(what)) {
    callback = [](Completion* self) noexcept {
      const std::unique_ptr<Message> message(static_cast<Message*>(self));
      message->tell();
    };
  }
  Tell tell;
};
template <class Tell>
Completion& message(Tell what) {
  return *new Message<Tell>(std::move(what));
}

}  // namespace

struct SimIo::Arrival : Completion {
  SimIo* io = nullptr;
  uint16_t id = 0;
  ReceiveSink* sink = nullptr;
  std::vector<std::byte> memory;
  size_t length = 0;
};

SimIo::SimIo(SimWorld& world, uint32_t process) : world_(world), process_(process) {
  KLAMM_ASSERT(process > 0);
  for (uint32_t i = 0; i < world.options().receive_buffer_count; ++i) {
    auto buffer = std::make_unique<Arrival>();
    buffer->io = this;
    buffer->id = static_cast<uint16_t>(i);
    buffer->callback = [](Completion* self) noexcept {
      auto* const arrived = static_cast<Arrival*>(self);
      arrived->sink->on_receive(
          reactor::ReceiveBuffer(arrived->io, arrived->id, std::span(arrived->memory).subspan(0, arrived->length)));
    };
    buffers_.push_back(std::move(buffer));
    free_buffers_.push_back(static_cast<uint16_t>(i));
  }
}

SimIo::~SimIo() = default;

void SimIo::finish(Completion& done, int32_t result) {
  done.result = result;
  finished_.push_back(&done);
}

void SimIo::turn(int64_t, reactor::SleepBracket*) {
  for (Completion* const done : std::exchange(finished_, {})) reactor::Shard::current().ready(*done);
}

void SimIo::tell_accepted(AcceptSink& sink, int fd) {
  finish(message([&sink, fd] { sink.on_accept(SocketHandle{fd}); }), fd);
}

void SimIo::tell_accept_end(AcceptSink& sink, int error) {
  finish(message([&sink, error] { sink.on_accept_end(IoError{error}); }), -error);
}

void SimIo::tell_receive_end(ReceiveSink& sink, int error) {
  finish(message([&sink, error] { sink.on_receive_end(IoError{error}); }), -error);
}

size_t SimIo::tell_received(ReceiveSink& sink, std::string_view bytes) {
  if (free_buffers_.empty()) return 0;
  Arrival& buffer = *buffers_[free_buffers_.back()];
  free_buffers_.pop_back();
  buffer.sink = &sink;
  buffer.memory.resize(world_.options().receive_buffer_bytes);
  buffer.length = std::min(bytes.size(), buffer.memory.size());
  std::memcpy(buffer.memory.data(), bytes.data(), buffer.length);
  finish(buffer, static_cast<int32_t>(buffer.length));
  return buffer.length;
}

void SimIo::return_buffer(uint16_t id) noexcept {
  // Whoever looks at it after its return must see that it is gone.
  std::ranges::fill(buffers_[id]->memory, std::byte{0xdd});
  free_buffers_.push_back(id);
  if (starved_.empty()) return;
  const int fd = starved_.front();
  starved_.pop_front();
  world_.network().buffer_returned(fd);
}

// ---- sockets

IoResult<SocketHandle> SimIo::listen(const Endpoint& at, const reactor::ListenOptions&) {
  return world_.network().listen(at, process_);
}
IoResult<Endpoint> SimIo::local_endpoint(SocketHandle socket) {
  return world_.network().local_endpoint(socket);
}
IoResult<Endpoint> SimIo::peer_endpoint(SocketHandle socket) {
  return world_.network().peer_endpoint(socket);
}
void SimIo::start_accept(SocketHandle listener, AcceptSink& sink) {
  world_.network().start_accept(*this, listener, sink);
}
void SimIo::stop_accept(SocketHandle listener, AcceptSink& sink) {
  world_.network().stop_accept(listener, sink);
}
void SimIo::start_receive(SocketHandle socket, ReceiveSink& sink) {
  world_.network().start_receive(*this, socket, sink);
}
void SimIo::stop_receive(SocketHandle socket, ReceiveSink& sink) {
  world_.network().stop_receive(socket, sink);
}
void SimIo::receive_all(SocketHandle socket, std::span<std::byte> into, Completion& done) {
  if (into.empty()) {
    finish(done, 0);
  } else {
    world_.network().receive_all(*this, socket, into, done);
  }
}
void SimIo::send(SocketHandle socket, std::span<iovec> pieces, bool, Completion& done) {
  if (reactor::total_bytes(pieces) == 0) {
    finish(done, 0);
  } else {
    world_.network().send(*this, socket, std::make_unique<MemorySource>(pieces), done);
  }
}
void SimIo::send_file(SocketHandle socket, FileHandle file, uint64_t offset, uint64_t size, bool, Completion& done) {
  if (size == 0) {
    finish(done, 0);
  } else {
    world_.network().send(*this, socket, std::make_unique<FileSource>(world_.disk(), file, offset, size), done);
  }
}
void SimIo::connect(const Endpoint& to, Completion& done) {
  world_.network().connect(*this, to, done);
}
void SimIo::shutdown(SocketHandle socket) {
  world_.network().shutdown(socket);
}
void SimIo::close(SocketHandle socket) {
  world_.network().close(socket);
}

// ---- files

IoResult<FileHandle> SimIo::open(const std::string& path, OpenMode mode) {
  return world_.disk().open(path, mode, process_);
}
void SimIo::close(FileHandle file) {
  world_.disk().close(file);
}
IoResult<FileStatus> SimIo::status(FileHandle file) {
  return world_.disk().status(file);
}
IoResult<FileStatus> SimIo::status(const std::string& path) {
  return world_.disk().status(path);
}
IoResult<void> SimIo::write(FileHandle file, std::span<const iovec> pieces, uint64_t offset) {
  return world_.disk().write(file, pieces, offset, wall_clock_ms());
}
IoResult<size_t> SimIo::read_now(FileHandle file, std::span<std::byte> into, uint64_t offset) {
  return world_.disk().read(file, into, offset);
}
// By chance the page cache has all of it, or nothing.
IoResult<size_t> SimIo::read_resident(FileHandle file, std::span<std::byte> into, uint64_t offset) {
  if (world_.random() % 2 == 0) return std::unexpected(IoError{EAGAIN});
  return world_.disk().read(file, into, offset);
}
IoResult<std::vector<DirectoryEntry>> SimIo::list(const std::string& directory) {
  return world_.disk().list(directory);
}
IoResult<void> SimIo::lock(FileHandle file) {
  return world_.disk().lock(file);
}
IoResult<void> SimIo::set_attribute(FileHandle file, const std::string& name, std::string_view value) {
  return world_.disk().set_attribute(file, name, value);
}

IoResult<std::string> SimIo::attribute(const std::string& path, const std::string& name) {
  return world_.disk().attribute(path, name);
}

IoResult<uint64_t> SimIo::free_bytes(const std::string& path) {
  return world_.disk().free_bytes(path);
}

template <class Call>
void SimIo::on_disk(Completion& done, Call what) {
  world_.at(world_.now_ns() + world_.disk_delay_ns(), alive(), [this, &done, what] {
    const IoResult<void> result = what(world_.disk());
    finish(done, result ? 0 : -result.error().code);
  });
}

void SimIo::read(FileHandle file, std::span<std::byte> into, uint64_t offset, Completion& done) {
  world_.at(world_.now_ns() + world_.disk_delay_ns(), alive(), [this, file, into, offset, &done] {
    const IoResult<size_t> result = world_.disk().read(file, into, offset);
    finish(done, result ? static_cast<int32_t>(*result) : -result.error().code);
  });
}
void SimIo::sync_data(FileHandle file, Completion& done) {
  on_disk(done, [file](SimDisk& disk) { return disk.sync(file); });
}
void SimIo::sync_directory(const std::string& path, Completion& done) {
  on_disk(done, [path](SimDisk& disk) { return disk.sync_directory(path); });
}
void SimIo::start_writeback(FileHandle, uint64_t, uint64_t, Completion& done) {
  on_disk(done, [](SimDisk&) { return IoResult<void>(); });
}
void SimIo::write_durable(FileHandle file, std::span<const std::byte> bytes, uint64_t offset, Completion& done) {
  const uint64_t number = world_.disk().begin_durable_write(file, bytes, offset);
  world_.at(world_.now_ns() + world_.disk_delay_ns(), alive(), [this, number, size = bytes.size(), &done] {
    const IoResult<void> result = world_.disk().end_durable_write(number, world_.wall_clock_ms());
    finish(done, result ? static_cast<int32_t>(size) : -result.error().code);
  });
}
void SimIo::drop_cache(FileHandle, uint64_t, uint64_t, Completion& done) {
  on_disk(done, [](SimDisk&) { return IoResult<void>(); });
}
void SimIo::preallocate(FileHandle, uint64_t, uint64_t, Completion& done) {
  on_disk(done, [](SimDisk&) { return IoResult<void>(); });
}
void SimIo::truncate(FileHandle file, uint64_t size, Completion& done) {
  on_disk(done, [file, size](SimDisk& disk) { return disk.truncate(file, size); });
}
void SimIo::rename(const std::string& from, const std::string& to, Completion& done) {
  on_disk(done, [from, to](SimDisk& disk) { return disk.rename(from, to); });
}
void SimIo::unlink(const std::string& path, Completion& done) {
  on_disk(done, [path](SimDisk& disk) { return disk.unlink(path); });
}
void SimIo::make_directory(const std::string& path, Completion& done) {
  on_disk(done, [path](SimDisk& disk) { return disk.make_directory(path); });
}
void SimIo::remove_directory(const std::string& path, Completion& done) {
  on_disk(done, [path](SimDisk& disk) { return disk.remove_directory(path); });
}

}  // namespace klamm::sim
