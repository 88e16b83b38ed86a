//go:build !adk0

package main

import (
	"context"
	"encoding/json"
	"iter"
	"strings"
	"sync"

	"google.golang.org/genai"

	"google.golang.org/adk/model"
)

// scripted is a model that gives the answers it was handed. It keeps each request as JSON, as it was at that moment: the
// library goes on to change its contents. An agent that is called twice at once asks it twice at once.
type scripted struct {
	script   []spoken
	mutex    sync.Mutex
	requests []json.RawMessage
}

func (m *scripted) Name() string { return "scripted" }

func (m *scripted) GenerateContent(
	_ context.Context, request *model.LLMRequest, _ bool,
) iter.Seq2[*model.LLMResponse, error] {
	return func(yield func(*model.LLMResponse, error) bool) {
		written, err := json.Marshal(asked(request))
		if err != nil {
			yield(nil, err)
			return
		}
		yield(&model.LLMResponse{Content: m.answer(written)}, nil)
	}
}

func (m *scripted) answer(request json.RawMessage) *genai.Content {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.requests = append(m.requests, request)
	if answered := len(m.requests); answered <= len(m.script) {
		return m.script[answered-1].content
	}
	return genai.NewContentFromText("done", genai.RoleModel)
}

// recorded are the requests until now: none are an empty list.
func (m *scripted) recorded() []json.RawMessage {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	return append([]json.RawMessage{}, m.requests...)
}

// writtenRequest is a request as it goes over the wire; contents and schemas are written by the library's own types, as its
// client writes them to the real model.
type writtenRequest struct {
	SystemInstruction string           `json:"systemInstruction,omitempty"`
	Contents          []*genai.Content `json:"contents"`
	Tools             []declaration    `json:"tools"`
}

type declaration struct {
	Name        string        `json:"name"`
	Description string        `json:"description,omitempty"`
	Parameters  *genai.Schema `json:"parameters,omitempty"`
}

func asked(request *model.LLMRequest) writtenRequest {
	written := writtenRequest{Contents: append([]*genai.Content{}, request.Contents...), Tools: []declaration{}}
	if request.Config == nil {
		return written
	}
	written.SystemInstruction = textOf(request.Config.SystemInstruction)
	for _, group := range request.Config.Tools {
		for _, of := range group.FunctionDeclarations {
			written.Tools = append(written.Tools, declaration{of.Name, of.Description, of.Parameters})
		}
	}
	return written
}

func textOf(instruction *genai.Content) string {
	if instruction == nil {
		return ""
	}
	var texts []string
	for _, part := range instruction.Parts {
		if part != nil && part.Text != "" {
			texts = append(texts, part.Text)
		}
	}
	return strings.Join(texts, "\n\n")
}
