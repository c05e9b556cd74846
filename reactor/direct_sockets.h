#pragma once

#include "reactor/io.h"

// The socket calls that never wait, the same for every Io over the kernel; see Io.
// @core any
namespace klamm::reactor::direct_sockets {

IoResult<SocketHandle> listen(const Endpoint& at, const ListenOptions& options);
void set_backlog(int fd, int backlog);
IoResult<Endpoint> local_endpoint(int fd);
IoResult<Endpoint> peer_endpoint(int fd);
void set_options(int fd, const SocketOptions& options);

}  // namespace klamm::reactor::direct_sockets
