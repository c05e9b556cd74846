#pragma once

#include "broker/options.h"
#include "metadata/image.h"

namespace klamm::broker {

/// The options as they are under `image`: those of the start, then what was altered for all brokers, then for this one
/// (KIP-226). Only live options follow the image. A value that cannot be read is passed over: the metadata log may come
/// from another broker's rules.
/// @core any that holds the image
Options live_options(const Options& at_start, const metadata::MetadataImage& image);

}  // namespace klamm::broker
