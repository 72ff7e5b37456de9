package org.attune.cli.shell;

import org.attune.api.DecimalNumber;
import org.attune.api.Format;
import org.attune.api.Parameter;
import org.attune.api.Permutation;
import org.attune.api.Point;
import org.attune.api.Space;
import org.attune.api.expression.NearestName;

import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Stack;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Points typed as {@code name=value} words.
 *
 * <p>The words of an option, and of the same option given again, are one sequence; a name that
 * comes again starts the next point: {@code --set bi=16 bj=8 --set bi=32 bj=8} are two.
 */
public final class Assignments {
    private final List<Map<String, String>> points = new ArrayList<>();

    private Assignments() {}

    private void add(String word) {
        int equals = word.indexOf('=');
        String name = word.substring(0, equals).strip();
        if (points.isEmpty() || points.getLast().containsKey(name)) {
            points.add(new LinkedHashMap<>());
        }
        points.getLast().put(name, word.substring(equals + 1).strip());
    }

    /** Returns the words as they were typed, but for spaces beside their names and values. */
    public List<String> words() {
        return points.stream()
                .flatMap(p -> p.entrySet().stream())
                .map(e -> e.getKey() + "=" + e.getValue())
                .toList();
    }

    /**
     * Returns the points in canonical form; parameters that are left out have their defaults.
     *
     * @throws IllegalArgumentException if a name is unknown, a value does not fit, or one is
     *     missing
     */
    public List<Point> in(Space space) {
        return points.stream().map(p -> point(space, p)).toList();
    }

    /** Returns the points of an option in canonical form, or others where it was not given. */
    public static List<Point> in(Assignments given, Space space, List<Point> otherwise) {
        return given == null ? otherwise : given.in(space);
    }

    /**
     * Returns the tasks of an option in canonical form, or all of a study where it was not given.
     *
     * @throws IllegalArgumentException as {@link #in} does, with the tasks that there are
     */
    public static List<Point> tasks(Assignments given, Space space, List<Point> known) {
        try {
            return in(given, space, known);
        } catch (IllegalArgumentException e) {
            throw noTask(e, space, known);
        }
    }

    /**
     * Returns the task that values by name say.
     *
     * @throws IllegalArgumentException if it is none of the study; the message has those that are
     */
    public static Point task(Map<String, String> texts, Space space, List<Point> known) {
        try {
            Point task = point(space, texts);
            if (!known.contains(task)) {
                throw new IllegalArgumentException("The study has no task %s.".formatted(task));
            }
            return task;
        } catch (IllegalArgumentException e) {
            throw noTask(e, space, known);
        }
    }

    private static IllegalArgumentException noTask(
            IllegalArgumentException why, Space space, List<Point> known) {
        return space.dimension() == 0
                ? why
                : new IllegalArgumentException(
                        "%s The tasks of the study are: %s."
                                .formatted(
                                        why.getMessage(),
                                        String.join(
                                                "; ", known.stream().map(Format::task).toList())),
                        why);
    }

    /** Returns, by canonical point, the names that were given but are inactive in it. */
    public Map<Point, Set<String>> inactive(Space space) {
        var inactive = new LinkedHashMap<Point, Set<String>>();
        for (Map<String, String> texts : points) {
            Point canonical = point(space, texts);
            for (String name : texts.keySet()) {
                if (!canonical.has(name)) {
                    inactive.computeIfAbsent(canonical, c -> new TreeSet<>()).add(name);
                }
            }
        }
        return inactive;
    }

    /**
     * Returns the point that values by name say, as {@link #in} does.
     *
     * @throws IllegalArgumentException if a name is unknown, a value does not fit, or one is
     *     missing
     */
    public static Point point(Space space, Map<String, String> texts) {
        List<String> names = space.parameters().stream().map(Parameter::name).toList();
        for (String name : texts.keySet()) {
            if (names.isEmpty()) { // only a problem without tasks has a space of no parameters
                throw new IllegalArgumentException(
                        "'%s' is no task parameter: the problem has no input_space, and one task. Maybe leave the task out."
                                .formatted(name));
            }
            if (!names.contains(name)) {
                throw new IllegalArgumentException(
                        "No parameter is named '%s'.%s Known are: %s."
                                .formatted(
                                        name,
                                        NearestName.hint(name, names),
                                        String.join(", ", names)));
            }
        }
        texts.forEach((name, text) -> requireOneValue(name, text, names));
        var values = new LinkedHashMap<String, Object>();
        for (Parameter parameter : space.parameters()) {
            String text = texts.get(parameter.name());
            if (text != null) {
                values.put(parameter.name(), value(parameter, text));
            } else {
                parameter.defaultValue().ifPresent(v -> values.put(parameter.name(), v));
            }
        }
        return space.canonical(Point.of(values));
    }

    /** Refuses what was meant as several words, {@code "m=400 n=500"} or {@code m=400,n=500}. */
    private static void requireOneValue(String name, String text, List<String> names) {
        String word = name + "=" + text;
        String[] parts = word.split("[\\s,]+");
        boolean several =
                Stream.of(parts).allMatch(p -> names.stream().anyMatch(n -> p.startsWith(n + "=")));
        if (parts.length > 1 && several) {
            throw new IllegalArgumentException(
                    "'%s' is one word, and should be several. Maybe without quotes and commas: %s"
                            .formatted(word, String.join(" ", parts)));
        }
    }

    private static Object value(Parameter parameter, String text) {
        boolean number =
                switch (parameter) {
                    case Parameter.Real r -> true;
                    case Parameter.Int i -> true;
                    case Parameter.Ordinal o -> o.values().getFirst() instanceof Number;
                    case Parameter.Categorical c -> false;
                    case Permutation p -> false;
                };
        if (!number) {
            return text;
        }
        try {
            return DecimalNumber.parse(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "%s: '%s' is not a number.".formatted(parameter.name(), text), e);
        }
    }

    /** Takes the words with an equals sign that follow an option. */
    public static final class Consumer implements IParameterConsumer {
        @Override
        public void consumeParameters(Stack<String> args, ArgSpec option, CommandSpec verb) {
            Assignments assignments = option.getValue();
            if (assignments == null) {
                assignments = new Assignments();
                option.setValue(assignments);
            }
            int before = args.size();
            while (!args.isEmpty() && args.peek().matches("[^-=][^=]*=.*")) {
                assignments.add(args.pop());
            }
            if (args.size() == before) {
                boolean isWord = !args.isEmpty() && !args.peek().startsWith("-");
                throw new ParameterException(
                        verb.commandLine(),
                        "%s needs name=value%s."
                                .formatted(
                                        ((picocli.CommandLine.Model.OptionSpec) option)
                                                .longestName(),
                                        isWord ? ", not '%s'".formatted(args.peek()) : ""));
            }
        }
    }
}
