#include "reactor/feature_probe.h"

#include <fmt/format.h>
#include <liburing.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>

#include "reactor/io_error.h"
#include "reactor/uring_buffers.h"

namespace klamm::reactor {

namespace {

struct NamedOpcode {
  uint8_t opcode;
  const char* name;
};

// Every operation that has no fallback. The newest (SEND_ZC's time, 6.0) came with multishot receive.
constexpr NamedOpcode kNeeded[] = {
    {IORING_OP_FSYNC, "IORING_OP_FSYNC"},
    {IORING_OP_POLL_ADD, "IORING_OP_POLL_ADD"},
    {IORING_OP_SYNC_FILE_RANGE, "IORING_OP_SYNC_FILE_RANGE"},
    {IORING_OP_SENDMSG, "IORING_OP_SENDMSG"},
    {IORING_OP_ACCEPT, "IORING_OP_ACCEPT"},
    {IORING_OP_ASYNC_CANCEL, "IORING_OP_ASYNC_CANCEL"},
    {IORING_OP_CONNECT, "IORING_OP_CONNECT"},
    {IORING_OP_FALLOCATE, "IORING_OP_FALLOCATE"},
    {IORING_OP_READ, "IORING_OP_READ"},
    {IORING_OP_FADVISE, "IORING_OP_FADVISE"},
    {IORING_OP_SEND, "IORING_OP_SEND"},
    {IORING_OP_RECV, "IORING_OP_RECV"},
    {IORING_OP_RENAMEAT, "IORING_OP_RENAMEAT"},
    {IORING_OP_UNLINKAT, "IORING_OP_UNLINKAT"},
    {IORING_OP_MKDIRAT, "IORING_OP_MKDIRAT"},
    {IORING_OP_MSG_RING, "IORING_OP_MSG_RING"},
};

constexpr const char* kNeedsKernel = "Klamm's io_uring needs Linux 6.1 or newer.";

int read_setting(const char* path) {
  std::ifstream file(path);
  int value = -1;
  return file >> value ? value : -1;
}

// One byte through a socket pair, received by a multishot receive into a buffer of the ring.
int try_multishot_receive(io_uring& ring) {
  int sockets[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) return errno;
  int error = 0;
  if (::write(sockets[1], "k", 1) != 1) error = errno;
  io_uring_sqe* const sqe = io_uring_get_sqe(&ring);
  io_uring_prep_recv_multishot(sqe, sockets[0], nullptr, 0, 0);
  sqe->user_data = 0;
  sqe->flags |= IOSQE_BUFFER_SELECT;
  sqe->buf_group = UringBuffers::kGroup;
  io_uring_cqe* cqe = nullptr;
  __kernel_timespec timeout{1, 0};
  const int waited = io_uring_submit_and_wait_timeout(&ring, &cqe, 1, &timeout, nullptr);
  if (error == 0 && (waited < 0 || cqe == nullptr)) error = ETIME;
  if (error == 0 && cqe->res < 0) error = -cqe->res;
  if (error == 0 && (cqe->flags & IORING_CQE_F_BUFFER) == 0) error = EINVAL;
  ::close(sockets[0]);
  ::close(sockets[1]);
  return error;
}

std::string kernel(const KernelFacts& facts) {
  return fmt::format("the kernel ({})", facts.release);
}

std::string capitalized(std::string text) {
  const bool is_a_name = text.starts_with("io_uring");
  if (!is_a_name && !text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string why_forbidden(const KernelFacts& facts) {
  if (facts.io_uring_disabled == 2) {
    return "io_uring is switched off on this machine (kernel.io_uring_disabled = 2): allow it with "
           "'sysctl -w kernel.io_uring_disabled=0'.";
  }
  if (facts.io_uring_disabled == 1) {
    return "io_uring is kept to privileged processes on this machine (kernel.io_uring_disabled = 1): set it to 0, or "
           "put "
           "Klamm's user into the group that kernel.io_uring_group names.";
  }
  return "io_uring is forbidden to this process (EPERM), most likely by the seccomp profile of its container: allow "
         "io_uring_setup, io_uring_enter and io_uring_register in that profile.";
}

std::string why_out_of_memory(const KernelFacts& facts, const char* what) {
  const std::string limit =
      facts.memlock_bytes == UINT64_MAX ? "unlimited" : fmt::format("{} KiB", facts.memlock_bytes / 1024);
  return fmt::format(
      "there is not enough lockable memory for {} (ENOMEM; RLIMIT_MEMLOCK is {}): raise it to 8 MiB or more, with "
      "LimitMEMLOCK= in a systemd unit or 'ulimit -l'.",
      what, limit);
}

std::string why_no_ring(const KernelFacts& facts) {
  switch (facts.ring_error) {
    case ENOSYS:
      return fmt::format("{} has no io_uring, or a seccomp profile hides it (ENOSYS): {}", kernel(facts), kNeedsKernel);
    case EPERM:
    case EACCES:
      return why_forbidden(facts);
    case ENOMEM:
      return why_out_of_memory(facts, "an io_uring");
    case EMFILE:
    case ENFILE:
      return fmt::format(
          "no file descriptor is left for an io_uring ({}): raise the limit of open files, with LimitNOFILE= in a "
          "systemd "
          "unit or 'ulimit -n'.",
          IoError{facts.ring_error}.text());
    default:
      return fmt::format("{} refuses an io_uring, {}: {}", kernel(facts), IoError{facts.ring_error}.text(),
                         kNeedsKernel);
  }
}

}  // namespace

KernelFacts probe_kernel() {
  KernelFacts facts;
  utsname names{};
  if (::uname(&names) == 0) facts.release = names.release;
  facts.io_uring_disabled = read_setting("/proc/sys/kernel/io_uring_disabled");
  rlimit limit{};
  if (::getrlimit(RLIMIT_MEMLOCK, &limit) == 0) {
    facts.memlock_bytes = limit.rlim_cur == RLIM_INFINITY ? UINT64_MAX : limit.rlim_cur;
  }
  io_uring ring{};
  io_uring_params params{};
  facts.ring_error = -io_uring_queue_init_params(8, &ring, &params);
  if (facts.ring_error != 0) return facts;
  facts.has_wait_timeout = (params.features & IORING_FEAT_EXT_ARG) != 0;
  if (io_uring_probe* const probe = io_uring_get_probe_ring(&ring)) {
    for (size_t op = 0; op < probe->ops_len && op < facts.opcodes.size(); ++op) {
      facts.opcodes[op] = (probe->ops[op].flags & IO_URING_OP_SUPPORTED) != 0;
    }
    io_uring_free_probe(probe);
  }
  {
    UringBuffers buffers;
    UringOptions options;
    options.receive_buffer_bytes = 4096;
    options.receive_buffer_count_step = 1;
    options.receive_buffer_count_max = 1;
    if (const IoResult<void> result = buffers.set_up(ring, options); !result) {
      facts.buffer_ring_error = result.error().code;
    } else {
      facts.multishot_receive_error = try_multishot_receive(ring);
    }
  }
  io_uring_queue_exit(&ring);
  return facts;
}

std::optional<std::string> missing_feature(const KernelFacts& facts) {
  if (facts.ring_error != 0) return capitalized(why_no_ring(facts));
  for (const NamedOpcode& needed : kNeeded) {
    if (facts.opcodes[needed.opcode]) continue;
    return capitalized(fmt::format("{} lacks the io_uring operation {}: {}", kernel(facts), needed.name, kNeedsKernel));
  }
  if (!facts.has_wait_timeout) {
    return capitalized(
        fmt::format("{} lacks io_uring waits with a timeout (IORING_FEAT_EXT_ARG): {}", kernel(facts), kNeedsKernel));
  }
  if (facts.buffer_ring_error == ENOMEM) return capitalized(why_out_of_memory(facts, "a ring of receive buffers"));
  if (facts.buffer_ring_error != 0) {
    return capitalized(
        fmt::format("{} lacks rings of receive buffers (IORING_REGISTER_PBUF_RING): {}", kernel(facts), kNeedsKernel));
  }
  if (facts.multishot_receive_error != 0) {
    return capitalized(
        fmt::format("{} lacks multishot receive (IORING_RECV_MULTISHOT): {}", kernel(facts), kNeedsKernel));
  }
  return std::nullopt;
}

std::optional<std::string> missing_kernel_feature() {
  return missing_feature(probe_kernel());
}

}  // namespace klamm::reactor
