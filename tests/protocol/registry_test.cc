#include "protocol/registry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "protocol/json.h"
#include "protocol/messages/api_keys.h"
#include "protocol/messages/metadata_request.h"
#include "protocol/messages/offset_commit_key.h"
#include "protocol/messages/produce_request.h"
#include "protocol/messages/sasl_authenticate_request.h"
#include "protocol/messages/topic_record.h"

namespace klamm::protocol {
namespace {

TEST(ApiInfoTest, KnowsNamesAndVersions) {
  const ApiInfo* produce = find_api(0);
  ASSERT_NE(produce, nullptr);
  EXPECT_EQ(produce->key, ApiKey::kProduce);
  EXPECT_EQ(produce->versions, (VersionRange{3, 14}));
  EXPECT_EQ(produce->request, &ProduceRequest::kDescriptor);
  EXPECT_EQ(produce->listeners, kBrokerListener);
  EXPECT_EQ(name(ApiKey::kApiVersions), "ApiVersions");
  EXPECT_EQ(find_api(-1), nullptr);
  EXPECT_EQ(find_api(999), nullptr);
  EXPECT_EQ(name(static_cast<ApiKey>(999)), "Unknown");
  EXPECT_TRUE(find_api(ApiKey::kInitProducerId)->is_latest_unstable);
  EXPECT_TRUE(produce->is_latest_unstable);
}

TEST(ApiInfoTest, ApisThatAreGoneHaveNoVersions) {
  const ApiInfo* gone = find_api(ApiKey::kLeaderAndIsr);
  ASSERT_NE(gone, nullptr);
  EXPECT_TRUE(gone->versions.empty());
  EXPECT_EQ(gone->request, nullptr);
  EXPECT_FALSE(request_header_version(ApiKey::kLeaderAndIsr, 0).has_value());
}

TEST(ApiInfoTest, HeaderVersions) {
  EXPECT_EQ(request_header_version(ApiKey::kProduce, 8), 1);
  EXPECT_EQ(request_header_version(ApiKey::kProduce, 9), 2);
  EXPECT_EQ(request_header_version(ApiKey::kProduce, 99), 2);
  EXPECT_EQ(response_header_version(ApiKey::kProduce, 8), 0);
  EXPECT_EQ(response_header_version(ApiKey::kProduce, 9), 1);
  EXPECT_EQ(request_header_version(ApiKey::kApiVersions, 3), 2);
  EXPECT_EQ(response_header_version(ApiKey::kApiVersions, 3), 0);
  EXPECT_EQ(request_header_version(ApiKey::kSaslHandshake, 1), 1);
  EXPECT_FALSE(request_header_version(static_cast<ApiKey>(999), 0).has_value());
}

TEST(ApiInfoTest, KeysRise) {
  EXPECT_TRUE(std::ranges::is_sorted(all_apis(), {}, &ApiInfo::key));
}

TEST(RegistryTest, FindsByNameAndByRecordType) {
  EXPECT_EQ(find_message("ProduceRequest"), &ProduceRequest::kDescriptor);
  EXPECT_EQ(find_message("Nothing"), nullptr);
  EXPECT_EQ(find_message(MessageKind::kMetadataRecord, 2), &TopicRecord::kDescriptor);
  EXPECT_EQ(find_message(MessageKind::kGroupKey, 1), &OffsetCommitKey::kDescriptor);
  EXPECT_EQ(find_message(MessageKind::kMetadataRecord, 999), nullptr);
}

TEST(RegistryTest, TablesAreWhatTheCodecExpects) {
  for (const MessageDescriptor* message : kAllMessages) {
    EXPECT_FALSE(message->versions.empty()) << message->name;
    EXPECT_NE(message->body.defaults, nullptr) << message->name;
    int32_t last_tag = -1;
    for (const FieldDescriptor& field : message->body.tagged()) {
      EXPECT_GT(field.tag, last_tag) << message->name << ' ' << field.name;
      last_tag = field.tag;
    }
    for (const FieldDescriptor& field : message->body.untagged()) EXPECT_EQ(field.tag, FieldDescriptor::kNoTag);
  }
}

TEST(JsonTest, PrintsTheFieldsOfTheVersion) {
  MetadataRequest request;
  request.topics = Array<MetadataRequest::MetadataRequestTopic>::null();
  EXPECT_EQ(to_json(request, 1), R"({"topics":null})");
  MetadataRequest::MetadataRequestTopic topic;
  topic.name = "a\"b\n";
  request.topics = Array(&topic, 1);
  EXPECT_EQ(to_json(request, 4), R"({"topics":[{"name":"a\"b\u000a"}],"allowAutoTopicCreation":true})");
}

TEST(JsonTest, PrintsBytesAsBase64AndRecordsAsTheirSize) {
  SaslAuthenticateRequest request;
  request.auth_bytes = Bytes("a");
  EXPECT_EQ(to_json(request, 0), R"({"authBytes":"YQ=="})");
  request.auth_bytes = Bytes("ab");
  EXPECT_EQ(to_json(request, 0), R"({"authBytes":"YWI="})");
  request.auth_bytes = Bytes("abc");
  EXPECT_EQ(to_json(request, 0), R"({"authBytes":"YWJj"})");
  ProduceRequest::PartitionProduceData partition;
  partition.records = Records::external(77, 1);
  ProduceRequest::TopicProduceData topic;
  topic.partition_data = Array(&partition, 1);
  ProduceRequest produce;
  produce.topic_data = Array(&topic, 1);
  EXPECT_NE(to_json(produce, 3).find("\"recordsSizeInBytes\":77"), std::string::npos);
}

}  // namespace
}  // namespace klamm::protocol
