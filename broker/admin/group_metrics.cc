#include "broker/admin/group_metrics.h"

#include <fmt/format.h>

#include "reactor/sleep.h"

namespace klamm::broker {
namespace {

constexpr size_t kGroupsPerTurn = 256;
constexpr size_t kLagsPerTurn = 512;
constexpr double kSecondsPerMs = 1e-3;

// write(group) for each, under one metric.
template <class Write>
reactor::Task<void> per_group(MetricText& out, std::string_view name, const GroupsFigures& figures, Write write) {
  out.begin(name);
  size_t count = 0;
  for (const GroupFigures& group : figures.groups) {
    write(group);
    if (++count % kGroupsPerTurn == 0) co_await reactor::yield_now();
  }
}

void write_rebalances(MetricText& out, const GroupFigures& group) {
  for (size_t i = 0; i < coordinator::kRebalanceCauseCount; ++i) {
    const auto cause = static_cast<coordinator::RebalanceCause>(i);
    const uint64_t count = group.rebalances.of(cause);
    if (count > 0) out.sample({{"group", group.group_id}, {"cause", name(cause)}}, count);
  }
}

reactor::Task<void> write_lags(MetricText& out, const GroupsFigures& figures) {
  out.begin("klamm_group_lag");
  size_t count = 0;
  for (const GroupFigures& group : figures.groups) {
    for (const LagFigures& lag : group.lags) {
      if (++count % kLagsPerTurn == 0) co_await reactor::yield_now();
      if (lag.end_offset < 0) continue;
      const fmt::format_int partition(lag.partition);
      out.sample({{"group", group.group_id},
                  {"topic", lag.topic},
                  {"partition", std::string_view(partition.data(), partition.size())}},
                 lag.lag());
    }
  }
}

}  // namespace

reactor::Task<void> write_groups_singly(MetricText& out, const GroupsFigures& figures) {
  const auto state = [&out](const GroupFigures& group) {
    out.sample({{"group", group.group_id}, {"type", group.type}, {"state", group.state}}, uint64_t{1});
  };
  const auto members = [&out](const GroupFigures& group) { out.sample({{"group", group.group_id}}, group.members); };
  const auto rebalances = [&out](const GroupFigures& group) { write_rebalances(out, group); };
  const auto duration = [&out](const GroupFigures& group) {
    const int64_t last_ms = group.rebalances.last_ms();
    if (last_ms >= 0) out.sample({{"group", group.group_id}}, static_cast<double>(last_ms) * kSecondsPerMs);
  };
  const auto commits = [&out](const GroupFigures& group) { out.sample({{"group", group.group_id}}, group.commits); };
  co_await per_group(out, "klamm_group_state", figures, state);
  co_await per_group(out, "klamm_group_members", figures, members);
  co_await per_group(out, "klamm_group_rebalances_total", figures, rebalances);
  co_await per_group(out, "klamm_group_last_rebalance_seconds", figures, duration);
  co_await per_group(out, "klamm_group_commits_total", figures, commits);
  co_await write_lags(out, figures);
  out.single("klamm_groups_untold", figures.untold_groups);
  out.single("klamm_group_lags_untold", figures.untold_lags);
}

}  // namespace klamm::broker
