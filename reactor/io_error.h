#pragma once

#include <expected>
#include <string>

namespace klamm::reactor {

// An errno value that an Io operation ended with; 0 where a sink reports an orderly end.
struct IoError {
  int code = 0;
  std::string text() const;  // "No space left on device (ENOSPC)"
  // Behind what it is about, a path mostly.
  std::string text_about(const std::string& what) const { return what + ": " + text(); }
  bool operator==(const IoError&) const = default;
};

template <class T>
using IoResult = std::expected<T, IoError>;

}  // namespace klamm::reactor
