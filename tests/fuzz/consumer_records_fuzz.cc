// Any bytes as records of a consumer group: they are refused with a sentence, or make changes that come back the same
// from the log and are taken back without a trace. Input: for each record the size of its key, the key, the size of its
// value (255: a tombstone) and the value.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "coordinator/consumer_group_state.h"
#include "coordinator/consumer_records.h"
#include "protocol/assert.h"
#include "tests/fuzz/fuzz_target.h"

namespace {

using namespace klamm::coordinator;

constexpr uint8_t kTombstone = 255;

class Input {
 public:
  explicit Input(std::span<const uint8_t> bytes) : bytes_(bytes) {}
  bool is_over() const { return bytes_.empty(); }
  uint8_t size() {
    const uint8_t first = bytes_.empty() ? 0 : bytes_.front();
    if (!bytes_.empty()) bytes_ = bytes_.subspan(1);
    return first;
  }
  std::span<const std::byte> take(size_t count) {
    const auto taken = bytes_.first(std::min(count, bytes_.size()));
    bytes_ = bytes_.subspan(taken.size());
    return std::as_bytes(taken);
  }

 private:
  std::span<const uint8_t> bytes_;
};

std::optional<ConsumerChange> next_change(Input& input) {
  const auto key_bytes = input.take(input.size());
  const uint8_t value_size = input.size();
  std::optional<std::span<const std::byte>> value;
  if (value_size != kTombstone) value = input.take(value_size);
  const auto key = parse_group_record_key(key_bytes);
  if (!key || !*key || !is_of_consumer_group((*key)->type)) return std::nullopt;
  auto change = parse_consumer_change(**key, value);
  if (change) return std::move(*change);
  KLAMM_ASSERT(!change.error().empty(), "a reason");
  return std::nullopt;
}

ConsumerChange through_log(const ConsumerChange& change) {
  GroupRecords records;
  add_record(records, "g", change);
  std::optional<ConsumerChange> again;
  records.for_each([&](const klamm::protocol::Bytes& key_bytes, const klamm::protocol::Bytes& value) {
    const auto key = parse_group_record_key(key_bytes.view());
    std::optional<std::span<const std::byte>> bytes;
    if (!value.is_null) bytes = value.view();
    again = parse_consumer_change(**key, bytes).value();
  });
  return std::move(*again);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Input input({data, size});
  ConsumerGroupState state;
  ConsumerGroupState same;
  std::vector<ConsumerChange> inverses;
  while (!input.is_over()) {
    std::optional<ConsumerChange> change = next_change(input);
    if (!change) continue;
    same.apply(through_log(*change));
    inverses.push_back(state.apply(std::move(*change)));
  }
  KLAMM_ASSERT(state.is_same(same), "the same from the log");
  while (!inverses.empty()) {
    state.apply(std::move(inverses.back()));
    inverses.pop_back();
  }
  KLAMM_ASSERT(state.is_same(ConsumerGroupState()), "no trace");
  return 0;
}

namespace klamm::fuzz {

std::vector<std::vector<uint8_t>> seeds() {
  const Uuid topic = Uuid::from_halves(1, 2);
  MemberMetadata metadata;
  metadata.topics = {"a", "b"};
  metadata.instance_id = "i";
  metadata.topic_regex = "x";
  metadata.server_assignor = "range";
  MemberMetadata classic = metadata;
  classic.classic = ClassicMemberMetadata{5, {{"range", "m"}}};
  CurrentAssignment current;
  current.member_epoch = 3;
  current.assigned = {{topic, {{0, 2}, {1, 3}}}};
  current.pending_revocation = {{topic, {{2, 2}}}};
  std::vector<uint8_t> all;
  for (const ConsumerChange& change : std::initializer_list<ConsumerChange>{
           MemberMetadataChange{"m", metadata}, MemberMetadataChange{"n", classic}, GroupEpochChange{{{3, 7}}},
           TargetMemberChange{"m", TopicPartitions{{topic, {0, 1}}}}, TargetEpochChange{{{3, 9}}},
           CurrentAssignmentChange{"m", current}, RegexChange{"x", ResolvedRegex{{"x1"}, 1, 2}},
           PartitionMetadataChange{true}, CurrentAssignmentChange{"m", {}}, MemberMetadataChange{"m", {}}}) {
    GroupRecords records;
    add_record(records, "g", change);
    records.for_each([&](const protocol::Bytes& key, const protocol::Bytes& value) {
      const auto add = [&all](std::string_view text) { all.insert(all.end(), text.begin(), text.end()); };
      all.push_back(static_cast<uint8_t>(key.size));
      add(key.text());
      all.push_back(value.is_null ? kTombstone : static_cast<uint8_t>(value.size));
      if (!value.is_null) add(value.text());
    });
  }
  return {all};
}

}  // namespace klamm::fuzz
