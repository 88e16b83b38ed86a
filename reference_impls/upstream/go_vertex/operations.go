package main

import (
	"context"
	"encoding/json"

	"google.golang.org/adk/memory"
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
