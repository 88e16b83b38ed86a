package memoryconformance;

import com.google.adk.memory.BaseMemoryService;
import com.google.adk.memory.SearchMemoryResponse;
import com.google.adk.sessions.Session;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Single;

/** The memory service of an instance, with a record of the searches that arrive; those that are to fail do so then. */
final class SpiedMemory implements BaseMemoryService {
  private final BaseMemoryService memory;
  private final boolean failing;
  private final Played played;

  SpiedMemory(BaseMemoryService memory, boolean failing, Played played) {
    this.memory = memory;
    this.failing = failing;
    this.played = played;
  }

  @Override
  public Completable addSessionToMemory(Session session) {
    return memory.addSessionToMemory(session);
  }

  @Override
  public Single<SearchMemoryResponse> searchMemory(String app, String user, String query) {
    played.search(app, user, query);
    if (failing) {
      return Single.error(new RuntimeException("the memory is on fire"));
    }
    return memory.searchMemory(app, user, query);
  }
}
