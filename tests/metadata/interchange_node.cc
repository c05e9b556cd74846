// A node without a network, for the exchange of directories with Apache Kafka:
//   interchange_node DIR [create NAME PARTITIONS | grow NAME PARTITIONS | remove NAME | set NAME KEY VALUE | ids |
//   crash]...
// Starts in DIR, does what is asked, prints what the image says, one line for each thing, and stops in good order (or
// not).

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "cluster.h"

namespace klamm::metadata::test {
namespace {

using reactor::Task;

void print_topic(const MetadataImage& image, const TopicImage& topic) {
  std::printf("topic %s %s partitions=%d", topic.name.c_str(), topic.id.to_string().c_str(), topic.partition_count());
  if (const ConfigImage* config = image.topic_config(topic.name)) {
    for (const auto& [key, value] : config->values) std::printf(" %s=%s", key.c_str(), value.c_str());
  }
  std::printf("\n");
  for (int32_t index = 0; index < topic.partition_count(); ++index) {
    const PartitionImage* partition = topic.partition(index);
    std::printf("partition %s-%d leader=%d epoch=%d isr=%zu elr=%zu\n", topic.name.c_str(), index, partition->leader,
                partition->leader_epoch, partition->isr.size(), partition->eligible_leader_replicas.size());
  }
}

void print_image(const Node& node, const MetadataImage& image) {
  std::printf("cluster %s metadata.version=%d kraft.version=%d clean=%d\n", image.cluster_id().c_str(),
              image.metadata_version(), image.kraft_version(), node.started().after_clean_stop);
  std::vector<const TopicImage*> topics;
  image.for_each_topic([&](const TopicImage& topic) { topics.push_back(&topic); });
  std::ranges::sort(topics, {}, [](const TopicImage* topic) -> const std::string& { return topic->name; });
  for (const TopicImage* topic : topics) print_topic(image, *topic);
  image.for_each_client_quota([](const ClientQuotaImage& quota) {
    for (const auto& [key, value] : quota.values) {
      std::printf("quota %s %s=%g\n", quota.entity.text().c_str(), key.c_str(), value);
    }
  });
  std::printf("kept %zu next-producer-id %lld\n", image.kept_record_count(),
              static_cast<long long>(image.next_producer_id()));
}

void print_log_ends(Node& node) {
  node.logs(0).for_each([&](storage::Partition& partition) {
    std::printf("log %s-%d end=%lld\n", partition.identity().topic.c_str(), partition.identity().index,
                static_cast<long long>(partition.log_end_offset().value));
  });
}

bool failed(const ApiError& error) {
  if (error.ok()) return false;
  std::fprintf(stderr, "%s\n", error.message.c_str());
  return true;
}

// The steps of the command line; false when one was refused or the node is to end as by a crash.
Task<bool> act(Node& node, std::vector<std::string> steps) {
  for (size_t i = 0; i < steps.size(); ++i) {
    if (steps[i] == "crash") co_return false;
    if (steps[i] == "create") {
      CreateTopicsCall call;
      call.topics.push_back(new_topic(steps.at(i + 1), std::atoi(steps.at(i + 2).c_str())));
      const auto created = co_await node.controller().create_topics({}, std::move(call));
      if (failed(created ? created->at(0).error : created.error())) std::exit(1);
      i += 2;
    } else if (steps[i] == "grow") {
      CreatePartitionsCall call;
      call.topics.resize(1);
      call.topics[0].name = steps.at(i + 1);
      call.topics[0].count = std::atoi(steps.at(i + 2).c_str());
      const auto grown = co_await node.controller().create_partitions({}, std::move(call));
      if (failed(grown ? grown->at(0).error : grown.error())) std::exit(1);
      i += 2;
    } else if (steps[i] == "remove") {
      std::vector<TopicReference> topics(1);
      topics[0].name = steps.at(i + 1);
      const auto removed = co_await node.controller().delete_topics({}, std::move(topics));
      if (failed(removed ? removed->at(0).error : removed.error())) std::exit(1);
      i += 1;
    } else if (steps[i] == "set") {
      std::vector<ResourceConfigChange> changes(1);
      changes[0].name = steps.at(i + 1);
      changes[0].changes.resize(1);
      changes[0].changes[0].key = steps.at(i + 2);
      changes[0].changes[0].value = steps.at(i + 3);
      const auto altered = co_await node.controller().alter_configs({}, std::move(changes), false);
      if (failed(altered ? altered->at(0) : altered.error())) std::exit(1);
      i += 3;
    } else if (steps[i] == "quota") {  // client id, quota, value ("-": it goes)
      std::vector<ClientQuotaAlteration> quotas(1);
      quotas[0].entity.parts = {{"user", std::nullopt}, {"client-id", steps.at(i + 1)}};
      quotas[0].operations.resize(1);
      quotas[0].operations[0].key = steps.at(i + 2);
      if (steps.at(i + 3) != "-") quotas[0].operations[0].value = std::atof(steps.at(i + 3).c_str());
      const auto altered = co_await node.controller().alter_client_quotas({}, std::move(quotas), false);
      if (failed(altered ? altered->at(0).error : altered.error())) std::exit(1);
      i += 3;
    } else if (steps[i] == "ids") {
      const auto block = co_await node.controller().allocate_producer_ids({}, node.image().node_id(),
                                                                          node.image().this_broker()->epoch);
      if (!block) std::exit(1);
    }
  }
  co_return true;
}

}  // namespace
}  // namespace klamm::metadata::test

int main(int argc, char** argv) {
  using namespace klamm::metadata::test;
  if (argc < 2) return 2;
  int code = 0;
  run_on_shards(1, [&]() -> klamm::reactor::Task<void> {
    Node node;
    NodeSetup setup = setup_in(argv[1]);
    const bool started = co_await node.start(std::move(setup));
    if (started) {
      std::vector<std::string> steps(argv + 2, argv + argc);
      const bool stops = co_await act(node, std::move(steps));
      print_image(node, node.image());
      print_log_ends(node);
      if (stops) co_await node.stop();
    } else {
      std::fprintf(stderr, "%s\n", node.why().c_str());
      code = 1;
    }
    for (const std::string& said : node.warnings()) std::fprintf(stderr, "warning: %s\n", said.c_str());
    co_await node.end();
  });
  return code;
}
