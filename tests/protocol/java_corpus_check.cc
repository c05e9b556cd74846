// Holds the codec against messages that Kafka's own code serialised (java/MessageCorpus.java): decodes and re-encodes
// each and compares byte for byte, and its JSON value for value; compares error codes and header versions.
//   java_corpus_check CORPUS_DIR

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/api_info.h"
#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/json.h"
#include "protocol/messages/api_keys.h"
#include "protocol/registry.h"

namespace {

using namespace klamm::protocol;

constexpr int kReportedFailuresMax = 40;

struct Tally {
  int failures = 0;

  template <class... Args>
  void fail(const char* format, Args... args) {
    if (++failures > kReportedFailuresMax) return;
    std::fprintf(stderr, format, args...);
    std::fputc('\n', stderr);
  }
};

struct Case {
  int kind;  // 0 default instance, 1 random, 2 random with unknown tagged fields
  std::string name;
  int16_t version;
  std::span<const std::byte> input;
  std::span<const std::byte> expected;
  std::string_view json;
};

std::vector<char> read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    std::fprintf(stderr, "cannot read %s\n", path.c_str());
    std::exit(2);
  }
  return {std::istreambuf_iterator<char>(in), {}};
}

Case read_case(Reader& reader) {
  Case c;
  c.kind = reader.read_int8().value();
  c.name = reader.read_string().value().view();
  c.version = reader.read_int16().value();
  c.input = reader.read_nullable_bytes().value().view();
  c.expected = reader.read_nullable_bytes().value().view();
  const std::span<const std::byte> json = reader.read_nullable_bytes().value().view();
  c.json = {reinterpret_cast<const char*>(json.data()), json.size()};
  return c;
}

bool same(std::span<const std::byte> a, std::span<const std::byte> b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
}

void check_default_instance(const MessageDescriptor& message, const Case& c, Tally& tally) {
  Writer writer;
  if (auto done = encode_message(message, message.body.defaults, c.version, writer); !done) {
    tally.fail("%s v%d: default instance: %s", c.name.c_str(), c.version, done.error().field);
  } else if (!same(writer.written(), c.expected)) {
    tally.fail("%s v%d: the default instance differs", c.name.c_str(), c.version);
  }
}

// The same values under the same names. Kafka has tagged fields in the order of its schemas, here they are the last.
void check_json(const MessageDescriptor& message, const void* value, const Case& c, Tally& tally) {
  using nlohmann::json;
  std::string text;
  append_json(message, value, c.version, text);
  const json ours = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (ours.is_discarded()) {
    tally.fail("%s v%d kind %d: no JSON: %.300s", c.name.c_str(), c.version, c.kind, text.c_str());
  } else if (ours != json::parse(c.json)) {
    tally.fail("%s v%d kind %d: JSON differs: %.600s\n  Kafka: %.600s", c.name.c_str(), c.version, c.kind, text.c_str(),
               std::string(c.json).c_str());
  }
}

void check_case(const Case& c, Tally& tally) {
  const MessageDescriptor* message = find_message(c.name);
  if (message == nullptr) return tally.fail("%s: no schema", c.name.c_str());
  if (c.kind == 0) check_default_instance(*message, c, tally);
  Arena arena;
  std::vector<std::byte> value(message->body.size_bytes);
  Reader reader(c.input);
  if (auto done = decode_message(*message, reader, c.version, arena, value.data()); !done) {
    return tally.fail("%s v%d: decode: %s (%s)", c.name.c_str(), c.version, describe(done.error().fault).data(),
                      done.error().field);
  }
  check_json(*message, value.data(), c, tally);
  if (reader.remaining() != 0) tally.fail("%s v%d: %zu bytes are left", c.name.c_str(), c.version, reader.remaining());
  Writer writer;
  if (auto done = encode_message(*message, value.data(), c.version, writer); !done) {
    return tally.fail("%s v%d: encode: %s (%s)", c.name.c_str(), c.version, describe(done.error().fault).data(),
                      done.error().field);
  }
  if (same(writer.written(), c.expected)) return;
  std::string text;
  append_json(*message, value.data(), c.version, text);
  tally.fail("%s v%d kind %d: bytes differ (%zu, Kafka %zu): %.300s", c.name.c_str(), c.version, c.kind,
             writer.position(), c.expected.size(), text.c_str());
}

// The newest version that Kafka's jar may know: Produce 14 (KIP-1269) is in no release of Kafka.
int highest_of_kafka(const MessageDescriptor& message) {
  const bool is_produce =
      message.name == std::string_view("ProduceRequest") || message.name == std::string_view("ProduceResponse");
  return is_produce ? message.versions.highest - 1 : message.versions.highest;
}

void check_versions(const std::map<std::string, std::pair<int, int>>& seen, Tally& tally) {
  for (const MessageDescriptor* message : kAllMessages) {
    const auto found = seen.find(message->name);
    if (found == seen.end()) {
      tally.fail("%s: Kafka has no such class", message->name);
    } else if (found->second != std::pair<int, int>(message->versions.lowest, highest_of_kafka(*message))) {
      tally.fail("%s: versions differ", message->name);
    }
  }
}

void check_error(std::istringstream& line, Tally& tally) {
  int16_t number = 0;
  std::string error_name;
  std::string retriable;
  line >> number >> error_name >> retriable;
  const auto code = error_code_from_wire(number);
  if (!code || name(*code) != error_name || is_retriable(*code) != (retriable == "true") ||
      default_message(*code).empty()) {
    tally.fail("error %d %s differs", number, error_name.c_str());
  }
}

void check_api(std::istringstream& line, Tally& tally) {
  int16_t key = 0;
  int16_t version = 0;
  int16_t request_header = 0;
  int16_t response_header = 0;
  std::string api_name;
  line >> key >> api_name >> version >> request_header >> response_header;
  const ApiInfo* api = find_api(key);
  // Kafka tells clients a wider range for Produce than the schema has.
  const bool is_listed_only = key == 0 && version < 3;
  if (api == nullptr || api->name != api_name || (!api->versions.contains(version) && !is_listed_only) ||
      request_header_version(api->key, version) != request_header ||
      response_header_version(api->key, version) != response_header) {
    tally.fail("api %d %s version %d differs", key, api_name.c_str(), version);
  }
}

int check_facts(const std::string& path, Tally& tally) {
  std::ifstream in(path);
  int errors = 0;
  int apis = 0;
  for (std::string text; std::getline(in, text);) {
    std::istringstream line(text);
    std::string what;
    line >> what;
    what == "error" ? (++errors, check_error(line, tally)) : (++apis, check_api(line, tally));
  }
  if (errors != kHighestErrorCode - kLowestErrorCode + 1) tally.fail("Kafka has %d error codes", errors);
  return apis;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: java_corpus_check CORPUS_DIR\n");
    return 2;
  }
  const std::string directory = argv[1];
  Tally tally;
  const int apis = check_facts(directory + "/facts.txt", tally);
  const std::vector<char> corpus = read_file(directory + "/corpus.bin");
  Reader reader(std::as_bytes(std::span(corpus)));
  std::map<std::string, std::pair<int, int>> seen;
  int cases = 0;
  for (; reader.remaining() > 0; ++cases) {
    const Case c = read_case(reader);
    check_case(c, tally);
    auto [entry, is_new] = seen.try_emplace(c.name, c.version, c.version);
    entry->second.second = c.version;
  }
  check_versions(seen, tally);
  std::printf("%d cases of %zu messages, %d API versions: %d failures\n", cases, seen.size(), apis, tally.failures);
  return tally.failures == 0 && cases > 0 ? 0 : 1;
}
