#pragma once

#include <coroutine>
#include <cstdint>

#include "reactor/completion.h"

namespace klamm::reactor {

// A byte or count budget; acquire waits first in, first out. try_acquire never waits (and never overtakes a waiter). A
// request larger than the whole budget is admitted when nothing else is held.
// @core owner
class Budget {
 public:
  class Acquire;

  explicit Budget(uint64_t limit) : limit_(limit) {}
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;
  ~Budget();

  bool try_acquire(uint64_t amount);
  Acquire acquire(uint64_t amount);  // co_await -> void; release(amount) must follow
  void release(uint64_t amount);

  uint64_t limit() const { return limit_; }
  uint64_t held() const { return held_; }
  uint32_t waiting_count() const { return waiting_count_; }
  bool has_waiters() const { return first_ != nullptr; }

 private:
  bool fits(uint64_t amount) const { return held_ == 0 || (held_ <= limit_ && amount <= limit_ - held_); }
  void admit_waiters();

  uint64_t limit_;
  uint64_t held_ = 0;
  uint32_t waiting_count_ = 0;
  Acquire* first_ = nullptr;
  Acquire* last_ = nullptr;
};

class [[nodiscard]] Budget::Acquire : CoroutineCompletion {
 public:
  Acquire(Budget& budget, uint64_t amount) : budget_(budget), amount_(amount) {}
  bool await_ready() const { return budget_.try_acquire(amount_); }
  void await_suspend(std::coroutine_handle<> handle);
  void await_resume() const noexcept {}

 private:
  friend class Budget;
  Budget& budget_;
  uint64_t amount_;
  Acquire* next_waiter_ = nullptr;
};

inline Budget::Acquire Budget::acquire(uint64_t amount) {
  return Acquire(*this, amount);
}

// Gives `amount` back at the end of its scope; made after acquire or a true try_acquire.
class BudgetHold {
 public:
  BudgetHold() = default;
  BudgetHold(Budget& budget, uint64_t amount) : budget_(&budget), amount_(amount) {}
  BudgetHold(BudgetHold&& other) noexcept : budget_(other.budget_), amount_(other.amount_) { other.budget_ = nullptr; }
  BudgetHold& operator=(BudgetHold&& other) noexcept {
    if (this != &other) {
      release();
      budget_ = other.budget_;
      amount_ = other.amount_;
      other.budget_ = nullptr;
    }
    return *this;
  }
  ~BudgetHold() { release(); }
  void release() {
    if (budget_ != nullptr) budget_->release(amount_);
    budget_ = nullptr;
  }

 private:
  Budget* budget_ = nullptr;
  uint64_t amount_ = 0;
};

}  // namespace klamm::reactor
