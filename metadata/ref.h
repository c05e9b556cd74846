#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

namespace klamm::metadata {

/// Base of what a Ref counts. The count is plain: all Refs of an image's parts are made, copied and dropped on shard 0
/// (see image.h); other shards only follow pointers.
/// @core owner (shard 0)
class Counted {
 public:
  Counted() = default;
  Counted(const Counted&) noexcept {}
  Counted& operator=(const Counted&) noexcept { return *this; }

 private:
  template <class T>
  friend class Ref;
  mutable uint32_t count_ = 0;
};

/// A counted pointer to an immutable part of an image that other images may share.
/// @core owner (shard 0); get() and the comparison may be used anywhere
template <class T>
class Ref {
 public:
  Ref() = default;
  explicit Ref(T* target) : target_(target) { add(); }
  Ref(const Ref& other) : target_(other.target_) { add(); }
  Ref(Ref&& other) noexcept : target_(std::exchange(other.target_, nullptr)) {}
  template <class U>
    requires(std::is_convertible_v<U*, T*> && !std::is_same_v<U, T>)
  Ref(const Ref<U>& other) : Ref(other.get()) {}
  Ref& operator=(Ref other) noexcept {
    std::swap(target_, other.target_);
    return *this;
  }
  ~Ref() {
    if (target_ != nullptr && --target_->Counted::count_ == 0) delete target_;
  }

  T* get() const { return target_; }
  T* operator->() const { return target_; }
  T& operator*() const { return *target_; }
  explicit operator bool() const { return target_ != nullptr; }
  /// Whether nobody else counts the target, so that it may be changed in place.
  bool is_sole() const { return target_ != nullptr && target_->Counted::count_ == 1; }
  friend bool operator==(const Ref& a, const Ref& b) { return a.target_ == b.target_; }

 private:
  void add() const {
    if (target_ != nullptr) ++target_->Counted::count_;
  }
  T* target_ = nullptr;
};

template <class T, class... Args>
Ref<T> make_ref(Args&&... args) {
  return Ref<T>(new std::remove_const_t<T>{std::forward<Args>(args)...});
}

}  // namespace klamm::metadata
