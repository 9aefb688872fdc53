package demo;

import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.BlobResourceContents;
import io.modelcontextprotocol.spec.McpSchema.CompleteRequest.CompleteArgument;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.ResourceContents;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.ai.mcp.annotation.McpComplete;
import org.springframework.ai.mcp.annotation.McpResource;
import org.springframework.ai.mcp.annotation.McpTool;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** The resources, and a tool that adds one. */
@Component
class Demo {

	private static final Path FILES = Path.of("files").toAbsolutePath();

	private static final String PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4n3wCAASPAivHKEFGAAAAAElFTkSuQmCC";

	private static final String NOTE = "demo://users/{user}/notes/{note}";

	private static final List<String> USERS = List.of("ada", "grace");

	private static final List<String> NOTES = List.of("1", "2", "3");

	private final AtomicInteger added = new AtomicInteger();

	private final ObjectProvider<McpSyncServer> server;

	Demo(ObjectProvider<McpSyncServer> server) {
		this.server = server;
	}

	@McpResource(uri = "demo://greeting", name = "greeting", mimeType = "text/plain")
	String greeting() {
		return "Grüße\n";
	}

	@McpResource(uri = "demo://empty", name = "empty", mimeType = "text/plain")
	String empty() {
		return "";
	}

	@McpResource(uri = "demo://pixel", name = "pixel", mimeType = "image/png")
	ReadResourceResult pixel() {
		return read(blob("demo://pixel"));
	}

	@McpResource(uri = "demo://bundle", name = "bundle")
	ReadResourceResult bundle() {
		return read(text("demo://bundle/readme", "Two parts"), blob("demo://bundle/pixel"));
	}

	@McpResource(uri = NOTE, name = "note", mimeType = "text/plain")
	String note(String user, String note) {
		if (!USERS.contains(user) || !NOTES.contains(note)) {
			throw McpError.RESOURCE_NOT_FOUND.apply("demo://users/" + user + "/notes/" + note);
		}
		return "Note " + note + " of " + user;
	}

	@McpResource(uri = "demo://files/{path}", name = "file", mimeType = "text/plain")
	String file(String path) {
		try {
			var real = FILES.resolve(path).toRealPath();
			if (real.startsWith(FILES.toRealPath())) {
				return Files.readString(real);
			}
		}
		catch (IOException | InvalidPathException nothing) {
			// Told as what is outside.
		}
		throw McpError.RESOURCE_NOT_FOUND.apply("demo://files/" + path);
	}

	@McpComplete(uri = NOTE)
	List<String> complete(CompleteArgument argument) {
		var known = argument.name().equals("user") ? USERS : NOTES;
		return known.stream().filter(value -> value.startsWith(argument.value())).toList();
	}

	@McpTool(name = "add", description = "Adds a resource")
	String add() {
		var number = added.incrementAndGet();
		var uri = "demo://added/" + number;
		var resource = Resource.builder(uri, "added-" + number).mimeType("text/plain").build();
		server.getObject()
			.addResource(new SyncResourceSpecification(resource,
					(exchange, request) -> read(text(uri, "Added as number " + number))));
		return "added " + uri;
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

}
