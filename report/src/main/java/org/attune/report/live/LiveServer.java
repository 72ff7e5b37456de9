package org.attune.report.live;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import org.attune.history.TrialNotes;
import org.attune.report.SubjectReader;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/**
 * Serves the pages of the studies of a history on 127.0.0.1, and says by server-sent events when
 * the history has grown, by this or another process.
 *
 * <p>Other programs of this machine, and pages of others in the same browser, are kept out: a
 * request needs the token of the address, drawn anew each time, and the header {@code Host} that
 * this address has, so that a name that somebody points here is refused. Nothing can be changed
 * through it but notes on trials, which are kept beside the history.
 */
public final class LiveServer implements AutoCloseable {
    private static final String LOCAL = "127.0.0.1";
    private static final String POLICY =
            "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src"
                    + " data:; connect-src 'self'; base-uri 'none'; form-action 'none';"
                    + " frame-ancestors 'none'";
    private static final int MOST_BYTES = 1 << 16; // of a note as a form

    private static final long LOOK = 500; // ms between looks at the history
    private static final int BEATS = 20; // looks, after which a word keeps a connection alive

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final LivePages pages;
    private final LiveNotes notes;
    private final String token;
    private final String study;
    private volatile boolean closed;

    /**
     * Begins to serve.
     *
     * @param history the file that is followed; it may not be there yet
     * @param study that is shown first
     * @param readers of a study, by its name
     * @param port 0 for a free one
     * @throws UncheckedIOException if the port is not free
     */
    public LiveServer(
            Path history, String study, Function<String, SubjectReader> readers, int port) {
        byte[] secret = new byte[16];
        new SecureRandom().nextBytes(secret);
        this.token = HexFormat.of().formatHex(secret);
        this.study = study;
        this.pages = new LivePages(history, readers, token);
        this.notes = new LiveNotes(history, readers);
        try {
            server =
                    HttpServer.create(new InetSocketAddress(InetAddress.getByName(LOCAL), port), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "Cannot serve on port %d of %s. Maybe another port: --port N"
                            .formatted(port, LOCAL),
                    e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    /** Returns the address to open, which has the token in it. */
    public URI address() {
        return URI.create(
                "http://%s:%d%s"
                        .formatted(
                                LOCAL,
                                server.getAddress().getPort(),
                                pages.address("/", new LivePages.Wanted(study, false))));
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var headers = exchange.getResponseHeaders();
            headers.set("Content-Security-Policy", POLICY);
            headers.set("X-Content-Type-Options", "nosniff");
            headers.set("Referrer-Policy", "no-referrer");
            headers.set("Cross-Origin-Resource-Policy", "same-origin");
            headers.set("Cache-Control", "no-store");
            Map<String, String> query = form(exchange.getRequestURI().getRawQuery());
            if (!isOurs(exchange.getRequestHeaders().getFirst("Host"))) {
                say(exchange, 421, "This server answers to its own address only.");
            } else if (!isToken(query.getOrDefault("token", ""))) {
                say(
                        exchange,
                        403,
                        "The address lacks the token that 'attune report --live' printed.");
            } else {
                answer(exchange, wanted(query));
            }
        } catch (RuntimeException e) {
            say(exchange, 500, String.valueOf(e.getMessage()));
        }
    }

    /** Answers somebody who has the token. */
    private void answer(HttpExchange exchange, LivePages.Wanted wanted) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String method = exchange.getRequestMethod();
        if (method.equals("POST") && path.equals("/notes")) {
            keep(exchange, wanted.study());
        } else if (!method.equals("GET")) {
            say(exchange, 405, "Only notes can be changed: POST /notes");
        } else if (path.equals("/")) {
            send(exchange, 200, "text/html; charset=utf-8", pages.page(wanted));
        } else if (path.equals("/events")) {
            follow(exchange, wanted);
        } else if (path.equals("/notes")) {
            send(exchange, 200, "application/json; charset=utf-8", notes.json(wanted.study()));
        } else {
            say(exchange, 404, "There is nothing here.");
        }
    }

    private void keep(HttpExchange exchange, String study) throws IOException {
        byte[] body = exchange.getRequestBody().readNBytes(MOST_BYTES + 1);
        if (body.length > MOST_BYTES) {
            say(exchange, 413, "A note has at most %d letters.".formatted(TrialNotes.LONGEST));
            return;
        }
        try {
            Map<String, String> form = form(new String(body, StandardCharsets.UTF_8));
            say(exchange, 200, notes.keep(study, form));
        } catch (TrialNotes.ChangedMeanwhile e) {
            say(exchange, 409, e.getMessage());
        } catch (IllegalArgumentException e) {
            say(exchange, 400, e.getMessage());
        } catch (UncheckedIOException e) {
            say(exchange, 500, e.getMessage() + ": " + e.getCause().getMessage());
        }
    }

    private boolean isOurs(String host) {
        int port = server.getAddress().getPort();
        return (LOCAL + ":" + port).equals(host) || ("localhost:" + port).equals(host);
    }

    /** Compares in a time that does not tell how much of it is right. */
    private boolean isToken(String given) {
        return MessageDigest.isEqual(
                given.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
    }

    private LivePages.Wanted wanted(Map<String, String> query) {
        return new LivePages.Wanted(query.getOrDefault("study", study), query.containsKey("model"));
    }

    /** Returns the fields of a query or a form. */
    private static Map<String, String> form(String raw) {
        var query = new HashMap<String, String>();
        for (String part : raw == null ? new String[0] : raw.split("&")) {
            String[] pair = part.split("=", 2);
            try {
                query.put(
                        URLDecoder.decode(pair[0], StandardCharsets.UTF_8),
                        pair.length < 2 ? "" : URLDecoder.decode(pair[1], StandardCharsets.UTF_8));
            } catch (IllegalArgumentException e) {
                query.put(pair[0], ""); // no escape that means anything, so no token either
            }
        }
        return query;
    }

    private static void say(HttpExchange exchange, int status, String text) throws IOException {
        send(exchange, status, "text/plain; charset=utf-8", text + "\n");
    }

    private static void send(HttpExchange exchange, int status, String type, String text)
            throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    /** Says that the history has grown, as often as it has, until the browser goes. */
    private void follow(HttpExchange exchange, LivePages.Wanted wanted) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream; charset=utf-8");
        exchange.sendResponseHeaders(200, 0);
        OutputStream out = exchange.getResponseBody();
        out.write(": following\n\n".getBytes(StandardCharsets.UTF_8));
        out.flush();
        String seen = pages.stateOf(wanted);
        String noted = notes.state();
        for (int i = 1; !closed; i++) {
            try {
                Thread.sleep(LOOK);
            } catch (InterruptedException e) {
                return;
            }
            String word = "";
            if (!noted.equals(notes.state())) {
                noted = notes.state();
                word = "event: notes\ndata: %s\n\n".formatted(noted);
            }
            if (pages.isOutdated(wanted, seen)) {
                seen = pages.state();
                word += "event: changed\ndata: %s\n\n".formatted(seen);
            } else if (word.isEmpty() && i % BEATS == 0) {
                word = ": still here\n\n";
            }
            if (!word.isEmpty()) {
                out.write(word.getBytes(StandardCharsets.UTF_8));
                out.flush();
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        server.stop(0);
        threads.shutdownNow();
    }
}
