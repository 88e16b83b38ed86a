package main

import (
	"context"
	"encoding/json"
	"fmt"

	"google.golang.org/adk/memory"
)

type (
	object  = map[string]any
	nothing struct{}
)

var operations = map[string]func(json.RawMessage) (any, error){
	"hello":            taking(hello),
	"open":             taking(open),
	"add_session":      taking(addSession),
	"search":           taking(search),
	"session.put":      taking(putSession),
	"session.add":      taking(addOnly),
	"managed.script":   taking(script),
	"managed.complete": taking(complete),
	"managed.calls":    taking(calls),
	"close":            taking(closeInstance),
}

// taking has the parameters of an operation read before it is performed.
func taking[P any](perform func(*P) (any, error)) func(json.RawMessage) (any, error) {
	return func(written json.RawMessage) (any, error) {
		var given P
		if err := read(written, &given); err != nil {
			return nil, err
		}
		return perform(&given)
	}
}

func hello(*nothing) (any, error) {
	release := linkedRelease()
	return object{
		"name":         "adk-go-vertex@" + release,
		"version":      release,
		"language":     "Go",
		"protocol":     "1",
		"scope":        []object{{"name": "app", "crossing": "leak"}, {"name": "user", "crossing": "leak"}},
		"capabilities": []string{"managed", "last_update"},
		"reset":        "instance",
	}, nil
}

// inScope names an instance and whose memories are meant. Pointers tell what is absent from what is empty.
type inScope struct {
	Instance *string            `json:"instance"`
	Scope    map[string]*string `json:"scope"`
}

func (p *inScope) place() (at *instance, app, user string, err error) {
	if at, err = instanceOf(p.Instance); err != nil {
		return nil, "", "", err
	}
	if p.Scope["app"] == nil || p.Scope["user"] == nil {
		return nil, "", "", invalid("scope must be an object with the strings app and user")
	}
	return at, *p.Scope["app"], *p.Scope["user"], nil
}

func instanceOf(id *string) (*instance, error) {
	if id == nil {
		return nil, invalid("instance must be a string")
	}
	at, open := instances[*id]
	if !open {
		return nil, refusal(errorValue, "not_found", fmt.Sprintf("no instance %q is open", *id))
	}
	return at, nil
}

// withSession are the parameters of what is done with a session.
type withSession struct {
	inScope
	Session *writtenSession `json:"session"`
}

func (p *withSession) handed() (*instance, *handedSession, error) {
	at, app, user, err := p.place()
	if err != nil {
		return nil, nil, err
	}
	if p.Session == nil || p.Session.ID == nil {
		return nil, nil, invalid("session must be an object with an id")
	}
	session, err := p.Session.read(app, user)
	if err != nil {
		return nil, nil, err
	}
	return at, session, session.state.asTime(at.config.StateKeySessionLastUpdateTime)
}

// addSession adds a session that took place at the service, which is where the client has its events taken from.
func addSession(p *withSession) (any, error) {
	if _, err := putSession(p); err != nil {
		return nil, err
	}
	return addOnly(p)
}

func putSession(p *withSession) (any, error) {
	at, session, err := p.handed()
	if err != nil {
		return nil, err
	}
	at.bank.put(session)
	return object{}, nil
}

func addOnly(p *withSession) (any, error) {
	at, session, err := p.handed()
	if err != nil {
		return nil, err
	}
	return object{}, at.ask(func(ctx context.Context) error { return at.service.AddSessionToMemory(ctx, session) })
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
	var found *memory.SearchResponse
	request := &memory.SearchRequest{Query: *p.Query, UserID: user, AppName: app}
	err = at.ask(func(ctx context.Context) (err error) {
		found, err = at.service.SearchMemory(ctx, request)
		return err
	})
	if err != nil {
		return nil, err
	}
	memories := make([]writtenMemory, len(found.Memories))
	for position := range found.Memories {
		memories[position] = write(&found.Memories[position])
	}
	return object{"memories": memories}, nil
}

func invalid(format string, values ...any) error {
	return refusal(errorValue, "invalid_argument", fmt.Sprintf(format, values...))
}
