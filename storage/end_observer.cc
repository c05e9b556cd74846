#include "storage/end_observer.h"

namespace klamm::storage {

void EndObserver::unlink() noexcept {
  if (next == nullptr) return;
  previous->next = next;
  next->previous = previous;
  previous = next = nullptr;
}

EndObserverList::~EndObserverList() {
  while (!empty()) observer(*ring_.next).unlink();
}

void EndObserverList::link(EndObserver& one) noexcept {
  one.unlink();
  one.previous = &ring_;
  one.next = ring_.next;
  ring_.next->previous = &one;
  ring_.next = &one;
}

void EndObserverList::notify_ends_moved(Partition& partition) noexcept {
  for (EndObserverLinks* at = ring_.next; at != &ring_;) {
    EndObserver& one = observer(*at);
    at = at->next;  // `one` may unlink itself
    one.on_ends_moved(partition);
  }
}

void EndObserverList::notify_gone(Partition& partition, PartitionGone reason) noexcept {
  while (!empty()) {
    EndObserver& one = observer(*ring_.next);
    one.unlink();
    one.on_partition_gone(partition, reason);
  }
}

}  // namespace klamm::storage
