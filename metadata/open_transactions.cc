#include "metadata/open_transactions.h"

#include <algorithm>
#include <set>
#include <vector>

#include "metadata/batch_reader.h"
#include "protocol/codec.h"
#include "protocol/messages/transaction_log_key.h"
#include "protocol/messages/transaction_log_value.h"
#include "storage/file_names.h"
#include "storage/log_directory_scan.h"

namespace klamm::metadata {

namespace {

using Result = std::expected<void, std::string>;

constexpr std::string_view kTopic = "__transaction_state";

// Kafka's states of a transaction in which partitions are part of it and markers are due.
bool is_open(int8_t status) {
  constexpr int8_t kOngoing = 1;
  constexpr int8_t kPrepareAbort = 3;
  return status >= kOngoing && status <= kPrepareAbort;
}

// The transactional ids of one partition's log whose newest record tells of an open transaction.
class OpenIds {
 public:
  Result read(const MetadataRecordView& record) {
    protocol::Reader key(record.key);
    const auto key_version = key.read_int16();
    if (!key_version) return std::unexpected("a record without a readable key");
    if (*key_version != 0) return {};
    arena_.reset();
    const auto id = protocol::decode<protocol::TransactionLogKey>(key, 0, arena_);
    if (!id) return std::unexpected("a record without a readable key");
    std::string name(id->transactional_id.view());
    open_.erase(name);
    if (record.value.empty()) return {};
    protocol::Reader value(record.value);
    const auto version = value.read_int16();
    if (!version || *version < 0 || *version > protocol::TransactionLogValue::kHighestVersion) {
      return std::unexpected("a record of an unknown version");
    }
    const auto state = protocol::decode<protocol::TransactionLogValue>(value, *version, arena_);
    if (!state) return std::unexpected("an unreadable record");
    if (is_open(state->transaction_status)) open_.insert(std::move(name));
    return {};
  }
  const std::set<std::string>& ids() const { return open_; }

 private:
  std::set<std::string> open_;
  protocol::Arena arena_;
};

Result read_log(reactor::Io& io, const std::string& directory, OpenIds& open) {
  const auto entries = io.list(directory);
  if (!entries) return std::unexpected(entries.error().text_about(directory));
  std::vector<std::string> names;
  for (const reactor::DirectoryEntry& entry : *entries) {
    if (storage::parse_offset_file_name(entry.name, storage::kLogSuffix)) names.push_back(entry.name);
  }
  std::ranges::sort(names);
  for (const std::string& name : names) {
    const std::string path = directory + "/" + name;
    BatchReader reader(io, path);
    // What follows the last valid batch is for the log's recovery to judge.
    const auto read = reader.read([&](const MetadataBatch& batch) -> Result {
      if (batch.is_control) return {};
      return for_each_record(batch, [&](const MetadataRecordView& record) { return open.read(record); });
    });
    if (!read) return std::unexpected("the log " + path + " of transactions has " + read.error());
    if (read->rest == BatchReader::Rest::kUnsupported) {
      return std::unexpected("the log " + path + " of transactions has a compressed batch at byte " +
                             std::to_string(read->valid_bytes) + ", so whether one is open cannot be told");
    }
  }
  return {};
}

}  // namespace

Result check_no_open_transaction(reactor::Io& io, const MetadataImage& image, const PartitionFinder& found) {
  const TopicImage* topic = image.topic(kTopic);
  if (topic == nullptr) return {};
  for (int32_t index = 0; index < topic->partition_count(); ++index) {
    const PartitionFinder::Found* place = found.find(topic->id, index);
    if (place == nullptr) continue;
    OpenIds open;
    const std::string directory = place->log_directory + "/" + storage::partition_directory_name(topic->name, index);
    if (auto read = read_log(io, directory, open); !read) return read;
    if (open.ids().empty()) continue;
    return std::unexpected("the transaction of the transactional id " + *open.ids().begin() +
                           " has not ended, and Klamm does not serve transactions yet; an Apache Kafka that is started "
                           "on this directory ends it, at the latest when its timeout has passed");
  }
  return {};
}

}  // namespace klamm::metadata
