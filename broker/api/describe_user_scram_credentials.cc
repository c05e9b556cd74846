#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "broker/api/handler.h"
#include "broker/api/handlers.h"
#include "metadata/metadata_record.h"
#include "protocol/messages/describe_user_scram_credentials_request.h"
#include "protocol/messages/describe_user_scram_credentials_response.h"
#include "protocol/messages/user_scram_credential_record.h"

// DescribeUserScramCredentials (KIP-554). Klamm serves no SCRAM; it tells what a directory from Kafka has, and that
// there is nothing else: stock tools ask for it when they describe users.
namespace klamm::broker {
namespace {

using protocol::DescribeUserScramCredentialsRequest;
using protocol::DescribeUserScramCredentialsResponse;
using protocol::ErrorCode;
using Row = DescribeUserScramCredentialsResponse::DescribeUserScramCredentialsResult;
using Info = DescribeUserScramCredentialsResponse::CredentialInfo;
using Credentials = std::map<std::string, std::vector<Info>, std::less<>>;

Credentials credentials_of(const metadata::MetadataImage& image, protocol::Arena& arena) {
  Credentials all;
  image.for_each_kept([&](const metadata::KeptRecord& kept) {
    if (kept.api_key != static_cast<uint32_t>(protocol::UserScramCredentialRecord::kApiKey)) return;
    const auto frame = metadata::parse_record_frame(std::as_bytes(std::span(kept.bytes.data(), kept.bytes.size())));
    if (!frame) return;
    protocol::Reader reader(frame->body);
    const auto record = protocol::decode<protocol::UserScramCredentialRecord>(reader, frame->version, arena);
    if (record) all[std::string(record->name.view())].push_back({record->mechanism, record->iterations});
  });
  return all;
}

// The names to tell of, and whether each was asked for more than once.
std::map<std::string_view, bool> asked_names(const DescribeUserScramCredentialsRequest& request,
                                             const Credentials& all) {
  std::map<std::string_view, bool> names;
  for (const auto& user : request.users) {
    const auto [place, is_new] = names.emplace(user.name.view(), false);
    place->second = !is_new;
  }
  if (names.empty()) {
    for (const auto& [name, infos] : all) names.emplace(name, false);
  }
  return names;
}

bool fill(Row& row, std::string_view name, bool is_repeated, const Credentials& all, RequestContext& context) {
  row.user = context.copy(name);
  const auto found = all.find(name);
  if (is_repeated) {
    row.error_code = ErrorCode::kDuplicateResource;
    row.error_message = context.copy("Cannot describe SCRAM credentials for the same user twice in a single request: " +
                                     std::string(name));
  } else if (found == all.end()) {
    row.error_code = ErrorCode::kResourceNotFound;
    row.error_message = context.copy("Attempt to describe a user credential that does not exist: " + std::string(name));
  } else {
    auto* infos = context.make_array<Info>(found->second.size());
    if (infos == nullptr) return false;
    std::ranges::copy(found->second, infos);
    row.credential_infos = {infos, found->second.size()};
  }
  return true;
}

}  // namespace

reactor::Task<net::Response> handle_describe_user_scram_credentials(RequestContext& context) {
  auto request = context.decode_body<DescribeUserScramCredentialsRequest>();
  if (!request) co_return context.undecodable(request.error());
  const metadata::ImagePtr image = context.shard().image();
  const Credentials all = credentials_of(*image, context.arena());
  const auto names = asked_names(*request, all);
  auto* rows = context.make_array<Row>(names.size());
  if (rows == nullptr) co_return RequestContext::too_large();
  DescribeUserScramCredentialsResponse answer;
  answer.results = {rows, names.size()};
  for (const auto& [name, is_repeated] : names) {
    if (!fill(*rows++, name, is_repeated, all, context)) co_return RequestContext::too_large();
  }
  co_return context.respond(answer);
}

}  // namespace klamm::broker
