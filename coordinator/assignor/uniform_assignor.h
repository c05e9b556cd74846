#pragma once

#include "coordinator/assignor/assignor.h"

namespace klamm::coordinator {

/// `uniform`: members get as many partitions each as their subscriptions allow, and keep as many as they can of what
/// they have in the present target. With equal subscriptions no member has two more than another.
class UniformAssignor final : public Assignor {
 public:
  std::string_view name() const override { return "uniform"; }
  AssignorResult assign(const AssignorGroup& group) const override;
};

/// Its two ways: for members that are all subscribed to the same topics, and for others. Of at least one member.
AssignorResult assign_homogeneous(const AssignorGroup& group);
AssignorResult assign_heterogeneous(const AssignorGroup& group);

/// Indices of the members in the order in which Kafka's tables have them.
std::vector<uint32_t> members_in_table_order(const std::vector<AssignorMember>& members);

}  // namespace klamm::coordinator
