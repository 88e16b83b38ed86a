//go:build !adk0

package main

import (
	"context"
	"fmt"
	"log"
	"runtime/debug"

	"google.golang.org/adk/agent"
	"google.golang.org/adk/agent/llmagent"
	"google.golang.org/adk/plugin"
	"google.golang.org/adk/runner"
	"google.golang.org/adk/session"
	"google.golang.org/adk/tool"
	"google.golang.org/adk/tool/agenttool"
)

// playTurn lets the library's runner take what the user says through an agent with the library's tools.
func playTurn(p *struct {
	inScope
	Turn *writtenTurn `json:"turn"`
}) (any, error) {
	at, app, user, err := p.place()
	if err != nil {
		return nil, err
	}
	if err := p.Turn.check(); err != nil {
		return nil, err
	}
	if at.sessions == nil {
		at.sessions = session.InMemoryService()
	}
	stage := newStage(p.Turn, at)
	var built *runner.Runner
	err = ask(func() (err error) {
		if err = begin(at.sessions, app, user, *p.Turn.Session); err == nil {
			built, err = stage.runner(app, at.sessions)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	failure := stage.run(built, user)
	return stage.seen(failure), nil
}

// begin creates a session where an earlier turn has not.
func begin(sessions session.Service, app, user, id string) error {
	asked := &session.GetRequest{AppName: app, UserID: user, SessionID: id}
	_, err := sessions.Get(context.Background(), asked)
	if err != nil {
		wanted := &session.CreateRequest{AppName: app, UserID: user, SessionID: id}
		_, err = sessions.Create(context.Background(), wanted)
	}
	return err
}

// stage is what a turn is played with, all of it the harness's own.
type stage struct {
	turn       *writtenTurn
	model, sub *scripted
	memory     *spy
	moments    moments
}

func newStage(turn *writtenTurn, at *instance) *stage {
	on := &stage{turn: turn, model: &scripted{script: turn.Script}, sub: &scripted{}}
	on.memory = &spy{Service: at.service, kind: working}
	if turn.Service != nil {
		on.memory.kind = *turn.Service
	}
	if turn.Agent != nil {
		on.sub.script = turn.Agent.Script
	}
	return on
}

// runner is the library's, around its agent and its tools.
func (s *stage) runner(app string, sessions session.Service) (*runner.Runner, error) {
	tools := toolsOf(s.turn.Tools)
	if s.turn.Agent != nil {
		other, err := llmagent.New(llmagent.Config{
			Name:        *s.turn.Agent.Name,
			Description: "another agent",
			Model:       s.sub,
			Tools:       toolsOf(s.turn.Agent.Tools),
		})
		if err != nil {
			return nil, err
		}
		tools = append(tools, agenttool.New(other, nil))
	}
	config := llmagent.Config{Name: "assistant", Model: s.model, Tools: tools}
	around := runner.Config{AppName: app, SessionService: sessions}
	if s.memory.kind != missing {
		around.MemoryService = s.memory
	}
	if search := s.turn.Search; search != nil && search.At == beforeModel {
		searchBeforeModel(&config.BeforeModelCallbacks, &s.moments, *search.Query)
	} else if search != nil {
		searchBeforeTool(&config.BeforeToolCallbacks, &s.moments, *search.Query)
	}
	if add := s.turn.Add; add != nil && *add == afterAgent {
		addAfterAgent(&config.AfterAgentCallbacks, &s.moments)
	} else if add != nil {
		adding, err := plugin.New(plugin.Config{Name: afterRun, AfterRunCallback: func(ctx agent.InvocationContext) {
			s.moments.add(ctx, ctx)
		}})
		if err != nil {
			return nil, err
		}
		around.PluginConfig.Plugins = []*plugin.Plugin{adding}
	}
	assistant, err := llmagent.New(config)
	if err != nil {
		return nil, err
	}
	around.Agent = assistant
	return runner.New(around)
}

func toolsOf(names []string) []tool.Tool {
	tools := make([]tool.Tool, len(names))
	for position, name := range names {
		tools[position] = memoryTools[name]()
	}
	return tools
}

// run returns the error that ended the run, if one did. An application stops at the first, and so does this.
func (s *stage) run(built *runner.Runner, user string) (err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			log.Printf("panic: %v\n%s", panicked, debug.Stack())
			err = fmt.Errorf("panic: %v", panicked)
		}
	}()
	// The zero of a RunConfig asks for no streaming.
	events := built.Run(context.Background(), user, *s.turn.Session, s.turn.Content.content, agent.RunConfig{})
	for event, err := range events {
		if err != nil {
			return err
		}
		if event != nil {
			s.moments.tell(event.ErrorMessage, event.ErrorCode)
		}
	}
	return nil
}

// seen is everything that came out of it.
func (s *stage) seen(failure error) played {
	found, told := s.moments.recorded()
	all := played{
		Requests:      s.model.recorded(),
		AgentRequests: s.sub.recorded(),
		Searches:      s.memory.recorded(),
		Callback:      found,
		Ending:        "answered",
		Error:         told,
	}
	if failure != nil {
		all.Ending, all.Error = "failed", failure.Error()
	}
	return all
}
