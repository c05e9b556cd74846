#pragma once

#include <expected>
#include <memory>
#include <string>

#include "reactor/kernel_io.h"
#include "reactor/ring_table.h"
#include "reactor/uring_accept.h"
#include "reactor/uring_buffers.h"
#include "reactor/uring_core.h"
#include "reactor/uring_files.h"
#include "reactor/uring_options.h"
#include "reactor/uring_receive.h"
#include "reactor/uring_send.h"

namespace klamm::reactor {

// The Io over io_uring. Made on the thread that will use it (the ring has a single issuer).
// Descriptors are not registered with the ring: that was measured to change nothing at 64 connections and 6 % at 1000.
//
// @core owner
class UringIo final : public KernelIo {
 public:
  // `table` may be null where there is one shard only. Errors: errno of ring set-up; feature_probe.h says what to do.
  static IoResult<std::unique_ptr<UringIo>> open(const UringOptions& options = {}, RingTable* table = nullptr,
                                                 uint32_t shard = 0);
  ~UringIo() override;

  void start_accept(SocketHandle listener, AcceptSink& sink) override { accept_.start(listener.fd, sink); }
  void stop_accept(SocketHandle listener, AcceptSink& sink) override { accept_.stop(listener.fd, sink); }
  void start_receive(SocketHandle socket, ReceiveSink& sink) override { receive_.start(socket.fd, sink); }
  void stop_receive(SocketHandle, ReceiveSink& sink) override { receive_.stop(sink); }
  void receive_all(SocketHandle socket, std::span<std::byte> into, Completion& done) override {
    receive_.receive_all(socket.fd, into, done);
  }
  void send(SocketHandle socket, std::span<iovec> pieces, bool more, Completion& done) override {
    send_.send(socket.fd, pieces, more, done);
  }
  void send_file(SocketHandle socket, FileHandle file, uint64_t offset, uint64_t size, bool,
                 Completion& done) override {
    send_.send_file(socket.fd, file.fd, offset, size, done);
  }
  void connect(const Endpoint& to, Completion& done) override { accept_.connect(to, done); }
  using KernelIo::close;
  using KernelIo::open;
  void close(SocketHandle socket) override;

  void read(FileHandle file, std::span<std::byte> into, uint64_t offset, Completion& done) override {
    files_.read(file.fd, into, offset, done);
  }
  void sync_data(FileHandle file, Completion& done) override { files_.sync_data(file.fd, done); }
  void sync_directory(const std::string& path, Completion& done) override { files_.sync_directory(path, done); }
  void start_writeback(FileHandle file, uint64_t offset, uint64_t size, Completion& done) override {
    files_.start_writeback(file.fd, offset, size, done);
  }
  void write_durable(FileHandle file, std::span<const std::byte> bytes, uint64_t offset, Completion& done) override {
    files_.write_durable(file.fd, bytes, offset, done);
  }
  void drop_cache(FileHandle file, uint64_t offset, uint64_t size, Completion& done) override {
    files_.drop_cache(file.fd, offset, size, done);
  }
  void preallocate(FileHandle file, uint64_t offset, uint64_t size, Completion& done) override {
    files_.preallocate(file.fd, offset, size, done);
  }
  void truncate(FileHandle file, uint64_t size, Completion& done) override { files_.truncate(file.fd, size, done); }
  void rename(const std::string& from, const std::string& to, Completion& done) override {
    files_.rename(from, to, done);
  }
  void unlink(const std::string& path, Completion& done) override { files_.unlink(path, done); }
  void make_directory(const std::string& path, Completion& done) override { files_.make_directory(path, done); }
  void remove_directory(const std::string& path, Completion& done) override { files_.remove_directory(path, done); }

  int64_t monotonic_ns() const override { return core_->monotonic_ns(); }
  int64_t wall_clock_ms() const override { return core_->wall_clock_ms(); }

  void turn(int64_t deadline_ns, SleepBracket* bracket) override { core_->turn(deadline_ns, bracket); }
  void update_clocks() override { core_->update_clocks(); }
  bool has_unsubmitted() const noexcept override { return core_->has_unsubmitted(); }
  void wake(uint32_t shard) override { core_->wake(shard); }
  void interrupt() noexcept override { core_->interrupt(); }
  bool has_completions() const noexcept override { return core_->has_completions(); }
  IoMetrics metrics() const override;

  // What the kernel granted (IORING_SETUP_*), for the start-up log.
  uint32_t setup_flags() const { return core_->setup_flags(); }

 private:
  UringIo(std::unique_ptr<UringCore> core, const UringOptions& options);
  void return_buffer(uint16_t id) noexcept override { receive_.return_buffer(id); }

  std::unique_ptr<UringCore> core_;
  UringBuffers buffers_;
  UringAccept accept_;
  UringReceive receive_;
  UringSend send_;
  UringFiles files_;
};

}  // namespace klamm::reactor
