#pragma once

#include <optional>
#include <string>
#include <vector>

#include "broker/options.h"
#include "tools/commands.h"

namespace klamm::broker {

/// What a person asked for on the command line.
struct CommandLine {
  enum class Action {
    kServe,
    kPrintOptions,
    kPrintProtocol,
    kPrintMetrics,
    kConnections,
    kDump,
    kVerify,
    kRecover,
    kExit
  };
  Action action = Action::kExit;
  int exit_code = 0;                           // of kExit: help, version or a mistake was printed already
  std::optional<std::string> properties_path;  // a Kafka server.properties
  std::optional<std::string> data_directory;
  std::optional<std::string> listen;     // HOST:PORT
  std::optional<std::string> advertise;  // HOST:PORT
  std::optional<std::string> cores;
  std::optional<std::string> io;
  std::vector<std::string> overrides;  // NAME=VALUE
  std::string admin;                   // HOST:PORT of the broker that `connections` asks
  bool as_json = false;
  tools::DumpRequest dump;
  tools::VerifyRequest verify;
  tools::RecoverRequest recover;
};

/// Parses the arguments; prints help, the version or what is wrong with them.
/// @core any
CommandLine parse_command_line(int argument_count, const char* const* arguments);

/// The options that a command line makes, and what the person should be warned of.
struct Configuration {
  Options options;
  std::vector<std::string> warnings;
};

/// Reads the properties file, then applies the rest of the command line, which wins. The error is a sentence.
std::expected<Configuration, std::string> configure(const CommandLine& command_line);

}  // namespace klamm::broker
