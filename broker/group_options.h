#pragma once

#include <expected>
#include <string>

#include "broker/options.h"
#include "coordinator/consumer_group_options.h"

namespace klamm::broker {

/// Whether the options of consumer groups fit each other; the error is Kafka's sentence.
std::expected<void, std::string> check_group_options(const Options& options);

/// The broker's part of the settings of groups. The options have been checked.
coordinator::ConsumerGroupOptions consumer_group_options(const Options& options);

}  // namespace klamm::broker
