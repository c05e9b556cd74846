#include "metadata/quorum_state.h"

#include <nlohmann/json.hpp>

#include "protocol/types.h"

namespace klamm::metadata {

std::expected<QuorumState, std::string> parse_quorum_state(std::string_view text) {
  const auto json = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return std::unexpected("quorum-state is not JSON");
  const auto number = [&](const char* key) -> const nlohmann::json* {
    const auto found = json.find(key);
    return found != json.end() && found->is_number_integer() ? &*found : nullptr;
  };
  const nlohmann::json* version = number("data_version");
  const nlohmann::json* leader = number("leaderId");
  const nlohmann::json* epoch = number("leaderEpoch");
  if (version == nullptr || leader == nullptr || epoch == nullptr) {
    return std::unexpected("quorum-state lacks data_version, leaderId or leaderEpoch");
  }
  const auto version_number = version->get<int64_t>();
  if (version_number < 0 || version_number > 1) {
    return std::unexpected("quorum-state has the unknown version " + std::to_string(version_number));
  }
  const auto leader_id = leader->get<int64_t>();
  const auto leader_epoch = epoch->get<int64_t>();
  // An epoch must have a next one.
  if (leader_id < -1 || leader_id > INT32_MAX || leader_epoch < -1 || leader_epoch >= INT32_MAX) {
    return std::unexpected("quorum-state has the leader " + std::to_string(leader_id) + " of epoch " +
                           std::to_string(leader_epoch) + ", which cannot be");
  }
  return QuorumState{static_cast<int32_t>(leader_id), static_cast<int32_t>(leader_epoch)};
}

std::string quorum_state_text(const QuorumState& state, int16_t kraft_version, int32_t voter_id) {
  nlohmann::ordered_json json;
  if (kraft_version == 0) json["clusterId"] = "";
  json["leaderId"] = state.leader_id;
  json["leaderEpoch"] = state.leader_epoch;
  json["votedId"] = -1;
  if (kraft_version == 0) {
    json["appliedOffset"] = 0;
    json["currentVoters"] = {{{"voterId", voter_id}}};
    json["data_version"] = 0;
  } else {
    json["votedDirectoryId"] = protocol::kZeroUuid.to_string();
    json["data_version"] = 1;
  }
  return json.dump();
}

}  // namespace klamm::metadata
