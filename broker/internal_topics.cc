#include "broker/internal_topics.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "broker/api/auto_create.h"
#include "broker/broker_shard.h"
#include "reactor/log.h"

namespace klamm::broker {

namespace {

bool has_topic(BrokerShard& shard, std::string_view name) {
  return shard.image()->topic(name) != nullptr;
}

}  // namespace

reactor::Task<bool> InternalTopics::ensure(BrokerShard& shard, std::string_view name) {
  while (is_making_) co_await made_.wait();
  if (has_topic(shard, name)) co_return true;
  is_making_ = true;
  made_.reset();
  const auto brokers = static_cast<int16_t>(std::min<size_t>(shard.image()->brokers().size(), INT16_MAX));
  const std::vector<std::string_view> names{name};
  const metadata::ApiError why = co_await auto_create_topics(shard, names, nullptr, std::max<int16_t>(brokers, 1));
  is_making_ = false;
  made_.set();
  const bool is_there = has_topic(shard, name);
  if (!is_there) {
    KLAMM_LOG_LIMITED(reactor::LogLevel::kWarning, "the topic {} could not be made: {}", name, why.message);
  }
  co_return is_there;
}

}  // namespace klamm::broker
