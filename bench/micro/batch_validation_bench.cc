#include <benchmark/benchmark.h>

#include <string>

#include "protocol/record_batch_builder.h"
#include "storage/batch_validation.h"

// What a Produce costs between the socket and the log: checksum, records, stamps. Arguments: codec, bytes of a value.
namespace {

using namespace klamm;

constexpr int64_t kNowMs = 1'700'000'000'000;
constexpr size_t kBatchBytes = 16 * 1024;

protocol::Buffer make_batch(protocol::CompressionType codec, size_t value_bytes, protocol::CodecScratch& scratch) {
  protocol::RecordBatchBuilder builder({.compression = codec});
  std::string value(value_bytes, 'x');
  uint32_t random = 1;
  while (builder.plain_size_bytes() + value_bytes < kBatchBytes) {
    for (char& c : value) c = static_cast<char>('A' + ((random = random * 1664525 + 1013904223) >> 24) % 26);
    builder.append(kNowMs + builder.record_count() % 3, protocol::Bytes::null(), protocol::Bytes(value));
  }
  return builder.build(scratch);
}

void validate(benchmark::State& state, storage::TimestampType type) {
  protocol::CodecScratch scratch;
  auto batch =
      make_batch(static_cast<protocol::CompressionType>(state.range(0)), static_cast<size_t>(state.range(1)), scratch);
  const protocol::Buffer original = [&] {
    protocol::Buffer copy;
    copy.append(batch.span());
    return copy;
  }();
  storage::BatchRules rules;
  rules.timestamp_type = type;
  int64_t records = 0;
  for (auto _ : state) {
    std::copy_n(original.data(), protocol::kRecordBatchHeaderBytes, batch.data());
    auto result = storage::validate_and_stamp(batch.span(), rules, kNowMs, scratch);
    if (!result) state.SkipWithError(result.error().message.c_str());
    records += result->record_count;
    benchmark::DoNotOptimize(result);
  }
  state.SetItemsProcessed(records);
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(batch.size()));
}

void create_time(benchmark::State& state) {
  validate(state, storage::TimestampType::kCreateTime);
}
void log_append_time(benchmark::State& state) {
  validate(state, storage::TimestampType::kLogAppendTime);
}

BENCHMARK(create_time)->ArgsProduct({{0, 1, 2, 3, 4}, {100, 1024}});
BENCHMARK(log_append_time)->ArgsProduct({{0}, {100, 1024}});

}  // namespace

BENCHMARK_MAIN();
