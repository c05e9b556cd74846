#pragma once

#include <string_view>

namespace klamm::broker {

/// Whether Java's Duration.parse() takes the text (`P1DT2H3M4.5S`) and gives no negative time.
bool is_iso_duration(std::string_view text);

}  // namespace klamm::broker
