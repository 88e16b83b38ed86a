package main

import (
	"iter"
	"maps"
	"math"
	"slices"
	"time"

	"google.golang.org/genai"

	"google.golang.org/adk/model"
	"google.golang.org/adk/session"
)

// writtenSession is a session as it comes over the wire. A content is read by the library's own types.
type writtenSession struct {
	ID             *string         `json:"id"`
	Events         []*writtenEvent `json:"events"`
	State          map[string]any  `json:"state"`
	LastUpdateTime *float64        `json:"lastUpdateTime"`
}

// writtenEvent has the fields of an event that a memory could look at.
type writtenEvent struct {
	ID             string         `json:"id"`
	Author         string         `json:"author"`
	Timestamp      *float64       `json:"timestamp"`
	InvocationID   string         `json:"invocationId"`
	Branch         string         `json:"branch"`
	Content        *genai.Content `json:"content"`
	CustomMetadata map[string]any `json:"customMetadata"`
	Partial        bool           `json:"partial"`
}

// handedSession is the session that the library is handed. Its own in-memory sessions would not do: they refuse an empty
// app or user, drop partial events, and hand on copies of the events.
type handedSession struct {
	id, app, user string
	events        events
	state         state
	updated       time.Time
}

func (s *handedSession) ID() string                { return s.id }
func (s *handedSession) AppName() string           { return s.app }
func (s *handedSession) UserID() string            { return s.user }
func (s *handedSession) State() session.State      { return s.state }
func (s *handedSession) Events() session.Events    { return s.events }
func (s *handedSession) LastUpdateTime() time.Time { return s.updated }

type events []*session.Event

func (e events) All() iter.Seq[*session.Event] { return slices.Values(e) }
func (e events) Len() int                      { return len(e) }
func (e events) At(i int) *session.Event       { return e[i] }

type state map[string]any

func (s state) All() iter.Seq2[string, any] { return maps.All(s) }

func (s state) Get(key string) (any, error) {
	value, known := s[key]
	if !known {
		return nil, session.ErrStateKeyNotExist
	}
	return value, nil
}

func (s state) Set(key string, value any) error {
	s[key] = value
	return nil
}

// read gives the session as the library takes it. Whose it is says the scope of the call, whatever names stand in it.
func (w *writtenSession) read(app, user string) (*handedSession, error) {
	handed := &handedSession{id: *w.ID, app: app, user: user, state: w.State, events: make(events, len(w.Events))}
	if handed.state == nil {
		handed.state = state{}
	}
	var err error
	if handed.updated, err = toTime(w.LastUpdateTime); err != nil {
		return nil, err
	}
	for position, written := range w.Events {
		if written == nil {
			return nil, invalid("session.events.%d must be an object", position)
		}
		happened, err := toTime(written.Timestamp)
		if err != nil {
			return nil, err
		}
		handed.events[position] = &session.Event{
			LLMResponse: model.LLMResponse{
				Content:        written.Content,
				CustomMetadata: written.CustomMetadata,
				Partial:        written.Partial,
			},
			ID:           written.ID,
			Author:       written.Author,
			Timestamp:    happened,
			InvocationID: written.InvocationID,
			Branch:       written.Branch,
		}
	}
	return handed, nil
}

// toTime is the time that so many seconds after the epoch are; none are no time.
func toTime(seconds *float64) (time.Time, error) {
	if seconds == nil {
		return time.Time{}, nil
	}
	whole := math.Floor(*seconds)
	if math.Abs(whole) > 1<<53 {
		return time.Time{}, invalid("a time of %g seconds is too far from the epoch", *seconds)
	}
	// For the times of today a float64 is exact to a quarter of a microsecond: the nearest microsecond is what was meant.
	// One that is not, such as a time near the epoch with more digits, keeps its nanoseconds.
	happened := time.Unix(int64(whole), int64(math.Round((*seconds-whole)*1e6))*1000).UTC()
	if toSeconds(happened) != *seconds {
		happened = time.Unix(int64(whole), int64(math.Round((*seconds-whole)*1e9))).UTC()
	}
	return happened, nil
}

// toSeconds is the time in seconds after the epoch.
func toSeconds(happened time.Time) float64 {
	return float64(happened.Unix()) + float64(happened.Nanosecond())/1e9
}
