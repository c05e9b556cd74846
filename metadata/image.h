#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "metadata/client_quota.h"
#include "metadata/persistent_map.h"
#include "metadata/ref.h"
#include "protocol/types.h"
#include "reactor/shard.h"

// The cluster as the metadata log tells it: a fold over its records (Kafka's KRaft records), frozen at one offset.
//
// An image never changes. It is made and freed on shard 0, whose Refs share what two images have in common, so a change
// of one topic among 10,000 costs a few copied nodes. Other shards hold it by an ImagePtr (image_ptr.h), follow plain
// pointers and copy no Ref; pointers into an image live as long as the ImagePtr.
namespace klamm::metadata {

using protocol::Uuid;
using reactor::ShardId;

inline constexpr ShardId kNoShard = UINT32_MAX;
inline constexpr int32_t kNoLeader = -1;

/// Kafka's LeaderRecoveryState.
enum class LeaderRecoveryState : int8_t { kRecovered = 0, kRecovering = 1 };

/// One partition: PartitionRecord with the PartitionChangeRecords after it, and its row of the placement table.
/// @core any
struct PartitionImage {
  int32_t leader = kNoLeader;
  int32_t leader_epoch = 0;
  int32_t partition_epoch = 0;
  LeaderRecoveryState leader_recovery_state = LeaderRecoveryState::kRecovered;
  ShardId owner_shard = kNoShard;  // of this node's replica; not of the log: see placement.h
  std::vector<int32_t> replicas;
  std::vector<Uuid> directories;  // one per replica
  std::vector<int32_t> isr;
  std::vector<int32_t> eligible_leader_replicas;  // ELR, KIP-966
  std::vector<int32_t> last_known_elr;
  std::vector<int32_t> adding_replicas;
  std::vector<int32_t> removing_replicas;

  /// False for an index that the log has not named (yet).
  bool exists() const { return !replicas.empty(); }
  /// The directory of `node_id`'s replica; zero when it has none here or it is unassigned.
  Uuid directory_of(int32_t node_id) const;
  bool operator==(const PartitionImage&) const = default;
};

/// @core any
struct TopicImage : Counted {
  std::string name;
  Uuid id;
  std::vector<PartitionImage> partitions;  // by index

  int32_t partition_count() const { return static_cast<int32_t>(partitions.size()); }
  /// Null for an index out of range or not named by the log.
  const PartitionImage* partition(int32_t index) const;
  /// kNoShard when there is no such partition.
  ShardId owner_shard(int32_t index) const;
};

/// Kafka's ConfigResource types (as in ConfigRecord, DescribeConfigs).
enum class ConfigResourceType : int8_t {
  kUnknown = 0,
  kTopic = 2,
  kBroker = 4,
  kBrokerLogger = 8,
  kClientMetrics = 16,
  kGroup = 32
};

/// What was set on one resource, by key. Only what is set; see topic_config.h for defaults.
/// @core any
struct ConfigImage : Counted {
  std::map<std::string, std::string, std::less<>> values;

  /// Null when it is not set.
  const std::string* find(std::string_view key) const {
    const auto it = values.find(key);
    return it == values.end() ? nullptr : &it->second;
  }
};

struct EndpointImage {
  std::string listener_name;  // "PLAINTEXT"
  std::string host;
  uint16_t port = 0;
  int16_t security_protocol = 0;  // 0: PLAINTEXT
  bool operator==(const EndpointImage&) const = default;
};

/// A range of levels of a feature, both ends included.
struct FeatureRange {
  int16_t min = 0;
  int16_t max = 0;
  bool operator==(const FeatureRange&) const = default;
};

/// RegisterBrokerRecord with the changes after it.
/// @core any
struct BrokerImage : Counted {
  int32_t id = -1;
  int64_t epoch = -1;  // the offset of its registration record
  Uuid incarnation_id;
  std::vector<EndpointImage> endpoints;
  std::map<std::string, FeatureRange> supported_features;
  std::optional<std::string> rack;
  bool fenced = true;
  bool in_controlled_shutdown = false;
  std::vector<Uuid> log_directories;
  std::vector<Uuid> cordoned_log_directories;

  const EndpointImage* endpoint(std::string_view listener_name) const;
  /// Whether a replica in this directory can be served: the broker still has it, or nobody knows where the replica or
  /// the directories are.
  bool has_directory(const Uuid& directory_id) const;
};

/// RegisterControllerRecord, as it came.
struct ControllerImage : Counted {
  int32_t id = -1;
  Uuid incarnation_id;
  bool zk_migration_ready = false;
  std::vector<EndpointImage> endpoints;
  std::map<std::string, FeatureRange> supported_features;
};

/// A record that Klamm knows and keeps but does not serve (ACLs, SCRAM credentials, delegation tokens …), as
/// the bytes of its newest version in the log, frame included.
struct KeptRecord : Counted {
  uint32_t api_key = 0;
  std::string bytes;
};

/// Offset and leader epoch of the last record of the metadata log that is in an image.
struct ImagePosition {
  int64_t offset = -1;
  int32_t epoch = 0;  // the controller's epoch
  auto operator<=>(const ImagePosition&) const = default;
};

struct StringHash {
  using is_transparent = void;
  size_t operator()(std::string_view text) const noexcept { return std::hash<std::string_view>{}(text); }
};

/// The key of a resource's settings inside an image.
std::string config_key(ConfigResourceType type, std::string_view name);

/// Finalised level by feature name, without kraft.version.
using FeatureLevels = std::map<std::string, int16_t, std::less<>>;

/// The whole of it. Copying one is cheap and for shard 0 only (ImageBuilder); every reader has it by const pointer.
/// @core any for the const functions
class MetadataImage {
 public:
  // ---- which cluster, which node
  const std::string& cluster_id() const { return cluster_id_; }
  int32_t node_id() const { return node_id_; }
  ImagePosition position() const { return position_; }

  // ---- topics
  const TopicImage* topic(std::string_view name) const { return topics_by_name_.find(name); }
  const TopicImage* topic(const Uuid& id) const { return topics_by_id_.find(id); }
  size_t topic_count() const { return topics_by_id_.size(); }
  size_t partition_count() const { return partition_count_; }
  /// visit(const TopicImage&), in no particular order.
  template <class Visit>
  void for_each_topic(Visit&& visit) const {
    topics_by_id_.for_each([&](const Uuid&, const TopicImage& topic) { visit(topic); });
  }

  // ---- configs
  /// Null when nothing is set on it. The broker default is the resource (kBroker, "").
  const ConfigImage* config(ConfigResourceType type, std::string_view name) const;
  const ConfigImage* topic_config(std::string_view topic) const { return config(ConfigResourceType::kTopic, topic); }
  /// All that have some, in no particular order: visit(ConfigResourceType, std::string_view name, const ConfigImage&).
  template <class Visit>
  void for_each_config(Visit&& visit) const {
    configs_.for_each([&](const std::string& key, const ConfigImage& config) {
      visit(static_cast<ConfigResourceType>(key[0]), std::string_view(key).substr(1), config);
    });
  }

  /// What of it only Klamm knows (klamm_settings.h); config() has that too. visit(ConfigResourceType, std::string_view
  /// name, const ConfigImage&).
  template <class Visit>
  void for_each_klamm_config(Visit&& visit) const {
    klamm_configs_.for_each([&](const std::string& key, const ConfigImage& config) {
      visit(static_cast<ConfigResourceType>(key[0]), std::string_view(key).substr(1), config);
    });
  }
  size_t klamm_config_count() const { return klamm_configs_.size(); }
  /// Another number in each image in which they differ from the one before.
  uint64_t klamm_revision() const { return klamm_revision_; }

  // ---- client quotas
  /// Null when the entity has none.
  const ClientQuotaImage* client_quota(const ClientQuotaEntity& entity) const {
    return client_quotas_.find(entity.key());
  }
  /// visit(const ClientQuotaImage&), in no particular order.
  template <class Visit>
  void for_each_client_quota(Visit&& visit) const {
    client_quotas_.for_each([&](const std::string&, const ClientQuotaImage& quota) { visit(quota); });
  }
  /// Another number in each image in which they differ from the one before.
  uint64_t client_quota_revision() const { return client_quota_revision_; }

  // ---- brokers
  const BrokerImage* broker(int32_t id) const;
  const std::map<int32_t, Ref<const BrokerImage>>& brokers() const { return brokers_; }
  /// The registration of this node; null before it has registered.
  const BrokerImage* this_broker() const { return broker(node_id_); }

  /// Registrations of controllers, by node.
  const std::map<int32_t, Ref<const ControllerImage>>& controllers() const { return controllers_; }

  // ---- features
  const FeatureLevels& finalized_features() const { return features_; }
  /// 0 when it is not finalised.
  int16_t feature_level(std::string_view name) const;
  int16_t metadata_version() const { return feature_level("metadata.version"); }
  /// Of the quorum's own feature, which stands in control records.
  int16_t kraft_version() const { return kraft_version_; }

  // ---- the rest
  int64_t next_producer_id() const { return next_producer_id_; }
  size_t kept_record_count() const { return kept_.size(); }
  /// visit(const KeptRecord&).
  template <class Visit>
  void for_each_kept(Visit&& visit) const {
    kept_.for_each([&](const std::string&, const KeptRecord& record) { visit(record); });
  }

 private:
  friend class ImageBuilder;
  friend class ImageDifference;
  friend class SnapshotRecords;

  std::string cluster_id_;
  int32_t node_id_ = -1;
  ImagePosition position_;
  PersistentMap<std::string, TopicImage, StringHash> topics_by_name_;
  PersistentMap<Uuid, TopicImage> topics_by_id_;
  size_t partition_count_ = 0;
  PersistentMap<std::string, ConfigImage, StringHash> configs_;        // by type and name in one key
  PersistentMap<std::string, ConfigImage, StringHash> klamm_configs_;  // the part of configs_ that no log has
  uint64_t klamm_revision_ = 0;
  PersistentMap<std::string, ClientQuotaImage, StringHash> client_quotas_;  // by ClientQuotaEntity::key()
  uint64_t client_quota_revision_ = 0;
  std::map<int32_t, Ref<const BrokerImage>> brokers_;
  std::map<int32_t, Ref<const ControllerImage>> controllers_;
  FeatureLevels features_;
  int16_t kraft_version_ = 0;
  int64_t next_producer_id_ = 0;
  PersistentMap<std::string, KeptRecord, StringHash> kept_;  // by what identifies the record
};

}  // namespace klamm::metadata
