#include "net/response_sender.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <random>

#include "harness.h"
#include "reactor/file_lease.h"

// Answers with file ranges between their bytes, through a whole connection.
namespace klamm::net {
namespace {

using namespace testing;

class TemporaryFile final : public reactor::LeasedFile {
 public:
  static std::unique_ptr<TemporaryFile> make(const std::string& content) {
    char name[] = "/tmp/klamm-net-test-XXXXXX";
    const int fd = ::mkstemp(name);
    EXPECT_GE(fd, 0);
    ::unlink(name);
    EXPECT_EQ(::write(fd, content.data(), content.size()), static_cast<ssize_t>(content.size()));
    EXPECT_EQ(::fdatasync(fd), 0);
    return std::make_unique<TemporaryFile>(fd);
  }
  explicit TemporaryFile(int fd) : LeasedFile({fd}, 0) {}
  ~TemporaryFile() override { ::close(handle().fd); }
  // Nothing of it is in the page cache afterwards.
  void make_cold() { EXPECT_EQ(::posix_fadvise(handle().fd, 0, 0, POSIX_FADV_DONTNEED), 0); }
  bool unleased = false;

 private:
  void on_unleased() override { unleased = true; }
};

struct FileAnswerTest : ::testing::Test {
  const std::string content = pattern(4u << 20, 77);
  std::unique_ptr<TemporaryFile> file = TemporaryFile::make(content);

  void add_range(Response& response, std::string& expected, uint64_t offset, uint64_t size) {
    Response::Insertion insertion;
    insertion.position = static_cast<uint32_t>(response.bytes.size());
    insertion.range = {.lease = reactor::FileLease(*file), .offset = offset, .size_bytes = size};
    response.insertions.push_back(std::move(insertion));
    expected += content.substr(offset, size);
  }
  static void add_bytes(Response& response, std::string& expected, std::string_view bytes) {
    response.bytes.append(as_bytes(bytes));
    expected += bytes;
  }
};

TEST_F(FileAnswerTest, ASmallRangeIsReadOnceForAll) {
  Harness harness;
  harness.handler.echo = false;
  std::vector<std::unique_ptr<TestClient>> clients;
  for (int i = 0; i < 8; ++i) clients.push_back(harness.connect());
  for (const uint64_t content : {uint64_t{0}, uint64_t{5}}) {
    const uint64_t hits = harness.registry->ranges().hit_count();
    for (size_t i = 0; i < clients.size(); ++i) {
      const size_t number = harness.handler.started.size();
      clients[i]->send(request_frame(kOther, static_cast<int32_t>(i), "x"));
      ASSERT_TRUE(harness.run_until([&] { return harness.handler.started.size() == number + 1; }));
      Response response = harness.handler.make_response(number, "before");
      std::string expected = big_endian_32(static_cast<int64_t>(i)) + "before";
      add_range(response, expected, 1000, 9000);
      response.insertions.back().range.content_id = content;
      add_bytes(response, expected, "after");
      harness.handler.answer(number, std::move(response));
      EXPECT_EQ(clients[i]->receive_frame(), expected);
    }
    EXPECT_EQ(harness.registry->ranges().hit_count() - hits, content == 0 ? 0 : clients.size() - 1);
  }
}

TEST_F(FileAnswerTest, OnlyTheVerySameRangeIsTakenFromACopy) {
  Harness harness;
  harness.handler.echo = false;
  const auto client = harness.connect();
  std::mt19937 random(7);
  // Few places of few files, so that ranges come again; more than the cache has room for.
  const std::string other_content = pattern(64u << 10, 78);
  const std::unique_ptr<TemporaryFile> other = TemporaryFile::make(other_content);
  for (size_t i = 0; i < 400; ++i) {
    client->send(request_frame(kOther, static_cast<int32_t>(i), "x"));
    ASSERT_TRUE(harness.run_until([&] { return harness.handler.started.size() == i + 1; }));
    Response response = harness.handler.make_response(i, "");
    std::string expected = big_endian_32(static_cast<int64_t>(i));
    for (uint32_t ranges = random() % 24; ranges > 0; --ranges) {
      const uint64_t offset = random() % 5 * 1000;
      const uint64_t size = 1 + random() % 3 * 5000;
      const bool is_other = random() % 2 == 0;
      Response::Insertion insertion;
      insertion.position = static_cast<uint32_t>(response.bytes.size());
      insertion.range = {.lease = reactor::FileLease(is_other ? *other : *file),
                         .offset = offset,
                         .size_bytes = size,
                         .content_id = is_other ? 2u : 1u};
      response.insertions.push_back(std::move(insertion));
      expected += (is_other ? other_content : content).substr(offset, size);
      add_bytes(response, expected, "-");
    }
    if (random() % 16 == 0) file->make_cold();
    harness.handler.answer(i, std::move(response));
    ASSERT_EQ(client->receive_frame(), expected) << i;
  }
  EXPECT_GT(harness.registry->ranges().hit_count(), 100u);
}

TEST_F(FileAnswerTest, SmallAndLargeRanges) {
  Harness harness;
  harness.handler.echo = false;
  const auto client = harness.connect();
  struct Case {
    std::vector<uint64_t> sizes;
    bool bytes_between;
    bool bytes_behind;
  };
  const Case cases[] = {
      {{100}, true, true},
      {{100'000}, true, true},
      {{16 << 10}, true, false},
      {{(16 << 10) - 1}, true, false},
      {{3u << 20}, false, false},
      {{1, 2, 3, 100'000, 4, 5}, true, true},
      {{100'000, 100'000, 100'000}, false, true},
      {{0, 10, 0, 50'000, 0}, false, false},
      {std::vector<uint64_t>(200, 1000), true, false},
      {std::vector<uint64_t>(40, 15'000), true, true},
      {std::vector<uint64_t>(100, 20'000), false, true},
  };
  int32_t id = 0;
  for (const Case& c : cases) {
    client->send(request_frame(kOther, id, "fetch"));
    const size_t index = harness.handler.started.size();
    ASSERT_TRUE(harness.run_until([&] { return harness.handler.started.size() == index + 1; }));
    Response response;
    std::string expected;
    add_bytes(response, expected, big_endian_32(id));
    uint64_t offset = 5;
    for (const uint64_t size : c.sizes) {
      add_range(response, expected, offset, size);
      offset = (offset + size) % (1u << 20);
      if (c.bytes_between) add_bytes(response, expected, "between");
    }
    if (c.bytes_behind) add_bytes(response, expected, "behind");
    file->unleased = false;
    harness.handler.answer(index, std::move(response));
    EXPECT_TRUE(client->receive_frame(2'000) == expected) << id;
    // Nothing may be held back by a send that promised more: the next answer comes at once anyway, the lease ends too.
    EXPECT_TRUE(harness.run_until([&] { return file->lease_count() == 0; }, 2'000));
    EXPECT_TRUE(file->unleased);
    ++id;
  }
}

TEST_F(FileAnswerTest, RandomAnswersTogether) {
  for (uint32_t seed = 1; seed <= 15; ++seed) {
    std::mt19937 random(seed);
    Harness harness;
    harness.handler.echo = false;
    const auto client = harness.connect();
    std::string stream;
    for (int i = 0; i < 8; ++i) stream += request_frame(kProduce, i, "p");
    client->send(stream);
    std::vector<std::string> all_expected;
    for (size_t i = 0; i < 8; ++i) {
      ASSERT_TRUE(harness.run_until([&] { return harness.handler.started.size() == i + 1; }));
      harness.handler.append_ended(i);
    }
    for (size_t i = 0; i < 8; ++i) {
      Response response;
      std::string expected;
      add_bytes(response, expected, big_endian_32(static_cast<int64_t>(i)));
      for (int part = static_cast<int>(random() % 6); part > 0; --part) {
        const uint64_t size = random() % 3 == 0 ? random() % 60'000 : random() % 3'000;
        add_range(response, expected, random() % 1'000'000, size);
        if (random() % 2 == 0) add_bytes(response, expected, pattern(random() % 500, random()));
      }
      if (random() % 2 == 0) file->make_cold();
      harness.handler.answer(i, std::move(response));
      all_expected.push_back(std::move(expected));
    }
    for (const std::string& expected : all_expected) ASSERT_TRUE(client->receive_frame(2'000) == expected) << seed;
    EXPECT_TRUE(harness.run_until([&] { return file->lease_count() == 0; }));
  }
}

TEST_F(FileAnswerTest, TheLeaseLastsUntilASlowReaderHasAll) {
  Harness harness;
  harness.handler.echo = false;
  const auto client = harness.connect();
  client->send(request_frame(kOther, 1, "fetch"));
  ASSERT_TRUE(harness.run_until([&] { return harness.handler.started.size() == 1; }));
  Response response;
  std::string expected;
  add_bytes(response, expected, big_endian_32(1));
  for (int i = 0; i < 8; ++i) add_range(response, expected, 0, 4u << 20);
  harness.handler.answer(0, std::move(response));
  harness.settle(200);
  EXPECT_GT(file->lease_count(), 0u);
  EXPECT_TRUE(client->receive_frame() == expected);
  EXPECT_TRUE(harness.run_until([&] { return file->lease_count() == 0; }));
}

// The file has no name any more, as after retention or the deletion of its topic; it still arrives whole, and others
// are served meanwhile.
TEST_F(FileAnswerTest, AReaderThatStopsReadingHoldsUpNobodyElse) {
  Harness harness;
  harness.handler.echo = false;
  const auto slow = harness.connect();
  slow->send(request_frame(kOther, 1, "fetch"));
  ASSERT_TRUE(harness.run_until([&] { return harness.handler.started.size() == 1; }));
  Response response;
  std::string expected;
  add_bytes(response, expected, big_endian_32(1));
  for (int i = 0; i < 8; ++i) {
    add_range(response, expected, 0, 4u << 20);
    add_range(response, expected, 10, 5000);
  }
  harness.handler.answer(0, std::move(response));
  harness.settle(200);
  const uint32_t leases_held = file->lease_count();
  EXPECT_GT(leases_held, 0u);
  const auto other = harness.connect();
  for (int32_t i = 0; i < 20; ++i) {
    if (i % 5 == 0) file->make_cold();
    other->send(request_frame(kOther, i, "fetch"));
    const size_t index = harness.handler.started.size();
    ASSERT_TRUE(harness.run_until([&] { return harness.handler.started.size() == index + 1; }));
    Response others;
    std::string others_expected;
    add_bytes(others, others_expected, big_endian_32(i));
    add_range(others, others_expected, 0, 2u << 20);
    harness.handler.answer(index, std::move(others));
    ASSERT_TRUE(other->receive_frame() == others_expected) << i;
  }
  EXPECT_TRUE(harness.run_until([&] { return file->lease_count() == leases_held; }));
  file->make_cold();
  EXPECT_TRUE(slow->receive_frame() == expected);
  EXPECT_TRUE(harness.run_until([&] { return file->lease_count() == 0; }));
}

TEST_F(FileAnswerTest, AFileShorterThanItsRangeClosesTheConnection) {
  for (const uint64_t size : {uint64_t{1000}, uint64_t{100'000}}) {
    Harness harness;
    harness.handler.echo = false;
    const auto client = harness.connect();
    client->send(request_frame(kOther, 1, "fetch"));
    ASSERT_TRUE(harness.run_until([&] { return harness.handler.started.size() == 1; }));
    Response response;
    std::string expected;
    add_bytes(response, expected, big_endian_32(1));
    Response::Insertion insertion;
    insertion.position = 4;
    insertion.range = {.lease = reactor::FileLease(*file), .offset = content.size() - 10, .size_bytes = size};
    response.insertions.push_back(std::move(insertion));
    harness.handler.answer(0, std::move(response));
    EXPECT_LT(client->receive_frame().size(), size);
    EXPECT_TRUE(harness.run_until([&] { return harness.registry->connection_count() == 0; }));
    EXPECT_EQ(file->lease_count(), 0u);
  }
}

TEST_F(FileAnswerTest, APeerThatGoesEndsTheLease) {
  Harness harness;
  harness.handler.echo = false;
  const auto client = harness.connect();
  client->send(request_frame(kOther, 1, "fetch"));
  ASSERT_TRUE(harness.run_until([&] { return harness.handler.started.size() == 1; }));
  Response response;
  std::string expected;
  add_bytes(response, expected, big_endian_32(1));
  for (int i = 0; i < 8; ++i) add_range(response, expected, 0, 4u << 20);
  harness.handler.answer(0, std::move(response));
  harness.settle(100);
  client->reset();
  EXPECT_TRUE(harness.run_until([&] { return harness.registry->connection_count() == 0; }));
  EXPECT_EQ(file->lease_count(), 0u);
}

}  // namespace
}  // namespace klamm::net
