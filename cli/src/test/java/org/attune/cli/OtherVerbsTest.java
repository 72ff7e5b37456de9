package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.problemfile.ProblemFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

class OtherVerbsTest {
    @TempDir Path folder;
    private Path toy;

    @BeforeEach
    void writeProblem() {
        toy = Cli.toy(folder);
    }

    @Test
    void runEvaluatesWhatIsGivenForEveryTask() {
        Cli ran = Cli.run("run", toy, "--set", "x=7", "kind=b", "--set", "x=8").exits(0);
        assertEquals(
                """
                trial=1 n=1 x=7 kind=b -> seconds=102
                trial=2 n=2 x=7 kind=b -> seconds=103
                trial=3 n=1 x=8 kind=a -> seconds=3
                trial=4 n=2 x=8 kind=a -> seconds=4
                """,
                ran.out());
        Cli one = Cli.run("run", toy, "--set", "x=7", "--task", "n=2", "--json").exits(0);
        assertEquals(
                Map.of(
                        "trial",
                        5,
                        "state",
                        "measured",
                        "task",
                        Map.of("n", 2),
                        "configuration",
                        Map.of("x", 7, "kind", "a"),
                        "outputs",
                        Map.of("seconds", 3.0),
                        "cause",
                        "-"),
                withoutNull(((List<?>) one.json().get("trials")).getFirst()));
        Cli.run("tune", toy).exits(0);
        assertTrue(Cli.run("best", toy).exits(0).out().contains("x=7"), "trials of run count");
    }

    private static Map<Object, Object> withoutNull(Object map) {
        var copy = new java.util.HashMap<Object, Object>((Map<?, ?>) map);
        copy.replaceAll((k, v) -> v == null ? "-" : v);
        return copy;
    }

    @Test
    void runRefusesWhatDoesNotFit() {
        assertTrue(
                Cli.run("run", toy, "--set", "y=1").exits(2).err().contains("Known are: x, kind"));
        assertTrue(
                Cli.run("run", toy, "--set", "x=99").exits(2).err().contains("outside its bounds"));
        assertTrue(Cli.run("run", toy, "--set", "x").exits(2).err().contains("name=value"));
        Cli task = Cli.run("run", toy, "--set", "x=1", "--task", "n=5").exits(2);
        assertTrue(task.err().contains("not one of study 'main'"), task.err());
    }

    @Test
    void bestInAllFormats() {
        Cli.run("run", toy, "--set", "x=7").exits(0);
        assertEquals(
                "n=1 x=7 kind=a\nn=2 x=7 kind=a\n",
                Cli.run("best", toy, "--format", "env").exits(0).out());
        assertEquals(
                "(cd %s && sh toy.sh 7 2 a)  # n=2, trial 2\n".formatted(folder),
                Cli.run("best", toy, "--format", "command", "--task", "n=2").exits(0).out());
        assertTrue(Cli.run("best", toy).exits(0).out().contains("x=7 kind=a"));
        assertTrue(Cli.run("best", toy, "--format", "xml").exits(2).err().contains("xml"));
        assertTrue(
                Cli.run("best", toy, "--study", "nope").exits(2).err().contains("Known are: main"));
    }

    @Test
    void historyShowHasTheUnitOfItsTime() {
        Cli.run("run", toy, "--set", "x=7").exits(0);
        String shown = Cli.run("history", "show", toy, "1").exits(0).out();
        assertTrue(shown.matches("(?s).*\nelapsed +[0-9.]+ s\n.*"), shown);
    }

    @Test
    void whatIsTooMuchIsNamed() {
        assertEquals(
                "'extra' is too much: best takes PROBLEM. Maybe see: attune best --help\n",
                Cli.run("best", toy, "extra").exits(2).err());
        assertEquals(
                "'extra' is too much: history show takes PROBLEM N. Maybe see: attune history show"
                        + " --help\n",
                Cli.run("history", "show", toy, "1", "extra").exits(2).err());
        assertEquals(
                "'extra' is too much: init takes NAME. Maybe see: attune init --help\n",
                Cli.run("init", folder.resolve("new.yaml"), "extra").exits(2).err());
        assertEquals(
                "'extra' is too much: doctor takes no argument. Maybe see: attune doctor --help\n",
                Cli.run("doctor", "extra").exits(2).err());
        assertEquals(
                "'y=1' is too much: tell takes PROBLEM. Maybe you meant: --output y=1\n",
                Cli.run("tell", toy, "--trial", 1, "y=1").exits(2).err());
        String several = Cli.run("tune", toy, "x=1").exits(2).err();
        assertTrue(several.contains("--option x=1, or "), several);
    }

    /** Its value is no option, and another verb's word for the same is understood. */
    @Test
    void anOptionThatThereIsNotIsNamed() {
        assertEquals(
                "tune has no option '--trails'. Maybe you meant '--trials'.\n",
                Cli.run("tune", toy, "--trails", 3).exits(2).err());
        assertEquals(
                "history export has no option '--out'. Maybe you meant '--to'.\n",
                Cli.run("history", "export", toy, "--out=a.csv").exits(2).err());
        assertEquals(
                "report has no option '--to'. Maybe you meant '--out'.\n",
                Cli.run("report", toy, "--to", "page").exits(2).err());
        assertEquals(
                "best has no option '-x'. Maybe see: attune best --help\n",
                Cli.run("best", toy, "-x", "5").exits(2).err());
    }

    @Test
    void bestOfATrial() {
        Cli.run("run", toy, "--set", "x=7", "--set", "x=8").exits(0);
        assertEquals(
                "(cd %s && sh toy.sh 8 2 a)  # n=2, trial 4\n".formatted(folder),
                Cli.run("best", toy, "--trial", "4", "--format", "command").exits(0).out());
        assertEquals(
                "n=2 x=8 kind=a\n",
                Cli.run("best", toy, "--trial", "4", "--format", "env").exits(0).out());
        Map<String, Object> json = Cli.run("best", toy, "--trial", "4", "--json").exits(0).json();
        assertEquals(4, json.get("trial"));
        assertEquals(Map.of("x", 8, "kind", "a"), json.get("configuration"));
        String table = Cli.run("best", toy, "--trial", "4").exits(0).out();
        assertEquals(2, table.lines().count(), table);
        assertTrue(table.matches("(?s).*n=2 +4 +4 s +x=8 kind=a\n"), table);
    }

    @Test
    void bestOfATrialWithoutAResultSaysWhatItIs() throws Exception {
        Cli.run("run", toy, "--set", "x=7", "--task", "n=1").exits(0);
        Files.writeString(folder.resolve("toy.sh"), "exit 3\n");
        Cli.run("run", toy, "--set", "x=8", "--task", "n=1").exits(1);
        Cli.run("ask", toy).exits(0);
        Cli failed = Cli.run("best", toy, "--trial", "2").exits(2);
        assertTrue(failed.err().startsWith("Trial 2 gave no result: crash"), failed.err());
        Cli pending = Cli.run("best", toy, "--trial", "3").exits(2);
        assertTrue(pending.err().startsWith("Trial 3 has no result yet."), pending.err());
        Cli unknown = Cli.run("best", toy, "--trial", "9").exits(2);
        assertTrue(unknown.err().startsWith("There is no trial 9; the study has"), unknown.err());
        Cli both = Cli.run("best", toy, "--trial", "1", "--task", "n=1").exits(2);
        assertTrue(both.err().startsWith("--trial says its task; leave --task"), both.err());
    }

    /** The command that it printed began another history. */
    @Test
    void whereThereIsNoHistoryTheAdviceBeginsThatOne() {
        Path other = folder.resolve("other.jsonl");
        Cli best = Cli.run("best", toy, "--study", "s", "--history", other).exits(2);
        String advice = "Maybe start with: attune tune %s --study s --history %s";
        assertTrue(best.err().strip().endsWith(advice.formatted(toy, other)), best.err());
    }

    /** It left an empty study, and named a key of a section that is not there. */
    @Test
    void confirmWithoutAnEvaluationSaysSoAndLeavesNoStudy() throws Exception {
        Path silent = Cli.problem(folder, Cli.TOY.replaceFirst("(?s)evaluation:.*", ""));
        Cli.run("ask", silent).exits(0);
        Cli.run("tell", silent, "--trial", "1", "--output", "seconds=1").exits(0);
        Cli confirmed = Cli.run("confirm", silent).exits(2);
        assertTrue(confirmed.err().contains("has no section 'evaluation'"), confirmed.err());
        assertFalse(Cli.run("history", "stats", silent).exits(0).out().contains("main-confirm"));
    }

    @Test
    void confirmSaysOnceThatNothingHasBeenMeasured() {
        Cli.run("ask", toy).exits(0);
        Cli none = Cli.run("confirm", toy).exits(2);
        assertEquals("Nothing usable has been measured yet.\n", none.err());
    }

    /** It was said to be no history yet. */
    @Test
    void aPipeInThePlaceOfAFileIsCalledOne() throws Exception {
        Path pipe = folder.resolve("pipe.jsonl");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        for (Object[] words :
                new Object[][] {
                    {"best", toy, "--history", pipe},
                    {"history", "list", pipe},
                    {"check", pipe},
                    {"tune", toy, "--transfer-from", pipe}
                }) {
            Cli refused = Cli.run(words).exits(2);
            assertTrue(refused.err().contains("is a pipe, a device or the like"), refused.err());
        }
    }

    /** The first reading of a trial was lucky. */
    @Test
    void confirmEndsWithWhatIsBestNow() throws Exception {
        Cli.run("run", toy, "--set", "x=10", "--set", "x=7", "--set", "x=8", "--task", "n=1")
                .exits(0);
        Files.writeString(folder.resolve("toy.sh"), "[ $1 = 7 ] && echo cost=9 || echo cost=$1\n");
        Cli confirmed = Cli.run("confirm", toy, "--repeats", "2").exits(0);
        assertTrue(
                confirmed
                        .out()
                        .endsWith(
                                """
                                n=1: trial 3 is the best now, 8 s (1.25x); trial 2, the best before, has 9 s.
                                Next:
                                  attune best %s --trial 3 --format command
                                """
                                        .formatted(toy)),
                confirmed.out());
        assertTrue(confirmed.out().contains("speed-up"), confirmed.out());
        assertFalse(confirmed.out().contains("  gain"), confirmed.out());
        String prefers = "note: by confirm, n=1: trial 3 is the best now, 8 s (1.25x); trial 2, ";
        Cli best = Cli.run("best", toy, "--format", "env").exits(0);
        assertTrue(best.err().contains("\n" + prefers), best.err());
        assertTrue(best.err().contains("Maybe take it: attune best " + toy + " --trial 3"));
        assertEquals("", Cli.run("best", toy, "--trial", "3").exits(0).err());
        assertTrue(confirmed.err().contains("\n  trial 2: seconds=9\n"), confirmed.err());
        assertTrue(confirmed.err().contains("  default: seconds=10\n"), confirmed.err());
        Files.writeString(
                folder.resolve("toy.sh"), "echo x >>n; echo cost=$(($(wc -l <n) % 2 + $1))\n");
        Cli close = Cli.run("confirm", toy, "--repeats", "2").exits(0);
        assertTrue(
                close.out().contains(" The measurements of trial 2 overlap with those of trial 3."),
                close.out());
        Files.writeString(folder.resolve("toy.sh"), "echo cost=$((20 - $1))\n");
        Cli none = Cli.run("confirm", toy, "--repeats", "2").exits(0);
        assertTrue(none.out().contains("n=1: the default is the best now, 10 s; "), none.out());
        assertTrue(none.out().contains(" --trial 1 --format command"), none.out());
    }

    @Test
    void bestOfNothingSaysSo() {
        Cli.run("ask", toy).exits(0);
        assertTrue(Cli.run("best", toy).exits(0).out().contains("no result yet"));
        assertTrue(Cli.run("best", toy, "--format", "env").exits(2).err().contains("n=1 yet"));
    }

    @Test
    void confirmMeasuresDefaultAndFinalistsAgain() {
        Cli.run("tune", toy).exits(0);
        Cli.run("run", toy, "--set", "x=7").exits(0);
        Map<String, Object> json =
                Cli.run("confirm", toy, "--top", "2", "--repeats", "4", "--json").exits(0).json();
        var rows = (List<?>) json.get("finalists");
        assertEquals(6, rows.size());
        var standard = (Map<?, ?>) rows.get(0);
        assertEquals("default", standard.get("what"));
        var best = (Map<?, ?>) rows.get(1);
        assertEquals(List.of(2.0, 2.0, 2.0, 2.0), best.get("repetitions"));
        assertEquals(5.5, best.get("gain"));
        var verdict = (Map<?, ?>) ((List<?>) json.get("verdicts")).getFirst();
        assertEquals(Map.of("n", 1), verdict.get("task"));
        assertEquals(best.get("trial"), verdict.get("best"));
        assertEquals(List.of(), verdict.get("overlapping"));
        assertEquals(
                "n=1: trial %s is the best again, 2 s (5.50x).".formatted(best.get("trial")),
                verdict.get("statement"));
        assertFalse(verdict.containsKey("front"));
        String main = Cli.run("history", "list", toy).exits(0).out();
        assertEquals(13, main.lines().count(), "the study itself stays as it is");
        Cli.run("history", "list", toy, "--study", "main-confirm").exits(0);
        assertTrue(Cli.run("confirm", toy).exits(0).out().contains("smallest"));
    }

    /** 21 values of x with kind a, and with kind b one of 3 modes besides. */
    @Test
    void checkCountsConfigurationsWithoutInactiveParameters() {
        Path file =
                Cli.problem(
                        folder,
                        Cli.TOY.replace(
                                "output_space:",
                                "  - {name: mode, type: integer, lower_bound: 1, upper_bound: 3,"
                                        + " active_if: \"kind == 'b'\", default: 1}\n"
                                        + "output_space:"));
        String checked = Cli.run("check", file).exits(0).out();
        assertTrue(checked.contains("\n84 configurations\n"), checked);
    }

    @Test
    void checkShowsTheProblemAndOneRun() {
        Cli checked = Cli.run("check", toy).exits(0);
        assertTrue(checked.out().contains("0..20"), checked.out());
        assertTrue(checked.out().contains("100 % of 42 configurations"), checked.out());
        Cli ran = Cli.run("check", toy, "--run").exits(0);
        assertTrue(ran.out().contains(" && sh toy.sh 10 1 a)\n"), ran.out());
        assertTrue(ran.out().contains("  | cost=11"), ran.out());
        assertTrue(ran.out().contains("finds [cost=11]"), ran.out());
        assertTrue(ran.out().contains("Measured:      seconds = 11\n"), ran.out());
        assertFalse(Files.exists(folder.resolve("attune.db/toy.jsonl")), "nothing is recorded");
    }

    @Test
    void checkHintsAtAMissingTimeOut() throws IOException {
        String hint = "note: no time-out is set";
        assertTrue(Cli.run("check", toy).exits(0).out().contains(hint));
        Files.writeString(
                toy, Files.readString(toy).replace("  outputs:", "  timeout: 10m\n  outputs:"));
        assertFalse(Cli.run("check", toy).exits(0).out().contains(hint));
    }

    @Test
    void checkHintsAtADefaultThatIsNotTried() throws IOException {
        String hint = "note: not every parameter has a default";
        assertFalse(Cli.run("check", toy).exits(0).out().contains(hint));
        Files.writeString(toy, Files.readString(toy).replace(", default: 10", ""));
        String out = Cli.run("check", toy).exits(0).out();
        assertTrue(out.contains(hint) && out.contains("Maybe give one to x."), out);
    }

    @Test
    void checkAsOneJsonObject() {
        Cli checked = Cli.run("check", toy, "--json").exits(0);
        Map<String, Object> json = checked.json();
        assertEquals(
                List.of("problem", "file", "tasks", "hints", "run"), List.copyOf(json.keySet()));
        assertEquals(2, ((List<?>) json.get("tasks")).size());
        assertEquals(1.0, ((Map<?, ?>) ((List<?>) json.get("tasks")).getFirst()).get("admissible"));
        assertEquals(1, ((List<?>) json.get("hints")).size());
        assertEquals(null, json.get("run"));
        assertTrue(checked.err().contains("0..20"), checked.err());
        var run = (Map<?, ?>) Cli.run("check", toy, "--json", "--run").exits(0).json().get("run");
        assertEquals("measured", run.get("state"));
        assertEquals(Map.of("seconds", 11.0), run.get("outputs"));
    }

    @Test
    void longOutcomesAreCutInTheListOnly() {
        Cli.run("ask", toy).exits(0);
        String detail = "x".repeat(300);
        Cli.run("tell", toy, "--trial", "1", "--failed", "crash", "--detail", detail).exits(0);
        Cli listed = Cli.run("history", "list", toy).exits(0);
        assertTrue(listed.out().lines().allMatch(l -> l.length() < 120), listed.out());
        assertTrue(listed.out().contains("crash: xxx"), listed.out());
        assertTrue(Cli.run("history", "list", toy, "--json").exits(0).out().contains(detail));
    }

    @Test
    void checkOfARunThatFails() {
        Cli.problem(folder, Cli.TOY.replace("cost=(", "price=("));
        Cli ran = Cli.run("check", toy, "--run").exits(1);
        assertTrue(ran.out().contains("no line matches 'price=([0-9.]+)'"), ran.out());
        assertTrue(ran.out().contains("Failed:        unreadable-output"), ran.out());
    }

    @Test
    void checkAdvisesAgainstEqualities() {
        Cli.problem(
                folder,
                Cli.TOY
                        .replace("\"x + n <= 27\"", "\"x*y == z\"")
                        .replace(
                                "  - {name: kind",
                                "  - {name: y, type: integer, lower_bound: 1, upper_bound: 99}\n"
                                    + "  - {name: z, type: integer, lower_bound: 1, upper_bound:"
                                    + " 999}\n"
                                    + "  - {name: kind"));
        Cli checked = Cli.run("check", toy).exits(0);
        assertTrue(checked.out().contains("derived"), checked.out());
    }

    @Test
    void initWritesAProblemThatRunsAsItIs() throws IOException {
        Path file = Files.writeString(folder.resolve("app.yaml"), ProblemFile.template("app"));
        Cli ran = Cli.run("check", file, "--run").exits(0);
        assertTrue(ran.out().contains("This evaluation works."), ran.out());
        assertFalse(ran.out().contains("note:"), ran.out());
        assertTrue(Cli.run("init", "a/b").exits(2).err().contains("a/b"));
        assertTrue(Cli.run("init", "pom.xml/x").exits(2).err().contains("no name"));
    }

    @Test
    void historyIsCheckedRepairedAndReadAgain() throws IOException {
        Cli.run("run", toy, "--set", "x=7").exits(0);
        assertTrue(Cli.run("history", "check", toy).exits(0).out().contains("is sound"));
        Path journal = folder.resolve("attune.db/toy.jsonl");
        String text = Files.readString(journal);
        Files.writeString(journal, text.replaceFirst("\"x\":7", "\"x\":6"));
        assertTrue(Cli.run("history", "check", toy).exits(1).out().contains("checksum"));
        String damage = Cli.run("best", toy).exits(1).err();
        assertEquals(1, damage.split("jsonl:\\d").length - 1, damage);
        assertFalse(damage.contains("line 3"), damage);
        Matcher advice = Pattern.compile("'attune (history check [^']+)'").matcher(damage);
        assertTrue(advice.find(), damage);
        Cli checked = Cli.run((Object[]) advice.group(1).split(" ")).exits(1);
        assertTrue(checked.out().contains("checksum"), checked.out());
        Cli broken = Cli.run("tune", toy);
        assertEquals(1, broken.exits(1).code());
        Cli repaired = Cli.run("history", "repair", toy).exits(0);
        Path out = folder.resolve("attune.db/toy.repaired.jsonl");
        assertTrue(repaired.out().contains(out.getFileName().toString()), repaired.out());
        assertTrue(Cli.run("history", "repair", toy).exits(2).err().contains("--to FILE"));
        Cli.run("tune", toy, "--history", out).exits(0);
    }

    @Test
    void reparseReadsKeptOutputWithACorrectedPattern() {
        Cli.problem(folder, Cli.TOY.replace("cost=(", "price=("));
        Cli.run("run", toy, "--set", "x=7").exits(1);
        Cli.toy(folder);
        assertTrue(
                Cli.run("history", "reparse", toy, "--dry-run")
                        .exits(0)
                        .err()
                        .contains("2 outcomes would change"));
        Cli again = Cli.run("history", "reparse", toy).exits(0);
        assertTrue(again.out().contains("seconds=2"), again.out());
        assertTrue(
                Cli.run("history", "reparse", toy).exits(0).err().contains("0 outcomes changed"));
        assertTrue(Cli.run("best", toy).exits(0).out().contains("x=7"));
    }

    /** A number that goes on behind what is read is another number. */
    @Test
    void checkSaysThatANumberIsReadInPart() {
        String text = Cli.TOY.replace("toy.sh, \"{x}\"", "-c, 'echo cost=1.5e-05 cost=7', \"{x}\"");
        Cli.problem(folder, text.replace("cost=(", "^cost=("));
        Cli ran = Cli.run("check", toy, "--run").exits(0);
        assertTrue(ran.out().contains("Read in part:  1.5e-05. Maybe"), ran.out());
        assertFalse(ran.out().contains("works"), ran.out());
        Cli.problem(folder, text.replace("cost=([0-9.]+)", "^cost=([0-9.]+)e-05"));
        Cli meant = Cli.run("check", toy, "--run").exits(0);
        assertTrue(meant.out().contains("This evaluation works."), meant.out());
    }

    @Test
    void checkSaysWhatIsPrintedElsewhere() {
        Cli.problem(folder, Cli.TOY.replace("toy.sh, \"{x}\"", "-c, 'echo cost=1 >&2', \"{x}\""));
        Cli ran = Cli.run("check", toy, "--run").exits(1);
        assertTrue(ran.out().contains("seconds: stderr has [cost=1], but only"), ran.out());
        assertTrue(ran.out().contains("printed nothing to stdout"), ran.out());
    }

    @Test
    void parametersThatNothingNamesAndWordsOfAShellAreSaid() {
        Cli.problem(folder, Cli.TOY.replace("\"{x}\"", "$x, '|', cat"));
        for (String verb : new String[] {"check", "tune"}) {
            Cli run = Cli.run(verb, toy);
            String err = run.out() + run.err();
            assertTrue(err.contains("Nothing in 'evaluation' names {x}: the program runs"), err);
            assertTrue(err.contains("the program gets '|' as an argument"), err);
        }
        Cli.toy(folder);
        String out = Cli.run("check", toy).exits(0).out();
        assertFalse(out.contains("Nothing in") || out.contains("argument"), out);
    }

    /** It recorded the edited file, so that what runs from then on measure went unsaid. */
    @Test
    void aDryRunOfReparseLeavesTheHistoryAsItIs() throws IOException {
        Cli.run("run", toy, "--set", "x=7").exits(0);
        Path journal = folder.resolve("attune.db/toy.jsonl");
        String before = Files.readString(journal);
        Cli.problem(folder, Cli.TOY.replace("cost=([0-9.]+)", "cost=([0-9])"));
        Cli.run("history", "reparse", toy, "--dry-run").exits(0);
        assertEquals(before, Files.readString(journal));
        assertTrue(Cli.run("tune", toy).err().contains("ATTENTION"));
    }

    /** Where only further results change, both columns had a dash. */
    @Test
    void reparseShowsWhichMeasurementsChange() {
        String text = Cli.TOY.replace("+)\"}}", "+)\"}, kept: {regex: \"cost=(.)\"}}");
        Cli.problem(folder, text);
        Cli.run("run", toy, "--set", "x=7", "kind=b", "--task", "n=1").exits(0);
        Cli.problem(folder, text.replace("cost=(.)", "cost=(..)"));
        String changed = Cli.run("history", "reparse", toy, "--dry-run").exits(0).out();
        assertTrue(changed.contains("kept=1  kept=10\n"), changed);
    }

    /** A row has what has changed, and no more of it than fits. */
    @Test
    void reparseShowsShortRows() throws IOException {
        String text = Cli.TOY.replace("+)\"}}", "+)\"}, kept: {regex: \"cost=.(.)\"}}");
        Cli.problem(folder, text);
        Cli.run("run", toy, "--set", "x=7", "kind=b", "--task", "n=1").exits(0);
        Cli.problem(folder, text.replace("cost=([0-9.]+", "cost=([0-9.]"));
        String changed = Cli.run("history", "reparse", toy, "--dry-run").exits(0).out();
        assertTrue(changed.contains("seconds=102  seconds=1\n"), changed);
        assertFalse(changed.contains("kept"), changed);
        Cli.problem(folder, text.replace("cost=([0-9.]+", "cost" + "=".repeat(99) + "([0-9.]+"));
        String failed = Cli.run("history", "reparse", toy, "--dry-run").exits(0).out();
        assertTrue(failed.contains("..."), failed);
        assertTrue(failed.lines().allMatch(l -> l.length() < 140), failed);
    }

    /** Somebody who corrects an outcome knows better than the output of the run. */
    @Test
    void reparseLeavesAloneWhatWasCorrected() {
        Cli.run("run", toy, "--set", "x=7", "--task", "n=1").exits(0);
        Cli.run("run", toy, "--set", "x=8", "--task", "n=1").exits(0);
        String correct = "tell TOY --trial 1 --correct --output seconds=9";
        Cli.run((Object[]) correct.replace("TOY", toy.toString()).split(" ")).exits(0);
        Cli again = Cli.run("history", "reparse", toy).exits(0);
        assertTrue(again.err().contains("of 1 trial again; 0 outcomes changed"), again.err());
        assertTrue(
                again.err().contains("because tell --correct gave the outcome: trial 1."),
                again.err());
        assertTrue(Cli.run("history", "list", toy).exits(0).out().contains("seconds=9"));
    }

    /** Which of several matches counts is for the user to say. */
    @Test
    void severalMatchesAreShownAndRefused() throws IOException {
        Files.writeString(
                folder.resolve("toy.sh"), "echo setup cost=5; echo solve cost=1; echo cost=6\n");
        Cli checked = Cli.run("check", toy, "--run").exits(1);
        assertTrue(checked.out().contains("' finds [cost=5, cost=1, cost=6]"), checked.out());
        assertTrue(checked.out().contains("3 values: 5, 1, 6. Maybe"), checked.out());
        Cli.problem(folder, Cli.TOY.replace("]+)\"}", "]+)\", match: sum}"));
        Files.writeString(
                folder.resolve("toy.sh"), "echo setup cost=5; echo solve cost=1; echo cost=6\n");
        assertTrue(
                Cli.run("check", toy, "--run")
                        .exits(0)
                        .out()
                        .contains("Measured:      seconds = 12\n"));
    }

    @Test
    void predictAndSurrogateReachTheModel() {
        Cli.run("ask", toy, "--count", "2").exits(0);
        assertTrue(Cli.run("predict", toy, "--set", "x=1").exits(2).err().contains("too few"));
        Cli.run("run", toy, "--set", "x=7", "--set", "x=8").exits(0);
        var rows =
                (List<?>)
                        Cli.run("predict", toy, "--set", "x=1", "--json")
                                .exits(0)
                                .json()
                                .get("predictions");
        assertEquals(2, rows.size());
        assertEquals(2.5, ((Map<?, ?>) rows.getFirst()).get("mean"));
        assertTrue(Cli.run("predict", toy, "--set", "x=1").exits(0).out().contains("0.5 to 4.5 s"));
        assertTrue(Cli.run("surrogate", "show", toy).exits(0).out().contains("knows nothing"));
        var json = Cli.run("surrogate", "show", toy, "--format", "json").exits(0).json();
        assertEquals(2, ((List<?>) json.get("tasks")).size());
        Cli.run("surrogate").exits(2);
        Cli none = Cli.run("surrogate", "read", toy).exits(2);
        assertTrue(none.err().contains("attune surrogate build " + toy), none.err());
        for (int i = 0; i < 2; i++) { // the second changes nothing
            Cli built = Cli.run("surrogate", "build", toy).exits(0);
            assertTrue(built.err().contains("attune surrogate read " + toy), built.err());
        }
        List<?> models = (List<?>) Cli.run("surrogate", "read", toy).exits(0).json().get("models");
        assertEquals(1, models.size());
        assertEquals("4", ((Map<?, ?>) models.getFirst()).get("basis"));
    }

    @Test
    void tunersAreListedAndDescribed() {
        assertTrue(Cli.run("tuners").exits(0).out().contains("walk"));
        assertTrue(Cli.run("tuners", "walk").exits(0).out().contains("1..100"));
        String cgp = Cli.run("tuners", "cgp").exits(0).out();
        assertTrue(cgp.contains("; needs method=bayesian"), cgp);
        String hybrid = Cli.run("tuners", "hybrid", "--json").exits(0).out();
        assertTrue(hybrid.contains("\"needs\": \"profile=published\""), hybrid);
        assertTrue(Cli.run("tuners", "wolk").exits(2).err().contains("Maybe you meant 'walk'"));
        assertTrue(Cli.run("tuners", "--json").exits(0).json().containsKey("tuners"));
    }

    @Test
    void doctorFindsWhatIsThere() {
        Map<String, Object> facts = Cli.run("doctor", "--json").exits(0).json();
        assertTrue(facts.get("java").toString().startsWith("25"), facts.toString());
        assertTrue(((List<?>) facts.get("tuners")).contains("walk"));
        assertEquals(List.of(), facts.get("complaints"));
        assertTrue(Cli.run("doctor").exits(0).out().contains("setsid"));
    }

    @Test
    void checkHintsAtWhatIsHardlyMeant() {
        Path file =
                Cli.problem(
                        folder,
                        """
                        tuning_problem_name: odd
                        parameter_space:
                          - {name: method, type: categorical, categories: [direct, amg]}
                          - {name: PATH, type: integer, lower_bound: 1, upper_bound: 9}
                          - {name: levels, type: integer, lower_bound: 1, upper_bound: 9,
                             active_if: "PATH > 9"}
                        constraints: {product: "PATH*2"}
                        output_space: [{name: seconds}]
                        """);
        String out = Cli.run("check", file).exits(0).out();
        assertTrue(out.contains("'levels' is active in none of 2000"), out);
        assertTrue(out.contains("A parameter is called 'PATH'"), out);
        assertTrue(out.contains("'product' (PATH*2) compares nothing"), out);
        assertFalse(Cli.run("check", Cli.toy(folder)).exits(0).out().contains("active in none"));
    }

    @Test
    void numbersAreWrittenAsInProblemFiles() {
        Path file =
                Cli.problem(
                        folder,
                        """
                        tuning_problem_name: small
                        parameter_space:
                          - {name: x, type: real, lower_bound: 1e-4, upper_bound: 1, default: 0.00025}
                          - {name: y, type: ordinal, values: [1e-5, 0.5, 2.0], default: 0.5}
                        output_space: [{name: seconds}]
                        trials: 3
                        """);
        String out = Cli.run("check", file).exits(0).out();
        assertTrue(out.contains("real 0.0001 to 1 "), out);
        assertTrue(out.contains(" 0.00025"), out);
        assertTrue(out.contains("1e-05, 0.5, 2 "), out);
        Cli.run("ask", file).exits(0);
        Cli.run("tell", file, "--trial", "1", "--output", "seconds=-3").exits(0);
        String twice =
                Cli.run("tell", file, "--trial", "1", "--output", "seconds=1").exits(2).err();
        assertTrue(twice.contains("it measured seconds = -3. "), twice);
        for (List<String> refused :
                List.of(
                        List.of("x=0.00005", "5e-05 is outside its bounds [0.0001, 1]."),
                        List.of("y=3", "is not one of its values 1e-05, 0.5, 2."))) {
            String err = Cli.run("run", file, "--set", refused.getFirst()).exits(2).err();
            assertTrue(err.contains(refused.getLast()), err);
        }
    }

    /** The first task has no room for it, the second has. */
    @Test
    void whatIsActiveInOneTaskIsNotMisspelt() {
        Path file =
                Cli.problem(
                        folder,
                        """
                        tuning_problem_name: nodes
                        input_space: [{name: n, type: integer, lower_bound: 1, upper_bound: 99}]
                        parameter_space:
                          - {name: x, type: real, lower_bound: 0, upper_bound: 8}
                          - {name: z, type: integer, lower_bound: 1, upper_bound: 9, active_if: "x > 4"}
                        tasks: [{n: 5}, {n: 50}]
                        constraints: {fits: "z * 10 <= n"}
                        output_space: [{name: seconds}]
                        """);
        assertFalse(Cli.run("check", file).exits(0).out().contains("active in none"));
    }

    @Test
    void checkRefusesFeaturesThatCannotBeComputed() {
        Path file =
                Cli.problem(
                        folder,
                        """
                        tuning_problem_name: features
                        input_space: [{name: n, type: integer, lower_bound: 1, upper_bound: 99}]
                        parameter_space: [{name: x, type: real, lower_bound: 0, upper_bound: 8}]
                        tasks: [{n: 5}, {n: 50}]
                        task_features: {size: "n / (n - 50)"}
                        output_space: [{name: seconds}]
                        """);
        String err = Cli.run("check", file).exits(2).err();
        assertTrue(err.contains("division by zero (50 / 0)"), err);
    }

    /** It ended with "unknown name", where the first random configuration lacked a parameter. */
    @Test
    void constraintsOfInactiveParametersAreChecked() {
        Path file =
                Cli.problem(
                        folder,
                        """
                        tuning_problem_name: conditional
                        parameter_space:
                          - {name: method, type: categorical, categories: [a, b, c]}
                          - {name: x, type: real, lower_bound: 0, upper_bound: 9, active_if: "method == 'a'"}
                          - {name: y, type: real, lower_bound: 0, upper_bound: 9, active_if: "method == 'b'"}
                          - {name: o, type: permutation, items: [i, j, k], active_if: "method == 'c'"}
                        derived: {twice: "2*x"}
                        constraints: ["x < 8", "y < 8", "before(o, 'i', 'j')", "twice < 17", "y"]
                        output_space: [{name: seconds}]
                        """);
        String out = Cli.run("check", file).exits(0).out();
        assertTrue(out.contains("the constraint 'c5' (y) compares nothing"), out);
    }

    @Test
    void aTornJournalIsMentioned() throws Exception {
        Path toy = Cli.toy(folder);
        Cli.run("tune", toy, "--trials", "2").exits(0);
        Path journal = folder.resolve("attune.db/toy.jsonl");
        byte[] whole = Files.readAllBytes(journal);
        Files.write(journal, Arrays.copyOf(whole, whole.length - 20));
        Cli cutOff = Cli.run("tune", toy).exits(1);
        assertTrue(cutOff.err().contains("toy.jsonl.end"), cutOff.err());
        Files.delete(folder.resolve("attune.db/toy.jsonl.end")); // as a killed process leaves it
        Cli goesOn = Cli.run("tune", toy).exits(0);
        assertTrue(goesOn.err().contains("was unfinished"), goesOn.err());
    }
}
