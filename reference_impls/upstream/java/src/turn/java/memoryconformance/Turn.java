package memoryconformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.adk.tools.LoadMemoryTool;
import com.google.genai.types.Content;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What is to be played, as it was asked, and in the library's words. */
record Turn(
    String session,
    Content content,
    Actor assistant,
    Service service,
    Optional<Actor> agent,
    Optional<Search> search,
    Optional<Moment> add) {
  /** An agent: how often it has the one memory tool that the library has, and what its model answers. */
  record Actor(String name, int loadTools, List<Content> script) {}

  /** What the application searches by itself, and when. */
  record Search(Moment at, String query) {}

  enum Service {
    WORKING,
    ABSENT,
    FAILING
  }

  enum Moment {
    BEFORE_MODEL,
    BEFORE_TOOL,
    AFTER_AGENT,
    AFTER_RUN
  }

  static Turn read(ObjectNode given) {
    String session = Given.text(given, "session");
    Content content = Messages.content(Given.object(given, "content"), "content");
    Service service =
        given.hasNonNull("service") ? oneOf(given, "service", List.of(Service.values())) : Service.WORKING;
    Optional<Actor> agent = optional(given, "agent").map(one -> actor(Given.text(one, "name"), one));
    Optional<Search> search = optional(given, "search").map(Turn::search);
    Optional<Moment> add =
        given.hasNonNull("add")
            ? Optional.of(oneOf(given, "add", List.of(Moment.AFTER_AGENT, Moment.AFTER_RUN)))
            : Optional.empty();
    return new Turn(session, content, actor("assistant", given), service, agent, search, add);
  }

  private static Optional<ObjectNode> optional(ObjectNode given, String name) {
    return given.hasNonNull(name) ? Optional.of(Given.object(given, name)) : Optional.empty();
  }

  private static Search search(ObjectNode given) {
    Moment at = oneOf(given, "at", List.of(Moment.BEFORE_MODEL, Moment.BEFORE_TOOL));
    return new Search(at, Given.text(given, "query"));
  }

  private static Actor actor(String name, ObjectNode given) {
    int loadTools = 0;
    for (JsonNode tool : Given.listOrNone(given, "tools")) {
      switch (tool.asText()) {
        case "load_memory" -> loadTools++;
        case "preload_memory" -> throw Failure.ofHarness("unsupported", "the library has no preload tool");
        default -> throw Failure.invalid("tools must be names of memory tools");
      }
    }
    List<Content> script = new ArrayList<>();
    for (JsonNode answer : Given.listOrNone(given, "script")) {
      if (!(answer instanceof ObjectNode found)) {
        throw Failure.invalid("script must be an array of objects");
      }
      sayInTheLibrarysWords(found);
      script.add(Messages.content(found, "script"));
    }
    return new Actor(name, loadTools, script);
  }

  /** The model calls a tool by the name that it was told. */
  private static void sayInTheLibrarysWords(ObjectNode answer) {
    for (JsonNode part : answer.path("parts")) {
      if (part.path("functionCall") instanceof ObjectNode call && call.path("name").asText().equals("load_memory")) {
        call.put("name", new LoadMemoryTool().name());
      }
    }
  }

  private static <T extends Enum<T>> T oneOf(ObjectNode given, String name, List<T> values) {
    String said = Given.text(given, name);
    return values.stream()
        .filter(value -> inWire(value).equals(said))
        .findFirst()
        .orElseThrow(() -> Failure.invalid(name + " must be one of " + Arrays.toString(inWire(values))));
  }

  private static <T extends Enum<T>> String[] inWire(List<T> values) {
    return values.stream().map(Turn::inWire).toArray(String[]::new);
  }

  private static String inWire(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
