package memoryconformance;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.google.adk.JsonBaseModel;
import com.google.adk.memory.MemoryEntry;
import com.google.adk.sessions.Session;
import com.google.genai.types.Content;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The protocol's JSON and the library's objects. The library reads and writes its own JSON, which is the protocol's but
 * for this: it counts an event's time in milliseconds, and lists the metadata of an event.
 */
final class Messages {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();
  private static final ObjectMapper LIBRARY = strict(JsonBaseModel.getMapper().copy());
  // ASCII: texts may hold halves of characters that UTF-8 cannot say.
  private static final ObjectWriter WRITER = JsonBaseModel.getMapper().writer().with(JsonWriteFeature.ESCAPE_NON_ASCII);

  private Messages() {}

  /** What a line says. */
  static JsonNode read(String line) throws JsonProcessingException {
    return JSON.readTree(line);
  }

  static byte[] write(ObjectNode message) throws JsonProcessingException {
    return WRITER.writeValueAsBytes(message);
  }

  /** The session as the library has it. Whose it is says the scope, whatever names stand in it. */
  static Session session(ObjectNode given, String app, String user) {
    Given.text(given, "id");
    given.put("appName", app).put("userId", user);
    JsonNode events = given.path("events");
    if (events.isNull()) {
      given.remove("events");
    } else if (!events.isMissingNode() && !events.isArray()) {
      throw Failure.invalid("session.events must be an array");
    }
    for (JsonNode event : events) {
      if (!event.isObject()) {
        throw Failure.invalid("an event must be an object");
      }
      fit((ObjectNode) event);
    }
    if (given.hasNonNull("lastUpdateTime")) {
      double seconds = Given.number(given, "lastUpdateTime");
      // An Instant holds no more; no memory bears it.
      double latest = Math.nextDown((double) Instant.MAX.getEpochSecond());
      given.put("lastUpdateTime", Math.max(Instant.MIN.getEpochSecond(), Math.min(latest, seconds)));
    }
    leaveOutNulls(given.path("state"));
    return ofLibrary(given, Session.class, "session");
  }

  /** A content as the library has it; {@code name} is what the message calls it. */
  static Content content(ObjectNode given, String name) {
    return ofLibrary(given, Content.class, name);
  }

  private static <T> T ofLibrary(ObjectNode given, Class<T> type, String name) {
    try {
      return LIBRARY.treeToValue(given, type);
    } catch (JsonProcessingException error) {
      String problem = String.valueOf(error.getOriginalMessage()).lines().findFirst().orElse("");
      throw Failure.invalid(name + pathOf(error) + ": " + problem);
    }
  }

  /** A memory as the protocol has it: times in seconds. */
  static ObjectNode memory(MemoryEntry entry) {
    ObjectNode memory = JsonNodeFactory.instance.objectNode().putPOJO("content", entry.content());
    if (entry.author() != null) {
      memory.put("author", entry.author());
    }
    if (entry.timestamp() != null) {
      memory.put("timestamp", seconds(entry.timestamp()));
    }
    return memory;
  }

  private static void fit(ObjectNode event) {
    // What the protocol takes an event to have that does not say it.
    for (String name : List.of("id", "author")) {
      if (!event.hasNonNull(name)) {
        event.put(name, "");
      }
    }
    double seconds = event.hasNonNull("timestamp") ? Given.number(event, "timestamp") : 0.0;
    // 1.001 s are 1000.9999999999999 ms in floating point. What is out of range becomes the nearest long.
    event.put("timestamp", Math.round(seconds * 1000));
    leaveOutNulls(event.path("actions").path("stateDelta"));
    if (event.path("customMetadata").isObject()) {
      ArrayNode listed = JsonNodeFactory.instance.arrayNode();
      for (Map.Entry<String, JsonNode> one : event.path("customMetadata").properties()) {
        ObjectNode item = listed.addObject().put("key", one.getKey());
        JsonNode value = one.getValue();
        if (value.isNumber()) {
          item.set("numericValue", value);
        } else {
          item.put("stringValue", value.isTextual() ? value.textValue() : value.toString());
        }
      }
      event.set("customMetadata", listed);
    }
  }

  /** The states of releases before 1.3.0 hold none, and no memory looks at a state. */
  private static void leaveOutNulls(JsonNode state) {
    if (state instanceof ObjectNode object) {
      object.properties().removeIf(one -> one.getValue().isNull());
    }
  }

  private static double seconds(String timestamp) {
    try {
      Instant instant = Instant.parse(timestamp);
      return instant.getEpochSecond() + instant.getNano() / 1e9;
    } catch (DateTimeException error) {
      throw Failure.ofHarness("internal", "the timestamp '" + timestamp + "' of a memory is no ISO 8601 time");
    }
  }

  /** Reads the library's objects with no more guessing than the protocol allows: null is absent, and 7 is no text. */
  private static ObjectMapper strict(ObjectMapper mapper) {
    mapper.setDefaultSetterInfo(JsonSetter.Value.forValueNulls(Nulls.SKIP));
    mapper.configOverride(List.class).setSetterInfo(JsonSetter.Value.construct(Nulls.SKIP, Nulls.FAIL));
    List<CoercionInputShape> numbers = List.of(CoercionInputShape.Integer, CoercionInputShape.Float);
    numbers.forEach(shape -> refuse(mapper, LogicalType.Textual, shape));
    numbers.forEach(shape -> refuse(mapper, LogicalType.Boolean, shape));
    refuse(mapper, LogicalType.Textual, CoercionInputShape.Boolean);
    refuse(mapper, LogicalType.Boolean, CoercionInputShape.String);
    return mapper;
  }

  private static void refuse(ObjectMapper mapper, LogicalType wanted, CoercionInputShape found) {
    mapper.coercionConfigFor(wanted).setCoercion(found, CoercionAction.Fail);
  }

  private static String pathOf(JsonProcessingException error) {
    if (!(error instanceof JsonMappingException mapping)) {
      return "";
    }
    return mapping.getPath().stream()
        .map(step -> "." + (step.getFieldName() == null ? step.getIndex() : step.getFieldName()))
        .collect(Collectors.joining());
  }
}
