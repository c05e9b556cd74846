#include <benchmark/benchmark.h>
#include <isa-l/crc.h>

#include <cstddef>
#include <vector>

#include "protocol/crc32c.h"

// The checksum that batches get, and ISA-L alone, over sizes from a small batch to a large one.
namespace {

std::vector<std::byte> make_bytes(size_t size) {
  std::vector<std::byte> bytes(size);
  for (size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(i * 2654435761U >> 24);
  return bytes;
}

void klamm_crc32c(benchmark::State& state) {
  const auto bytes = make_bytes(static_cast<size_t>(state.range(0)));
  uint32_t crc = 0;
  for (auto _ : state) {
    crc = klamm::protocol::crc32c_extend(crc, bytes);
    benchmark::DoNotOptimize(crc);
  }
  state.SetBytesProcessed(state.iterations() * state.range(0));
}

void isal_crc32c(benchmark::State& state) {
  auto bytes = make_bytes(static_cast<size_t>(state.range(0)));
  uint32_t crc = 0;
  for (auto _ : state) {
    crc = crc32_iscsi(reinterpret_cast<unsigned char*>(bytes.data()), static_cast<int>(bytes.size()), crc);
    benchmark::DoNotOptimize(crc);
  }
  state.SetBytesProcessed(state.iterations() * state.range(0));
}

void sizes(benchmark::internal::Benchmark* bench) {
  for (const int64_t size : {64, 128, 200, 255, 256, 512, 1024, 16 * 1024, 1024 * 1024}) bench->Arg(size);
}

BENCHMARK(klamm_crc32c)->Apply(sizes);
BENCHMARK(isal_crc32c)->Apply(sizes);

}  // namespace

BENCHMARK_MAIN();
