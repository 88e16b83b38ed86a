package memoryconformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Function;

/**
 * Puts ADK Java's in-memory memory service, as it was released, behind the protocol of Memory Conformance: each line in
 * is a request of JSON-RPC 2.0, each line out its response. It has no opinions of its own.
 */
public final class Harness {
  private final Operations operations = new Operations();

  public static void main(String[] arguments) throws IOException {
    OutputStream out = new FileOutputStream(FileDescriptor.out);
    // Standard output belongs to the protocol: what a library prints goes to the log.
    System.setOut(System.err);
    Harness harness = new Harness();
    Lines lines = new Lines(System.in);
    for (byte[] line = lines.next(); line != null; line = lines.next()) {
      byte[] answer = harness.answer(line);
      if (answer != null) {
        out.write(answer);
      }
    }
  }

  /** The response to a line, as a line; null for a notification, which has no response. */
  private byte[] answer(byte[] line) throws JsonProcessingException {
    JsonNode id = NullNode.getInstance();
    try {
      ObjectNode request = read(line);
      if (!request.has("id")) {
        return null;
      }
      JsonNode given = request.get("id");
      if (!given.isTextual() && !given.isNumber() && !given.isNull()) {
        throw Failure.ofRpc(-32600, "invalid_argument", "an id must be a string or a number");
      }
      id = given;
      String name = request.get("method").textValue();
      Function<ObjectNode, ObjectNode> operation =
          operations
              .find(name)
              .orElseThrow(() -> Failure.ofRpc(-32601, "unsupported", "there is no operation '" + name + "'"));
      return response(id, "result", operation.apply(Given.objectOrNone(request, "params")));
    } catch (Failure failure) {
      return response(id, "error", failure.toJson());
    } catch (RuntimeException | LinkageError | StackOverflowError | JsonProcessingException thrown) {
      thrown.printStackTrace();
      return response(id, "error", Failure.ofHarness("internal", thrown.toString()).toJson());
    }
  }

  private static ObjectNode read(byte[] line) {
    JsonNode request;
    try {
      // A decoder of its own: Jackson would guess the encoding, and String would mend what is broken.
      request = Messages.read(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString());
    } catch (CharacterCodingException error) {
      throw Failure.ofRpc(-32700, "invalid_argument", "no UTF-8");
    } catch (JsonProcessingException error) {
      throw Failure.ofRpc(-32700, "invalid_argument", "no JSON: " + error.getOriginalMessage());
    }
    if (request.isMissingNode()) {
      throw Failure.ofRpc(-32700, "invalid_argument", "no JSON: the line is empty");
    }
    if (request instanceof ObjectNode found && found.path("method").isTextual()) {
      return found;
    }
    throw Failure.ofRpc(-32600, "invalid_argument", "a request must be an object with a method");
  }

  private static byte[] response(JsonNode id, String name, ObjectNode value) throws JsonProcessingException {
    ObjectNode response = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
    response.set("id", id);
    response.set(name, value);
    byte[] message = Messages.write(response);
    byte[] line = Arrays.copyOf(message, message.length + 1);
    line[message.length] = '\n';
    return line;
  }

  /** The lines of a stream, as bytes: at the line feed and nowhere else. */
  private static final class Lines {
    private final InputStream stream;
    private final byte[] chunk = new byte[1 << 16];
    private int from;
    private int end;

    Lines(InputStream stream) {
      this.stream = stream;
    }

    /** The next line without its end; null after the last. */
    byte[] next() throws IOException {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      while (true) {
        for (int at = from; at < end; at++) {
          if (chunk[at] == '\n') {
            line.write(chunk, from, at - from);
            from = at + 1;
            return line.toByteArray();
          }
        }
        line.write(chunk, from, end - from);
        from = 0;
        end = stream.read(chunk);
        if (end < 0) {
          end = 0;
          return line.size() > 0 ? line.toByteArray() : null;
        }
      }
    }
  }
}
