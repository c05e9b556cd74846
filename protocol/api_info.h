#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "protocol/descriptor.h"

namespace klamm::protocol {

/// Enumerated in protocol/messages/api_keys.h.
enum class ApiKey : int16_t;

/// What Kafka 4.4's schemas say about an API. Which of its versions a broker serves is the broker's own table.
/// @core any
struct ApiInfo {
  ApiKey key;
  std::string_view name;  ///< "Produce"
  VersionRange versions;  ///< Empty for an API that is gone.
  VersionRange flexible;
  uint8_t listeners;  ///< kBrokerListener | kControllerListener
  bool is_latest_unstable;
  const MessageDescriptor* request;   ///< Null for an API that is gone.
  const MessageDescriptor* response;  ///< Null for an API that is gone.
};

/// Every API, by rising key.
std::span<const ApiInfo> all_apis();
/// Null for a number that is no API.
const ApiInfo* find_api(int16_t key);
const ApiInfo* find_api(ApiKey key);

/// "Produce"; "Unknown" for a number that is no API.
std::string_view name(ApiKey key);

/// The version of the request's header: 2 for flexible versions of the API, else 1. Also for versions above those
/// known, since a header must be read before the version can be refused. Nothing for an API that is unknown or gone.
std::optional<int16_t> request_header_version(ApiKey key, int16_t api_version);
/// The version of the response's header: 1 for flexible versions of the API, else 0; ApiVersions is always answered
/// with 0.
std::optional<int16_t> response_header_version(ApiKey key, int16_t api_version);

}  // namespace klamm::protocol
