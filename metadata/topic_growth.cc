#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "metadata/mutation_quota.h"
#include "metadata/replica_assignment.h"
#include "metadata/topic_control.h"

namespace klamm::metadata {

namespace {

using protocol::ErrorCode;

// CreatePartitions, topic by topic; the records of one that is refused are not written, those of the others are.
class TopicGrowth {
 public:
  TopicGrowth(const MetadataImage& image, const NodeOptions& options, MutationQuota* mutations)
      : image_(image), replicas_(image, options), mutations_(mutations) {}

  ControllerResult<Decision<GrownTopic>> decide(const std::vector<TopicGrowthAsked>& topics) {
    const std::vector<const TopicGrowthAsked*> singles = without_duplicates(topics);
    if (total_additional(singles) > kPartitionsPerRequestMax) {
      return std::unexpected(
          ApiError{ErrorCode::kPolicyViolation, "Excessively large number of additional partitions per request."});
    }
    if (singles.size() > kRecordsPerRequestMax) {
      return std::unexpected(
          ApiError{ErrorCode::kPolicyViolation, "Unable to perform excessively large batch operation."});
    }
    for (const TopicGrowthAsked* asked : singles) decision_.answers.push_back({asked->name, grow(*asked)});
    return std::move(decision_);
  }

 private:
  // Those that are named once, in the order of the request; the others are answered, once each.
  std::vector<const TopicGrowthAsked*> without_duplicates(const std::vector<TopicGrowthAsked>& topics) {
    std::set<std::string_view> once, twice;
    for (const TopicGrowthAsked& asked : topics) {
      if (once.insert(asked.name).second || !twice.insert(asked.name).second) continue;
      decision_.answers.push_back({asked.name, {ErrorCode::kInvalidRequest, "Duplicate topic name."}});
    }
    std::vector<const TopicGrowthAsked*> singles;
    for (const TopicGrowthAsked& asked : topics) {
      if (!twice.contains(asked.name)) singles.push_back(&asked);
    }
    return singles;
  }

  // What would be too many is refused before anything is looked at; a topic that shrinks makes no room for others.
  int64_t total_additional(const std::vector<const TopicGrowthAsked*>& topics) const {
    int64_t total = 0;
    for (const TopicGrowthAsked* asked : topics) {
      const TopicImage* topic = image_.topic(asked->name);
      if (topic != nullptr) total += std::max<int64_t>(0, int64_t{asked->count} - topic->partition_count());
    }
    return total;
  }

  ApiError grow(const TopicGrowthAsked& asked) {
    const TopicImage* topic = image_.topic(asked.name);
    if (topic == nullptr) return {ErrorCode::kUnknownTopicOrPartition, ""};
    const int32_t current = topic->partition_count();
    if (asked.count == current) {
      return {ErrorCode::kInvalidPartitions, fmt::format("Topic already has {} partition(s).", current)};
    }
    if (asked.count < current) {
      return {ErrorCode::kInvalidPartitions,
              fmt::format("The topic {} currently has {} partition(s); {} would not be an increase.", asked.name,
                          current, asked.count)};
    }
    if (ApiError why = check_replicas(asked, *topic); !why.ok()) return why;
    if (ApiError why = take_mutations(mutations_, static_cast<size_t>(asked.count - current)); !why.ok()) return why;
    for (int32_t index = current; index < asked.count; ++index) {
      const auto place = static_cast<size_t>(index - current);
      decision_.records.push_back(replicas_.new_partition(
          topic->id, index, asked.assignments ? (*asked.assignments)[place] : replicas_.placed()));
    }
    return {};
  }

  ApiError check_replicas(const TopicGrowthAsked& asked, const TopicImage& topic) const {
    const size_t factor = topic.partitions.empty() ? 0 : topic.partitions.front().replicas.size();
    if (factor == 0 || factor > INT16_MAX) {
      return {ErrorCode::kUnknownServerError, "The first partition of topic " + asked.name + " has no replicas."};
    }
    if (!asked.assignments) return replicas_.check_factor(static_cast<int16_t>(factor));
    const int32_t current = topic.partition_count();
    const auto additional = static_cast<size_t>(asked.count - current);
    if (asked.assignments->size() != additional) {
      return {ErrorCode::kInvalidReplicaAssignment,
              fmt::format("Attempted to add {} additional partition(s), but only {} assignment(s) were specified.",
                          additional, asked.assignments->size())};
    }
    for (size_t i = 0; i < additional; ++i) {
      ApiError why = replicas_.check_told((*asked.assignments)[i], factor, current + static_cast<int32_t>(i));
      if (!why.ok()) return why;
    }
    return {};
  }

  const MetadataImage& image_;
  ReplicaAssignment replicas_;
  MutationQuota* mutations_;
  Decision<GrownTopic> decision_;
};

}  // namespace

ControllerResult<Decision<GrownTopic>> decide_create_partitions(const ImageBuilder& state, const NodeOptions& options,
                                                                const std::vector<TopicGrowthAsked>& topics,
                                                                MutationQuota* mutations) {
  return TopicGrowth(state.image(), options, mutations).decide(topics);
}

}  // namespace klamm::metadata
