#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace klamm::broker {

/// Writes Prometheus' text format 0.0.4. Families come in the order of calls, each once.
/// @core any
class MetricText {
 public:
  using Labels = std::initializer_list<std::pair<std::string_view, std::string_view>>;

  /// Begins the metric of that name (a row of metric_table()); its samples follow.
  void begin(std::string_view name);
  void sample(Labels labels, uint64_t value);
  void sample(Labels labels, double value);
  /// A sample of a summary: `suffix` is "_sum" or "_count".
  void part(std::string_view suffix, Labels labels, double value);
  /// A metric that is one number.
  template <class Value>
  void single(std::string_view name, Value value) {
    begin(name);
    sample({}, value);
  }

  size_t size_bytes() const { return text_.size(); }
  std::string take() { return std::move(text_); }

 private:
  void write(std::string_view suffix, Labels labels, std::string_view value);

  std::string text_;
  std::string_view name_;
};

/// A label's value as it is written between quotes: what is not UTF-8 is replaced.
std::string escape_label(std::string_view value);

}  // namespace klamm::broker
