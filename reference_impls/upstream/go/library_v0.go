//go:build adk0

package main

import (
	"context"

	"google.golang.org/adk/memory"
	"google.golang.org/adk/session"
)

// The methods of the service until v1.0.0. An entry had no id and no metadata.

func addTo(service memory.Service, handed session.Session) error {
	return service.AddSession(context.Background(), handed)
}

func searchIn(service memory.Service, request *memory.SearchRequest) (*memory.SearchResponse, error) {
	return service.Search(context.Background(), request)
}

func addLater(*writtenMemory, *memory.Entry) {}
