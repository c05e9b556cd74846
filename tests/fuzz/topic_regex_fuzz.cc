// Any pattern against any name: compiling and matching end, within their memory. Input: the pattern up to the first
// line feed, then the name.

#include <algorithm>
#include <string_view>

#include "coordinator/topic_regex.h"
#include "protocol/assert.h"
#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using klamm::coordinator::TopicRegex;
  // More text finds nothing new, but takes long to compile.
  const std::string_view text(reinterpret_cast<const char*>(data), std::min<size_t>(size, 100));
  const size_t end = std::min(text.find('\n'), text.size());
  const std::string_view name = text.substr(std::min(end + 1, text.size()));
  const auto regex = TopicRegex::compile(text.substr(0, end));
  if (regex) {
    KLAMM_ASSERT(regex->matches(name) == regex->matches(name), "the same answer twice");
  } else {
    KLAMM_ASSERT(!regex.error().empty(), "a reason");
  }
  return 0;
}

namespace klamm::fuzz {

std::vector<std::vector<uint8_t>> seeds() {
  std::vector<std::vector<uint8_t>> inputs;
  for (const std::string_view text :
       {"orders|bills\norders", "(?i)([a-z]+-)*\\d{1,3}$\nprices-17", "(\\pL{50}|[^a])*\n\xc3\xa4",
        "(a*)*b\naaaaaaaaaaaaaaaa", "\\Q.*\\E[[:alpha:]]\n.*a"}) {
    inputs.emplace_back(text.begin(), text.end());
  }
  return inputs;
}

}  // namespace klamm::fuzz
