package memoryconformance;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.adk.events.Event;
import com.google.adk.memory.MemoryEntry;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What was seen of a turn, by whichever thread of the library came along. */
final class Played {
  private final List<ObjectNode> requests = new CopyOnWriteArrayList<>();
  private final List<ObjectNode> agentRequests = new CopyOnWriteArrayList<>();
  private final List<ObjectNode> searches = new CopyOnWriteArrayList<>();
  private volatile List<MemoryEntry> memories;
  private volatile Throwable noMemories;
  private volatile String told;
  private volatile String failed;

  List<ObjectNode> requests() {
    return requests;
  }

  List<ObjectNode> agentRequests() {
    return agentRequests;
  }

  /** A search reached the memory service. */
  void search(String app, String user, String query) {
    ObjectNode search = JsonNodeFactory.instance.objectNode();
    search.putObject("scope").put("app", app).put("user", user);
    if (query != null) {
      search.put("query", query);
    }
    searches.add(search);
  }

  /** The application's own search found this. */
  void found(List<MemoryEntry> found) {
    memories = found;
  }

  /** The application's own search failed, or there was no way to search. */
  void notFound(Throwable thrown) {
    noMemories = thrown;
  }

  /** An event of the run, which may tell of an error that does not end it. */
  void event(Event event) {
    event
        .errorMessage()
        .or(() -> event.errorCode().map(Object::toString))
        .ifPresent(this::told);
  }

  /** Something went wrong beside the run. What was told first stays. */
  synchronized void told(String problem) {
    if (told == null) {
      told = problem;
    }
  }

  /** The run ended by an error. */
  void failed(Throwable thrown) {
    failed = Failure.said(thrown);
  }

  ObjectNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.putArray("requests").addAll(requests);
    json.putArray("agentRequests").addAll(agentRequests);
    json.putArray("searches").addAll(searches);
    if (noMemories instanceof NoSuchMethodException) {
      json.putObject("callback").put("absent", true);
    } else if (noMemories != null) {
      json.putObject("callback").put("error", Failure.said(noMemories));
    } else if (memories != null) {
      ArrayNode found = json.putObject("callback").putArray("memories");
      memories.forEach(entry -> found.add(Messages.memory(entry)));
    }
    json.put("ending", failed == null ? "answered" : "failed");
    String error = failed == null ? told : failed;
    return error == null ? json : json.put("error", error);
  }
}
