#include "metadata/producer_id_cache.h"

namespace klamm::metadata {

reactor::Task<ApiError> ProducerIdCache::refill() {
  refilling_ = true;
  const BrokerImage* broker = service_.image().this_broker();
  const int64_t epoch = broker == nullptr ? -1 : broker->epoch;
  const auto block = co_await controller_.allocate_producer_ids({}, service_.image().node_id(), epoch);
  if (block) {
    block_ = *block;
    used_ = 0;
  }
  refilling_ = false;
  refilled_.set();
  refilled_.reset();
  co_return block ? ApiError{} : block.error();
}

reactor::Task<ControllerResult<int64_t>> ProducerIdCache::next() {
  while (used_ >= block_.count) {
    if (refilling_) {
      co_await refilled_.wait();
    } else if (ApiError why = co_await refill(); !why.ok()) {
      co_return std::unexpected(why);
    }
  }
  co_return block_.first + used_++;
}

}  // namespace klamm::metadata
