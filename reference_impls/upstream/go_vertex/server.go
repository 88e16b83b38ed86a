package main

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"time"

	"cloud.google.com/go/aiplatform/apiv1beta1/aiplatformpb"
	"cloud.google.com/go/longrunning/autogen/longrunningpb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// banks are those of all instances, by the name of the engine that a client asks.
var banks sync.Map

func bankOf(engine string) (*bank, error) {
	found, known := banks.Load(engine)
	if !known {
		return nil, status.Error(codes.NotFound, "engine not found")
	}
	return found.(*bank), nil
}

// memoryBank takes the requests of a client. What no client of a release has sent yet is not implemented.
type memoryBank struct {
	aiplatformpb.UnimplementedMemoryBankServiceServer
}

func (memoryBank) GenerateMemories(
	_ context.Context, request *aiplatformpb.GenerateMemoriesRequest,
) (*longrunningpb.Operation, error) {
	asked, err := bankOf(request.Parent)
	if err != nil {
		return nil, err
	}
	source := request.GetVertexSessionSource()
	if source == nil {
		return nil, status.Error(codes.Unimplemented, "the stand-in makes memories of its sessions only")
	}
	id, inside := strings.CutPrefix(source.Session, request.Parent+"/sessions/")
	if !inside {
		return nil, status.Error(codes.InvalidArgument, "the session is another engine's")
	}
	// Along with the name of a session no texts can be sent.
	arrived := call{Method: "generate", Scope: request.Scope, Session: &id, Texts: []string{}}
	var from *time.Time
	if source.StartTime != nil {
		start := source.StartTime.AsTime()
		seconds := toSeconds(start)
		from, arrived.StartTime = &start, &seconds
	}
	number, done, err := asked.generate(arrived, from)
	if err != nil {
		return nil, err
	}
	return operation(request.Parent+operationsOf+strconv.Itoa(number), done)
}

func (memoryBank) RetrieveMemories(
	_ context.Context, request *aiplatformpb.RetrieveMemoriesRequest,
) (*aiplatformpb.RetrieveMemoriesResponse, error) {
	asked, err := bankOf(request.Parent)
	if err != nil {
		return nil, err
	}
	similar := request.GetSimilaritySearchParams()
	if similar == nil {
		return nil, status.Error(codes.Unimplemented, "the stand-in finds memories by a query only")
	}
	arrived := call{Method: "retrieve", Scope: request.Scope, Query: &similar.SearchQuery, TopK: similar.TopK}
	found, err := asked.retrieve(arrived)
	if err != nil {
		return nil, err
	}
	response := &aiplatformpb.RetrieveMemoriesResponse{}
	for _, one := range found {
		// More than the client makes use of, as from the service.
		retrieved := &aiplatformpb.Memory{
			Name:       request.Parent + "/memories/" + strconv.Itoa(one.number),
			Fact:       one.text,
			Scope:      one.scope,
			CreateTime: timestamppb.New(one.created),
			UpdateTime: timestamppb.New(one.created),
		}
		response.RetrievedMemories = append(
			response.RetrievedMemories, &aiplatformpb.RetrieveMemoriesResponse_RetrievedMemory{Memory: retrieved},
		)
	}
	return response, nil
}

// memoryOperations tells a client that waits how far a generation is.
type memoryOperations struct {
	longrunningpb.UnimplementedOperationsServer
}

const operationsOf = "/operations/"

func (memoryOperations) GetOperation(
	_ context.Context, request *longrunningpb.GetOperationRequest,
) (*longrunningpb.Operation, error) {
	engine, written, _ := strings.Cut(request.Name, operationsOf)
	asked, err := bankOf(engine)
	if err != nil {
		return nil, err
	}
	number, err := strconv.Atoi(written)
	if err != nil {
		return nil, status.Error(codes.InvalidArgument, "the name of an operation ends with a number")
	}
	done, err := asked.isDone(number)
	if err != nil {
		return nil, err
	}
	return operation(request.Name, done)
}

func operation(name string, done bool) (*longrunningpb.Operation, error) {
	told := &longrunningpb.Operation{Name: name, Done: done}
	if !done {
		return told, nil
	}
	response, err := anypb.New(&aiplatformpb.GenerateMemoriesResponse{})
	told.Result = &longrunningpb.Operation_Response{Response: response}
	return told, err
}
