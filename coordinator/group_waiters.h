#pragma once

#include <cstddef>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "coordinator/classic_messages.h"
#include "coordinator/group_wait.h"
#include "protocol/error_code.h"

namespace klamm::coordinator {

/// Requests that wait for one kind of answer of their groups, by their tokens.
/// @core owner: the groups' shard
template <class Answer>
class GroupWaiters {
 public:
  /// One of them, as long as it lives.
  class Place {
   public:
    Place(GroupWaiters& waiters, RequestToken token, GroupWait& wait) : waiters_(waiters), token_(token), wait_(wait) {
      waiters_.places_[token_] = this;
    }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;
    ~Place() { waiters_.places_.erase(token_); }

    /// Once the wait was told; nothing when it was given up.
    std::optional<Answer>& answer() { return answer_; }

   private:
    friend class GroupWaiters;
    GroupWaiters& waiters_;
    RequestToken token_;
    GroupWait& wait_;
    std::optional<Answer> answer_;
  };

  /// Whoever has gone is told nothing.
  void tell(std::vector<std::pair<RequestToken, Answer>>& answers) {
    for (auto& [token, answer] : answers) {
      const auto found = places_.find(token);
      if (found == places_.end()) continue;
      found->second->answer_ = std::move(answer);
      found->second->wait_.told.set();
    }
  }
  bool has(RequestToken token) const { return places_.contains(token); }
  size_t size() const { return places_.size(); }

 private:
  std::unordered_map<RequestToken, Place*> places_;
};

}  // namespace klamm::coordinator
