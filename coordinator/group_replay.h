#pragma once

#include <expected>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "coordinator/consumer_group_state.h"
#include "coordinator/group_records.h"
#include "coordinator/group_table.h"
#include "coordinator/transactional_offsets.h"
#include "protocol/compression/codec_scratch.h"
#include "protocol/record.h"
#include "protocol/record_batch.h"

namespace klamm::coordinator {

/// Makes groups and offsets out of the batches of a partition of `__consumer_offsets`, as they were when the last one
/// was written.
/// @core owner
class GroupReplay {
 public:
  /// Makes an empty classic group of that id.
  using MakeClassic = std::function<std::unique_ptr<ClassicGroup>(std::string group_id)>;
  using MakeConsumer = std::function<std::unique_ptr<ConsumerGroup>(std::string group_id)>;

  GroupReplay(GroupTable& groups, TransactionalOffsets& transactional, protocol::CodecScratch& codec)
      : groups_(groups), transactional_(transactional), codec_(codec) {}

  /// The next batch. The error (a sentence) says what cannot be read; the groups are then not to be used.
  std::expected<void, std::string> apply(const protocol::RecordBatchView& batch);

  /// After the last batch: restores the groups that have had members. Sentences about records that make no sense and
  /// were passed over.
  std::vector<std::string> finish(const MakeClassic& make, const MakeConsumer& make_consumer);

  size_t record_count() const { return record_count_; }

 private:
  std::expected<void, std::string> apply_record(const protocol::RecordBatchHeader& batch,
                                                const protocol::Record& record);
  std::expected<void, std::string> apply_offset(const protocol::RecordBatchHeader& batch,
                                                const protocol::Record& record, const GroupRecordKey& key);
  std::expected<void, std::string> apply_consumer(const protocol::RecordBatchHeader& batch,
                                                  const protocol::Record& record, const GroupRecordKey& key);
  void apply_other(const protocol::Record& record, const GroupRecordKey& key);
  std::expected<void, std::string> apply_marker(const protocol::RecordBatchHeader& batch,
                                                const protocol::Record& record);
  void warn(std::string sentence);

  GroupTable& groups_;
  TransactionalOffsets& transactional_;
  protocol::CodecScratch& codec_;
  std::unordered_map<std::string, std::string> newest_;  // of each group, the value of its GroupMetadata record
  std::unordered_map<std::string, ConsumerGroupState> consumers_;
  size_t record_count_ = 0;
  std::vector<std::string> warnings_;
};

}  // namespace klamm::coordinator
