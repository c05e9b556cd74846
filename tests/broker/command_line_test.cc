#include "broker/command_line.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace klamm::broker {
namespace {

CommandLine parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "klamm");
  return parse_command_line(static_cast<int>(arguments.size()), arguments.data());
}

class CommandLineTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "klamm-test-XXXXXX").string();
    directory_ = mkdtemp(pattern.data());
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  std::string file(std::string_view text) {
    const std::string path = directory_ / "server.properties";
    std::ofstream(path) << text;
    return path;
  }

  std::filesystem::path directory_;
};

TEST_F(CommandLineTest, TheToolsTakePathsAndFlags) {
  const CommandLine dump = parse({"dump", "--records", "--offsets", "a", "b", "--json"});
  EXPECT_EQ(dump.action, CommandLine::Action::kDump);
  EXPECT_EQ(dump.dump.paths, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(dump.dump.content, "offsets");
  EXPECT_TRUE(dump.dump.with_records && dump.dump.as_json);
  const CommandLine verify = parse({"verify", "d", "--while-in-use"});
  EXPECT_EQ(verify.action, CommandLine::Action::kVerify);
  EXPECT_TRUE(verify.verify.while_in_use);
  const CommandLine recover = parse({"recover", "d", "e", "--dry-run"});
  EXPECT_EQ(recover.action, CommandLine::Action::kRecover);
  EXPECT_EQ(recover.recover.directories, (std::vector<std::string>{"d", "e"}));
  EXPECT_TRUE(recover.recover.dry_run);
  EXPECT_EQ(parse({"verify"}).exit_code, 2);
  EXPECT_EQ(parse({"dump", "--as", "poems", "a"}).exit_code, 2);
}

TEST_F(CommandLineTest, ServeTakesAFileAndOptions) {
  const CommandLine line = parse({"serve", "a.properties", "--data", "/d", "--listen", "[::1]:0", "--advertise", "h:1",
                                  "--cores", "0,1", "--io", "epoll", "-o", "a=1", "-o", "b=2"});
  EXPECT_EQ(line.action, CommandLine::Action::kServe);
  EXPECT_EQ(line.properties_path, "a.properties");
  EXPECT_EQ(line.data_directory, "/d");
  EXPECT_EQ(line.listen, "[::1]:0");
  EXPECT_EQ(line.advertise, "h:1");
  EXPECT_EQ(line.cores, "0,1");
  EXPECT_EQ(line.io, "epoll");
  EXPECT_EQ(line.overrides, (std::vector<std::string>{"a=1", "b=2"}));
}

TEST_F(CommandLineTest, TheFileMayComeLast) {
  const CommandLine line = parse({"serve", "-o", "a=1", "a.properties"});
  EXPECT_EQ(line.properties_path, "a.properties");
  EXPECT_EQ(line.overrides, std::vector<std::string>{"a=1"});
}

TEST_F(CommandLineTest, TheLastOfSeveralCounts) {
  EXPECT_EQ(parse({"serve", "--cores", "1", "--cores", "2"}).cores, "2");
}

TEST_F(CommandLineTest, PrintsEndAtOnce) {
  EXPECT_EQ(parse({"--print-options"}).action, CommandLine::Action::kPrintOptions);
  EXPECT_EQ(parse({"--print-protocol"}).action, CommandLine::Action::kPrintProtocol);
  EXPECT_EQ(parse({"--version"}).exit_code, 0);
  EXPECT_EQ(parse({"--help"}).exit_code, 0);
}

TEST_F(CommandLineTest, MistakesEndWithOne) {
  EXPECT_EQ(parse({"--no-such-thing"}).exit_code, 2);
  EXPECT_EQ(parse({"fly"}).exit_code, 2);
  EXPECT_EQ(parse({}).exit_code, 2);
}

TEST_F(CommandLineTest, TheCommandLineWinsOverTheFile) {
  CommandLine line;
  line.properties_path =
      file("num.partitions=3\nlisteners=PLAINTEXT://a:1\nadvertised.listeners=PLAINTEXT://b:2\nlog.dirs=/a\n");
  line.overrides = {"num.partitions=7"};
  line.data_directory = "/d";
  line.listen = "c:3";
  const auto configuration = configure(line);
  ASSERT_TRUE(configuration) << configuration.error();
  EXPECT_EQ(configuration->options.num_partitions, 7);
  EXPECT_EQ(configuration->options.data_directories(), std::vector<std::string>{"/d"});
  EXPECT_EQ(configuration->options.listeners, std::vector<std::string>{"PLAINTEXT://c:3"});
  EXPECT_FALSE(configuration->options.advertised_listeners);
}

TEST_F(CommandLineTest, AFileThatIsNotThereIsAnError) {
  CommandLine line;
  line.properties_path = directory_ / "missing";
  const auto configuration = configure(line);
  ASSERT_FALSE(configuration);
  EXPECT_NE(configuration.error().find("No such file"), std::string::npos);
}

TEST_F(CommandLineTest, ErrorsAndWarningsNameTheFile) {
  CommandLine line;
  line.properties_path = file("ssl.key.password=x");
  EXPECT_TRUE(configure(line).error().starts_with(*line.properties_path));
  line.properties_path = file("num.io.threads=8");
  ASSERT_EQ(configure(line)->warnings.size(), 1U);
  EXPECT_TRUE(configure(line)->warnings[0].starts_with(*line.properties_path));
}

}  // namespace
}  // namespace klamm::broker
