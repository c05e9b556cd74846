#include "broker/quota/mutation_quotas.h"

#include "broker/quota/kept_name.h"
#include "metadata/client_quota_lookup.h"

namespace klamm::broker {

TokenBucket& MutationQuotas::bucket_of(const std::string& user, const std::string& client_id) {
  const KeptName kept_user(user);
  std::string key = std::to_string(kept_user.view().size()) + ":";
  key += kept_user.view();
  key += KeptName(client_id).view();
  if (const auto found = buckets_.find(key); found != buckets_.end()) {
    by_use_.splice(by_use_.begin(), by_use_, found->second);
    return found->second->bucket;
  }
  if (buckets_.size() >= kBucketsMax) {
    buckets_.erase(by_use_.back().key);
    by_use_.pop_back();
  }
  by_use_.push_front({key, TokenBucket(windows_)});
  buckets_.emplace(std::move(key), by_use_.begin());
  return by_use_.front().bucket;
}

bool RequestMutationQuota::take(size_t partition_count) {
  const auto quota =
      metadata::find_client_quota(metadata_.image(), metadata::kControllerMutationRate, user_, client_id_);
  if (!quota) return true;
  const int64_t now_ms = shard_.now_ns() / 1'000'000;
  TokenBucket& bucket = quotas_.bucket_of(quota->user, quota->client_id);
  // Who is let in while something is left may take more than that.
  const int64_t before_ms = bucket.throttle_ms(quota->limit, now_ms);
  const bool is_refused = strict_ && before_ms > 0;
  if (!is_refused) bucket.take(static_cast<double>(partition_count), quota->limit, now_ms);
  const int64_t throttle_ms = strict_ ? before_ms : bucket.throttle_ms(quota->limit, now_ms);
  if (throttle_ms > 0) {
    throttle_ms_ = throttle_ms;
    throttled_at_ms_ = now_ms;
  }
  return !is_refused;
}

int32_t RequestMutationQuota::throttle_ms(int64_t now_ms) const {
  return static_cast<int32_t>(std::max<int64_t>(0, throttle_ms_ - (now_ms - throttled_at_ms_)));
}

}  // namespace klamm::broker
