#pragma once

#include <expected>
#include <string>

#include "metadata/image.h"
#include "metadata/reconciler.h"
#include "reactor/io.h"

namespace klamm::metadata {

/// Refuses a directory in whose `__transaction_state` a transaction has not ended: Klamm coordinates none, and its
/// partitions would have no last stable offset beyond it for ever. The error is a sentence. For the start: it reads the
/// whole topic and waits for the disk; nothing is written.
std::expected<void, std::string> check_no_open_transaction(reactor::Io& io, const MetadataImage& image,
                                                           const PartitionFinder& found);

}  // namespace klamm::metadata
