#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "metadata/image.h"
#include "metadata/topic_config.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "reactor/task.h"

namespace klamm::metadata {

/// A Kafka error with its message (empty: none).
struct ApiError {
  protocol::ErrorCode code = protocol::ErrorCode::kNone;
  std::string message;
  bool ok() const { return code == protocol::ErrorCode::kNone; }
  bool operator==(const ApiError&) const = default;
};

template <class T>
using ControllerResult = std::expected<T, ApiError>;

class MutationQuota;

/// What every call to the controller carries.
struct CallContext {
  // The controller's epoch that the caller knows; another one answers NOT_CONTROLLER. -1: any.
  int32_t controller_epoch = -1;
  // Answer by then or with REQUEST_TIMED_OUT; the change may still happen. 0: no limit.
  int64_t timeout_ms = 0;
  // Of the client, for topics and partitions that are made or deleted (mutation_quota.h); null: none. Lives as long as
  // the call.
  MutationQuota* mutations = nullptr;
};

// ---- CreateTopics (message CreateTopicsRequest)

struct NewTopic {
  std::string name;
  int32_t num_partitions = -1;      // -1: num.partitions
  int16_t replication_factor = -1;  // -1: default.replication.factor
  struct Assignment {
    int32_t partition = 0;
    std::vector<int32_t> broker_ids;
  };
  std::vector<Assignment> assignments;  // if any, the two numbers above must be -1
  std::vector<std::pair<std::string, std::optional<std::string>>> configs;
};

struct CreatedTopic {
  std::string name;
  ApiError error;
  Uuid id;  // zero with validate_only
  int32_t num_partitions = -1;
  int16_t replication_factor = -1;
  std::vector<ResolvedConfig> configs;  // all effective ones, by name
};

struct CreateTopicsCall {
  std::vector<NewTopic> topics;
  bool validate_only = false;
};

// ---- CreatePartitions (message CreatePartitionsRequest)

struct TopicGrowthAsked {
  std::string name;
  int32_t count = 0;  // of its partitions then
  // The replicas of each partition that is added; without it the controller places them.
  std::optional<std::vector<std::vector<int32_t>>> assignments;
};

struct GrownTopic {
  std::string name;
  ApiError error;
};

struct CreatePartitionsCall {
  std::vector<TopicGrowthAsked> topics;
  bool validate_only = false;
};

// ---- DeleteTopics (message DeleteTopicsRequest)

/// A topic by name or by id, never both.
struct TopicReference {
  std::optional<std::string> name;
  Uuid id;
};

struct DeletedTopic {
  std::optional<std::string> name;
  Uuid id;
  ApiError error;
};

// ---- IncrementalAlterConfigs and AlterConfigs (messages IncrementalAlterConfigsRequest, AlterConfigsRequest)

enum class ConfigOperation : int8_t { kSet = 0, kDelete = 1, kAppend = 2, kSubtract = 3 };

struct ConfigChange {
  std::string key;
  ConfigOperation operation = ConfigOperation::kSet;
  std::optional<std::string> value;
};

struct ResourceConfigChange {
  ConfigResourceType type = ConfigResourceType::kTopic;
  std::string name;
  std::vector<ConfigChange> changes;
  bool replaces = false;  // AlterConfigs: all changes are kSet, and what they do not name is deleted
};

// ---- AlterClientQuotas (message AlterClientQuotasRequest)

struct AlteredClientQuota {
  ClientQuotaEntity entity;
  ApiError error;
};

// ---- producer ids (message AllocateProducerIdsRequest)

/// `count` ids from `first` on; never given out again.
struct ProducerIdBlock {
  int64_t first = 0;
  int32_t count = 0;
};

inline constexpr int32_t kProducerIdBlockSize = 1000;

/// The controller's port: everything that a controller decides. Each call is asynchronous and ends with an answer or an
/// error; nobody outside metadata/ may care whether the controller is here (LocalController) or elsewhere.
///
/// A change is answered only when its records are durable (fdatasync of the metadata log, shared by all that wait),
/// every shard has the new image, and the partitions that came with it are open and lead on their shards: a Produce
/// sent after the answer of CreateTopics finds its leader.
///
/// Per-topic errors stand in the answer; the outer error is for the whole call (NOT_CONTROLLER, REQUEST_TIMED_OUT,
/// KAFKA_STORAGE_ERROR when the metadata log cannot be written).
/// @core any: an implementation goes to its own shard by itself and answers on the caller's
class Controller {
 public:
  virtual ~Controller() = default;

  /// One answer per topic, in the order of the request (duplicates answered once, as Kafka does).
  virtual reactor::Task<ControllerResult<std::vector<CreatedTopic>>> create_topics(CallContext context,
                                                                                   CreateTopicsCall call) = 0;
  /// One answer per topic: first the names that came twice, then the others in the order of the request. The outer
  /// error is POLICY_VIOLATION too, for a request that asks for more than 10,000 partitions.
  virtual reactor::Task<ControllerResult<std::vector<GrownTopic>>> create_partitions(CallContext context,
                                                                                     CreatePartitionsCall call) = 0;
  virtual reactor::Task<ControllerResult<std::vector<DeletedTopic>>> delete_topics(
      CallContext context, std::vector<TopicReference> topics) = 0;
  /// One error (or none) per resource, in order: a resource changes as a whole or not at all. Settings of topics and of
  /// brokers; those of brokers were checked before (broker/broker_config_check.h), since only the broker knows them. No
  /// resource may come twice. The outer error is POLICY_VIOLATION too, for more than 10,000 changes.
  virtual reactor::Task<ControllerResult<std::vector<ApiError>>> alter_configs(
      CallContext context, std::vector<ResourceConfigChange> resources, bool validate_only) = 0;

  /// One answer per entity (KIP-546). The outer error is POLICY_VIOLATION too, for more than 10,000 changes.
  virtual reactor::Task<ControllerResult<std::vector<AlteredClientQuota>>> alter_client_quotas(
      CallContext context, std::vector<ClientQuotaAlteration> alterations, bool validate_only) = 0;

  /// A block of producer ids, durable before it is answered.
  virtual reactor::Task<ControllerResult<ProducerIdBlock>> allocate_producer_ids(CallContext context, int32_t broker_id,
                                                                                 int64_t broker_epoch) = 0;

  /// Registers this node's broker, fenced; answers its epoch. Any earlier registration of it ends.
  virtual reactor::Task<ControllerResult<int64_t>> register_broker(CallContext context, BrokerImage registration) = 0;
  /// Lets a registered broker lead: unfences it and elects leaders for the partitions that have none.
  virtual reactor::Task<ControllerResult<void>> unfence_broker(CallContext context, int32_t broker_id,
                                                               int64_t broker_epoch) = 0;

  /// The epoch of the controller, -1 while there is none.
  virtual int32_t epoch() const = 0;
};

}  // namespace klamm::metadata
