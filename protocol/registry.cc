#include "protocol/registry.h"

#include <algorithm>

namespace klamm::protocol {

const MessageDescriptor* find_message(std::string_view name) {
  const auto found =
      std::ranges::find(kAllMessages, name, [](const MessageDescriptor* m) { return std::string_view(m->name); });
  return found != kAllMessages.end() ? *found : nullptr;
}

const MessageDescriptor* find_message(MessageKind kind, int16_t api_key) {
  const auto found = std::ranges::find_if(
      kAllMessages, [&](const MessageDescriptor* m) { return m->kind == kind && m->api_key == api_key; });
  return found != kAllMessages.end() ? *found : nullptr;
}

}  // namespace klamm::protocol
