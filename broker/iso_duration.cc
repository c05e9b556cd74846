#include "broker/iso_duration.h"

#include <cctype>
#include <charconv>
#include <cstdint>
#include <optional>

namespace klamm::broker {
namespace {

// Reads one part after the other; the letters stand in a fixed order, and any of them may be missing.
class Parts {
 public:
  explicit Parts(std::string_view text) : rest_(text) {}

  bool is_at_end() const { return rest_.empty(); }

  bool take(char letter) {
    if (rest_.empty() || std::toupper(static_cast<unsigned char>(rest_.front())) != letter) return false;
    rest_.remove_prefix(1);
    return true;
  }

  int sign() {
    if (take('-')) return -1;
    take('+');
    return 1;
  }

  // A whole number before its letter; nothing is taken where it is another's.
  std::optional<int64_t> number_before(char letter) {
    Parts ahead = *this;
    const int sign = ahead.sign();
    const auto number = ahead.digits();
    if (!number) return std::nullopt;
    if (letter == 'S') ahead.skip_fraction();
    if (!ahead.take(letter)) return std::nullopt;
    *this = ahead;
    return sign * *number;
  }

 private:
  std::optional<int64_t> digits() {
    int64_t number = 0;
    const char* end = rest_.data() + rest_.size();
    if (rest_.starts_with('-')) return std::nullopt;
    const auto [stop, error] = std::from_chars(rest_.data(), end, number);
    if (error != std::errc()) return std::nullopt;
    rest_.remove_prefix(static_cast<size_t>(stop - rest_.data()));
    return number;
  }

  void skip_fraction() {
    if (!take('.') && !take(',')) return;
    for (int i = 0; i < 9 && !rest_.empty() && std::isdigit(static_cast<unsigned char>(rest_.front())) != 0; ++i) {
      rest_.remove_prefix(1);
    }
  }

  std::string_view rest_;
};

struct Unit {
  char letter;
  int64_t seconds;
};

}  // namespace

bool is_iso_duration(std::string_view text) {
  Parts parts(text);
  const int sign = parts.sign();
  if (!parts.take('P')) return false;
  int64_t seconds = 0;
  int count = 0;
  const auto add = [&](Unit unit) {
    const auto number = parts.number_before(unit.letter);
    if (!number) return true;
    ++count;
    int64_t part = 0;
    return !__builtin_mul_overflow(*number, unit.seconds, &part) && !__builtin_add_overflow(seconds, part, &seconds);
  };
  if (!add({'D', 86400})) return false;
  if (parts.take('T')) {
    const int before = count;
    if (!add({'H', 3600}) || !add({'M', 60}) || !add({'S', 1})) return false;
    if (count == before) return false;
  }
  return count > 0 && parts.is_at_end() && sign * seconds >= 0;
}

}  // namespace klamm::broker
