#pragma once

#include <gtest/gtest.h>

#include <string>

#include "reactor/runtime.h"
#include "reactor/sync.h"
#include "tests/reactor/io_of_tests.h"

namespace klamm::reactor::test {

// Runs `main` on every shard of a runtime over these cores and waits until all have ended.
inline void run_on_shards(const std::string& cores, Runtime::ShardMain main, RuntimeOptions options = {}) {
  if (const auto missing = missing_for_tests()) GTEST_SKIP() << *missing;
  options.io = io_of_tests();
  options.cores = *CoreSet::parse(cores);
  auto runtime = Runtime::start(options, std::move(main));
  ASSERT_TRUE(runtime.has_value()) << runtime.error();
  (*runtime)->request_stop();
  (*runtime)->join();
}

inline std::string core_text_name(const ::testing::TestParamInfo<const char*>& info) {
  std::string name = "Cores_";
  for (const char* at = info.param; *at != '\0'; ++at) name += *at == ',' || *at == '-' ? '_' : *at;
  return name;
}

}  // namespace klamm::reactor::test
