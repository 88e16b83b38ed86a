//go:build !adk0

package main

import (
	"encoding/json"
	"slices"

	"google.golang.org/genai"

	"google.golang.org/adk/tool"
	"google.golang.org/adk/tool/loadmemorytool"
	"google.golang.org/adk/tool/preloadmemorytool"
)

// A release without the memory tools is built without the files of the turn, and declares none.
func init() {
	operations["play_turn"] = taking(playTurn)
	capabilities = append(capabilities, "turn", "preload_memory")
}

// memoryTools are those of the library. Their names are the protocol's, so that a call in a script needs no translation.
var memoryTools = map[string]func() tool.Tool{
	"load_memory":    func() tool.Tool { return loadmemorytool.New() },
	"preload_memory": func() tool.Tool { return preloadmemorytool.New() },
}

const (
	beforeModel = "before_model"
	beforeTool  = "before_tool"
	afterAgent  = "after_agent"
	afterRun    = "after_run"
)

// writtenTurn is a turn as it comes over the wire.
type writtenTurn struct {
	Session *string         `json:"session"`
	Content spoken          `json:"content"`
	Tools   []string        `json:"tools"`
	Script  []spoken        `json:"script"`
	Service *string         `json:"service"`
	Agent   *writtenAgent   `json:"agent"`
	Search  *callbackSearch `json:"search"`
	Add     *string         `json:"add"`
}

// writtenAgent is the agent that is a tool of the first.
type writtenAgent struct {
	Name   *string  `json:"name"`
	Tools  []string `json:"tools"`
	Script []spoken `json:"script"`
}

// callbackSearch is the application's own search.
type callbackSearch struct {
	At    string  `json:"at"`
	Query *string `json:"query"`
}

// spoken is a content as the library's own client reads it. Unlike in the parameters around it, a number in the arguments
// of a call is a float64: a tool that refuses one says what it was given.
type spoken struct{ content *genai.Content }

func (s *spoken) UnmarshalJSON(written []byte) error { return json.Unmarshal(written, &s.content) }

// check refuses a turn that cannot be played as it is meant.
func (t *writtenTurn) check() error {
	switch {
	case t == nil || t.Session == nil:
		return invalid("turn must be an object with a session")
	case t.Content.content == nil:
		return invalid("turn.content must be an object")
	case t.Service != nil && !slices.Contains([]string{working, missing, failing}, *t.Service):
		return invalid("turn.service cannot be %q", *t.Service)
	case t.Add != nil && *t.Add != afterAgent && *t.Add != afterRun:
		return invalid("turn.add cannot be %q", *t.Add)
	case t.Search != nil && t.Search.At != beforeModel && t.Search.At != beforeTool:
		return invalid("turn.search.at cannot be %q", t.Search.At)
	case t.Search != nil && t.Search.Query == nil:
		return invalid("turn.search.query must be a string")
	case t.Agent != nil && t.Agent.Name == nil:
		return invalid("turn.agent must be an object with a name")
	}
	tools, script := t.Tools, t.Script
	if t.Agent != nil {
		tools, script = slices.Concat(tools, t.Agent.Tools), slices.Concat(script, t.Agent.Script)
	}
	for _, name := range tools {
		if memoryTools[name] == nil {
			return invalid("there is no memory tool %q", name)
		}
	}
	if slices.ContainsFunc(script, func(answer spoken) bool { return answer.content == nil }) {
		return invalid("an answer of a script must be an object")
	}
	return nil
}

// played is what was seen of a turn, as it goes over the wire.
type played struct {
	Requests      []json.RawMessage `json:"requests"`
	AgentRequests []json.RawMessage `json:"agentRequests"`
	Searches      []arrivedSearch   `json:"searches"`
	Callback      json.RawMessage   `json:"callback,omitempty"`
	Ending        string            `json:"ending"`
	Error         string            `json:"error,omitempty"`
}
