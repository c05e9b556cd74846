#include "storage/transaction_index.h"

#include <fmt/core.h>

#include <algorithm>

#include "protocol/record_batch.h"
#include "reactor/io_await.h"
#include "storage/small_file.h"

namespace klamm::storage {

using protocol::load_big_endian;
using protocol::store_big_endian;

namespace {
constexpr int16_t kVersion = 0;
constexpr size_t kFileBytesMax = size_t{256} << 20;
}  // namespace

std::vector<std::byte> encode_aborted_transaction(const AbortedTransaction& transaction) {
  std::vector<std::byte> bytes(kTransactionIndexEntryBytes);
  store_big_endian(bytes.data(), kVersion);
  store_big_endian(bytes.data() + 2, transaction.producer_id.value);
  store_big_endian(bytes.data() + 10, transaction.first_offset.value);
  store_big_endian(bytes.data() + 18, transaction.last_offset.value);
  store_big_endian(bytes.data() + 26, transaction.last_stable_offset.value);
  return bytes;
}

std::expected<std::vector<AbortedTransaction>, std::string> decode_transaction_index(std::span<const std::byte> bytes) {
  std::vector<AbortedTransaction> entries;
  for (; bytes.size() >= kTransactionIndexEntryBytes; bytes = bytes.subspan(kTransactionIndexEntryBytes)) {
    const std::byte* at = bytes.data();
    if (const auto version = load_big_endian<int16_t>(at); version != kVersion) {
      return std::unexpected(fmt::format("an aborted transaction of unknown version {}", version));
    }
    entries.push_back({ProducerId(load_big_endian<int64_t>(at + 2)), Offset(load_big_endian<int64_t>(at + 10)),
                       Offset(load_big_endian<int64_t>(at + 18)), Offset(load_big_endian<int64_t>(at + 26))});
  }
  if (!bytes.empty()) return std::unexpected(fmt::format("{} bytes behind the last entry", bytes.size()));
  return entries;
}

reactor::Task<StorageResult<std::vector<AbortedTransaction>>> read_transaction_index(reactor::Io& io,
                                                                                     std::string path) {
  auto bytes = co_await load_small_file(io, path, kFileBytesMax);
  if (!bytes) co_return std::unexpected(bytes.error());
  if (!bytes->has_value()) co_return std::vector<AbortedTransaction>();
  auto entries = decode_transaction_index(**bytes);
  if (!entries) co_return std::unexpected(StorageError::corrupt(path + ": " + entries.error()));
  co_return *std::move(entries);
}

StorageResult<void> append_aborted_transaction(reactor::Io& io, const std::string& path,
                                               const AbortedTransaction& transaction) {
  auto file = io.open(path, reactor::OpenMode::kCreate);
  if (!file) return std::unexpected(StorageError::io(file.error(), "cannot open " + path));
  std::vector<std::byte> bytes = encode_aborted_transaction(transaction);
  const iovec piece{bytes.data(), bytes.size()};
  auto status = io.status(*file);
  auto written = status ? io.write(*file, std::span(&piece, 1), status->size_bytes)
                        : reactor::IoResult<void>(std::unexpected(status.error()));
  io.close(*file);
  if (!written) return std::unexpected(StorageError::io(written.error(), "cannot write " + path));
  return {};
}

reactor::Task<StorageResult<void>> truncate_transaction_index(reactor::Io& io, std::string path, Offset offset) {
  auto entries = co_await read_transaction_index(io, path);
  if (!entries) co_return std::unexpected(entries.error());
  const auto kept = std::find_if(entries->begin(), entries->end(),
                                 [offset](const AbortedTransaction& t) { return t.last_offset >= offset; });
  auto file = io.open(path, reactor::OpenMode::kReadWrite);
  if (!file) co_return std::unexpected(StorageError::io(file.error(), "cannot open " + path));
  auto cut = co_await reactor::truncate(io, *file,
                                        static_cast<uint64_t>(kept - entries->begin()) * kTransactionIndexEntryBytes);
  io.close(*file);
  if (!cut) co_return std::unexpected(StorageError::io(cut.error(), "cannot truncate " + path));
  co_return StorageResult<void>{};
}

bool collect_aborted(std::span<const AbortedTransaction> entries, Offset from, Offset upper,
                     std::vector<AbortedTransaction>& into) {
  for (const AbortedTransaction& entry : entries) {
    if (entry.last_offset >= from && entry.first_offset < upper) into.push_back(entry);
    if (entry.last_stable_offset >= upper) return true;
  }
  return false;
}

}  // namespace klamm::storage
