package org.attune.cli;

import static org.attune.cli.CliProcesses.trials;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** {@code --transfer-from}: a study that learns from other tasks. */
class TransferFromTest {
    @TempDir Path folder;
    private Path toy;

    @BeforeEach
    void tuneOnce() {
        toy = Cli.toy(folder);
        Cli.run("tune", toy, "--study", "one", "--trials", "4").exits(0);
    }

    private Path journal() {
        return folder.resolve("attune.db/toy.jsonl");
    }

    private static List<Map<?, ?>> sources(Path problem, String study) {
        var sources = new ArrayList<Map<?, ?>>();
        Object listed =
                Cli.run("history", "list", problem, "--study", study, "--sources", "--json")
                        .exits(0)
                        .json()
                        .get("sources");
        ((List<?>) listed).forEach(s -> sources.add((Map<?, ?>) s));
        return sources;
    }

    private static List<Object> all(List<Map<?, ?>> rows, String key) {
        return rows.stream().map(r -> (Object) r.get(key)).toList();
    }

    @Test
    void anotherStudyIsASourceOfEachTask() {
        Cli tuned =
                Cli.run("tune", toy, "--study", "two", "--trials", "3", "--transfer-from", "one")
                        .exits(0);
        assertTrue(tuned.err().contains("note: one: 2 source tasks with 8 trials."), tuned.err());
        List<Map<?, ?>> sources = sources(toy, "two");
        assertEquals(List.of("one n=1", "one n=2"), all(sources, "name"));
        assertEquals(List.of(4, 4), all(sources, "trials"));
        assertFalse(all(sources, "machine").contains(null), sources.toString());
        assertEquals(6, trials(toy, "two").size(), "sources count towards nothing");
        Map<?, ?> best =
                trials(toy, "one").stream()
                        .filter(t -> t.get("task").equals(Map.of("n", 1)))
                        .min((a, b) -> Double.compare(seconds(a), seconds(b)))
                        .orElseThrow();
        assertEquals(best.get("configuration"), trials(toy, "two").get(2).get("configuration"));
        Cli again = Cli.run("tune", toy, "--study", "two", "--transfer-from", "one").exits(0);
        assertFalse(again.err().contains("source tasks"), again.err());
        Cli table = Cli.run("history", "list", toy, "--study", "two", "--sources").exits(0);
        assertTrue(table.out().contains("one n=2"), table.out());
        Cli none = Cli.run("history", "list", toy, "--study", "one", "--sources").exits(0);
        assertTrue(none.err().contains("no other task"), none.err());
    }

    private static double seconds(Map<?, ?> trial) {
        return ((Number) ((Map<?, ?>) trial.get("outputs")).get("seconds")).doubleValue();
    }

    /** Proposals are a function of the journal alone, after the other file is gone, too. */
    @Test
    void theFileMayBeGoneAfterwards() throws Exception {
        Path old = folder.resolve("old.jsonl");
        Files.copy(journal(), old);
        String from = old + "?study=one&task=n=2&name=old";
        Cli.run("tune", toy, "--study", "kept", "--trials", "5", "--transfer-from", from).exits(0);
        Cli.run("tune", toy, "--study", "gone", "--trials", "2", "--transfer-from", from).exits(0);
        Files.delete(old);
        Cli.run("tune", toy, "--study", "gone", "--trials", "5").exits(0);
        assertEquals(List.of("old"), all(sources(toy, "gone"), "name"));
        assertEquals(List.of(Map.of("n", 2)), all(sources(toy, "gone"), "task"));
        assertEquals(
                all(trials(toy, "kept"), "configuration").stream().distinct().toList(),
                all(trials(toy, "gone"), "configuration").stream().distinct().toList());
    }

    @Test
    void filesOfOtherProgramsAreSources() {
        for (String format : List.of("csv", "gptune", "t4")) {
            Path file = folder.resolve("one." + format);
            Cli.run("history", "export", toy, "--to", file, "--study", "one", "--format", format)
                    .exits(0);
            String from = file + "?name=f&format=" + format;
            Cli asked = Cli.run("ask", toy, "--study", format, "--transfer-from", from).exits(0);
            assertTrue(asked.err().contains("2 source tasks with 8 trials"), asked.err());
            assertEquals(List.of("f n=1", "f n=2"), all(sources(toy, format), "name"));
        }
    }

    /** Another program had other names, one parameter less, and milliseconds. */
    @Test
    void otherNamesAreMappedWhereItIsSaidHow() throws Exception {
        Path table = folder.resolve("old.csv");
        Files.writeString(
                table, "size,width,ms,trial.state\n3,7,1500,measured\n3,30,1200,measured\n");
        refused(table + "", "has no column n, x, kind, seconds");
        String named = table + "?map.n=size&map.x=width&map.kind='a'&map.seconds=ms/1000";
        refused(named, "1 of its 2 trials", "?outside=drop", "?outside=keep");
        Cli.run("ask", toy, "--study", "d", "--transfer-from", named + "&outside=drop").exits(0);
        assertEquals(List.of(1), all(sources(toy, "d"), "trials"));
        Cli.run("ask", toy, "--study", "k", "--transfer-from", named + "&outside=keep").exits(0);
        assertEquals(List.of(2), all(sources(toy, "k"), "trials"));
        assertEquals(List.of(Map.of("n", 3)), all(sources(toy, "k"), "task"));
    }

    /** It said that the table has no parameter 'n'. */
    @Test
    void aSourceOfWhichNothingCanBeReadSaysWhy() throws Exception {
        Path table = folder.resolve("old.csv");
        Files.writeString(table, "n,x,kind,seconds\n3,7,a,\n3,8,a,\n");
        refused(table + "", "old.csv' has no trial. 2 of 2 records left out, such as line 2");
        refused(table + "?what=model", "old.csv' has no model. Maybe leave out what=model.");
        Files.writeString(table, "n,x,kind,seconds\n");
        refused(table + "", "old.csv' has no trial.");
    }

    private Path table(String name, String text) throws Exception {
        return Files.writeString(folder.resolve(name), text);
    }

    private String taken(String study, String from) {
        return Cli.run("ask", toy, "--study", study, "--transfer-from", from).exits(0).err();
    }

    /** Only the table at the end said that there were too few trials. */
    @Test
    void trialsThatCannotBeUsedAreCountedAtOnce() throws Exception {
        String head = "n,x,kind,seconds,trial.state,trial.cause\n";
        Path some =
                table(
                        "some.csv",
                        head
                                + "3,7,a,1,measured,\n3,8,a,nan,measured,\n3,9,a,inf,measured,\n"
                                + "3,10,a,,failed,crash\n");
        String said = taken("some", some + "?name=some");
        assertTrue(
                said.contains(
                        "Source 'some': 1 of its 4 trials can be used; 2 without a finite output,"
                                + " 1 failed."),
                said);
        Path none = table("none.csv", head + "3,8,a,nan,measured,\n3,9,a,,failed,crash\n");
        said = taken("none", none + "?name=none");
        assertTrue(
                said.contains("'none': none of its 2 trials can be used as a measurement")
                        && said.contains("It only says where runs fail"),
                said);
        Path useless = table("useless.csv", head + "3,9,a,,failed,cancelled\n");
        said = taken("useless", useless + "?name=useless");
        assertTrue(said.contains("It says nothing: maybe leave it out."), said);
        Path all = table("all.csv", head + "3,7,a,1,measured,\n");
        assertFalse(taken("all", all + "").contains("can be used"));
    }

    /** A table's rows were left out without this advice; it had to have the same categories. */
    @Test
    void aMisspeltCategoryCanBeMapped() throws Exception {
        String other = Cli.TOY.replace("[a, b]", "[a, bee]");
        Path file = folder.resolve("bee/toy.yaml");
        Files.createDirectories(file.getParent());
        Cli.problem(file.getParent(), other);
        Cli.run("ask", file, "--count", "1").exits(0);
        Cli.run("tell", file, "--trial", "1", "--output", "seconds=3").exits(0);
        String journal = file.getParent().resolve("attune.db/toy.jsonl") + "";
        Path table = table("c.csv", "n,x,kind,seconds\n3,7,a,1\n3,8,bb,2\n3,9,b,3\n");
        String advice = "?map.kind=\"'b' if kind == 'bb' else kind\"";
        refused(table + "", "1 of its 3 trials", advice, "?outside=drop", "?outside=keep");
        taken("mapped", table + "?map.kind='b' if kind == 'bb' else kind");
        assertEquals(List.of(3), all(sources(toy, "mapped"), "trials"));
        taken("kept", table + "?outside=keep");
        assertEquals(List.of(3), all(sources(toy, "kept"), "trials"));
        taken("journal", journal + "?map.kind='b' if kind == 'bee' else kind");
        Path two = table("two.csv", "n,x,kind,seconds\n3,x7,a,1\n");
        refused(two + "", "x: \"x7\" is not a number.");
        assertFalse(refused(two + "").contains(".."), "one full stop");
    }

    @Test
    void namesThatASourceDoesNotHaveAreSaid() throws Exception {
        Path table = table("old.csv", "size,width,kind,seconds\n3,7,a,1\n3,8,b,2\n");
        refused(table + "", "has no column n, x", "?map.n=COLUMN");
        String semicolons = table("semicolons.csv", "n;x;kind;seconds\n3;7;a;1\n") + "";
        assertFalse(refused(semicolons, "separated by semicolons").contains("map."));
        refused(
                table + "?map.n=size&map.x=wdith",
                "map.x=wdith reads 'wdith'",
                "Its columns are: size, width",
                "Maybe you meant 'width'");
        refused("one?map.x=xx", "map.x=xx reads 'xx', but it has only: n, x, kind", "'x'");
        refused("one?map.kind=a", "?map.kind=\"'a'\"");
        refused("one?map.seconds=second", "it has only: n, x, kind, seconds");
    }

    @Test
    void theSameSourceTwiceNeedsAName() {
        Cli twice =
                Cli.run(
                        "ask",
                        toy,
                        "--study",
                        "twice",
                        "--transfer-from",
                        "one?task=n=1",
                        "--transfer-from",
                        "one?task=n=1");
        twice.exits(2);
        assertTrue(twice.err().contains("'one' is given twice"), twice.err());
        assertTrue(twice.err().contains("--transfer-from FILE?name=NAME"), twice.err());
    }

    @Test
    void aFileThatIsNoHistoryIsAMistakeOfTheCommandLine() throws Exception {
        for (String name : List.of("empty.jsonl", "empty.csv", "empty.json")) {
            refused(table(name, "") + "", "--transfer-from", name);
        }
        refused(table("words.jsonl", "some words\n") + "", "--transfer-from", "no Attune history");
        refused(folder + "", "--transfer-from", "this is a folder");
        refused(toy + "", "--transfer-from", "this is a problem file", "attune.db");
    }

    /** It read main, and nothing was said of the others. */
    @Test
    void whichStudyOfSeveralIsReadIsSaid() throws Exception {
        Cli.run("tune", toy, "--study", "three", "--trials", "2").exits(0);
        Path old = folder.resolve("old.jsonl");
        Files.copy(journal(), old);
        refused(old + "", "it has 2 studies", "?study=NAME", "one, three");
        Cli.run("tune", toy, "--trials", "2").exits(0);
        Files.delete(old);
        Files.copy(journal(), old);
        String said = taken("several", old + "?task=n=1");
        assertTrue(said.contains("study 'main' is read, one of 3"), said);
        assertTrue(said.contains("?study=NAME. The others are: one, three."), said);
        assertFalse(taken("named", old + "?study=one&task=n=1").contains("is read, one of"));
    }

    @Test
    void modelsAndBestConfigurationsAloneAreSources() throws Exception {
        Cli.run("surrogate", "build", toy, "--study", "one").exits(0);
        Cli.run("ask", toy, "--study", "m", "--transfer-from", "one?what=model&places=7").exits(0);
        List<Map<?, ?>> models = sources(toy, "m");
        assertEquals(List.of(List.of("seconds"), List.of("seconds")), all(models, "models"));
        assertEquals(List.of(0, 0), all(models, "trials"));
        Cli.run("ask", toy, "--study", "b", "--transfer-from", "one?what=best&task=n=1").exits(0);
        assertEquals(1, ((List<?>) sources(toy, "b").getFirst().get("best")).size());
        Path table = folder.resolve("best.csv");
        Files.writeString(table, "n,x,kind\n3,7,a\n4,8,b\n");
        String from = table + "?what=best&name=best";
        Cli asked = Cli.run("ask", toy, "--study", "t", "--count", "3", "--transfer-from", from);
        asked.exits(0);
        assertEquals(List.of("best n=3", "best n=4"), all(sources(toy, "t"), "name"));
        assertEquals(Map.of("x", 7, "kind", "a"), trials(toy, "t").get(2).get("configuration"));
    }

    @Test
    void aTunerThatLearnsFromNoSourceIsNamed() {
        Cli with =
                Cli.run(
                        "tune",
                        toy,
                        "--study",
                        "r1",
                        "--tuner",
                        "random",
                        "--transfer-from",
                        "one");
        with.exits(0);
        assertTrue(with.err().contains("'random' does not learn from sources"), with.err());
        assertTrue(with.err().contains("--study NAME --tuner auto --transfer-from"), with.err());
        Cli.run("tune", toy, "--study", "r2", "--tuner", "random").exits(0);
        assertEquals(
                all(trials(toy, "r2"), "configuration"), all(trials(toy, "r1"), "configuration"));
    }

    /** What is advised works: the trials are taken over, and auto takes a tuner that learns. */
    @Test
    void aStudyThatCannotLearnFromSourcesIsContinuedByOneThatCan() {
        Cli.run("tune", toy, "--tuner", "random", "--trials", "2").exits(0);
        Cli told =
                Cli.run("tune", toy, "--trials", "3", "--transfer-from", "one?task=n=2").exits(0);
        assertTrue(
                told.err()
                        .contains("--study NAME --tuner auto --reuse main --transfer-from SOURCE"),
                told.err());
        Cli advised =
                Cli.run(
                                "tune",
                                toy,
                                "--study",
                                "advised",
                                "--tuner",
                                "auto",
                                "--reuse",
                                "main",
                                "--trials",
                                "4",
                                "--transfer-from",
                                "one?task=n=2")
                        .exits(0);
        assertTrue(advised.err().contains("Tuner 'tla' was chosen"), advised.err());
        assertEquals(8, trials(toy, "advised").size());
        assertEquals(
                all(trials(toy, "main"), "configuration"),
                all(trials(toy, "advised").subList(0, 6), "configuration"));
    }

    /** What was found is measured again there: it is no other source. */
    @Test
    void aConfirmationIsNoSourceUnlessItIsNamed() {
        Object[] predict = {"transfer", "predict", toy, "--study", "one", "--task", "n=3"};
        Cli before = Cli.run(predict).exits(0);
        Cli.run("confirm", toy, "--study", "one", "--top", "1", "--repeats", "1").exits(0);
        Cli after = Cli.run(predict).exits(0);
        assertEquals(before.out(), after.out());
        assertFalse(after.err().contains("one-confirm"), after.err());
    }

    @Test
    void whatSourcesSayBeforeTheTaskHasTrialsIsSaidToBeTheirs() {
        Cli shown = Cli.run("transfer", "sources", toy, "--study", "one", "--task", "n=3").exits(0);
        assertTrue(shown.out().contains("not known yet"), shown.out());
        assertTrue(
                shown.out().contains(", by the sources alone, as the task has not two trials yet;"),
                shown.out());
    }

    /** MLA and then TLA_II, as GPTune's guide has them in one program. */
    @Test
    void theOtherTasksOfTheStudyItselfPredictATaskThatItDoesNotHave() {
        Cli usual = Cli.run("transfer", "predict", toy, "--study", "one", "--task", "n=3").exits(0);
        assertTrue(usual.err().contains("one: 2 source tasks with 8 trials."), usual.err());
        assertTrue(usual.out().contains("Predicted best configuration of task n=3"), usual.out());
        Cli named =
                Cli.run(
                                "transfer",
                                "predict",
                                toy,
                                "--study",
                                "one",
                                "--task",
                                "n=3",
                                "--transfer-from",
                                "one")
                        .exits(0);
        assertEquals(usual.out(), named.out());
        Cli one = Cli.run("transfer", "predict", toy, "--study", "one", "--task", "n=2").exits(2);
        assertTrue(one.err().contains("one: 1 source task with 4 trials."), one.err());
        assertTrue(one.err().contains("of two tasks at least"), one.err());
        Cli none = Cli.run("transfer", "predict", toy, "--study", "one").exits(2);
        assertTrue(none.err().contains("has none and no other task"), none.err());
        Cli both =
                Cli.run("transfer", "predict", toy, "--study", "one", "--transfer-from", "one")
                        .exits(2);
        assertTrue(both.err().contains("no trial of another task than those"), both.err());
    }

    @Test
    void whatCannotBeASourceIsRefusedInOneLine() {
        refused("nowhere", "no such file", "Its studies are: one");
        refused("main2?tsk=n=1", "'tsk' is not known", "'task'");
        refused("one?task=n=7", "no trial is of task n=7", "n=1; n=2");
        refused("one?machine=cray", "no trial is of machine cray");
        refused("one?what=all", "what=all is none of trials, model, best");
        refused("one?map.y=x", "'y' is mapped, but the problem has no such");
        refused("one?what=model", "no stored model");
        refused("one?name=", "has no value");
        refused("one&task=n=1", "no such file");
        for (String itself : List.of("one", journal() + "?study=one")) {
            Cli own = Cli.run("tune", toy, "--study", "one", "--transfer-from", itself).exits(2);
            assertTrue(own.err().contains("sees its own trials"), own.err());
        }
    }

    private String refused(String from, String... why) {
        Cli cli = Cli.run("ask", toy, "--study", "new", "--transfer-from", from).exits(2);
        for (String part : why) {
            assertTrue(cli.err().contains(part), cli.err());
        }
        assertEquals(1, cli.err().lines().filter(l -> !l.startsWith("note:")).count(), cli.err());
        assertFalse(
                Cli.run("history", "list", toy, "--study", "new").err().isEmpty(),
                "nothing was begun");
        return cli.err();
    }
}
