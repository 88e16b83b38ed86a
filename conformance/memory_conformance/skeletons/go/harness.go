// Puts the service of memory.go behind the protocol of Memory Conformance, on standard input and output.
//
// Each line in is a request of JSON-RPC 2.0, each line out its response. It has no opinions of its own: what the service
// says, or returns as an error, is what it answers. Every error and panic of the service goes through ask.

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"runtime/debug"
	"strconv"
	"unicode/utf8"
)

type object = map[string]any

var hello = object{
	"name":     "@NAME@",
	"version":  "0.1.0",
	"language": "Go",
	"protocol": "1",
	"scope":    []object{{"name": "app", "crossing": "leak"}, {"name": "user", "crossing": "leak"}},
	// The optional operations that your service has. Each declared one is judged.
	"capabilities": []string{"delete_session", "list_memories"},
	"reset":        "instance",
}

var (
	services = map[string]*MemoryService{}
	opened   int
)

// failure is an error as an answer. The speaker is "backend" where the service itself refused or failed, else "harness".
type failure struct {
	number                 int
	code, message, speaker string
}

func (f *failure) Error() string { return f.message }

func invalid(number int, format string, values ...any) error {
	return &failure{number, "invalid_argument", fmt.Sprintf(format, values...), "harness"}
}

const (
	parseError     = -32700
	invalidRequest = -32600
	methodNotFound = -32601
	errorValue     = -32000
)

// ask calls your service. The error that it returns, or its panic, is its answer, and no failure of the harness.
func ask(call func() error) (err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			log.Printf("panic: %v\n%s", panicked, debug.Stack())
			err = &failure{errorValue, "internal", fmt.Sprintf("panic: %v", panicked), "backend"}
		}
	}()
	err = call()
	if errors.Is(err, ErrBadName) {
		return &failure{errorValue, "invalid_argument", err.Error(), "backend"}
	}
	if err != nil {
		return &failure{errorValue, "internal", err.Error(), "backend"}
	}
	return nil
}

// params are those of all operations. Pointers tell what is absent from what is empty.
type params struct {
	Instance *string            `json:"instance"`
	Scope    map[string]*string `json:"scope"`
	Session  *struct {
		ID *string `json:"id"`
		Session
	} `json:"session"`
	SessionID *string `json:"sessionId"`
	Query     *string `json:"query"`
}

// operations: all others are answered with unsupported. One that your service has needs its function here, and its name in hello.
var operations = map[string]func(params) (any, error){
	"hello": func(params) (any, error) {
		return hello, nil
	},

	"open": func(params) (any, error) {
		var service *MemoryService
		err := ask(func() (err error) { service, err = NewMemoryService(); return })
		if err != nil {
			return nil, err
		}
		opened++
		instance := strconv.Itoa(opened)
		services[instance] = service
		return object{"instance": instance}, nil
	},

	// Whose it is says the scope, whatever names stand in the session.
	"add_session": func(p params) (any, error) {
		service, scope, err := p.place()
		if err != nil {
			return nil, err
		}
		if p.Session == nil || p.Session.ID == nil {
			return nil, invalid(errorValue, "session must be an object with an id")
		}
		session := p.Session.Session
		session.ID = *p.Session.ID
		return object{}, ask(func() error { return service.AddSession(scope, session) })
	},

	"search": func(p params) (any, error) {
		service, scope, err := p.place()
		if err != nil {
			return nil, err
		}
		if p.Query == nil {
			return nil, invalid(errorValue, "query must be a string")
		}
		var found []Memory
		err = ask(func() (err error) { found, err = service.Search(scope, *p.Query); return })
		return list(found), err
	},

	"list_memories": func(p params) (any, error) {
		service, scope, err := p.place()
		if err != nil {
			return nil, err
		}
		var found []Memory
		err = ask(func() (err error) { found, err = service.ListMemories(scope); return })
		return list(found), err
	},

	"delete_session": func(p params) (any, error) {
		service, scope, err := p.place()
		if err != nil {
			return nil, err
		}
		if p.SessionID == nil {
			return nil, invalid(errorValue, "sessionId must be a string")
		}
		return object{}, ask(func() error { return service.DeleteSession(scope, *p.SessionID) })
	},

	// Closing an instance that is gone is no error.
	"close": func(p params) (any, error) {
		if p.Instance == nil {
			return nil, invalid(errorValue, "instance must be a string")
		}
		service, open := services[*p.Instance]
		if !open {
			return object{}, nil
		}
		delete(services, *p.Instance)
		return object{}, ask(service.Close)
	},
}

// place is the instance and the scope of a call.
func (p params) place() (*MemoryService, Scope, error) {
	if p.Instance == nil {
		return nil, Scope{}, invalid(errorValue, "instance must be a string")
	}
	service, open := services[*p.Instance]
	if !open {
		return nil, Scope{}, &failure{errorValue, "not_found", fmt.Sprintf("no instance %q is open", *p.Instance), "harness"}
	}
	app, user := p.Scope["app"], p.Scope["user"]
	if app == nil || user == nil {
		return nil, Scope{}, invalid(errorValue, "scope must be an object with the strings app and user")
	}
	return service, Scope{*app, *user}, nil
}

// list is the result of a search. To JSON a nil slice would be null.
func list(found []Memory) any {
	return object{"memories": append([]Memory{}, found...)}
}

// answer gives the response to a line, as a line; nil for a notification, which has no response.
func answer(line []byte) []byte {
	response := object{"jsonrpc": "2.0", "id": nil}
	result, notification, err := perform(line, response)
	if notification {
		return nil
	}
	if err == nil {
		response["result"] = result
		if written, err := write(response); err == nil {
			return written
		}
		delete(response, "result")
		err = &failure{errorValue, "internal", "the service answered with what is no JSON", "harness"}
	}
	var told *failure
	if !errors.As(err, &told) {
		told = &failure{errorValue, "internal", err.Error(), "harness"}
	}
	data := object{"code": told.code, "speaker": told.speaker}
	response["error"] = object{"code": told.number, "message": told.message, "data": data}
	written, _ := write(response)
	return written
}

// perform does what a line asks for, and puts the id of the request into the response as soon as it is known.
func perform(line []byte, response object) (result any, notification bool, err error) {
	if !json.Valid(line) || !utf8.Valid(line) {
		return nil, false, invalid(parseError, "no JSON in UTF-8")
	}
	var request struct {
		ID     json.RawMessage `json:"id"`
		Method *string         `json:"method"`
		Params json.RawMessage `json:"params"`
	}
	if json.Unmarshal(line, &request) != nil || request.Method == nil {
		return nil, false, invalid(invalidRequest, "a request must be an object with a method")
	}
	if request.ID == nil {
		return nil, true, nil
	}
	if bytes.ContainsAny(request.ID[:1], "{[tf") {
		return nil, false, invalid(invalidRequest, "an id must be a string or a number")
	}
	response["id"] = request.ID
	operation, known := operations[*request.Method]
	if !known {
		return nil, false, &failure{methodNotFound, "unsupported", "there is no operation " + *request.Method, "harness"}
	}
	var given params
	if request.Params != nil {
		if err := json.Unmarshal(request.Params, &given); err != nil {
			return nil, false, invalid(errorValue, "the parameters do not fit: %v", err)
		}
	}
	result, err = operation(given)
	return result, false, err
}

func write(response object) ([]byte, error) {
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(response)
	return line.Bytes(), err
}

func main() {
	answers := os.Stdout
	// Standard output belongs to the protocol: what a service prints goes to the log.
	os.Stdout = os.Stderr
	// Not a Scanner, whose lines end at 64 KB.
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			if _, err := answers.Write(answer(line)); err != nil {
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
