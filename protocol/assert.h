#pragma once

#include <string_view>

namespace klamm::protocol {

/// Prints "file:line: assertion failed: expression: message" to stderr and aborts the process.
/// @core any
[[noreturn]] void assertion_failed(const char* file, int line, const char* expression, std::string_view message = {});

}  // namespace klamm::protocol

/// Checks for our own mistakes only, and stays on in release builds. Bytes from a client or a disk are checked and
/// answered as errors instead. The optional second argument is a message, evaluated only on failure.
#ifndef KLAMM_ASSERT  // reactor/assert.h defines the same
#define KLAMM_ASSERT(condition, ...)                                                                  \
  do {                                                                                                \
    if (!(condition)) [[unlikely]]                                                                    \
      ::klamm::protocol::assertion_failed(__FILE__, __LINE__, #condition __VA_OPT__(, ) __VA_ARGS__); \
  } while (false)
#endif
