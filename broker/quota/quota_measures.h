#pragma once

#include <array>
#include <cstdint>
#include <list>
#include <string>
#include <string_view>
#include <unordered_map>

#include "net/sampled_rate.h"

namespace klamm::broker {

/// What is measured of clients over windows of time (KIP-13, KIP-124); only what the controller changes is counted in
/// tokens, on its shard (mutation_quotas.h).
enum class QuotaType : uint8_t { kProduce, kFetch, kRequest, kControllerMutation };
inline constexpr size_t kQuotaTypeCount = 4;

/// Whose measure it is: all clients with this user and client id, as kept names (kept_name.h); empty: whatever it is.
struct QuotaOwner {
  QuotaType type = QuotaType::kProduce;
  std::string user;
  std::string client_id;
  bool operator==(const QuotaOwner&) const = default;
};

/// One rate, and what other shards do not know of it yet.
struct QuotaMeasure {
  QuotaOwner owner;
  net::SampledRate rate;
  double untold = 0;
  bool is_untold = false;
  int64_t used_ms = 0;
};

/// The measures of one shard. Bounded: beyond kMeasuresMax the one that was used longest ago goes, and so do those that
/// were not used for an hour (as in Kafka).
/// @core owner
class QuotaMeasures {
 public:
  static constexpr size_t kMeasuresMax = 10'000;
  static constexpr int64_t kExpirationMs = 3'600'000;

  explicit QuotaMeasures(net::RateWindows windows, size_t measures_max = kMeasuresMax)
      : windows_(windows), measures_max_(measures_max) {}

  /// Finds it or makes it. Stays where it is until forgotten_count() changes; no other call lets go of one.
  QuotaMeasure& of(const QuotaOwner& owner, int64_t now_ms);
  void use(QuotaMeasure& measure, int64_t now_ms);
  size_t size() const { return by_owner_.size(); }
  uint64_t forgotten_count() const { return forgotten_count_; }

 private:
  struct OwnerHash {
    size_t operator()(const QuotaOwner& owner) const noexcept;
  };
  struct Entry : QuotaMeasure {
    std::list<Entry>::iterator place;
  };
  void forget_old(int64_t now_ms);

  net::RateWindows windows_;
  size_t measures_max_;
  std::list<Entry> by_use_;  // the newest first
  std::unordered_map<QuotaOwner, std::list<Entry>::iterator, OwnerHash> by_owner_;
  uint64_t forgotten_count_ = 0;
};

}  // namespace klamm::broker
