#include <gtest/gtest.h>

#include <cmath>

#include "metadata/client_quota_control.h"
#include "metadata/client_quota_lookup.h"
#include "protocol/messages/client_quota_record.h"
#include "records.h"

// Expected codes and messages were given by Apache Kafka 4.4.0 as a single node.
namespace klamm::metadata {
namespace {

using namespace test;
using protocol::ErrorCode;

using Name = std::optional<std::string>;
constexpr std::nullopt_t kDefault = std::nullopt;

class ClientQuotaTest : public ::testing::Test {
 protected:
  static ClientQuotaEntity user(Name name) { return {{{"user", std::move(name)}}}; }
  static ClientQuotaEntity client(Name name) { return {{{"client-id", std::move(name)}}}; }
  static ClientQuotaEntity both(Name user, Name client) {
    return {{{"user", std::move(user)}, {"client-id", std::move(client)}}};
  }
  static ClientQuotaEntity ip(Name name) { return {{{"ip", std::move(name)}}}; }
  static ClientQuotaAlteration set(ClientQuotaEntity entity, std::string key, std::optional<double> value) {
    return {std::move(entity), {{std::move(key), value}}};
  }
  const MetadataImage& image() const { return state_.image(); }
  Decision<AlteredClientQuota> decide(const std::vector<ClientQuotaAlteration>& alterations) const {
    auto decision = decide_alter_client_quotas(image(), alterations);
    EXPECT_TRUE(decision.has_value());
    return decision ? std::move(*decision) : Decision<AlteredClientQuota>();
  }
  std::string message_of(const ClientQuotaAlteration& alteration) const {
    const ApiError error = decide({alteration}).answers.at(0).error;
    EXPECT_EQ(error.code, error.message.empty() ? ErrorCode::kNone : ErrorCode::kInvalidRequest);
    return error.message;
  }
  // Decides on it and makes it true.
  void alter(const ClientQuotaAlteration& alteration) {
    const auto decision = decide({alteration});
    EXPECT_EQ(decision.answers.at(0).error.message, "");
    for (const std::string& record : decision.records) state_.apply_own(record);
    state_.finish({1, 1});
  }
  void alter(const ClientQuotaEntity& entity, std::optional<double> rate) {
    alter(set(entity, "producer_byte_rate", rate));
  }
  // Limit, user and client id of those who share it.
  std::string found(std::string_view user, std::string_view client_id) const {
    const auto quota = find_client_quota(image(), "producer_byte_rate", user, client_id);
    if (!quota) return "none";
    return std::to_string(std::lround(quota->limit)) + " '" + quota->user + "' '" + quota->client_id + "'";
  }

  ImageBuilder state_{"cluster", 1, 1};
};

TEST_F(ClientQuotaTest, ARecordsOrderOfPartsDoesNotMatter) {
  protocol::ClientQuotaRecord::EntityData parts[2];
  protocol::ClientQuotaRecord record;
  for (int order = 0; order < 2; ++order) {
    parts[order].entity_type = "user";
    parts[order].entity_name = protocol::String::null();
    parts[1 - order].entity_type = "client-id";
    parts[1 - order].entity_name = "a";
    record.entity = {parts, 2};
    record.key = order == 0 ? "producer_byte_rate" : "request_percentage";
    record.value = 5 + order;
    state_.apply_own(encode_record(record));
  }
  state_.finish({1, 1});
  const ClientQuotaImage* quota = image().client_quota(both(kDefault, "a"));
  ASSERT_NE(quota, nullptr);
  EXPECT_EQ(quota->values.size(), 2U);
  EXPECT_EQ(quota->find("request_percentage"), 6);
}

TEST_F(ClientQuotaTest, SetsChangesAndTakesAway) {
  const uint64_t revision = image().client_quota_revision();
  alter(client("a"), 1000);
  alter(set(client("a"), "consumer_byte_rate", 7));
  ASSERT_NE(image().client_quota(client("a")), nullptr);
  EXPECT_EQ(image().client_quota(client("a"))->find("producer_byte_rate"), 1000);
  EXPECT_NE(image().client_quota_revision(), revision);
  EXPECT_TRUE(decide({set(client("a"), "producer_byte_rate", 1000)}).records.empty()) << "nothing changes";
  EXPECT_TRUE(decide({set(client("b"), "producer_byte_rate", std::nullopt)}).records.empty());
  EXPECT_TRUE(decide({set(client("b"), "nope", std::nullopt)}).answers.at(0).error.ok());
  alter(client("a"), std::nullopt);
  EXPECT_EQ(image().client_quota(client("a"))->values.size(), 1U);
  alter(set(client("a"), "consumer_byte_rate", std::nullopt));
  EXPECT_EQ(image().client_quota(client("a")), nullptr);
  EXPECT_EQ(image().client_quota(both("a", "a")), nullptr);
}

TEST_F(ClientQuotaTest, RefusesWhatKafkaRefuses) {
  EXPECT_EQ(message_of(set({}, "producer_byte_rate", 1)), "Invalid empty client quota entity");
  EXPECT_EQ(message_of(set({{{"nope", "a"}}}, "producer_byte_rate", 1)), "Unhandled client quota entity type: nope");
  EXPECT_EQ(message_of(set(user(""), "producer_byte_rate", 1)), "Empty user not supported");
  EXPECT_EQ(message_of(set(ip("no ip"), "connection_creation_rate", 1)), "no ip is not a valid IP or resolvable host.");
  EXPECT_EQ(message_of(set({{{"ip", "::1"}, {"user", "a"}}}, "connection_creation_rate", 1)).substr(0, 35),
            "Invalid quota entity combination, I");
  EXPECT_EQ(message_of(set(ip("::1"), "connection_creation_rate", 1)), "");
  EXPECT_EQ(message_of(set(ip(kDefault), "connection_creation_rate", 1)), "");
  EXPECT_EQ(message_of(set(ip("::1"), "producer_byte_rate", 1)), "Invalid configuration key producer_byte_rate");
  EXPECT_EQ(message_of(set(user("a"), "connection_creation_rate", 1)),
            "Invalid configuration key connection_creation_rate");
  EXPECT_EQ(message_of(set(user("a"), "producer_byte_rate", 0)), "Quota producer_byte_rate must be greater than 0");
  EXPECT_EQ(message_of(set(user("a"), "producer_byte_rate", 1.5)), "producer_byte_rate cannot be a fractional value.");
  EXPECT_EQ(message_of(set(user("a"), "producer_byte_rate", 1e19)),
            "Proposed value for producer_byte_rate is too large for a LONG.");
  EXPECT_EQ(message_of(set(ip("::1"), "connection_creation_rate", 3e9)),
            "Proposed value for connection_creation_rate is too large for an INT.");
  EXPECT_EQ(message_of(set(user("a"), "request_percentage", 0.5)), "");
}

TEST_F(ClientQuotaTest, AnEntityChangesWholeOrNotAtAll) {
  ClientQuotaAlteration bad = set(client("a"), "producer_byte_rate", 1);
  bad.operations.push_back({"consumer_byte_rate", -1});
  const auto decision = decide({bad, set(client("b"), "producer_byte_rate", 1)});
  EXPECT_FALSE(decision.answers.at(0).error.ok());
  EXPECT_TRUE(decision.answers.at(1).error.ok());
  EXPECT_EQ(decision.records.size(), 1U);
}

TEST_F(ClientQuotaTest, OneThatComesTwiceIsRefusedThoughTheFirstHolds) {
  const auto decision = decide({set(client("a"), "producer_byte_rate", 1), set(client("a"), "consumer_byte_rate", 1)});
  ASSERT_EQ(decision.answers.size(), 1U);
  EXPECT_EQ(decision.answers[0].error.message, "Ignoring duplicate entity ClientQuotaEntity(entries={client-id=a})");
  EXPECT_EQ(decision.records.size(), 1U);
}

// A request of 100 MB has room for millions: looking through all of them for each would stand still for hours.
TEST_F(ClientQuotaTest, AnEntityWithVeryManyQuotasIsDecidedOnSoon) {
  ClientQuotaAlteration alteration{client("a"), {}};
  for (int i = 0; i < 300'000; ++i) alteration.operations.push_back({"key " + std::to_string(i), std::nullopt});
  EXPECT_EQ(message_of(alteration), "");
  alteration.operations.push_back({"key 0", std::nullopt});
  EXPECT_NE(message_of(alteration).find("Ignoring duplicate entity"), std::string::npos);
}

TEST_F(ClientQuotaTest, TheMostSpecificEntityDecides) {
  EXPECT_EQ(found("u", "c"), "none");
  alter(client(kDefault), 1);
  EXPECT_EQ(found("u", "c"), "1 '' 'c'");
  alter(client("c"), 2);
  EXPECT_EQ(found("u", "c"), "2 '' 'c'");
  EXPECT_EQ(found("u", "d"), "1 '' 'd'");
  alter(user(kDefault), 3);
  EXPECT_EQ(found("u", "c"), "3 'u' ''");
  alter(both(kDefault, kDefault), 4);
  EXPECT_EQ(found("u", "c"), "4 'u' 'c'");
  alter(both(kDefault, "c"), 5);
  EXPECT_EQ(found("u", "c"), "5 'u' 'c'");
  EXPECT_EQ(found("u", "d"), "4 'u' 'd'");
  alter(user("u"), 6);
  EXPECT_EQ(found("u", "c"), "6 'u' ''");
  EXPECT_EQ(found("v", "c"), "5 'v' 'c'");
  alter(both("u", kDefault), 7);
  EXPECT_EQ(found("u", "c"), "7 'u' 'c'");
  alter(both("u", "c"), 8);
  EXPECT_EQ(found("u", "c"), "8 'u' 'c'");
  EXPECT_EQ(found("u", "d"), "7 'u' 'd'");
  alter(both("u", kDefault), std::nullopt);
  EXPECT_EQ(found("u", "d"), "6 'u' ''");
}

TEST_F(ClientQuotaTest, AnEntityHasOnlyTheQuotasThatWereSet) {
  alter(set(both("u", "c"), "consumer_byte_rate", 9));
  alter(client("c"), 2);
  EXPECT_EQ(found("u", "c"), "2 '' 'c'");
}

TEST_F(ClientQuotaTest, AClientWithoutAnIdHasTheQuotasOfItsUserAlone) {
  alter(client(kDefault), 1);
  EXPECT_EQ(found("u", ""), "none");
  alter(both("u", kDefault), 2);
  EXPECT_EQ(found("u", ""), "none");
  alter(user("u"), 3);
  EXPECT_EQ(found("u", ""), "3 'u' ''");
}

}  // namespace
}  // namespace klamm::metadata
