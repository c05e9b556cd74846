#include "metadata/image_builder.h"
#include "metadata/image_builder_decode.h"
#include "protocol/messages/access_control_entry_record.h"
#include "protocol/messages/delegation_token_record.h"
#include "protocol/messages/remove_access_control_entry_record.h"
#include "protocol/messages/remove_delegation_token_record.h"
#include "protocol/messages/remove_user_scram_credential_record.h"
#include "protocol/messages/user_scram_credential_record.h"
#include "protocol/messages/zk_migration_state_record.h"

// What the image keeps so that nothing is lost, though no part of Klamm serves it yet.
namespace klamm::metadata {

namespace {

std::string acl_identity(const Uuid& id) {
  return "acl " + id.to_string();
}
std::string token_identity(std::string_view id) {
  return "token " + std::string(id);
}
std::string scram_identity(std::string_view user, int8_t mechanism) {
  return "scram " + std::to_string(mechanism) + " " + std::string(user);
}

}  // namespace

ImageBuilder::Result ImageBuilder::apply_kept_record(const RecordFrame& record) {
  const auto kept = [&](std::string identity) -> Result {
    keep(std::move(identity), record);
    return {};
  };
  const auto dropped = [&](const std::string& identity) -> Result {
    image_.kept_.erase(identity);
    return {};
  };
  switch (record.api_key) {
    case protocol::AccessControlEntryRecord::kApiKey:
      return decoded<protocol::AccessControlEntryRecord>(
          record, [&](const auto& entry) { return kept(acl_identity(entry.id)); });
    case protocol::RemoveAccessControlEntryRecord::kApiKey:
      return decoded<protocol::RemoveAccessControlEntryRecord>(
          record, [&](const auto& entry) { return dropped(acl_identity(entry.id)); });
    case protocol::DelegationTokenRecord::kApiKey:
      return decoded<protocol::DelegationTokenRecord>(
          record, [&](const auto& token) { return kept(token_identity(token.token_id.view())); });
    case protocol::RemoveDelegationTokenRecord::kApiKey:
      return decoded<protocol::RemoveDelegationTokenRecord>(
          record, [&](const auto& token) { return dropped(token_identity(token.token_id.view())); });
    case protocol::UserScramCredentialRecord::kApiKey:
      return decoded<protocol::UserScramCredentialRecord>(record, [&](const auto& credential) {
        return kept(scram_identity(credential.name.view(), credential.mechanism));
      });
    case protocol::RemoveUserScramCredentialRecord::kApiKey:
      return decoded<protocol::RemoveUserScramCredentialRecord>(record, [&](const auto& credential) {
        return dropped(scram_identity(credential.name.view(), credential.mechanism));
      });
    default:
      return decoded<protocol::ZkMigrationStateRecord>(record, [&](const auto&) { return kept("zk migration"); });
  }
}

}  // namespace klamm::metadata
