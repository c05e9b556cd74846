#include "broker/quota/kept_name.h"

#include <xxhash.h>

namespace klamm::broker {

// One that was shortened is longer than any that was not, and never meets it.
KeptName::KeptName(std::string_view name) : name_(name) {
  if (name.size() <= net::kClientIdKeptBytes) return;
  XXH128_canonical_t hash;
  static_assert(sizeof hash.digest == kHashBytes);
  XXH128_canonicalFromHash(&hash, XXH3_128bits(name.data(), name.size()));
  shortened_ = name.substr(0, net::kClientIdKeptBytes);
  shortened_.append(reinterpret_cast<const char*>(hash.digest), kHashBytes);
}

}  // namespace klamm::broker
