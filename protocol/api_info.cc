#include "protocol/api_info.h"

#include <algorithm>

#include "protocol/messages/api_keys.h"
#include "protocol/registry.h"

namespace klamm::protocol {
namespace {

bool is_flexible(const ApiInfo& api, int16_t version) {
  return !api.flexible.empty() && version >= api.flexible.lowest;
}

}  // namespace

std::span<const ApiInfo> all_apis() {
  return kAllApis;
}

const ApiInfo* find_api(int16_t key) {
  const auto found =
      std::ranges::lower_bound(kAllApis, key, {}, [](const ApiInfo& api) { return static_cast<int16_t>(api.key); });
  return found != kAllApis.end() && static_cast<int16_t>(found->key) == key ? &*found : nullptr;
}

const ApiInfo* find_api(ApiKey key) {
  return find_api(static_cast<int16_t>(key));
}

std::string_view name(ApiKey key) {
  const ApiInfo* api = find_api(key);
  return api != nullptr ? api->name : "Unknown";
}

std::optional<int16_t> request_header_version(ApiKey key, int16_t api_version) {
  const ApiInfo* api = find_api(key);
  if (api == nullptr || api->versions.empty()) return std::nullopt;
  return is_flexible(*api, api_version) ? int16_t{2} : int16_t{1};
}

std::optional<int16_t> response_header_version(ApiKey key, int16_t api_version) {
  const ApiInfo* api = find_api(key);
  if (api == nullptr || api->versions.empty()) return std::nullopt;
  // A client that asks for its first answer does not know yet what the broker speaks (KIP-511).
  if (key == ApiKey::kApiVersions) return int16_t{0};
  return is_flexible(*api, api_version) ? int16_t{1} : int16_t{0};
}

}  // namespace klamm::protocol
