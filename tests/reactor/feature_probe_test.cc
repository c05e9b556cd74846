#include "reactor/feature_probe.h"

#include <gtest/gtest.h>
#include <liburing.h>

#include <cerrno>

namespace klamm::reactor::test {
namespace {

KernelFacts complete() {
  KernelFacts facts;
  facts.release = "6.1.0";
  facts.opcodes.fill(true);
  facts.has_wait_timeout = true;
  facts.memlock_bytes = 8192 * 1024;
  return facts;
}

TEST(FeatureProbe, ACompleteKernelMissesNothing) {
  EXPECT_EQ(missing_feature(complete()), std::nullopt);
}

TEST(FeatureProbe, SwitchedOffBySetting) {
  KernelFacts facts = complete();
  facts.ring_error = EPERM;
  facts.io_uring_disabled = 2;
  EXPECT_EQ(missing_feature(facts),
            "io_uring is switched off on this machine (kernel.io_uring_disabled = 2): allow it with "
            "'sysctl -w kernel.io_uring_disabled=0'.");
  facts.io_uring_disabled = 1;
  EXPECT_EQ(
      missing_feature(facts),
      "io_uring is kept to privileged processes on this machine (kernel.io_uring_disabled = 1): set it to 0, or put "
      "Klamm's user into the group that kernel.io_uring_group names.");
}

TEST(FeatureProbe, ForbiddenBySeccomp) {
  KernelFacts facts = complete();
  facts.ring_error = EPERM;
  facts.io_uring_disabled = 0;
  EXPECT_EQ(missing_feature(facts),
            "io_uring is forbidden to this process (EPERM), most likely by the seccomp profile of its container: allow "
            "io_uring_setup, io_uring_enter and io_uring_register in that profile.");
}

TEST(FeatureProbe, TooLittleLockableMemory) {
  KernelFacts facts = complete();
  facts.ring_error = ENOMEM;
  facts.memlock_bytes = 64 * 1024;
  EXPECT_EQ(
      missing_feature(facts),
      "There is not enough lockable memory for an io_uring (ENOMEM; RLIMIT_MEMLOCK is 64 KiB): raise it to 8 MiB or "
      "more, with LimitMEMLOCK= in a systemd unit or 'ulimit -l'.");
  facts.ring_error = 0;
  facts.buffer_ring_error = ENOMEM;
  EXPECT_EQ(
      missing_feature(facts),
      "There is not enough lockable memory for a ring of receive buffers (ENOMEM; RLIMIT_MEMLOCK is 64 KiB): raise "
      "it to 8 MiB or more, with LimitMEMLOCK= in a systemd unit or 'ulimit -l'.");
}

TEST(FeatureProbe, TooManyOpenFiles) {
  KernelFacts facts = complete();
  facts.ring_error = EMFILE;
  EXPECT_EQ(missing_feature(facts),
            "No file descriptor is left for an io_uring (Too many open files (EMFILE)): raise the limit of open files, "
            "with LimitNOFILE= in a systemd unit or 'ulimit -n'.");
}

TEST(FeatureProbe, KernelsThatAreTooOld) {
  KernelFacts facts = complete();
  facts.release = "4.19.0";
  facts.ring_error = ENOSYS;
  EXPECT_EQ(missing_feature(facts),
            "The kernel (4.19.0) has no io_uring, or a seccomp profile hides it (ENOSYS): Klamm's io_uring needs Linux "
            "6.1 or newer.");
  facts = complete();
  facts.release = "5.15.0";
  facts.opcodes[IORING_OP_MSG_RING] = false;
  EXPECT_EQ(missing_feature(facts),
            "The kernel (5.15.0) lacks the io_uring operation IORING_OP_MSG_RING: Klamm's io_uring needs Linux 6.1 or "
            "newer.");
  facts = complete();
  facts.has_wait_timeout = false;
  EXPECT_EQ(missing_feature(facts),
            "The kernel (6.1.0) lacks io_uring waits with a timeout (IORING_FEAT_EXT_ARG): Klamm's io_uring needs "
            "Linux 6.1 or newer.");
  facts = complete();
  facts.release = "5.18.0";
  facts.buffer_ring_error = EINVAL;
  EXPECT_EQ(missing_feature(facts),
            "The kernel (5.18.0) lacks rings of receive buffers (IORING_REGISTER_PBUF_RING): Klamm's io_uring needs "
            "Linux 6.1 or "
            "newer.");
  facts = complete();
  facts.release = "5.19.0";
  facts.multishot_receive_error = EINVAL;
  EXPECT_EQ(missing_feature(facts),
            "The kernel (5.19.0) lacks multishot receive (IORING_RECV_MULTISHOT): Klamm's io_uring needs Linux 6.1 or "
            "newer.");
  facts = complete();
  facts.ring_error = EINVAL;
  EXPECT_EQ(
      missing_feature(facts),
      "The kernel (6.1.0) refuses an io_uring, Invalid argument (EINVAL): Klamm's io_uring needs Linux 6.1 or newer.");
}

TEST(FeatureProbe, AsksTheRunningKernel) {
  const KernelFacts facts = probe_kernel();
  EXPECT_FALSE(facts.release.empty());
  if (facts.ring_error != 0) GTEST_SKIP() << *missing_feature(facts);
  EXPECT_TRUE(facts.opcodes[IORING_OP_READ]);
  EXPECT_FALSE(facts.opcodes[255]);
}

}  // namespace
}  // namespace klamm::reactor::test
