package memoryconformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.adk.models.LlmRequest;
import com.google.genai.JsonSerializable;
import com.google.genai.types.Content;
import com.google.genai.types.FunctionDeclaration;
import com.google.genai.types.GenerateContentConfig;
import com.google.genai.types.Part;
import com.google.genai.types.Tool;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A request to a model, in the JSON that the library's client would send. */
final class Requests {
  private Requests() {}

  static ObjectNode toJson(LlmRequest request) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    Optional<GenerateContentConfig> config = request.config();
    config
        .flatMap(GenerateContentConfig::systemInstruction)
        .ifPresent(instruction -> json.put("systemInstruction", texts(instruction)));
    ArrayNode contents = json.putArray("contents");
    request.contents().forEach(content -> contents.add(sent(content)));
    ArrayNode tools = json.putArray("tools");
    for (Tool tool : config.flatMap(GenerateContentConfig::tools).orElse(List.of())) {
      tool.functionDeclarations().orElse(List.of()).forEach(declaration -> tools.add(declaration(declaration)));
    }
    return json;
  }

  private static String texts(Content instruction) {
    return instruction.parts().orElse(List.of()).stream()
        .map(Part::text)
        .flatMap(Optional::stream)
        .collect(Collectors.joining("\n\n"));
  }

  private static ObjectNode declaration(FunctionDeclaration declaration) {
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("name", declaration.name().orElse(""));
    declaration.description().ifPresent(description -> json.put("description", description));
    declaration.parameters().ifPresent(parameters -> json.set("parameters", sent(parameters)));
    return json;
  }

  private static JsonNode sent(JsonSerializable value) {
    try {
      return Messages.read(value.toJson());
    } catch (JsonProcessingException error) {
      throw new UncheckedIOException(error);
    }
  }
}
