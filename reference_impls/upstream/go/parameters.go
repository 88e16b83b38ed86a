package main

import (
	"encoding/json"
	"fmt"
)

// What the parameters of the operations have in common, whatever stands behind an instance: each harness has its own type
// instance, and keeps those that are open in instances.

type (
	object  = map[string]any
	nothing struct{}
)

// taking reads the parameters of an operation before it is performed.
func taking[P any](perform func(*P) (any, error)) func(json.RawMessage) (any, error) {
	return func(written json.RawMessage) (any, error) {
		given := new(P)
		if err := read(written, given); err != nil {
			return nil, err
		}
		return perform(given)
	}
}

// inScope names an instance and whose memories are meant. Pointers tell what is absent from what is empty.
type inScope struct {
	Instance *string            `json:"instance"`
	Scope    map[string]*string `json:"scope"`
}

func (p inScope) place() (at *instance, app, user string, err error) {
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
		return nil, absent("no instance %q is open", *id)
	}
	return at, nil
}

func invalid(format string, values ...any) error {
	return refusal(errorValue, "invalid_argument", fmt.Sprintf(format, values...))
}

func absent(format string, values ...any) error {
	return refusal(errorValue, "not_found", fmt.Sprintf(format, values...))
}
