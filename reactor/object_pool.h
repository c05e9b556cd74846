#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace klamm::reactor {

// Objects of one type, made in steps and reused; memory goes back when the pool goes. Bounded by what its users have in
// flight.
// @core owner
template <class T, size_t kStep = 64>
class ObjectPool {
 public:
  ObjectPool() = default;
  ObjectPool(const ObjectPool&) = delete;
  ObjectPool& operator=(const ObjectPool&) = delete;

  template <class... Arguments>
  T* make(Arguments&&... arguments) {
    if (free_ == nullptr) grow();
    Cell* const cell = free_;
    free_ = cell->next;
    return new (cell->bytes) T(std::forward<Arguments>(arguments)...);
  }
  void free(T* object) {
    object->~T();
    Cell* const cell = new (object) Cell;
    cell->next = free_;
    free_ = cell;
  }

 private:
  union Cell {
    Cell() : next(nullptr) {}
    Cell* next;
    alignas(T) std::byte bytes[sizeof(T)];
  };
  void grow() {
    blocks_.push_back(std::make_unique<Cell[]>(kStep));
    for (size_t i = kStep; i > 0; --i) {
      Cell& cell = blocks_.back()[i - 1];
      cell.next = free_;
      free_ = &cell;
    }
  }
  std::vector<std::unique_ptr<Cell[]>> blocks_;
  Cell* free_ = nullptr;
};

}  // namespace klamm::reactor
