package org.attune.api;

import static org.attune.api.ParameterTest.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class SettingsTest {
    private static final Option<Integer> STARTS = Option.integer("starts", 5, 1, 1000, "starts");
    private static final Option<Double> RATE = Option.real("rate", 0.5, 0, 1, "rate");
    private static final Option<Boolean> WARM = Option.flag("warm-start", true, "warm");
    private static final Option<String> KERNEL =
            Option.choice("kernel", List.of("matern52", "rbf"), "kernel");
    private static final List<Option<?>> ALL = List.of(STARTS, RATE, WARM, KERNEL);

    @Test
    void whatIsGivenAndDefaultsForTheRest() {
        Settings settings = Settings.of("t", ALL, Map.of("starts", " 7 ", "warm-start", "FALSE"));
        assertEquals(7, settings.get(STARTS));
        assertEquals(false, settings.get(WARM));
        assertEquals(0.5, settings.get(RATE));
        assertEquals("matern52", settings.get(KERNEL));
    }

    @Test
    void tellsWhatIsGivenFromDefaults() {
        Settings settings = Settings.of("t", ALL, Map.of("starts", "5"));
        assertEquals(Optional.of(5), settings.given(STARTS), "given, though it is the default");
        assertEquals(Optional.empty(), settings.given(RATE));
        assertRefused(
                "No option 'other'.", () -> settings.given(Option.flag("other", true, "other")));
    }

    /** What another option is decides, given or by default; what is not given needs no remark. */
    @Test
    void optionsWithoutEffectAreToldByWhatTheyNeed() {
        Option<Integer> length = Option.integer("length", 1, 1, 9, "").when(KERNEL, "rbf");
        Option<Double> decay = Option.real("decay", 1, 0, 9, "").when(KERNEL, "matern52", "rbf");
        Option<Integer> pause =
                Option.integer("pause", 1, 1, 9, "")
                        .when("a rate above 0.5", s -> s.get(RATE) > 0.5);
        List<Option<?>> all = List.of(KERNEL, RATE, length, decay, pause);
        var given = new HashMap<>(Map.of("length", "2", "decay", "2", "pause", "2"));
        assertEquals(
                List.of(
                        "Option 'length' has no effect here: it needs kernel=rbf.",
                        "Option 'pause' has no effect here: it needs a rate above 0.5."),
                Settings.of("t", all, given).withoutEffect(all));
        given.putAll(Map.of("kernel", "rbf", "rate", "0.6"));
        assertEquals(List.of(), Settings.of("t", all, given).withoutEffect(all));
        assertEquals(List.of(), Settings.of("t", all, Map.of()).withoutEffect(all));
        assertEquals("kernel=matern52 or rbf", decay.need().orElseThrow().words());
    }

    @Test
    void unknownOptionsAreRefusedWithTheKnownOnes() {
        assertRefused(
                "Tuner 't' has no option 'start'. Maybe you meant 'starts'."
                        + " Known are: starts, rate, warm-start, kernel.",
                () -> Settings.of("t", ALL, Map.of("start", "1")));
        assertRefused(
                "Tuner 't' has no option 'x'. It has none.",
                () -> Settings.of("t", List.of(), Map.of("x", "1")));
    }

    @Test
    void optionsOfGptuneAreToldWhereTheyAre() {
        var said =
                Map.of(
                        "model_restarts", "It is 'starts' here.",
                        "warm_start", "It is 'warm-start' here.",
                        "RATE_CGP", "It is 'rate' here.",
                        "search_pop_size",
                                "GPTune's search_pop_size is 'particles' of other"
                                        + " tuners here.",
                        "NS", "GPTune's NS is here: 'trials' of the problem file, --trials.",
                        "TLA_method",
                                "GPTune's TLA_method is here: the tuner, such as --tuner"
                                        + " tla-regression.");
        said.forEach((name, hint) ->
                assertRefused(
                        "Tuner 't' has no option '%s'. %s Known are: starts, rate, warm-start, kernel."
                                .formatted(name, hint),
                        () -> Settings.of("t", ALL, Map.of(name, "1"))));
    }

    @Test
    void wrongValuesAreRefused() {
        assertRefused(
                "Option 'starts' cannot be '0'. Allowed: 1..1000.",
                () -> Settings.of("t", ALL, Map.of("starts", "0")));
        for (var wrong :
                Map.of(
                                "starts", List.of("many", "1.5", "", "99999999999"),
                                "rate", List.of("NaN", "-0.1", "x"),
                                "warm-start", List.of("yes", "1"),
                                "kernel", List.of("RBF", ""))
                        .entrySet()) {
            for (String text : wrong.getValue()) {
                assertThrows(
                        IllegalArgumentException.class,
                        () -> Settings.of("t", ALL, Map.of(wrong.getKey(), text)),
                        wrong.getKey() + "=" + text);
            }
        }
    }

    @Test
    void anotherTunersOptionIsNotThere() {
        Settings settings = Settings.of("t", List.of(STARTS), Map.of());
        assertRefused("No option 'rate'.", () -> settings.get(RATE));
    }
}
