// The memory service: a small one, so that the harness runs as it stands. Replace what is in here by calls of your own.

package main

import (
	"encoding/json"
	"errors"
	"strings"
	"unicode"
)

// ErrBadName is a name that the service refuses. This one refuses none; return it, or an error that wraps it, where yours does.
var ErrBadName = errors.New("the name is refused")

// Scope says whose memories are meant. A struct, and no joined text: "a/b" and "c" are not "a" and "b/c".
type Scope struct {
	App, User string
}

// Session is a conversation as it is handed to memory. Whose it is says the scope of the call.
type Session struct {
	ID     string          `json:"id"`
	Events []Event         `json:"events"`
	State  json.RawMessage `json:"state"`
}

// Event is one entry of a session. The time is in seconds since the epoch; anything may be absent.
type Event struct {
	ID        *string         `json:"id"`
	Author    *string         `json:"author"`
	Timestamp *float64        `json:"timestamp"`
	Content   json.RawMessage `json:"content"`
}

// Memory is what a search gives.
type Memory struct {
	ID        *string         `json:"id,omitempty"`
	Author    *string         `json:"author,omitempty"`
	Timestamp *float64        `json:"timestamp,omitempty"`
	Content   json.RawMessage `json:"content"`
}

// MemoryService is a memory that is empty and shares nothing with any other.
type MemoryService struct {
	owners map[Scope]*shelf
}

// shelf holds what one owner remembers; order has the ids in the order of adding.
type shelf struct {
	order    []string
	sessions map[string][]Memory
}

// NewMemoryService opens an empty memory.
func NewMemoryService() (*MemoryService, error) {
	return &MemoryService{owners: map[Scope]*shelf{}}, nil
}

// AddSession remembers a session. Added again, it replaces what it brought before, in its old place.
func (m *MemoryService) AddSession(scope Scope, session Session) error {
	var memories []Memory
	for _, event := range session.Events {
		text, err := textOf(event.Content)
		if err != nil {
			return err
		}
		if text != "" {
			memories = append(memories, Memory(event))
		}
	}
	owner := m.owners[scope]
	if owner == nil {
		owner = &shelf{sessions: map[string][]Memory{}}
		m.owners[scope] = owner
	}
	if _, known := owner.sessions[session.ID]; !known {
		owner.order = append(owner.order, session.ID)
	}
	owner.sessions[session.ID] = memories
	return nil
}

// Search gives the memories that hold a word of the query, in the order of adding; capitals make no difference.
func (m *MemoryService) Search(scope Scope, query string) ([]Memory, error) {
	wanted := map[string]bool{}
	for _, word := range wordsOf(query) {
		wanted[word] = true
	}
	all, err := m.ListMemories(scope)
	found := []Memory{}
	for _, memory := range all {
		text, _ := textOf(memory.Content)
		for _, word := range wordsOf(text) {
			if wanted[word] {
				found = append(found, memory)
				break
			}
		}
	}
	return found, err
}

// ListMemories gives all memories of a scope, in the order of adding.
func (m *MemoryService) ListMemories(scope Scope) ([]Memory, error) {
	all := []Memory{}
	if owner := m.owners[scope]; owner != nil {
		for _, id := range owner.order {
			all = append(all, owner.sessions[id]...)
		}
	}
	return all, nil
}

// DeleteSession forgets what a session brought. One that is not there is no error.
func (m *MemoryService) DeleteSession(scope Scope, id string) error {
	owner := m.owners[scope]
	if owner == nil {
		return nil
	}
	delete(owner.sessions, id)
	for place, other := range owner.order {
		if other == id {
			owner.order = append(owner.order[:place], owner.order[place+1:]...)
			break
		}
	}
	return nil
}

// Close lets go of files and connections. There are none here.
func (m *MemoryService) Close() error {
	return nil
}

// textOf joins the texts of a content. An event may lack its content, a content its parts, and a part its text.
func textOf(written json.RawMessage) (string, error) {
	var content struct {
		Parts []struct {
			Text string `json:"text"`
		} `json:"parts"`
	}
	if written != nil {
		if err := json.Unmarshal(written, &content); err != nil {
			return "", err
		}
	}
	var texts []string
	for _, part := range content.Parts {
		if part.Text != "" {
			texts = append(texts, part.Text)
		}
	}
	return strings.Join(texts, " "), nil
}

// wordsOf gives letters, marks and digits of every script; anything else stands between words.
func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(sign rune) bool {
		return !unicode.In(sign, unicode.L, unicode.M, unicode.N)
	})
}
