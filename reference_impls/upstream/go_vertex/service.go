// Puts the Memory Bank client of a released google.golang.org/adk behind the protocol of Memory Conformance. The client is
// the release's own, unchanged; the service that it asks is a stand-in in this very process.
//
// Built together with the files of ../go that know nothing of a service: harness.go, messages.go, release.go, session.go.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"runtime/debug"
	"strconv"
	"time"

	"google.golang.org/adk/memory"
	"google.golang.org/adk/memory/vertexai"
	vertexaiutil "google.golang.org/adk/util/vertexai"
)

const (
	// patience is what a call may take that nothing keeps back: on a machine that is busy, much longer than it does.
	patience = 30 * time.Second
	// heldPatience is what a client may wait for a generation that is held: nobody else can ask for its completion meanwhile.
	heldPatience = time.Second
)

// instance is a bank, and the client of the library that asks it.
type instance struct {
	bank    *bank
	config  vertexai.ServiceConfig
	service memory.Service
}

var (
	instances = map[string]*instance{}
	opened    int
)

// open gives an empty bank with a client. All banks are behind one address: the project in a resource's name tells which
// is meant.
func open(*nothing) (any, error) {
	opened++
	id := strconv.Itoa(opened)
	engine := vertexaiutil.AgentEngineData{Location: location, ProjectID: "instance-" + id, ReasoningEngine: "bank"}
	at := &instance{bank: &bank{}, config: vertexai.ServiceConfig{AgentEngineData: engine}}
	if err := at.connect(); err != nil {
		return nil, err
	}
	banks.Store(vertexaiutil.AgentEngineResource(&engine), at.bank)
	instances[id] = at
	return object{"instance": id}, nil
}

// connect makes a new client, of the configuration as it is now. It connects to the bank with its first call.
func (at *instance) connect() error {
	return withAccount(func() (err error) {
		config := at.config
		at.service, err = vertexai.NewService(context.Background(), &config)
		return err
	})
}

// closeInstance lets an instance go. Closing one that is gone is no error. The library's clients cannot be closed: the
// server ends a connection that is idle.
func closeInstance(p *struct {
	Instance *string `json:"instance"`
}) (any, error) {
	if p.Instance == nil {
		return nil, invalid("instance must be a string")
	}
	if at, open := instances[*p.Instance]; open {
		banks.Delete(vertexaiutil.AgentEngineResource(&at.config.AgentEngineData))
		delete(instances, *p.Instance)
	}
	return object{}, nil
}

// ask has the client do something. What it returns as an error, or panics with, is the backend's answer.
func (at *instance) ask(call func(context.Context) error) (err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			log.Printf("panic: %v\n%s", panicked, debug.Stack())
			err = ofBackend(fmt.Sprintf("panic: %v", panicked))
		}
	}()
	enough := patience
	if at.config.WaitForCompletion && at.bank.isHeld() {
		enough = heldPatience
	}
	ctx, cancel := context.WithTimeout(context.Background(), enough)
	defer cancel()
	if err := call(ctx); err != nil {
		return ofBackend(err.Error())
	}
	return nil
}

func ofBackend(told string) error {
	return &failure{errorValue, told, failureData{"internal", "backend"}}
}

// addLater gives an entry's later fields to a memory; every release that has this client has them.
func addLater(written *writtenMemory, entry *memory.Entry) {
	written.ID, written.CustomMetadata = &entry.ID, entry.CustomMetadata
}

// asTime puts a time into the state where a message has a number: JSON has no times, and the client takes nothing else.
func (s state) asTime(key string) error {
	number, is := s[key].(json.Number)
	if !is {
		return nil
	}
	seconds, err := number.Float64()
	if err != nil {
		return invalid("session.state.%s is no number of seconds: %s", key, number)
	}
	happened, err := toTime(&seconds)
	s[key] = happened
	return err
}
