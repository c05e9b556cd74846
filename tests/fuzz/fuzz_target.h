#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

// What each fuzz target defines. Linked with libFuzzer it is a fuzzer; linked with smoke_main.cc, a short test.

/// libFuzzer's entry. Aborts when it finds a mistake of ours.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace klamm::fuzz {

/// Inputs from which mutations reach far.
std::vector<std::vector<uint8_t>> seeds();

}  // namespace klamm::fuzz
