#include "reactor/io_error.h"

#include <fmt/format.h>

#include <cstring>

namespace klamm::reactor {

std::string IoError::text() const {
  if (code == 0) return "the other side closed";
  const char* const name = ::strerrorname_np(code);
  const char* const description = ::strerrordesc_np(code);
  if (name == nullptr || description == nullptr) return fmt::format("unknown error {}", code);
  return fmt::format("{} ({})", description, name);
}

}  // namespace klamm::reactor
