#pragma once

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "coordinator/group_migration.h"
#include "protocol/arena.h"
#include "tests/coordinator/consumer_harness.h"

namespace klamm::coordinator::test {

/// The metadata of a consumer of the classic protocol.
inline std::string subscription_to(std::vector<std::string> topics, std::vector<int32_t> owned = {},
                                   const std::string& owned_topic = "t") {
  protocol::Writer writer;
  writer.write_int16(1);
  writer.write_int32(static_cast<int32_t>(topics.size()));
  for (const std::string& topic : topics) writer.write_string(topic);
  writer.write_int32(-1);
  writer.write_int32(owned.empty() ? 0 : 1);
  if (!owned.empty()) {
    writer.write_string(owned_topic);
    writer.write_int32(static_cast<int32_t>(owned.size()));
    for (const int32_t partition : owned) writer.write_int32(partition);
  }
  const auto bytes = writer.written();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// A group of either protocol with a clock, topics and a log of its own; what a partition and its drivers do is done
/// here. A request that comes while the group is between the protocols is lost.
class MigrationHarness {
 public:
  MigrationHarness() {
    options.assignment_interval_ms.value = 0;
    rules.initial_rebalance_delay_ms = 0;
    configs.set_broker(options);
  }
  void use(MigrationPolicy policy) {
    options.migration_policy = policy;
    configs.set_broker(options);
  }
  GroupNow now() const { return {.ms = now_ms, .wall_ms = ConsumerHarness::kWallMs + now_ms}; }
  bool is_consumer() const { return consumer != nullptr; }
  bool is_between() const { return consumer != nullptr && consumer->becomes_classic(); }

  // ---- requests

  static JoinRequest joining(std::string member_id, std::vector<std::string> topics = {"t"},
                             std::vector<int32_t> owned = {}) {
    return {.member_id = std::move(member_id),
            .client_id = "client",
            .client_host = "/10.0.0.1",
            .session_timeout_ms = 10'000,
            .rebalance_timeout_ms = 20'000,
            .protocol_type = "consumer",
            .protocols = {{"range", subscription_to(std::move(topics), std::move(owned))}}};
  }
  RequestToken send(JoinRequest request) {
    request.token = ++last_token;
    request.new_member_id = "made-" + std::to_string(last_token);
    if (is_between()) return lose(request.token);
    if (consumer != nullptr && consumer->is_empty() && consumer->has_pending_writes()) return lose(request.token);
    if (consumer != nullptr && consumer->is_empty()) drop_consumer();
    if (consumer != nullptr) {
      on_consumer([&](ConsumerEffects& effects) { consumer->join(request, now(), effects); });
      return request.token;
    }
    if (classic == nullptr) classic = std::make_unique<ClassicGroup>("g", rules, now());
    on_classic([&](ClassicEffects& effects) { classic->join(request, false, now(), effects); });
    return request.token;
  }
  RequestToken send(SyncRequest request) {
    request.token = ++last_token;
    if (is_between()) return lose(request.token);
    if (consumer != nullptr) {
      on_consumer([&](ConsumerEffects& effects) { consumer->sync(request, now(), effects); });
    } else if (classic != nullptr) {
      on_classic([&](ClassicEffects& effects) { classic->sync(request, effects); });
    } else {
      syncs[request.token] = {.error = ErrorCode::kUnknownMemberId};
    }
    return request.token;
  }
  RequestToken send(ConsumerHeartbeat request) {
    request.token = ++last_token;
    if (request.new_member_id.empty()) request.new_member_id = "made-" + std::to_string(last_token);
    if (is_between()) return lose(request.token);
    if (consumer == nullptr && !make_consumer(request)) return request.token;
    on_consumer([&](ConsumerEffects& effects) { consumer->heartbeat(request, now(), effects); });
    return request.token;
  }
  ErrorCode beat(std::string_view member_id, int32_t generation,
                 const std::optional<std::string>& instance_id = std::nullopt) {
    if (consumer != nullptr) return consumer->classic_heartbeat(member_id, instance_id, generation, now(), 0);
    if (classic == nullptr) return ErrorCode::kUnknownMemberId;
    return classic->heartbeat(member_id, instance_id, generation, now());
  }
  void leave(const std::vector<std::string>& member_ids) {
    if (is_between()) return;
    std::vector<LeavingMember> leaving;
    for (const std::string& id : member_ids)
      leaving.push_back({.member_id = id, .instance_id = std::nullopt, .reason = ""});
    if (consumer != nullptr) {
      on_consumer([&](ConsumerEffects& effects) { consumer->remove_members(leaving, ++last_token, now(), effects); });
    } else if (classic != nullptr) {
      on_classic([&](ClassicEffects& effects) { std::ignore = classic->leave(leaving, now(), effects); });
    }
  }

  // The answers of those that come at once, when writes end at once.
  JoinAnswer join(JoinRequest request) { return joins.at(send(std::move(request))); }
  JoinAnswer join(std::string member_id) { return join(joining(std::move(member_id))); }
  SyncAnswer sync(const std::string& member_id, int32_t generation, std::vector<SyncRequest::Assignment> rows = {}) {
    SyncRequest request{.member_id = member_id, .instance_id = std::nullopt, .generation = generation};
    request.assignments = std::move(rows);
    return syncs.at(send(std::move(request)));
  }
  ConsumerAnswer ask(ConsumerHeartbeat request) { return answers.at(send(std::move(request))); }

  // ---- time, writes, the broker

  void pass(int64_t ms) {
    const int64_t end_ms = now_ms + ms;
    while (wake_at_ms() <= end_ms) {
      now_ms = std::max(now_ms, wake_at_ms());
      if (consumer != nullptr) {
        on_consumer([&](ConsumerEffects& effects) { consumer->on_time(now(), effects); });
      } else {
        on_classic([&](ClassicEffects& effects) { classic->on_time(now(), effects); });
      }
    }
    now_ms = end_ms;
  }
  bool has_writes() const { return !writes.empty(); }
  void end_write(ErrorCode error = ErrorCode::kNone) {
    Write write = std::move(writes.front());
    writes.pop_front();
    if (error == ErrorCode::kNone) append(write.records);
    if (write.is_consumer && error == ErrorCode::kNone) classic.reset();
    if (write.is_consumer && error != ErrorCode::kNone) {
      std::erase_if(writes, [](const Write& one) { return one.is_consumer; });
    }
    if (write.is_consumer && consumer != nullptr) {
      on_consumer([&](ConsumerEffects& effects) { consumer->written(write.id, error, now(), effects); });
    } else if (!write.is_consumer && classic != nullptr && consumer == nullptr) {
      on_classic([&](ClassicEffects& effects) { classic->written(write.id, error, now(), effects); });
    }
  }
  /// A broker that has read the log; what was on its way is lost.
  void restart() {
    writes.clear();
    consumer.reset();
    classic.reset();
    ConsumerGroupState state = log.replay();
    if (!state.is_blank()) {
      consumer = std::make_unique<ConsumerGroup>("g", configs, topics);
      consumer->restore(std::move(state));
      consumer->loaded(now());
    }
    if (!classic_record) return;
    protocol::Arena arena;
    EXPECT_EQ(consumer, nullptr) << "the log has a group of both protocols";
    classic = std::make_unique<ClassicGroup>("g", rules, now());
    EXPECT_TRUE(classic->restore(*parse_group_metadata_value(std::as_bytes(std::span(*classic_record)), arena)));
    ClassicEffects effects;
    classic->loaded(now(), effects);
  }
  bool is_like_the_log() {
    const bool is_same_consumer =
        consumer == nullptr ? log.replay().is_blank() : consumer->records().is_same(log.replay());
    return is_same_consumer && (consumer == nullptr || !classic_record);
  }

  NamedPartitions partitions_of(const SyncAnswer& answer) const {
    return parse_assignment(answer.assignment).value_or(MemberAssignment()).partitions;
  }
  std::string assignment(std::vector<int32_t> partitions, const std::string& topic = "t") const {
    TopicPartitions all;
    if (!partitions.empty()) all[topics.id(topic)] = std::move(partitions);
    return *assignment_for(subscription_to({topic}), all, topics);
  }

  struct Write {
    bool is_consumer = false;
    uint64_t id = 0;
    GroupRecords records;
  };
  bool writes_end = true;  // at once
  ConsumerGroupOptions options;
  ClassicGroupRules rules;
  GroupConfigs configs;
  FakeTopics topics;
  int64_t now_ms = 1000;
  std::unique_ptr<ClassicGroup> classic;
  std::unique_ptr<ConsumerGroup> consumer;
  std::deque<Write> writes;
  std::map<RequestToken, JoinAnswer> joins;
  std::map<RequestToken, SyncAnswer> syncs;
  std::map<RequestToken, ConsumerAnswer> answers;
  std::vector<std::string> log_lines;
  CompactedLog log;
  std::optional<std::string> classic_record;  // the newest value of the group's
  std::set<RequestToken> lost;                // requests that nobody answers
  RequestToken last_token = 0;
  int conversions = 0;

 private:
  int64_t wake_at_ms() const {
    if (consumer != nullptr) return consumer->wake_at_ms();
    return classic == nullptr ? kNever : classic->wake_at_ms();
  }
  void append(const GroupRecords& records) {
    log.append(records);
    records.for_each([this](const protocol::Bytes& key, const protocol::Bytes& value) {
      const auto parsed = parse_group_record_key(key.view());
      if ((*parsed)->type != GroupRecordType::kGroupMetadata) return;
      classic_record.reset();
      if (!value.is_null) classic_record = std::string(value.text());
    });
  }
  bool make_consumer(const ConsumerHeartbeat& request) {
    const auto refuse = [&](ErrorCode code) { answers[request.token] = {.error = code}; };
    if (request.member_epoch != 0) {
      refuse(ErrorCode::kGroupIdNotFound);
      return false;
    }
    std::vector<ConsumerChange> changes;
    if (classic != nullptr && !classic->is_empty()) {
      auto upgraded = consumer_group_of(*classic, options, topics);
      if (!upgraded) {
        refuse(upgraded.error().code);
        return false;
      }
      changes = std::move(*upgraded);
      on_classic([&](ClassicEffects& effects) { classic->suspend(effects); });
      ++conversions;
    }
    consumer = std::make_unique<ConsumerGroup>("g", configs, topics);
    if (classic != nullptr) consumer->replace_classic(std::move(changes), classic->rebalances());
    return true;
  }
  void drop_consumer() {
    GroupRecords records;
    std::ignore = consumer->drop(records);
    append(records);
    consumer.reset();
  }
  RequestToken lose(RequestToken token) {
    lost.insert(token);
    return token;
  }
  template <class Event>
  void on_consumer(Event event) {
    ConsumerEffects effects;
    event(effects);
    take(effects.answers, answers);
    take(effects.join_answers, joins);
    take(effects.sync_answers, syncs);
    for (std::string& line : effects.log_lines) log_lines.push_back(std::move(line));
    for (ConsumerWrite& write : effects.writes) writes.push_back({true, write.id, std::move(write.records)});
    if (effects.classic) {
      ++conversions;
      classic = std::make_unique<ClassicGroup>("g", rules, now());
      consumer.reset();
      ClassicEffects of_classic;
      classic->take_over(std::move(*effects.classic), now(), of_classic);
      apply(of_classic);
    } else if (consumer->is_blank()) {
      consumer.reset();
      if (classic != nullptr) classic->resume(now());
    }
    while (writes_end && !writes.empty()) end_write();
  }
  template <class Event>
  void on_classic(Event event) {
    ClassicEffects effects;
    event(effects);
    apply(effects);
    while (writes_end && !writes.empty()) end_write();
  }
  void apply(ClassicEffects& effects) {
    take(effects.join_answers, joins);
    take(effects.sync_answers, syncs);
    for (std::string& line : effects.log_lines) log_lines.push_back(std::move(line));
    for (GroupWrite& write : effects.writes) writes.push_back({false, write.id, std::move(write.records)});
  }
  template <class From, class Into>
  static void take(From& from, Into& into) {
    for (auto& [token, answer] : from) {
      EXPECT_TRUE(into.emplace(token, std::move(answer)).second) << "a request was answered twice";
    }
  }
};

}  // namespace klamm::coordinator::test
