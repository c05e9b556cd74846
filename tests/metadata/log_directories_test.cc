#include "metadata/log_directories.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "cluster.h"

namespace klamm::metadata::test {
namespace {

using reactor::Task;

// Opens the directories and closes them again; the error when it was refused.
std::expected<OpenedLogDirectories, std::string> open_once(const LogDirectoriesOptions& options) {
  std::expected<OpenedLogDirectories, std::string> result = std::unexpected("did not run");
  run_on_shards(1, [&]() -> Task<void> {
    reactor::Io& io = reactor::Shard::current().io();
    result = co_await open_log_directories(io, options);
    if (result) result->close(io);
  });
  return result;
}

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(LogDirectories, FormatsAnEmptyDirectoryOnce) {
  const TemporaryDirectory directory;
  const std::string path = directory.path() + "/a/b";
  const auto first = open_once({{path}, std::nullopt, std::nullopt});
  ASSERT_TRUE(first.has_value()) << first.error();
  EXPECT_TRUE(first->formatted);
  EXPECT_EQ(first->node_id, 1);
  EXPECT_EQ(first->cluster_id.size(), 22U);
  EXPECT_EQ(text_of(path + "/meta.properties"), "#\n#\ncluster.id=" + first->cluster_id + "\ndirectory.id=" +
                                                    first->directories[0].id.to_string() + "\nnode.id=1\nversion=1\n");
  const auto second = open_once({{path + "/"}, std::nullopt, std::nullopt});
  ASSERT_TRUE(second.has_value()) << second.error();
  EXPECT_FALSE(second->formatted);
  EXPECT_EQ(second->cluster_id, first->cluster_id);
  EXPECT_EQ(second->directories[0].id, first->directories[0].id);
}

TEST(LogDirectories, GivesEachDirectoryItsOwnId) {
  const TemporaryDirectory directory;
  const auto opened = open_once({{directory.path() + "/a", directory.path() + "/b"}, "my-cluster", 5});
  ASSERT_TRUE(opened.has_value()) << opened.error();
  EXPECT_EQ(opened->cluster_id, "my-cluster");
  EXPECT_NE(opened->directories[0].id, opened->directories[1].id);
}

TEST(LogDirectories, RefusesWhatBelongsToOthers) {
  const TemporaryDirectory directory;
  const std::string path = directory.path() + "/a";
  ASSERT_TRUE(open_once({{path}, "one", 1}).has_value());
  EXPECT_EQ(open_once({{path}, "two", 1}).error(),
            "the data directory " + path + " belongs to the cluster one, and this is a node of the cluster two");
  EXPECT_EQ(open_once({{path}, "one", 2}).error(),
            "the data directory " + path + " belongs to node 1, and this is node 2");
  const std::string other = directory.path() + "/b";
  ASSERT_TRUE(open_once({{other}, "two", 1}).has_value());
  EXPECT_FALSE(open_once({{path, other}, std::nullopt, std::nullopt}).has_value());
  EXPECT_FALSE(open_once({{path, path + "/"}, std::nullopt, std::nullopt}).has_value());
}

TEST(LogDirectories, LeavesADirectoryWithOtherFilesUntouched) {
  const TemporaryDirectory directory;
  std::ofstream(directory.path() + "/precious") << "x";
  const auto opened = open_once({{directory.path()}, std::nullopt, std::nullopt});
  ASSERT_FALSE(opened.has_value());
  EXPECT_NE(opened.error().find("is not empty (it holds precious)"), std::string::npos) << opened.error();
  EXPECT_FALSE(std::filesystem::exists(directory.path() + "/meta.properties"));
}

TEST(LogDirectories, GoesWithoutOneThatFailsButNotWithoutTheFirst) {
  const TemporaryDirectory directory;
  const std::string good = directory.path() + "/good";
  const std::string file = directory.path() + "/file";
  const std::string garbled = directory.path() + "/garbled";
  std::ofstream(file) << "x";
  std::filesystem::create_directory(garbled);
  std::ofstream(garbled + "/meta.properties") << "version=7\n";
  const auto opened = open_once({{good, file, garbled}, std::nullopt, std::nullopt});
  ASSERT_TRUE(opened.has_value()) << opened.error();
  ASSERT_EQ(opened->directories.size(), 1U);
  EXPECT_EQ(opened->directories[0].path, good);
  ASSERT_EQ(opened->failed.size(), 2U);
  EXPECT_EQ(opened->failed[0].path, file);
  EXPECT_EQ(opened->failed[0].why, file + " is not a directory");
  EXPECT_EQ(opened->failed[1].path, garbled);
  EXPECT_EQ(text_of(garbled + "/meta.properties"), "version=7\n");
  EXPECT_FALSE(open_once({{file, good}, std::nullopt, std::nullopt}).has_value());
}

TEST(LogDirectories, RefusesTheSameIdTwice) {
  const TemporaryDirectory directory;
  const std::string path = directory.path() + "/a";
  ASSERT_TRUE(open_once({{path}, std::nullopt, std::nullopt}).has_value());
  std::filesystem::copy(path, directory.path() + "/b");
  const auto opened = open_once({{path, directory.path() + "/b"}, std::nullopt, std::nullopt});
  ASSERT_FALSE(opened.has_value());
  EXPECT_NE(opened.error().find("same directory.id"), std::string::npos) << opened.error();
}

TEST(LogDirectories, RefusesADirectoryInUse) {
  const TemporaryDirectory directory;
  ASSERT_TRUE(open_once({{directory.path()}, std::nullopt, std::nullopt}).has_value());
  // Record locks are between processes, so another one must hold it.
  int ready[2];
  int done[2];
  ASSERT_EQ(pipe(ready), 0);
  ASSERT_EQ(pipe(done), 0);
  const pid_t child = fork();
  if (child == 0) {
    FILE* lock = fopen((directory.path() + "/.lock").c_str(), "r+");
    const bool locked = lock != nullptr && lockf(fileno(lock), F_TLOCK, 0) == 0;
    char byte = locked ? 'y' : 'n';
    if (write(ready[1], &byte, 1) != 1) _exit(1);
    close(done[1]);
    if (read(done[0], &byte, 1) < 0) _exit(1);
    _exit(0);
  }
  char byte = 0;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  ASSERT_EQ(byte, 'y');
  const auto opened = open_once({{directory.path()}, std::nullopt, std::nullopt});
  close(done[0]);
  close(done[1]);
  waitpid(child, nullptr, 0);
  ASSERT_FALSE(opened.has_value());
  EXPECT_EQ(opened.error(),
            "the data directory " + directory.path() + " is in use by another process: its .lock is locked");
  EXPECT_TRUE(open_once({{directory.path()}, std::nullopt, std::nullopt}).has_value());
}

TEST(MetaProperties, ReadsWhatKafkaWrites) {
  const auto parsed = parse_meta_properties(
      "#\n#Mon Nov 30 00:29:41 UTC 2026\ncluster.id=4sZ2SCQuR8qypoXSFWczcQ\r\ndirectory.id=zSbq_9aLuEBcf8W-ZMCxjQ\n"
      "node.id=7\nversion=1\nx\n");
  ASSERT_TRUE(parsed.has_value()) << parsed.error();
  EXPECT_EQ(parsed->cluster_id, "4sZ2SCQuR8qypoXSFWczcQ");
  EXPECT_EQ(parsed->node_id, 7);
  EXPECT_EQ(parsed->directory_id.to_string(), "zSbq_9aLuEBcf8W-ZMCxjQ");
  EXPECT_FALSE(parse_meta_properties("version=0\nbroker.id=1\ncluster.id=x\n").has_value());
  EXPECT_FALSE(parse_meta_properties("version=1\nnode.id=1x\ncluster.id=x\n").has_value());
  EXPECT_FALSE(parse_meta_properties("version=1\nnode.id=1\n").has_value());
  EXPECT_TRUE(parse_meta_properties("version=1\nnode.id=1\ncluster.id=x\n")->directory_id.is_zero());
}

}  // namespace
}  // namespace klamm::metadata::test
