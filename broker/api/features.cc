#include "broker/api/features.h"

namespace klamm::broker {
namespace {

constexpr SupportedFeature kFeatures[] = {
    {"eligible.leader.replicas.version", 0, 1},
    {"group.version", 0, 1},
    {"kraft.version", 0, 1},
    {"metadata.version", 7, 33},
    {"share.version", 0, 2},
    {"streams.version", 0, 1},
    {"transaction.version", 0, 2},
};

}  // namespace

std::span<const SupportedFeature> supported_features() {
  return kFeatures;
}

}  // namespace klamm::broker
