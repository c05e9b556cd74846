#pragma once

#include "protocol/error_code.h"

namespace klamm::coordinator {

/// What a client of a coordinator is told when the append of its records was refused with `append_error`, as Kafka's
/// coordinators do: codes of partitions mean nothing to it.
/// @core any
protocol::ErrorCode group_error_of(protocol::ErrorCode append_error);

}  // namespace klamm::coordinator
