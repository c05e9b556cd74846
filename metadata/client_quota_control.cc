#include "metadata/client_quota_control.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "metadata/replica_assignment.h"
#include "protocol/messages/client_quota_record.h"

namespace klamm::metadata {

namespace {

using protocol::ClientQuotaRecord;
using protocol::ErrorCode;

enum class ValueType : int8_t { kInt, kLong, kDouble };

struct QuotaKey {
  std::string_view name;
  ValueType type;
  bool is_for_ip;
};
constexpr std::array<QuotaKey, 5> kQuotaKeys = {{
    {kProducerByteRate, ValueType::kLong, false},
    {kConsumerByteRate, ValueType::kLong, false},
    {kRequestPercentage, ValueType::kDouble, false},
    {kControllerMutationRate, ValueType::kDouble, false},
    {kConnectionCreationRate, ValueType::kInt, true},
}};

ApiError invalid(std::string message) {
  return {ErrorCode::kInvalidRequest, std::move(message)};
}

bool is_ip_address(const std::string& text) {
  std::array<unsigned char, sizeof(in6_addr)> address{};
  return inet_pton(AF_INET, text.c_str(), address.data()) == 1 ||
         inet_pton(AF_INET6, text.c_str(), address.data()) == 1;
}

ApiError check_entity(const ClientQuotaEntity& entity) {
  if (entity.parts.empty()) return invalid("Invalid empty client quota entity");
  for (const auto& [type, name] : entity.parts) {
    if (type != kUserEntity && type != kClientIdEntity && type != kIpEntity) {
      return invalid("Unhandled client quota entity type: " + type);
    }
    if (name && name->empty()) return invalid("Empty " + type + " not supported");
  }
  const auto ip = entity.parts.find(kIpEntity);
  if (ip == entity.parts.end()) return {};
  if (entity.parts.size() > 1) {
    return invalid("Invalid quota entity combination, IP entity should not be combined with User or ClientId");
  }
  if (!ip->second || is_ip_address(*ip->second)) return {};
  return invalid(*ip->second + " is not a valid IP or resolvable host.");
}

ApiError check_whole_number(const std::string& key, double value, double max, std::string_view type) {
  if (value > max) return invalid(fmt::format("Proposed value for {} is too large for {}.", key, type));
  if (std::fabs(std::fmod(value, 1.0)) > 1e-6) return invalid(key + " cannot be a fractional value.");
  return {};
}

ApiError check_value(const std::string& key, double value, bool is_for_ip) {
  const auto* found = std::ranges::find(kQuotaKeys, key, &QuotaKey::name);
  if (found == kQuotaKeys.end() || found->is_for_ip != is_for_ip) return invalid("Invalid configuration key " + key);
  if (!std::isfinite(value)) return invalid("Quota " + key + " must be a finite number");
  if (value <= 0) return invalid("Quota " + key + " must be greater than 0");
  switch (found->type) {
    case ValueType::kInt:
      return check_whole_number(key, value, INT32_MAX, "an INT");
    case ValueType::kLong:
      return check_whole_number(key, value, static_cast<double>(INT64_MAX), "a LONG");
    case ValueType::kDouble:
      return {};
  }
  return {};
}

// Adds the records of one alteration, all or none.
ApiError alter(const MetadataImage& image, const ClientQuotaAlteration& alteration, RecordValues& records) {
  const ClientQuotaEntity& entity = alteration.entity;
  if (ApiError why = check_entity(entity); !why.ok()) return why;
  const ClientQuotaImage* now = image.client_quota(entity);
  RecordValues own;
  for (const auto& [key, value] : alteration.operations) {
    const std::optional<double> current = now == nullptr ? std::nullopt : now->find(key);
    if (value) {
      if (ApiError why = check_value(key, *value, entity.has(kIpEntity)); !why.ok()) return why;
    }
    if (value != current) own.push_back(quota_record(entity, key, value));
  }
  std::ranges::move(own, std::back_inserter(records));
  return {};
}

bool has_duplicate_key(const ClientQuotaAlteration& alteration) {
  std::set<std::string_view> keys;
  return !std::ranges::all_of(alteration.operations,
                              [&](const auto& operation) { return keys.insert(operation.key).second; });
}

}  // namespace

std::string quota_record(const ClientQuotaEntity& entity, const std::string& key, std::optional<double> value) {
  std::vector<ClientQuotaRecord::EntityData> parts;
  for (const auto& [type, name] : entity.parts) {
    ClientQuotaRecord::EntityData part;
    part.entity_type = type;
    part.entity_name = name ? protocol::String(*name) : protocol::String::null();
    parts.push_back(part);
  }
  ClientQuotaRecord record;
  record.entity = {parts.data(), parts.size()};
  record.key = key;
  record.value = value.value_or(0);
  record.remove = !value;
  return encode_record(record);
}

ControllerResult<Decision<AlteredClientQuota>> decide_alter_client_quotas(
    const MetadataImage& image, const std::vector<ClientQuotaAlteration>& alterations) {
  Decision<AlteredClientQuota> decision;
  std::map<std::string, size_t> places;
  for (const ClientQuotaAlteration& alteration : alterations) {
    const auto [place, is_new] = places.try_emplace(alteration.entity.key(), decision.answers.size());
    if (is_new) decision.answers.push_back({alteration.entity, {}});
    ApiError& error = decision.answers[place->second].error;
    if (!is_new || has_duplicate_key(alteration)) {
      error = invalid("Ignoring duplicate entity " + alteration.entity.text());
    } else {
      error = alter(image, alteration, decision.records);
    }
  }
  if (decision.records.size() > kRecordsPerRequestMax) {
    return std::unexpected(
        ApiError{ErrorCode::kPolicyViolation, "Unable to perform excessively large batch operation."});
  }
  return decision;
}

}  // namespace klamm::metadata
