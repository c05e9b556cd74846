#pragma once

#include <cstdint>

#include "reactor/event.h"
#include "reactor/task.h"

namespace klamm::reactor {

// Counts tasks that must end before their owner goes. close() refuses new ones and waits for the rest.
// Destroying it with tasks inside is a mistake (asserted).
// @core owner
class Gate {
 public:
  Gate() { empty_.set(); }
  ~Gate();

  // False once closed; otherwise leave() must follow.
  bool try_enter();
  void leave();
  // Starts the task inside the gate, from the ready queue (Shard::spawn). False, and the task is dropped unstarted,
  // once closed.
  bool spawn(Task<void> task);

  // co_await close(): refuses new entries at once, resumes when the last one inside has left.
  auto close() {
    closed_ = true;
    return empty_.wait();
  }
  bool is_closed() const { return closed_; }
  uint32_t count() const { return count_; }

 private:
  Event empty_;
  uint32_t count_ = 0;
  bool closed_ = false;
};

// Leaves the gate at the end of its scope. Falsy when the gate was closed.
class GatePass {
 public:
  explicit GatePass(Gate& gate) : gate_(gate.try_enter() ? &gate : nullptr) {}
  GatePass(const GatePass&) = delete;
  GatePass& operator=(const GatePass&) = delete;
  ~GatePass() {
    if (gate_ != nullptr) gate_->leave();
  }
  explicit operator bool() const { return gate_ != nullptr; }

 private:
  Gate* gate_;
};

}  // namespace klamm::reactor
