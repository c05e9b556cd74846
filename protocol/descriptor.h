#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace klamm::protocol {

/// The default instance of a generated struct, for tables and for nullable structs whose default is not null.
template <class T>
inline constexpr T kDefaultOf{};

// Tables that describe the generated message structs to the codec (codec.h) and the printer (json.h). They are made by
// generate.py from the schemas and live in read-only memory. @core any

/// Versions from lowest to highest, both included; empty when highest < lowest.
struct VersionRange {
  int16_t lowest = 0;
  int16_t highest = -1;

  constexpr bool contains(int16_t version) const { return version >= lowest && version <= highest; }
  constexpr bool empty() const { return highest < lowest; }
  friend constexpr bool operator==(const VersionRange&, const VersionRange&) = default;
};

enum class FieldType : uint8_t {
  kBool,
  kInt8,
  kInt16,
  kUint16,
  kInt32,
  kUint32,
  kInt64,
  kFloat64,
  kUuid,
  kString,
  kBytes,
  kRecords,
  kStruct,
};

struct StructDescriptor;

/// One member of a message's struct. For an array, `type` and `nested` are those of its elements.
struct FieldDescriptor {
  static constexpr int32_t kNoTag = -1;

  const char* name;                ///< As Kafka's schemas spell it.
  const StructDescriptor* nested;  ///< For kStruct only.
  int32_t tag;                     ///< The field is tagged in all its versions, or kNoTag.
  uint16_t offset;                 ///< In the struct, bytes.
  FieldType type;
  bool is_array;
  bool is_ignorable;      ///< May be dropped when the version lacks it.
  bool is_pointer;        ///< A nullable struct, held as Nullable<T>.
  bool is_map_key;        ///< Part of what makes an element of the enclosing array unique.
  bool is_never_compact;  ///< Keeps the plain encoding in flexible versions.
  VersionRange versions;
  VersionRange nullable;  ///< Versions in which null may be on the wire.
};

struct StructDescriptor {
  const char* name;
  const FieldDescriptor* fields;  ///< Untagged ones in the order of the wire, then tagged ones by rising tag.
  uint16_t field_count;
  uint16_t untagged_count;
  uint32_t size_bytes;
  const void* defaults;  ///< An instance with all defaults; structs are trivially copyable.

  std::span<const FieldDescriptor> all() const { return {fields, field_count}; }
  std::span<const FieldDescriptor> untagged() const { return {fields, untagged_count}; }
  std::span<const FieldDescriptor> tagged() const {
    return {fields + untagged_count, static_cast<size_t>(field_count - untagged_count)};
  }
};

/// Where a message occurs; records of logs have an api key of their own numbering in each log.
enum class MessageKind : uint8_t {
  kRequest,
  kResponse,
  kHeader,
  kData,
  kMetadataRecord,
  kRemoteStorageRecord,
  kGroupKey,
  kGroupValue,
  kTransactionKey,
  kTransactionValue,
  kShareKey,
  kShareValue,
};

/// Bits of the listeners that serve a request.
inline constexpr uint8_t kBrokerListener = 1;
inline constexpr uint8_t kControllerListener = 2;

struct MessageDescriptor {
  static constexpr int16_t kNoApiKey = -1;

  const char* name;
  MessageKind kind;
  uint8_t listeners;  ///< Of requests.
  bool is_latest_unstable;
  int16_t api_key;  ///< Or kNoApiKey.
  VersionRange versions;
  VersionRange flexible;  ///< Versions with compact lengths and tagged fields.
  StructDescriptor body;
};

}  // namespace klamm::protocol
