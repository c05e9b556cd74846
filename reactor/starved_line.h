#pragma once

#include "reactor/assert.h"

namespace klamm::reactor {

// The links of a stream in a StarvedLine; a stream derives from it.
template <class Stream>
struct Starvable {
  Stream* previous_starved = nullptr;
  Stream* next_starved = nullptr;
  bool starved = false;  // it is in the line
};

// Streams that found no free receive buffer, in the order in which they came.
// @core owner
template <class Stream>
class StarvedLine {
 public:
  void push(Stream& stream) {
    KLAMM_ASSERT(!stream.starved);
    stream.starved = true;
    stream.previous_starved = last_;
    stream.next_starved = nullptr;
    (last_ != nullptr ? last_->next_starved : first_) = &stream;
    last_ = &stream;
  }
  void remove(Stream& stream) {
    KLAMM_ASSERT(stream.starved);
    stream.starved = false;
    (stream.previous_starved != nullptr ? stream.previous_starved->next_starved : first_) = stream.next_starved;
    (stream.next_starved != nullptr ? stream.next_starved->previous_starved : last_) = stream.previous_starved;
  }
  // The first, taken out; null: there is none.
  Stream* pop() {
    Stream* const stream = first_;
    if (stream != nullptr) remove(*stream);
    return stream;
  }

 private:
  Stream* first_ = nullptr;
  Stream* last_ = nullptr;
};

}  // namespace klamm::reactor
