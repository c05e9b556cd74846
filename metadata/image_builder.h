#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "metadata/image.h"
#include "metadata/klamm_settings.h"
#include "metadata/metadata_record.h"
#include "metadata/placement.h"
#include "protocol/arena.h"

namespace klamm::metadata {

/// The fold: applies the records of the metadata log, one after the other, and gives an image of what they say.
///
/// A record of an unknown type or version, or one that contradicts the records before it, is an error (a sentence),
/// never skipped. Records between BeginTransaction and EndTransaction show only when the latter has been applied.
/// @core owner (shard 0)
class ImageBuilder {
 public:
  ImageBuilder(std::string cluster_id, int32_t node_id, uint32_t shard_count);

  std::expected<void, std::string> apply(const RecordFrame& record);
  /// The same for a record value of ours; that it can be applied is asserted.
  void apply_own(const std::string& value);
  /// Sets what no record tells of: outside a transaction, on a topic that exists or on brokers.
  void set_klamm_setting(const KlammSettingChange& change);
  void set_kraft_version(int16_t version) { image_.kraft_version_ = version; }

  /// Ends a step: what was applied up to here shows in image(), at this position of the log, and new partitions get
  /// their owner shards.
  void finish(ImagePosition position);

  /// As of the last finish() (and outside a transaction: as of its begin).
  const MetadataImage& image() const { return before_transaction_ ? *before_transaction_ : image_; }
  bool in_transaction() const { return before_transaction_.has_value(); }
  const PlacementTable& placement() const { return placement_; }
  /// Another topic whose name differs from `name` only in '.' and '_'; null if there is none.
  const std::string* colliding_topic(std::string_view name) const;

 private:
  using Result = std::expected<void, std::string>;
  template <class Message, class Apply>
  Result decoded(const RecordFrame& record, Apply apply);
  Result apply_topic_record(const RecordFrame& record);
  Result apply_broker_record(const RecordFrame& record);
  Result apply_kept_record(const RecordFrame& record);
  Result apply_other_record(const RecordFrame& record);
  Result apply_client_quota(const RecordFrame& record);

  TopicImage* open_topic(const Uuid& id);
  Result create_topic(std::string name, const Uuid& id);
  Result remove_topic(const Uuid& id);
  void note_name(const std::string& name);
  void forget_name(const std::string& name);
  void clear_elr(std::string_view topic_name);
  using Configs = PersistentMap<std::string, ConfigImage, StringHash>;
  static void set_config(Configs& configs, std::string resource, std::string_view key,
                         std::optional<std::string_view> value);
  BrokerImage* open_broker(int32_t id, int64_t epoch);
  void keep(std::string identity, const RecordFrame& record);
  void flush_topics();
  void place_new_partitions();
  void place(TopicImage& topic);

  MetadataImage image_;
  std::optional<MetadataImage> before_transaction_;
  PlacementTable placement_;
  PlacementTable placement_before_transaction_;
  std::unordered_map<Uuid, Ref<TopicImage>> open_topics_;  // copies that change, until the next flush
  std::unordered_set<Uuid> unplaced_topics_;               // may have partitions without an owner shard
  // Names of topics with '.' or '_', by their common form.
  std::unordered_map<std::string, std::set<std::string>> collisions_;
  protocol::Arena arena_;
};

}  // namespace klamm::metadata
