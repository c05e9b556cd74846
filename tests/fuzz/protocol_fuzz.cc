// Any bytes, read as any message in any version: decoding neither crashes nor reads elsewhere, what is decoded can be
// encoded, and a second round gives the same bytes. Input: two bytes choose the message, one the version, the rest is
// the message.

#include <algorithm>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "protocol/assert.h"
#include "protocol/codec.h"
#include "protocol/json.h"
#include "protocol/registry.h"
#include "tests/fuzz/fuzz_target.h"

namespace {

using namespace klamm::protocol;

constexpr size_t kPrefixBytes = 3;
constexpr size_t kArenaBytes = size_t{1} << 20;

struct Choice {
  const MessageDescriptor* message;
  int16_t version;
};

Choice choose(const uint8_t* prefix) {
  const MessageDescriptor* message = kAllMessages[(prefix[0] * 256U + prefix[1]) % kAllMessages.size()];
  const int count = message->versions.highest - message->versions.lowest + 1;
  return {message, static_cast<int16_t>(message->versions.lowest + prefix[2] % count)};
}

/// A decoded message with the memory that it needs.
struct Decoded {
  explicit Decoded(const Choice& choice) : arena(kArenaBytes), value(choice.message->body.size_bytes) {}

  Arena arena;
  std::vector<std::byte> value;
};

bool decode_into(Decoded& decoded, const Choice& choice, std::span<const std::byte> bytes) {
  Reader reader(bytes);
  return decode_message(*choice.message, reader, choice.version, decoded.arena, decoded.value.data()).has_value();
}

Writer encode_again(const Decoded& decoded, const Choice& choice) {
  Writer writer;
  const auto done = encode_message(*choice.message, decoded.value.data(), choice.version, writer);
  KLAMM_ASSERT(done.has_value(), "what was decoded cannot be encoded");
  return writer;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < kPrefixBytes) return 0;
  const Choice choice = choose(data);
  Decoded first(choice);
  if (!decode_into(first, choice, std::as_bytes(std::span(data, size)).subspan(kPrefixBytes))) return 0;
  const Writer once = encode_again(first, choice);
  std::string text;
  append_json(*choice.message, first.value.data(), choice.version, text);

  Decoded second(choice);
  KLAMM_ASSERT(decode_into(second, choice, once.written()), "what was encoded cannot be decoded");
  const Writer twice = encode_again(second, choice);
  KLAMM_ASSERT(std::ranges::equal(once.written(), twice.written()), "two rounds differ");
  return 0;
}

namespace klamm::fuzz {

std::vector<std::vector<uint8_t>> seeds() {
  std::vector<std::vector<uint8_t>> inputs;
  for (size_t index = 0; index < kAllMessages.size(); ++index) {
    const MessageDescriptor& message = *kAllMessages[index];
    for (int version = message.versions.lowest; version <= message.versions.highest; ++version) {
      Writer writer;
      writer.write_int16(static_cast<int16_t>(index));
      writer.write_int8(static_cast<int8_t>(version - message.versions.lowest));
      // The default instance; bytes that read as lengths of one in plain versions; the same for compact ones.
      if (!encode_message(message, message.body.defaults, static_cast<int16_t>(version), writer)) continue;
      const auto* bytes = reinterpret_cast<const uint8_t*>(writer.written().data());
      inputs.emplace_back(bytes, bytes + writer.position());
      std::vector<uint8_t> ones(bytes, bytes + kPrefixBytes);
      for (int i = 0; i < 64; ++i) ones.insert(ones.end(), {0, 0, 0, 1});
      inputs.push_back(ones);
      std::vector<uint8_t> compact(bytes, bytes + kPrefixBytes);
      compact.insert(compact.end(), 256, 2);
      inputs.push_back(compact);
    }
  }
  return inputs;
}

}  // namespace klamm::fuzz
