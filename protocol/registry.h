#pragma once

#include <span>
#include <string_view>

#include "protocol/api_info.h"
#include "protocol/descriptor.h"

namespace klamm::protocol {

/// All messages of all kinds, in the order of their names. @core any
extern const std::span<const MessageDescriptor* const> kAllMessages;
/// All APIs, by rising key.
extern const std::span<const ApiInfo> kAllApis;

/// By Kafka's name ("ProduceRequest"); null if there is none.
const MessageDescriptor* find_message(std::string_view name);
/// By api key (for records of a log: the record's type) within a kind; null if there is none.
const MessageDescriptor* find_message(MessageKind kind, int16_t api_key);

}  // namespace klamm::protocol
