// Puts the in-memory memory service of a released google.golang.org/adk behind the protocol of Memory Conformance, on
// standard input and output: each line in is a request of JSON-RPC 2.0, each line out its response.
//
// Nothing of the service is here. What it finds, returns as an error or panics with is what is answered.
//
// The import paths are those of v0 and v1. For a later major release whoever builds this writes google.golang.org/adk/v2
// and so on in their place.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"log"
	"os"
	"unicode/utf8"
)

const (
	parseError     = -32700
	invalidRequest = -32600
	methodNotFound = -32601
	errorValue     = -32000
)

// failure is an error as an answer.
type failure struct {
	Number  int         `json:"code"`
	Message string      `json:"message"`
	Data    failureData `json:"data"`
}

// failureData says what kind of error it is. The speaker is "backend" where the library itself failed, else "harness".
type failureData struct {
	Code    string `json:"code"`
	Speaker string `json:"speaker"`
}

func (f *failure) Error() string { return f.Message }

func refusal(number int, code, message string) error {
	return &failure{number, message, failureData{code, "harness"}}
}

type response struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result,omitempty"`
	Error   *failure        `json:"error,omitempty"`
}

func main() {
	answers := bufio.NewWriter(os.Stdout)
	// Standard output belongs to the protocol: what a library prints goes to the log.
	os.Stdout = os.Stderr
	encoder := json.NewEncoder(answers)
	encoder.SetEscapeHTML(false)
	// Not a Scanner, whose lines end at 64 KB.
	lines := bufio.NewReaderSize(os.Stdin, 1<<16)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			answer(line, encoder)
			if err := answers.Flush(); err != nil {
				log.Fatal(err)
			}
		}
		if err == io.EOF {
			return
		}
		if err != nil {
			log.Fatal(err)
		}
	}
}

// answer writes the response to a line; to a notification there is none.
func answer(line []byte, encoder *json.Encoder) {
	said := response{Version: "2.0"}
	result, notification, err := perform(line, &said)
	if notification {
		return
	}
	said.Result = result
	if err != nil {
		said.Result = nil
		if !errors.As(err, &said.Error) {
			errors.As(refusal(errorValue, "internal", err.Error()), &said.Error)
		}
	}
	// A line that cannot be written whole is not begun, so that another can stand in its place.
	if err := encoder.Encode(&said); err != nil {
		errors.As(refusal(errorValue, "internal", "a memory is no JSON: "+err.Error()), &said.Error)
		said.Result = nil
		if err := encoder.Encode(&said); err != nil {
			log.Fatal(err)
		}
	}
}

// perform does what a line asks for, and puts the id of the request into the response as soon as it is known.
func perform(line []byte, said *response) (result any, notification bool, err error) {
	var request struct {
		ID     json.RawMessage `json:"id"`
		Method *string         `json:"method"`
		Params json.RawMessage `json:"params"`
	}
	var syntax *json.SyntaxError
	err = json.Unmarshal(line, &request)
	if errors.As(err, &syntax) || !utf8.Valid(line) {
		return nil, false, refusal(parseError, "invalid_argument", "no JSON in UTF-8")
	}
	if err != nil || request.Method == nil {
		return nil, false, refusal(invalidRequest, "invalid_argument", "a request must be an object with a method")
	}
	if request.ID == nil {
		return nil, true, nil
	}
	switch request.ID[0] {
	case '{', '[', 't', 'f':
		return nil, false, refusal(invalidRequest, "invalid_argument", "an id must be a string or a number")
	}
	said.ID = request.ID
	operation, known := operations[*request.Method]
	if !known {
		return nil, false, refusal(methodNotFound, "unsupported", "there is no operation "+*request.Method)
	}
	result, err = operation(request.Params)
	return result, false, err
}
