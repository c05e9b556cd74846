#include "fetch/session_part.h"

#include "fetch/fetch_sessions.h"

namespace klamm::fetch {

// The marks come first: a mark finds its block from its place.
struct SessionMarkBlock {
  SessionMark marks[SessionPart::kMarksPerBlock];
  SessionPart* part = nullptr;
  uint32_t first_number = 0;
};
static_assert(sizeof(SessionMarkBlock) <= 1024);

// ---- one mark

SessionMarkBlock& SessionMark::block() {
  return *reinterpret_cast<SessionMarkBlock*>(this - place_);
}

void SessionMark::set() noexcept {
  if (is_set_ != 0) return;
  is_set_ = 1;
  block().part->tell(*this);
}

void SessionMark::on_ends_moved(storage::Partition&) noexcept {
  set();
}

void SessionMark::on_partition_gone(storage::Partition&, storage::PartitionGone) noexcept {
  set();
}

// ---- the part

SessionPart::SessionPart(FetchSessions& there, SessionAddress home, FetchSession* local)
    : home_(home), local_(local), tell_(*this, there) {}

SessionPart::~SessionPart() = default;

size_t SessionPart::bytes() const {
  return sizeof(SessionPart) + blocks_.capacity() * sizeof(void*) + blocks_.size() * sizeof(SessionMarkBlock);
}

SessionMark& SessionPart::mark(uint32_t number) {
  return blocks_[number / kMarksPerBlock]->marks[number % kMarksPerBlock];
}

void SessionPart::add_block() {
  const auto first = static_cast<uint32_t>(blocks_.size()) * kMarksPerBlock;
  KLAMM_ASSERT(first + kMarksPerBlock < SessionMark::kEnd, "a session has more marks than can be numbered");
  if (blocks_.size() == blocks_.capacity()) blocks_.reserve(blocks_.size() + blocks_.size() / 4 + 1);
  blocks_.push_back(std::make_unique<SessionMarkBlock>());
  SessionMarkBlock& block = *blocks_.back();
  block.part = this;
  block.first_number = first;
  for (uint32_t place = kMarksPerBlock; place-- > 0;) {
    block.marks[place].place_ = place & ((uint32_t{1} << SessionMark::kPlaceBits) - 1);
    block.marks[place].is_free_ = 1;
    block.marks[place].link_to(first_free_);
    first_free_ = first + place;
  }
}

uint32_t SessionPart::new_mark() {
  if (first_free_ == SessionMark::kEnd) add_block();
  const uint32_t number = first_free_;
  SessionMark& fresh = mark(number);
  first_free_ = fresh.link_;
  fresh.link_to(SessionMark::kNotLinked);
  fresh.is_free_ = 0;
  fresh.is_set_ = 0;
  return number;
}

void SessionPart::begin_visit(const storage::LogManager& logs, PartitionFetch& fetch) {
  if (fetch.session_mark == kNoMark) fetch.session_mark = new_mark();
  SessionMark& visited = mark(fetch.session_mark);
  visited.slot_ = fetch.session_slot;
  visited.is_set_ = 0;
  storage::Partition* partition = logs.find(fetch.topic_id, fetch.index);
  if (partition != nullptr) {
    partition->observe(visited);
  } else {
    visited.unlink();
  }
}

void SessionPart::drop(uint32_t number) {
  SessionMark& dropped = mark(number);
  dropped.unlink();
  dropped.is_free_ = 1;
  dropped.is_set_ = 0;
  // One that is on the outgoing list is freed when the list is taken.
  if (dropped.link_ != SessionMark::kNotLinked) return;
  dropped.link_to(first_free_);
  first_free_ = number;
}

void SessionPart::tell(SessionMark& moved) noexcept {
  if (local_ != nullptr) {
    local_->mark(moved.slot_);
    return;
  }
  if (moved.link_ != SessionMark::kNotLinked) return;
  moved.link_to(first_outgoing_);
  first_outgoing_ = moved.block().first_number + moved.place_;
  tell_.arm();
}

std::vector<uint32_t> SessionPart::take_outgoing() {
  std::vector<uint32_t> slots;
  while (first_outgoing_ != SessionMark::kEnd) {
    const uint32_t number = first_outgoing_;
    SessionMark& outgoing = mark(number);
    first_outgoing_ = outgoing.link_;
    outgoing.link_to(SessionMark::kNotLinked);
    if (outgoing.is_free_ != 0) {
      outgoing.link_to(first_free_);
      first_free_ = number;
    } else if (outgoing.is_set_ != 0) {
      slots.push_back(outgoing.slot_);
    }
  }
  return slots;
}

std::vector<uint32_t> SessionPart::take_untold() {
  std::vector<uint32_t> slots = take_outgoing();
  if (tell_.under_way()) slots.insert(slots.end(), tell_.in_flight().begin(), tell_.in_flight().end());
  return slots;
}

reactor::Task<void> SessionPart::end() {
  for (const auto& block : blocks_) {
    for (SessionMark& each : block->marks) each.unlink();
  }
  first_outgoing_ = SessionMark::kEnd;
  co_await tell_.rest();
}

// ---- the way home

SessionPart::Tell::Tell(SessionPart& part, FetchSessions& there)
    : reactor::Notice(part.home_.shard), part_(part), there_(there) {
  disarmed_.set();
}

void SessionPart::Tell::arm() {
  if (armed) return;
  disarmed_.reset();
  reactor::Shard::current().at_loop_end(*this);
}

void SessionPart::Tell::run() noexcept {
  disarmed_.set();
  if (part_.first_outgoing_ != SessionMark::kEnd) send();
}

void SessionPart::Tell::load() noexcept {
  slots_ = part_.take_outgoing();
}

void SessionPart::Tell::deliver() noexcept {
  there_.mark(part_.home_, slots_);
}

reactor::Task<void> SessionPart::Tell::rest() {
  co_await disarmed_.wait();
  co_await home();
}

}  // namespace klamm::fetch
