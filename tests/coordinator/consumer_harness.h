#pragma once

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "coordinator/consumer_group.h"
#include "coordinator/consumer_records.h"
#include "tests/coordinator/group_listener.h"

namespace klamm::coordinator::test {

using protocol::ErrorCode;

/// The records of one group as a compacted log keeps them: the newest of each key, in the order of their writing.
class CompactedLog {
 public:
  void append(const GroupRecords& records) {
    records.for_each([this](const protocol::Bytes& key, const protocol::Bytes& value) {
      std::erase_if(entries_, [&](const auto& entry) { return entry.first == key.text(); });
      std::optional<std::string> text;
      if (!value.is_null) text = std::string(value.text());
      entries_.emplace_back(std::string(key.text()), std::move(text));
    });
  }
  /// Also what tombstones delete in a log that is cleaned.
  void drop_tombstones() {
    std::erase_if(entries_, [](const auto& entry) { return !entry.second; });
  }
  ConsumerGroupState replay() const {
    ConsumerGroupState state;
    for (const auto& [key_bytes, value] : entries_) {
      const auto key = parse_group_record_key(std::as_bytes(std::span(key_bytes)));
      if (!is_of_consumer_group((*key)->type)) continue;
      std::optional<std::span<const std::byte>> bytes;
      if (value) bytes = std::as_bytes(std::span(*value));
      state.apply(parse_consumer_change(**key, bytes).value());
    }
    return state;
  }
  size_t size() const { return entries_.size(); }

 private:
  std::vector<std::pair<std::string, std::optional<std::string>>> entries_;
};

/// A consumer group with a clock, a cluster and a log of its own. Writes end when they are told to, or at once.
class ConsumerHarness {
 public:
  ConsumerHarness() {
    options.assignment_interval_ms.value = 0;
    use(options);
    group = make();
  }

  void use(ConsumerGroupOptions with) {
    options = with;
    configs.set_broker(std::move(with));
  }
  std::unique_ptr<ConsumerGroup> make() { return std::make_unique<ConsumerGroup>("g", configs, topics); }
  GroupNow now() const { return {.ms = now_ms, .wall_ms = kWallMs + now_ms}; }

  static ConsumerHeartbeat joining(std::string member_id, std::vector<std::string> read = {"t"}) {
    return {.member_id = std::move(member_id),
            .member_epoch = 0,
            .rebalance_timeout_ms = 60'000,
            .topics = std::move(read),
            .owned = TopicPartitions(),
            .client_id = "client",
            .client_host = "/10.0.0.1"};
  }
  static ConsumerHeartbeat beating(std::string member_id, int32_t epoch,
                                   std::optional<TopicPartitions> owned = std::nullopt) {
    ConsumerHeartbeat request{.member_id = std::move(member_id), .member_epoch = epoch};
    request.owned = std::move(owned);
    request.client_id = "client";
    request.client_host = "/10.0.0.1";
    return request;
  }

  RequestToken send(ConsumerHeartbeat request) {
    request.token = ++last_token;
    if (request.new_member_id.empty()) request.new_member_id = "made-" + std::to_string(request.token);
    apply([&](ConsumerEffects& effects) { group->heartbeat(request, now(), effects); });
    return request.token;
  }
  /// The answer; with `writes_end`, writes have ended by then.
  ConsumerAnswer ask(ConsumerHeartbeat request) { return answers.at(send(std::move(request))); }
  ConsumerAnswer join(std::string member_id, std::vector<std::string> read = {"t"}) {
    return ask(joining(std::move(member_id), std::move(read)));
  }
  ConsumerAnswer beat(std::string member_id, int32_t epoch, std::optional<TopicPartitions> owned = std::nullopt) {
    return ask(beating(std::move(member_id), epoch, std::move(owned)));
  }
  ConsumerAnswer leave(std::string member_id, int32_t epoch = kLeaveEpoch,
                       std::optional<std::string> instance_id = std::nullopt) {
    ConsumerHeartbeat request = beating(std::move(member_id), epoch);
    request.instance_id = std::move(instance_id);
    return ask(std::move(request));
  }

  /// Time goes on, and wakes the group whenever it wants to be.
  void pass(int64_t ms) {
    const int64_t end_ms = now_ms + ms;
    while (group->wake_at_ms() <= end_ms) {
      now_ms = std::max(now_ms, group->wake_at_ms());
      apply([&](ConsumerEffects& effects) { group->on_time(now(), effects); });
    }
    now_ms = end_ms;
  }

  /// Ends the oldest write. After one that fails the others of the group are not written either.
  void end_write(ErrorCode error = ErrorCode::kNone) {
    ConsumerWrite write = std::move(writes.front());
    writes.pop_front();
    if (error == ErrorCode::kNone) {
      log.append(write.records);
    } else {
      writes.clear();
    }
    apply([&](ConsumerEffects& effects) { group->written(write.id, error, now(), effects); });
  }

  /// The newest write was not taken, while older ones may be under way.
  void refuse_write(ErrorCode error) {
    const uint64_t id = writes.back().id;
    writes.pop_back();
    apply([&](ConsumerEffects& effects) { group->written(id, error, now(), effects); });
  }

  /// Resolves regular expressions as the driver does.
  template <class Matches>
  void resolve(Matches matches) {
    ConsumerGroup::ResolvedTopics resolved;
    for (const std::string& regex : group->regexes_to_resolve()) {
      std::vector<std::string> matching;
      for (const auto& [name, topic] : topics.topics) {
        if (matches(regex, name)) matching.push_back(name);
      }
      resolved.emplace_back(regex, std::move(matching));
    }
    wants_regexes = false;
    apply([&](ConsumerEffects& effects) {
      group->regexes_resolved(std::move(resolved), topics.version(), now(), effects);
      group->resolving_ended();
    });
  }

  /// A broker that has read the log.
  void restart() {
    group = make();
    group->restore(log.replay());
    group->loaded(now());
    writes.clear();
    wants_regexes = false;
  }

  const ConsumerMember& member(const std::string& id) const { return *group->records().find(id); }
  /// Partitions of a topic that a member has, without those that it has to give up.
  std::vector<int32_t> has(const std::string& id, const std::string& topic = "t") const {
    return partitions_of(member(id).current.assigned, topic);
  }
  std::vector<int32_t> partitions_of(const OwnedPartitions& owned, const std::string& topic = "t") const {
    std::vector<int32_t> all;
    if (const auto found = owned.find(topics.id(topic)); found != owned.end()) {
      for (const OwnedPartition& one : found->second) all.push_back(one.partition);
    }
    return all;
  }
  TopicPartitions owning(std::vector<int32_t> partitions, const std::string& topic = "t") const {
    TopicPartitions owned;
    if (!partitions.empty()) owned[topics.id(topic)] = std::move(partitions);
    return owned;
  }

  template <class Event>
  void apply(Event event) {
    ConsumerEffects effects;
    event(effects);
    for (auto& [token, answer] : effects.answers) {
      answered_twice |= !answers.emplace(token, std::move(answer)).second;
    }
    for (ConsumerWrite& write : effects.writes) writes.push_back(std::move(write));
    for (std::string& line : effects.log_lines) log_lines.push_back(std::move(line));
    wants_regexes |= effects.wants_regexes_resolved;
    while (writes_end && !writes.empty()) end_write();
  }

  static constexpr int64_t kWallMs = 1'700'000'000'000;
  bool writes_end = true;  // at once
  ConsumerGroupOptions options;
  GroupConfigs configs;
  FakeTopics topics;
  int64_t now_ms = 1000;
  std::unique_ptr<ConsumerGroup> group;
  std::map<RequestToken, ConsumerAnswer> answers;
  std::deque<ConsumerWrite> writes;
  std::vector<std::string> log_lines;
  CompactedLog log;
  bool wants_regexes = false;
  bool answered_twice = false;
  RequestToken last_token = 0;
};

}  // namespace klamm::coordinator::test
