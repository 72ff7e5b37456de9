package org.attune.report.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.report.Studies;
import org.attune.studies.StudyPlace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
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
