#include "tools/report.h"

#include <fmt/format.h>

#include <span>

#include "protocol/json.h"
#include "reactor/console.h"

namespace klamm::tools {

namespace {

// Bytes that are no UTF-8 (a file's name, a damaged text) must not end the line.
std::string dumped(const Item& value) {
  return value.dump(-1, ' ', false, Item::error_handler_t::replace);
}

// Control characters would move a terminal's cursor.
std::string one_line(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    out += code < 0x20 || code == 0x7f ? fmt::format("\\x{:02x}", code) : std::string(1, c);
  }
  return out;
}

std::string value_text(const Item& value) {
  return value.is_string() ? one_line(value.get_ref<const std::string&>()) : dumped(value);
}

std::string text_of(const Item& item) {
  const std::string type = item.value("type", "");
  if (type == "file") return "Dumping " + value_text(item["file"]);
  std::string text = type == "record" || type == "control" ? "|" : "";
  for (const auto& [name, value] : item.items()) {
    if (name == "type" && (type == "batch" || type == "record")) continue;
    if (!text.empty()) text += ' ';
    text += name == "type" ? type : name + ": " + value_text(value);
  }
  return text;
}

}  // namespace

void Report::line(std::string_view text) {
  is_output_lost_ |= !reactor::print(out_, "{}\n", text);
}

int Report::exit_code() const {
  const bool is_lost = std::fflush(out_) != 0 || is_output_lost_;
  if (failure_count_ != 0 || is_lost) return 2;
  return damage_count_ != 0 ? 1 : 0;
}

void Report::item(const Item& item) {
  line(as_json_ ? dumped(item) : text_of(item));
}

void Report::note(std::string_view text) {
  if (!as_json_) return line(one_line(text));
  item({{"type", "note"}, {"text", text}});
}

void Report::fault(const char* type, const char* label, std::string_view file, std::optional<uint64_t> position,
                   std::string_view what) {
  if (as_json_) {
    Item said = {{"type", type}, {"file", file}};
    if (position) said["position"] = *position;
    said["what"] = what;
    return item(said);
  }
  const std::string at = position ? fmt::format(" at byte {}", *position) : "";
  line(fmt::format("{} {}{}: {}", label, one_line(file), at, one_line(what)));
}

void Report::damage(std::string_view file, std::optional<uint64_t> position, std::string_view what) {
  ++damage_count_;
  fault("damage", "DAMAGED", file, position, what);
}

void Report::mend(std::string_view file, std::optional<uint64_t> position, std::string_view what) {
  ++mend_count_;
  fault("mend", "TO MEND", file, position, what);
}

void Report::failure(std::string_view what) {
  ++failure_count_;
  if (as_json_) return item({{"type", "failure"}, {"what", what}});
  line("FAILED " + one_line(what));
}

void set_bytes(Item& item, const std::string& name, std::string_view bytes) {
  std::string quoted;
  protocol::append_json_text(bytes, quoted);
  // It replaces what is no UTF-8, which would be lost.
  const Item text = Item::parse(quoted, nullptr, false);
  if (text.is_string() && text.get_ref<const std::string&>() == bytes) {
    item[name] = text;
    return;
  }
  std::string encoded;
  protocol::append_base64(std::as_bytes(std::span(bytes)), encoded);
  item[name + "Base64"] = encoded;
}

}  // namespace klamm::tools
