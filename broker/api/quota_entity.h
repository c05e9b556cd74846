#pragma once

#include "broker/api/handler.h"
#include "metadata/client_quota.h"

namespace klamm::broker {

/// The parts of an entity in an answer, as views into it. `Data`: the EntityData of the answer's message. False: the
/// request's memory is used up.
/// @core any
template <class Data>
bool fill_entity(protocol::Array<Data>& into, const metadata::ClientQuotaEntity& entity, RequestContext& context) {
  Data* part = context.make_array<Data>(entity.parts.size());
  if (part == nullptr) return false;
  into = {part, entity.parts.size()};
  for (const auto& [type, name] : entity.parts) {
    part->entity_type = type;
    part->entity_name = name ? protocol::String(*name) : protocol::String::null();
    ++part;
  }
  return true;
}

}  // namespace klamm::broker
