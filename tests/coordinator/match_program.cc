#include <algorithm>
#include <iostream>
#include <string>
#include <string_view>

#include "coordinator/topic_regex.h"

// Reads lines PATTERN TAB NAME TAB NAME.. and writes one digit for each name, 1 when the whole of it matches, or the
// message of a pattern that is none: for the comparison with Kafka's library.
int main() {
  using klamm::coordinator::TopicRegex;
  for (std::string line; std::getline(std::cin, line);) {
    std::string_view rest = line;
    const auto next = [&] {
      const size_t tab = std::min(rest.find('\t'), rest.size());
      const std::string_view field = rest.substr(0, tab);
      rest.remove_prefix(std::min(tab + 1, rest.size()));
      return field;
    };
    const auto regex = TopicRegex::compile(next());
    if (!regex) {
      std::cout << regex.error() << '\n';
      continue;
    }
    while (!rest.empty()) std::cout << (regex->matches(next()) ? '1' : '0');
    std::cout << '\n';
  }
}
