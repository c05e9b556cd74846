#pragma once

#include <optional>
#include <string>

#include "metadata/controller.h"
#include "protocol/error_code.h"
#include "storage/end_observer.h"
#include "storage/storage_error.h"

// The only place where an error of the rooms below becomes a Kafka error.
namespace klamm::broker {

/// @core any
protocol::ErrorCode error_code_of(const storage::StorageError& error);

/// Why a wait on a partition ended without what it waited for.
protocol::ErrorCode error_code_of(storage::PartitionGone reason);

/// What the controller refused; its code is Kafka's already.
protocol::ErrorCode error_code_of(const metadata::ApiError& error);

}  // namespace klamm::broker
