#pragma once

#include <set>
#include <string>
#include <string_view>

#include "coordinator/classic_group.h"

namespace klamm::coordinator {

/// The topics that the members of a classic group say they read. Known only of groups of the type "consumer" whose
/// members' metadata is what Kafka's consumers send.
/// @core owner
class ConsumerSubscription {
 public:
  explicit ConsumerSubscription(const ClassicGroup& group);

  bool is_known() const { return is_known_; }
  /// Whether a member may read the topic: of consumers whose topics are not known, any.
  bool has(std::string_view topic) const;

 private:
  void read(const ClassicGroup& group);

  bool is_known_ = false;
  bool may_be_any_ = false;
  std::set<std::string, std::less<>> topics_;
};

}  // namespace klamm::coordinator
