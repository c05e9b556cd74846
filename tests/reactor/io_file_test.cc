#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>

#include "reactor/io_await.h"
#include "tests/reactor/peers.h"
#include "tests/reactor/world.h"

// What every Io promises about files.
namespace klamm::reactor::test {
namespace {

class IoFile : public IoSuite {};

IoResult<void> put(Io& io, FileHandle file, std::string text, uint64_t offset) {
  const iovec piece{text.data(), text.size()};
  return io.write(file, std::span(&piece, 1), offset);
}

std::string get(Io& io, FileHandle file, size_t size, uint64_t offset = 0) {
  std::string text(size, '\0');
  const IoResult<size_t> got = io.read_now(file, std::as_writable_bytes(std::span(text)), offset);
  text.resize(got.value_or(0));
  return text;
}

TEST_P(IoFile, WritesSeveralPiecesAndReadsThemBack) {
  run([](Io& io, std::string directory) -> Task<void> {
    const FileHandle file = *io.open(directory + "/a", OpenMode::kCreate);
    std::string one = "first ", two = "second";
    const iovec pieces[] = {{one.data(), one.size()}, {nullptr, 0}, {two.data(), two.size()}};
    EXPECT_TRUE(io.write(file, pieces, 3).has_value());
    EXPECT_EQ(io.status(file)->size_bytes, 15u);
    EXPECT_EQ(get(io, file, 100), std::string(3, '\0') + "first second");
    std::string read_into(6, '\0');
    const IoResult<size_t> got = co_await read(io, file, std::as_writable_bytes(std::span(read_into)), 9);
    EXPECT_EQ(got.value_or(0), 6u);
    EXPECT_EQ(read_into, "second");
    const IoResult<size_t> past = co_await read(io, file, std::as_writable_bytes(std::span(read_into)), 15);
    EXPECT_EQ(past.value_or(99), 0u);
    io.close(file);
  }(io(), world_->directory()));
}

TEST_P(IoFile, WritesDurablyPastThePageCache) {
  run([](Io& io, std::string directory) -> Task<void> {
    constexpr size_t kBlock = 4096;
    auto file = io.open(directory + "/direct", OpenMode::kCreateDirect);
    if (!file && file.error().code == EINVAL) file = io.open(directory + "/direct", OpenMode::kCreate);
    EXPECT_TRUE(file.has_value());
    struct alignas(kBlock) Blocks {
      std::byte bytes[3 * kBlock];
    };
    const auto blocks = std::make_unique<Blocks>();
    const std::string text = pattern(sizeof(Blocks));
    std::memcpy(blocks->bytes, text.data(), text.size());
    const auto written = co_await write_durable(io, *file, blocks->bytes, kBlock);
    EXPECT_EQ(written.value_or(0), text.size());
    io.close(*file);
    const FileHandle again = *io.open(directory + "/direct", OpenMode::kRead);
    EXPECT_EQ(io.status(again)->size_bytes, 4 * kBlock);
    EXPECT_TRUE(get(io, again, text.size(), kBlock) == text);
    EXPECT_FALSE((co_await write_durable(io, again, blocks->bytes, 0)).has_value());
    io.close(again);
  }(io(), world_->directory()));
}

// On the second, which is memory, the kernel may take O_DIRECT or not, and need not say how.
TEST_P(IoFile, WhatOpensForDirectReadsCanBeReadDirectly) {
  run([](Io& io, std::string directory) -> Task<void> {
    constexpr size_t kBlock = kDirectAlignmentBytes;
    struct alignas(kBlock) Blocks {
      std::byte bytes[2 * kBlock];
    };
    const auto blocks = std::make_unique<Blocks>();
    std::string text = pattern(kBlock + 100);
    for (const std::string& path : {directory + "/read", "/dev/shm/klamm-io-test-" + std::to_string(getpid())}) {
      const auto file = io.open(path, OpenMode::kCreate);
      if (!file) continue;  // the simulated disk has no such folder
      const iovec piece{text.data(), text.size()};
      EXPECT_TRUE(io.write(*file, std::span(&piece, 1), 0).has_value());
      io.close(*file);
      const auto direct = io.open(path, OpenMode::kReadDirect);
      if (direct) {
        const auto got = co_await read(io, *direct, blocks->bytes, 0);
        EXPECT_EQ(got.value_or(0), text.size()) << path;
        EXPECT_EQ(std::memcmp(blocks->bytes, text.data(), text.size()), 0) << path;
        io.close(*direct);
      } else {
        EXPECT_EQ(direct.error().code, EINVAL) << path;
      }
      std::filesystem::remove(path);
    }
  }(io(), world_->directory()));
}

TEST_P(IoFile, WritesMorePiecesThanTheKernelTakesAtOnce) {
  run([](Io& io, std::string directory) -> Task<void> {
    const FileHandle file = *io.open(directory + "/many", OpenMode::kCreate);
    std::string text = pattern(3000 * 7);
    std::vector<iovec> pieces;
    for (size_t i = 0; i < 3000; ++i) pieces.push_back({text.data() + i * 7, 7});
    EXPECT_TRUE(io.write(file, pieces, 0).has_value());
    EXPECT_TRUE(get(io, file, text.size() + 1) == text);
    io.close(file);
    co_return;
  }(io(), world_->directory()));
}

TEST_P(IoFile, OpenModes) {
  run([](Io& io, std::string directory) -> Task<void> {
    const std::string path = directory + "/modes";
    EXPECT_EQ(io.open(path, OpenMode::kRead).error().code, ENOENT);
    EXPECT_EQ(io.open(path, OpenMode::kReadWrite).error().code, ENOENT);
    const FileHandle file = *io.open(path, OpenMode::kCreateExclusive);
    EXPECT_EQ(io.open(path, OpenMode::kCreateExclusive).error().code, EEXIST);
    EXPECT_TRUE(put(io, file, "x", 0).has_value());
    io.close(file);
    const FileHandle again = *io.open(path, OpenMode::kCreate);
    EXPECT_EQ(io.status(again)->size_bytes, 1u);
    io.close(again);
    const FileHandle reader = *io.open(path, OpenMode::kRead);
    EXPECT_EQ(put(io, reader, "y", 0).error().code, EBADF);
    io.close(reader);
    co_return;
  }(io(), world_->directory()));
}

TEST_P(IoFile, DirectoriesAreMadeListedAndRemoved) {
  run([](Io& io, std::string directory) -> Task<void> {
    EXPECT_TRUE((co_await make_directory(io, directory + "/d")).has_value());
    const IoResult<void> again = co_await make_directory(io, directory + "/d");
    EXPECT_EQ(again.error().code, EEXIST);
    io.close(*io.open(directory + "/d/f", OpenMode::kCreate));
    const IoResult<std::vector<DirectoryEntry>> top = io.list(directory);
    EXPECT_EQ(top->size(), 1u);
    EXPECT_EQ(top->at(0).name, "d");
    EXPECT_TRUE(top->at(0).is_directory);
    EXPECT_FALSE(io.list(directory + "/d")->at(0).is_directory);
    EXPECT_TRUE(io.status(directory + "/d")->is_directory);
    const IoResult<void> full = co_await remove_directory(io, directory + "/d");
    EXPECT_EQ(full.error().code, ENOTEMPTY);
    EXPECT_TRUE((co_await unlink(io, directory + "/d/f")).has_value());
    EXPECT_TRUE((co_await remove_directory(io, directory + "/d")).has_value());
    EXPECT_TRUE((co_await sync_directory(io, directory)).has_value());
    EXPECT_EQ((co_await sync_directory(io, directory + "/d")).error().code, ENOENT);
    EXPECT_TRUE(io.list(directory)->empty());
    EXPECT_EQ(io.list(directory + "/d").error().code, ENOENT);
  }(io(), world_->directory()));
}

TEST_P(IoFile, RenameReplacesAndUnlinkKeepsAnOpenFile) {
  run([](Io& io, std::string directory) -> Task<void> {
    const FileHandle a = *io.open(directory + "/a", OpenMode::kCreate);
    const FileHandle b = *io.open(directory + "/b", OpenMode::kCreate);
    (void)put(io, a, "new", 0);
    (void)put(io, b, "old content", 0);
    EXPECT_TRUE((co_await rename(io, directory + "/a", directory + "/b")).has_value());
    EXPECT_EQ(io.status(directory + "/a").error().code, ENOENT);
    EXPECT_EQ(io.status(directory + "/b")->size_bytes, 3u);
    EXPECT_EQ(get(io, b, 100), "old content");
    EXPECT_TRUE((co_await unlink(io, directory + "/b")).has_value());
    EXPECT_EQ(get(io, a, 100), "new");
    EXPECT_EQ((co_await unlink(io, directory + "/b")).error().code, ENOENT);
    io.close(a);
    io.close(b);
  }(io(), world_->directory()));
}

TEST_P(IoFile, ADirectoryIsRenamedWithWhatIsInIt) {
  run([](Io& io, std::string directory) -> Task<void> {
    (void)co_await make_directory(io, directory + "/t-0");
    io.close(*io.open(directory + "/t-0/log", OpenMode::kCreate));
    EXPECT_TRUE((co_await rename(io, directory + "/t-0", directory + "/t-0-delete")).has_value());
    EXPECT_TRUE(io.status(directory + "/t-0-delete/log").has_value());
    EXPECT_EQ(io.status(directory + "/t-0/log").error().code, ENOENT);
  }(io(), world_->directory()));
}

TEST_P(IoFile, TruncateShortensAndLengthens) {
  run([](Io& io, std::string directory) -> Task<void> {
    const FileHandle file = *io.open(directory + "/t", OpenMode::kCreate);
    (void)put(io, file, "0123456789", 0);
    EXPECT_TRUE((co_await truncate(io, file, 4)).has_value());
    EXPECT_EQ(get(io, file, 100), "0123");
    EXPECT_TRUE((co_await truncate(io, file, 6)).has_value());
    EXPECT_EQ(get(io, file, 100), std::string("0123\0\0", 6));
    io.close(file);
  }(io(), world_->directory()));
}

TEST_P(IoFile, PreallocationKeepsTheSize) {
  run([](Io& io, std::string directory) -> Task<void> {
    const FileHandle file = *io.open(directory + "/p", OpenMode::kCreate);
    (void)put(io, file, "abc", 0);
    EXPECT_TRUE((co_await preallocate(io, file, 0, 1 << 20)).has_value());
    EXPECT_EQ(io.status(file)->size_bytes, 3u);
    EXPECT_TRUE((co_await sync_data(io, file)).has_value());
    EXPECT_TRUE((co_await start_writeback(io, file, 0, 3)).has_value());
    EXPECT_TRUE((co_await drop_cache(io, file, 0, 3)).has_value());
    EXPECT_EQ(get(io, file, 100), "abc");
    io.close(file);
  }(io(), world_->directory()));
}

TEST_P(IoFile, WhatWasJustWrittenIsResident) {
  run([](Io& io, std::string directory) -> Task<void> {
    const FileHandle file = *io.open(directory + "/r", OpenMode::kCreate);
    (void)put(io, file, pattern(1 << 20), 0);
    EXPECT_TRUE(io.is_resident(file, 0, 1 << 20));
    EXPECT_TRUE(io.is_resident(file, 5000, 1));
    EXPECT_TRUE(io.is_resident(file, 5000, 0));
    io.close(file);
    co_return;
  }(io(), world_->directory()));
}

TEST_P(IoFile, ResidentBytesAreReadAtOnce) {
  run([](Io& io, std::string directory) -> Task<void> {
    const FileHandle file = *io.open(directory + "/r", OpenMode::kCreate);
    (void)put(io, file, "0123456789", 0);
    std::string into(6, '\0');
    const std::span<std::byte> bytes = std::as_writable_bytes(std::span(into));
    // A simulated page cache has it or not by chance; what it gives is right.
    for (int i = 0; i < 20; ++i) {
      const IoResult<size_t> got = io.read_resident(file, bytes, 2);
      if (got) {
        EXPECT_EQ(*got, 6u);
        EXPECT_EQ(into, "234567");
      } else {
        EXPECT_EQ(got.error().code, EAGAIN);
      }
      into.assign(6, '\0');
      const IoResult<size_t> surely = co_await read_resident_first(io, file, bytes, 3);
      EXPECT_EQ(surely.value_or(0), 6u);
      EXPECT_EQ(into, "345678");
      const IoResult<size_t> past = co_await read_resident_first(io, file, bytes, 8);
      EXPECT_EQ(past.value_or(0), 2u);
    }
    io.close(file);
    const IoResult<size_t> closed = co_await read_resident_first(io, file, bytes, 0);
    EXPECT_EQ(closed.error().code, EBADF);
  }(io(), world_->directory()));
}

TEST_P(IoFile, FreeSpaceIsTold) {
  EXPECT_GT(io().free_bytes(world_->directory()).value_or(0), 0u);
  EXPECT_EQ(io().free_bytes(world_->directory() + "/none").error().code, ENOENT);
}

TEST_P(IoFile, AnAttributeGoesWithItsFile) {
  const std::string name = world_->directory() + "/noted";
  const FileHandle file = *io().open(name, OpenMode::kCreate);
  EXPECT_EQ(io().attribute(name, "user.klamm.test").error().code, ENODATA);
  ASSERT_TRUE(io().set_attribute(file, "user.klamm.test", "one").has_value());
  ASSERT_TRUE(io().set_attribute(file, "user.klamm.test", "another").has_value());
  io().close(file);
  run([](Io& io, std::string from) -> Task<void> {
    const std::string to = from + " and moved";
    EXPECT_TRUE((co_await rename(io, from, to)).has_value());
    EXPECT_EQ(io.attribute(to, "user.klamm.test").value_or(""), "another");
    EXPECT_EQ(io.attribute(from, "user.klamm.test").error().code, ENOENT);
  }(io(), name));
}

TEST_P(IoFile, LockOfOwnProcessIsGranted) {
  const FileHandle file = *io().open(world_->directory() + "/.lock", OpenMode::kCreate);
  EXPECT_TRUE(io().lock(file).has_value());
  io().close(file);
}

INSTANTIATE_TEST_SUITE_P(Every, IoFile, every_kind_of_world(), world_name);

}  // namespace
}  // namespace klamm::reactor::test
