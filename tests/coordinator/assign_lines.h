#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "coordinator/assignor/assignor.h"

// Groups and assignments as lines of text, which the Java program Assign reads and writes, too:
//   ASSIGNOR homogeneous|heterogeneous TOPICS MEMBERS
// TOPICS: ID:COUNT with commas. MEMBERS with semicolons: MEMBER-ID/INSTANCE-ID/SUBSCRIBED/TARGET, where INSTANCE-ID may
// be empty, SUBSCRIBED has topic ids with commas and TARGET is an assignment: ID:P.P.P with commas. The answer is the
// members' assignments with semicolons, or ERROR.
namespace klamm::coordinator {

/// A group that owns what AssignorGroup refers to.
struct WrittenGroup {
  struct Member {
    std::string member_id;
    std::optional<std::string> instance_id;
    std::vector<protocol::Uuid> subscribed;
    TopicPartitions target;
  };

  std::string assignor;
  bool is_homogeneous = true;
  std::vector<AssignorTopic> topics;
  std::vector<Member> members;

  AssignorGroup view() const;
};

/// Nothing for a line that is none of these.
std::optional<WrittenGroup> read_group(std::string_view line);
std::string written(const AssignorResult& result);

}  // namespace klamm::coordinator
