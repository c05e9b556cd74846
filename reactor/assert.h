#pragma once

#include <string_view>

namespace klamm::reactor {

// Prints "file:line: assertion failed: expression: message" to stderr and aborts the process.
// @core any
[[noreturn]] void assertion_failed(const char* file, int line, const char* expression, std::string_view message = {});

}  // namespace klamm::reactor

// Checks for our own mistakes only, and stays on in release builds. Bytes from a client or a disk are checked and
// answered as errors instead. The optional second argument is a message, evaluated only on failure. protocol/assert.h
// defines the same macro, since neither room includes the other; whichever comes first is used.
#ifndef KLAMM_ASSERT
#define KLAMM_ASSERT(condition, ...)                                                                 \
  do {                                                                                               \
    if (!(condition)) [[unlikely]]                                                                   \
      ::klamm::reactor::assertion_failed(__FILE__, __LINE__, #condition __VA_OPT__(, ) __VA_ARGS__); \
  } while (false)
#endif
