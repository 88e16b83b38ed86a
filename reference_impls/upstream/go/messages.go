package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"

	"google.golang.org/genai"

	"google.golang.org/adk/memory"
)

// read gives the parameters that a message carries. Numbers inside arguments and metadata stay as they were written.
func read(written json.RawMessage, given any) error {
	if len(written) == 0 {
		return nil
	}
	if hasHalfCharacter(written) {
		return invalid("a text has half of a surrogate pair, which no text in Go can hold")
	}
	decoder := json.NewDecoder(bytes.NewReader(written))
	decoder.UseNumber()
	err := decoder.Decode(given)
	var unfit *json.UnmarshalTypeError
	if errors.As(err, &unfit) && unfit.Field != "" {
		return invalid("%s cannot be a JSON %s", unfit.Field, unfit.Value)
	}
	if err != nil {
		return invalid("the parameters do not fit: %v", err)
	}
	return nil
}

// hasHalfCharacter tells whether a JSON text has the escape of one surrogate without the other. Go's decoder would put
// U+FFFD in its place, after which two names that differ only there would be the same user.
func hasHalfCharacter(written []byte) bool {
	for {
		start := bytes.IndexByte(written, '\\')
		if start < 0 {
			return false
		}
		written = written[start:]
		switch first := escaped(written); {
		case first < 0xd800 || first > 0xdfff:
			// Two bytes at least: an escaped backslash begins no escape.
			written = written[2:]
		case first > 0xdbff:
			return true
		default:
			second := escaped(written[6:])
			if second < 0xdc00 || second > 0xdfff {
				return true
			}
			written = written[12:]
		}
	}
}

// escaped is the number in the escape \uXXXX that a text begins with, or -1.
func escaped(written []byte) int64 {
	if len(written) < 6 || written[0] != '\\' || written[1] != 'u' {
		return -1
	}
	number, err := strconv.ParseInt(string(written[2:6]), 16, 32)
	if err != nil {
		return -1
	}
	return number
}

// writtenMemory is a memory as it goes over the wire: of what the library's entry has, all but a time that is not set.
type writtenMemory struct {
	Content        *genai.Content `json:"content"`
	ID             *string        `json:"id,omitzero"`
	Author         string         `json:"author"`
	Timestamp      *float64       `json:"timestamp,omitzero"`
	CustomMetadata map[string]any `json:"customMetadata,omitzero"`
}

func write(entry *memory.Entry) writtenMemory {
	written := writtenMemory{Content: entry.Content, Author: entry.Author}
	if !entry.Timestamp.IsZero() {
		seconds := toSeconds(entry.Timestamp)
		written.Timestamp = &seconds
	}
	addLater(&written, entry)
	return written
}
