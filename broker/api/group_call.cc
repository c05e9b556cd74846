#include "broker/api/group_call.h"

namespace klamm::broker {

reactor::ShardId shard_of_group(BrokerShard& home, std::string_view group_id) {
  const metadata::ImagePtr image = home.image();
  return coordinator::GroupCoordinator::owner_shard(*image, group_id);
}

bool serves_consumer_groups(BrokerShard& home) {
  const metadata::ImagePtr image = home.image();
  return home.group_driver().consumers().configs().broker().is_served && image->feature_level("group.version") >= 1;
}

}  // namespace klamm::broker
