#pragma once

#include <cstddef>
#include <cstdint>

#include "metadata/image.h"
#include "metadata/metadata_record.h"

namespace klamm::metadata {

/// The records that make an image, a piece at a time: what a snapshot of it holds between its control records, in the
/// order and the versions in which Kafka's controller writes them. What Klamm keeps and does not serve is among them,
/// settings that only Klamm knows are not.
///
/// Holds the image, so that its parts stay as they are.
/// @core owner (shard 0)
class SnapshotRecords {
 public:
  explicit SnapshotRecords(MetadataImage image);
  SnapshotRecords(const SnapshotRecords&) = delete;
  SnapshotRecords& operator=(const SnapshotRecords&) = delete;

  /// The next records, of about so many bytes together; empty when that was all.
  RecordValues next(size_t bytes_max);

 private:
  // In this order.
  enum class Part : uint8_t { kFeatures, kBrokers, kTopics, kConfigs, kQuotas, kProducerIds, kKept, kEnd };

  // Adds something of the part; false when nothing of it is left.
  bool add(RecordValues& values);
  bool add_brokers(RecordValues& values);
  bool add_of_topic(RecordValues& values);
  bool add_config(RecordValues& values);
  bool add_quota(RecordValues& values);

  const MetadataImage image_;
  const RecordVersions versions_;
  Part part_ = Part::kFeatures;
  PersistentMap<Uuid, TopicImage>::Cursor topics_;
  PersistentMap<std::string, ConfigImage, StringHash>::Cursor configs_;
  PersistentMap<std::string, ClientQuotaImage, StringHash>::Cursor quotas_;
  PersistentMap<std::string, KeptRecord, StringHash>::Cursor kept_;
  const TopicImage* topic_ = nullptr;  // whose partitions come
  int32_t next_partition_ = 0;
};

}  // namespace klamm::metadata
