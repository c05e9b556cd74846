#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace klamm::reactor {

// What was found out about this kernel and this process's rights on it.
struct KernelFacts {
  std::string release;              // of uname(2), "6.1.0-18-amd64"
  int ring_error = 0;               // errno of making a ring; 0 = made
  int io_uring_disabled = -1;       // kernel.io_uring_disabled; -1 = no such setting
  uint64_t memlock_bytes = 0;       // RLIMIT_MEMLOCK; UINT64_MAX = unlimited
  std::array<bool, 256> opcodes{};  // known to the kernel, by IORING_OP_*
  bool has_wait_timeout = false;    // IORING_FEAT_EXT_ARG
  int buffer_ring_error = 0;        // errno of registering a buffer ring; 0 = registered
  int multishot_receive_error = 0;  // errno of a multishot receive over it; 0 = works
};

// Tries it out. Makes and drops a small ring.
// @core any
KernelFacts probe_kernel();

// What is missing for Klamm and its remedy, in one sentence for a person; nothing when all is there. Pure.
std::optional<std::string> missing_feature(const KernelFacts& facts);

// probe_kernel and missing_feature together: call it first at start, print the sentence and exit with 1.
std::optional<std::string> missing_kernel_feature();

}  // namespace klamm::reactor
