#include "broker/broker_shard.h"

namespace klamm::broker {

BrokerShard::BrokerShard(reactor::Shard& reactor, const BrokerShared& shared, storage::LogManager& logs,
                         metadata::MetadataService& metadata)
    : reactor_(reactor),
      shared_(shared),
      logs_(logs),
      metadata_(metadata),
      producer_ids_(metadata, *shared.controller) {}

BrokerShard::~BrokerShard() = default;

}  // namespace klamm::broker
