#include "metadata/local_controller.h"

#include <utility>

#include "metadata/bootstrap.h"
#include "metadata/broker_control.h"
#include "metadata/commit_queue.h"
#include "metadata/config_control.h"
#include "metadata/controller_start.h"
#include "metadata/log_directories.h"
#include "metadata/metadata_service.h"
#include "metadata/topic_control.h"
#include "protocol/messages/producer_ids_record.h"
#include "reactor/on_shard.h"
#include "storage/checkpoints.h"

namespace klamm::metadata {

namespace {

using protocol::ErrorCode;
using Sentence = std::expected<void, std::string>;

template <class T>
using Answer = ControllerResult<T>;

std::unexpected<ApiError> refused(ErrorCode code, std::string message) {
  return std::unexpected(ApiError{code, std::move(message)});
}

}  // namespace

// All of it runs on the controller's shard.
struct LocalController::Impl {
  Impl(reactor::Shard& shard_in, std::vector<MetadataService*> services_in,
       std::shared_ptr<const NodeOptions> options_in, std::function<void(const std::string&)> warn_in)
      : shard(shard_in),
        services(std::move(services_in)),
        options(std::move(options_in)),
        warn(std::move(warn_in)),
        publisher(services, options->node_id),
        state(options->cluster_id, options->node_id, static_cast<uint32_t>(services.size())),
        log(shard.io(), options->directories.front().path),
        klamm_file(shard.io(), options->directories.front().path) {}

  reactor::Io& io() { return shard.io(); }
  const MetadataImage& image() const { return state.image(); }
  int64_t broker_epoch() const { return image().this_broker() == nullptr ? -1 : image().this_broker()->epoch; }

  reactor::Task<std::expected<Started, std::string>> start();
  reactor::Task<Sentence> load(bool& formatted, std::optional<std::string>& voters);
  int64_t append_registration();
  reactor::Task<Sentence> stop();
  reactor::Task<Sentence> write_checkpoints();
  reactor::Task<void> abandon();

  ApiError check(const CallContext& context) const;
  reactor::Task<ApiError> commit(const CallContext& context, const RecordValues& records,
                                 const std::vector<KlammSettingChange>& settings);
  reactor::Task<ApiError> commit(const CallContext& context, const RecordValues& records) {
    return commit(context, records, no_settings);
  }

  // A decision's records take effect, then its answers go out.
  template <class T>
  reactor::Task<Answer<std::vector<T>>> carry_out(CallContext context, Decision<T> decision) {
    ApiError why = co_await commit(context, decision.records, decision.klamm_settings);
    if (!why.ok()) co_return std::unexpected(why);
    co_return std::move(decision.answers);
  }

  reactor::Shard& shard;
  std::vector<MetadataService*> services;
  std::shared_ptr<const NodeOptions> options;
  std::function<void(const std::string&)> warn;
  ImagePublisher publisher;
  ImageBuilder state;
  MetadataLog log;
  KlammSettingsFile klamm_file;
  const std::vector<KlammSettingChange> no_settings;
  std::unique_ptr<CommitQueue> queue;  // from start() on
  reactor::Gate calls;
  reactor::Event loop_ended;
  bool serving = false;
};

reactor::Task<Sentence> LocalController::Impl::load(bool& formatted, std::optional<std::string>& voters) {
  if (auto made = co_await format_if_new(io(), log, *options, formatted); !made) co_return made;
  ImageReplay replay(state);
  if (auto loaded = log.load(replay); !loaded) co_return loaded;
  if (auto loaded = klamm_file.load(*options); !loaded) co_return loaded;
  state.finish({log.end_offset() - 1, log.epoch()});
  // A log without its first records has no version yet.
  if (image().metadata_version() != 0 || log.end_offset() > 0) {
    if (auto reason = unservable_reason(image(), options->node_id)) co_return std::unexpected(*reason);
  }
  voters = replay.voters();
  if (voters) {
    if (auto ours = check_voters(*voters, options->node_id); !ours) co_return ours;
  }
  co_return Sentence{};
}

int64_t LocalController::Impl::append_registration() {
  BrokerImage registration = this_node_registration(*options, random_uuid(io()));
  registration.epoch = queue->next_offset();
  queue->append({register_broker_record(registration, image().metadata_version())});
  return registration.epoch;
}

reactor::Task<std::expected<LocalController::Started, std::string>> LocalController::Impl::start() {
  Started started;
  std::optional<std::string> voters;
  if (auto loaded = co_await load(started.new_cluster, voters); !loaded) co_return std::unexpected(loaded.error());
  auto found = find_partitions(io(), image(), *options);
  if (!found) co_return std::unexpected(found.error());
  if (log.torn_bytes() > 0) {
    warn(log.directory() + ": " + std::to_string(log.torn_bytes()) + " bytes of a torn record batch are cut off");
  }

  if (auto begun = co_await log.begin_epoch(options->node_id, image().kraft_version()); !begun) {
    co_return std::unexpected(begun.error());
  }
  queue = std::make_unique<CommitQueue>(shard, log, klamm_file, state, publisher, warn);
  append_epoch_start(*queue, log, state, *options, voters);
  klamm_file.apply_to(state);
  const int64_t epoch = append_registration();
  queue->append({unfence_broker_record(options->node_id, epoch)});
  queue->append_in_pieces(elect_leader_records(image(), options->node_id));
  if (auto written = co_await queue->flush(); !written) co_return std::unexpected(written.error());
  if (auto written = co_await klamm_file.after_log(image()); !written) warn(written.error());

  for (const std::string& said : co_await clear_away(io(), *found)) warn(said);
  co_await queue->publish(&found->finder);
  for (const storage::LogDirectory& directory : options->directories) {
    const auto removed = co_await storage::remove_clean_shutdown(io(), directory.path);
    if (!removed) co_return std::unexpected(removed.error().message);
  }
  started.after_clean_stop = found->after_clean_stop && !started.new_cluster;
  started.topic_count = image().topic_count();
  started.partition_count = image().partition_count();
  serving = true;
  shard.spawn([](Impl* self) -> reactor::Task<void> {
    co_await self->queue->run();
    if (self->queue->has_failed()) {
      self->warn("the metadata log cannot be written any more: " + self->queue->failure());
    }
    self->loop_ended.set();
  }(this));
  co_return started;
}

reactor::Task<Sentence> LocalController::Impl::write_checkpoints() {
  for (const storage::LogDirectory& directory : options->directories) {
    storage::DirectoryCheckpoints checkpoints;
    for (ShardId id = 0; id < services.size(); ++id) {
      // One shard after the other adds its part.
      co_await reactor::on_shard(
          id, [&, service = services[id]] { service->logs().add_checkpoints(directory.path, checkpoints); });
    }
    auto written = co_await storage::write_directory_checkpoints(io(), directory.path, std::move(checkpoints));
    if (!written) co_return std::unexpected(written.error().message);
  }
  co_return Sentence{};
}

reactor::Task<Sentence> LocalController::Impl::stop() {
  if (!serving) {
    log.close();
    co_return Sentence{};
  }
  serving = false;
  co_await calls.close();
  const int64_t epoch = broker_epoch();
  queue->close();
  co_await loop_ended.wait();
  if (queue->has_failed()) co_return std::unexpected(queue->failure());
  queue->append_in_pieces(clean_stop_records(image(), options->node_id));
  if (auto written = co_await queue->flush(); !written) co_return written;
  log.close();
  if (auto written = co_await write_checkpoints(); !written) co_return written;
  for (const storage::LogDirectory& directory : options->directories) {
    const storage::CleanShutdown marker{epoch};
    auto marked = co_await storage::write_clean_shutdown(io(), directory.path, marker);
    if (!marked) co_return std::unexpected(marked.error().message);
  }
  co_return Sentence{};
}

reactor::Task<void> LocalController::Impl::abandon() {
  if (serving) {
    serving = false;
    co_await calls.close();
    queue->close();
    co_await loop_ended.wait();
  }
  log.close();
}

ApiError LocalController::Impl::check(const CallContext& context) const {
  if (!serving) return {ErrorCode::kNotController, "The controller is not serving."};
  if (context.controller_epoch >= 0 && context.controller_epoch != log.epoch()) {
    return {ErrorCode::kNotController, "The controller's epoch is " + std::to_string(log.epoch()) + "."};
  }
  if (queue->has_failed()) return {ErrorCode::kKafkaStorageError, "The metadata log cannot be written."};
  if (queue->is_full()) return {ErrorCode::kThrottlingQuotaExceeded, "Too many changes wait for the metadata log."};
  return {};
}

reactor::Task<ApiError> LocalController::Impl::commit(const CallContext& context, const RecordValues& records,
                                                      const std::vector<KlammSettingChange>& settings) {
  const int64_t deadline_ns = context.timeout_ms <= 0 ? 0 : shard.now_ns() + context.timeout_ms * 1'000'000;
  const reactor::GatePass pass(calls);
  if (!pass) co_return ApiError{ErrorCode::kNotController, "The controller is stopping."};
  // An answer without records of its own may rest on others' that are still on their way.
  queue->append(records, settings);
  const auto waited = co_await queue->wait(deadline_ns);
  if (!waited) co_return ApiError{ErrorCode::kRequestTimedOut, "The change was not published in time."};
  if (!*waited) co_return ApiError{ErrorCode::kKafkaStorageError, "The metadata log cannot be written."};
  co_return ApiError{};
}

LocalController::LocalController(reactor::Shard& shard, std::vector<MetadataService*> services,
                                 std::shared_ptr<const NodeOptions> options,
                                 std::function<void(const std::string&)> warn)
    : impl_(std::make_unique<Impl>(shard, std::move(services), std::move(options), std::move(warn))) {}

LocalController::~LocalController() = default;

reactor::Task<std::expected<LocalController::Started, std::string>> LocalController::start() {
  return impl_->start();
}

reactor::Task<Sentence> LocalController::stop() {
  return impl_->stop();
}

reactor::Task<void> LocalController::abandon() {
  return impl_->abandon();
}

size_t LocalController::held_image_count() const {
  return impl_->publisher.held_image_count();
}

int32_t LocalController::epoch() const {
  return impl_->serving ? impl_->log.epoch() : -1;
}

reactor::Task<Answer<std::vector<CreatedTopic>>> LocalController::create_topics(CallContext context,
                                                                                CreateTopicsCall call) {
  using Result = Answer<std::vector<CreatedTopic>>;
  co_return co_await reactor::on_shard(impl_->shard.id(), [&]() -> reactor::Task<Result> {
    if (ApiError why = impl_->check(context); !why.ok()) co_return std::unexpected(why);
    auto decision =
        decide_create_topics(impl_->state, *impl_->options, call, [this] { return random_uuid(impl_->io()); });
    if (call.validate_only) co_return std::move(decision.answers);
    co_return co_await impl_->carry_out(context, std::move(decision));
  });
}

reactor::Task<Answer<std::vector<GrownTopic>>> LocalController::create_partitions(CallContext context,
                                                                                  CreatePartitionsCall call) {
  using Result = Answer<std::vector<GrownTopic>>;
  co_return co_await reactor::on_shard(impl_->shard.id(), [&]() -> reactor::Task<Result> {
    if (ApiError why = impl_->check(context); !why.ok()) co_return std::unexpected(why);
    auto decision = decide_create_partitions(impl_->state, *impl_->options, call.topics);
    if (!decision) co_return std::unexpected(decision.error());
    if (call.validate_only) co_return std::move(decision->answers);
    co_return co_await impl_->carry_out(context, std::move(*decision));
  });
}

reactor::Task<Answer<std::vector<DeletedTopic>>> LocalController::delete_topics(CallContext context,
                                                                                std::vector<TopicReference> topics) {
  using Result = Answer<std::vector<DeletedTopic>>;
  co_return co_await reactor::on_shard(impl_->shard.id(), [&]() -> reactor::Task<Result> {
    if (ApiError why = impl_->check(context); !why.ok()) co_return std::unexpected(why);
    co_return co_await impl_->carry_out(context, decide_delete_topics(impl_->state, *impl_->options, topics));
  });
}

reactor::Task<Answer<std::vector<ApiError>>> LocalController::alter_configs(CallContext context,
                                                                            std::vector<ResourceConfigChange> resources,
                                                                            bool validate_only) {
  using Result = Answer<std::vector<ApiError>>;
  co_return co_await reactor::on_shard(impl_->shard.id(), [&]() -> reactor::Task<Result> {
    if (ApiError why = impl_->check(context); !why.ok()) co_return std::unexpected(why);
    auto decision = decide_alter_configs(impl_->image(), *impl_->options, resources);
    if (!decision) co_return std::unexpected(decision.error());
    if (validate_only) co_return std::move(decision->answers);
    co_return co_await impl_->carry_out(context, std::move(*decision));
  });
}

reactor::Task<Answer<ProducerIdBlock>> LocalController::allocate_producer_ids(CallContext context, int32_t broker_id,
                                                                              int64_t broker_epoch) {
  using Result = Answer<ProducerIdBlock>;
  co_return co_await reactor::on_shard(impl_->shard.id(), [&]() -> reactor::Task<Result> {
    if (ApiError why = impl_->check(context); !why.ok()) co_return std::unexpected(why);
    const BrokerImage* broker = impl_->image().broker(broker_id);
    if (broker == nullptr || broker->epoch != broker_epoch) {
      co_return refused(ErrorCode::kStaleBrokerEpoch, "The broker's epoch is not the current one.");
    }
    const int64_t first = impl_->image().next_producer_id();
    if (first > INT64_MAX - kProducerIdBlockSize) {
      co_return refused(ErrorCode::kUnknownServerError, "All producer ids have been given out.");
    }
    protocol::ProducerIdsRecord record;
    record.broker_id = broker_id;
    record.broker_epoch = broker_epoch;
    record.next_producer_id = first + kProducerIdBlockSize;
    const RecordValues records(1, encode_record(record));
    if (ApiError why = co_await impl_->commit(context, records); !why.ok()) co_return std::unexpected(why);
    co_return ProducerIdBlock{first, kProducerIdBlockSize};
  });
}

reactor::Task<Answer<int64_t>> LocalController::register_broker(CallContext context, BrokerImage registration) {
  using Result = Answer<int64_t>;
  co_return co_await reactor::on_shard(impl_->shard.id(), [&]() -> reactor::Task<Result> {
    if (ApiError why = impl_->check(context); !why.ok()) co_return std::unexpected(why);
    if (registration.id != impl_->options->node_id) {
      co_return refused(ErrorCode::kInvalidRegistration, "This cluster has no place for another broker.");
    }
    registration.epoch = impl_->queue->next_offset();
    registration.fenced = true;
    const int64_t epoch = registration.epoch;
    const RecordValues records(1, register_broker_record(registration, impl_->image().metadata_version()));
    if (ApiError why = co_await impl_->commit(context, records); !why.ok()) co_return std::unexpected(why);
    co_return epoch;
  });
}

reactor::Task<Answer<void>> LocalController::unfence_broker(CallContext context, int32_t broker_id,
                                                            int64_t broker_epoch) {
  using Result = Answer<void>;
  co_return co_await reactor::on_shard(impl_->shard.id(), [&]() -> reactor::Task<Result> {
    if (ApiError why = impl_->check(context); !why.ok()) co_return std::unexpected(why);
    const BrokerImage* broker = impl_->image().broker(broker_id);
    if (broker == nullptr || broker->epoch != broker_epoch) {
      co_return refused(ErrorCode::kStaleBrokerEpoch, "The broker's epoch is not the current one.");
    }
    impl_->queue->append({unfence_broker_record(broker_id, broker_epoch)});
    impl_->queue->append_in_pieces(elect_leader_records(impl_->image(), broker_id));
    const RecordValues no_more;
    if (ApiError why = co_await impl_->commit(context, no_more); !why.ok()) co_return std::unexpected(why);
    co_return Result{};
  });
}

}  // namespace klamm::metadata
