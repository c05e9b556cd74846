#include "broker/api/group_call.h"

namespace klamm::broker {

reactor::ShardId shard_of_group(BrokerShard& home, std::string_view group_id) {
  const metadata::ImagePtr image = home.image();
  return coordinator::GroupCoordinator::owner_shard(*image, group_id);
}

}  // namespace klamm::broker
