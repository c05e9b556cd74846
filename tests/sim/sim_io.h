#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "reactor/io.h"
#include "tests/sim/sim_disk.h"
#include "tests/sim/sim_network.h"
#include "tests/sim/sim_world.h"

namespace klamm::sim {

// The Io of one shard of one process in a simulated world.
class SimIo final : public reactor::Io {
 public:
  SimIo(SimWorld& world, uint32_t process);
  ~SimIo() override;

  uint32_t process() const { return process_; }
  // Expires with this Io: events of operations that nobody waits for any more are dropped.
  std::weak_ptr<void> alive() const { return alive_; }

  // ---- for the network: results on their way to the shard
  void finish(Completion& done, int32_t result);
  void tell_accepted(AcceptSink& sink, int fd);
  void tell_accept_end(AcceptSink& sink, int error);
  void tell_receive_end(ReceiveSink& sink, int error);
  // Copies a buffer full into a free receive buffer. Returns how many bytes; 0: no buffer is free.
  size_t tell_received(ReceiveSink& sink, std::string_view bytes);
  void wait_for_buffer(int fd) { starved_.push_back(fd); }

  // ---- Io
  IoResult<SocketHandle> listen(const Endpoint& at, const reactor::ListenOptions&) override;
  void set_backlog(SocketHandle, int) override {}
  IoResult<Endpoint> local_endpoint(SocketHandle socket) override;
  IoResult<Endpoint> peer_endpoint(SocketHandle socket) override;
  void set_options(SocketHandle, const reactor::SocketOptions&) override {}
  void start_accept(SocketHandle listener, AcceptSink& sink) override;
  void stop_accept(SocketHandle listener, AcceptSink& sink) override;
  void start_receive(SocketHandle socket, ReceiveSink& sink) override;
  void stop_receive(SocketHandle socket, ReceiveSink& sink) override;
  void receive_all(SocketHandle socket, std::span<std::byte> into, Completion& done) override;
  void send(SocketHandle socket, std::span<iovec> pieces, bool more, Completion& done) override;
  void send_file(SocketHandle socket, FileHandle file, uint64_t offset, uint64_t size, bool more,
                 Completion& done) override;
  void connect(const Endpoint& to, Completion& done) override;
  void shutdown(SocketHandle socket) override;
  void close(SocketHandle socket) override;

  IoResult<FileHandle> open(const std::string& path, OpenMode mode) override;
  void stop_kernel_read_ahead(FileHandle) override {}
  void close(FileHandle file) override;
  IoResult<FileStatus> status(FileHandle file) override;
  IoResult<FileStatus> status(const std::string& path) override;
  IoResult<void> write(FileHandle file, std::span<const iovec> pieces, uint64_t offset) override;
  IoResult<size_t> read_now(FileHandle file, std::span<std::byte> into, uint64_t offset) override;
  bool is_resident(FileHandle, uint64_t, uint64_t) override { return true; }
  IoResult<size_t> read_resident(FileHandle file, std::span<std::byte> into, uint64_t offset) override;
  IoResult<std::vector<DirectoryEntry>> list(const std::string& directory) override;
  IoResult<void> lock(FileHandle file) override;
  IoResult<uint64_t> free_bytes(const std::string& path) override;
  IoResult<void> set_attribute(FileHandle file, const std::string& name, std::string_view value) override;
  IoResult<std::string> attribute(const std::string& path, const std::string& name) override;

  void read(FileHandle file, std::span<std::byte> into, uint64_t offset, Completion& done) override;
  void sync_data(FileHandle file, Completion& done) override;
  void sync_directory(const std::string& path, Completion& done) override;
  void start_writeback(FileHandle file, uint64_t offset, uint64_t size, Completion& done) override;
  void write_durable(FileHandle file, std::span<const std::byte> bytes, uint64_t offset, Completion& done) override;
  void drop_cache(FileHandle file, uint64_t offset, uint64_t size, Completion& done) override;
  void preallocate(FileHandle file, uint64_t offset, uint64_t size, Completion& done) override;
  void truncate(FileHandle file, uint64_t size, Completion& done) override;
  void rename(const std::string& from, const std::string& to, Completion& done) override;
  void unlink(const std::string& path, Completion& done) override;
  void make_directory(const std::string& path, Completion& done) override;
  void remove_directory(const std::string& path, Completion& done) override;

  int64_t monotonic_ns() const override { return world_.now_ns(); }
  int64_t wall_clock_ms() const override { return world_.wall_clock_ms(); }
  int64_t monotonic_ns_now() const override { return world_.now_ns(); }
  uint64_t random() override { return world_.random(); }
  // Never waits: the runtime moves the clock.
  void turn(int64_t deadline_ns, reactor::SleepBracket* bracket) override;
  void update_clocks() override {}
  bool has_unsubmitted() const noexcept override { return false; }
  void wake(uint32_t) override {}
  bool has_completions() const noexcept override { return !finished_.empty(); }

 private:
  struct Arrival;
  void return_buffer(uint16_t id) noexcept override;
  // Runs `what` after the disk's delay and finishes `done` with 0 or its error.
  template <class Call>
  void on_disk(Completion& done, Call what);

  SimWorld& world_;
  uint32_t process_;
  std::shared_ptr<int> alive_ = std::make_shared<int>(0);
  std::vector<Completion*> finished_;
  std::vector<std::unique_ptr<Arrival>> buffers_;
  std::vector<uint16_t> free_buffers_;
  std::deque<int> starved_;
};

}  // namespace klamm::sim
