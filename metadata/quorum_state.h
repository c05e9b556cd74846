#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

namespace klamm::metadata {

/// Its name, in the directory of the metadata log.
inline constexpr std::string_view kQuorumStateFile = "quorum-state";

/// The `quorum-state` file of the metadata log (QuorumStateData): who leads which epoch.
struct QuorumState {
  int32_t leader_id = -1;
  int32_t leader_epoch = 0;
  bool operator==(const QuorumState&) const = default;
};

/// The error is a sentence.
std::expected<QuorumState, std::string> parse_quorum_state(std::string_view text);

/// kraft.version 0 (static voters) is written in the file's version 0 with `voter_id` as the only voter, 1 in
/// version 1.
std::string quorum_state_text(const QuorumState& state, int16_t kraft_version, int32_t voter_id);

}  // namespace klamm::metadata
