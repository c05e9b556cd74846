#include "metadata/node_options.h"

#include <charconv>

namespace klamm::metadata {

namespace {

template <class Number>
Number number_or(const BrokerValues& values, std::string_view key, Number otherwise) {
  const auto found = values.find(key);
  if (found == values.end()) return otherwise;
  Number number{};
  const std::string& text = found->second;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? number : otherwise;
}

}  // namespace

int32_t NodeOptions::num_partitions() const {
  return number_or<int32_t>(broker_values, "num.partitions", 1);
}

int16_t NodeOptions::default_replication_factor() const {
  return number_or<int16_t>(broker_values, "default.replication.factor", 1);
}

}  // namespace klamm::metadata
