// Runs a fuzz target without libFuzzer: over its seeds, over files of a corpus, and over pseudo-random mutations of
// both.
//   NAME_smoke [--runs N] [--seed N] [--write-seeds FOLDER] [FILE-OR-FOLDER]...

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "tests/fuzz/fuzz_target.h"

namespace {

using Input = std::vector<uint8_t>;

constexpr size_t kInputBytesMax = 4096;

struct Options {
  size_t runs = 20'000;
  uint64_t seed = 1;
  std::string write_seeds;
  std::vector<std::filesystem::path> corpus;
};

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    const bool has_value = i + 1 < argc;
    if (argument == "--runs" && has_value) {
      options.runs = std::strtoull(argv[++i], nullptr, 10);
    } else if (argument == "--seed" && has_value) {
      options.seed = std::strtoull(argv[++i], nullptr, 10);
    } else if (argument == "--write-seeds" && has_value) {
      options.write_seeds = argv[++i];
    } else {
      options.corpus.emplace_back(argument);
    }
  }
  return options;
}

Input read_input(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void add_corpus(const std::filesystem::path& path, std::vector<Input>& inputs) {
  if (!std::filesystem::is_directory(path)) return inputs.push_back(read_input(path));
  for (const auto& entry : std::filesystem::directory_iterator(path)) {
    if (entry.is_regular_file()) inputs.push_back(read_input(entry.path()));
  }
}

void write_seeds(const std::filesystem::path& folder, const std::vector<Input>& inputs) {
  std::filesystem::create_directories(folder);
  for (size_t i = 0; i < inputs.size(); ++i) {
    std::ofstream out(folder / ("seed-" + std::to_string(i)), std::ios::binary);
    out.write(reinterpret_cast<const char*>(inputs[i].data()), static_cast<std::streamsize>(inputs[i].size()));
  }
}

class Mutator {
 public:
  explicit Mutator(uint64_t seed) : random_(seed) {}

  Input mutate(const std::vector<Input>& inputs) {
    Input input = pick(inputs);
    for (size_t changes = 1 + below(4); changes > 0; --changes) change(input, inputs);
    if (input.size() > kInputBytesMax) input.resize(kInputBytesMax);
    return input;
  }

 private:
  size_t below(size_t bound) { return bound == 0 ? 0 : random_() % bound; }
  const Input& pick(const std::vector<Input>& inputs) { return inputs[below(inputs.size())]; }
  ptrdiff_t position(const Input& input) { return static_cast<ptrdiff_t>(below(input.size() + 1)); }

  void change(Input& input, const std::vector<Input>& inputs) {
    constexpr uint8_t kTelling[] = {0x00, 0x01, 0x02, 0x7f, 0x80, 0xfe, 0xff};
    switch (below(6)) {
      case 0:
        if (!input.empty()) input[below(input.size())] = kTelling[below(std::size(kTelling))];
        return;
      case 1:
        if (!input.empty()) input[below(input.size())] ^= static_cast<uint8_t>(1U << below(8));
        return;
      case 2:
        input.insert(input.begin() + position(input), 1 + below(8), static_cast<uint8_t>(random_()));
        return;
      case 3:
        if (!input.empty()) input.resize(below(input.size()));
        return;
      case 4: {
        const Input& other = pick(inputs);
        const ptrdiff_t start = position(other);
        input.insert(input.begin() + position(input), other.begin() + start, other.end());
        return;
      }
      default: {
        const ptrdiff_t start = position(input);
        input.erase(input.begin() + start,
                    input.begin() + start + static_cast<ptrdiff_t>(below(input.size() - static_cast<size_t>(start))));
      }
    }
  }

  std::mt19937_64 random_;
};

void run(const Input& input) {
  LLVMFuzzerTestOneInput(input.data(), input.size());
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = parse(argc, argv);
  std::vector<Input> inputs = klamm::fuzz::seeds();
  if (!options.write_seeds.empty()) {
    write_seeds(options.write_seeds, inputs);
    return 0;
  }
  for (const auto& path : options.corpus) add_corpus(path, inputs);
  if (inputs.empty()) inputs.emplace_back();
  std::ranges::for_each(inputs, run);
  Mutator mutator(options.seed);
  for (size_t i = 0; i < options.runs; ++i) run(mutator.mutate(inputs));
  std::printf("%zu inputs and %zu mutations (seed %llu)\n", inputs.size(), options.runs,
              static_cast<unsigned long long>(options.seed));
  return 0;
}
