#include <fmt/format.h>

#include "protocol/compression/codec_scratch.h"
#include "tools/dump/dump.h"
#include "tools/file_kind.h"
#include "tools/segment_walk.h"

namespace klamm::tools {

using protocol::RecordBatchHeader;

namespace {

Item batch_item(const WalkedBatch& batch) {
  const RecordBatchHeader& header = batch.header;
  const auto codec = header.compression();
  const bool has_append_time = header.timestamp_type() == protocol::BatchTimestampType::kLogAppendTime;
  Item item = {{"type", "batch"},
               {"baseOffset", header.base_offset},
               {"lastOffset", header.last_offset()},
               {"count", header.record_count},
               {"baseSequence", header.base_sequence},
               {"lastSequence", header.last_sequence()},
               {"producerId", header.producer_id},
               {"producerEpoch", header.producer_epoch},
               {"partitionLeaderEpoch", header.partition_leader_epoch},
               {"isTransactional", header.is_transactional()},
               {"isControl", header.is_control()}};
  if (header.has_delete_horizon()) item["deleteHorizonMs"] = header.base_timestamp;
  item["position"] = batch.position;
  item[has_append_time ? "LogAppendTime" : "CreateTime"] = header.max_timestamp;
  item["size"] = header.size_bytes();
  item["magic"] = header.magic;
  item["compresscodec"] =
      codec ? std::string(protocol::compression_name(*codec)) : fmt::format("{}", header.compression_id());
  item["crc"] = header.crc;
  item["isvalid"] = batch.crc_matches;
  return item;
}

class BatchDump final : public SegmentVisitor {
 public:
  BatchDump(const std::string& path, DumpOptions options, Report& report)
      : path_(path),
        content_(options.content.value_or(content_of_directory(directory_of(path)))),
        with_records_(options.with_records),
        report_(report) {
    if (file_kind(name_of(path)).kind == FileKind::kMetadataSnapshot) content_ = RecordContent::kMetadata;
  }

  bool wants_bytes(const WalkedBatch&) override { return with_records_; }

  void on_batch(const WalkedBatch& batch, std::span<const std::byte> bytes) override {
    report_.item(batch_item(batch));
    if (!batch.crc_matches) return report_.damage(path_, batch.position, "the checksum of the batch does not match");
    if (with_records_) dump_records(batch, bytes);
  }

  void on_damage(uint64_t position, uint64_t skipped_bytes, const std::string& what) override {
    report_.damage(path_, position, fmt::format("{} ({} bytes are no batch)", what, skipped_bytes));
  }

 private:
  void dump_records(const WalkedBatch& batch, std::span<const std::byte> bytes) {
    protocol::RecordReader reader({batch.header, bytes}, codec_);
    while (true) {
      const auto record = reader.next();
      if (!record) return report_.damage(path_, batch.position, protocol::describe(record.error()));
      if (!record->has_value()) return;
      damages_.clear();
      report_.item(record_item(batch.header, **record, content_, damages_));
      for (const std::string& what : damages_) report_.damage(path_, batch.position, what);
    }
  }

  const std::string& path_;
  RecordContent content_;
  bool with_records_;
  Report& report_;
  protocol::CodecScratch codec_;
  std::vector<std::string> damages_;
};

}  // namespace

void dump_batch(const std::string& path, uint64_t position, std::span<const std::byte> bytes, DumpOptions options,
                Report& report) {
  const auto header = protocol::parse_header(bytes);
  const auto log_header = storage::parse_batch_header(bytes);
  if (!header) return report.damage(path, position, protocol::describe(header.error()));
  if (!log_header) return report.damage(path, position, "what stands here is no batch");
  WalkedBatch batch{position, *header, *log_header, protocol::verify_crc(bytes)};
  BatchDump(path, options, report).on_batch(batch, bytes);
}

reactor::Task<void> dump_batches(reactor::Io& io, std::string path, DumpOptions options, Report& report) {
  BatchDump dump(path, options, report);
  const auto walked = co_await walk_segment(io, path, dump);
  if (!walked) report.failure(walked.error().message);
}

}  // namespace klamm::tools
