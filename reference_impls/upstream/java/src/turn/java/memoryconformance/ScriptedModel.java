package memoryconformance;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.adk.models.BaseLlm;
import com.google.adk.models.BaseLlmConnection;
import com.google.adk.models.LlmRequest;
import com.google.adk.models.LlmResponse;
import com.google.genai.types.Content;
import com.google.genai.types.Part;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Scheduler;
import java.util.List;

/** A model that gives the answers it was handed, one for each request, and keeps what it was asked. */
final class ScriptedModel extends BaseLlm {
  private static final Content DONE = Content.builder().role("model").parts(List.of(Part.fromText("done"))).build();

  private final List<Content> script;
  private final List<ObjectNode> requests;
  private final Scheduler scheduler;

  ScriptedModel(List<Content> script, List<ObjectNode> requests, Scheduler scheduler) {
    super("scripted");
    this.script = script;
    this.requests = requests;
    this.scheduler = scheduler;
  }

  @Override
  public Flowable<LlmResponse> generateContent(LlmRequest request, boolean stream) {
    int at = requests.size();
    requests.add(Requests.toJson(request));
    Content answer = at < script.size() ? script.get(at) : DONE;
    // Later, as over the network: with an answer that is there at once, the library loses errors and events.
    return Flowable.just(LlmResponse.builder().content(answer).build()).subscribeOn(scheduler);
  }

  @Override
  public BaseLlmConnection connect(LlmRequest request) {
    throw new UnsupportedOperationException("a scripted model has no live connection");
  }
}
