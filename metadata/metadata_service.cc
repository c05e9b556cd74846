#include "metadata/metadata_service.h"

#include <algorithm>
#include <utility>

#include "metadata/image_publisher.h"
#include "metadata/topic_config.h"
#include "metadata/topic_name.h"
#include "protocol/assert.h"
#include "reactor/log.h"
#include "reactor/on_shard.h"
#include "reactor/when_all.h"

namespace klamm::metadata {

namespace {

// Directories that one shard makes, opens or removes at a time.
constexpr size_t kConcurrentActionsMax = 32;
constexpr int64_t kNsPerMs = 1'000'000;

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

std::string sentence(const std::string& topic, int32_t index, const storage::StorageError& error) {
  return "partition " + topic + "-" + std::to_string(index) + ": " + error.message;
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
  preparing_ = nullptr;
  for (ImageListener* listener : listeners_) listener->on_image(*before, next);
  changed_.set();
  changed_.reset();
}

reactor::Task<Sentences> MetadataService::prepare(const MetadataImage& next, std::span<const PartitionAction> actions,
                                                  const PartitionFinder* found) {
  preparing_ = &next;
  Sentences all;
  if (found != nullptr) all = co_await open_found(next, actions, *found);
  // Making waits for the disk, so many go side by side; the actions after it are then only assignments.
  std::vector<reactor::Task<Sentences>> group;
  for (size_t i = 0; i < actions.size(); ++i) {
    if (actions[i].kind == PartitionActionKind::kCreate) group.push_back(create(next, actions[i]));
    const bool is_last = i + 1 == actions.size();
    if (group.size() < kConcurrentActionsMax && !(is_last && !group.empty())) continue;
    for (Sentences& sentences : co_await reactor::when_all(std::exchange(group, {}))) {
      std::ranges::move(sentences, std::back_inserter(all));
    }
  }
  for (const PartitionAction& action : actions) apply(next, action);
  co_return all;
}

// Groups cannot be served before their partitions are there, so those come first.
reactor::Task<Sentences> MetadataService::open_found(const MetadataImage& next,
                                                     std::span<const PartitionAction> actions,
                                                     const PartitionFinder& found) {
  storage::PartitionOpener& opener = logs_.opener();
  for (const PartitionAction& action : actions) {
    if (action.kind != PartitionActionKind::kOpen) continue;
    const TopicImage* topic = next.topic(action.topic_id);
    KLAMM_ASSERT(topic != nullptr && topic->partition(action.index) != nullptr);
    const PartitionFinder::Found* at = found.find(action.topic_id, action.index);
    opener.add({topic->name, topic->id, action.index}, at->log_directory,
               resolve_log_config(next, *options_, next.topic_config(topic->name)), at->points,
               is_internal_topic(topic->name));
  }
  is_patient_ = true;
  opener.start(*this);
  // What a journal has must be in its log before the journal goes.
  const int64_t patience_ns = options_->opening_patience_ms * kNsPerMs;
  const int64_t until_ns = logs_.is_replaying() ? INT64_MAX : shard_.now_ns() + patience_ns;
  co_await opener.wait_all(until_ns);
  is_patient_ = false;
  co_return std::exchange(unopened_, {});
}

void MetadataService::on_opened(storage::Partition& partition) noexcept {
  const storage::PartitionIdentity& identity = partition.identity();
  const TopicImage* topic = newest().topic(identity.topic_id);
  const PartitionImage* image = topic == nullptr ? nullptr : topic->partition(identity.index);
  if (image == nullptr) return;  // its removal is under way
  apply(newest(), {PartitionActionKind::kConfigure, identity.topic_id, identity.index});
  const bool leads = image->leader == newest().node_id();
  apply(newest(),
        {leads ? PartitionActionKind::kLead : PartitionActionKind::kFollow, identity.topic_id, identity.index});
  if (current_->topic(identity.topic_id) == nullptr) return;  // they hear of the image that brings it
  for (ImageListener* listener : listeners_) listener->on_partition_opened(partition);
}

void MetadataService::on_open_failed(const storage::PartitionIdentity& identity,
                                     const storage::StorageError& error) noexcept {
  std::string said = sentence(identity.topic, identity.index, error);
  if (is_patient_) {
    unopened_.push_back(std::move(said));
  } else {
    reactor::log(reactor::LogLevel::kWarning, "{}", said);
  }
}

reactor::Task<Sentences> MetadataService::create(const MetadataImage& next, PartitionAction action) {
  const TopicImage* topic = next.topic(action.topic_id);
  KLAMM_ASSERT(topic != nullptr && topic->partition(action.index) != nullptr);
  storage::PartitionIdentity identity{topic->name, topic->id, action.index};
  storage::LogConfig config = resolve_log_config(next, *options_, next.topic_config(topic->name));
  const Uuid directory = topic->partition(action.index)->directory_of(next.node_id());
  const BrokerImage* broker = next.this_broker();
  // Its log is in a directory that is not there: a new one would begin at offset 0 in its place.
  if (broker != nullptr && !broker->has_directory(directory)) co_return Sentences{};
  const auto made = co_await logs_.create(std::move(identity), directory_path(directory), config);
  Sentences said;
  if (!made) said.push_back(sentence(topic->name, action.index, made.error()));
  co_return said;
}

void MetadataService::apply(const MetadataImage& next, const PartitionAction& action) {
  storage::Partition* partition = logs_.find(action.topic_id, action.index);
  if (partition == nullptr) return;  // it is not open yet, or could not be brought up, and that has been said
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
  const auto removed = co_await logs_.remove(action.topic_id, action.index);
  // What could not be made is not there, and that has been said.
  if (!removed && removed.error().kind != storage::StorageErrorKind::kNotFound) said.push_back(removed.error().message);
  co_return said;
}

std::string MetadataService::directory_path(const Uuid& id) const {
  const auto& directories = options_->directories;
  const auto found = std::ranges::find(directories, id, &storage::LogDirectory::id);
  return found == directories.end() ? directories.front().path : found->path;
}

}  // namespace klamm::metadata
