package memoryconformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The parameters of an operation, each of the type that the protocol gives it. All of this throws {@link Failure}. */
final class Given {
  private Given() {}

  static String text(JsonNode holder, String name) {
    JsonNode found = holder.path(name);
    if (!found.isTextual()) {
      throw Failure.invalid(name + " must be a string");
    }
    return found.textValue();
  }

  static double number(JsonNode holder, String name) {
    JsonNode found = holder.path(name);
    if (!found.isNumber()) {
      throw Failure.invalid(name + " must be a number");
    }
    return found.doubleValue();
  }

  /** JSON has one kind of number: 1.0 is a whole one. */
  static long position(JsonNode holder, String name) {
    double found = number(holder, name);
    if (found < 0 || found != Math.rint(found)) {
      throw Failure.invalid(name + " must be a whole number, 0 or more");
    }
    return (long) found;
  }

  static ObjectNode object(JsonNode holder, String name) {
    if (holder.path(name) instanceof ObjectNode found) {
      return found;
    }
    throw Failure.invalid(name + " must be an object");
  }

  /** An array that may be left out. */
  static ArrayNode listOrNone(JsonNode holder, String name) {
    if (!holder.hasNonNull(name)) {
      return JsonNodeFactory.instance.arrayNode();
    }
    if (holder.path(name) instanceof ArrayNode found) {
      return found;
    }
    throw Failure.invalid(name + " must be an array");
  }

  /** An object that may be left out. */
  static ObjectNode objectOrNone(JsonNode holder, String name) {
    return holder.hasNonNull(name) ? object(holder, name) : JsonNodeFactory.instance.objectNode();
  }
}
