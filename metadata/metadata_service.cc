#include "metadata/metadata_service.h"

#include <algorithm>
#include <utility>

#include "metadata/image_publisher.h"
#include "metadata/topic_config.h"
#include "protocol/assert.h"
#include "reactor/on_shard.h"
#include "reactor/when_all.h"

namespace klamm::metadata {

namespace {

// Directories that one shard makes, opens or removes at a time.
constexpr size_t kConcurrentActionsMax = 32;

using Sentences = std::vector<std::string>;

storage::PartitionState to_state(const PartitionImage& partition, int32_t node_id) {
  storage::PartitionState state;
  state.leader_epoch = storage::LeaderEpoch(partition.leader_epoch);
  state.leader_id = partition.leader;
  state.partition_epoch = partition.partition_epoch;
  state.replicas = partition.replicas;
  state.isr = partition.isr;
  state.directory_id = partition.directory_of(node_id);
  state.leader_recovery_state = static_cast<int8_t>(partition.leader_recovery_state);
  return state;
}

std::string sentence(const TopicImage& topic, int32_t index, const storage::StorageError& error) {
  return "partition " + topic.name + "-" + std::to_string(index) + ": " + error.message;
}

}  // namespace

void ImagePtr::reset() {
  ImageHold* hold = std::exchange(hold_, nullptr);
  if (hold != nullptr && --hold->count == 0) hold->service->let_go(hold);
}

MetadataService::MetadataService(reactor::Shard& shard, storage::LogManager& logs,
                                 std::shared_ptr<const NodeOptions> options)
    : shard_(shard), logs_(logs), options_(std::move(options)), empty_(std::make_unique<MetadataImage>()) {
  current_ = ImagePtr(new ImageHold{empty_.get(), this, 0});
}

MetadataService::~MetadataService() {
  // The publisher frees the images of a shard that is gone.
  publisher_ = nullptr;
}

void MetadataService::let_go(ImageHold* hold) {
  const MetadataImage* image = hold->image;
  delete hold;
  if (image == empty_.get() || publisher_ == nullptr) return;
  ImagePublisher* publisher = publisher_;
  if (shard_.id() == 0) {
    publisher->let_go(image);
    return;
  }
  shard_.spawn(reactor::on_shard(0, [publisher, image] { publisher->let_go(image); }));
}

reactor::Task<ImagePtr> MetadataService::wait_for_offset(int64_t offset) {
  while (current_->position().offset < offset) co_await changed_.wait();
  co_return current_;
}

void MetadataService::remove_listener(ImageListener& listener) {
  std::erase(listeners_, &listener);
}

void MetadataService::publish(const MetadataImage& next) {
  const ImagePtr before = std::exchange(current_, ImagePtr(new ImageHold{&next, this, 0}));
  for (ImageListener* listener : listeners_) listener->on_image(*before, next);
  changed_.set();
  changed_.reset();
}

reactor::Task<Sentences> MetadataService::prepare(const MetadataImage& next, std::span<const PartitionAction> actions,
                                                  const PartitionFinder* found) {
  // Making and opening wait for the disk, so many go side by side; the actions after it are then only assignments.
  Sentences all;
  std::vector<reactor::Task<Sentences>> group;
  for (size_t i = 0; i < actions.size(); ++i) {
    const bool waits = actions[i].kind == PartitionActionKind::kCreate || actions[i].kind == PartitionActionKind::kOpen;
    if (waits) group.push_back(bring_up(next, actions[i], found));
    const bool is_last = i + 1 == actions.size();
    if (group.size() < kConcurrentActionsMax && !(is_last && !group.empty())) continue;
    for (Sentences& sentences : co_await reactor::when_all(std::exchange(group, {}))) {
      std::ranges::move(sentences, std::back_inserter(all));
    }
  }
  for (const PartitionAction& action : actions) apply(next, action);
  co_return all;
}

reactor::Task<Sentences> MetadataService::bring_up(const MetadataImage& next, PartitionAction action,
                                                   const PartitionFinder* found) {
  const TopicImage* topic = next.topic(action.topic_id);
  KLAMM_ASSERT(topic != nullptr && topic->partition(action.index) != nullptr);
  storage::PartitionIdentity identity{topic->name, topic->id, action.index};
  storage::LogConfig config = resolve_log_config(next, *options_, next.topic_config(topic->name));
  Sentences said;
  if (action.kind == PartitionActionKind::kOpen) {
    const PartitionFinder::Found* at = found->find(action.topic_id, action.index);
    const auto opened = co_await logs_.open(std::move(identity), at->log_directory, config, at->points);
    if (!opened) said.push_back(sentence(*topic, action.index, opened.error()));
  } else {
    const Uuid directory = topic->partition(action.index)->directory_of(next.node_id());
    const auto made = co_await logs_.create(std::move(identity), directory_path(directory), config);
    if (!made) said.push_back(sentence(*topic, action.index, made.error()));
  }
  co_return said;
}

void MetadataService::apply(const MetadataImage& next, const PartitionAction& action) {
  storage::Partition* partition = logs_.find(action.topic_id, action.index);
  if (partition == nullptr) return;  // it could not be brought up, and that has been said
  const TopicImage* topic = next.topic(action.topic_id);
  const PartitionImage& image = *topic->partition(action.index);
  switch (action.kind) {
    case PartitionActionKind::kLead: {
      const bool is_new_epoch = !partition->is_leader() || partition->state().leader_epoch.value != image.leader_epoch;
      partition->become_leader(to_state(image, next.node_id()), is_new_epoch);
      break;
    }
    case PartitionActionKind::kFollow:
      partition->become_follower(to_state(image, next.node_id()));
      break;
    case PartitionActionKind::kConfigure:
      partition->set_config(resolve_log_config(next, *options_, next.topic_config(topic->name)));
      break;
    default:
      break;
  }
}

reactor::Task<Sentences> MetadataService::retire(std::span<const PartitionAction> actions) {
  Sentences all;
  std::vector<reactor::Task<Sentences>> group;
  for (size_t i = 0; i < actions.size(); ++i) {
    group.push_back(remove(actions[i]));
    if (group.size() < kConcurrentActionsMax && i + 1 < actions.size()) continue;
    for (Sentences& sentences : co_await reactor::when_all(std::exchange(group, {}))) {
      std::ranges::move(sentences, std::back_inserter(all));
    }
  }
  co_return all;
}

reactor::Task<Sentences> MetadataService::remove(PartitionAction action) {
  Sentences said;
  if (logs_.find(action.topic_id, action.index) == nullptr) co_return said;
  const auto removed = co_await logs_.remove(action.topic_id, action.index);
  if (!removed) said.push_back(removed.error().message);
  co_return said;
}

std::string MetadataService::directory_path(const Uuid& id) const {
  const auto& directories = options_->directories;
  const auto found = std::ranges::find(directories, id, &storage::LogDirectory::id);
  return found == directories.end() ? directories.front().path : found->path;
}

}  // namespace klamm::metadata
