#pragma once

#include "broker/admin/group_figures.h"
#include "broker/admin/metric_text.h"
#include "reactor/task.h"

namespace klamm::broker {

/// Writes what is told of each group, in pieces, between which others get their turn.
/// @core any
reactor::Task<void> write_groups_singly(MetricText& out, const GroupsFigures& figures);

}  // namespace klamm::broker
