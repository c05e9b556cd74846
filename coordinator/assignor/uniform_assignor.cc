#include "coordinator/assignor/uniform_assignor.h"

#include "coordinator/assignor/java_order.h"
#include "coordinator/java_text.h"

namespace klamm::coordinator {

AssignorResult UniformAssignor::assign(const AssignorGroup& group) const {
  if (group.members.empty()) return {};
  return group.is_homogeneous ? assign_homogeneous(group) : assign_heterogeneous(group);
}

std::vector<uint32_t> members_in_table_order(const std::vector<AssignorMember>& members) {
  std::vector<int32_t> hashes;
  hashes.reserve(members.size());
  for (const AssignorMember& member : members) hashes.push_back(java_hash_code(member.member_id));
  return java_table_order(hashes, java_table_capacity(members.size()));
}

}  // namespace klamm::coordinator
