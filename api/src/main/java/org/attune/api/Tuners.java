package org.attune.api;

import org.attune.api.expression.NearestName;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/** The tuners on the class path or module path. */
public final class Tuners {
    /** The word that leaves the choice of a tuner to the study; no tuner has it for a name. */
    public static final String AUTO = "auto";

    private final List<TunerProvider> providers;
    private final List<String> broken;

    private Tuners(List<TunerProvider> providers, List<String> broken) {
        this.providers = List.copyOf(providers);
        this.broken = List.copyOf(broken);
    }

    /** Returns what this class's own loader finds. */
    public static Tuners available() {
        return from(Tuners.class.getClassLoader());
    }

    /**
     * Returns what this loader finds, by name.
     *
     * @throws IllegalStateException if two providers have one name
     */
    public static Tuners from(ClassLoader loader) {
        var providers = new ArrayList<TunerProvider>();
        var broken = new ArrayList<String>();
        var iterator = ServiceLoader.load(TunerProvider.class, loader).iterator();
        while (true) {
            try {
                if (!iterator.hasNext()) {
                    break;
                }
                TunerProvider next = iterator.next();
                Optional<String> fault = fault(next);
                fault.map(f -> next.getClass().getName() + " " + f).ifPresent(broken::add);
                if (fault.isEmpty()) {
                    providers.add(NamedFaults.of(next));
                }
            } catch (ServiceConfigurationError | LinkageError e) {
                // a class file of a later JDK is a LinkageError
                broken.add(e + (e.getCause() == null ? "" : ": " + e.getCause()));
            }
        }
        providers.sort(Comparator.comparing(TunerProvider::name));
        for (int i = 1; i < providers.size(); i++) {
            if (providers.get(i).name().equals(providers.get(i - 1).name())) {
                throw new IllegalStateException(
                        "Two tuners are named '%s': %s and %s. Maybe one jar is there twice."
                                .formatted(
                                        providers.get(i).name(),
                                        TunerException.origin(type(providers.get(i - 1))),
                                        TunerException.origin(type(providers.get(i)))));
            }
        }
        return new Tuners(providers, broken);
    }

    /** Returns what is wrong with what a provider says of itself. */
    private static Optional<String> fault(TunerProvider provider) {
        String name;
        try {
            name = provider.name();
            provider.summary(); // wherever tuners are listed
        } catch (RuntimeException | LinkageError e) {
            return Optional.of("cannot say what it is: " + e);
        }
        if (name == null) {
            return Optional.of("has no name");
        }
        return name.equals(AUTO)
                ? Optional.of("is named '%s', which leaves the choice to the study".formatted(AUTO))
                : Optional.empty();
    }

    /** Returns all providers, sorted by name. */
    public List<TunerProvider> all() {
        return providers;
    }

    /**
     * Returns the class of a provider as a jar has it. What {@link #all} and {@link #named} return
     * stands before it, and names the tuner in a {@link TunerException} where it throws.
     */
    public static Class<? extends TunerProvider> type(TunerProvider provider) {
        return NamedFaults.found(provider).getClass();
    }

    /** Returns what is wrong with service entries that could not be loaded. */
    public List<String> broken() {
        return broken;
    }

    /**
     * Returns which of them a study takes that names none.
     *
     * @param tasks of the study
     * @param trials for each task
     * @param sources number of other tasks of which something is known
     * @param options of the tuner, as given; one that does not know them is passed over
     * @throws IllegalArgumentException if none of them can be chosen; the message says why
     */
    public ChosenTuner chosenFor(
            TuningProblem problem,
            List<Point> tasks,
            int trials,
            int sources,
            Map<String, String> options) {
        return DefaultTuner.of(this, problem, tasks, trials, sources, options);
    }

    /**
     * Returns the provider of this name.
     *
     * @throws IllegalArgumentException if there is none; the message lists all names
     */
    public TunerProvider named(String name) {
        if (name.equals(AUTO)) {
            throw new IllegalArgumentException(
                    "'%s' is no tuner: it leaves the choice to a new study, whose records name the tuner that it took."
                            .formatted(AUTO));
        }
        return providers.stream()
                .filter(p -> p.name().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "No tuner is named '%s'.%s Known are: %s.%s"
                                        .formatted(
                                                name,
                                                hint(name).isEmpty()
                                                        ? " Maybe name the jar that has it"
                                                                + " (--plugin FILE)."
                                                        : hint(name),
                                                providers.isEmpty()
                                                        ? "none; maybe a tuner's jar is missing"
                                                        : String.join(", ", words()),
                                                broken.isEmpty()
                                                        ? ""
                                                        : " Not loaded: "
                                                                + String.join("; ", broken))));
    }

    private List<String> names() {
        return providers.stream().map(TunerProvider::name).toList();
    }

    /** Returns what may be said where a tuner is named. */
    private List<String> words() {
        return Stream.concat(names().stream(), Stream.of(AUTO)).toList();
    }

    /** Returns which name may have been meant, as a sentence; empty for one that there is. */
    String hint(String name) {
        return words().contains(name) ? "" : NearestName.hint(name, words());
    }

    @Override
    public String toString() {
        return "Tuners " + names();
    }
}
