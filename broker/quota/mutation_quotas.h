#pragma once

#include <cstdint>
#include <list>
#include <string>
#include <unordered_map>

#include "broker/quota/client_quotas.h"
#include "broker/quota/token_bucket.h"
#include "metadata/metadata_service.h"
#include "metadata/mutation_quota.h"

namespace klamm::broker {

/// The tokens of clients for making and deleting partitions (`controller_mutation_rate`, KIP-599). Those who share a
/// quota share a bucket; at most kBucketsMax, by kept names (kept_name.h), the one that was used longest ago goes first
/// and begins full again.
/// @core owner (the controller's shard)
class MutationQuotas {
 public:
  static constexpr size_t kBucketsMax = 10'000;

  explicit MutationQuotas(net::RateWindows windows) : windows_(windows) {}

  TokenBucket& bucket_of(const std::string& user, const std::string& client_id);
  size_t size() const { return buckets_.size(); }

 private:
  struct Entry {
    std::string key;
    TokenBucket bucket;
  };
  net::RateWindows windows_;
  std::list<Entry> by_use_;  // the newest first
  std::unordered_map<std::string, std::list<Entry>::iterator> buckets_;
};

/// The quota of one request. Strict: nothing more is made while the bucket is overdrawn; else it is made, and its
/// client has to rest.
class RequestMutationQuota final : public metadata::MutationQuota {
 public:
  /// `shard`, `metadata` and `quotas` are those of the controller's shard; used in take() alone.
  RequestMutationQuota(reactor::Shard& shard, metadata::MetadataService& metadata, MutationQuotas& quotas,
                       const QuotaClient& client, bool strict)
      : shard_(shard),
        metadata_(metadata),
        quotas_(quotas),
        user_(client.user),
        client_id_(client.client_id),
        strict_(strict) {}

  bool take(size_t partition_count) override;
  /// How long its client has to rest from now on, in ms. For the asker, when the call is over.
  int32_t throttle_ms(int64_t now_ms) const;

 private:
  reactor::Shard& shard_;
  metadata::MetadataService& metadata_;
  MutationQuotas& quotas_;
  std::string user_;
  std::string client_id_;
  bool strict_;
  int64_t throttle_ms_ = 0;
  int64_t throttled_at_ms_ = 0;
};

}  // namespace klamm::broker
