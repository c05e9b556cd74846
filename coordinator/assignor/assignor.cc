#include "coordinator/assignor/assignor.h"

#include "coordinator/assignor/range_assignor.h"
#include "coordinator/assignor/uniform_assignor.h"

namespace klamm::coordinator {

const Assignor* find_assignor(std::string_view name) {
  static const UniformAssignor uniform;
  static const RangeAssignor range;
  if (name == uniform.name()) return &uniform;
  if (name == range.name()) return &range;
  return nullptr;
}

std::span<const std::string_view> assignor_names() {
  static constexpr std::string_view kNames[] = {"uniform", "range"};
  return kNames;
}

}  // namespace klamm::coordinator
