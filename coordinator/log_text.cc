#include "coordinator/log_text.h"

#include <algorithm>

namespace klamm::coordinator {

std::string log_text(std::string_view said) {
  constexpr size_t kBytesMax = 200;
  if (said.empty()) return "not provided";
  std::string text(said.substr(0, kBytesMax));
  std::ranges::replace_if(text, [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');
  return text;
}

}  // namespace klamm::coordinator
