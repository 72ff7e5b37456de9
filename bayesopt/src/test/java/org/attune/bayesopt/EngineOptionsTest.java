package org.attune.bayesopt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Option;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Settings;
import org.attune.bayesopt.EngineSettings.SeedUse;
import org.attune.bayesopt.acquisition.AcquisitionRule;
import org.attune.bayesopt.search.CovarianceAdaptation;
import org.attune.bayesopt.search.DualAnnealing;
import org.attune.bayesopt.search.GeneticSearch;
import org.attune.bayesopt.search.MixedSearch;
import org.attune.bayesopt.search.MultiStart;
import org.attune.bayesopt.search.ParticleSwarm;
import org.attune.bayesopt.search.Search;
import org.attune.bayesopt.surrogate.OutputWarp;
import org.attune.bayesopt.surrogate.RadialKernel;
import org.junit.jupiter.api.Test;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

class EngineOptionsTest {
    private static EngineSettings read(Map<String, String> given) {
        return EngineOptions.read(Settings.of("t", EngineOptions.all(), given));
    }

    private static boolean hasEffect(String option, Map<String, String> given) {
        return EngineOptions.all().stream()
                .filter(o -> o.name().equals(option))
                .allMatch(o ->
                        o.need()
                                .orElseThrow()
                                .met()
                                .test(Settings.of("t", EngineOptions.all(), given)));
    }

    /** The defaults that decide are those of the profile. */
    @Test
    void someOptionsNeedOthers() {
        for (String option : List.of("particles", "generations")) {
            assertFalse(hasEffect(option, Map.of()));
            assertFalse(hasEffect(option, Map.of("search", "l-bfgs-b")));
            assertTrue(hasEffect(option, Map.of("search", "cma-es")));
            assertTrue(hasEffect(option, Map.of("profile", "gptune")));
            assertFalse(hasEffect(option, Map.of("profile", "gptune", "search", "mixed")));
        }
        assertTrue(hasEffect("exploration", Map.of()));
        assertFalse(hasEffect("exploration", Map.of("bound-every", "0")));
        assertFalse(hasEffect("exploration", Map.of("profile", "gptune")));
        assertTrue(hasEffect("exploration", Map.of("profile", "gptune", "acquisition", "lcb")));
    }

    @Test
    void nothingGivenIsWhatMeasurementsChose() {
        EngineSettings read = read(Map.of());
        EngineSettings standard = EngineSettings.standard();
        assertTrue(read.search() instanceof MixedSearch);
        assertEquals(withSwarm(standard), withSwarm(read), "but for the search without equality");
    }

    @Test
    void aPopulationOfOneIsRefusedByTheNamesOfTheOptions() {
        String message =
                assertThrows(
                                IllegalArgumentException.class,
                                () -> read(Map.of("search", "genetic", "particles", "1")))
                        .getMessage();
        assertTrue(message.contains("search=genetic"), message);
        assertTrue(message.contains("particles=2"), message);
    }

    @Test
    void aProfileIsWhatItSays() {
        assertEquals(EngineSettings.of(Profile.GPTUNE), read(Map.of("profile", "gptune")));
    }

    @Test
    void whatIsGivenWinsOverTheProfile() {
        EngineSettings read =
                read(
                        Map.of(
                                "profile", "gptune",
                                "kernel", "matern52",
                                "output-warp", "none",
                                "input-warp", "true",
                                "categories", "nominal",
                                "search", "mixed",
                                "acquisition", "log-ei",
                                "initial", "7"));
        assertEquals(RadialKernel.MATERN52, read.surrogate().kernel());
        assertEquals(List.of(OutputWarp.Shape.IDENTITY), read.surrogate().shapes());
        assertTrue(read.inputWarp() && !read.categoriesHaveOrder());
        assertTrue(read.search() instanceof MixedSearch);
        assertEquals(AcquisitionRule.LOG_EI, read.acquisition());
        assertEquals(7, read.initial(3, 40));
        assertEquals(Design.LATIN_HYPERCUBE, read.design(), "not given");
    }

    @Test
    void everyChoiceCanBeRead() {
        for (Option<?> option : EngineOptions.all()) {
            if (option.values().contains(", ") && !option.name().endsWith("seed")) {
                for (String word : option.values().split(", ")) {
                    read(Map.of(option.name(), word));
                }
            }
        }
    }

    @Test
    void wrongChoicesAreRefusedWithTheRightOnes() {
        var refused =
                assertThrows(
                        IllegalArgumentException.class, () -> read(Map.of("kernel", "matern42")));
        assertEquals(
                "Option 'kernel' cannot be 'matern42'. Allowed: matern52, matern32, matern12, rbf.",
                refused.getMessage());
        var seed =
                assertThrows(
                        IllegalArgumentException.class, () -> read(Map.of("model-seed", "one")));
        assertEquals(
                "Option 'model-seed' cannot be 'one'. Allowed: study, or an integer.",
                seed.getMessage());
    }

    /** Of 12 parameters and 2, 4, 8 tasks: ten trials in all, two or more each. */
    @Test
    void severalTasksShareTwoInitialDesigns() {
        EngineSettings standard = EngineSettings.standard();
        assertEquals(5, standard.amongTasks(1, 12).initial(12, 0));
        assertEquals(5, standard.amongTasks(2, 12).initial(12, 0));
        assertEquals(3, standard.amongTasks(4, 12).initial(12, 0));
        assertEquals(2, standard.amongTasks(8, 12).initial(12, 0));
        assertEquals(7, read(Map.of("initial", "7")).amongTasks(8, 12).initial(12, 0));
        assertEquals(10, EngineSettings.of(Profile.GPTUNE).amongTasks(8, 12).initial(12, 20));
    }

    @Test
    void theInitialDesignIsHalfOfTheTrialsInGptuneOnly() {
        assertEquals(10, EngineSettings.of(Profile.GPTUNE).initial(2, 21));
        assertEquals(3, EngineSettings.standard().initial(2, 21));
        assertEquals(5, EngineSettings.standard().initial(12, 21));
    }

    @Test
    void oneOfFourProposalsIsByTheConfidenceBound() {
        var rules =
                IntStream.range(0, 20).mapToObj(EngineSettings.standard()::acquisition).toList();
        assertEquals(2, rules.subList(12, 20).stream().filter(AcquisitionRule.LCB::equals).count());
        assertFalse(rules.subList(0, 12).contains(AcquisitionRule.LCB), "too early for it");
        EngineSettings pi = read(Map.of("acquisition", "pi", "bound-every", "0"));
        assertTrue(IntStream.range(0, 9).allMatch(n -> pi.acquisition(n) == AcquisitionRule.PI));
        EngineSettings always = read(Map.of("bound-every", "1"));
        assertTrue(
                IntStream.range(0, 9).allMatch(n -> always.acquisition(n) == AcquisitionRule.LCB));
    }

    @Test
    void searchesAreReadWithTheirSizes() {
        assertEquals(
                new GeneticSearch(30, 7), search("genetic", "particles", "30", "generations", "7"));
        assertEquals(new CovarianceAdaptation(10_000), search("cma-es"));
        assertEquals(
                new DualAnnealing(210),
                search("dual-annealing", "particles", "30", "generations", "7"));
        assertEquals(MultiStart.standard(), search("l-bfgs-b"));
        assertEquals(ParticleSwarm.standard(), search("pso"));
        var refused = assertThrows(IllegalArgumentException.class, () -> search("shgo"));
        assertEquals(
                "Option 'search' cannot be 'shgo'. Allowed: mixed, pso, cma-es, genetic, l-bfgs-b,"
                        + " dual-annealing.",
                refused.getMessage());
        assertThrows(
                IllegalArgumentException.class,
                () -> search("genetic", "particles", "1"),
                "nobody to mate with");
    }

    private static Search search(String word, String... others) {
        var given = new HashMap<>(Map.of("search", word));
        for (int i = 0; i < others.length; i += 2) {
            given.put(others[i], others[i + 1]);
        }
        return read(given).search();
    }

    @Test
    void seedsOfOneUseLeaveTheOthersAlone() {
        EngineSettings own = read(Map.of("design-seed", "5"));
        var task = Point.of("n", 1);
        var derived = new Seed(9);
        assertEquals(derived, own.seed(SeedUse.MODEL, task, derived));
        Seed design = own.seed(SeedUse.DESIGN, task, derived);
        assertEquals(design, own.seed(SeedUse.DESIGN, task, new Seed(10)), "whatever the study's");
        assertTrue(!design.equals(own.seed(SeedUse.DESIGN, Point.of("n", 2), derived)));
    }

    private static EngineSettings withSwarm(EngineSettings s) {
        return new EngineSettings(
                s.profile(),
                s.initial(),
                s.design(),
                s.centerFirst(),
                s.reach(),
                s.surrogate(),
                s.inputWarp(),
                s.additive(),
                s.trend(),
                s.ridges(),
                s.alignment(),
                s.priors(),
                s.categoriesHaveOrder(),
                s.acquisition(),
                s.exploration(),
                s.boundEvery(),
                ParticleSwarm.standard(),
                s.trustRegion(),
                s.fallback(),
                s.interleave(),
                s.refine(),
                s.pending(),
                s.outOfRange(),
                s.censored(),
                s.perSecond(),
                s.seeds());
    }
}
