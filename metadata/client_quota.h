#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "metadata/ref.h"

namespace klamm::metadata {

// Types of the parts of an entity, and names of quotas (KIP-13, KIP-124, KIP-546, KIP-599, KIP-612).
inline constexpr std::string_view kUserEntity = "user";
inline constexpr std::string_view kClientIdEntity = "client-id";
inline constexpr std::string_view kIpEntity = "ip";
inline constexpr std::string_view kProducerByteRate = "producer_byte_rate";
inline constexpr std::string_view kConsumerByteRate = "consumer_byte_rate";
inline constexpr std::string_view kRequestPercentage = "request_percentage";
inline constexpr std::string_view kControllerMutationRate = "controller_mutation_rate";
inline constexpr std::string_view kConnectionCreationRate = "connection_creation_rate";

/// Whom a quota is for: the name of each part by its type, nothing for the default of that type.
/// @core any
struct ClientQuotaEntity {
  std::map<std::string, std::optional<std::string>, std::less<>> parts;

  bool has(std::string_view type) const { return parts.contains(type); }
  /// The part is there and is this name (nothing: the default).
  bool is(std::string_view type, std::optional<std::string_view> name) const;
  /// The same for two entities that are equal, whatever is in their names.
  std::string key() const;
  /// As in Kafka's messages.
  std::string text() const;
  bool operator==(const ClientQuotaEntity&) const = default;
};

/// The quotas of one entity, by name; never empty in an image.
/// @core any
struct ClientQuotaImage : Counted {
  ClientQuotaEntity entity;
  std::map<std::string, double, std::less<>> values;

  std::optional<double> find(std::string_view name) const {
    const auto it = values.find(name);
    return it == values.end() ? std::nullopt : std::optional(it->second);
  }
};

/// One entry of AlterClientQuotas.
struct ClientQuotaAlteration {
  struct Operation {
    std::string key;
    std::optional<double> value;  // nothing: the quota goes
  };
  ClientQuotaEntity entity;
  std::vector<Operation> operations;
};

}  // namespace klamm::metadata
