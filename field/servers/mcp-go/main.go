// The smallest server on mcp-go that offers what the library can: texts, a blob, several contents, pages, templates
// with completion, subscriptions and list changes. Over stdio, or over HTTP with -http <port>.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4n3wCAASPAivHKEFGAAAAAElFTkSuQmCC"

var (
	port   = flag.Int("http", 0, "serve streamable HTTP on this port of 127.0.0.1, instead of stdin and stdout")
	folder = flag.String("files", "files", "the folder that demo://files/ serves")

	touched, added atomic.Int64
	users          = []string{"ada", "grace"}
	notes          = []string{"1", "2", "3"}
)

func main() {
	flag.Parse()
	s := newServer()
	if *port == 0 {
		if err := server.ServeStdio(s); err != nil {
			log.Print(err)
		}
		return
	}
	log.Fatal(server.NewStreamableHTTPServer(s).Start(fmt.Sprintf("127.0.0.1:%d", *port)))
}

func newServer() *server.MCPServer {
	subscribers := &subscribers{}
	s := server.NewMCPServer("mcp-go-demo", "1.0.0",
		server.WithResourceCapabilities(true, true),
		server.WithToolCapabilities(true),
		server.WithCompletions(),
		server.WithResourceCompletionProvider(completions{}),
		server.WithPaginationLimit(3),
		server.WithHooks(subscribers.hooks()),
	)

	addText(s, "demo://greeting", func() string { return fmt.Sprintf("Grüße, touched %d times\n", touched.Load()) })
	addText(s, "demo://empty", func() string { return "" })
	for number := range 3 {
		addText(s, fmt.Sprintf("demo://chapters/%d", number+1), func() string { return fmt.Sprintf("Chapter %d", number+1) })
	}
	addResource(s, "demo://pixel", "image/png", func(uri string) []mcp.ResourceContents {
		return []mcp.ResourceContents{mcp.BlobResourceContents{URI: uri, MIMEType: "image/png", Blob: pixel}}
	})
	addResource(s, "demo://bundle", "", func(string) []mcp.ResourceContents {
		return []mcp.ResourceContents{
			mcp.TextResourceContents{URI: "demo://bundle/readme", MIMEType: "text/plain", Text: "Two parts"},
			mcp.BlobResourceContents{URI: "demo://bundle/pixel", MIMEType: "image/png", Blob: pixel},
		}
	})

	s.AddResourceTemplate(mcp.NewResourceTemplate(
		"demo://users/{user}/notes/{note}", "note", mcp.WithTemplateMIMEType("text/plain"),
	), readNote)
	s.AddResourceTemplate(mcp.NewResourceTemplate(
		"demo://files/{+path}", "file", mcp.WithTemplateMIMEType("text/plain"),
	), readFile)

	s.AddTool(mcp.NewTool("touch",
		mcp.WithDescription("Changes a resource"), mcp.WithString("uri", mcp.Required()),
	), func(_ context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		uri, err := request.RequireString("uri")
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		touched.Add(1)
		subscribers.tell(s, uri)
		return mcp.NewToolResultText("touched " + uri), nil
	})
	s.AddTool(mcp.NewTool("add", mcp.WithDescription("Adds a resource")), func(
		context.Context, mcp.CallToolRequest,
	) (*mcp.CallToolResult, error) {
		number := added.Add(1)
		uri := fmt.Sprintf("demo://added/%d", number)
		addText(s, uri, func() string { return fmt.Sprintf("Added as number %d", number) })
		return mcp.NewToolResultText("added " + uri), nil
	})
	return s
}

func addResource(s *server.MCPServer, uri, mimeType string, contents func(uri string) []mcp.ResourceContents) {
	options := []mcp.ResourceOption{}
	if mimeType != "" {
		options = append(options, mcp.WithMIMEType(mimeType))
	}
	resource := mcp.NewResource(uri, strings.TrimPrefix(uri, "demo://"), options...)
	s.AddResource(resource, func(_ context.Context, request mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
		return contents(request.Params.URI), nil
	})
}

func addText(s *server.MCPServer, uri string, text func() string) {
	addResource(s, uri, "text/plain", func(uri string) []mcp.ResourceContents { return textOf(uri, text()) })
}

func textOf(uri, text string) []mcp.ResourceContents {
	return []mcp.ResourceContents{mcp.TextResourceContents{URI: uri, MIMEType: "text/plain", Text: text}}
}

// variable is what the template has found in the URI: a list, also where there is one value.
func variable(request mcp.ReadResourceRequest, name string) string {
	values, _ := request.Params.Arguments[name].([]string)
	return strings.Join(values, "/")
}

func notFound(request mcp.ReadResourceRequest) error {
	return fmt.Errorf("%s: %w", request.Params.URI, server.ErrResourceNotFound)
}

func readNote(_ context.Context, request mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
	user, note := variable(request, "user"), variable(request, "note")
	if !slices.Contains(users, user) || !slices.Contains(notes, note) {
		return nil, notFound(request)
	}
	return textOf(request.Params.URI, fmt.Sprintf("Note %s of %s", note, user)), nil
}

// readFile opens by os.Root, so that neither dot segments nor symbolic links lead out of the folder.
func readFile(_ context.Context, request mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
	path, err := url.PathUnescape(strings.TrimPrefix(request.Params.URI, "demo://files/"))
	if err != nil {
		return nil, notFound(request)
	}
	root, err := os.OpenRoot(*folder)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	file, err := root.Open(path)
	if err != nil {
		return nil, notFound(request)
	}
	defer file.Close()
	bytes, err := io.ReadAll(file)
	if err != nil {
		return nil, notFound(request)
	}
	return textOf(request.Params.URI, string(bytes)), nil
}

type completions struct{}

func (completions) CompleteResourceArgument(
	_ context.Context, _ string, argument mcp.CompleteArgument, _ mcp.CompleteContext,
) (*mcp.Completion, error) {
	var known []string
	switch argument.Name {
	case "user":
		known = users
	case "note":
		known = notes
	}
	values := []string{}
	for _, value := range known {
		if strings.HasPrefix(value, argument.Value) {
			values = append(values, value)
		}
	}
	return &mcp.Completion{Values: values, Total: len(values)}, nil
}

// subscribers remembers who wants to hear of which resource: the sessions that the library makes do not.
type subscribers struct {
	mu      sync.Mutex
	entries []subscriber
}

type subscriber struct {
	ctx context.Context
	uri string
}

func (all *subscribers) hooks() *server.Hooks {
	hooks := &server.Hooks{}
	hooks.AddAfterSubscribe(func(ctx context.Context, _ any, request *mcp.SubscribeRequest, _ *mcp.EmptyResult) {
		all.drop(ctx, request.Params.URI)
		all.add(ctx, request.Params.URI)
	})
	hooks.AddAfterUnsubscribe(func(ctx context.Context, _ any, request *mcp.UnsubscribeRequest, _ *mcp.EmptyResult) {
		all.drop(ctx, request.Params.URI)
	})
	hooks.AddBeforeSubscriptionsListen(func(ctx context.Context, _ any, request *mcp.SubscriptionsListenRequest) {
		for _, uri := range request.Params.Notifications.ResourceSubscriptions {
			all.add(ctx, uri)
		}
	})
	hooks.AddAfterSubscriptionsListen(func(
		ctx context.Context, _ any, request *mcp.SubscriptionsListenRequest, _ *mcp.SubscriptionsListenResult,
	) {
		for _, uri := range request.Params.Notifications.ResourceSubscriptions {
			all.drop(ctx, uri)
		}
	})
	return hooks
}

func (all *subscribers) add(ctx context.Context, uri string) {
	all.mu.Lock()
	defer all.mu.Unlock()
	all.entries = append(all.entries, subscriber{ctx, uri})
}

func (all *subscribers) drop(ctx context.Context, uri string) {
	all.mu.Lock()
	defer all.mu.Unlock()
	session := server.ClientSessionFromContext(ctx)
	all.entries = slices.DeleteFunc(all.entries, func(each subscriber) bool {
		return each.uri == uri && server.ClientSessionFromContext(each.ctx) == session
	})
}

func (all *subscribers) tell(s *server.MCPServer, uri string) {
	all.mu.Lock()
	defer all.mu.Unlock()
	for _, each := range all.entries {
		if each.uri == uri {
			_ = s.SendNotificationToClient(each.ctx, mcp.MethodNotificationResourceUpdated, map[string]any{"uri": uri})
		}
	}
}
