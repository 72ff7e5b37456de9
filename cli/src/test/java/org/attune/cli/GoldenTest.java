package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.ProcessId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Every verb prints what it has printed before: the command lines of golden/transcript.txt, which
 * begin with a dollar, are run one after another, and exit code, standard output and standard error
 * are compared with what stands there.
 *
 * <p>A new line of this kind, or a change that is meant, is recorded by a run with the variable
 * ATTUNE_GOLDEN set. Masked are times, identities of machines and users, and digits beyond the
 * sixth.
 */
class GoldenTest {
    private static final Path RECORDED = Path.of("src/test/resources/golden").toAbsolutePath();

    /** A word, or several in quotes. */
    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

    private static final Pattern DURATION =
            Pattern.compile("(?<![\\w.-])\\d+(\\.\\d+)?( min \\d+| h \\d+)? (s|min)(?!\\w)");

    private static final String MACHINES =
            "machine|user|machine_configuration|software|software_configuration|processor|nodes"
                    + "|cores|asked|told|uid|basis|elapsed|told|source";

    private static final Pattern FACT =
            Pattern.compile("(?m)^(" + MACHINES + ") .*$|^(\\w+)=.*$(?<!\\d)");

    private static final Pattern KEY =
            Pattern.compile(
                    "\"("
                            + MACHINES
                            + "|total|evaluation|model|search|key|bytes|machines|function_evaluations)\":"
                            + " ");

    private static final Pattern NUMBER = Pattern.compile("-?\\d+\\.\\d{6,}(E-?\\d+)?");

    @TempDir private Path folder;

    @Test
    void everyVerbPrintsWhatItPrinted() throws IOException {
        try (Stream<Path> files = Files.list(RECORDED)) {
            for (Path file : files.toList()) {
                Files.copy(file, folder.resolve(file.getFileName()));
            }
        }
        Files.createDirectory(folder.resolve("gptune"));
        Files.move(folder.resolve("meta.json"), folder.resolve("gptune/meta.json"));
        Path transcript = RECORDED.resolve("transcript.txt");
        var now = new ArrayList<String>();
        for (String line : Files.readAllLines(transcript)) {
            if (line.startsWith("$ ")) {
                now.add(line);
                run(line.substring(2), now);
            } else if (line.startsWith("#")) {
                now.add(line);
            }
        }
        if (System.getenv("ATTUNE_GOLDEN") != null) {
            Files.write(transcript, now);
        }
        assertEquals(Files.readString(transcript), String.join("\n", now) + "\n");
    }

    /** Runs a line and adds what it printed; {@code write FILE TEXT} writes a file. */
    private void run(String line, List<String> to) throws IOException {
        List<String> words =
                WORD.matcher(line)
                        .results()
                        .map(r -> r.group(1) == null ? r.group(2) : r.group(1))
                        .map(w -> w.replace("DIR", folder.toString()))
                        .toList();
        if (words.getFirst().equals("write")) {
            Files.writeString(Path.of(words.get(1)), words.get(2).replace("\\n", "\n"));
            return;
        }
        boolean machine = words.getFirst().matches("doctor|meta");
        Cli ran = Cli.run(words.toArray());
        if (!machine) {
            to.add("exit " + ran.code());
        }
        masked(ran.out(), machine).lines().forEach(l -> to.add("1| " + l));
        masked(ran.err(), machine).lines().forEach(l -> to.add("2| " + l));
    }

    private String masked(String printed, boolean machine) {
        String text =
                printed.replace(folder.toString(), "DIR")
                        .replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "UID")
                        .replaceAll("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z", "TIME")
                        .replaceAll(
                                "(?m)(?<=,|'|\\d )"
                                        + Pattern.quote(ProcessId.here().host())
                                        + "(?=,|'|$)",
                                "HOST")
                        .replaceAll("\\d+ bytes", "... bytes");
        if (machine) { // which facts there are, without those that the machine has
            return text.lines()
                    .filter(l -> l.matches("(machine|processor|nodes|cores)=.*|[{].*|[a-z ]+  .*"))
                    .map(l -> l.replaceFirst("(=|  ).*", "=..."))
                    .map(l -> l.replaceAll("\\{\"(\\w+)\".*\"(\\w+)\": .*", "$1 to $2"))
                    .reduce("", (a, b) -> a + b + "\n");
        }
        text =
                FACT.matcher(text)
                        .replaceAll(r -> r.group(1) == null ? r.group() : r.group(1) + " ...");
        text = json(text);
        text = NUMBER.matcher(text).replaceAll(r -> rounded(r.group()));
        text =
                text.replaceAll("; about [^;]* left", "; about T left")
                        .replace(" added up over runs at once", "");
        String timed = DURATION.matcher(text).replaceAll("T");
        return timed.equals(text) ? text : timed.replaceAll(" {2,}", "  ");
    }

    private static String rounded(String number) {
        return new BigDecimal(number).round(new MathContext(6)).toString();
    }

    /** Masks values of keys, with all that is in them. */
    private static String json(String text) {
        var masked = new StringBuilder();
        int from = 0;
        var keys = KEY.matcher(text);
        while (keys.find(from)) {
            int end = keys.end();
            int depth = 0;
            boolean quoted = false;
            for (; end < text.length(); end++) {
                char c = text.charAt(end);
                quoted ^= c == '"' && text.charAt(end - 1) != '\\';
                if (quoted) {
                    continue;
                }
                depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
                if (depth < 0 || depth == 0 && c == ',') {
                    break;
                }
            }
            masked.append(text, from, keys.end()).append("...");
            from = end;
        }
        return masked.append(text.substring(from)).toString();
    }

    @Test
    void masksHideWhatChangesAndNothingElse() {
        assertEquals("a \"uid\": ..., \"b\": 1", json("a \"uid\": \"x,}\", \"b\": 1"));
        assertEquals("{\"software\": ...}", json("{\"software\": {\"a\": [1, {}]}}"));
        assertEquals("took T, best 5\n", masked("took 0.31 s, best 5\n", false));
        assertTrue(masked("1.23456789 and 2 h 3 min", false).startsWith("1.23457 and T"));
    }
}
