#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

#include "coordinator/classic_group.h"
#include "coordinator/consumer_group.h"
#include "coordinator/group_offsets.h"

namespace klamm::coordinator {

/// What records of the protocols that are not served here (share and streams groups) say of a group. They are kept in
/// the log, and the group is left alone.
struct OtherProtocol {
  bool is_there = false;                          // its group record is in the log
  std::set<std::string, std::less<>> member_ids;  // in the log
};

/// One group as its partition holds it. One that is neither of the classic nor of the consumer protocol and has offsets
/// is a simple one: its consumers assign themselves. A classic group beside `consumer` counts no more: it is there
/// until the log has that the consumer group has taken its place, or should that not come to be written. A consumer
/// group whose place a classic one takes is the one that counts until that is written.
struct StoredGroup {
  explicit StoredGroup(std::string the_id) : id(std::move(the_id)) {}
  StoredGroup(const StoredGroup&) = delete;
  StoredGroup& operator=(const StoredGroup&) = delete;

  const std::string id;
  GroupOffsets offsets;
  std::unique_ptr<ClassicGroup> classic;
  std::unique_ptr<ConsumerGroup> consumer;
  OtherProtocol other;
  bool is_simple = false;             // exists without members and maybe without offsets, until the next expiry pass
  uint64_t commit_count = 0;          // commits of offsets that were stored since it is here
  uint32_t pending_write_count = 0;   // writes of it that have not ended
  uint32_t consumer_write_count = 0;  // those of them that are of `consumer`, which stays until they have

  bool is_of_other_protocol() const { return other.is_there || !other.member_ids.empty(); }
  /// A consumer group becomes a classic one, and that is not written yet.
  bool is_settling() const { return consumer != nullptr && consumer->becomes_classic(); }
  /// Kafka knows a group of that name.
  bool exists() const {
    return classic != nullptr || consumer != nullptr || is_simple || !offsets.empty() || is_of_other_protocol();
  }
};

/// The groups of one partition of `__consumer_offsets`, by id. A group stays where it is until it is erased.
/// @core owner
class GroupTable {
 public:
  /// Null when there is none.
  StoredGroup* find(std::string_view id);
  const StoredGroup* find(std::string_view id) const;
  StoredGroup& find_or_create(std::string_view id);
  /// Erases the group if nothing is left of it and nothing is under way.
  void erase_if_gone(std::string_view id);
  void clear() { groups_.clear(); }

  size_t size() const { return groups_.size(); }
  /// visit(StoredGroup&); it must not create or erase groups.
  template <class Visit>
  void for_each(Visit&& visit) {
    for (auto& [id, group] : groups_) visit(*group);
  }

 private:
  // The key is the group's own id.
  std::unordered_map<std::string_view, std::unique_ptr<StoredGroup>> groups_;
};

}  // namespace klamm::coordinator
