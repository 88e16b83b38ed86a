package memoryconformance;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Supplier;

/** An error as an answer: what kind it is, in words, and who speaks. */
final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int ERROR_VALUE = -32000;

  private final int number;
  private final String code;
  private final String speaker;

  private Failure(int number, String code, String message, String speaker) {
    super(message, null, false, false);
    this.number = number;
    this.code = code;
    this.speaker = speaker;
  }

  /** The harness could not do its work. */
  static Failure ofHarness(String code, String message) {
    return new Failure(ERROR_VALUE, code, message, "harness");
  }

  static Failure invalid(String message) {
    return ofHarness("invalid_argument", message);
  }

  /** What JSON-RPC has a number of its own for. */
  static Failure ofRpc(int number, String code, String message) {
    return new Failure(number, code, message, "harness");
  }

  /**
   * Calls the library. What it throws is its answer, and no failure of the harness. Errors of the machine are neither:
   * a class that is missing was left out by the build.
   */
  static <T> T ask(Supplier<T> library) {
    try {
      return library.get();
    } catch (RuntimeException | StackOverflowError thrown) {
      String code = thrown instanceof IllegalArgumentException ? "invalid_argument" : "internal";
      Failure failure = new Failure(ERROR_VALUE, code, said(thrown), "backend");
      System.err.println(failure.getMessage() + placeOf(thrown));
      throw failure;
    }
  }

  /** What something that was thrown says, and what it is: many say nothing. */
  static String said(Throwable thrown) {
    String message = thrown.getMessage() == null ? "" : ": " + thrown.getMessage();
    return thrown.getClass().getSimpleName() + message;
  }

  /** The line of the library that was at work. One line, since a search of a scope may fail a thousand times. */
  private static String placeOf(Throwable thrown) {
    for (StackTraceElement frame : thrown.getStackTrace()) {
      if (frame.getClassName().startsWith("com.google.adk.")) {
        return " (" + frame + ")";
      }
    }
    return "";
  }

  /** The {@code error} member of a response. */
  ObjectNode toJson() {
    ObjectNode error = JsonNodeFactory.instance.objectNode().put("code", number).put("message", getMessage());
    error.putObject("data").put("code", code).put("speaker", speaker);
    return error;
  }
}
