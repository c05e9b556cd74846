import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.jar.JarFile;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.protocol.Message;
import org.apache.kafka.common.protocol.ObjectSerializationCache;
import org.apache.kafka.common.protocol.types.RawTaggedField;
import org.apache.kafka.common.protocol.types.Schema;
import org.apache.kafka.common.protocol.types.TaggedFields;
import org.apache.kafka.common.protocol.types.Type;
import org.apache.kafka.common.record.internal.MemoryRecords;

/**
 * Serialises every generated message class on the class path with Kafka's own code: in every version its default instance
 * and, for some seeds, one with random values, with and without unknown tagged fields.
 *
 *   MessageCorpus OUTPUT_DIR SEEDS
 *
 * corpus.bin, big-endian, repeated: byte kind (0 default instance, 1 random, 2 random with unknown tagged fields), UTF name,
 * int16 version, int32 length and bytes as serialised, int32 length and bytes as expected after decoding and encoding, int32
 * length and bytes of the message as Kafka's JSON without records.
 * facts.txt: the error codes and the header versions, a line each.
 */
public final class MessageCorpus {
    private static final int FIRST_UNKNOWN_TAG = 9000;

    private final Random random;
    private final short version;
    private final boolean withUnknownTags;

    private MessageCorpus(long seed, short version, boolean withUnknownTags) {
        this.random = new Random(seed);
        this.version = version;
        this.withUnknownTags = withUnknownTags;
    }

    public static void main(String[] args) throws Exception {
        Path output = Path.of(args[0]);
        writeFacts(output.resolve("facts.txt"));
        try (DataOutputStream out = new DataOutputStream(
                new BufferedOutputStream(Files.newOutputStream(output.resolve("corpus.bin"))))) {
            for (Class<?> type : messageClasses()) writeMessage(out, type, Integer.parseInt(args[1]));
        }
    }

    private static void writeFacts(Path path) throws IOException {
        try (PrintStream out = new PrintStream(Files.newOutputStream(path))) {
            for (Errors error : Errors.values()) {
                boolean retriable = error.exception() instanceof RetriableException;
                out.printf("error %d %s %b%n", error.code(), error.name(), retriable);
            }
            for (ApiKeys api : ApiKeys.values()) {
                if (!api.hasValidVersion()) continue;
                for (short v = api.oldestVersion(); v <= api.latestVersion(true); ++v) {
                    out.printf("api %d %s %d %d %d%n", api.id, api.name, v, api.requestHeaderVersion(v),
                        api.responseHeaderVersion(v));
                }
            }
        }
    }

    private static Collection<Class<?>> messageClasses() throws Exception {
        TreeMap<String, Class<?>> found = new TreeMap<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (!new File(entry).getName().startsWith("kafka-")) continue;
            try (JarFile jar = new JarFile(entry)) {
                for (var item : (Iterable<java.util.jar.JarEntry>) jar.stream()::iterator) {
                    String name = item.getName();
                    if (!name.matches(".*/(common/message|common/metadata|generated)/[^/$]*\\.class")) continue;
                    Class<?> type = Class.forName(name.replace('/', '.').replace(".class", ""), false,
                        MessageCorpus.class.getClassLoader());
                    if (Message.class.isAssignableFrom(type) && !type.isInterface()) found.put(schemaName(type), type);
                }
            }
        }
        return found.values();
    }

    private static String schemaName(Class<?> type) {
        return type.getSimpleName().replaceFirst("(Request|Response|RequestHeader|ResponseHeader)Data$", "$1");
    }

    private static Message newInstance(Class<?> type) throws Exception {
        return (Message) type.getDeclaredConstructor().newInstance();
    }

    private static void writeMessage(DataOutputStream out, Class<?> type, int seeds) throws Exception {
        Message defaults = newInstance(type);
        for (short version = defaults.lowestSupportedVersion(); version <= defaults.highestSupportedVersion(); ++version) {
            byte[] bytes = serialize(defaults, version);
            writeCase(out, 0, version, bytes, bytes, defaults);
            for (int seed = 0; seed < seeds; ++seed) {
                long mixed = seed * 1_000_003L + version * 31L + type.getName().hashCode();
                Message message = randomMessage(type, version, mixed, false);
                byte[] plain = serialize(message, version);
                byte[] tagged = serialize(randomMessage(type, version, mixed, true), version);
                writeCase(out, 1, version, plain, plain, message);
                if (tagged.length != plain.length) writeCase(out, 2, version, tagged, plain, message);
            }
        }
    }

    private static void writeCase(DataOutputStream out, int kind, short version, byte[] input, byte[] expected, Message message)
            throws Exception {
        out.writeByte(kind);
        out.writeUTF(schemaName(message.getClass()));
        out.writeShort(version);
        out.writeInt(input.length);
        out.write(input);
        out.writeInt(expected.length);
        out.write(expected);
        byte[] json = json(message, version).getBytes(StandardCharsets.UTF_8);
        out.writeInt(json.length);
        out.write(json);
    }

    private static String json(Message message, short version) throws Exception {
        Class<?> type = message.getClass();
        return Class.forName(type.getName() + "JsonConverter")
            .getMethod("write", type, short.class, boolean.class)
            .invoke(null, message, version, false)
            .toString();
    }

    private static byte[] serialize(Message message, short version) {
        ObjectSerializationCache cache = new ObjectSerializationCache();
        ByteBuffer buffer = ByteBuffer.allocate(message.size(cache, version));
        message.write(new ByteBufferAccessor(buffer), cache, version);
        if (buffer.hasRemaining()) throw new IllegalStateException("size differs for " + message);
        return buffer.array();
    }

    private static Message randomMessage(Class<?> type, short version, long seed, boolean unknownTags) throws Exception {
        return new MessageCorpus(seed, version, unknownTags).struct(type);
    }

    private Message struct(Class<?> type) throws Exception {
        Message message = newInstance(type);
        Schema[] schemas = (Schema[]) type.getField("SCHEMAS").get(null);
        for (var bound : schemas[version].fields()) {
            if (bound.def.type instanceof TaggedFields) {
                for (var tagged : ((TaggedFields) bound.def.type).fields().values()) {
                    if (random.nextBoolean()) set(message, tagged.name, tagged.type);
                }
                if (withUnknownTags) addUnknownTags(message);
            } else {
                set(message, bound.def.name, bound.def.type);
            }
        }
        return message;
    }

    private void addUnknownTags(Message message) {
        int size = message.getClass().getSimpleName().length() % 3 * 70;
        message.unknownTaggedFields().add(new RawTaggedField(FIRST_UNKNOWN_TAG, new byte[size]));
        message.unknownTaggedFields().add(new RawTaggedField(FIRST_UNKNOWN_TAG + 1, new byte[] {1, 2, 3}));
    }

    private void set(Message message, String snakeName, Type type) throws Exception {
        Field field = fieldOf(message.getClass(), snakeName.replace("_", ""));
        field.setAccessible(true);
        if (type.isNullable() && random.nextInt(4) == 0) {
            field.set(message, null);
        } else if (type.isArray()) {
            field.set(message, array(field, type.arrayElementType().get()));
        } else if (Message.class.isAssignableFrom(field.getType())) {
            field.set(message, struct(field.getType()));
        } else {
            field.set(message, scalar(field.getType(), type.toString()));
        }
    }

    private static Field fieldOf(Class<?> type, String name) {
        for (Field field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers()) && field.getName().equalsIgnoreCase(name)) return field;
        }
        throw new IllegalStateException("no field " + name + " in " + type);
    }

    @SuppressWarnings("unchecked")
    private Object array(Field field, Type elementType) throws Exception {
        Class<?> collection = field.getType();
        boolean isList = collection == List.class;
        var generic = (ParameterizedType) (isList ? field.getGenericType() : collection.getGenericSuperclass());
        Class<?> element = (Class<?>) generic.getActualTypeArguments()[0];
        Collection<Object> elements =
            isList ? new ArrayList<>() : (Collection<Object>) collection.getDeclaredConstructor().newInstance();
        int count = random.nextInt(20) == 0 ? 150 : random.nextInt(4);
        for (int i = 0; i < count; ++i) {
            if (Message.class.isAssignableFrom(element)) {
                // Wide trees would make the corpus large and no better.
                if (i == 4) break;
                elements.add(struct(element));
            } else {
                elements.add(scalar(element, elementType.toString()));
            }
        }
        return elements;
    }

    private Object scalar(Class<?> type, String wireType) {
        if (type == boolean.class) return random.nextBoolean();
        if (type == byte.class || type == Byte.class) return (byte) integer();
        if (type == short.class || type == Short.class) return (short) integer();
        if (type == int.class || type == Integer.class) {
            return wireType.contains("UINT16") ? (int) (integer() & 0xffff) : (int) integer();
        }
        if (type == long.class || type == Long.class) {
            return wireType.contains("UINT32") ? integer() & 0xffffffffL : integer();
        }
        if (type == double.class) return random.nextGaussian() * 1e6;
        if (type == String.class) return text();
        if (type == Uuid.class) return random.nextInt(4) == 0 ? Uuid.ZERO_UUID : new Uuid(random.nextLong(), random.nextLong());
        if (type == byte[].class) return bytes();
        if (type == ByteBuffer.class) return ByteBuffer.wrap(bytes());
        if (wireType.contains("RECORDS")) return MemoryRecords.readableRecords(ByteBuffer.wrap(bytes()));
        throw new IllegalStateException("no value for " + type + " as " + wireType);
    }

    private long integer() {
        switch (random.nextInt(4)) {
            case 0: return random.nextInt(100) - 1;
            case 1: return random.nextInt();
            case 2: return random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE;
            default: return random.nextLong();
        }
    }

    private String text() {
        int length = random.nextInt(10) == 0 ? 130 + random.nextInt(200) : random.nextInt(12);
        int[] letters = "abcxyz019-_./äß€中😀".codePoints().toArray();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; ++i) text.appendCodePoint(letters[random.nextInt(letters.length)]);
        return text.toString();
    }

    private byte[] bytes() {
        byte[] bytes = new byte[random.nextInt(10) == 0 ? 130 + random.nextInt(20000) : random.nextInt(20)];
        random.nextBytes(bytes);
        return bytes;
    }
}
