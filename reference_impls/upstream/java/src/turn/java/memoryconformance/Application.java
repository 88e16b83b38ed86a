package memoryconformance;

import com.google.adk.agents.CallbackContext;
import com.google.adk.agents.InvocationContext;
import com.google.adk.agents.LlmAgent;
import com.google.adk.memory.BaseMemoryService;
import com.google.adk.memory.SearchMemoryResponse;
import com.google.adk.plugins.BasePlugin;
import com.google.common.base.Throwables;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Single;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What the application does by itself in a turn: it searches and adds by the context that its callback is handed. What
 * that offers differs between contexts and between releases, so it is looked up when it is needed.
 */
final class Application {
  private final Turn turn;
  private final Played played;
  private final AtomicBoolean searched = new AtomicBoolean();

  Application(Turn turn, Played played) {
    this.turn = turn;
    this.played = played;
  }

  /** Gives the agent those callbacks that the turn asks for. */
  void callBack(LlmAgent.Builder agent) {
    turn.search()
        .ifPresent(
            search -> {
              if (search.at() == Turn.Moment.BEFORE_MODEL) {
                agent.beforeModelCallback((context, request) -> search(context, search.query()).toMaybe());
              } else {
                agent.beforeToolCallback((run, tool, input, context) -> search(context, search.query()).toMaybe());
              }
            });
    if (adds(Turn.Moment.AFTER_AGENT)) {
      agent.afterAgentCallback(context -> add(context).toMaybe());
    }
  }

  List<BasePlugin> plugins() {
    if (!adds(Turn.Moment.AFTER_RUN)) {
      return List.of();
    }
    return List.of(
        new BasePlugin("application") {
          @Override
          public Completable afterRunCallback(InvocationContext context) {
            return add(context);
          }
        });
  }

  private boolean adds(Turn.Moment at) {
    return turn.add().filter(at::equals).isPresent();
  }

  private Completable search(CallbackContext context, String query) {
    if (searched.getAndSet(true)) {
      return Completable.complete();
    }
    return Single.defer(() -> Application.<Single<SearchMemoryResponse>>offered(context, "searchMemory", query))
        .doOnSuccess(response -> played.found(response.memories()))
        .doOnError(played::notFound)
        .ignoreElement()
        .onErrorComplete();
  }

  private Completable add(CallbackContext context) {
    InvocationContext run;
    try {
      run = offered(context, "invocationContext");
    } catch (Exception thrown) {
      played.told("the context of the callback gives no memory service");
      return Completable.complete();
    }
    return add(run);
  }

  private Completable add(InvocationContext context) {
    BaseMemoryService memory = context.memoryService();
    if (memory == null) {
      played.told("the context of the invocation has no memory service");
      return Completable.complete();
    }
    return memory
        .addSessionToMemory(context.session())
        .doOnError(thrown -> played.told(Failure.said(thrown)))
        .onErrorComplete();
  }

  /** Calls a method of a context; where it has none of that name, a {@link NoSuchMethodException} says so. */
  @SuppressWarnings("unchecked")
  private static <T> T offered(CallbackContext context, String name, String... given) throws Exception {
    Class<?>[] types = Arrays.stream(given).map(Object::getClass).toArray(Class<?>[]::new);
    try {
      return (T) context.getClass().getMethod(name, types).invoke(context, (Object[]) given);
    } catch (InvocationTargetException thrown) {
      Throwables.throwIfUnchecked(thrown.getCause());
      throw thrown;
    }
  }
}
