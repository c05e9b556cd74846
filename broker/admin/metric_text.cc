#include "broker/admin/metric_text.h"

#include <fmt/format.h>

#include <cmath>

#include "broker/admin/metric_table.h"

namespace klamm::broker {
namespace {

// The length of the UTF-8 sequence that begins `text`; 0: it is none (overlong ones, surrogates and too large ones
// included).
size_t sequence_length(std::string_view text) {
  const auto byte = [&](size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const auto follows = [&](size_t i) { return (byte(i) & 0xc0) == 0x80; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0) return follows(1) ? 2 : 0;
  if (first >= 0xe0 && first < 0xf0) {
    const bool in_range = (first != 0xe0 || byte(1) >= 0xa0) && (first != 0xed || byte(1) < 0xa0);
    return in_range && follows(1) && follows(2) ? 3 : 0;
  }
  if (first >= 0xf0 && first < 0xf5) {
    const bool in_range = (first != 0xf0 || byte(1) >= 0x90) && (first != 0xf4 || byte(1) < 0x90);
    return in_range && follows(1) && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

std::string text_of(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "+Inf" : "-Inf";
  return fmt::format("{}", value);
}

}  // namespace

std::string escape_label(std::string_view value) {
  std::string out;
  while (!value.empty()) {
    const size_t length = sequence_length(value);
    const std::string_view sequence = value.substr(0, std::max<size_t>(length, 1));
    if (length == 0) {
      out += "\xef\xbf\xbd";
    } else if (sequence == "\\" || sequence == "\"") {
      out += '\\';
      out += sequence;
    } else if (sequence == "\n") {
      out += "\\n";
    } else {
      out += sequence;
    }
    value.remove_prefix(sequence.size());
  }
  return out;
}

void MetricText::begin(std::string_view name) {
  const MetricRow& row = metric_row(name);
  name_ = row.name;
  text_ += fmt::format("# HELP {} {}\n# TYPE {} {}\n", row.name, row.help, row.name, klamm::broker::name(row.type));
}

void MetricText::sample(Labels labels, uint64_t value) {
  write("", labels, fmt::format_int(value).c_str());
}

void MetricText::sample(Labels labels, double value) {
  write("", labels, text_of(value));
}

void MetricText::part(std::string_view suffix, Labels labels, double value) {
  write(suffix, labels, text_of(value));
}

void MetricText::write(std::string_view suffix, Labels labels, std::string_view value) {
  text_ += name_;
  text_ += suffix;
  char before = '{';
  for (const auto& [label, label_value] : labels) {
    text_ += before;
    text_ += label;
    text_ += "=\"";
    text_ += escape_label(label_value);
    text_ += '"';
    before = ',';
  }
  if (before == ',') text_ += '}';
  text_ += ' ';
  text_ += value;
  text_ += '\n';
}

}  // namespace klamm::broker
