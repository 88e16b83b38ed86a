//go:build !adk0

package main

import (
	"context"
	"errors"
	"sync"

	"google.golang.org/adk/memory"
)

// The kinds of service that a runner can have in a turn.
const (
	working = "working"
	missing = "absent"
	failing = "failing"
)

// spy is the service that the runner has in a turn: the instance's own, in front of which each search is recorded. The
// calls of one answer of the model are made at once.
type spy struct {
	memory.Service
	kind     string
	mutex    sync.Mutex
	searches []arrivedSearch
}

type arrivedSearch struct {
	Scope map[string]string `json:"scope"`
	Query string            `json:"query"`
}

// SearchMemory implements memory.Service.
func (s *spy) SearchMemory(ctx context.Context, request *memory.SearchRequest) (*memory.SearchResponse, error) {
	s.mutex.Lock()
	scope := map[string]string{"app": request.AppName, "user": request.UserID}
	s.searches = append(s.searches, arrivedSearch{scope, request.Query})
	s.mutex.Unlock()
	if s.kind == failing {
		return nil, errors.New("the memory is on fire")
	}
	return s.Service.SearchMemory(ctx, request)
}

// recorded are the searches until now: none are an empty list.
func (s *spy) recorded() []arrivedSearch {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return append([]arrivedSearch{}, s.searches...)
}
