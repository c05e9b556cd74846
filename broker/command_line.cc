#include "broker/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>

#include "broker/server_properties.h"
#include "broker/version.h"
#include "reactor/console.h"

namespace klamm::broker {
namespace {

constexpr const char* kListenerName = "PLAINTEXT";
// Not that of damage, which `verify` and `dump` tell with 1.
constexpr int kUsageExitCode = 2;

std::expected<std::string, std::string> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file.is_open() || file.bad())
    return std::unexpected(fmt::format("{} cannot be read: {}", path, std::strerror(errno)));
  return text;
}

std::expected<void, std::string> apply_file(Configuration& configuration, const std::string& path) {
  const auto text = read_file(path);
  if (!text) return std::unexpected(text.error());
  const auto properties = parse_properties(*text);
  if (!properties) return std::unexpected(fmt::format("{}: {}", path, properties.error()));
  auto warnings = apply_properties(configuration.options, *properties);
  if (!warnings) return std::unexpected(fmt::format("{}: {}", path, warnings.error()));
  for (const std::string& warning : *warnings) configuration.warnings.push_back(fmt::format("{}: {}", path, warning));
  return {};
}

std::expected<void, std::string> apply(Configuration& configuration, const std::string& name_and_value) {
  auto warnings = apply_override(configuration.options, name_and_value);
  if (!warnings) return std::unexpected(warnings.error());
  configuration.warnings.insert(configuration.warnings.end(), warnings->begin(), warnings->end());
  return {};
}

// The short forms, as the settings that they stand for.
std::vector<std::string> settings_of(const CommandLine& command_line) {
  std::vector<std::string> settings;
  if (command_line.data_directory) settings.push_back("log.dirs=" + *command_line.data_directory);
  if (command_line.listen) settings.push_back(fmt::format("listeners={}://{}", kListenerName, *command_line.listen));
  if (command_line.advertise) {
    settings.push_back(fmt::format("advertised.listeners={}://{}", kListenerName, *command_line.advertise));
  }
  if (command_line.cores) settings.push_back("cores=" + *command_line.cores);
  if (command_line.io) settings.push_back("io=" + *command_line.io);
  settings.insert(settings.end(), command_line.overrides.begin(), command_line.overrides.end());
  return settings;
}

// The subcommands that look at files.
void add_dump(CLI::App& app, tools::DumpRequest& dump) {
  CLI::App* command = app.add_subcommand("dump", "Say what is in the files of a data directory");
  command->add_option("paths", dump.paths, "Files, or directories with all that is below them")
      ->type_name("PATH")
      ->required();
  command->add_flag("--records", dump.with_records, "The records of each batch as well");
  command
      ->add_option("--as", dump.content,
                   "What keys and values of records are: bytes, metadata, offsets or transactions; else by the "
                   "directory's name")
      ->check(CLI::IsMember({"bytes", "metadata", "offsets", "transactions"}))
      ->take_last();
  command->add_flag_callback("--offsets", [&dump] { dump.content = "offsets"; }, "The same as --as offsets");
  command->add_flag("--json", dump.as_json, "One JSON object a line");
}

void add_verify(CLI::App& app, tools::VerifyRequest& verify) {
  CLI::App* command = app.add_subcommand("verify", "Look for damage in a data directory; changes nothing");
  command->add_option("directories", verify.directories, "Directories of log.dirs")->type_name("DIR")->required();
  command->add_flag("--while-in-use", verify.while_in_use,
                    "Also while a broker has it; what is being written may look like damage then");
  command->add_flag("--json", verify.as_json, "One JSON object a line");
}

void add_recover(CLI::App& app, tools::RecoverRequest& recover) {
  CLI::App* command = app.add_subcommand("recover", "Do to a data directory what a start after a crash would do");
  command->add_option("directories", recover.directories, "Directories of log.dirs")->type_name("DIR")->required();
  command->add_flag("--dry-run", recover.dry_run, "Only say what is to be mended");
  command->add_flag("--json", recover.as_json, "One JSON object a line");
}

}  // namespace

CommandLine parse_command_line(int argument_count, const char* const* arguments) {
  CommandLine result;
  result.admin = find_option("admin.listener")->default_text;
  CLI::App app{"Klamm: a broker for clients of Apache Kafka", "klamm"};
  app.set_version_flag("--version", std::string("klamm ") + kVersion);
  app.require_subcommand(0, 1);
  bool print_options = false;
  bool print_protocol = false;
  bool print_metrics = false;
  app.add_flag("--print-options", print_options, "Print all options as Markdown");
  app.add_flag("--print-protocol", print_protocol, "Print the served APIs as Markdown");
  app.add_flag("--print-metrics", print_metrics, "Print the metrics as Markdown");

  CLI::App* serve = app.add_subcommand("serve", "Run the broker");
  serve->add_option("properties", result.properties_path, "A Kafka server.properties")->type_name("FILE");
  // Of one that comes twice the last counts.
  serve->add_option("--data", result.data_directory, "Directory of the data; made and formatted when it is not there")
      ->type_name("DIR")
      ->take_last();
  serve->add_option("--listen", result.listen, "Address for clients, port 0 for any free port")
      ->type_name("HOST:PORT")
      ->take_last();
  serve->add_option("--advertise", result.advertise, "Address that clients are told")
      ->type_name("HOST:PORT")
      ->take_last();
  serve->add_option("--cores", result.cores, "'all', a number of shards, or a list of cores such as 0,2-5")
      ->type_name("N|LIST")
      ->take_last();
  serve->add_option("--io", result.io, "How the kernel is asked: 'auto' is epoll only where io_uring is refused")
      ->type_name("auto|uring|epoll")
      ->take_last();
  serve->add_option("-o", result.overrides, "Set an option; wins over the file")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);

  CLI::App* connections = app.add_subcommand("connections", "List the connections of a running broker");
  connections->add_option("--admin", result.admin, "Its admin.listener")
      ->type_name("HOST:PORT")
      ->take_last()
      ->default_str(result.admin);
  connections->add_flag("--json", result.as_json, "All there is to know of each, as JSON");

  add_dump(app, result.dump);
  add_verify(app, result.verify);
  add_recover(app, result.recover);

  try {
    app.parse(argument_count, arguments);
  } catch (const CLI::ParseError& error) {
    result.exit_code = app.exit(error) == 0 ? 0 : kUsageExitCode;
    return result;
  }
  if (serve->parsed()) {
    result.action = CommandLine::Action::kServe;
  } else if (connections->parsed()) {
    result.action = CommandLine::Action::kConnections;
  } else if (app.get_subcommand("dump")->parsed()) {
    result.action = CommandLine::Action::kDump;
  } else if (app.get_subcommand("verify")->parsed()) {
    result.action = CommandLine::Action::kVerify;
  } else if (app.get_subcommand("recover")->parsed()) {
    result.action = CommandLine::Action::kRecover;
  } else if (print_options) {
    result.action = CommandLine::Action::kPrintOptions;
  } else if (print_protocol) {
    result.action = CommandLine::Action::kPrintProtocol;
  } else if (print_metrics) {
    result.action = CommandLine::Action::kPrintMetrics;
  } else {
    reactor::write_text(stdout, app.help());
    result.exit_code = kUsageExitCode;
  }
  return result;
}

std::expected<Configuration, std::string> configure(const CommandLine& command_line) {
  Configuration configuration;
  if (command_line.properties_path) {
    if (auto applied = apply_file(configuration, *command_line.properties_path); !applied) {
      return std::unexpected(applied.error());
    }
  }
  for (const std::string& setting : settings_of(command_line)) {
    if (auto applied = apply(configuration, setting); !applied) return std::unexpected(applied.error());
  }
  if (command_line.listen && !command_line.advertise) {
    // The file's advertised address belongs to the file's listeners.
    configuration.options.advertised_listeners.reset();
    configuration.options.given.erase("advertised.listeners");
  }
  if (auto checked = check_options(configuration.options); !checked) return std::unexpected(checked.error());
  return configuration;
}

}  // namespace klamm::broker
