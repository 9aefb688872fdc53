package demo;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncCompletionSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceTemplateSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.DefaultServerTransportSecurityValidator;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.BlobResourceContents;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.CompleteResult;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.ResourceContents;
import io.modelcontextprotocol.spec.McpSchema.ResourceTemplate;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.util.DefaultMcpUriTemplateManagerFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.ServerConnector;

/** The smallest server on the Java SDK: resources, templates, completion, subscriptions, changes of the list. */
public final class Server {

	private static final Path FILES = Path.of("files").toAbsolutePath();

	private static final String PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4n3wCAASPAivHKEFGAAAAAElFTkSuQmCC";

	private static final String NOTE = "demo://users/{user}/notes/{note}";

	private static final String FILE = "demo://files/{path}";

	private static final List<String> USERS = List.of("ada", "grace");

	private static final List<String> NOTES = List.of("1", "2", "3");

	private static final AtomicInteger touched = new AtomicInteger();

	private static final AtomicInteger added = new AtomicInteger();

	private static McpSyncServer server;

	public static void main(String[] args) throws Exception {
		if (args.length == 2 && args[0].equals("--http")) {
			serveHttp(Integer.parseInt(args[1]));
		}
		else {
			var transport = new StdioServerTransportProvider(McpJsonDefaults.getMapper());
			server = configure(McpServer.sync(transport)).build();
		}
	}

	private static void serveHttp(int port) throws Exception {
		var transport = HttpServletStreamableServerTransportProvider.builder()
			.jsonMapper(McpJsonDefaults.getMapper())
			.mcpEndpoint("/mcp")
			.securityValidator(DefaultServerTransportSecurityValidator.builder()
				.allowedOrigin("http://localhost:*")
				.allowedOrigin("http://127.0.0.1:*")
				.allowedHost("localhost:*")
				.allowedHost("127.0.0.1:*")
				.build())
			.build();
		server = configure(McpServer.sync(transport)).build();
		var jetty = new org.eclipse.jetty.server.Server();
		var connector = new ServerConnector(jetty);
		connector.setHost("127.0.0.1");
		connector.setPort(port);
		jetty.addConnector(connector);
		var servlet = new ServletHolder(transport);
		servlet.setAsyncSupported(true);
		var context = new ServletContextHandler();
		context.addServlet(servlet, "/mcp");
		jetty.setHandler(context);
		jetty.start();
		jetty.join();
	}

	private static McpServer.SyncSpecification<?> configure(McpServer.SyncSpecification<?> specification) {
		return specification.serverInfo("java-sdk-demo", "1.0.0")
			.capabilities(ServerCapabilities.builder().resources(true, true).tools(false).completions().build())
			.resources(
					text("demo://greeting", "greeting", () -> "Grüße, touched " + touched.get() + " times\n"),
					text("demo://empty", "empty", () -> ""),
					new SyncResourceSpecification(
							Resource.builder("demo://pixel", "pixel").mimeType("image/png").build(),
							(exchange, request) -> read(blob(request.uri()))),
					new SyncResourceSpecification(Resource.builder("demo://bundle", "bundle").build(),
							(exchange, request) -> read(text("demo://bundle/readme", "Two parts"),
									blob("demo://bundle/pixel"))))
			.resourceTemplates(template(NOTE, "note", Server::noteOf), template(FILE, "file", Server::fileOf))
			.completions(new SyncCompletionSpecification(new McpSchema.ResourceReference(NOTE), (exchange, request) -> {
				var argument = request.argument();
				var known = argument.name().equals("user") ? USERS : NOTES;
				var values = known.stream().filter(value -> value.startsWith(argument.value())).toList();
				return new CompleteResult(
						new CompleteResult.CompleteCompletion(values, values.size(), false), null);
			}))
			.tools(tool("touch", Map.of("uri", Map.of("type", "string")), arguments -> {
				touched.incrementAndGet();
				var uri = (String) arguments.get("uri");
				server.notifyResourcesUpdated(new McpSchema.ResourcesUpdatedNotification(uri));
				return "touched " + uri;
			}), tool("add", Map.of(), arguments -> {
				var number = added.incrementAndGet();
				var uri = "demo://added/" + number;
				server.addResource(text(uri, "added-" + number, () -> "Added as number " + number));
				return "added " + uri;
			}));
	}

	private static SyncResourceSpecification text(String uri, String name, Supplier<String> text) {
		return new SyncResourceSpecification(Resource.builder(uri, name).mimeType("text/plain").build(),
				(exchange, request) -> read(text(uri, text.get())));
	}

	/** A template whose handler takes the variables of the URI; null from it says that nothing is there. */
	private static SyncResourceTemplateSpecification template(String uriTemplate, String name,
			Function<Map<String, String>, String> text) {
		var variables = new DefaultMcpUriTemplateManagerFactory().create(uriTemplate);
		return new SyncResourceTemplateSpecification(
				ResourceTemplate.builder(uriTemplate, name).mimeType("text/plain").build(), (exchange, request) -> {
					var found = text.apply(variables.extractVariableValues(request.uri()));
					if (found == null) {
						throw McpError.RESOURCE_NOT_FOUND.apply(request.uri());
					}
					return read(text(request.uri(), found));
				});
	}

	private static String noteOf(Map<String, String> variables) {
		var user = variables.get("user");
		var note = variables.get("note");
		return USERS.contains(user) && NOTES.contains(note) ? "Note " + note + " of " + user : null;
	}

	private static String fileOf(Map<String, String> variables) {
		try {
			var path = FILES.resolve(variables.get("path")).toRealPath();
			return path.startsWith(FILES.toRealPath()) ? Files.readString(path) : null;
		}
		catch (IOException | InvalidPathException nothing) {
			return null;
		}
	}

	private static SyncToolSpecification tool(String name, Map<String, Object> properties,
			Function<Map<String, Object>, String> work) {
		BiFunction<Object, McpSchema.CallToolRequest, CallToolResult> handler = (exchange,
				request) -> CallToolResult.builder()
					.content(List.of(TextContent.builder(work.apply(request.arguments())).build()))
					.isError(false)
					.build();
		return SyncToolSpecification.builder()
			.tool(Tool.builder(name, Map.of("type", "object", "properties", properties)).build())
			.callHandler(handler::apply)
			.build();
	}

	private static ResourceContents text(String uri, String text) {
		return TextResourceContents.builder(uri, text).mimeType("text/plain").build();
	}

	private static ResourceContents blob(String uri) {
		return BlobResourceContents.builder(uri, PIXEL).mimeType("image/png").build();
	}

	private static ReadResourceResult read(ResourceContents... contents) {
		return ReadResourceResult.builder(List.of(contents)).build();
	}

	private Server() {
	}

}
