package memoryconformance;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.adk.agents.LlmAgent;
import com.google.adk.artifacts.InMemoryArtifactService;
import com.google.adk.events.Event;
import com.google.adk.memory.BaseMemoryService;
import com.google.adk.plugins.BasePlugin;
import com.google.adk.runner.Runner;
import com.google.adk.sessions.BaseSessionService;
import com.google.adk.sessions.InMemorySessionService;
import com.google.adk.tools.AgentTool;
import com.google.adk.tools.LoadMemoryTool;
import com.google.common.base.Throwables;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.processors.BehaviorProcessor;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/** The turns of an instance: the library's own runner, agents and tools, with a model that answers as it was told. */
final class Turns {
  static final boolean POSSIBLE = true;

  /** All of a run happens here, one thing after another. From 1.4.0 on the calls of one answer else race. */
  private static final Executor THREAD =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread thread = new Thread(work, "turns");
            thread.setDaemon(true);
            return thread;
          });

  private final BaseMemoryService memory;
  private BaseSessionService sessions;

  Turns(BaseMemoryService memory) {
    this.memory = memory;
  }

  ObjectNode play(String app, String user, ObjectNode given) {
    Turn turn = Turn.read(given);
    Played played = new Played();
    Runner runner = Failure.ask(() -> runner(app, turn, played));
    Failure.ask(
        () -> {
          if (sessions.getSession(app, user, turn.session(), Optional.empty()).isEmpty().blockingGet()) {
            sessions.createSession(app, user, new ConcurrentHashMap<>(), turn.session()).blockingGet();
          }
          return null;
        });
    run(() -> runner.runAsync(user, turn.session(), turn.content()), played);
    return played.toJson();
  }

  private Runner runner(String app, Turn turn, Played played) {
    if (sessions == null) {
      sessions = new InMemorySessionService();
    }
    Application application = new Application(turn, played);
    List<Object> tools = tools(turn.assistant());
    turn.agent()
        .ifPresent(
            agent -> {
              LlmAgent.Builder other = agent(agent, tools(agent), played.agentRequests());
              tools.add(AgentTool.create(other.description("another agent").build()));
            });
    LlmAgent.Builder assistant = agent(turn.assistant(), tools, played.requests());
    application.callBack(assistant);
    BaseMemoryService spied =
        turn.service() == Turn.Service.ABSENT
            ? null
            : new SpiedMemory(memory, turn.service() == Turn.Service.FAILING, played);
    List<BasePlugin> plugins = application.plugins();
    return new Runner(assistant.build(), app, new InMemoryArtifactService(), sessions, spied, plugins);
  }

  private static List<Object> tools(Turn.Actor actor) {
    List<Object> tools = new ArrayList<>();
    for (int made = 0; made < actor.loadTools(); made++) {
      tools.add(new LoadMemoryTool());
    }
    return tools;
  }

  private static LlmAgent.Builder agent(Turn.Actor actor, List<Object> tools, List<ObjectNode> requests) {
    ScriptedModel model = new ScriptedModel(actor.script(), requests, Schedulers.from(THREAD));
    return LlmAgent.builder().name(actor.name()).model(model).tools(tools).executor(THREAD);
  }

  private interface Run {
    Flowable<Event> start();
  }

  /**
   * Waits for the end of a run, and asks for all of its events before there is one: until 1.4.0 the library goes on
   * without storing what nobody has asked for yet. An error of the machine does not travel through RxJava: it ends a
   * thread, and who waits for that thread waits forever. A class that the build left out is no failure of the library.
   */
  private static void run(Run run, Played played) {
    BehaviorProcessor<Event> broken = BehaviorProcessor.create();
    RxJavaPlugins.setErrorHandler(
        thrown -> {
          thrown.printStackTrace();
          if (Throwables.getRootCause(thrown) instanceof Error error) {
            broken.onError(error);
          }
        });
    try {
      Flowable.defer(run::start)
          .subscribeOn(Schedulers.from(THREAD))
          .takeUntil(broken)
          .doOnNext(played::event)
          .ignoreElements()
          .doOnError(played::failed)
          .onErrorComplete(thrown -> !(thrown instanceof LinkageError))
          .blockingAwait();
    } finally {
      RxJavaPlugins.setErrorHandler(null);
    }
  }
}
