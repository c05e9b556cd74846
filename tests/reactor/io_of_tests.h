#pragma once

#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "reactor/feature_probe.h"
#include "reactor/io_choice.h"

namespace klamm::reactor::test {

// The kind of Io that tests on real threads run on: io_uring, or what KLAMM_TEST_IO says.
inline IoKind io_of_tests() {
  const char* const wished = std::getenv("KLAMM_TEST_IO");
  return wished != nullptr && std::string_view(wished) == "epoll" ? IoKind::kEpoll : IoKind::kUring;
}

// What the kernel lacks for it, if anything.
inline std::optional<std::string> missing_for_tests() {
  return io_of_tests() == IoKind::kEpoll ? std::nullopt : missing_kernel_feature();
}

}  // namespace klamm::reactor::test
