package memoryconformance;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.adk.events.Event;
import com.google.adk.memory.BaseMemoryService;
import com.google.adk.memory.InMemoryMemoryService;
import com.google.adk.memory.MemoryEntry;
import com.google.adk.sessions.Session;
import com.google.genai.types.Content;
import com.google.genai.types.Part;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Function;

/** The operations, by their names: each calls the library, and keeps what an application in this process could keep. */
final class Operations {
  private static final String RELEASE = release();

  private final Map<String, Function<ObjectNode, ObjectNode>> byName =
      Map.of(
          "hello", this::hello,
          "open", this::open,
          "add_session", this::addSession,
          "search", this::search,
          "change_added_event", this::changeAddedEvent,
          "change_result", this::changeResult,
          "play_turn", this::playTurn,
          "close", this::close);
  private final Map<String, Instance> instances = new HashMap<>();
  private int opened;

  /** A memory service of its own, the event objects that it was handed, and what its last search returned. */
  private static final class Instance {
    final BaseMemoryService service = new InMemoryMemoryService();
    final Turns turns = new Turns(service);
    final Map<String, Event> events = new HashMap<>();
    List<MemoryEntry> result = List.of();
  }

  /** The operation of a name; none where there is none. */
  Optional<Function<ObjectNode, ObjectNode>> find(String name) {
    return Optional.ofNullable(byName.get(name)).filter(found -> Turns.POSSIBLE || !name.equals("play_turn"));
  }

  private ObjectNode hello(ObjectNode params) {
    if (params.hasNonNull("protocol")) {
      Given.text(params, "protocol");
    }
    ObjectNode hello =
        nothing()
            .put("name", "adk-java@" + RELEASE)
            .put("version", RELEASE)
            .put("language", "Java")
            .put("protocol", "1")
            .put("reset", "instance");
    ArrayNode scope = hello.putArray("scope");
    for (String field : List.of("app", "user")) {
      scope.addObject().put("name", field).put("crossing", "leak");
    }
    ArrayNode capabilities = hello.putArray("capabilities").add("shared_objects");
    if (Turns.POSSIBLE) {
      capabilities.add("turn");
    }
    return hello;
  }

  private ObjectNode open(ObjectNode params) {
    Given.objectOrNone(params, "settings");
    String id = String.valueOf(++opened);
    instances.put(id, Failure.ask(Instance::new));
    return nothing().put("instance", id);
  }

  private ObjectNode addSession(ObjectNode params) {
    Instance at = instance(params);
    ObjectNode scope = Given.object(params, "scope");
    Session session =
        Messages.session(Given.object(params, "session"), Given.text(scope, "app"), Given.text(scope, "user"));
    session.events().forEach(event -> at.events.put(event.id(), event));
    Failure.ask(
        () -> {
          at.service.addSessionToMemory(session).blockingAwait();
          return null;
        });
    return nothing();
  }

  private ObjectNode search(ObjectNode params) {
    Instance at = instance(params);
    ObjectNode scope = Given.object(params, "scope");
    String app = Given.text(scope, "app");
    String user = Given.text(scope, "user");
    String query = Given.text(params, "query");
    at.result = Failure.ask(() -> at.service.searchMemory(app, user, query).blockingGet().memories());
    ObjectNode answer = nothing();
    ArrayNode memories = answer.putArray("memories");
    at.result.forEach(entry -> memories.add(Messages.memory(entry)));
    return answer;
  }

  private ObjectNode changeAddedEvent(ObjectNode params) {
    Instance at = instance(params);
    String id = Given.text(params, "eventId");
    String text = Given.text(params, "text");
    Event event = at.events.get(id);
    if (event == null) {
      throw Failure.ofHarness("not_found", "no event '" + id + "' was added");
    }
    event.content().ifPresent(content -> setFirstText(content, text));
    return nothing();
  }

  private ObjectNode changeResult(ObjectNode params) {
    Instance at = instance(params);
    long position = Given.position(params, "position");
    String text = Given.text(params, "text");
    if (position >= at.result.size()) {
      throw Failure.ofHarness("not_found", "the last search returned no memory at position " + position);
    }
    setFirstText(at.result.get((int) position).content(), text);
    return nothing();
  }

  private ObjectNode playTurn(ObjectNode params) {
    Instance at = instance(params);
    ObjectNode scope = Given.object(params, "scope");
    return at.turns.play(Given.text(scope, "app"), Given.text(scope, "user"), Given.object(params, "turn"));
  }

  private ObjectNode close(ObjectNode params) {
    instances.remove(Given.text(params, "instance"));
    return nothing();
  }

  /** A part cannot be changed, but its list can: the part is exchanged there, as an application would do it. */
  private static void setFirstText(Content content, String text) {
    List<Part> parts = content.parts().orElse(List.of());
    for (int at = 0; at < parts.size(); at++) {
      if (!parts.get(at).text().orElse("").isEmpty()) {
        Part changed = parts.get(at).toBuilder().text(text).build();
        int place = at;
        Failure.ask(() -> parts.set(place, changed));
        return;
      }
    }
  }

  private Instance instance(ObjectNode params) {
    String id = Given.text(params, "instance");
    Instance found = instances.get(id);
    if (found == null) {
      throw Failure.ofHarness("not_found", "no instance '" + id + "' is open");
    }
    return found;
  }

  /** The version that the released jar says of itself. */
  private static String release() {
    String file = "/META-INF/maven/com.google.adk/google-adk/pom.properties";
    try (InputStream stream = InMemoryMemoryService.class.getResourceAsStream(file)) {
      Properties said = new Properties();
      if (stream != null) {
        said.load(stream);
      }
      return said.getProperty("version", "");
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  private static ObjectNode nothing() {
    return JsonNodeFactory.instance.objectNode();
  }
}
