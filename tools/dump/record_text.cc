#include "tools/dump/record_text.h"

#include <fmt/format.h>

#include <cstddef>

#include "metadata/metadata_batch.h"
#include "metadata/metadata_record.h"
#include "protocol/codec.h"
#include "protocol/json.h"
#include "protocol/registry.h"

namespace klamm::tools {

using protocol::MessageDescriptor;
using protocol::MessageKind;
using protocol::Record;
using protocol::RecordBatchHeader;

namespace {

using Damages = std::vector<std::string>;

std::string_view text_of(const protocol::Bytes& bytes) {
  return bytes.is_null ? std::string_view() : bytes.text();
}

/// A message of a version as JSON; null and a sentence when it cannot be read.
Item message_item(const MessageDescriptor& descriptor, std::span<const std::byte> bytes, int version,
                  Damages& damages) {
  if (version < descriptor.versions.lowest || version > descriptor.versions.highest) {
    damages.push_back(fmt::format("version {} of {} is not known", version, descriptor.name));
    return nullptr;
  }
  protocol::Arena arena;
  protocol::Reader reader(bytes);
  std::vector<std::max_align_t> message(descriptor.body.size_bytes / sizeof(std::max_align_t) + 1);
  const auto done = protocol::decode_message(descriptor, reader, static_cast<int16_t>(version), arena, message.data());
  if (!done) {
    damages.push_back(
        fmt::format("a {} that cannot be read: {}", descriptor.name, protocol::describe(done.error().fault)));
    return nullptr;
  }
  std::string json;
  protocol::append_json(descriptor, message.data(), static_cast<int16_t>(version), json);
  return Item::parse(json, nullptr, false);
}

Item typed_item(const MessageDescriptor* descriptor, std::span<const std::byte> bytes, int type, int version,
                Damages& damages) {
  if (descriptor == nullptr) return {{"type", type}, {"version", version}};
  Item data = message_item(*descriptor, bytes, version, damages);
  return {{"type", descriptor->name}, {"version", version}, {"data", std::move(data)}};
}

/// Keys and values that begin with a type or a version as two bytes.
Item keyed_item(const Record& record, MessageKind key_kind, MessageKind value_kind, Damages& damages) {
  Item item = Item::object();
  protocol::Reader key(record.key.view());
  const auto type = key.read_int16();
  if (!type) {
    damages.emplace_back("a key without a type");
    return item;
  }
  item["key"] = typed_item(protocol::find_message(key_kind, *type), key.rest(), *type, 0, damages);
  if (record.value.is_null) {
    item["payload"] = nullptr;
    return item;
  }
  protocol::Reader value(record.value.view());
  const auto version = value.read_int16();
  if (!version) {
    damages.emplace_back("a value without a version");
    return item;
  }
  item["payload"] = typed_item(protocol::find_message(value_kind, *type), value.rest(), *type, *version, damages);
  return item;
}

void add_metadata(const Record& record, Item& item, Damages& damages) {
  const auto frame = metadata::parse_record_frame(record.value.view());
  if (!frame) {
    damages.push_back(frame.error());
    return;
  }
  const bool has_type = frame->api_key <= INT16_MAX;
  const auto* descriptor =
      has_type ? protocol::find_message(MessageKind::kMetadataRecord, static_cast<int16_t>(frame->api_key)) : nullptr;
  if (descriptor == nullptr) damages.push_back(fmt::format("a metadata record of unknown type {}", frame->api_key));
  item["payload"] = typed_item(descriptor, frame->body, static_cast<int>(frame->api_key), frame->version, damages);
}

const char* control_message(metadata::ControlType type) {
  switch (type) {
    case metadata::ControlType::kLeaderChange:
      return "LeaderChangeMessage";
    case metadata::ControlType::kSnapshotHeader:
      return "SnapshotHeaderRecord";
    case metadata::ControlType::kSnapshotFooter:
      return "SnapshotFooterRecord";
    case metadata::ControlType::kKRaftVersion:
      return "KRaftVersionRecord";
    case metadata::ControlType::kKRaftVoters:
      return "VotersRecord";
  }
  return "";
}

/// The key of a control record: version and type, each of two bytes.
void add_control(const Record& record, Item& item, Damages& damages) {
  protocol::Reader key(record.key.view());
  (void)key.read_int16();
  const auto type = key.read_int16();
  if (!type) {
    damages.emplace_back("a control record without a type");
    return;
  }
  if (*type == 0 || *type == 1) {
    item["endTxnMarker"] = *type == 1 ? "COMMIT" : "ABORT";
    protocol::Reader value(record.value.view());
    (void)value.read_int16();
    if (const auto epoch = value.read_int32()) item["coordinatorEpoch"] = *epoch;
    return;
  }
  const auto control = metadata::control_type(record.key.view());
  const auto* descriptor = control ? protocol::find_message(control_message(*control)) : nullptr;
  if (descriptor == nullptr) {
    damages.push_back(fmt::format("a control record of unknown type {}", *type));
    return;
  }
  item["payload"] = typed_item(descriptor, record.value.view(), *type, 0, damages);
}

void add_bytes(const Record& record, Item& item) {
  if (!record.key.is_null) set_bytes(item, "key", text_of(record.key));
  if (!record.value.is_null) set_bytes(item, "payload", text_of(record.value));
}

}  // namespace

RecordContent content_of_directory(std::string_view directory) {
  const size_t slash = directory.rfind('/');
  if (slash != std::string_view::npos) directory.remove_prefix(slash + 1);
  if (directory.starts_with("__cluster_metadata-")) return RecordContent::kMetadata;
  if (directory.starts_with("__consumer_offsets-")) return RecordContent::kGroups;
  if (directory.starts_with("__transaction_state-")) return RecordContent::kTransactions;
  return RecordContent::kBytes;
}

Item record_item(const RecordBatchHeader& batch, const Record& record, RecordContent content, Damages& damages) {
  const bool is_control = batch.is_control();
  const bool has_append_time = batch.timestamp_type() == protocol::BatchTimestampType::kLogAppendTime;
  Item item = {{"type", is_control ? "control" : "record"}, {"offset", batch.base_offset + record.offset_delta}};
  item[has_append_time ? "LogAppendTime" : "CreateTime"] = batch.record_timestamp(record.timestamp_delta);
  item["keySize"] = record.key.is_null ? -1 : static_cast<int64_t>(record.key.size);
  item["valueSize"] = record.value.is_null ? -1 : static_cast<int64_t>(record.value.size);
  if (batch.base_sequence != protocol::kNoSequence)
    item["sequence"] = protocol::advance_sequence(batch.base_sequence, record.offset_delta);
  item["headerKeys"] = Item::array();
  for (const protocol::RecordHeader& header : record.headers) item["headerKeys"].push_back(std::string(header.key));
  if (is_control) {
    add_control(record, item, damages);
    return item;
  }
  switch (content) {
    case RecordContent::kMetadata:
      add_metadata(record, item, damages);
      break;
    case RecordContent::kGroups:
      item.update(keyed_item(record, MessageKind::kGroupKey, MessageKind::kGroupValue, damages));
      break;
    case RecordContent::kTransactions:
      item.update(keyed_item(record, MessageKind::kTransactionKey, MessageKind::kTransactionValue, damages));
      break;
    case RecordContent::kBytes:
      add_bytes(record, item);
      break;
  }
  return item;
}

}  // namespace klamm::tools
