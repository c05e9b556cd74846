#pragma once

#include <list>
#include <optional>
#include <string>
#include <vector>

#include "tests/fetch/session_cluster.h"

// The model of a fetch session: a list of partitions that every fetch goes through from end to end, as Kafka does.
namespace klamm::fetch::test {

/// One row of an answer, as a client sees it.
struct SeenRow {
  std::string topic;  // name or id
  int32_t index = 0;
  int16_t error = 0;
  int64_t high_watermark = -1;
  int64_t last_stable = -1;
  int64_t log_start = -1;
  uint64_t bytes = 0;
  int32_t diverging_epoch = -1;
  int64_t diverging_offset = -1;
  bool operator==(const SeenRow&) const = default;
};
std::string text(const SeenRow& row);

SeenRow seen(const std::string& topic, const PartitionFetch& fetch);
std::vector<SeenRow> seen(const SessionAnswer& answer);

class NaiveSession {
 public:
  NaiveSession(SessionCluster& cluster, int32_t id, bool by_id) : cluster_(cluster), id_(id), by_id_(by_id) {}

  int32_t id() const { return id_; }
  bool by_id() const { return by_id_; }
  int32_t epoch() const { return epoch_; }
  bool is_closed() const { return is_closed_; }
  size_t size() const { return partitions_.size(); }
  /// Of any partition in it, to draw from.
  std::vector<TestAsk> asks() const;
  /// The session was made by this full fetch.
  void begin(const TestFetch& full);
  /// What the fetch changes; the error that it meets.
  protocol::ErrorCode apply(const TestFetch& fetch);
  /// The answer to a fetch that was applied, as the cluster is now.
  std::vector<SeenRow> answer(const TestFetch& fetch);
  /// An answer that was really given, at a time that is not known.
  void adopt(const std::vector<SeenRow>& rows);

 private:
  struct Partition {
    TestTopic topic;
    int32_t index = 0;
    SessionAsk asked;
    int64_t sent_high_watermark = -1;
    int64_t sent_log_start = -1;
    bool name_known = false;
  };
  using Partitions = std::list<Partition>;
  struct Looked {
    Partitions::iterator partition;
    PartitionFetch fetch;
    bool is_unknown = false;
  };

  std::string key(const TestTopic& topic) const;
  Partitions::iterator find(const TestTopic& topic, int32_t index);
  void put(const TestAsk& ask);
  Looked look(Partitions::iterator at);
  std::vector<Looked> look_at_all(const TestFetch& fetch);
  void sent(Partitions::iterator at, const SeenRow& row);

  SessionCluster& cluster_;
  int32_t id_;
  bool by_id_;
  int32_t epoch_ = 1;
  bool is_closed_ = false;
  Partitions partitions_;
};

}  // namespace klamm::fetch::test
