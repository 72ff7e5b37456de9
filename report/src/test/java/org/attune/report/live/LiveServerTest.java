package org.attune.report.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.report.Studies;
import org.attune.studies.StudyPlace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The server lets in who has its address, and says when the history has grown. */
class LiveServerTest {
    @TempDir private Path folder;

    private LiveServer server(StudyPlace place) {
        return new LiveServer(
                place.read().history(),
                "main",
                name ->
                        Studies.reader(
                                new StudyPlace(
                                        place.problem(), name, place.history(), place.format())),
                0);
    }

    /** Sends a request as it is and returns the lines of the answer. */
    private static List<String> asked(URI address, String method, String path, String host)
            throws IOException {
        try (var socket = new Socket("127.0.0.1", address.getPort())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream()
                    .write(
                            "%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n"
                                    .formatted(method, path, host)
                                    .getBytes(StandardCharsets.UTF_8));
            return new BufferedReader(
                            new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
                    .lines()
                    .toList();
        }
    }

    /** Sends a form and returns the lines of the answer. */
    private static List<String> posted(URI address, String path, String host, String body)
            throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        try (var socket = new Socket("127.0.0.1", address.getPort())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream()
                    .write(
                            "POST %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\nContent-Length: %d\r\n\r\n"
                                    .formatted(path, host, bytes.length)
                                    .getBytes(StandardCharsets.UTF_8));
            socket.getOutputStream().write(bytes);
            return new BufferedReader(
                            new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
                    .lines()
                    .toList();
        }
    }

    /** Notes need the token and the host, too; two writers do not overwrite each other unseen. */
    @Test
    void notesAreKeptBesideTheHistory() throws IOException {
        StudyPlace place = Studies.place(folder, Studies.TEXT, "main");
        Studies.run(place, "random", Studies::cost);
        try (LiveServer server = server(place)) {
            URI at = server.address();
            String host = "127.0.0.1:" + at.getPort();
            String notes = "/notes?" + at.getRawQuery();
            String busy = "trial=3&seen=&text=busy+%3Cb%3E+%C3%A4";
            assertTrue(posted(at, "/notes", host, busy).getFirst().contains(" 403 "));
            assertTrue(posted(at, notes, "attune.example", busy).getFirst().contains(" 421 "));
            assertEquals("{}", asked(at, "GET", notes, host).getLast());
            List<String> kept = posted(at, notes, host, busy);
            assertTrue(kept.getFirst().contains(" 200 "), kept.toString());
            assertEquals("{\"3\": \"busy <b> \u00e4\"}", asked(at, "GET", notes, host).getLast());
            List<String> other = posted(at, notes, host, "trial=3&seen=&text=quiet");
            assertTrue(other.getFirst().contains(" 409 "), other.toString());
            assertTrue(other.getLast().contains("busy <b>"), other.toString());
            assertTrue(posted(at, notes, host, "trial=99&text=x").getFirst().contains(" 400 "));
            assertTrue(posted(at, notes, host, "trial=x&text=x").getFirst().contains(" 400 "));
            assertTrue(
                    posted(at, notes, host, "trial=4&text=" + "x".repeat(2001))
                            .getFirst()
                            .contains(" 400 "));
            assertTrue(
                    posted(at, notes, host, "trial=4&text=" + "x".repeat(70_000))
                            .getFirst()
                            .contains(" 413 "));
            posted(at, notes, host, "trial=3&seen=busy+%3Cb%3E+%C3%A4&text=");
            assertEquals("{}", asked(at, "GET", notes, host).getLast());
            assertTrue(
                    posted(at, "/?" + at.getRawQuery(), host, busy).getFirst().contains(" 405 "));
        }
    }

    /** The studies of a history stand beside each other, whichever of them is shown. */
    @Test
    void severalStudiesAreBesideEachOther() throws IOException {
        StudyPlace place = Studies.place(folder, Studies.TEXT, "main");
        Studies.run(place, "random", Studies::cost);
        Studies.run(Studies.place(folder, Studies.TEXT, "other"), "sobol", Studies::cost);
        try (LiveServer server = server(place)) {
            URI at = server.address();
            String page =
                    String.join(
                            "\n",
                            asked(at, "GET", "/?" + at.getRawQuery(), "127.0.0.1:" + at.getPort()));
            assertTrue(page.contains("Beside other studies"));
            assertTrue(page.contains("main (this one)"));
            assertTrue(page.contains("study=other"));
        }
    }

    @Test
    void aPortInUseIsSaid() {
        StudyPlace place = Studies.place(folder, Studies.TEXT, "main");
        try (LiveServer server = server(place)) {
            int port = server.address().getPort();
            var refused =
                    assertThrows(
                            UncheckedIOException.class,
                            () ->
                                    new LiveServer(
                                            place.read().history(),
                                            "main",
                                            name -> Studies.reader(place),
                                            port));
            assertTrue(refused.getMessage().contains("--port N"), refused.getMessage());
        }
    }

    @Test
    void onlyWhoHasTheAddressIsLetIn() throws IOException {
        StudyPlace place = Studies.place(folder, Studies.TEXT, "main");
        try (LiveServer server = server(place)) {
            URI at = server.address();
            String host = "127.0.0.1:" + at.getPort();
            String path = at.getPath() + "?" + at.getRawQuery();
            assertTrue(asked(at, "GET", path, host).getFirst().contains(" 200 "));
            assertTrue(
                    asked(at, "GET", path, "localhost:" + at.getPort())
                            .getFirst()
                            .contains(" 200 "));
            assertTrue(asked(at, "GET", path, "attune.example").getFirst().contains(" 421 "));
            assertTrue(asked(at, "GET", path, "127.0.0.1").getFirst().contains(" 421 "));
            assertTrue(asked(at, "GET", "/", host).getFirst().contains(" 403 "));
            String other = path.replaceFirst("token=.", "token=x");
            assertTrue(asked(at, "GET", other, host).getFirst().contains(" 403 "));
            assertTrue(asked(at, "GET", "/events?study=main", host).getFirst().contains(" 403 "));
            assertTrue(asked(at, "POST", path, host).getFirst().contains(" 405 "));
            assertTrue(
                    asked(at, "GET", "/figures/x.svg?" + at.getRawQuery(), host)
                            .getFirst()
                            .contains(" 404 "));
            assertTrue(
                    asked(at, "GET", path, host).stream()
                            .anyMatch(l ->
                                    l.startsWith("Content-security-policy: default-src 'none'")));
        }
    }

    @Test
    void aGrowingHistoryIsAnEventAndANewPage() throws IOException {
        StudyPlace place = Studies.place(folder, Studies.TEXT, "main");
        try (LiveServer server = server(place)) {
            URI at = server.address();
            String host = "127.0.0.1:" + at.getPort();
            List<String> empty = asked(at, "GET", "/?" + at.getRawQuery(), host);
            assertTrue(
                    empty.stream().anyMatch(l -> l.contains("There is no history")),
                    empty.toString());
            try (var events = new Socket("127.0.0.1", at.getPort())) {
                events.setSoTimeout(60_000);
                events.getOutputStream()
                        .write(
                                "GET /events?%s HTTP/1.1\r\nHost: %s\r\n\r\n"
                                        .formatted(at.getRawQuery(), host)
                                        .getBytes(StandardCharsets.UTF_8));
                var lines =
                        new BufferedReader(
                                new InputStreamReader(
                                        events.getInputStream(), StandardCharsets.UTF_8));
                Studies.run(place, "random", Studies::cost);
                var seen = new ArrayList<String>();
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    seen.add(line);
                    if (line.equals("event: changed")) {
                        break;
                    }
                }
                assertEquals("event: changed", seen.getLast());
            }
            boolean shown = false;
            for (int i = 0; i < 100 && !shown; i++) { // the last page may be kept a little
                shown =
                        asked(at, "GET", "/?" + at.getRawQuery(), host).stream()
                                .anyMatch(l -> l.contains("18 trials with random"));
            }
            assertTrue(shown);
            assertFalse(
                    asked(at, "GET", "/?" + at.getRawQuery(), host).stream()
                            .anyMatch(l -> l.contains("href=\"figures/")),
                    "there are no files to link to");
        }
    }
}
