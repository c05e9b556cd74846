#include "metadata/metadata_record.h"

#include "protocol/registry.h"

namespace klamm::metadata {

std::expected<RecordFrame, std::string> parse_record_frame(std::span<const std::byte> value) {
  protocol::Reader reader(value);
  const auto frame_version = reader.read_unsigned_varint();
  if (!frame_version) return std::unexpected("a metadata record has no readable frame");
  if (*frame_version != kFrameVersion) {
    return std::unexpected("a metadata record has frame version " + std::to_string(*frame_version) +
                           ", and only 1 is known");
  }
  const auto api_key = reader.read_unsigned_varint();
  const auto version = api_key ? reader.read_unsigned_varint() : api_key;
  if (!version || *version > INT16_MAX) return std::unexpected("a metadata record has no readable type and version");
  return RecordFrame{*api_key, static_cast<int16_t>(*version), reader.rest(), value};
}

RecordVersions record_versions(int16_t metadata_version) {
  RecordVersions versions;
  if (metadata_version < 30) versions.register_broker = 3;
  if (metadata_version < 17) versions.register_broker = 2;
  if (metadata_version < 8) versions.register_broker = 1;
  if (metadata_version < 23) versions.partition = versions.partition_change = 1;
  if (metadata_version < 17) versions.partition = versions.partition_change = 0;
  versions.transactions = metadata_version >= 13;
  return versions;
}

std::string record_type_name(uint32_t api_key) {
  if (api_key <= INT16_MAX) {
    const auto* found = protocol::find_message(protocol::MessageKind::kMetadataRecord, static_cast<int16_t>(api_key));
    if (found != nullptr) return std::string(found->name);
  }
  return "type " + std::to_string(api_key);
}

}  // namespace klamm::metadata
