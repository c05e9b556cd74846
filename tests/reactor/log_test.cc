#include "reactor/log.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdio>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "reactor/log_ring.h"
#include "reactor/log_thread.h"
#include "tests/reactor/world.h"
#include "tests/sim/log_capture.h"
#include "tests/sim/sim_runtime.h"

namespace klamm::reactor::test {
namespace {

std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

TEST(Log, LinesCarryTimeLevelAndShard) {
  LogLine line;
  line.wall_clock_ms = 1'700'000'000'123;
  line.level = LogLevel::kWarning;
  line.text = "disk is full";
  EXPECT_EQ(to_text(line), "2023-11-14T22:13:20.123Z WARN  disk is full");
  line.shard = 3;
  EXPECT_EQ(to_text(line), "2023-11-14T22:13:20.123Z WARN  [shard 3] disk is full");
}

TEST(Log, ALongLineIsCutAndMarked) {
  const sim::LogCapture capture;
  log_info("{}", std::string(5000, 'x'));
  ASSERT_EQ(capture.lines().size(), 1u);
  EXPECT_EQ(capture.lines()[0].size(), kLogLineBytesMax);
  EXPECT_TRUE(capture.lines()[0].ends_with("xxx [cut]"));
}

TEST(Log, LevelsBelowTheLeastAreNotEvenEvaluated) {
  const sim::LogCapture capture;
  int evaluated = 0;
  KLAMM_LOG(LogLevel::kDebug, "{}", ++evaluated);
  EXPECT_EQ(evaluated, 0);
  set_log_level(LogLevel::kDebug);
  KLAMM_LOG(LogLevel::kDebug, "{}", ++evaluated);
  set_log_level(LogLevel::kInfo);
  EXPECT_EQ(evaluated, 1);
  EXPECT_EQ(capture.lines(), (std::vector<std::string>{"1"}));
}

TEST(Log, ASiteIsLimitedToOneLineASecondAndTellsHowManyWereKeptBack) {
  const sim::LogCapture capture;
  sim::SimWorld world;
  sim::SimRuntime runtime(world, 1);
  ASSERT_TRUE(runtime.run([]() -> Task<void> {
    for (int i = 0; i < 25; ++i) {
      KLAMM_LOG_LIMITED(LogLevel::kWarning, "line {}", i);
      co_await sleep_for(100'000'000);
    }
  }()));
  EXPECT_EQ(capture.lines(),
            (std::vector<std::string>{"line 0", "line 10", "(9 more lines like the one above were kept back)",
                                      "line 20", "(9 more lines like the one above were kept back)"}));
}

TEST(Log, TheThreadWritesWhatSeveralThreadsLogAndLosesNothingAtItsEnd) {
  const TemporaryDirectory directory;
  const std::string path = directory.path() + "/log";
  // All of them fit into one ring, which a later thread may have inherited from an earlier one.
  constexpr int kLineCount = 80;
  static_assert(3 * kLineCount < detail::LogRing::kSlotCount);
  {
    const LogThread log_thread(LogOptions{path});
    std::vector<std::thread> writers;
    for (int writer = 0; writer < 3; ++writer) {
      writers.emplace_back([writer] {
        for (int i = 0; i < kLineCount; ++i) log_info("writer {} line {}", writer, i);
      });
    }
    for (std::thread& writer : writers) writer.join();
  }
  const std::vector<std::string> lines = lines_of(path);
  EXPECT_EQ(lines.size(), size_t{3 * kLineCount});
  int next[3] = {};
  for (const std::string& line : lines) {
    const size_t at = line.find("writer ");
    ASSERT_NE(at, std::string::npos) << line;
    const int writer = line[at + 7] - '0';
    EXPECT_TRUE(line.ends_with("line " + std::to_string(next[writer]++))) << line;
  }
}

TEST(Log, AFullRingDropsAndCounts) {
  detail::LogRing ring;
  for (uint32_t i = 0; i < detail::LogRing::kSlotCount; ++i) {
    ASSERT_NE(ring.begin_push(), nullptr);
    ring.end_push();
  }
  EXPECT_EQ(ring.begin_push(), nullptr);
  EXPECT_EQ(ring.begin_push(), nullptr);
  ring.pop(1);
  EXPECT_NE(ring.begin_push(), nullptr);
  EXPECT_EQ(ring.take_dropped(), 2u);
  EXPECT_EQ(ring.take_dropped(), 0u);
}

TEST(Log, DroppedLinesAreReported) {
  const TemporaryDirectory directory;
  const std::string path = directory.path() + "/log";
  constexpr int kLineCount = 100'000;
  {
    const LogThread log_thread(LogOptions{path});
    for (int i = 0; i < kLineCount; ++i) log_info("flood {}", i);
  }
  const std::vector<std::string> lines = lines_of(path);
  uint64_t written = 0;
  uint64_t dropped = 0;
  for (const std::string& line : lines) {
    if (line.find("flood") != std::string::npos) ++written;
    const size_t at = line.find(" log lines were dropped");
    if (at != std::string::npos) dropped += std::stoull(line.substr(line.rfind(' ', at - 1)));
  }
  EXPECT_EQ(written + dropped, static_cast<uint64_t>(kLineCount));
}

// Lines that wait in a queue, as a feed has them.
struct Feed final : LogFeed {
  bool next(LogLine& line, std::string& text) noexcept override {
    const uint32_t at = given.load(std::memory_order_relaxed);
    if (at == there.load(std::memory_order_seq_cst)) return false;
    text = "{\"number\":" + std::to_string(at) + ",\"padding\":\"" + std::string(5000, 'x') + "\"}";
    line = LogLine{.wall_clock_ms = 1'700'000'000'123, .shard = 2, .level = LogLevel::kInfo, .text = text};
    given.store(at + 1, std::memory_order_release);
    return true;
  }
  std::atomic<uint32_t> there{0};
  std::atomic<uint32_t> given{0};
};

TEST(Log, TheThreadWritesWhatAFeedHasWithoutCuttingIt) {
  const std::string path = ::testing::TempDir() + "klamm_log_fed_test.log";
  const std::string own_path = ::testing::TempDir() + "klamm_log_feed_test.log";
  for (const bool has_own_file : {false, true}) {
    std::remove(path.c_str());
    std::remove(own_path.c_str());
    Feed feed;
    {
      const LogThread log_thread({.file = path, .feed = &feed, .feed_file = has_own_file ? own_path : ""});
      for (uint32_t i = 1; i <= 500; ++i) {
        feed.there.store(i, std::memory_order_seq_cst);
        wake_log_thread();
      }
      // It is woken, and not only asked at its end.
      while (feed.given.load(std::memory_order_acquire) < 500) std::this_thread::yield();
      log_info("a line of the log");
    }
    const std::vector<std::string> lines = lines_of(has_own_file ? own_path : path);
    ASSERT_EQ(lines.size(), has_own_file ? 500u : 501u);
    const std::string before = has_own_file ? "" : "2023-11-14T22:13:20.123Z INFO  [shard 2] ";
    EXPECT_TRUE(lines[0].starts_with(before + "{\"number\":0,"));
    EXPECT_TRUE(lines[499].starts_with(before + "{\"number\":499,"));
    EXPECT_TRUE(lines[499].ends_with("xxx\"}"));
    EXPECT_EQ(lines_of(path).size(), has_own_file ? 1u : 501u);
  }
}

}  // namespace
}  // namespace klamm::reactor::test
