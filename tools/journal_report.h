#pragma once

#include <string>

#include "storage/journal/journal_set.h"
#include "tools/report.h"

namespace klamm::tools {

/// What is wrong with a journal, if anything is.
void say_journal_faults(const storage::FoundJournal& journal, Report& report);

/// Of a directory that has journals: Kafka knows nothing of them.
void say_kafka_must_wait(const std::string& directory, Report& report);

}  // namespace klamm::tools
