#include <chrono>
#include <iostream>
#include <string>
#include <string_view>

#include "tests/coordinator/assign_lines.h"

// Reads groups line by line and writes how they are assigned, for the comparison with Kafka's assignors. With `--time`
// it writes the microseconds that each took instead.
int main(int count, char** arguments) {
  using namespace klamm::coordinator;
  using Clock = std::chrono::steady_clock;
  const bool is_timed = count > 1 && std::string_view(arguments[1]) == "--time";
  for (std::string line; std::getline(std::cin, line);) {
    const auto group = read_group(line);
    const Assignor* assignor = group ? find_assignor(group->assignor) : nullptr;
    if (assignor == nullptr) return 1;
    const AssignorGroup view = group->view();
    const auto begin = Clock::now();
    const AssignorResult result = assignor->assign(view);
    const auto took = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begin);
    if (is_timed) {
      std::cout << took.count() << '\n';
    } else {
      std::cout << written(result) << '\n';
    }
  }
}
