#include "net/response_queue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <numeric>
#include <random>
#include <vector>

namespace klamm::net {
namespace {

Response answer(size_t bytes, Response::Kind kind = Response::Kind::kSend) {
  Response response;
  response.kind = kind;
  response.bytes.resize(bytes);
  return response;
}

struct Ends final : RequestEnds {
  void on_end(RequestSlot& slot) noexcept override { correlation_ids.push_back(slot.correlation_id); }
  std::vector<int32_t> correlation_ids;
};

TEST(ResponseQueue, OneAtATime) {
  RequestSlotPool slots;
  Ends ends;
  ResponseQueue queue(slots, ends);
  ASSERT_TRUE(queue.may_start(false));
  RequestSlot& fetch = *queue.start(false);
  EXPECT_FALSE(queue.may_start(false));
  EXPECT_FALSE(queue.may_start(true));
  queue.append_ended(fetch);
  EXPECT_FALSE(queue.may_start(true)) << "only a Produce is overlapped";
  queue.finish(fetch, answer(10));
  EXPECT_TRUE(queue.may_start(true));
}

TEST(ResponseQueue, AProduceStartsAfterThePreviousAppend) {
  RequestSlotPool slots;
  Ends ends;
  ResponseQueue queue(slots, ends);
  std::vector<RequestSlot*> started;
  for (uint32_t i = 0; i < kOverlapMax; ++i) {
    ASSERT_TRUE(queue.may_start(true)) << i;
    started.push_back(queue.start(true));
    EXPECT_FALSE(queue.may_start(true)) << "its append has not ended";
    queue.append_ended(*started.back());
    EXPECT_FALSE(queue.may_start(false)) << "anything else waits for all";
  }
  EXPECT_FALSE(queue.may_start(true)) << "at most " << kOverlapMax;
  for (RequestSlot* slot : started) queue.finish(*slot, answer(1));
  EXPECT_EQ(queue.begin_send(1), kOverlapMax);
  queue.end_send(2);
  EXPECT_TRUE(queue.empty());
}

TEST(ResponseQueue, NothingStartsBehindAnAnswerThatIsBeingSent) {
  RequestSlotPool slots;
  Ends ends;
  ResponseQueue queue(slots, ends);
  queue.finish(*queue.start(false), answer(10));
  queue.begin_send(1);
  EXPECT_FALSE(queue.may_start(false));
  EXPECT_FALSE(queue.may_start(true));
  queue.end_send(2);
  EXPECT_TRUE(queue.may_start(false));
}

TEST(ResponseQueue, UnsentAnswersAreBounded) {
  RequestSlotPool slots;
  Ends ends;
  ResponseQueue queue(slots, ends);
  queue.finish(*queue.start(false), answer(kUnsentBytesMax));
  EXPECT_FALSE(queue.may_start(false));
  queue.discard_ready();
  EXPECT_TRUE(queue.may_start(false));
}

TEST(ResponseQueue, SilentAnswersLeaveNoTrace) {
  RequestSlotPool slots;
  Ends ends;
  ResponseQueue queue(slots, ends);
  queue.finish(*queue.start(true), answer(0, Response::Kind::kNothing));
  EXPECT_EQ(queue.settle_front(), ResponseQueue::Front::kEmpty);
  queue.finish(*queue.start(true), answer(0, Response::Kind::kNothing));
  queue.finish(*queue.start(true), answer(0, Response::Kind::kCloseConnection));
  EXPECT_EQ(queue.settle_front(), ResponseQueue::Front::kClose);
  queue.discard_ready();
}

// The rules as one would write them down without thinking of cost.
struct Model {
  struct Entry {
    int id;
    bool overlaps;
    bool appended = false;
    bool ready = false;
    bool sending = false;
  };
  std::deque<Entry> entries;

  bool may_start(bool overlaps) const {
    if (entries.size() >= kOverlapMax) return false;
    const bool executing = std::any_of(entries.begin(), entries.end(), [](const Entry& e) { return !e.ready; });
    const bool sending = std::any_of(entries.begin(), entries.end(), [](const Entry& e) { return e.sending; });
    if (!executing && !sending) return true;
    const bool all_overlap = std::all_of(entries.begin(), entries.end(), [](const Entry& e) { return e.overlaps; });
    return overlaps && all_overlap && (entries.back().appended || entries.back().ready);
  }
};

TEST(ResponseQueue, AgreesWithTheModelOnRandomMixes) {
  for (uint32_t seed = 1; seed <= 300; ++seed) {
    std::mt19937 random(seed);
    RequestSlotPool slots;
    Ends ends;
    ResponseQueue queue(slots, ends);
    Model model;
    std::deque<RequestSlot*> live;
    std::vector<int> sent;
    int next_id = 0;
    for (int step = 0; step < 400; ++step) {
      const bool overlaps = random() % 4 != 0;
      ASSERT_EQ(queue.may_start(overlaps), model.may_start(overlaps)) << "seed " << seed << " step " << step;
      const size_t pick = live.empty() ? 0 : random() % live.size();
      switch (random() % 4) {
        case 0:
          if (!queue.may_start(overlaps)) break;
          live.push_back(queue.start(overlaps));
          live.back()->correlation_id = next_id;
          model.entries.push_back({.id = next_id++, .overlaps = overlaps});
          break;
        case 1:
          if (live.empty() || model.entries[pick].ready) break;
          queue.append_ended(*live[pick]);
          model.entries[pick].appended = true;
          break;
        case 2:
          if (live.empty() || model.entries[pick].ready) break;
          queue.finish(*live[pick], answer(random() % 100));
          model.entries[pick].ready = true;
          break;
        default:
          if (queue.is_sending()) {
            queue.end_send(2);
            while (!model.entries.empty() && model.entries.front().sending) {
              sent.push_back(model.entries.front().id);
              model.entries.pop_front();
              live.pop_front();
            }
          } else if (queue.settle_front() == ResponseQueue::Front::kSend) {
            EXPECT_EQ(queue.front()->correlation_id, model.entries.front().id);
            const uint32_t count = queue.begin_send(1);
            for (uint32_t i = 0; i < count; ++i) {
              ASSERT_TRUE(model.entries[i].ready);
              model.entries[i].sending = true;
            }
            ASSERT_TRUE(count == model.entries.size() || count == kOverlapMax || !model.entries[count].ready);
          }
      }
    }
    EXPECT_TRUE(std::is_sorted(sent.begin(), sent.end()));
    for (size_t i = 0; i < live.size(); ++i) {
      if (!model.entries[i].ready) queue.finish(*live[i], answer(0));
    }
    if (queue.is_sending()) queue.end_send(2);
    queue.discard_ready();
    std::ranges::sort(ends.correlation_ids);
    std::vector<int32_t> all(static_cast<size_t>(next_id));
    std::iota(all.begin(), all.end(), 0);
    EXPECT_EQ(ends.correlation_ids, all) << "each request ends once";
  }
}

}  // namespace
}  // namespace klamm::net
