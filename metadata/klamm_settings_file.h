#pragma once

#include <cstdint>
#include <expected>
#include <string>

#include "metadata/klamm_settings.h"
#include "metadata/node_options.h"
#include "reactor/io.h"
#include "reactor/task.h"

namespace klamm::metadata {

class ImageBuilder;

/// Whether this setting is one that only Klamm knows.
bool is_klamm_setting(const NodeOptions& options, ConfigResourceType type, std::string_view key);

/// `klamm-settings.json` in the directory of the metadata log, always replaced as a whole (a temporary file, fdatasync,
/// rename, sync of the directory). Made with the first such setting.
///
/// It is written before the records of the metadata log that belong to the same changes, and entries of deleted topics
/// go only after them. So a topic that exists after a crash has all settings that it was answered to have; a request
/// without an answer that altered Klamm's and Kafka's settings at a time may have altered Klamm's alone, and what is
/// left of a topic that never came to be, or is gone, goes with the next start.
/// @core owner (shard 0)
class KlammSettingsFile {
 public:
  /// Read and written. More than kKlammConfigsMax resources can fill with what is_klamm_text(), each byte escaped, and
  /// as many topics that are about to go.
  static constexpr size_t kBytesMax = size_t{256} << 20;
  using Result = std::expected<void, std::string>;

  KlammSettingsFile(reactor::Io& io, const std::string& directory) : io_(io), path_(directory + "/" + kName) {}

  /// Reads the file, if there is one. The error is a sentence: without knowing how much of its producers' past a topic
  /// promises to remember, nothing should be served.
  Result load(const NodeOptions& options);
  /// Puts what was loaded into the image, but for topics that are not there.
  void apply_to(ImageBuilder& state) const;

  /// Before the log's records that lead to `image` are written. The errors are sentences.
  reactor::Task<Result> before_log(const MetadataImage& image);
  /// After them.
  reactor::Task<Result> after_log(const MetadataImage& image);
  /// The last of these found no space; it may be tried again.
  bool is_short_of_space() const { return is_short_of_space_; }

  static constexpr const char* kName = "klamm-settings.json";

 private:
  reactor::Task<Result> write(KlammSettings settings);

  reactor::Io& io_;
  std::string path_;
  KlammSettings written_;                   // what the file says
  uint64_t written_revision_ = UINT64_MAX;  // of the image whose settings those are; at first of none
  bool is_short_of_space_ = false;
};

}  // namespace klamm::metadata
