#pragma once

#include <string>
#include <vector>

#include "reactor/direct_files.h"
#include "reactor/direct_sockets.h"
#include "reactor/io.h"
#include "reactor/kernel_clock.h"
#include "reactor/random_numbers.h"

namespace klamm::reactor {

// What every Io over the kernel does by plain system calls, whichever way it waits for the others.
// Making one sets SIGPIPE to be ignored in the process: sendfile(2) has no flag against it.
// @core owner
class KernelIo : public Io {
 public:
  IoResult<SocketHandle> listen(const Endpoint& at, const ListenOptions& options) override {
    return direct_sockets::listen(at, options);
  }
  void set_backlog(SocketHandle listener, int backlog) override { direct_sockets::set_backlog(listener.fd, backlog); }
  IoResult<Endpoint> local_endpoint(SocketHandle socket) override { return direct_sockets::local_endpoint(socket.fd); }
  IoResult<Endpoint> peer_endpoint(SocketHandle socket) override { return direct_sockets::peer_endpoint(socket.fd); }
  void set_options(SocketHandle socket, const SocketOptions& options) override {
    direct_sockets::set_options(socket.fd, options);
  }
  void shutdown(SocketHandle socket) override;

  IoResult<FileHandle> open(const std::string& path, OpenMode mode) override { return direct_files::open(path, mode); }
  void stop_kernel_read_ahead(FileHandle file) override { direct_files::stop_kernel_read_ahead(file.fd); }
  using Io::close;
  void close(FileHandle file) override;
  IoResult<FileStatus> status(FileHandle file) override { return direct_files::status(file.fd); }
  IoResult<FileStatus> status(const std::string& path) override { return direct_files::status(path); }
  IoResult<void> write(FileHandle file, std::span<const iovec> pieces, uint64_t offset) override {
    return writes_.write(file.fd, pieces, offset);
  }
  IoResult<size_t> read_now(FileHandle file, std::span<std::byte> into, uint64_t offset) override {
    return direct_files::read_now(file.fd, into, offset);
  }
  bool is_resident(FileHandle file, uint64_t offset, uint64_t size) override;
  IoResult<size_t> read_resident(FileHandle file, std::span<std::byte> into, uint64_t offset) override {
    return direct_files::read_resident(file.fd, into, offset);
  }
  IoResult<std::vector<DirectoryEntry>> list(const std::string& directory) override {
    return direct_files::list(directory);
  }
  IoResult<void> lock(FileHandle file) override { return direct_files::lock(file.fd); }
  IoResult<uint64_t> free_bytes(const std::string& path) override { return direct_files::free_bytes(path); }
  IoResult<void> set_attribute(FileHandle file, const std::string& name, std::string_view value) override {
    return direct_files::set_attribute(file.fd, name, value);
  }
  IoResult<std::string> attribute(const std::string& path, const std::string& name) override {
    return direct_files::attribute(path, name);
  }
  int64_t monotonic_ns_now() const override { return kernel_monotonic_ns(); }
  uint64_t random() override { return random_.next(); }
  IoMetrics metrics() const override;

 protected:
  KernelIo();

 private:
  DirectWrites writes_;
  RandomNumbers random_;
};

}  // namespace klamm::reactor
