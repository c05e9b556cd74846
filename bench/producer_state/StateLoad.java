import java.io.File;
import java.nio.file.Files;
import java.util.*;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.storage.internals.log.*;

/**
 * What the producers of one partition cost Apache Kafka, as producer_state_load has it for Klamm: live heap after one batch
 * of each and after five, and CPU time of a batch over producers in random order.
 *
 * StateLoad IDS BATCHES
 */
public class StateLoad {
    static final long FIRST_ID = 4000;
    final ProducerStateManager state;
    final int ids;
    long offset = 0;
    final long now = System.currentTimeMillis();

    StateLoad(File folder, int ids) throws Exception {
        ProducerStateManagerConfig config = new ProducerStateManagerConfig(86400000, false);
        state = new ProducerStateManager(new TopicPartition("t", 0), folder, 900000, config, Time.SYSTEM);
        this.ids = ids;
    }

    /** What UnifiedLog does for a batch, but for the look for a repetition, which needs the batch itself. */
    void append(int index, int sequence) {
        long id = FIRST_ID + index;
        ProducerAppendInfo info = state.prepareUpdate(id, AppendOrigin.CLIENT);
        info.appendDataBatch((short) 0, sequence, sequence, now, new LogOffsetMetadata(offset), offset, false);
        state.update(info);
        offset++;
    }

    void appendOfEach(int sequence) {
        for (int i = 0; i < ids; i++) append(i, sequence);
    }

    static long liveBytes() throws Exception {
        Runtime runtime = Runtime.getRuntime();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 4; i++) {
            System.gc();
            Thread.sleep(50);
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }

    static long cpuNs() {
        return java.lang.management.ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    public static void main(String[] words) throws Exception {
        int ids = Integer.parseInt(words[0]), batches = Integer.parseInt(words[1]);
        File folder = Files.createTempDirectory("producer-state").toFile();
        StateLoad warm = new StateLoad(folder, 1000);
        for (int i = 0; i < 300; i++) warm.appendOfEach(i);
        warm = null;
        StateLoad load = new StateLoad(folder, ids);
        List<Integer> shuffled = new ArrayList<>();
        for (int i = 0; i < ids; i++) shuffled.add(i);
        Collections.shuffle(shuffled, new Random(1));
        int[] order = shuffled.stream().mapToInt(i -> i).toArray();
        shuffled = null;
        long before = liveBytes();
        load.appendOfEach(0);
        long one = liveBytes() - before;
        for (int round = 1; round < 5; round++) load.appendOfEach(round);
        long five = liveBytes() - before;
        long begin = cpuNs();
        int rounds = Math.max(batches / ids, 1);
        for (int round = 0; round < rounds; round++)
            for (int index : order) load.append(index, 5 + round);
        double ns = (double) (cpuNs() - begin) / ((double) rounds * ids);
        System.out.printf("{\"ids\": %d, \"ns\": %.1f, \"one_bytes\": %.1f, \"five_bytes\": %.1f}%n", ids, ns, (double) one / ids, (double) five / ids);
        if (load.state.producerIdCount() != ids) throw new IllegalStateException();
        folder.delete();
    }
}
