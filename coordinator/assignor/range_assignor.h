#pragma once

#include "coordinator/assignor/assignor.h"

namespace klamm::coordinator {

/// `range`: of each topic its subscribers get neighbouring partitions, as many each, the first ones one more. Topics
/// with as many partitions and the same subscribers are given out alike. Static members come first, by instance id, so
/// that a restart with another member id changes nothing. The present target plays no part.
class RangeAssignor final : public Assignor {
 public:
  std::string_view name() const override { return "range"; }
  AssignorResult assign(const AssignorGroup& group) const override;
};

}  // namespace klamm::coordinator
