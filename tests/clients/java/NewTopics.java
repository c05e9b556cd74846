import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * NewTopics ADDRESS TOPICS RECORDS: makes each topic and writes to it with a running idempotent producer the moment
 * CreateTopics is answered, in small batches of which five are in flight; then every partition is read back. Prints one
 * line per topic that lost a record or got an error, then "TOPICS topics, N bad".
 */
public final class NewTopics {
  private static final int THREADS = 4;
  private static final int PARTITIONS = 8;

  public static void main(String[] args) throws Exception {
    String address = args[0];
    int topics = Integer.parseInt(args[1]);
    int records = Integer.parseInt(args[2]);
    ConcurrentLinkedQueue<String> bad = new ConcurrentLinkedQueue<>();
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      List<String> names = new ArrayList<>();
      for (int i = t; i < topics; i += THREADS) names.add("brand-new-" + i);
      Thread thread = new Thread(() -> work(address, names, records, bad));
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) thread.join();
    bad.forEach(System.out::println);
    System.out.println(topics + " topics, " + bad.size() + " bad");
  }

  private static void work(String address, List<String> topics, int records, ConcurrentLinkedQueue<String> bad) {
    Properties settings = new Properties();
    settings.put("bootstrap.servers", address);
    settings.put("linger.ms", "0");
    settings.put("batch.size", "100");
    settings.put("request.timeout.ms", "2000");
    settings.put("delivery.timeout.ms", "5000");
    settings.put("enable.auto.commit", "false");
    try (Admin admin = Admin.create(settings);
        KafkaProducer<String, String> producer =
            new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer());
        KafkaConsumer<String, String> consumer =
            new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
      for (String topic : topics) {
        String problem = writeAtOnce(admin, producer, topic, records);
        if (problem.isEmpty()) problem = readBack(consumer, topic, records);
        if (!problem.isEmpty()) bad.add(problem);
      }
    } catch (Exception e) {
      bad.add(String.valueOf(e));
    }
  }

  private static String writeAtOnce(Admin admin, KafkaProducer<String, String> producer, String topic, int records) {
    try {
      admin.createTopics(List.of(new NewTopic(topic, PARTITIONS, (short) 1))).all().get();
      List<Future<RecordMetadata>> sent = new ArrayList<>();
      for (int i = 0; i < records; i++) {
        for (int p = 0; p < PARTITIONS; p++) sent.add(producer.send(new ProducerRecord<>(topic, p, "k", "value " + i)));
      }
      for (int i = 0; i < sent.size(); i++) {
        long offset = sent.get(i).get().offset();
        if (offset != i / PARTITIONS) return topic + ": record " + i / PARTITIONS + " at " + offset;
      }
      return "";
    } catch (Exception e) {
      return topic + ": " + (e.getCause() == null ? e : e.getCause());
    }
  }

  private static String readBack(KafkaConsumer<String, String> consumer, String topic, int records) {
    List<TopicPartition> partitions = new ArrayList<>();
    for (int p = 0; p < PARTITIONS; p++) partitions.add(new TopicPartition(topic, p));
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    int[] seen = new int[PARTITIONS];
    while (ends.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue())) {
      for (ConsumerRecord<String, String> r : consumer.poll(Duration.ofMillis(100))) {
        String due = "value " + seen[r.partition()]++;
        if (!r.value().equals(due)) return topic + ": \"" + r.value() + "\" where \"" + due + "\" was due";
      }
    }
    for (int n : seen) if (n != records) return topic + ": " + n + " records of " + records + " in a partition";
    return "";
  }
}
