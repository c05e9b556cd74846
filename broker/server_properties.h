#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "broker/options.h"
#include "broker/properties.h"

namespace klamm::broker {

/// Applies the entries of a Kafka server.properties to the options. What Klamm knows takes effect; what restricts
/// access or moves data and is not implemented is an error; Kafka's other settings are named in one warning together;
/// an unknown key gets a warning with the nearest known name. Returns the warnings; the error is a sentence.
/// @core any
std::expected<std::vector<std::string>, std::string> apply_properties(Options& options,
                                                                      const std::vector<Property>& properties);

/// Applies one NAME=VALUE of the command line: as above, but an unknown name is an error.
std::expected<std::vector<std::string>, std::string> apply_override(Options& options, std::string_view name_and_value);

/// Why a setting of a Kafka broker stops the start; empty when it does not.
std::string refusal_of(std::string_view key, std::string_view value);

}  // namespace klamm::broker
