#include "metadata/image_builder.h"

#include <algorithm>
#include <utility>

#include "metadata/image_builder_decode.h"
#include "metadata/topic_name.h"
#include "protocol/messages/abort_transaction_record.h"
#include "protocol/messages/begin_transaction_record.h"
#include "protocol/messages/client_quota_record.h"
#include "protocol/messages/config_record.h"
#include "protocol/messages/end_transaction_record.h"
#include "protocol/messages/feature_level_record.h"
#include "protocol/messages/no_op_record.h"
#include "protocol/messages/producer_ids_record.h"

namespace klamm::metadata {

namespace {

// Topics that are open for change at once; more are written back to the maps early.
constexpr size_t kOpenTopicsMax = 1024;

}  // namespace

ImageBuilder::ImageBuilder(std::string cluster_id, int32_t node_id, uint32_t shard_count)
    : placement_(shard_count), placement_before_transaction_(shard_count) {
  image_.cluster_id_ = std::move(cluster_id);
  image_.node_id_ = node_id;
}

std::expected<void, std::string> ImageBuilder::apply(const RecordFrame& record) {
  arena_.reset();
  switch (record.api_key) {
    case 2:
    case 3:
    case 5:
    case 9:
    case 28:
      return apply_topic_record(record);
    case 0:
    case 1:
    case 7:
    case 8:
    case 17:
    case 27:
    case 29:
      return apply_broker_record(record);
    case 10:
    case 11:
    case 18:
    case 19:
    case 21:
    case 22:
    case 26:
      return apply_kept_record(record);
    default:
      return apply_other_record(record);
  }
}

void ImageBuilder::apply_own(const std::string& value) {
  const auto frame = parse_record_frame(std::as_bytes(std::span(value.data(), value.size())));
  KLAMM_ASSERT(frame.has_value());
  const auto applied = apply(*frame);
  KLAMM_ASSERT(applied.has_value(), applied.error());
}

ImageBuilder::Result ImageBuilder::apply_client_quota(const RecordFrame& record) {
  return decoded<protocol::ClientQuotaRecord>(record, [&](const auto& quota) -> Result {
    ClientQuotaEntity entity;
    for (const auto& part : quota.entity) {
      std::optional<std::string> name;
      if (!part.entity_name.is_null) name = to_string(part.entity_name);
      entity.parts.insert_or_assign(to_string(part.entity_type), std::move(name));
    }
    std::string key = entity.key();
    const ClientQuotaImage* now = image_.client_quotas_.find(key);
    Ref<ClientQuotaImage> next =
        now == nullptr ? make_ref<ClientQuotaImage>() : Ref<ClientQuotaImage>(new ClientQuotaImage(*now));
    next->entity = std::move(entity);
    if (quota.remove) {
      next->values.erase(to_string(quota.key));
    } else {
      next->values.insert_or_assign(to_string(quota.key), quota.value);
    }
    ++image_.client_quota_revision_;
    if (next->values.empty()) {
      image_.client_quotas_.erase(key);
    } else {
      image_.client_quotas_.set(std::move(key), next);
    }
    return {};
  });
}

ImageBuilder::Result ImageBuilder::apply_other_record(const RecordFrame& record) {
  switch (record.api_key) {
    case protocol::ConfigRecord::kApiKey:
      return decoded<protocol::ConfigRecord>(record, [&](const auto& config) -> Result {
        std::optional<std::string_view> value;
        if (!config.value.is_null) value = config.value.view();
        const auto type = static_cast<ConfigResourceType>(config.resource_type);
        set_config(image_.configs_, config_key(type, config.resource_name.view()), config.name.view(), value);
        return {};
      });
    case protocol::ClientQuotaRecord::kApiKey:
      return apply_client_quota(record);
    case protocol::FeatureLevelRecord::kApiKey:
      return decoded<protocol::FeatureLevelRecord>(record, [&](const auto& feature) -> Result {
        if (feature.feature_level == 0) {
          image_.features_.erase(std::string(feature.name.view()));
        } else {
          image_.features_[std::string(feature.name.view())] = feature.feature_level;
        }
        return {};
      });
    case protocol::ProducerIdsRecord::kApiKey:
      return decoded<protocol::ProducerIdsRecord>(record, [&](const auto& ids) -> Result {
        image_.next_producer_id_ = ids.next_producer_id;
        return {};
      });
    case protocol::NoOpRecord::kApiKey:
      return decoded<protocol::NoOpRecord>(record, [](const auto&) -> Result { return {}; });
    case protocol::BeginTransactionRecord::kApiKey:
      return decoded<protocol::BeginTransactionRecord>(record, [&](const auto&) -> Result {
        if (in_transaction()) return std::unexpected("the metadata log begins a transaction inside another");
        flush_topics();
        before_transaction_ = image_;
        placement_before_transaction_ = placement_;
        return {};
      });
    case protocol::EndTransactionRecord::kApiKey:
      return decoded<protocol::EndTransactionRecord>(record, [&](const auto&) -> Result {
        if (!in_transaction()) return std::unexpected("the metadata log ends a transaction that was not begun");
        before_transaction_.reset();
        return {};
      });
    case protocol::AbortTransactionRecord::kApiKey:
      return decoded<protocol::AbortTransactionRecord>(record, [&](const auto&) -> Result {
        if (!in_transaction()) return std::unexpected("the metadata log aborts a transaction that was not begun");
        open_topics_.clear();
        placement_ = placement_before_transaction_;
        image_ = std::move(*before_transaction_);
        before_transaction_.reset();
        collisions_.clear();
        image_.for_each_topic([&](const TopicImage& topic) { note_name(topic.name); });
        return {};
      });
    default:
      return std::unexpected("the metadata log has a record of an unknown " + record_type_name(record.api_key));
  }
}

void ImageBuilder::set_klamm_setting(const KlammSettingChange& change) {
  KLAMM_ASSERT(!in_transaction());
  KLAMM_ASSERT(change.type != ConfigResourceType::kTopic || image_.topic(change.resource) != nullptr, change.resource);
  std::optional<std::string_view> value;
  if (change.value) value = *change.value;
  set_config(image_.configs_, config_key(change.type, change.resource), change.key, value);
  set_config(image_.klamm_configs_, config_key(change.type, change.resource), change.key, value);
  ++image_.klamm_revision_;
}

void ImageBuilder::set_config(Configs& configs, std::string resource, std::string_view key,
                              std::optional<std::string_view> value) {
  const ConfigImage* now = configs.find(resource);
  Ref<ConfigImage> next = now == nullptr ? make_ref<ConfigImage>() : Ref<ConfigImage>(new ConfigImage(*now));
  if (value) {
    next->values.insert_or_assign(std::string(key), std::string(*value));
  } else {
    next->values.erase(std::string(key));
  }
  if (next->values.empty()) {
    configs.erase(resource);
  } else {
    configs.set(std::move(resource), next);
  }
}

void ImageBuilder::keep(std::string identity, const RecordFrame& record) {
  Ref<KeptRecord> kept = make_ref<KeptRecord>();
  kept->api_key = record.api_key;
  kept->bytes.assign(reinterpret_cast<const char*>(record.whole.data()), record.whole.size());
  image_.kept_.set(std::move(identity), kept);
}

TopicImage* ImageBuilder::open_topic(const Uuid& id) {
  const auto open = open_topics_.find(id);
  if (open != open_topics_.end()) return open->second.get();
  const TopicImage* now = image_.topics_by_id_.find(id);
  if (now == nullptr) return nullptr;
  if (open_topics_.size() >= kOpenTopicsMax) flush_topics();
  Ref<TopicImage>& added = open_topics_[id];
  added = Ref<TopicImage>(new TopicImage(*now));
  return added.get();
}

ImageBuilder::Result ImageBuilder::create_topic(std::string name, const Uuid& id) {
  if (image_.topics_by_id_.find(id) != nullptr) {
    return std::unexpected("the metadata log creates the topic id " + id.to_string() + " twice");
  }
  if (image_.topics_by_name_.find(name) != nullptr) {
    return std::unexpected("the metadata log creates the topic " + name + " twice");
  }
  Ref<TopicImage> topic = make_ref<TopicImage>();
  topic->name = name;
  topic->id = id;
  note_name(name);
  image_.topics_by_name_.set(std::move(name), topic);
  image_.topics_by_id_.set(id, topic);
  return {};
}

ImageBuilder::Result ImageBuilder::remove_topic(const Uuid& id) {
  flush_topics();
  const TopicImage* now = image_.topics_by_id_.find(id);
  if (now == nullptr) return std::unexpected("the metadata log removes the unknown topic id " + id.to_string());
  for (const PartitionImage& partition : now->partitions) {
    if (partition.owner_shard != kNoShard) placement_.remove(partition.owner_shard);
  }
  image_.partition_count_ -= now->partitions.size();
  const std::string name = now->name;
  const std::string resource = config_key(ConfigResourceType::kTopic, name);
  image_.configs_.erase(resource);
  if (image_.klamm_configs_.find(resource) != nullptr) {
    image_.klamm_configs_.erase(resource);
    ++image_.klamm_revision_;
  }
  forget_name(name);
  image_.topics_by_name_.erase(name);
  image_.topics_by_id_.erase(id);
  return {};
}

void ImageBuilder::note_name(const std::string& name) {
  if (may_collide(name)) collisions_[collision_key(name)].insert(name);
}

void ImageBuilder::forget_name(const std::string& name) {
  const auto found = collisions_.find(collision_key(name));
  if (found == collisions_.end()) return;
  found->second.erase(name);
  if (found->second.empty()) collisions_.erase(found);
}

const std::string* ImageBuilder::colliding_topic(std::string_view name) const {
  if (!may_collide(name)) return nullptr;
  const auto found = collisions_.find(collision_key(name));
  if (found == collisions_.end()) return nullptr;
  const auto other = std::ranges::find_if(found->second, [&](const std::string& each) { return each != name; });
  return other == found->second.end() ? nullptr : &*other;
}

void ImageBuilder::clear_elr(std::string_view topic_name) {
  flush_topics();
  std::vector<Uuid> ids;
  image_.for_each_topic([&](const TopicImage& topic) {
    if (topic_name.empty() || topic.name == topic_name) ids.push_back(topic.id);
  });
  for (const Uuid& id : ids) {
    for (PartitionImage& partition : open_topic(id)->partitions) {
      partition.eligible_leader_replicas.clear();
      partition.last_known_elr.clear();
    }
  }
}

void ImageBuilder::flush_topics() {
  for (auto& [id, topic] : open_topics_) {
    image_.partition_count_ += topic->partitions.size() - image_.topics_by_id_.find(id)->partitions.size();
    image_.topics_by_name_.set(topic->name, topic);
    image_.topics_by_id_.set(id, topic);
  }
  open_topics_.clear();
}

void ImageBuilder::place(TopicImage& topic) {
  std::vector<PartitionImage*> unplaced;
  for (PartitionImage& partition : topic.partitions) {
    const bool is_here = std::ranges::find(partition.replicas, image_.node_id_) != partition.replicas.end();
    if (is_here && partition.owner_shard == kNoShard) unplaced.push_back(&partition);
  }
  const std::vector<ShardId> owners = placement_.place(static_cast<int32_t>(unplaced.size()));
  for (size_t i = 0; i < unplaced.size(); ++i) unplaced[i]->owner_shard = owners[i];
}

void ImageBuilder::place_new_partitions() {
  std::vector<const TopicImage*> topics;
  flush_topics();
  for (const Uuid& id : unplaced_topics_) {
    const TopicImage* topic = image_.topics_by_id_.find(id);
    if (topic != nullptr) topics.push_back(topic);
  }
  // In the order of their names, so that the same log gives the same table.
  std::ranges::sort(topics, {}, [](const TopicImage* topic) -> const std::string& { return topic->name; });
  for (const TopicImage* topic : topics) place(*open_topic(topic->id));
  unplaced_topics_.clear();
}

void ImageBuilder::finish(ImagePosition position) {
  image_.position_ = position;
  if (in_transaction()) {
    before_transaction_->position_ = position;
    return;
  }
  place_new_partitions();
  flush_topics();
}

}  // namespace klamm::metadata
