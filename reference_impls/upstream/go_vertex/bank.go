package main

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"google.golang.org/genai"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// bank is the stand-in of the service: the rules that it keeps, whatever asks it. It is no model of how the real one finds
// memories, or of what it makes of a session: each event with text becomes a memory as it is, and words find them.
type bank struct {
	mutex       sync.Mutex
	sessions    map[string]*handedSession
	memories    []fact
	generations []*generation
	calls       []call
	holds       bool
	fails       bool
}

// fact is a memory. The service knows of no user and no app: a scope is a map, and another map is another scope.
type fact struct {
	number  int
	scope   map[string]string
	text    string
	created time.Time
}

// generation is what one request makes memories of, settled when it was asked for; they are there when it is done.
type generation struct {
	scope map[string]string
	texts []string
	done  bool
}

// call is a request of the client as it goes over the wire of the protocol.
type call struct {
	Method    string            `json:"method"`
	Scope     map[string]string `json:"scope"`
	Session   *string           `json:"session,omitzero"`
	Texts     []string          `json:"texts,omitzero"`
	StartTime *float64          `json:"startTime,omitzero"`
	Query     *string           `json:"query,omitzero"`
	TopK      int32             `json:"topK,omitzero"`
}

// put has a conversation take place at the service.
func (b *bank) put(session *handedSession) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if b.sessions == nil {
		b.sessions = map[string]*handedSession{}
	}
	b.sessions[session.id] = session
}

func (b *bank) script(hold, fail *bool) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if hold != nil {
		b.holds = *hold
	}
	if fail != nil {
		b.fails = *fail
	}
}

func (b *bank) isHeld() bool {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.holds
}

// recorded are the requests until now: none are an empty list.
func (b *bank) recorded() []call {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return append([]call{}, b.calls...)
}

// arrived records a request, and refuses it where the bank is closed.
func (b *bank) arrived(request call) error {
	b.calls = append(b.calls, request)
	return b.refused()
}

func (b *bank) refused() error {
	if b.fails {
		return status.Error(codes.Unavailable, "the bank is closed")
	}
	return nil
}

// generate begins a generation from a session, from some time on where there is one, and gives its number.
func (b *bank) generate(request call, from *time.Time) (number int, done bool, err error) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if err := b.arrived(request); err != nil {
		return 0, false, err
	}
	session, known := b.sessions[*request.Session]
	if !known {
		return 0, false, status.Error(codes.NotFound, "session not found")
	}
	begun := &generation{scope: request.Scope}
	for _, event := range session.events {
		if from != nil && event.Timestamp.Before(*from) {
			continue
		}
		if text := textOf(event.Content); text != "" {
			begun.texts = append(begun.texts, text)
		}
	}
	b.generations = append(b.generations, begun)
	if !b.holds {
		b.finish(begun)
	}
	return len(b.generations) - 1, begun.done, nil
}

// isDone tells of a generation by its number.
func (b *bank) isDone(number int) (bool, error) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if number < 0 || number >= len(b.generations) {
		return false, status.Error(codes.NotFound, "operation not found")
	}
	return b.generations[number].done, b.refused()
}

// complete finishes all that was held, in the order in which it was begun.
func (b *bank) complete() {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	for _, begun := range b.generations {
		b.finish(begun)
	}
}

func (b *bank) finish(begun *generation) {
	if begun.done {
		return
	}
	begun.done = true
	for _, text := range begun.texts {
		has := func(one fact) bool { return one.text == text && maps.Equal(one.scope, begun.scope) }
		if !slices.ContainsFunc(b.memories, has) {
			b.memories = append(b.memories, fact{len(b.memories) + 1, begun.scope, text, time.Now()})
		}
	}
}

// retrieve finds the memories of exactly a scope that share a word with the query: those that share most come first, then
// those that were stored first.
func (b *bank) retrieve(request call) ([]fact, error) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if err := b.arrived(request); err != nil {
		return nil, err
	}
	type hit struct {
		fact
		shared int
	}
	var hits []hit
	asked := wordsOf(*request.Query)
	for _, one := range b.memories {
		shared := 0
		for word := range wordsOf(one.text) {
			if asked[word] {
				shared++
			}
		}
		if shared > 0 && maps.Equal(one.scope, request.Scope) {
			hits = append(hits, hit{one, shared})
		}
	}
	slices.SortStableFunc(hits, func(one, other hit) int { return cmp.Compare(other.shared, one.shared) })
	if request.TopK > 0 && int(request.TopK) < len(hits) {
		hits = hits[:request.TopK]
	}
	found := make([]fact, len(hits))
	for position, one := range hits {
		found[position] = one.fact
	}
	return found, nil
}

var word = regexp.MustCompile(`[\p{L}\p{N}_]+`)

func wordsOf(text string) map[string]bool {
	words := map[string]bool{}
	for _, one := range word.FindAllString(strings.ToLower(text), -1) {
		words[one] = true
	}
	return words
}

func textOf(content *genai.Content) string {
	if content == nil {
		return ""
	}
	var texts []string
	for _, part := range content.Parts {
		if part != nil && part.Text != "" {
			texts = append(texts, part.Text)
		}
	}
	return strings.Join(texts, " ")
}
