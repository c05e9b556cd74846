#include "broker/live_options.h"

#include <string>
#include <tuple>

#include "broker/connection_limits.h"

namespace klamm::broker {
namespace {

void override_with(Options& options, const metadata::ConfigImage* altered) {
  if (altered == nullptr) return;
  for (const auto& [name, value] : altered->values) {
    if (!is_readable_limit(name, value)) continue;
    if (is_listener_limit(name)) options.listener_limits.insert_or_assign(name, value);
    const OptionRow* row = find_option(name);
    // An unreadable value leaves the option as it was.
    if (row != nullptr && row->is_live) std::ignore = override_option(options, *row, value);
  }
}

}  // namespace

Options live_options(const Options& at_start, const metadata::MetadataImage& image) {
  using metadata::ConfigResourceType;
  Options options = at_start;
  override_with(options, image.config(ConfigResourceType::kBroker, ""));
  override_with(options, image.config(ConfigResourceType::kBroker, std::to_string(image.node_id())));
  return options;
}

}  // namespace klamm::broker
