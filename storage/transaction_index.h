#pragma once

#include <expected>
#include <span>
#include <string>
#include <vector>

#include "reactor/io.h"
#include "reactor/task.h"
#include "storage/log_types.h"
#include "storage/storage_error.h"

// `.txnindex` files: the aborted transactions whose abort marker lies in a segment, by the marker's offset. 34 bytes
// each: version (2), producer id, first offset, last offset, last stable offset (8 each).
namespace klamm::storage {

inline constexpr uint32_t kTransactionIndexEntryBytes = 34;

std::vector<std::byte> encode_aborted_transaction(const AbortedTransaction& transaction);
// All entries of a file; the error says what is wrong with it.
std::expected<std::vector<AbortedTransaction>, std::string> decode_transaction_index(std::span<const std::byte> bytes);

// The entries of a file; none when there is no file.
reactor::Task<StorageResult<std::vector<AbortedTransaction>>> read_transaction_index(reactor::Io& io, std::string path);
// Adds one at the end of a file.
StorageResult<void> append_aborted_transaction(reactor::Io& io, const std::string& path,
                                               const AbortedTransaction& transaction);

// Removes entries whose marker is at or above `offset`.
reactor::Task<StorageResult<void>> truncate_transaction_index(reactor::Io& io, std::string path, Offset offset);

// Adds to `into` those that matter for a read of [from, upper), and tells whether later segments can have none.
bool collect_aborted(std::span<const AbortedTransaction> entries, Offset from, Offset upper,
                     std::vector<AbortedTransaction>& into);

}  // namespace klamm::storage
