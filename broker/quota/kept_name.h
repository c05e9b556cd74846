#pragma once

#include <string>
#include <string_view>

#include "net/request.h"

namespace klamm::broker {

/// The name of a user or a client as tables of quotas keep it, so that they are bounded in bytes too: itself up to
/// net::kClientIdKeptBytes; of a longer one so many bytes and a hash of 128 bits of all of it. Two that meet would have
/// to be made for it, by somebody who could as well use one name for both. Which quota a name has is looked up with the
/// whole of it.
/// @core any
class KeptName {
 public:
  static constexpr size_t kHashBytes = 16;

  /// `name` must outlive it.
  explicit KeptName(std::string_view name);
  KeptName(const KeptName&) = delete;
  KeptName& operator=(const KeptName&) = delete;

  std::string_view view() const { return shortened_.empty() ? name_ : shortened_; }
  std::string text() const { return std::string(view()); }

 private:
  std::string_view name_;
  std::string shortened_;  // empty: it is short enough
};

}  // namespace klamm::broker
