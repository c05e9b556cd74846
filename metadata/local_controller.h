#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "metadata/controller.h"
#include "metadata/image_publisher.h"
#include "metadata/node_options.h"
#include "reactor/shard.h"
#include "reactor/task.h"

namespace klamm::metadata {

class MetadataService;

/// The controller of a cluster of one: the only voter of its own `__cluster_metadata` log. It writes Kafka's metadata
/// records, waits for their fdatasync (one for all calls that wait), folds them into the image and publishes it.
///
/// @core owner (shard 0) for start and stop; the calls of the port may come from any shard
class LocalController final : public Controller {
 public:
  /// `services`: one per shard, by shard id. `warn` is given a sentence for the log when a partition cannot be made,
  /// opened or removed, or the metadata log fails.
  LocalController(reactor::Shard& shard, std::vector<MetadataService*> services,
                  std::shared_ptr<const NodeOptions> options, std::function<void(const std::string&)> warn);
  ~LocalController() override;

  struct Started {
    bool new_cluster = false;
    bool after_clean_stop = false;  // the last process stopped in good order
    size_t topic_count = 0;
    size_t partition_count = 0;
    uint64_t opening_count = 0;  // partitions that are opened in the background yet
  };
  /// Reads the metadata log (formats an empty directory) and the log directories, raises the quorum epoch, registers
  /// and unfences this node's broker, elects leaders, and publishes the first image (see MetadataService for the
  /// partitions that take long to open). The error is a sentence that stops the process.
  reactor::Task<std::expected<Started, std::string>> start();

  /// Before a stop, which waits for what is under way: what waits for space on a full disk fails from now on.
  void stop_waiting_for_space();

  /// Refuses further calls, ends those under way, closes the log and marks the directories as cleanly stopped. Every
  /// shard's LogManager must have been stopped before.
  reactor::Task<std::expected<void, std::string>> stop();

  /// Ends the calls under way and the loop without writing anything more, as a crash would. For ends after a failed
  /// start and for tests, when every shard's opener has been stopped; after stop() it does nothing.
  reactor::Task<void> abandon();

  // ---- Controller
  reactor::Task<ControllerResult<std::vector<CreatedTopic>>> create_topics(CallContext context,
                                                                           CreateTopicsCall call) override;
  reactor::Task<ControllerResult<std::vector<GrownTopic>>> create_partitions(CallContext context,
                                                                             CreatePartitionsCall call) override;
  reactor::Task<ControllerResult<std::vector<DeletedTopic>>> delete_topics(CallContext context,
                                                                           std::vector<TopicReference> topics) override;
  reactor::Task<ControllerResult<std::vector<ApiError>>> alter_configs(CallContext context,
                                                                       std::vector<ResourceConfigChange> resources,
                                                                       bool validate_only) override;
  reactor::Task<ControllerResult<std::vector<AlteredClientQuota>>> alter_client_quotas(
      CallContext context, std::vector<ClientQuotaAlteration> alterations, bool validate_only) override;
  reactor::Task<ControllerResult<ProducerIdBlock>> allocate_producer_ids(CallContext context, int32_t broker_id,
                                                                         int64_t broker_epoch) override;
  reactor::Task<ControllerResult<int64_t>> register_broker(CallContext context, BrokerImage registration) override;
  reactor::Task<ControllerResult<void>> unfence_broker(CallContext context, int32_t broker_id,
                                                       int64_t broker_epoch) override;
  int32_t epoch() const override;

  /// Images that some shard still holds, the newest one included.
  size_t held_image_count() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace klamm::metadata
