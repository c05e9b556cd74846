#pragma once

#include <functional>
#include <vector>

#include "metadata/controller.h"
#include "metadata/image_builder.h"
#include "metadata/klamm_settings.h"
#include "metadata/metadata_record.h"
#include "metadata/node_options.h"

namespace klamm::metadata {

/// What a request asks of the controller: its answers, and what makes them true (nothing for a mere check): records,
/// and settings of Klamm's that come after them.
template <class Answer>
struct Decision {
  std::vector<Answer> answers;
  RecordValues records;
  std::vector<KlammSettingChange> klamm_settings;
};

/// Decides on CreateTopics as Kafka 4.4's controller does on a cluster of this one broker, with its messages. Reads the
/// newest image (records on their way to the disk included) and changes nothing. Each topic takes its partitions of
/// `mutations`, if that is given, once all else about it is right.
Decision<CreatedTopic> decide_create_topics(const ImageBuilder& state, const NodeOptions& options,
                                            const CreateTopicsCall& call, const std::function<Uuid()>& new_id,
                                            MutationQuota* mutations = nullptr);

/// The same for CreatePartitions. The error is for the whole request (POLICY_VIOLATION: it asks for too much).
ControllerResult<Decision<GrownTopic>> decide_create_partitions(const ImageBuilder& state, const NodeOptions& options,
                                                                const std::vector<TopicGrowthAsked>& topics,
                                                                MutationQuota* mutations = nullptr);

/// The same for DeleteTopics.
Decision<DeletedTopic> decide_delete_topics(const ImageBuilder& state, const NodeOptions& options,
                                            const std::vector<TopicReference>& topics,
                                            MutationQuota* mutations = nullptr);

}  // namespace klamm::metadata
