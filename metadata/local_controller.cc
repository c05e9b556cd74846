#include "metadata/local_controller.h"

#include <algorithm>
#include <map>
#include <utility>

#include "metadata/bootstrap.h"
#include "metadata/broker_control.h"
#include "metadata/checkpoint_writer.h"
#include "metadata/client_quota_control.h"
#include "metadata/commit_queue.h"
#include "metadata/config_control.h"
#include "metadata/controller_start.h"
#include "metadata/journal_start.h"
#include "metadata/log_directories.h"
#include "metadata/metadata_service.h"
#include "metadata/open_transactions.h"
#include "metadata/opening_report.h"
#include "metadata/topic_control.h"
#include "protocol/messages/producer_ids_record.h"
#include "reactor/log.h"
#include "reactor/on_shard.h"
#include "reactor/sleep.h"
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
        log(shard.io(), options->directories.front().path, options->metadata_log.segments),
        klamm_file(shard.io(), options->directories.front().path),
        checkpoints(shard, services, options, warn),
        opening(shard, services),
        snapshots(shard, log, options, warn) {}

  reactor::Io& io() { return shard.io(); }
  const MetadataImage& image() const { return state.image(); }
  int64_t broker_epoch() const { return image().this_broker() == nullptr ? -1 : image().this_broker()->epoch; }

  reactor::Task<std::expected<Started, std::string>> start();
  reactor::Task<Sentence> load(bool& formatted, std::optional<std::string>& voters);
  int64_t append_registration();
  reactor::Task<void> end_serving();
  reactor::Task<Sentence> stop();
  reactor::Task<bool> has_unrecovered(const std::string& log_directory);
  reactor::Task<void> abandon();

  ApiError check(const CallContext& context) const;
  reactor::Task<void> hear_of_faults(bool wanted);
  reactor::Task<void> hear_of_fault(std::string path, std::string sentence);
  reactor::Task<void> fail_directory(std::string path, std::string sentence);
  void end_process(const std::string& sentence);
  bool is_offline(const storage::LogDirectory& directory) const {
    return services[shard.id()]->logs().faults().is_offline(directory.path);
  }
  void follow_deletion(std::vector<std::string> names);
  int64_t deadline_of(const CallContext& context) const {
    return context.timeout_ms <= 0 ? 0 : shard.now_ns() + context.timeout_ms * 1'000'000;
  }
  reactor::Task<ApiError> forget_deleted(const CallContext& context, const CreateTopicsCall& call);
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
  CheckpointWriter checkpoints;
  OpeningReport opening;
  SnapshotKeeper snapshots;
  const std::vector<KlammSettingChange> no_settings;
  std::map<std::string, std::string> unmarkable;  // see FoundOnDisk
  std::unique_ptr<CommitQueue> queue;             // from start() on
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
  if (auto ended = check_no_open_transaction(io(), image(), found->finder); !ended) {
    co_return std::unexpected(ended.error());
  }
  for (const auto& [path, name] : found->unmarkable) {
    warn(path + " is not marked as stopped cleanly at a stop before Kafka has looked through " + name +
         ", which it was moving there, or that is gone");
  }
  unmarkable = found->unmarkable;
  for (const std::string& said : log.warnings()) warn(said);
  if (log.torn_bytes() > 0) {
    warn(log.directory() + ": " + std::to_string(log.torn_bytes()) + " bytes of a torn record batch are cut off");
  }

  if (auto begun = co_await log.begin_epoch(options->node_id, image().kraft_version()); !begun) {
    co_return std::unexpected(begun.error());
  }
  queue = std::make_unique<CommitQueue>(shard, log, klamm_file, state, publisher, snapshots, warn);
  append_epoch_start(*queue, log, state, *options, voters);
  klamm_file.apply_to(state);
  const int64_t epoch = append_registration();
  queue->append({unfence_broker_record(options->node_id, epoch)});
  queue->append_in_pieces(directory_records(image(), found->finder, *options));
  queue->append_in_pieces(elect_leader_records(image(), options->node_id));
  for (const std::string& said : missing_directories(image())) warn(said);
  if (auto written = co_await queue->flush(/*may_stall=*/true); !written) co_return std::unexpected(written.error());
  if (auto written = co_await klamm_file.after_log(image()); !written) warn(written.error());

  // From here on the bytes of partitions change: a crash before all are open must not find them trusted.
  for (const storage::LogDirectory& directory : options->directories) {
    const auto removed = co_await storage::remove_clean_shutdown(io(), directory.path);
    if (!removed) co_return std::unexpected(removed.error().message);
  }
  for (const std::string& said : co_await clear_away(io(), *found)) warn(said);
  const int64_t began_ns = shard.now_ns();
  JournalStart journals(shard, services);
  std::vector<std::string> said_of_journals;
  auto begun_journals = co_await journals.begin(*options, said_of_journals);
  if (!begun_journals) co_return std::unexpected(begun_journals.error());
  co_await queue->publish(&found->finder);
  co_await journals.end(said_of_journals);
  for (const std::string& said : said_of_journals) warn(said);
  started.after_clean_stop = found->after_clean_stop && !started.new_cluster;
  started.topic_count = image().topic_count();
  started.partition_count = image().partition_count();
  started.opening_count = co_await opening.start(began_ns, found->after_clean_stop);
  serving = true;
  co_await hear_of_faults(true);
  checkpoints.start(started.new_cluster);
  snapshots.start(voters);
  shard.spawn([](Impl* self) -> reactor::Task<void> {
    co_await self->queue->run();
    if (self->queue->has_failed()) {
      self->warn("the metadata log cannot be written any more: " + self->queue->failure());
      if (self->log.has_faulted()) self->end_process("the metadata log has failed: " + self->queue->failure());
    }
    self->loop_ended.set();
  }(this));
  co_return started;
}

reactor::Task<void> LocalController::Impl::end_serving() {
  serving = false;
  co_await hear_of_faults(false);
  co_await calls.close();
  co_await opening.stop();
  co_await checkpoints.stop();
  co_await snapshots.stop();
  queue->close();
  co_await loop_ended.wait();
}

reactor::Task<Sentence> LocalController::Impl::stop() {
  if (!serving) {
    log.close();
    co_return Sentence{};
  }
  co_await end_serving();
  const int64_t epoch = broker_epoch();
  if (queue->has_failed()) co_return std::unexpected(queue->failure());
  queue->append_in_pieces(clean_stop_records(image(), options->node_id));
  if (auto written = co_await queue->flush(); !written) co_return written;
  log.close();
  if (auto written = co_await checkpoints.write(); !written) co_return written;
  for (const storage::LogDirectory& directory : options->directories) {
    // What is not open has not been looked through after the crash that may have been before.
    if (is_offline(directory) || unmarkable.contains(directory.path)) continue;
    if (co_await has_unrecovered(directory.path)) continue;
    const storage::CleanShutdown marker{epoch};
    auto marked = co_await storage::write_clean_shutdown(io(), directory.path, marker);
    if (!marked) co_return std::unexpected(marked.error().message);
  }
  co_return Sentence{};
}

reactor::Task<bool> LocalController::Impl::has_unrecovered(const std::string& log_directory) {
  bool has_some = false;
  for (ShardId id = 0; id < services.size(); ++id) {
    const auto look = [&, service = services[id]] { return service->logs().opener().has_unrecovered(log_directory); };
    has_some |= co_await reactor::on_shard(id, look);
  }
  co_return has_some;
}

reactor::Task<void> LocalController::Impl::abandon() {
  if (serving) co_await end_serving();
  log.close();
}

// A shard that meets a fault tells this one.
reactor::Task<void> LocalController::Impl::hear_of_faults(bool wanted) {
  for (ShardId id = 0; id < services.size(); ++id) {
    co_await reactor::on_shard(id, [this, wanted, service = services[id]]() -> reactor::Task<void> {
      storage::DirectoryFaults::Listener tell;
      if (wanted) {
        tell = [this, service](const std::string& path, const std::string& sentence) {
          service->shard().spawn(hear_of_fault(path, sentence));
        };
      }
      service->logs().faults().set_listener(std::move(tell));
      // What was told before is on its way then.
      co_await reactor::yield_now();
    });
  }
}

// Begins on the shard that tells.
reactor::Task<void> LocalController::Impl::hear_of_fault(std::string path, std::string sentence) {
  const auto hear = [&] { calls.spawn(fail_directory(path, sentence)); };
  co_await reactor::on_shard(shard.id(), hear);
}

// Kafka's way: its partitions lose their leader, the others are served on, and the directory comes back with a start.
reactor::Task<void> LocalController::Impl::fail_directory(std::string path, std::string sentence) {
  std::vector<Uuid> left;
  Uuid failed;
  bool is_known = false;
  for (const storage::LogDirectory& directory : options->directories) {
    if (directory.path == path) {
      failed = directory.id;
      is_known = is_offline(directory);
    } else if (!is_offline(directory)) {
      left.push_back(directory.id);
    }
  }
  if (is_known) co_return;
  for (ShardId id = 0; id < services.size(); ++id) {
    co_await reactor::on_shard(id, [&path, service = services[id]] { service->logs().take_offline(path); });
  }
  reactor::log(reactor::LogLevel::kError, "the log directory {} has failed and is offline until the next start: {}",
               path, sentence);
  const bool has_metadata = path == options->directories.front().path;
  if (has_metadata) co_return end_process("the directory of the metadata log, " + path + ", has failed: " + sentence);
  if (left.empty()) co_return end_process("the last log directory, " + path + ", has failed: " + sentence);
  std::ranges::sort(left);
  queue->append_in_pieces(failed_directory_records(image(), options->node_id, failed, left));
}

void LocalController::Impl::end_process(const std::string& sentence) {
  if (options->on_fatal) options->on_fatal(sentence);
}

ApiError LocalController::Impl::check(const CallContext& context) const {
  if (!serving) return {ErrorCode::kNotController, "The controller is not serving."};
  if (context.controller_epoch >= 0 && context.controller_epoch != log.epoch()) {
    return {ErrorCode::kNotController, "The controller's epoch is " + std::to_string(log.epoch()) + "."};
  }
  if (queue->has_failed()) return {ErrorCode::kKafkaStorageError, "The metadata log cannot be written."};
  if (queue->is_stalled()) return {ErrorCode::kKafkaStorageError, "The disk of the metadata log is full."};
  if (queue->is_full()) return {ErrorCode::kThrottlingQuotaExceeded, "Too many changes wait for the metadata log."};
  return {};
}

reactor::Task<ApiError> LocalController::Impl::commit(const CallContext& context, const RecordValues& records,
                                                      const std::vector<KlammSettingChange>& settings) {
  const int64_t deadline_ns = deadline_of(context);
  const reactor::GatePass pass(calls);
  if (!pass) co_return ApiError{ErrorCode::kNotController, "The controller is stopping."};
  // An answer without records of its own may rest on others' that are still on their way.
  queue->append(records, settings);
  const auto waited = co_await queue->wait(deadline_ns);
  if (!waited) co_return ApiError{ErrorCode::kRequestTimedOut, "The change was not published in time."};
  if (!*waited) co_return ApiError{ErrorCode::kKafkaStorageError, "The metadata log cannot be written."};
  co_return ApiError{};
}

// See CheckpointWriter.
reactor::Task<ApiError> LocalController::Impl::forget_deleted(const CallContext& context,
                                                              const CreateTopicsCall& call) {
  if (call.validate_only) co_return ApiError{};
  const reactor::GatePass pass(calls);
  if (!pass) co_return ApiError{ErrorCode::kNotController, "The controller is stopping."};
  std::vector<std::string> names;
  for (const NewTopic& topic : call.topics) names.push_back(topic.name);
  const auto done = co_await checkpoints.before_creation(names, deadline_of(context));
  if (!done) co_return ApiError{ErrorCode::kRequestTimedOut, "A deletion under the same name did not end in time."};
  if (!*done) {
    warn("no topic can be made: " + done->error());
    co_return ApiError{ErrorCode::kKafkaStorageError, "The checkpoint files cannot be written."};
  }
  co_return check(context);
}

// Its records are queued in this turn; whoever asked for it may not wait until they are published.
void LocalController::Impl::follow_deletion(std::vector<std::string> names) {
  const auto follow = [](Impl* self, std::vector<std::string> deleted) -> reactor::Task<void> {
    co_await self->queue->wait(0);
    self->checkpoints.end_deletion(deleted);
  };
  checkpoints.begin_deletion(names);
  if (!calls.spawn(follow(this, names))) checkpoints.end_deletion(names);
}

LocalController::LocalController(reactor::Shard& shard, std::vector<MetadataService*> services,
                                 std::shared_ptr<const NodeOptions> options,
                                 std::function<void(const std::string&)> warn)
    : impl_(std::make_unique<Impl>(shard, std::move(services), std::move(options), std::move(warn))) {}

LocalController::~LocalController() = default;

reactor::Task<std::expected<LocalController::Started, std::string>> LocalController::start() {
  return impl_->start();
}

void LocalController::stop_waiting_for_space() {
  if (impl_->queue) impl_->queue->stop_waiting_for_space();
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
    if (ApiError why = co_await impl_->forget_deleted(context, call); !why.ok()) co_return std::unexpected(why);
    auto decision = decide_create_topics(
        impl_->state, *impl_->options, call, [this] { return random_uuid(impl_->io()); }, context.mutations);
    if (call.validate_only) co_return std::move(decision.answers);
    co_return co_await impl_->carry_out(context, std::move(decision));
  });
}

reactor::Task<Answer<std::vector<GrownTopic>>> LocalController::create_partitions(CallContext context,
                                                                                  CreatePartitionsCall call) {
  using Result = Answer<std::vector<GrownTopic>>;
  co_return co_await reactor::on_shard(impl_->shard.id(), [&]() -> reactor::Task<Result> {
    if (ApiError why = impl_->check(context); !why.ok()) co_return std::unexpected(why);
    auto decision = decide_create_partitions(impl_->state, *impl_->options, call.topics, context.mutations);
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
    auto decision = decide_delete_topics(impl_->state, *impl_->options, topics, context.mutations);
    std::vector<std::string> names;
    for (const DeletedTopic& topic : decision.answers) {
      if (topic.error.ok() && topic.name) names.push_back(*topic.name);
    }
    impl_->follow_deletion(std::move(names));
    co_return co_await impl_->carry_out(context, std::move(decision));
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

reactor::Task<Answer<std::vector<AlteredClientQuota>>> LocalController::alter_client_quotas(
    CallContext context, std::vector<ClientQuotaAlteration> alterations, bool validate_only) {
  using Result = Answer<std::vector<AlteredClientQuota>>;
  co_return co_await reactor::on_shard(impl_->shard.id(), [&]() -> reactor::Task<Result> {
    if (ApiError why = impl_->check(context); !why.ok()) co_return std::unexpected(why);
    auto decision = decide_alter_client_quotas(impl_->image(), alterations);
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
