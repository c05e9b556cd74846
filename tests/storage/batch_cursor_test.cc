#include "storage/batch_cursor.h"

#include <random>

#include "reactor/file_lease.h"
#include "tests/storage/log_fixture.h"
#include "tests/storage/sim_storage_world.h"

namespace klamm::storage::test {
namespace {

class LeasedForTest final : public reactor::LeasedFile {
 public:
  explicit LeasedForTest(reactor::FileHandle file) : LeasedFile(file, 0) {}
  ~LeasedForTest() override = default;

 private:
  void on_unleased() override {}
};

// The simulated disk refuses a direct read that is not aligned.
class BatchCursorTest : public LogTest {
 protected:
  std::unique_ptr<reactor::test::World> make_world() override {
    return std::make_unique<SimStorageWorld>(sim::SimOptions{});
  }

  // Where each batch was found, and that its bytes are those of the file.
  std::vector<uint64_t> walk(const std::string& path, const std::string& content, uint64_t from, uint32_t window_bytes,
                             BatchCursor::Way way) {
    const auto mode = way == BatchCursor::Way::kDirect ? reactor::OpenMode::kReadDirect : reactor::OpenMode::kRead;
    auto file = world_->io().open(path, mode);
    EXPECT_TRUE(file.has_value());
    LeasedForTest leased(*file);
    std::vector<uint64_t> found;
    const auto run = [&](BatchCursor& cursor) -> reactor::Task<void> {
      while (true) {
        auto state = co_await cursor.next();
        EXPECT_TRUE(state.has_value());
        if (!state || *state != BatchCursor::State::kBatch) co_return;
        found.push_back(cursor.position());
        auto matches = co_await cursor.checksum_matches();
        EXPECT_TRUE(matches && *matches) << "at " << cursor.position();
        auto bytes = co_await cursor.bytes(0, cursor.header().size_bytes);
        EXPECT_TRUE(bytes.has_value());
        if (!bytes) co_return;
        EXPECT_EQ(std::string_view(reinterpret_cast<const char*>(bytes->data()), bytes->size()),
                  std::string_view(content).substr(cursor.position(), cursor.header().size_bytes));
      }
    };
    {
      BatchCursor cursor(world_->io(), reactor::FileLease(leased), from, content.size(), window_bytes, way);
      wait(run(cursor));
    }
    world_->io().close(*file);
    return found;
  }
};

TEST_F(BatchCursorTest, FindsTheSamePastTheCacheWhereverBatchesEnd) {
  std::mt19937 random(41);
  for (int round = 0; round < 30; ++round) {
    std::string content;
    std::vector<uint64_t> positions;
    const int count = 1 + static_cast<int>(random() % 40);
    for (int i = 0; i < count; ++i) {
      positions.push_back(content.size());
      const size_t value_bytes = random() % 8 == 0 ? 4096 * (random() % 4) + random() % 3 : random() % 900;
      const auto batch = batch_of({std::string(value_bytes, static_cast<char>('a' + i % 26))});
      content.append(reinterpret_cast<const char*>(batch.data()), batch.size());
    }
    const std::string path = directory_ + "/" + std::to_string(round);
    auto file = world_->io().open(path, reactor::OpenMode::kCreate);
    ASSERT_TRUE(file.has_value());
    const iovec piece{content.data(), content.size()};
    ASSERT_TRUE(world_->io().write(*file, std::span(&piece, 1), 0).has_value());
    world_->io().close(*file);
    const size_t first = random() % positions.size();
    const std::vector<uint64_t> expected(positions.begin() + static_cast<ptrdiff_t>(first), positions.end());
    for (const uint32_t window_bytes : {4096U, 12288U, 1U << 20}) {
      for (const auto way : {BatchCursor::Way::kThroughCache, BatchCursor::Way::kDirect}) {
        ASSERT_EQ(walk(path, content, positions[first], window_bytes, way), expected) << window_bytes;
      }
    }
  }
}

}  // namespace
}  // namespace klamm::storage::test
