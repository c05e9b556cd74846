import java.io.BufferedOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Dump ADDRESS FOLDER TOPIC..: every record of each topic, by assign(), as lines of FOLDER/TOPIC. */
public final class Dump {
  public static void main(String[] args) throws Exception {
    Properties settings = new Properties();
    settings.put("bootstrap.servers", args[0]);
    settings.put("enable.auto.commit", "false");
    settings.put("auto.offset.reset", "none");
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      for (int i = 2; i < args.length; i++) dump(consumer, args[i], Path.of(args[1], args[i]));
    }
  }

  private static void dump(KafkaConsumer<byte[], byte[]> consumer, String topic, Path to) throws Exception {
    List<TopicPartition> partitions = new ArrayList<>();
    for (PartitionInfo p : consumer.partitionsFor(topic)) partitions.add(new TopicPartition(topic, p.partition()));
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(to))) {
      while (ends.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue())) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) write(out, record);
      }
    }
  }

  private static void write(OutputStream out, ConsumerRecord<byte[], byte[]> record) throws Exception {
    StringBuilder head = new StringBuilder();
    head.append(record.partition()).append('\t').append(record.offset()).append('\t').append(record.timestamp());
    out.write(head.append('\t').toString().getBytes(StandardCharsets.UTF_8));
    out.write(record.key());
    StringBuilder headers = new StringBuilder("\t");
    for (Header h : record.headers()) {
      if (headers.length() > 1) headers.append(',');
      headers.append(h.key()).append('=').append(new String(h.value(), StandardCharsets.UTF_8));
    }
    out.write(headers.append('\t').toString().getBytes(StandardCharsets.UTF_8));
    out.write(record.value());
    out.write('\n');
  }
}
