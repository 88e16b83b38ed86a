package main

import (
	"encoding/json"
	"fmt"
	"log"
	"math"
	"runtime/debug"
	"strconv"

	"google.golang.org/genai"

	"google.golang.org/adk/memory"
	"google.golang.org/adk/session"
)

// instance is one service of the library, and what an application in the same process would still hold of it: the very
// events that it handed over, and the very entries that the last search returned. Its turns, once there is one, have their
// sessions in a service of the library, too.
type instance struct {
	service  memory.Service
	added    map[string]*session.Event
	found    []memory.Entry
	sessions session.Service
}

var (
	instances = map[string]*instance{}
	opened    int
)

var operations = map[string]func(json.RawMessage) (any, error){
	"hello":              taking(hello),
	"open":               taking(open),
	"add_session":        taking(addSession),
	"search":             taking(search),
	"change_added_event": taking(changeAddedEvent),
	"change_result":      taking(changeResult),
	"close":              taking(closeInstance),
}

// ask calls the library. The error that it returns, or its panic, is its answer, and no failure of the harness.
func ask(call func() error) (err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			log.Printf("panic: %v\n%s", panicked, debug.Stack())
			err = &failure{errorValue, fmt.Sprintf("panic: %v", panicked), failureData{"internal", "backend"}}
		}
	}()
	if err := call(); err != nil {
		return &failure{errorValue, err.Error(), failureData{"internal", "backend"}}
	}
	return nil
}

// capabilities are those of every release; a file that not all are built with adds its own.
var capabilities = []string{"shared_objects"}

func hello(*nothing) (any, error) {
	release := linkedRelease()
	return object{
		"name":         "adk-go@" + release,
		"version":      release,
		"language":     "Go",
		"protocol":     "1",
		"scope":        []object{{"name": "app", "crossing": "leak"}, {"name": "user", "crossing": "leak"}},
		"capabilities": capabilities,
		"reset":        "instance",
	}, nil
}

func open(*nothing) (any, error) {
	opened++
	id := strconv.Itoa(opened)
	instances[id] = &instance{service: memory.InMemoryService(), added: map[string]*session.Event{}}
	return object{"instance": id}, nil
}

func addSession(p *struct {
	inScope
	Session *writtenSession `json:"session"`
}) (any, error) {
	at, app, user, err := p.place()
	if err != nil {
		return nil, err
	}
	if p.Session == nil || p.Session.ID == nil {
		return nil, invalid("session must be an object with an id")
	}
	handed, err := p.Session.read(app, user)
	if err != nil {
		return nil, err
	}
	for _, event := range handed.events {
		at.added[event.ID] = event
	}
	return object{}, ask(func() error { return addTo(at.service, handed) })
}

func search(p *struct {
	inScope
	Query *string `json:"query"`
}) (any, error) {
	at, app, user, err := p.place()
	if err != nil {
		return nil, err
	}
	if p.Query == nil {
		return nil, invalid("query must be a string")
	}
	var answered *memory.SearchResponse
	request := &memory.SearchRequest{Query: *p.Query, UserID: user, AppName: app}
	if err := ask(func() (err error) { answered, err = searchIn(at.service, request); return }); err != nil {
		return nil, err
	}
	at.found = nil
	if answered != nil {
		at.found = answered.Memories
	}
	memories := make([]writtenMemory, len(at.found))
	for position := range at.found {
		memories[position] = write(&at.found[position])
	}
	return object{"memories": memories}, nil
}

func changeAddedEvent(p *struct {
	Instance *string `json:"instance"`
	EventID  *string `json:"eventId"`
	Text     *string `json:"text"`
}) (any, error) {
	at, err := instanceOf(p.Instance)
	if err != nil {
		return nil, err
	}
	if p.EventID == nil || p.Text == nil {
		return nil, invalid("eventId and text must be strings")
	}
	event, known := at.added[*p.EventID]
	if !known {
		return nil, absent("no event %q was added", *p.EventID)
	}
	setFirstText(event.Content, *p.Text)
	return object{}, nil
}

func changeResult(p *struct {
	Instance *string  `json:"instance"`
	Position *float64 `json:"position"`
	Text     *string  `json:"text"`
}) (any, error) {
	at, err := instanceOf(p.Instance)
	if err != nil {
		return nil, err
	}
	if p.Position == nil || *p.Position < 0 || *p.Position != math.Trunc(*p.Position) || p.Text == nil {
		return nil, invalid("position must be a whole number from 0 on, and text a string")
	}
	if *p.Position >= float64(len(at.found)) {
		return nil, absent("the last search returned no memory at position %.0f", *p.Position)
	}
	setFirstText(at.found[int(*p.Position)].Content, *p.Text)
	return object{}, nil
}

// closeInstance lets an instance go. Closing one that is gone is no error.
func closeInstance(p *struct {
	Instance *string `json:"instance"`
}) (any, error) {
	if p.Instance == nil {
		return nil, invalid("instance must be a string")
	}
	delete(instances, *p.Instance)
	return object{}, nil
}

func setFirstText(content *genai.Content, text string) {
	if content == nil {
		return
	}
	for _, part := range content.Parts {
		if part != nil && part.Text != "" {
			part.Text = text
			return
		}
	}
}
