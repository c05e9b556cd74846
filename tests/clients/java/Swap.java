import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Swap ADDRESS LIFE YES_OR_NO: one life of a broker on a data directory that goes from one to the other; lives are counted from
 * 0. Prints what is there, a line "= .." for each thing: topics, settings, offsets of groups, ends of logs, records as consumers
 * of both isolation levels read them; of compacted topics the newest of each key. Then, unless LIFE is negative, it makes,
 * alters and deletes topics and writes something of everything, in transactions too if YES; prints "filled", and what is
 * there then.
 */
public final class Swap {
  private static final List<String> CODECS = List.of("none", "gzip", "snappy", "lz4", "zstd");
  private static final String COMPACTED = "compacted";
  private final String address;
  private final Admin admin;

  private Swap(String address) {
    this.address = address;
    this.admin = Admin.create(properties());
  }

  public static void main(String[] args) throws Exception {
    Swap swap = new Swap(args[0]);
    int life = Integer.parseInt(args[1]);
    if (life != 0) swap.read();
    if (life >= 0) {
      swap.fill(life, args[2].equals("YES"));
      System.out.println("= filled");
      swap.read();
    }
    swap.admin.close();
  }

  private Properties properties() {
    Properties p = new Properties();
    p.put("bootstrap.servers", address);
    p.put("key.serializer", StringSerializer.class.getName());
    p.put("value.serializer", StringSerializer.class.getName());
    p.put("key.deserializer", StringDeserializer.class.getName());
    p.put("value.deserializer", StringDeserializer.class.getName());
    p.put("enable.auto.commit", "false");
    p.put("auto.offset.reset", "earliest");
    return p;
  }

  // ---- fill

  private void fill(int life, boolean transactions) throws Exception {
    Map<String, String> small = Map.of("segment.bytes", "1048576", "index.interval.bytes", "1024", "retention.ms", "-1");
    if (life == 0) {
      Map<String, String> compact =
          Map.of("cleanup.policy", "compact", "min.cleanable.dirty.ratio", "0.01", "segment.ms", "1000");
      admin.createTopics(List.of(
          new NewTopic("codecs", 2, (short) 1).configs(small), new NewTopic(COMPACTED, 1, (short) 1).configs(compact),
          new NewTopic("in-transactions", 1, (short) 1).configs(small), new NewTopic("grown", 1, (short) 1), new NewTopic("repeated", 1, (short) 1))).all().get();
    } else {
      admin.createPartitions(Map.of("grown", NewPartitions.increaseTo(1 + life))).all().get();
      admin.deleteTopics(List.of("doomed", "of-life-" + (life - 1))).all().get();
    }
    admin.createTopics(List.of(
        new NewTopic("doomed", 2, (short) 1), new NewTopic("of-life-" + life, 3, (short) 1).configs(small))).all().get();
    configure(new ConfigResource(ConfigResource.Type.TOPIC, "codecs"), "max.message.bytes", 2_000_000 + life);
    configure(new ConfigResource(ConfigResource.Type.BROKER, ""), "background.threads", 11 + life);
    for (String codec : CODECS) produce(life, codec);
    produceCompacted(life);
    if (transactions) produceInTransactions(life);
    commit(life);
    subscribe("subscribed-" + life, "of-life-" + life);
  }

  private void configure(ConfigResource resource, String key, int value) throws Exception {
    AlterConfigOp set = new AlterConfigOp(new ConfigEntry(key, Integer.toString(value)), AlterConfigOp.OpType.SET);
    Map<ConfigResource, Collection<AlterConfigOp>> all = Map.of(resource, List.of(set));
    admin.incrementalAlterConfigs(all).all().get();
  }

  private void produce(int life, String codec) {
    Properties p = properties();
    p.put("compression.type", codec);
    p.put("linger.ms", "2");
    try (KafkaProducer<String, String> producer = new KafkaProducer<>(p)) {
      for (int i = 0; i < 200; i++) {
        String value = life + "-" + codec + "-" + i + "-" + "x".repeat(i * 3);
        ProducerRecord<String, String> record =
            new ProducerRecord<>("codecs", i % 2, 1_700_000_000_000L + i, i % 5 == 0 ? null : "k" + i, value);
        record.headers().add("h", codec.getBytes());
        producer.send(record);
        producer.send(new ProducerRecord<>("of-life-" + life, i % 3, "k" + i, value));
        producer.send(new ProducerRecord<>("grown", i % (1 + life), null, value));
        producer.send(new ProducerRecord<>("doomed", i % 2, null, value));
      }
    }
  }

  private void produceCompacted(int life) throws Exception {
    try (KafkaProducer<String, String> producer = new KafkaProducer<>(properties())) {
      for (int i = 0; i < 300; i++) {
        producer.send(new ProducerRecord<>(COMPACTED, "k" + i % 20, i == 290 ? null : life + "-" + i));
        if (i == 150) {
          // Beyond segment.ms: what is before can be compacted.
          producer.flush();
          Thread.sleep(1100);
        }
      }
    }
  }

  private void produceInTransactions(int life) throws Exception {
    Properties p = properties();
    p.put("transactional.id", "id");
    try (KafkaProducer<String, String> producer = new KafkaProducer<>(p);
         KafkaConsumer<String, String> consumer = consumer("transactional", "read_committed")) {
      producer.initTransactions();
      for (int round = 0; round < 4; round++) {
        producer.beginTransaction();
        for (int i = 0; i < 50; i++) {
          producer.send(new ProducerRecord<>("in-transactions", 0, null, life + "-" + round + "-" + i));
        }
        producer.sendOffsetsToTransaction(
            Map.of(new TopicPartition("in-transactions", 0), new OffsetAndMetadata(100 * life + round)),
            consumer.groupMetadata());
        producer.flush();
        if (round % 2 == 0) {
          producer.commitTransaction();
        } else {
          producer.abortTransaction();
        }
      }
    }
  }

  private KafkaConsumer<String, String> consumer(String group, String level) {
    Properties p = properties();
    if (group != null) p.put("group.id", group);
    p.put("isolation.level", level);
    return new KafkaConsumer<>(p);
  }

  private void commit(int life) {
    for (String group : List.of("every-life", "life-" + life)) {
      try (KafkaConsumer<String, String> consumer = consumer(group, "read_uncommitted")) {
        consumer.commitSync(Map.of(
            new TopicPartition("codecs", 0), new OffsetAndMetadata(10L + life, Optional.of(0), "of life " + life),
            new TopicPartition("codecs", 1), new OffsetAndMetadata(20L + life)));
      }
    }
  }

  private void subscribe(String group, String topic) {
    try (KafkaConsumer<String, String> consumer = consumer(group, "read_uncommitted")) {
      consumer.subscribe(List.of(topic));
      int seen = 0;
      while (seen < 200 * CODECS.size()) seen += consumer.poll(Duration.ofMillis(500)).count();
      consumer.commitSync();
    }
  }

  // ---- read

  private final Set<String> lines = new TreeSet<>();

  private void read() throws Exception {
    lines.clear();
    Set<String> names = admin.listTopics(new ListTopicsOptions().listInternal(true)).names().get();
    List<ConfigResource> resources = new ArrayList<>();
    List<TopicPartition> partitions = new ArrayList<>();
    for (TopicDescription topic : admin.describeTopics(names).allTopicNames().get().values()) {
      lines.add("topic " + topic.name() + " " + topic.topicId() + " " + topic.partitions().size());
      resources.add(new ConfigResource(ConfigResource.Type.TOPIC, topic.name()));
      if (topic.isInternal() || topic.name().equals("repeated")) continue;
      topic.partitions().forEach(p -> partitions.add(new TopicPartition(topic.name(), p.partition())));
    }
    resources.add(new ConfigResource(ConfigResource.Type.BROKER, ""));
    admin.describeConfigs(resources).all().get().forEach((resource, config) -> config.entries().forEach(entry -> {
      ConfigEntry.ConfigSource set = resource.type() == ConfigResource.Type.TOPIC
          ? ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG
          : ConfigEntry.ConfigSource.DYNAMIC_DEFAULT_BROKER_CONFIG;
      if (entry.source() == set) {
        lines.add("config " + resource.name() + " " + entry.name() + "=" + entry.value());
      }
    }));
    for (GroupListing group : admin.listGroups().all().get()) readGroup(group.groupId());
    for (String level : List.of("read_uncommitted", "read_committed")) readRecords(level, partitions);
    lines.forEach(line -> System.out.println("= " + line));
  }

  private void readGroup(String group) throws Exception {
    admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get().forEach(
        (at, offset) -> lines.add("group " + group + " " + at + " " + offset));
  }

  private void readRecords(String level, List<TopicPartition> partitions) {
    try (KafkaConsumer<String, String> consumer = consumer(null, level)) {
      consumer.assign(partitions);
      Map<TopicPartition, Long> starts = consumer.beginningOffsets(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      consumer.seekToBeginning(partitions);
      ends.forEach((at, end) -> lines.add("log " + level + " " + at + " " + starts.get(at) + " " + end));
      Map<String, String> newest = new TreeMap<>();
      while (partitions.stream().anyMatch(at -> consumer.position(at) < ends.get(at))) {
        for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(200))) {
          String line = level + " " + record.topic() + "-" + record.partition() + " " + record.offset() + " "
              + record.timestamp() + " " + record.key() + " " + record.headers() + " " + record.value();
          if (record.topic().equals(COMPACTED)) {
            newest.put(record.key(), line);
          } else {
            lines.add(line);
          }
        }
      }
      newest.values().forEach(line -> lines.add("newest " + line));
    }
  }
}
