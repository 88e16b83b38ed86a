package memoryconformance;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.adk.memory.BaseMemoryService;

/** Turns on a release whose runner knows no memory: there are none. */
final class Turns {
  static final boolean POSSIBLE = false;

  Turns(BaseMemoryService memory) {}

  ObjectNode play(String app, String user, ObjectNode given) {
    throw Failure.ofHarness("unsupported", "the runner of this release knows no memory");
  }
}
