#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "coordinator/classic_group.h"
#include "coordinator/group_records.h"
#include "protocol/arena.h"

namespace klamm::coordinator::test {

using protocol::ErrorCode;

/// A classic group with a clock and a log of its own. Answers are kept by request; writes end when they are told to.
class GroupHarness {
 public:
  explicit GroupHarness(ClassicGroupRules with = {}) : rules(with) { group = make(); }

  std::unique_ptr<ClassicGroup> make() { return std::make_unique<ClassicGroup>("g", rules, now()); }
  GroupNow now() const { return {.ms = now_ms, .wall_ms = kWallMs + now_ms}; }

  static JoinRequest request(std::string member_id, std::vector<JoinProtocol> protocols = {{"range", "m"}}) {
    JoinRequest request{.member_id = std::move(member_id),
                        .instance_id = std::nullopt,
                        .client_id = "client",
                        .client_host = "/10.0.0.1",
                        .session_timeout_ms = 10'000,
                        .rebalance_timeout_ms = 60'000,
                        .protocol_type = "consumer",
                        .protocols = std::move(protocols)};
    return request;
  }

  /// The number of the request, to ask for its answer.
  RequestToken join(JoinRequest request, bool is_new_group = false) {
    request.token = ++last_token;
    if (request.new_member_id.empty()) request.new_member_id = "m" + std::to_string(request.token);
    apply([&](ClassicEffects& effects) { group->join(request, is_new_group, now(), effects); });
    return request.token;
  }
  RequestToken sync(std::string member_id, int32_t generation, std::vector<SyncRequest::Assignment> assignments = {},
                    std::optional<std::string> instance_id = std::nullopt, ConnectionId connection = kNoConnection) {
    SyncRequest request{
        .member_id = std::move(member_id), .instance_id = std::move(instance_id), .generation = generation};
    request.assignments = std::move(assignments);
    request.connection = connection;
    request.token = ++last_token;
    apply([&](ClassicEffects& effects) { group->sync(request, effects); });
    return request.token;
  }
  ErrorCode beat(const std::string& member_id, std::optional<int32_t> generation = std::nullopt,
                 std::optional<std::string> instance_id = std::nullopt, ConnectionId connection = kNoConnection) {
    return group->heartbeat(member_id, instance_id, generation.value_or(group->generation()), now(), connection);
  }
  std::vector<ErrorCode> leave(const std::vector<LeavingMember>& leaving) {
    std::vector<ErrorCode> errors;
    apply([&](ClassicEffects& effects) { errors = group->leave(leaving, now(), effects).value(); });
    return errors;
  }
  ErrorCode leave(const std::string& member_id) { return leave({{member_id, std::nullopt, "test"}}).front(); }

  /// Time goes on, and wakes the group whenever it wants to be.
  void pass(int64_t ms) {
    const int64_t end_ms = now_ms + ms;
    while (group->wake_at_ms() <= end_ms) {
      now_ms = std::max(now_ms, group->wake_at_ms());
      apply([&](ClassicEffects& effects) { group->on_time(now(), effects); });
    }
    now_ms = end_ms;
  }

  /// Ends the oldest write.
  void end_write(ErrorCode error = ErrorCode::kNone) {
    GroupWrite write = std::move(writes.front());
    writes.erase(writes.begin());
    if (error == ErrorCode::kNone) {
      write.records.for_each([this](const protocol::Bytes&, const protocol::Bytes& value) { stored = value.text(); });
    }
    apply([&](ClassicEffects& effects) { group->written(write.id, error, now(), effects); });
  }
  void end_writes() {
    while (!writes.empty()) end_write();
  }

  /// A member with an id of its own and version 3 of JoinGroup, in an empty group: through its first rebalance.
  void settle(const std::vector<std::string>& member_ids) {
    for (const std::string& id : member_ids) {
      JoinRequest asked = request("");
      asked.new_member_id = id;
      join(asked);
    }
    pass(rules.initial_rebalance_delay_ms);
    while (group->state() == ClassicState::kPreparingRebalance) pass(1000);
    sync_all();
  }
  /// Every member asks for its assignment, "part of NAME"; the leader brings them.
  void sync_all() {
    std::vector<SyncRequest::Assignment> parts;
    for (const ClassicMember& member : group->members()) parts.push_back({member.member_id, part_of(member.member_id)});
    const std::string leader = *group->leader();
    std::vector<std::string> ids;
    for (const ClassicMember& member : group->members()) ids.push_back(member.member_id);
    for (const std::string& id : ids) {
      sync(id, group->generation(), id == leader ? parts : std::vector<SyncRequest::Assignment>());
    }
    end_writes();
  }
  static std::string part_of(const std::string& member_id) { return "part of " + member_id; }

  /// A broker that has read the stored record.
  void restart() {
    group = make();
    protocol::Arena arena;
    const auto value = parse_group_metadata_value(std::as_bytes(std::span(stored.data(), stored.size())), arena);
    restored = value.has_value() && group->restore(*value);
    apply([&](ClassicEffects& effects) { group->loaded(now(), effects); });
    writes.clear();
  }

  const JoinAnswer* joined(RequestToken token) const { return find(joins, token); }
  const SyncAnswer* synced(RequestToken token) const { return find(syncs, token); }

  template <class Event>
  void apply(Event event) {
    ClassicEffects effects;
    event(effects);
    for (auto& [token, answer] : effects.join_answers)
      answered_twice |= !joins.emplace(token, std::move(answer)).second;
    for (auto& [token, answer] : effects.sync_answers)
      answered_twice |= !syncs.emplace(token, std::move(answer)).second;
    for (GroupWrite& write : effects.writes) writes.push_back(std::move(write));
    for (std::string& line : effects.log_lines) log_lines.push_back(std::move(line));
  }

  static constexpr int64_t kWallMs = 1'700'000'000'000;
  ClassicGroupRules rules;
  int64_t now_ms = 1000;
  std::unique_ptr<ClassicGroup> group;
  std::map<RequestToken, JoinAnswer> joins;
  std::map<RequestToken, SyncAnswer> syncs;
  std::vector<GroupWrite> writes;
  std::vector<std::string> log_lines;
  std::string stored;  // the newest record
  bool restored = false;
  bool answered_twice = false;
  RequestToken last_token = 0;

 private:
  template <class Map>
  static const typename Map::mapped_type* find(const Map& map, RequestToken token) {
    const auto found = map.find(token);
    return found == map.end() ? nullptr : &found->second;
  }
};

}  // namespace klamm::coordinator::test
