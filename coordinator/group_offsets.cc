#include "coordinator/group_offsets.h"

#include <utility>

#include "protocol/saturated.h"

namespace klamm::coordinator {

const GroupOffsets::ByPartition* GroupOffsets::find_topic(std::string_view topic) const {
  const auto found = topics_.find(topic);
  return found == topics_.end() ? nullptr : &found->second;
}

const CommittedOffset* GroupOffsets::find(std::string_view topic, int32_t partition) const {
  const ByPartition* partitions = find_topic(topic);
  if (partitions == nullptr) return nullptr;
  const auto found = partitions->find(partition);
  return found == partitions->end() ? nullptr : &found->second;
}

bool GroupOffsets::put(std::string_view topic, int32_t partition, CommittedOffset offset) {
  auto found = topics_.find(topic);
  if (found == topics_.end()) found = topics_.emplace(std::string(topic), ByPartition()).first;
  const bool is_new = found->second.insert_or_assign(partition, std::move(offset)).second;
  if (is_new) ++size_;
  return is_new;
}

bool GroupOffsets::remove(std::string_view topic, int32_t partition) {
  const auto found = topics_.find(topic);
  if (found == topics_.end() || found->second.erase(partition) == 0) return false;
  if (found->second.empty()) topics_.erase(found);
  --size_;
  return true;
}

bool OffsetExpiry::has_expired(const CommittedOffset& offset, int64_t now_ms, int64_t retention_ms) const {
  if (kind == Kind::kNotNow) return false;
  if (offset.expire_timestamp_ms != kNoExpireTimestamp) return now_ms >= offset.expire_timestamp_ms;
  const int64_t since = kind == Kind::kSinceEmpty ? empty_since_ms : offset.commit_timestamp_ms;
  return protocol::saturated_difference(now_ms, since) >= retention_ms;
}

}  // namespace klamm::coordinator
