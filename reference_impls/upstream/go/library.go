//go:build !adk0

package main

import (
	"context"

	"google.golang.org/adk/memory"
	"google.golang.org/adk/session"
)

// The methods of the service, and what an entry has, since v1.0.0.

func addTo(service memory.Service, handed session.Session) error {
	return service.AddSessionToMemory(context.Background(), handed)
}

func searchIn(service memory.Service, request *memory.SearchRequest) (*memory.SearchResponse, error) {
	return service.SearchMemory(context.Background(), request)
}

func addLater(written *writtenMemory, entry *memory.Entry) {
	written.ID = &entry.ID
	written.CustomMetadata = entry.CustomMetadata
}
