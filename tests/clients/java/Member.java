import java.io.BufferedOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Member ADDRESS GROUP TOPIC STRATEGY [INSTANCE]: a member of a group, as described in group_member.py. */
public final class Member {
  private static final PrintStream OUT = new PrintStream(new BufferedOutputStream(System.out, 1 << 16), false);

  public static void main(String[] args) throws Exception {
    AtomicBoolean ended = new AtomicBoolean();
    Thread input = new Thread(() -> waitForEnd(ended));
    input.setDaemon(true);
    input.start();
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(settings(args), new StringDeserializer(), new StringDeserializer())) {
      consumer.subscribe(List.of(args[2]), new Teller());
      boolean isCommitted = true;
      while (!ended.get()) {
        ConsumerRecords<String, String> records = consumer.poll(Duration.ofMillis(100));
        for (ConsumerRecord<String, String> r : records) OUT.println("got " + r.partition() + " " + r.offset());
        OUT.flush();
        if (!records.isEmpty() || !isCommitted) isCommitted = commit(consumer);
      }
    }
    OUT.flush();
  }

  private static Properties settings(String[] args) {
    String assignors = "org.apache.kafka.clients.consumer.";
    Properties settings = new Properties();
    settings.put("bootstrap.servers", args[0]);
    settings.put("group.id", args[1]);
    settings.put("client.id", "java");
    settings.put("enable.auto.commit", "false");
    settings.put("auto.offset.reset", "earliest");
    settings.put("session.timeout.ms", args.length > 4 ? "30000" : "3000");
    settings.put("heartbeat.interval.ms", "300");
    settings.put("reconnect.backoff.max.ms", "200");
    settings.put("max.poll.records", "100");
    settings.put(
        "partition.assignment.strategy",
        switch (args[3]) {
          case "sticky" -> assignors + "StickyAssignor";
          case "cooperative" -> assignors + "CooperativeStickyAssignor";
          default -> assignors + "RangeAssignor";
        });
    if (args.length > 4) settings.put("group.instance.id", args[4]);
    return settings;
  }

  /** False while a rebalance is under way: to be tried again. */
  private static boolean commit(KafkaConsumer<String, String> consumer) {
    try {
      consumer.commitSync();
      return true;
    } catch (CommitFailedException | RebalanceInProgressException | TimeoutException e) {
      OUT.println("uncommitted " + e.getClass().getSimpleName());
      return false;
    }
  }

  private static void waitForEnd(AtomicBoolean ended) {
    try {
      while (System.in.read() >= 0) {}
    } catch (java.io.IOException e) {
      // the end as well
    }
    ended.set(true);
  }

  private static final class Teller implements ConsumerRebalanceListener {
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
      say("assigned", partitions);
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
      say("revoked", partitions);
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
      say("lost", partitions);
    }

    private static void say(String what, Collection<TopicPartition> partitions) {
      String indexes = partitions.stream().map(p -> " " + p.partition()).collect(Collectors.joining());
      OUT.println(what + indexes);
      OUT.flush();
    }
  }
}
