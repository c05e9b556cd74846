#include "storage/end_observer.h"

namespace klamm::storage {

void EndObserver::unlink() noexcept {
  if (list_ == nullptr) return;
  if (list_->cursor_ == this) list_->cursor_ = next_;
  (previous_ != nullptr ? previous_->next_ : list_->head_) = next_;
  if (next_ != nullptr) next_->previous_ = previous_;
  list_ = nullptr;
  previous_ = next_ = nullptr;
}

EndObserverList::~EndObserverList() {
  while (head_ != nullptr) head_->unlink();
}

void EndObserverList::link(EndObserver& observer) noexcept {
  observer.unlink();
  observer.list_ = this;
  observer.next_ = head_;
  if (head_ != nullptr) head_->previous_ = &observer;
  head_ = &observer;
}

void EndObserverList::notify_ends_moved(Partition& partition) noexcept {
  cursor_ = head_;
  while (cursor_ != nullptr) {
    EndObserver* const observer = cursor_;
    cursor_ = observer->next_;
    observer->on_ends_moved(partition);
  }
}

void EndObserverList::notify_gone(Partition& partition, PartitionGone reason) noexcept {
  while (head_ != nullptr) {
    EndObserver* const observer = head_;
    observer->unlink();
    observer->on_partition_gone(partition, reason);
  }
}

}  // namespace klamm::storage
