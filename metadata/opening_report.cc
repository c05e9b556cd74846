#include "metadata/opening_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "metadata/metadata_service.h"
#include "reactor/log.h"
#include "reactor/on_shard.h"
#include "reactor/when_all.h"

namespace klamm::metadata {

using reactor::ShardId;
using reactor::Task;
using storage::OpeningProgress;

namespace {

constexpr int64_t kIntervalNs = int64_t{5} * 1000 * 1000 * 1000;
constexpr double kNsPerSecond = 1e9;
constexpr double kBytesPerMb = 1e6;

}  // namespace

OpeningReport::OpeningReport(reactor::Shard& shard, const std::vector<MetadataService*>& services)
    : shard_(shard), services_(services) {}

Task<uint64_t> OpeningReport::start(int64_t began_ns, bool after_clean_stop) {
  began_ns_ = began_ns;
  const OpeningProgress progress = co_await gather();
  if (progress.left != 0) {
    gate_.spawn(wait_all());
    gate_.spawn(run());
  } else if (!after_clean_stop && progress.asked_for != 0) {
    tell(progress);
  }
  co_return progress.left;
}

Task<void> OpeningReport::stop() {
  co_await gate_.close();
}

Task<OpeningProgress> OpeningReport::gather() {
  OpeningProgress sum;
  for (ShardId id = 0; id < services_.size(); ++id) {
    const auto look = [service = services_[id]] { return service->logs().opener().progress(); };
    const OpeningProgress one = co_await reactor::on_shard(id, look);
    sum.asked_for += one.asked_for;
    sum.left += one.left;
    sum.failed += one.failed;
    sum.scanned_bytes += one.scanned_bytes;
  }
  co_return sum;
}

Task<void> OpeningReport::wait_all() {
  std::vector<Task<void>> waits;
  for (ShardId id = 0; id < services_.size(); ++id) {
    waits.push_back(reactor::on_shard(id, [service = services_[id]]() -> Task<void> {
      co_await service->logs().opener().wait_all(std::numeric_limits<int64_t>::max());
    }));
  }
  co_await reactor::when_all(std::move(waits));
  ended_.set();
}

Task<void> OpeningReport::run() {
  while (true) {
    const bool has_ended = co_await ended_.wait_until(shard_.now_ns() + kIntervalNs);
    tell(co_await gather());
    if (has_ended) co_return;
  }
}

void OpeningReport::tell(const OpeningProgress& progress) const {
  const double seconds = static_cast<double>(shard_.now_ns() - began_ns_) / kNsPerSecond;
  const double scanned_mb = static_cast<double>(progress.scanned_bytes) / kBytesPerMb;
  const uint64_t open = progress.asked_for - progress.left - progress.failed;
  std::string line = fmt::format("{} of {} partitions are open after {:.1f} s, {:.0f} MB of them read at {:.0f} MB/s",
                                 open, progress.asked_for, seconds, scanned_mb, scanned_mb / std::max(seconds, 1e-3));
  if (progress.failed != 0) line += fmt::format(", {} could not be opened", progress.failed);
  reactor::log(reactor::LogLevel::kInfo, "{}", line);
}

}  // namespace klamm::metadata
