#pragma once

#include <string>
#include <utility>

#include "metadata/image_builder.h"

// For the .cc files of ImageBuilder only.
namespace klamm::metadata {

/// Decodes the record into its message and hands it to `apply`.
template <class Message, class Apply>
ImageBuilder::Result ImageBuilder::decoded(const RecordFrame& record, Apply apply) {
  if (record.version < Message::kLowestVersion || record.version > Message::kHighestVersion) {
    return std::unexpected("the metadata log has a " + record_type_name(record.api_key) + " of the unknown version " +
                           std::to_string(record.version));
  }
  protocol::Reader reader(record.body);
  auto message = protocol::decode<Message>(reader, record.version, arena_);
  if (!message || reader.remaining() != 0) {
    return std::unexpected("the metadata log has an unreadable " + record_type_name(record.api_key));
  }
  return apply(*message);
}

template <class T>
std::vector<T> to_vector(const protocol::Array<T>& array) {
  return {array.begin(), array.end()};
}

inline std::string to_string(const protocol::String& text) {
  return std::string(text.view());
}

}  // namespace klamm::metadata
