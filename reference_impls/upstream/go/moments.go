//go:build !adk0

package main

import (
	"context"
	"encoding/json"
	"reflect"
	"sync"

	"google.golang.org/genai"

	"google.golang.org/adk/agent"
	"google.golang.org/adk/memory"
	"google.golang.org/adk/model"
	"google.golang.org/adk/session"
	"google.golang.org/adk/tool"
)

// moments is what the application does by itself in a turn, in the callbacks that the library has for it, and what came of
// it. They are called wherever the library runs: tools at once, and since v2 an agent beside the runner.
type moments struct {
	once  sync.Once
	mutex sync.Mutex
	found json.RawMessage
	told  string
}

// The types of contexts have other names from one major release to the next. Nothing here names them: C is inferred from
// the list of callbacks that the release has.

func searchBeforeModel[F ~func(C, *model.LLMRequest) (*model.LLMResponse, error), C context.Context](
	callbacks *[]F, m *moments, query string,
) {
	*callbacks = append(*callbacks, func(ctx C, _ *model.LLMRequest) (*model.LLMResponse, error) {
		m.once.Do(func() { m.keep(searchBy(ctx, query)) })
		return nil, nil
	})
}

func searchBeforeTool[F ~func(C, tool.Tool, map[string]any) (map[string]any, error), C context.Context](
	callbacks *[]F, m *moments, query string,
) {
	*callbacks = append(*callbacks, func(ctx C, _ tool.Tool, _ map[string]any) (map[string]any, error) {
		m.once.Do(func() { m.keep(searchBy(ctx, query)) })
		return nil, nil
	})
}

func addAfterAgent[F ~func(C) (*genai.Content, error), C context.Context](callbacks *[]F, m *moments) {
	*callbacks = append(*callbacks, func(ctx C) (*genai.Content, error) {
		within, _ := offered[invocation](ctx)
		m.add(ctx, within)
		return nil, nil
	})
}

// offered is a context as something that its type says it is, which is what a callback can be compiled against. What the
// value behind it could do besides is no business of an application's.
func offered[I any, C context.Context](ctx C) (as I, can bool) {
	if !reflect.TypeFor[C]().Implements(reflect.TypeFor[I]()) {
		return as, false
	}
	as, can = any(ctx).(I)
	return as, can
}

// searchBy searches by the context that a callback was handed, and gives what came of it as JSON: the entries are shared
// with the service. In v1 the type of a callback's context says nothing of a search, and the value behind it has one: an
// application finds that out by an assertion, as here.
func searchBy[C context.Context](ctx C, query string) json.RawMessage {
	type searcher interface {
		SearchMemory(ctx context.Context, query string) (*memory.SearchResponse, error)
	}
	result := object{}
	if by, can := any(ctx).(searcher); !can {
		result["absent"] = true
	} else if answered, err := by.SearchMemory(ctx, query); err != nil {
		result["error"] = err.Error()
	} else {
		memories := []writtenMemory{}
		if answered != nil {
			for position := range answered.Memories {
				memories = append(memories, write(&answered.Memories[position]))
			}
		}
		result["memories"] = memories
	}
	written, err := json.Marshal(result)
	if err != nil {
		written, _ = json.Marshal(object{"error": "a memory is no JSON: " + err.Error()})
	}
	return written
}

// invocation is what the session of a turn is added by. No context has a method of its own for it.
type invocation interface {
	Memory() agent.Memory
	Session() session.Session
}

// add adds the session, as the invocation has it, to the memory that the invocation has.
func (m *moments) add(ctx context.Context, within invocation) {
	if within == nil {
		m.tell("the callback's context has no memory to add to")
	} else if to := within.Memory(); to == nil {
		m.tell("the callback's context gives no memory to add to")
	} else if err := to.AddSessionToMemory(ctx, within.Session()); err != nil {
		m.tell(err.Error())
	}
}

func (m *moments) keep(found json.RawMessage) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.found = found
}

// tell keeps the first text that there is of an error that did not end the run.
func (m *moments) tell(texts ...string) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	for _, text := range texts {
		if m.told == "" {
			m.told = text
		}
	}
}

// recorded are what the search came to, if its moment came, and the text that was told.
func (m *moments) recorded() (found json.RawMessage, told string) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	return m.found, m.told
}
