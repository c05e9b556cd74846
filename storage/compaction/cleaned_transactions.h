#pragma once

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "storage/batch_header.h"
#include "storage/log_types.h"
#include "storage/producer_state.h"

namespace klamm::storage {

// What a pass over a compacted log knows of the transactions in it: which batches are of aborted ones, and when a
// marker has nothing left that it speaks of. Batches come in the order of the log.
// @core owner
class CleanedTransactions {
 public:
  // Those whose marker lies in what comes next.
  void add_aborted(std::vector<AbortedTransaction> aborted);

  // A data batch; true: it is of an aborted transaction, and its records are to go.
  bool on_data(const BatchHeader& batch);

  struct MarkerFate {
    bool may_go = false;                             // none of its transaction's batches came by
    std::optional<AbortedTransaction> still_needed;  // belongs into the transaction index of what is written
  };
  // A control batch; `marker` is absent where it is none of a transaction (that stays), or `is_empty` since it was
  // cleaned before.
  MarkerFate on_control(const BatchHeader& batch, const std::optional<TransactionMarker>& marker, bool is_empty);

 private:
  struct OpenAborted {
    AbortedTransaction transaction;
    bool has_batches = false;
  };
  void begin_up_to(Offset offset);

  std::vector<AbortedTransaction> to_come_;  // by first offset, the next one last
  std::unordered_map<int64_t, OpenAborted> aborted_;
  std::unordered_set<int64_t> committed_;  // or open: their batches stay
};

}  // namespace klamm::storage
