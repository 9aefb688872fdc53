// The smallest server on the official Go SDK that offers what the SDK can: texts, a blob, several contents, pages,
// templates with completion, subscriptions and list changes. Over stdio, or over HTTP with -http <port>.
package main

import (
	"context"
	"encoding/base64"
	"flag"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4n3wCAASPAivHKEFGAAAAAElFTkSuQmCC"

var (
	port      = flag.Int("http", 0, "serve streamable HTTP on this port of 127.0.0.1, instead of stdin and stdout")
	stateless = flag.Bool("stateless", false, "serve HTTP without sessions, which the SDK asks for from 2026-07-28")
	folder    = flag.String("files", "files", "the folder that demo://files/ serves")

	touched, added atomic.Int64
	users          = []string{"ada", "grace"}
	notes          = []string{"1", "2", "3"}
)

func main() {
	flag.Parse()
	server := newServer()
	if *port == 0 {
		if err := server.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
			log.Print(err)
		}
		return
	}
	handler := mcp.NewStreamableHTTPHandler(
		func(*http.Request) *mcp.Server { return server },
		&mcp.StreamableHTTPOptions{Stateless: *stateless},
	)
	// The SDK leaves the check of the Origin header to this middleware.
	http.Handle("/mcp", http.NewCrossOriginProtection().Handler(handler))
	log.Fatal(http.ListenAndServe(fmt.Sprintf("127.0.0.1:%d", *port), nil))
}

func newServer() *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "go-sdk-demo", Version: "v1.0.0"}, &mcp.ServerOptions{
		PageSize:           3,
		CompletionHandler:  complete,
		SubscribeHandler:   func(context.Context, *mcp.SubscribeRequest) error { return nil },
		UnsubscribeHandler: func(context.Context, *mcp.UnsubscribeRequest) error { return nil },
	})

	addText(server, "demo://greeting", func() string { return fmt.Sprintf("Grüße, touched %d times\n", touched.Load()) })
	addText(server, "demo://empty", func() string { return "" })
	for number := range 3 {
		addText(server, fmt.Sprintf("demo://chapters/%d", number+1), func() string {
			return fmt.Sprintf("Chapter %d", number+1)
		})
	}
	png, err := base64.StdEncoding.DecodeString(pixel)
	if err != nil {
		log.Fatal(err)
	}
	addResource(server, "demo://pixel", "image/png", func(uri string) []*mcp.ResourceContents {
		return []*mcp.ResourceContents{{URI: uri, MIMEType: "image/png", Blob: png}}
	})
	addResource(server, "demo://bundle", "", func(string) []*mcp.ResourceContents {
		return []*mcp.ResourceContents{
			{URI: "demo://bundle/readme", MIMEType: "text/plain", Text: "Two parts"},
			{URI: "demo://bundle/pixel", MIMEType: "image/png", Blob: png},
		}
	})

	server.AddResource(&mcp.Resource{URI: "demo://ask", Name: "ask", MIMEType: "text/plain"}, readAsked)
	server.AddResourceTemplate(&mcp.ResourceTemplate{
		Name: "note", MIMEType: "text/plain", URITemplate: "demo://users/{user}/notes/{note}",
	}, readNote)
	server.AddResourceTemplate(&mcp.ResourceTemplate{
		Name: "file", MIMEType: "text/plain", URITemplate: "demo://files/{+path}",
	}, readFile)

	mcp.AddTool(server, &mcp.Tool{Name: "touch", Description: "Changes a resource"}, func(
		ctx context.Context, _ *mcp.CallToolRequest, args struct {
			URI string `json:"uri"`
		},
	) (*mcp.CallToolResult, any, error) {
		touched.Add(1)
		err := server.ResourceUpdated(ctx, &mcp.ResourceUpdatedNotificationParams{URI: args.URI})
		return said("touched " + args.URI), nil, err
	})
	mcp.AddTool(server, &mcp.Tool{Name: "add", Description: "Adds a resource"}, func(
		context.Context, *mcp.CallToolRequest, struct{},
	) (*mcp.CallToolResult, any, error) {
		number := added.Add(1)
		uri := fmt.Sprintf("demo://added/%d", number)
		addText(server, uri, func() string { return fmt.Sprintf("Added as number %d", number) })
		return said("added " + uri), nil, nil
	})
	return server
}

func addResource(server *mcp.Server, uri, mimeType string, contents func(uri string) []*mcp.ResourceContents) {
	name := strings.TrimPrefix(uri, "demo://")
	server.AddResource(&mcp.Resource{URI: uri, Name: name, MIMEType: mimeType}, func(
		_ context.Context, request *mcp.ReadResourceRequest,
	) (*mcp.ReadResourceResult, error) {
		return &mcp.ReadResourceResult{Contents: contents(request.Params.URI)}, nil
	})
}

func addText(server *mcp.Server, uri string, text func() string) {
	addResource(server, uri, "text/plain", func(uri string) []*mcp.ResourceContents { return textOf(uri, text()) })
}

func textOf(uri, text string) []*mcp.ResourceContents {
	return []*mcp.ResourceContents{{URI: uri, MIMEType: "text/plain", Text: text}}
}

func said(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

func readNote(_ context.Context, request *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	uri := request.Params.URI
	user, note, found := strings.Cut(strings.TrimPrefix(uri, "demo://users/"), "/notes/")
	if !found || !slices.Contains(users, user) || !slices.Contains(notes, note) {
		return nil, mcp.ResourceNotFoundError(uri)
	}
	return &mcp.ReadResourceResult{Contents: textOf(uri, fmt.Sprintf("Note %s of %s", note, user))}, nil
}

// readAsked greets whoever reads it by name, where the client can ask for that.
func readAsked(_ context.Context, request *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	uri, name := request.Params.URI, "whoever you are"
	if canAsk(request.ClientCapabilities()) {
		answer, _ := request.Params.InputResponses["name"].(*mcp.ElicitResult)
		given, told := "", false
		if answer != nil {
			given, told = answer.Content["name"].(string)
		}
		switch {
		case answer != nil && answer.Action == "accept" && told:
			name = given
		case answer != nil && (answer.Action == "decline" || answer.Action == "cancel"):
		default:
			return &mcp.ReadResourceResult{InputRequests: mcp.InputRequestMap{"name": askName}}, nil
		}
	}
	return &mcp.ReadResourceResult{Contents: textOf(uri, "Hello, "+name)}, nil
}

// canAsk tells whether the client shows forms; one that says nothing of kinds does.
func canAsk(client *mcp.ClientCapabilities) bool {
	return client != nil && client.Elicitation != nil && (client.Elicitation.Form != nil || client.Elicitation.URL == nil)
}

var askName = &mcp.ElicitParams{
	Message: "What is your name?",
	RequestedSchema: map[string]any{
		"type":       "object",
		"properties": map[string]any{"name": map[string]any{"type": "string"}},
		"required":   []string{"name"},
	},
}

// readFile opens by os.Root, so that neither dot segments nor symbolic links lead out of the folder.
func readFile(_ context.Context, request *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	uri := request.Params.URI
	path, err := url.PathUnescape(strings.TrimPrefix(uri, "demo://files/"))
	if err != nil {
		return nil, mcp.ResourceNotFoundError(uri)
	}
	root, err := os.OpenRoot(*folder)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	file, err := root.Open(path)
	if err != nil {
		return nil, mcp.ResourceNotFoundError(uri)
	}
	defer file.Close()
	bytes, err := io.ReadAll(file)
	if err != nil {
		return nil, mcp.ResourceNotFoundError(uri)
	}
	return &mcp.ReadResourceResult{Contents: textOf(uri, string(bytes))}, nil
}

func complete(_ context.Context, request *mcp.CompleteRequest) (*mcp.CompleteResult, error) {
	var known []string
	switch request.Params.Argument.Name {
	case "user":
		known = users
	case "note":
		known = notes
	}
	values := []string{}
	for _, value := range known {
		if strings.HasPrefix(value, request.Params.Argument.Value) {
			values = append(values, value)
		}
	}
	return &mcp.CompleteResult{Completion: mcp.CompletionResultDetails{Values: values, Total: len(values)}}, nil
}
