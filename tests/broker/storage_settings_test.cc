#include "broker/storage_settings.h"

#include <gtest/gtest.h>

namespace klamm::broker {
namespace {

Options with(std::string_view name, std::string_view text) {
  Options options;
  EXPECT_TRUE(set_option(options, *find_option(name), text).has_value());
  return options;
}

TEST(OpenFilesMax, IsWhatIsLeftBesideConnectionsAndAtLeastHalf) {
  // 64 for the process, and 33 for each shard with one directory.
  EXPECT_EQ(open_files_max(Options(), 2, 1024), (1024U - 64 - 66) / 2 / 2);
  EXPECT_EQ(open_files_max(with("max.connections", "94"), 2, 1024), (1024U - 64 - 66 - 94) / 2);
  EXPECT_EQ(open_files_max(with("max.connections", "900"), 2, 1024), (1024U - 64 - 66) / 2 / 2);
}

TEST(OpenFilesMax, HasBoundsWhateverTheLimit) {
  EXPECT_EQ(open_files_max(Options(), 2, uint64_t{1} << 63), 16384U);
  EXPECT_EQ(open_files_max(Options(), 4, 100), 16U);
}

TEST(OpenFilesMax, IsAsAskedFor) {
  EXPECT_EQ(open_files_max(with("log.open.files.max", "100000"), 4, 1024), 25'000U);
  EXPECT_EQ(open_files_max(with("log.open.files.max", "1"), 4, 1024), 16U);
}

}  // namespace
}  // namespace klamm::broker
