import java.time.Duration;
import java.util.*;
import org.apache.kafka.clients.admin.*;
import org.apache.kafka.clients.consumer.*;
import org.apache.kafka.clients.producer.*;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.*;

/** Writes some of everything to one partition, then prints what consumers of both isolation levels read: "LEVEL offset timestamp key value". */
public class LogTraffic {
    static Properties common(String bootstrap) {
        Properties p = new Properties();
        p.put("bootstrap.servers", bootstrap);
        p.put("key.serializer", StringSerializer.class.getName());
        p.put("value.serializer", StringSerializer.class.getName());
        p.put("key.deserializer", StringDeserializer.class.getName());
        p.put("value.deserializer", StringDeserializer.class.getName());
        return p;
    }

    static void send(Producer<String, String> producer, String topic, String mark, int count) {
        for (int i = 0; i < count; i++)
            producer.send(new ProducerRecord<>(topic, 0, 1700000000000L + i * 7L, i % 5 == 0 ? null : "k" + i, mark + "-" + i + "-" + "x".repeat(i % 700)));
        producer.flush();
    }

    static void consume(String bootstrap, String topic, String level) {
        Properties p = common(bootstrap);
        p.put("isolation.level", level);
        p.put("enable.auto.commit", "false");
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(p)) {
            TopicPartition partition = new TopicPartition(topic, 0);
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).get(partition);
            while (consumer.position(partition) < end)
                for (ConsumerRecord<String, String> r : consumer.poll(Duration.ofMillis(500)))
                    System.out.println(level + " " + r.offset() + " " + r.timestamp() + " " + (r.key() == null ? "<null>" : r.key()) + " " + r.value());
        }
    }

    public static void main(String[] args) throws Exception {
        String bootstrap = args[0], topic = args[1];
        try (Admin admin = Admin.create(common(bootstrap))) {
            NewTopic made = new NewTopic(topic, 1, (short) 1).configs(Map.of("segment.bytes", "1048576", "index.interval.bytes", "2048", "retention.ms", "-1"));
            admin.createTopics(List.of(made)).all().get();
        }
        for (String codec : List.of("none", "gzip", "snappy", "lz4", "zstd")) {
            Properties p = common(bootstrap);
            p.put("compression.type", codec);
            try (Producer<String, String> producer = new KafkaProducer<>(p)) {
                send(producer, topic, codec, 1500);
            }
        }
        Properties p = common(bootstrap);
        p.put("transactional.id", "tx");
        try (Producer<String, String> producer = new KafkaProducer<>(p)) {
            producer.initTransactions();
            for (int round = 0; round < 6; round++) {
                producer.beginTransaction();
                send(producer, topic, (round % 2 == 0 ? "committed" : "aborted") + round, 300);
                if (round % 2 == 0) producer.commitTransaction();
                else producer.abortTransaction();
            }
        }
        consume(bootstrap, topic, "read_uncommitted");
        consume(bootstrap, topic, "read_committed");
    }
}
