#include <gtest/gtest.h>

#include "protocol/compression/codec_scratch.h"
#include "protocol/messages/fetch_request.h"
#include "protocol/messages/fetch_response.h"
#include "protocol/record_batch_builder.h"
#include "tests/broker/sim_broker.h"

// A fetch waits on a session that lives on another shard than its connection, and is ended early while its answer is on
// the way home: the message that ends it finds a fetch which is over, and must find it alive.
namespace klamm::broker {
namespace {

using protocol::ErrorCode;
using reactor::ShardId;
using reactor::Task;

constexpr uint32_t kShards = 2;

protocol::Buffer one_record() {
  protocol::CodecScratch scratch;
  protocol::RecordBatchBuilder builder{protocol::RecordBatchOptions{}};
  builder.append(1'700'000'000'000, protocol::Bytes::null(), protocol::Bytes(std::string_view("v")));
  return builder.build(scratch);
}

struct Fetched {
  ErrorCode error = ErrorCode::kUnknownServerError;
  int32_t session_id = 0;
  size_t bytes = 0;
};

// A full fetch of one partition (`session_id` 0), or an incremental one that waits a minute. Nothing without an answer.
Task<std::optional<Fetched>> fetch(SimClient& client, int32_t session_id, int32_t epoch, int32_t partition,
                                   int64_t offset) {
  protocol::FetchRequest::FetchPartition asked;
  asked.partition = partition;
  asked.fetch_offset = offset;
  asked.partition_max_bytes = 1 << 20;
  protocol::FetchRequest::FetchTopic topic;
  topic.topic = "t";
  topic.partitions = {&asked, 1};
  protocol::FetchRequest request;
  request.max_wait_ms = session_id == 0 ? 0 : 60'000;
  request.min_bytes = 1;
  request.session_id = session_id;
  request.session_epoch = epoch;
  request.topics = {&topic, 1};
  const auto answer = co_await client.call<protocol::FetchResponse>(request, 12);
  if (!answer) co_return std::nullopt;
  Fetched fetched{answer->message.error_code, answer->message.session_id, 0};
  for (const auto& row : answer->message.responses) fetched.bytes += row.partitions[0].records.size;
  co_return fetched;
}

class SessionInterrupt : public testing::Test {
 protected:
  SessionInterrupt() : broker_(world_, kShards, options_of({})) {}

  void SetUp() override {
    ASSERT_TRUE(broker_.started()) << broker_.error();
    broker_.run_client(
        [](SimClient& client) -> Task<void> { EXPECT_TRUE(co_await create_topic(client, "t", kShards)); });
    // It holds its connection, so that the next one comes to the other shard.
    broker_.start_client([this](SimClient& client) -> Task<void> {
      const auto made = co_await fetch(client, 0, 0, 0, 0);
      EXPECT_TRUE(made && made->error == ErrorCode::kNone);
      if (made) session_id_ = made->session_id;
      co_await is_over_.wait();
    });
    ASSERT_TRUE(broker_.run_until([this] { return session_id_ != 0; }));
    session_shard_ = *broker_.broker().shard(0).fetch_sessions().shard_of(session_id_);
    home_ = 1 - session_shard_;
  }
  void TearDown() override {
    broker_.on_client([this] { is_over_.set(); });
    EXPECT_TRUE(broker_.stopped()) << broker_.error();
  }

  // From a connection of the other shard, until it is answered or `gone_` is set; comes back when it waits.
  void start_fetch() {
    broker_.run_for(2'000'000);  // those who went are forgotten, so that this one comes to the other shard
    is_fetched_ = false;
    fetched_.reset();
    gone_.reset();
    broker_.start_client([this](SimClient& client) -> Task<void> {
      reactor::Shard::current().spawn(fetch_once(client));
      co_await gone_.wait();
      co_await client.close();
      co_await fetch_ended_.wait();
    });
    ASSERT_TRUE(broker_.run_until([this] { return waits(); }));
    broker_.run_for(10'000'000);
    ASSERT_TRUE(waits());
    visits_ = visits();
  }
  Task<void> fetch_once(SimClient& client) {
    fetch_ended_.reset();
    fetched_ = co_await fetch(client, session_id_, epoch_++, 0, end_offset_);
    is_fetched_ = true;
    fetch_ended_.set();
  }
  // The fetch comes back with its record, which it was sent to wait for.
  void start_append() {
    ++end_offset_;
    broker_.start_client([this](SimClient& client) -> Task<void> {
      const Produced produced = co_await produce_batch(client, "t", 0, one_record());
      EXPECT_EQ(produced.error, ErrorCode::kNone);
      ++appended_;
    });
  }
  void end_fetch() {
    broker_.on_client([this] { gone_.set(); });
    ASSERT_TRUE(broker_.run_until([this] { return is_fetched_ && appended_ == end_offset_; }));
  }

  bool waits() { return !broker_.broker().shard(home_).waiting_requests().empty(); }
  uint64_t visits() { return broker_.broker().shard(session_shard_).fetch_sessions().metrics().visit_count; }
  // The session's shard has read what was appended, and the other has not heard of it.
  bool answer_is_under_way() { return visits() > visits_ && waits(); }

  // Without delays a client's going and an answer meet at whatever moment the test picks.
  sim::SimWorld world_{{.network_delay_ns_min = 0, .network_delay_ns_max = 0}};
  SimBroker broker_;
  reactor::Event is_over_;
  reactor::Event gone_;
  reactor::Event fetch_ended_;
  int32_t session_id_ = 0;
  int32_t epoch_ = 1;
  ShardId session_shard_ = 0;
  ShardId home_ = 0;
  int64_t end_offset_ = 0;
  int64_t appended_ = 0;
  uint64_t visits_ = 0;
  bool is_fetched_ = false;
  std::optional<Fetched> fetched_;
};

TEST_F(SessionInterrupt, ReachesAFetchWhoseAnswerIsUnderWay) {
  int hits = 0;
  for (int i = 0; i < 30; ++i) {
    start_fetch();
    start_append();
    ASSERT_TRUE(broker_.run_until([&] { return answer_is_under_way() || is_fetched_; }));
    if (answer_is_under_way()) {
      ++hits;
      broker_.on_shard(home_, [&] { broker_.broker().shard(home_).waiting_requests().end_all(); });
    }
    ASSERT_TRUE(broker_.run_until([&] { return is_fetched_; }));
    ASSERT_TRUE(fetched_);
    EXPECT_EQ(fetched_->error, ErrorCode::kNone);
    EXPECT_GT(fetched_->bytes, 0u);
    end_fetch();
  }
  EXPECT_GT(hits, 5);
}

// The client goes at each moment around that of the answer.
TEST_F(SessionInterrupt, OfAClientThatGoesIsInTimeOrNot) {
  int answered = 0;
  int gone = 0;
  for (int64_t rounds = 0; rounds < 400; ++rounds) {
    start_fetch();
    start_append();
    broker_.run_for(rounds * 1'000);
    end_fetch();
    fetched_ ? ++answered : ++gone;
    ASSERT_TRUE(broker_.run_until([&] { return !waits(); }));
  }
  EXPECT_GT(answered, 5);
  EXPECT_GT(gone, 5);
}

}  // namespace
}  // namespace klamm::broker
