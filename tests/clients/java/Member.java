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

/** Member ADDRESS GROUP TOPIC STRATEGY [instance=ID] [works]: a member of a group, as described in group_member.py. */
public final class Member {
  private static final PrintStream OUT = new PrintStream(new BufferedOutputStream(System.out, 1 << 16), false);
  private static final int WORK_MS = 2;

  public static void main(String[] args) throws Exception {
    boolean works = List.of(args).contains("works");
    AtomicBoolean ended = new AtomicBoolean();
    Thread input = new Thread(() -> waitForEnd(ended));
    input.setDaemon(true);
    input.start();
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(settings(args), new StringDeserializer(), new StringDeserializer())) {
      consumer.subscribe(List.of(args[2]), new Teller(works ? consumer : null));
      boolean isCommitted = true;
      while (!ended.get()) {
        ConsumerRecords<String, String> records = consumer.poll(Duration.ofMillis(100));
        for (ConsumerRecord<String, String> r : records) {
          if (works) Thread.sleep(WORK_MS);
          OUT.println("got " + r.partition() + " " + r.offset());
          if (works) OUT.flush();
        }
        OUT.flush();
        if (works && !records.isEmpty()) consumer.commitAsync();
        if (!works && (!records.isEmpty() || !isCommitted)) isCommitted = commit(consumer);
      }
      OUT.println("closing");
      OUT.flush();
    }
    OUT.flush();
  }

  private static Properties settings(String[] args) {
    List<String> words = List.of(args).subList(4, args.length);
    boolean works = words.contains("works");
    String instance =
        words.stream().filter(w -> w.startsWith("instance=")).map(w -> w.substring(9)).findFirst().orElse(null);
    String assignors = "org.apache.kafka.clients.consumer.";
    Properties settings = new Properties();
    settings.put("bootstrap.servers", args[0]);
    settings.put("group.id", args[1]);
    settings.put("client.id", "java");
    settings.put("enable.auto.commit", "false");
    settings.put("auto.offset.reset", "earliest");
    settings.put("reconnect.backoff.max.ms", "200");
    settings.put("max.poll.records", works ? "50" : "100");
    if (works) settings.put("max.partition.fetch.bytes", "4096");
    if (instance != null) settings.put("group.instance.id", instance);
    if (args[3].equals("uniform") || args[3].equals("server-range")) {
      settings.put("group.protocol", "consumer");
      settings.put("group.remote.assignor", args[3].replace("server-", ""));
      return settings;
    }
    settings.put("session.timeout.ms", works ? "6000" : instance != null ? "30000" : "3000");
    settings.put("heartbeat.interval.ms", works ? "2000" : "300");
    settings.put(
        "partition.assignment.strategy",
        switch (args[3]) {
          case "sticky" -> assignors + "StickyAssignor";
          case "cooperative" -> assignors + "CooperativeStickyAssignor";
          default -> assignors + "RangeAssignor";
        });
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
    private final KafkaConsumer<String, String> committing; // null: what is revoked is committed already

    Teller(KafkaConsumer<String, String> committing) {
      this.committing = committing;
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
      say("assigned", partitions);
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
      if (committing != null) commit(committing);
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
