#include "tools/journal_report.h"

namespace klamm::tools {

void say_journal_faults(const storage::FoundJournal& journal, Report& report) {
  if (journal.is_damaged()) {
    report.damage(journal.path, {}, "is no journal that can be read: " + journal.unreadable_because);
  } else if (!journal.unreadable_because.empty()) {
    report.note(journal.path + " was not made to its end and holds nothing");
  } else if (!journal.contents.is_continuous) {
    report.damage(journal.path, {}, "frames between others cannot be read: what they had is lost");
  }
}

void say_kafka_must_wait(const std::string& directory, Report& report) {
  report.note(directory +
              " has journals, which may hold what its logs lack: Kafka must not open it before `klamm recover` was run "
              "on it, or Klamm was started and stopped");
}

}  // namespace klamm::tools
