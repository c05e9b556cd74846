#pragma once

#include <sys/uio.h>

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reactor/completion.h"
#include "reactor/endpoint.h"
#include "reactor/io_error.h"

// The seam between the rooms and the kernel. UringIo is the real one, and EpollIo where that is refused; SimIo
// (tests/sim) has a virtual clock, in-memory files and sockets, and faults. Each shard has its own Io; every call is
// made on that shard.
//
// Operations that may wait take a Completion that the caller owns (see completion.h); their awaitable forms are in
// reactor/io_await.h. Calls that return a value directly never block for long, or are for start-up only (marked).
namespace klamm::reactor {

// A descriptor number: of the kernel, or of the simulation in SimIo.
struct SocketHandle {
  int fd = -1;
  bool valid() const { return fd >= 0; }
  bool operator==(const SocketHandle&) const = default;
};
struct FileHandle {
  int fd = -1;
  bool valid() const { return fd >= 0; }
  bool operator==(const FileHandle&) const = default;
};

// What an Io counted since it was made.
struct IoMetrics {
  uint64_t slow_write_count = 0;  // direct writes that took longer than 2 ms
  int64_t slowest_write_ns = 0;
  uint64_t cold_send_count = 0;        // waits of file ranges for the disk before they could be sent on
  uint64_t receive_starved_count = 0;  // receives that found no free buffer and waited for one
  uint64_t completion_overflow_count = 0;
  uint64_t receive_buffers_bytes = 0;  // given to the receive ring so far
  uint64_t wake_count = 0;             // wakes sent to other shards
};

class Io;

// A buffer of the shard's receive ring, lent to a connection; goes back to the ring when destroyed.
// May be kept while its bytes are unparsed, but never over the suspension of a request (architecture, life of a
// Produce).
class ReceiveBuffer {
 public:
  ReceiveBuffer() = default;
  ReceiveBuffer(Io* io, uint16_t id, std::span<std::byte> bytes) : io_(io), id_(id), bytes_(bytes) {}
  ReceiveBuffer(ReceiveBuffer&& other) noexcept : io_(other.io_), id_(other.id_), bytes_(other.bytes_) {
    other.io_ = nullptr;
    other.bytes_ = {};
  }
  ReceiveBuffer& operator=(ReceiveBuffer&& other) noexcept;
  ~ReceiveBuffer() { release(); }
  std::span<std::byte> bytes() const { return bytes_; }
  bool empty() const { return bytes_.empty(); }
  void release() noexcept;

 private:
  Io* io_ = nullptr;
  uint16_t id_ = 0;
  std::span<std::byte> bytes_;
};

// Told of accepted connections until stopped.
class AcceptSink {
 public:
  virtual void on_accept(SocketHandle socket) noexcept = 0;
  // The listener accepts no more: after stop_accept (ECANCELED) or for good. A passing error (EMFILE, ECONNABORTED) is
  // reported too and accepting resumes by start_accept.
  virtual void on_accept_end(IoError error) noexcept = 0;

 protected:
  ~AcceptSink() = default;
};

// Told of bytes of one socket while receiving is started (multishot receive over the provided-buffer ring).
class ReceiveSink {
 public:
  // The call may keep the buffer by moving from it. Bytes that had arrived before the kernel saw stop_receive still
  // come here, up to on_receive_end.
  virtual void on_receive(ReceiveBuffer buffer) noexcept = 0;
  // Receiving ended and nothing more comes until start_receive: error 0 = the peer closed its side, ECANCELED =
  // stopped, ENOBUFS = no receive buffer is free, for a sink that does not wait for one.
  virtual void on_receive_end(IoError error) noexcept = 0;
  // Whether it wants to be in the line of those who wait for a receive buffer, first in, first out.
  virtual bool waits_for_buffers() const noexcept { return true; }
  // Belongs to the Io while receiving.
  void* io_state = nullptr;

 protected:
  ~ReceiveSink() = default;
};

struct ListenOptions {
  int backlog = 128;
  bool reuse_address = true;
};

struct SocketOptions {
  bool no_delay = true;
  int send_buffer_bytes = -1;     // -1: the system's
  int receive_buffer_bytes = -1;  // -1: the system's
  // A peer that acknowledges nothing, or takes nothing of what waits for it, for so long is cut off; 0: the system's.
  uint32_t unacknowledged_ms = 0;
  std::string congestion_control;  // empty: the system's
};

// kCreate: read-write, made if absent. kCreateDirect, kReadDirect: like kCreate and kRead, past the page cache; what is
// read and written, where in the file and where in memory, is then in multiples of kDirectAlignmentBytes. EINVAL: the
// file system has no such way, wants larger multiples, or (kReadDirect) does not say that it has one. A direct read
// gives fewer at the end of the file, and sees what the cache has.
enum class OpenMode : uint8_t { kRead, kReadWrite, kCreate, kCreateExclusive, kCreateDirect, kReadDirect };
inline constexpr uint32_t kDirectAlignmentBytes = 4096;
inline constexpr size_t kAttributeBytesMax = 64;

struct FileStatus {
  uint64_t size_bytes = 0;
  int64_t modified_ms = 0;
  bool is_directory = false;
};

struct DirectoryEntry {
  std::string name;
  bool is_directory = false;
};

// Brackets the sleep inside Io::turn(). Between before_sleep() and after_sleep() the sleeping thread touches nothing of
// its shard, so that another thread may run the shard meanwhile (see Mesh).
class SleepBracket {
 public:
  // False: something has arrived, and the turn must not sleep (after_sleep() is called all the same).
  virtual bool before_sleep() noexcept = 0;
  virtual void after_sleep() noexcept = 0;

 protected:
  ~SleepBracket() = default;
};

class Io {
 public:
  virtual ~Io() = default;

  // ---- sockets
  virtual IoResult<SocketHandle> listen(const Endpoint& at, const ListenOptions& options) = 0;
  virtual void set_backlog(SocketHandle listener, int backlog) = 0;  // of connections that are not accepted yet
  virtual IoResult<Endpoint> local_endpoint(SocketHandle socket) = 0;
  virtual IoResult<Endpoint> peer_endpoint(SocketHandle socket) = 0;
  virtual void set_options(SocketHandle socket, const SocketOptions& options) = 0;  // best effort
  virtual void start_accept(SocketHandle listener, AcceptSink& sink) = 0;
  virtual void stop_accept(SocketHandle listener, AcceptSink& sink) = 0;
  virtual void start_receive(SocketHandle socket, ReceiveSink& sink) = 0;
  virtual void stop_receive(SocketHandle socket, ReceiveSink& sink) = 0;  // on_receive_end follows, always later
  // Fills the whole span unless the peer closes or an error comes; result: bytes received (less than asked: closed).
  virtual void receive_all(SocketHandle socket, std::span<std::byte> into, Completion& done) = 0;
  // Sends all bytes of the pieces (a short kernel send is continued); result: 0 or -errno. `more`: a file range
  // follows. The iovec array must live until the completion; it is modified.
  virtual void send(SocketHandle socket, std::span<iovec> pieces, bool more, Completion& done) = 0;
  // Sends [offset, offset + size) of the file: sendfile(2) for resident ranges, read ahead through the ring for cold
  // ones. Result: 0 or -errno (-EIO when the file is shorter).
  virtual void send_file(SocketHandle socket, FileHandle file, uint64_t offset, uint64_t size, bool more,
                         Completion& done) = 0;
  // To a numeric address (a name: -EINVAL, since looking it up would block). Result: the socket's fd.
  virtual void connect(const Endpoint& to, Completion& done) = 0;
  virtual void shutdown(SocketHandle socket) = 0;  // both directions; ends what waits on it
  virtual void close(SocketHandle socket) = 0;     // nothing may be in flight on it

  // ---- files: direct calls (page cache or start-up only)
  virtual IoResult<FileHandle> open(const std::string& path, OpenMode mode) = 0;
  // For a file whose ranges are sent: only what is asked for is read, never more behind it. The kernel's reading ahead
  // runs inside of the call that meets its mark, which holds the shard up.
  virtual void stop_kernel_read_ahead(FileHandle file) = 0;
  virtual void close(FileHandle file) = 0;
  virtual IoResult<FileStatus> status(FileHandle file) = 0;
  virtual IoResult<FileStatus> status(const std::string& path) = 0;
  // Whole write into the page cache with pwritev(2), never short: a short write of the kernel is continued, its error
  // (ENOSPC) returned; what was written before the error is the caller's to truncate. A call over 2 ms is counted.
  virtual IoResult<void> write(FileHandle file, std::span<const iovec> pieces, uint64_t offset) = 0;
  // Reads up to the span's size with pread(2); for start-up and small files. Result: bytes (0 at the end).
  virtual IoResult<size_t> read_now(FileHandle file, std::span<std::byte> into, uint64_t offset) = 0;
  virtual bool is_resident(FileHandle file, uint64_t offset, uint64_t size) = 0;
  // Reads what is in the page cache and never waits for the disk. Result: bytes, fewer than asked where the rest is not
  // there (or the file ends); EAGAIN when nothing can be had like this.
  virtual IoResult<size_t> read_resident(FileHandle file, std::span<std::byte> into, uint64_t offset) = 0;
  virtual IoResult<std::vector<DirectoryEntry>> list(const std::string& directory) = 0;
  virtual IoResult<void> lock(
      FileHandle file) = 0;  // fcntl record lock on the whole file; EAGAIN when another process has it
  virtual IoResult<uint64_t> free_bytes(const std::string& path) = 0;
  // An extended attribute, which goes where the file goes; `name` begins with "user.". ENOTSUP: the file system has
  // none.
  virtual IoResult<void> set_attribute(FileHandle file, const std::string& name, std::string_view value) = 0;
  // ENODATA: the file has no such one. Values of more than kAttributeBytesMax are an error, ERANGE.
  virtual IoResult<std::string> attribute(const std::string& path, const std::string& name) = 0;

  // ---- files: through the ring. Result: bytes for read, else 0, or -errno.
  virtual void read(FileHandle file, std::span<std::byte> into, uint64_t offset, Completion& done) = 0;
  virtual void sync_data(FileHandle file, Completion& done) = 0;  // fdatasync
  // Writes and waits until the disk has it, this range and what is needed to read it (RWF_DSYNC). Result: bytes, maybe
  // fewer than asked. After an error, or a power loss meanwhile, any part of the range may be old or new.
  virtual void write_durable(FileHandle file, std::span<const std::byte> bytes, uint64_t offset, Completion& done) = 0;
  virtual void sync_directory(const std::string& path, Completion& done) = 0;
  virtual void start_writeback(FileHandle file, uint64_t offset, uint64_t size, Completion& done) = 0;
  // Writes the range back, waits for that and drops it from the page cache (sync_file_range, fadvise DONTNEED).
  virtual void drop_cache(FileHandle file, uint64_t offset, uint64_t size, Completion& done) = 0;
  virtual void preallocate(FileHandle file, uint64_t offset, uint64_t size,
                           Completion& done) = 0;  // fallocate KEEP_SIZE
  virtual void truncate(FileHandle file, uint64_t size, Completion& done) = 0;
  virtual void rename(const std::string& from, const std::string& to, Completion& done) = 0;  // strings live until done
  virtual void unlink(const std::string& path, Completion& done) = 0;
  virtual void make_directory(const std::string& path, Completion& done) = 0;
  virtual void remove_directory(const std::string& path, Completion& done) = 0;  // an empty one

  // ---- clock and chance
  virtual int64_t monotonic_ns() const = 0;   // cached once per loop
  virtual int64_t wall_clock_ms() const = 0;  // cached once per loop
  // The monotonic clock read anew, for measuring what happens within a turn of the loop.
  virtual int64_t monotonic_ns_now() const = 0;
  virtual uint64_t random() = 0;

  // ---- for the loop and the mesh only
  // Submits what is queued, waits until `deadline_ns` (monotonic; <= now: does not wait) or a completion or a wake, and
  // appends finished completions to the shard's ready queue.
  // The sleep, if there is one, is bracketed by `bracket` (may be null).
  virtual void turn(int64_t deadline_ns, SleepBracket* bracket = nullptr) = 0;
  // Reads the clocks again, as turn() does at its end; for a thread that runs a sleeping shard.
  virtual void update_clocks() = 0;
  // Whether something waits for the next turn() to be submitted: a sleeping shard that was run by another thread must
  // be woken for it.
  virtual bool has_unsubmitted() const noexcept = 0;
  virtual void wake(uint32_t shard) = 0;  // wakes a sleeping shard's turn() (MSG_RING)
  // Ends this Io's own turn() at once. @core any
  virtual void interrupt() noexcept {}
  // Whether turn() would find something without waiting. Cheap: it makes no system call, so a loop may spin on it.
  virtual bool has_completions() const noexcept { return false; }
  virtual IoMetrics metrics() const { return {}; }

 protected:
  friend class ReceiveBuffer;
  virtual void return_buffer(uint16_t id) noexcept = 0;
};

inline void ReceiveBuffer::release() noexcept {
  if (io_ != nullptr) io_->return_buffer(id_);
  io_ = nullptr;
  bytes_ = {};
}

inline ReceiveBuffer& ReceiveBuffer::operator=(ReceiveBuffer&& other) noexcept {
  if (this != &other) {
    release();
    io_ = other.io_;
    id_ = other.id_;
    bytes_ = other.bytes_;
    other.io_ = nullptr;
    other.bytes_ = {};
  }
  return *this;
}

}  // namespace klamm::reactor
