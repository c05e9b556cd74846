#include "coordinator/group_replay.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "coordinator/consumer_records.h"
#include "protocol/arena.h"
#include "protocol/reader.h"

namespace klamm::coordinator {

namespace {

constexpr size_t kWarningsMax = 20;

std::unexpected<std::string> at_offset(const protocol::RecordBatchHeader& batch, const protocol::Record& record,
                                       std::string_view what) {
  return std::unexpected(fmt::format("the record at offset {}: {}", batch.base_offset + record.offset_delta, what));
}

bool is_group_of_other_protocol(GroupRecordType type) {
  using enum GroupRecordType;
  return type == kShareGroupMetadata || type == kStreamsGroupMetadata;
}

bool is_member_of_other_protocol(GroupRecordType type) {
  using enum GroupRecordType;
  return type == kShareGroupMemberMetadata || type == kStreamsGroupMemberMetadata;
}

}  // namespace

void GroupReplay::warn(std::string sentence) {
  if (warnings_.size() < kWarningsMax) warnings_.push_back(std::move(sentence));
}

std::expected<void, std::string> GroupReplay::apply(const protocol::RecordBatchView& batch) {
  protocol::RecordReader reader(batch, codec_);
  while (true) {
    const auto record = reader.next();
    if (!record) {
      return std::unexpected(
          fmt::format("the batch at offset {} {}", batch.header.base_offset, protocol::describe(record.error())));
    }
    if (!record->has_value()) return {};
    ++record_count_;
    auto applied =
        batch.header.is_control() ? apply_marker(batch.header, **record) : apply_record(batch.header, **record);
    if (!applied) return applied;
  }
}

std::expected<void, std::string> GroupReplay::apply_record(const protocol::RecordBatchHeader& batch,
                                                           const protocol::Record& record) {
  const auto key = parse_group_record_key(record.key.view());
  if (!key) return at_offset(batch, record, key.error());
  if (!key->has_value()) {
    warn(fmt::format("the record at offset {} is of a type that is not known; it is passed over",
                     batch.base_offset + record.offset_delta));
    return {};
  }
  if ((*key)->is_offset_commit()) return apply_offset(batch, record, **key);
  if (is_of_consumer_group((*key)->type)) return apply_consumer(batch, record, **key);
  if ((*key)->type != GroupRecordType::kGroupMetadata) {
    apply_other(record, **key);
    return {};
  }
  if (!record.value.is_null) {
    newest_.insert_or_assign(std::string((*key)->group), std::string(record.value.text()));
    return {};
  }
  newest_.erase(std::string((*key)->group));
  if (StoredGroup* group = groups_.find((*key)->group)) {
    group->is_simple = false;
    groups_.erase_if_gone((*key)->group);
  }
  return {};
}

std::expected<void, std::string> GroupReplay::apply_offset(const protocol::RecordBatchHeader& batch,
                                                           const protocol::Record& record, const GroupRecordKey& key) {
  if (record.value.is_null) {
    transactional_.remove(key.group, key.topic, key.partition);
    if (StoredGroup* group = groups_.find(key.group)) group->offsets.remove(key.topic, key.partition);
    return {};
  }
  auto offset = parse_offset_commit_value(key.type, record.value.view());
  if (!offset) return at_offset(batch, record, offset.error());
  offset->record_offset = batch.base_offset + record.offset_delta;
  StoredGroup& group = groups_.find_or_create(key.group);
  group.is_simple = true;
  if (batch.is_transactional()) {
    transactional_.put(batch.producer_id, key.group, key.topic, key.partition, std::move(*offset));
  } else {
    group.offsets.put(key.topic, key.partition, std::move(*offset));
  }
  return {};
}

std::expected<void, std::string> GroupReplay::apply_consumer(const protocol::RecordBatchHeader& batch,
                                                             const protocol::Record& record,
                                                             const GroupRecordKey& key) {
  std::optional<std::span<const std::byte>> value;
  if (!record.value.is_null) value = record.value.view();
  auto change = parse_consumer_change(key, value);
  if (!change) return at_offset(batch, record, change.error());
  const std::string id(key.group);
  if (!value && !consumers_.contains(id)) return {};
  ConsumerGroupState& group = consumers_[id];
  group.apply(std::move(*change));
  // The last tombstone of a group that was deleted: it was simple no longer.
  if (!group.is_blank()) return {};
  consumers_.erase(id);
  if (StoredGroup* stored = groups_.find(key.group)) {
    stored->is_simple = false;
    groups_.erase_if_gone(key.group);
  }
  return {};
}

void GroupReplay::apply_other(const protocol::Record& record, const GroupRecordKey& key) {
  if (is_group_of_other_protocol(key.type)) {
    if (record.value.is_null && groups_.find(key.group) == nullptr) return;
    groups_.find_or_create(key.group).other.is_there = !record.value.is_null;
  } else if (is_member_of_other_protocol(key.type)) {
    if (record.value.is_null && groups_.find(key.group) == nullptr) return;
    auto& member_ids = groups_.find_or_create(key.group).other.member_ids;
    if (record.value.is_null) {
      if (const auto found = member_ids.find(key.member_id); found != member_ids.end()) member_ids.erase(found);
    } else {
      member_ids.emplace(key.member_id);
    }
  }
  groups_.erase_if_gone(key.group);
}

std::expected<void, std::string> GroupReplay::apply_marker(const protocol::RecordBatchHeader& batch,
                                                           const protocol::Record& record) {
  constexpr int16_t kAbort = 0;
  constexpr int16_t kCommit = 1;
  protocol::Reader reader(record.key.view());
  const auto version = reader.read_int16();
  const auto type = version ? reader.read_int16() : version;
  if (!type) return at_offset(batch, record, "a control record without a type");
  if (*type != kAbort && *type != kCommit) return {};
  transactional_.end(batch.producer_id, *type == kCommit,
                     [this](std::string_view id, std::string_view topic, int32_t partition, CommittedOffset&& offset) {
                       GroupOffsets& offsets = groups_.find_or_create(id).offsets;
                       // Compaction may have kept an older commit behind a newer one: the offset of the record tells.
                       const CommittedOffset* there = offsets.find(topic, partition);
                       if (there != nullptr && there->record_offset > offset.record_offset) return;
                       offsets.put(topic, partition, std::move(offset));
                     });
  return {};
}

std::vector<std::string> GroupReplay::finish(const MakeClassic& make, const MakeConsumer& make_consumer) {
  for (auto& [id, state] : consumers_) {
    StoredGroup& stored = groups_.find_or_create(id);
    stored.consumer = make_consumer(id);
    stored.consumer->restore(std::move(state));
    if (newest_.erase(id) != 0) warn(fmt::format("group {} is of two protocols; the consumer protocol is taken", id));
  }
  consumers_.clear();
  for (const auto& [id, bytes] : newest_) {
    protocol::Arena arena;
    const auto value = parse_group_metadata_value(std::as_bytes(std::span(bytes)), arena);
    auto classic = make(id);
    if (!value || !classic->restore(*value)) {
      warn(fmt::format("the members of group {} cannot be read ({}); the group begins anew", id,
                       value ? std::string("they contradict each other") : value.error()));
      continue;
    }
    groups_.find_or_create(id).classic = std::move(classic);
  }
  newest_.clear();
  return std::move(warnings_);
}

}  // namespace klamm::coordinator
