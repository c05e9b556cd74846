#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "metadata/image.h"

namespace klamm::metadata {

/// A quota that holds for a client, and who shares it: all clients with this user and client id. Empty: whatever it is.
struct ClientQuotaFound {
  double limit = 0;
  std::string user;
  std::string client_id;
  bool operator==(const ClientQuotaFound&) const = default;
};

/// The quota `name` of a client in Kafka's order: user and client id, user and default client id, user, default user
/// and client id, default user and default client id, default user, client id, default client id. The first entity that
/// has it decides who shares it, and the limit is what holds for those; nothing: none does.
/// @core any
std::optional<ClientQuotaFound> find_client_quota(const MetadataImage& image, std::string_view name,
                                                  std::string_view user, std::string_view client_id);

}  // namespace klamm::metadata
