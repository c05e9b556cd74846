#include "broker/quota/client_quotas.h"

#include <algorithm>
#include <limits>

#include "broker/quota/kept_name.h"
#include "metadata/client_quota_lookup.h"
#include "reactor/on_shard.h"

namespace klamm::broker {

namespace {

constexpr std::array<std::string_view, kQuotaTypeCount> kNames = {
    metadata::kProducerByteRate, metadata::kConsumerByteRate, metadata::kRequestPercentage,
    metadata::kControllerMutationRate};

}  // namespace

size_t ClientQuotas::NameHash::operator()(const QuotaClient& client) const noexcept {
  const std::hash<std::string_view> hash;
  return hash(client.user) * 31 + hash(client.client_id);
}

ClientQuotas::ClientQuotas(reactor::Shard& shard, net::RateWindows windows, Peers peers)
    : shard_(shard), windows_(windows), peers_(std::move(peers)), measures_(windows) {
  tell_.quotas = this;
  tell_.callback = [](reactor::Completion* self) noexcept {
    ClientQuotas& quotas = *static_cast<TellCompletion*>(self)->quotas;
    quotas.telling_ = true;
    quotas.tells_.spawn(quotas.tell());
  };
}

reactor::Task<void> ClientQuotas::stop() {
  tell_timer_.cancel();
  co_await tells_.close();
}

void ClientQuotas::on_image(const metadata::MetadataImage& image) {
  clients_.clear();
  has_.fill(false);
  image.for_each_client_quota([&](const metadata::ClientQuotaImage& quota) {
    for (size_t type = 0; type < kQuotaTypeCount; ++type) has_[type] = has_[type] || quota.find(kNames[type]);
  });
}

int32_t ClientQuotas::record(QuotaType type, const QuotaClient& client, double value) {
  const Part& of_client = part(type, client);
  if (of_client.measure == nullptr) return 0;
  note(of_client, value);
  net::SampledRate& rate = of_client.measure->rate;
  return static_cast<int32_t>(type == QuotaType::kRequest ? rate.throttle_ms(of_client.limit, now_ms())
                                                          : rate.excess_ms(of_client.limit, now_ms()));
}

void ClientQuotas::unrecord(QuotaType type, const QuotaClient& client, double value) {
  const Part& of_client = part(type, client);
  if (of_client.measure != nullptr) note(of_client, -value);
}

double ClientQuotas::at_once_max(QuotaType type, const QuotaClient& client) {
  const Part& of_client = part(type, client);
  if (of_client.measure == nullptr) return std::numeric_limits<double>::max();
  return of_client.limit * windows_.seconds(windows_.count - 1);
}

void ClientQuotas::count_throttled(QuotaType type, int32_t throttle_ms) {
  QuotaMetrics& metrics = metrics_[static_cast<size_t>(type)];
  ++metrics.throttled_count;
  metrics.throttled_ms += static_cast<uint64_t>(throttle_ms);
}

ClientQuotas::Part& ClientQuotas::part(QuotaType type, const QuotaClient& client) {
  const KeptName user(client.user);
  const KeptName client_id(client.client_id);
  auto found = clients_.find(QuotaClient{user.view(), client_id.view()});
  if (found == clients_.end()) {
    const Client resolved = resolve(client);
    // A measure that made room for another may be what somebody's quota points to.
    const bool is_stale = measures_.forgotten_count() != known_forgotten_count_;
    if (is_stale || clients_.size() >= kClientsMax) clients_.clear();
    known_forgotten_count_ = measures_.forgotten_count();
    found = clients_.emplace(ClientName{user.text(), client_id.text()}, resolved).first;
  }
  return found->second[static_cast<size_t>(type)];
}

ClientQuotas::Client ClientQuotas::resolve(const QuotaClient& client) {
  Client resolved;
  const metadata::ImagePtr image = peers_.image();
  for (size_t type = 0; type < kQuotaTypeCount; ++type) {
    if (!has_[type] || type == static_cast<size_t>(QuotaType::kControllerMutation)) continue;
    auto quota = metadata::find_client_quota(*image, kNames[type], client.user, client.client_id);
    if (!quota) continue;
    const QuotaOwner owner{static_cast<QuotaType>(type), KeptName(quota->user).text(),
                           KeptName(quota->client_id).text()};
    resolved[type] = {quota->limit, &measures_.of(owner, now_ms())};
  }
  return resolved;
}

// ---- what other shards are told

void ClientQuotas::note(const Part& part, double value) {
  QuotaMeasure& measure = *part.measure;
  measure.rate.record(value, now_ms());
  measures_.use(measure, now_ms());
  if (shard_.shard_count() == 1 || tells_.is_closed()) return;
  measure.untold += value;
  if (!measure.is_untold) {
    measure.is_untold = true;
    untold_.push_back(&measure);
  }
  const double all = part.limit * windows_.seconds(windows_.count);
  tell_soon(measure.untold >= all * kMuchOfAll);
}

void ClientQuotas::tell_soon(bool is_much) {
  const bool is_sooner = is_much && !is_much_untold_;
  is_much_untold_ = is_much_untold_ || is_much;
  if (telling_ || tells_.is_closed() || (tell_timer_.armed() && !is_sooner)) return;
  tell_timer_.arm(shard_.now_ns() + (is_much_untold_ ? 0 : kTellIntervalNs), tell_);
}

std::vector<ClientQuotas::Used> ClientQuotas::take_untold() {
  std::vector<Used> used;
  used.reserve(untold_.size());
  for (QuotaMeasure* measure : untold_) {
    if (measure->untold != 0) used.push_back({measure->owner, measure->untold});
    measure->untold = 0;
    measure->is_untold = false;
  }
  untold_.clear();
  is_much_untold_ = false;
  return used;
}

reactor::Task<void> ClientQuotas::tell() {
  const std::vector<Used> used = take_untold();
  for (reactor::ShardId to = 0; to < shard_.shard_count() && !used.empty(); ++to) {
    if (to == shard_.id()) continue;
    co_await reactor::on_shard(to, [this, to, &used] { peers_.of(to).hear(used); });
  }
  telling_ = false;
  if (!untold_.empty()) tell_soon(false);
}

void ClientQuotas::hear(const std::vector<Used>& used) {
  for (const Used& each : used) measures_.of(each.owner, now_ms()).rate.record(each.value, now_ms());
  if (measures_.forgotten_count() == known_forgotten_count_) return;
  known_forgotten_count_ = measures_.forgotten_count();
  clients_.clear();
}

}  // namespace klamm::broker
