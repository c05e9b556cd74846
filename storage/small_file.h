#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reactor/io.h"
#include "reactor/task.h"
#include "storage/storage_error.h"

// Whole small files, by direct calls: snapshots, checkpoints, metadata of a partition.
namespace klamm::storage {

// The file's bytes; nothing when there is none. kCorrupt when it has more than `size_bytes_max`.
StorageResult<std::optional<std::vector<std::byte>>> read_small_file(reactor::Io& io, const std::string& path,
                                                                     size_t size_bytes_max);

// The same through the ring: for files that are read while the shard serves.
reactor::Task<StorageResult<std::optional<std::vector<std::byte>>>> load_small_file(reactor::Io& io, std::string path,
                                                                                    size_t size_bytes_max);

// Brings onto the disk what was written to a file by whoever; nothing is done where there is none.
reactor::Task<StorageResult<void>> sync_file(reactor::Io& io, std::string path);

// Makes a file that is not there yet, in the page cache only. kAlreadyExists when it is.
StorageResult<void> write_new_file(reactor::Io& io, const std::string& path, std::span<const std::byte> content);

}  // namespace klamm::storage
