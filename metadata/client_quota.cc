#include "metadata/client_quota.h"

namespace klamm::metadata {

bool ClientQuotaEntity::is(std::string_view type, std::optional<std::string_view> name) const {
  const auto it = parts.find(type);
  return it != parts.end() && it->second == name;
}

std::string ClientQuotaEntity::key() const {
  std::string key;
  // A length before each part keeps parts apart.
  const auto add = [&key](const std::optional<std::string>& part) {
    key += part ? std::to_string(part->size()) : "-";
    key += ':';
    if (part) key += *part;
  };
  for (const auto& [type, name] : parts) {
    add(type);
    add(name);
  }
  return key;
}

std::string ClientQuotaEntity::text() const {
  std::string text = "ClientQuotaEntity(entries={";
  const char* between = "";
  for (const auto& [type, name] : parts) {
    text += between + type + "=" + name.value_or("null");
    between = ", ";
  }
  return text + "})";
}

}  // namespace klamm::metadata
