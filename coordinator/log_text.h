#pragma once

#include <string>
#include <string_view>

namespace klamm::coordinator {

/// What a client said, as it may stand in a log line: cut to 200 bytes, without control characters; "not provided" when
/// it is empty.
std::string log_text(std::string_view said);

}  // namespace klamm::coordinator
