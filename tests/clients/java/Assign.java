import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.coordinator.group.api.assignor.ConsumerGroupPartitionAssignor;
import org.apache.kafka.coordinator.group.api.assignor.GroupAssignment;
import org.apache.kafka.coordinator.group.api.assignor.MemberAssignment;
import org.apache.kafka.coordinator.group.api.assignor.PartitionAssignorException;
import org.apache.kafka.coordinator.group.api.assignor.SubscribedTopicDescriber;
import org.apache.kafka.coordinator.group.api.assignor.SubscriptionType;
import org.apache.kafka.coordinator.group.assignor.RangeAssignor;
import org.apache.kafka.coordinator.group.assignor.UniformAssignor;
import org.apache.kafka.coordinator.group.modern.Assignment;
import org.apache.kafka.coordinator.group.modern.GroupSpecImpl;
import org.apache.kafka.coordinator.group.modern.MemberSubscriptionAndAssignmentImpl;

/**
 * Reads groups line by line and writes how Kafka's server assignors assign them; tests/coordinator/assign_lines.h tells
 * the form. Members, topics and partitions go into Kafka's tables in the order of the line.
 */
public final class Assign {
  private static final Map<String, ConsumerGroupPartitionAssignor> ASSIGNORS =
      Map.of("uniform", new UniformAssignor(), "range", new RangeAssignor());

  public static void main(String[] args) throws Exception {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    PrintStream out = System.out;
    for (String line = in.readLine(); line != null; line = in.readLine()) out.println(answer(line.split(" ", -1)));
  }

  private static String answer(String[] parts) {
    Map<Uuid, Integer> topics = new HashMap<>();
    for (String topic : list(parts[2], ",")) {
      String[] fields = topic.split(":");
      topics.put(Uuid.fromString(fields[0]), Integer.parseInt(fields[1]));
    }
    // As TargetAssignmentBuilder makes them.
    Map<String, MemberSubscriptionAndAssignmentImpl> members = new HashMap<>();
    Map<Uuid, Map<Integer, String>> owners = new HashMap<>();
    List<String> ids = new ArrayList<>();
    for (String member : list(parts[3], ";")) {
      String[] fields = member.split("/", -1);
      ids.add(fields[0]);
      members.put(fields[0], new MemberSubscriptionAndAssignmentImpl(
          Optional.empty(), fields[1].isEmpty() ? Optional.empty() : Optional.of(fields[1]), ids(fields[2]),
          target(fields[0], fields[3], owners)));
    }
    SubscriptionType type =
        parts[1].equals("homogeneous") ? SubscriptionType.HOMOGENEOUS : SubscriptionType.HETEROGENEOUS;
    try {
      return text(ids, ASSIGNORS.get(parts[0]).assign(
          new GroupSpecImpl(Collections.unmodifiableMap(members), type, owners), new Topics(topics)));
    } catch (PartitionAssignorException e) {
      return "ERROR";
    }
  }

  private static String[] list(String text, String separator) {
    return text.isEmpty() ? new String[0] : text.split(separator);
  }

  private static Set<Uuid> ids(String text) {
    Set<Uuid> ids = new LinkedHashSet<>();
    for (String id : list(text, ",")) ids.add(Uuid.fromString(id));
    return ids;
  }

  private static Assignment target(String member, String text, Map<Uuid, Map<Integer, String>> owners) {
    Map<Uuid, Set<Integer>> target = new HashMap<>();
    for (String entry : list(text, ",")) {
      String[] fields = entry.split(":");
      Uuid id = Uuid.fromString(fields[0]);
      Set<Integer> partitions = new HashSet<>();
      for (String partition : fields[1].split("\\.")) {
        partitions.add(Integer.parseInt(partition));
        owners.computeIfAbsent(id, __ -> new HashMap<>()).put(Integer.parseInt(partition), member);
      }
      target.put(id, partitions);
    }
    return new Assignment(target);
  }

  // Topics in the order of their ids' bytes.
  private static String text(List<String> ids, GroupAssignment assignment) {
    List<String> members = new ArrayList<>();
    for (String id : ids) {
      MemberAssignment member = assignment.members().get(id);
      Map<String, String> topics = new TreeMap<>();
      if (member != null) {
        member.partitions().forEach((topic, partitions) -> {
          List<String> texts = new ArrayList<>();
          for (int partition : new TreeSet<>(partitions)) texts.add(String.valueOf(partition));
          topics.put(String.format("%016x%016x", topic.getMostSignificantBits(), topic.getLeastSignificantBits()),
              topic + ":" + String.join(".", texts));
        });
      }
      members.add(String.join(",", topics.values()));
    }
    return String.join(";", members);
  }

  private record Topics(Map<Uuid, Integer> counts) implements SubscribedTopicDescriber {
    @Override
    public int numPartitions(Uuid id) {
      return counts.getOrDefault(id, -1);
    }

    @Override
    public Set<String> racksForPartition(Uuid id, int partition) {
      return Set.of();
    }
  }
}
