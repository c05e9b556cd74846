import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Follow ADDRESS: reads what its input tells it to, as described in follower.py. */
public final class Follow {
  private static final String END = "end";

  public static void main(String[] args) throws Exception {
    ConcurrentLinkedQueue<String> commands = new ConcurrentLinkedQueue<>();
    Thread input = new Thread(() -> readInput(commands));
    input.setDaemon(true);
    input.start();
    Properties settings = new Properties();
    settings.put("bootstrap.servers", args[0]);
    settings.put("client.id", "java");
    settings.put("enable.auto.commit", "false");
    settings.put("auto.offset.reset", "earliest");
    settings.put("metadata.max.age.ms", "200");
    settings.put("reconnect.backoff.max.ms", "100");
    settings.put("retry.backoff.max.ms", "100");
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
      while (true) {
        for (String command; (command = commands.poll()) != null; ) {
          if (command.equals(END)) return;
          obey(consumer, command.split(" "));
        }
        if (consumer.assignment().isEmpty()) {
          Thread.sleep(50);
          continue;
        }
        for (ConsumerRecord<String, String> r : consumer.poll(Duration.ofMillis(50))) {
          say("record " + r.topic() + " " + r.partition() + " " + r.offset() + " " + r.value());
        }
        System.out.flush();
      }
    }
  }

  private static void readInput(ConcurrentLinkedQueue<String> commands) {
    try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in))) {
      for (String line; (line = in.readLine()) != null; ) commands.add(line);
    } catch (Exception e) {
      e.printStackTrace();
    }
    commands.add(END);
  }

  private static void obey(KafkaConsumer<String, String> consumer, String[] words) {
    String topic = words[1];
    Set<TopicPartition> all = new HashSet<>(consumer.assignment());
    if (words[0].equals("anew")) {
      all.removeIf(p -> p.topic().equals(topic));
      consumer.assign(all);
    }
    List<TopicPartition> added = new ArrayList<>();
    for (int p = 0; p < Integer.parseInt(words[2]); p++) {
      TopicPartition partition = new TopicPartition(topic, p);
      if (all.add(partition)) added.add(partition);
    }
    consumer.assign(all);
    consumer.seekToBeginning(added);
    say("assigned " + topic + " " + words[2]);
  }

  private static void say(String text) {
    System.out.println(System.currentTimeMillis() + " " + text);
  }
}
