#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "broker/quota/quota_measures.h"
#include "metadata/image.h"
#include "metadata/image_ptr.h"
#include "reactor/gate.h"
#include "reactor/shard.h"
#include "reactor/task.h"
#include "reactor/timer.h"

namespace klamm::broker {

/// Who asks: the name of its principal and its client id.
struct QuotaClient {
  std::string_view user;
  std::string_view client_id;
};

/// Requests that were throttled by one kind of quota, and for how long in all.
struct QuotaMetrics {
  uint64_t throttled_count = 0;
  uint64_t throttled_ms = 0;

  void add(const QuotaMetrics& other) {
    throttled_count += other.throttled_count;
    throttled_ms += other.throttled_ms;
  }
};

/// The quotas of clients as one shard sees them (KIP-13, KIP-55, KIP-124): which of them hold for a client, what its
/// clients have used, and how long a request has to rest.
///
/// Every shard has all measures. What a client uses here is measured here at once and told to the other shards
/// kTellIntervalNs later, or at once when it is kMuchOfAll of what may pass; so a request never waits for another
/// shard. What a shard does not know yet is counted when it is told, and throttles the next request. A client that has
/// no quota costs a look-up, and nothing at all while there are none of the type.
///
/// Bounded: kClientsMax clients are known by name at a time (beyond them all are looked up anew), by kept names
/// (kept_name.h), and see QuotaMeasures.
/// @core owner
class ClientQuotas {
 public:
  static constexpr int64_t kTellIntervalNs = 5'000'000;
  static constexpr double kMuchOfAll = 0.005;
  static constexpr size_t kClientsMax = 10'000;

  struct Peers {
    std::function<ClientQuotas&(reactor::ShardId)> of;  // used on that shard only
    std::function<metadata::ImagePtr()> image;
  };

  ClientQuotas(reactor::Shard& shard, net::RateWindows windows, Peers peers);
  ClientQuotas(const ClientQuotas&) = delete;
  ClientQuotas& operator=(const ClientQuotas&) = delete;

  /// Ends when nothing is on its way to other shards; nothing is told from then on. All shards must have ended this
  /// before one of them goes.
  reactor::Task<void> stop();

  /// Quotas have changed.
  void on_image(const metadata::MetadataImage& image);

  /// Whether any client has a quota of this type.
  bool has(QuotaType type) const { return has_[static_cast<size_t>(type)]; }

  /// Notes `value` (bytes; for requests: percent of a second) and tells how long the client has to rest for it, in ms.
  /// Those of requests are at most one window.
  int32_t record(QuotaType type, const QuotaClient& client, double value);
  /// Takes back what record() has just noted.
  void unrecord(QuotaType type, const QuotaClient& client, double value);
  /// More than this in one request is throttled whatever came before: windows but one, times the limit.
  double at_once_max(QuotaType type, const QuotaClient& client);

  /// For metrics: the request was throttled because of this type.
  void count_throttled(QuotaType type, int32_t throttle_ms);
  const QuotaMetrics& metrics(QuotaType type) const { return metrics_[static_cast<size_t>(type)]; }
  const QuotaMeasures& measures() const { return measures_; }
  /// Those that are known by name, with a quota or without.
  size_t client_count() const { return clients_.size(); }

 private:
  // What holds for one client, by type.
  struct Part {
    double limit = 0;
    QuotaMeasure* measure = nullptr;  // null: no quota
  };
  using Client = std::array<Part, kQuotaTypeCount>;
  struct ClientName {  // kept names
    std::string user;
    std::string client_id;
    operator QuotaClient() const { return {user, client_id}; }  // NOLINT
  };
  struct NameHash {
    using is_transparent = void;
    size_t operator()(const QuotaClient& client) const noexcept;
  };
  struct NameEqual {
    using is_transparent = void;
    bool operator()(const QuotaClient& one, const QuotaClient& other) const noexcept {
      return one.client_id == other.client_id && one.user == other.user;
    }
  };
  struct Used {
    QuotaOwner owner;
    double value = 0;
  };
  struct TellCompletion : reactor::Completion {
    ClientQuotas* quotas = nullptr;
  };

  int64_t now_ms() const { return shard_.now_ns() / 1'000'000; }
  Part& part(QuotaType type, const QuotaClient& client);
  Client resolve(const QuotaClient& client);
  void note(const Part& part, double value);
  void tell_soon(bool is_much);
  std::vector<Used> take_untold();
  reactor::Task<void> tell();
  void hear(const std::vector<Used>& used);

  reactor::Shard& shard_;
  net::RateWindows windows_;
  Peers peers_;
  std::array<bool, kQuotaTypeCount> has_{};
  std::array<QuotaMetrics, kQuotaTypeCount> metrics_;
  QuotaMeasures measures_;
  uint64_t known_forgotten_count_ = 0;
  std::unordered_map<ClientName, Client, NameHash, NameEqual> clients_;
  std::vector<QuotaMeasure*> untold_;
  reactor::Timer tell_timer_;
  TellCompletion tell_;
  reactor::Gate tells_;
  bool telling_ = false;
  bool is_much_untold_ = false;
};

}  // namespace klamm::broker
