#pragma once

namespace klamm::broker {

inline constexpr const char* kVersion = KLAMM_VERSION;

}  // namespace klamm::broker
