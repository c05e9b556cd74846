#include "coordinator/assignor/range_assignor.h"

#include <numeric>
#include <string>
#include <utility>

#include "coordinator/assignor/topic_table.h"
#include "coordinator/java_text.h"

namespace klamm::coordinator {
namespace {

// Indices of the members: static ones by instance id, then the others by member id, as Java compares texts.
std::vector<uint32_t> sorted_members(const std::vector<AssignorMember>& members) {
  std::vector<std::pair<bool, std::u16string>> keys;
  keys.reserve(members.size());
  for (const AssignorMember& member : members) {
    keys.emplace_back(!member.instance_id, java_text(member.instance_id.value_or(member.member_id)));
  }
  std::vector<uint32_t> order(members.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [&](uint32_t index) -> const auto& { return keys[index]; });
  return order;
}

// Gives a topic's partitions to its subscribers, one after the other.
class Ranges {
 public:
  void add_subscriber() { ++subscriber_count_; }

  // [first, second)
  std::pair<int32_t, int32_t> next(int32_t partition_count) {
    const int32_t each = partition_count / subscriber_count_;
    const int32_t with_one_more = partition_count % subscriber_count_;
    const int32_t begin = next_;
    next_ += each + (served_count_++ < with_one_more ? 1 : 0);
    return {begin, next_};
  }

 private:
  int32_t subscriber_count_ = 0;
  int32_t served_count_ = 0;
  int32_t next_ = 0;
};

}  // namespace

AssignorResult RangeAssignor::assign(const AssignorGroup& group) const {
  const TopicTable topics(group.topics);
  std::vector<Ranges> ranges(topics.size());
  for (const AssignorMember& member : group.members) {
    for (const protocol::Uuid& id : member.subscribed) {
      const uint32_t topic = topics.find(id);
      if (topic == TopicTable::kNone) return std::unexpected(protocol::ErrorCode::kUnknownServerError);
      ranges[topic].add_subscriber();
    }
  }
  std::vector<TopicPartitions> result(group.members.size());
  for (const uint32_t index : sorted_members(group.members)) {
    for (const protocol::Uuid& id : group.members[index].subscribed) {
      const uint32_t topic = topics.find(id);
      const auto [begin, end] = ranges[topic].next(topics.at(topic).partition_count);
      if (begin == end) continue;
      std::vector<int32_t>& partitions = result[index][id];
      partitions.resize(static_cast<size_t>(end - begin));
      std::iota(partitions.begin(), partitions.end(), begin);
    }
  }
  return result;
}

}  // namespace klamm::coordinator
