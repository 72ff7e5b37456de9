package org.attune.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Outcome;
import org.attune.execution.queue.UnusableSchedulerException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/**
 * Runs on two hosts that are reached by ssh: two daemons of this test's own on this computer, on
 * free ports and with keys of their own. Where {@code ATTUNE_SSHD} is set, as in CI, they must be
 * there.
 */
@Timeout(300)
class SshTest {
    @TempDir Path folder;
    private Bench bench;
    private final List<Process> daemons = new ArrayList<>();

    @BeforeEach
    void start() throws Exception {
        bench = new Bench(folder);
        boolean there =
                Files.isExecutable(Path.of("/usr/sbin/sshd"))
                        && Programs.onPath("ssh", System.getenv("PATH")).isPresent();
        if (!there && System.getenv("ATTUNE_SSHD") == null) {
            System.err.println("SshTest is SKIPPED: /usr/sbin/sshd or ssh is missing.");
            Assumptions.abort("no sshd");
        }
        Files.createDirectories(Path.of("/run/sshd")); // where sshd insists on it, as root
        for (String key : List.of("host", "user")) {
            assertEquals(
                    0,
                    new ProcessBuilder(
                                    "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", file(key))
                            .inheritIO()
                            .start()
                            .waitFor());
        }
        var config = new StringBuilder();
        for (String host : List.of("a", "b")) {
            int port = freePort();
            daemons.add(daemon(port));
            config.append(section(host, port));
        }
        config.append(section("down", freePort()));
        Files.writeString(folder.resolve("config"), config);
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    private String section(String host, int port) {
        return """
        Host %s
          HostName 127.0.0.1
          Port %d
          IdentityFile %s
          IdentitiesOnly yes
          StrictHostKeyChecking no
          UserKnownHostsFile /dev/null
          LogLevel ERROR
          SetEnv WHICH=%s
        """
                .formatted(host, port, file("user"), host);
    }

    private Process daemon(int port) throws IOException, InterruptedException {
        Process daemon =
                new ProcessBuilder(
                                "/usr/sbin/sshd",
                                "-D",
                                "-e",
                                "-f",
                                "/dev/null",
                                "-h",
                                file("host"),
                                "-p",
                                Integer.toString(port),
                                "-o",
                                "ListenAddress=127.0.0.1",
                                "-o",
                                "AuthorizedKeysFile=" + file("user.pub"),
                                "-o",
                                "StrictModes=no",
                                "-o",
                                "PidFile=none",
                                "-o",
                                "AcceptEnv=WHICH",
                                "-o",
                                "PermitRootLogin=yes")
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("sshd." + port).toFile())
                        .start();
        while (daemon.isAlive() && !said(port).contains("listening")) {
            Thread.sleep(25);
        }
        assertTrue(daemon.isAlive(), () -> said(port));
        return daemon;
    }

    private String said(int port) {
        try {
            return Files.readString(folder.resolve("sshd." + port));
        } catch (IOException notYet) {
            return "";
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Ends a host's daemon and its connections, but not what it has started. */
    private static void end(Process daemon) {
        List<ProcessHandle> connections = daemon.children().toList();
        daemon.destroyForcibly();
        connections.forEach(ProcessHandle::destroyForcibly);
    }

    @AfterEach
    void endAll() {
        daemons.forEach(SshTest::end);
    }

    private CommandEvaluator evaluator(
            int parallel, String script, List<String> hosts, Object... more) {
        var ssh = new LinkedHashMap<String, Object>();
        ssh.put("hosts", hosts);
        ssh.put("options", List.of("-F", file("config")));
        ssh.put("connect_timeout", 10);
        for (int i = 0; i < more.length; i += 2) {
            ssh.put((String) more[i], more[i + 1]);
        }
        Map<String, Object> section = Bench.script(script, "ssh", ssh, "timeout", 20);
        section.put("environment", Map.of("B", "{b}"));
        return bench.evaluator(section, parallel);
    }

    private static double seconds(Outcome outcome) {
        return assertInstanceOf(Outcome.Measured.class, outcome, outcome.toString())
                .outputs()
                .get("seconds")
                .getFirst();
    }

    private Path await(String name) throws Exception {
        Path file = folder.resolve(name);
        while (!Files.exists(file) || Files.size(file) == 0) {
            Thread.sleep(50);
        }
        return file;
    }

    private static boolean isAlive(Path pid) throws IOException {
        return ProcessTable.row(Long.parseLong(Files.readString(pid).strip()))
                .filter(r -> !r.ended())
                .isPresent();
    }

    /** One of three is down: the others get its runs. Each run waits until both have one. */
    @Test
    void hostsShareTheTrials() throws Exception {
        try (var evaluator =
                evaluator(
                        3,
                        "echo $WHICH >>hosts; until grep -q a hosts && grep -q b hosts; do sleep"
                                + " 0.05; done; echo time=$B",
                        List.of("down", "a", "b"))) {
            var futures =
                    LongStream.rangeClosed(1, 6)
                            .mapToObj(i ->
                                    evaluator.submit(
                                            Bench.trial(i, "b", i, "x", 0.5, "solver", "direct")))
                            .toList();
            for (int i = 0; i < 6; i++) {
                assertEquals(i + 1, seconds(futures.get(i).get(240, TimeUnit.SECONDS)));
            }
            assertTrue(
                    evaluator.notes().toString().contains("Host down cannot be used"),
                    () -> evaluator.notes().toString());
        }
        assertEquals(
                List.of("a", "b"),
                Files.readAllLines(folder.resolve("hosts")).stream().sorted().distinct().toList());
    }

    /** Its run is begun again on the other one, and what it had started is ended there. */
    @Test
    void aHostIsLostInMidRun() throws Exception {
        try (var evaluator =
                evaluator(
                        1,
                        "echo $$ >pid.$WHICH; [ $WHICH = a ] && sleep 99; echo time=$B",
                        List.of("a", "b"))) {
            var future = evaluator.submit(Bench.trial(1, "b", 7, "x", 0.5, "solver", "direct"));
            Path pid = await("pid.a");
            end(daemons.getFirst());
            assertEquals(7, seconds(future.get(240, TimeUnit.SECONDS)));
            assertTrue(evaluator.notes().toString().contains("begun again"));
            while (isAlive(pid)) {
                Thread.sleep(50);
            }
        }
    }

    @Test
    void cancellingEndsTheRunOnItsHost() throws Exception {
        try (var evaluator = evaluator(1, "echo $$ >pid; sleep 99", List.of("a"))) {
            evaluator.submit(Bench.trial(1));
            await("pid");
        }
        assertFalse(isAlive(folder.resolve("pid")));
    }

    @Test
    void whereNoHostAnswersNobodyWaitsForEver() {
        try (var evaluator = evaluator(1, "echo time=1", List.of("down"), "give_up_after", 0.5)) {
            var e =
                    assertThrows(
                            ExecutionException.class,
                            () -> evaluator.submit(Bench.trial(1)).get(240, TimeUnit.SECONDS));
            assertInstanceOf(UnusableSchedulerException.class, e.getCause());
            assertTrue(e.getMessage().contains("down: ssh: "), e.getMessage());
            String said = evaluator.notes().toString();
            assertTrue(said.contains("Host down cannot be used: ssh: "), said);
            assertEquals(2, said.split("No host answers. It is asked again until ").length, said);
        }
    }

    /** A host answers as long as its run goes on: the silence begins when that is lost. */
    @Test
    void aSilenceIsNotAsLongAsTheRunBeforeIt() throws Exception {
        double patience = 2;
        try (var evaluator =
                evaluator(1, "echo $$ >pid; sleep 99", List.of("a"), "give_up_after", patience)) {
            var future = evaluator.submit(Bench.trial(1));
            await("pid");
            Thread.sleep((long) (1.5 * patience * 1e3));
            long lost = System.nanoTime();
            end(daemons.getFirst());
            var e = assertThrows(ExecutionException.class, () -> future.get(240, TimeUnit.SECONDS));
            assertInstanceOf(UnusableSchedulerException.class, e.getCause());
            double silence = (System.nanoTime() - lost) / 1e9;
            assertTrue(silence >= patience, "given up after " + silence + " s");
        }
    }

    @Test
    void wrongHostsAreNamed() {
        var e =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> evaluator(1, "true", List.of("a", "-oProxyCommand=x")));
        assertTrue(
                e.getMessage().startsWith("evaluation.ssh.hosts: '-oProxyCommand=x'"),
                e.getMessage());
    }
}
