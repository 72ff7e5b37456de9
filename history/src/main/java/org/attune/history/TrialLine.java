package org.attune.history;

import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.FailureCause;
import org.attune.api.Fidelity;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.ProcessId;
import org.attune.api.Provenance;
import org.attune.api.Trial;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the lines that nearly all of a long journal consists of: trials in just the form that
 * {@link EntryText} writes them in, with its order of keys and without escaped characters, further
 * outputs or a source. {@link EntryText} reads all others; where both read a line, they find the
 * same in it.
 *
 * <p>It is there because a JVM that has just started takes longer to compile a parser of JSON than
 * to read the file. Strings, points and whatever else repeats from line to line is shared, which
 * halves the memory. Not thread-safe.
 */
final class TrialLine {
    private final Known<String> strings = new Known<>(TrialLine::string);
    private final Known<Point> tasks = new Known<>(TrialLine::task);
    private final Known<Long> days = new Known<>(TrialLine::day);
    private final Known<Origin.Phase> phases = new Known<>(TrialLine::phase);

    private TrialText in = new TrialText(new byte[0], 0, 0);
    private Origin origin = Origin.IMPORTED; // the last ones
    private ProcessId process = new ProcessId("", 0, 0);
    private Effort effort = Effort.NONE;
    private Optional<String> environment = Optional.empty();

    /** Returns the trial of an intact line, or nothing where the line is of another form. */
    Optional<JournalContent.Decoded> read(byte[] text, int from, int length) {
        in = new TrialText(text, from, Line.payload(text, from, length));
        try {
            in.expect(Key.TRIAL);
            String study = string();
            var trial = trial();
            return in.isAtEnd()
                    ? Optional.of(new JournalContent.Decoded(study, trial))
                    : Optional.empty();
        } catch (TrialText.Other | IllegalArgumentException otherForm) {
            return Optional.empty(); // if it makes no sense, the other reader says why
        }
    }

    private Trial trial() {
        in.expect(Key.NUMBER);
        long number = in.integer();
        in.expect(Key.STATE);
        String state = string();
        in.expect(Key.TASK);
        int start = in.position();
        in.skipObject();
        Point task = tasks.get(in.text(), start, in.position());
        in.expect(Key.CONFIGURATION);
        Point configuration = in.point(strings);
        Fidelity fidelity = in.follows(Key.FIDELITY) ? new Fidelity(in.real()) : Fidelity.FULL;
        Outcome outcome =
                switch (state) {
                    case "pending" -> Outcome.PENDING;
                    case "measured" -> measured();
                    case "failed" -> failed();
                    default -> throw TrialText.OTHER;
                };
        var candidate = new Candidate(task, configuration, fidelity);
        return new Trial(number, candidate, origin(), outcome, provenance());
    }

    private Outcome measured() {
        in.expect(Key.DETAIL);
        var outputs = new LinkedHashMap<String, List<Double>>();
        do {
            String name = string();
            in.expect(Key.EVALUATIONS);
            var values = new ArrayList<Double>(1);
            do {
                values.add(in.real());
            } while (in.follows(','));
            in.expect(Key.EVALUATIONS_END);
            outputs.put(name, values);
        } while (in.follows(','));
        in.expect('}');
        in.expect(Key.ELAPSED);
        var measured = new Outcome.Measured(outputs, Map.of(), in.real());
        return in.follows(Key.RUNS) ? measured.inRuns(EntryText.runs(in.integer())) : measured;
    }

    private Outcome failed() {
        in.expect(Key.CAUSE);
        FailureCause cause = FailureCause.of(string());
        in.expect(Key.FAILURE);
        String detail = string();
        in.expect(Key.ELAPSED);
        double elapsed = in.real();
        double lastRun = in.follows(Key.LAST_RUN) ? in.real() : elapsed;
        return new Outcome.Failed(cause, detail, elapsed, lastRun);
    }

    private Origin origin() {
        in.expect(Key.MODELING);
        Origin.Phase phase = in.string(phases);
        in.expect(Key.TECHNIQUE);
        String technique = string();
        if (origin.phase() != phase || !origin.technique().equals(technique)) {
            origin = new Origin(phase, technique);
        }
        return origin;
    }

    private Provenance provenance() {
        in.expect(Key.ASKED);
        Instant asked = in.instant(days);
        Optional<Instant> told =
                in.follows(Key.TOLD) ? Optional.of(in.instant(days)) : Optional.empty();
        in.expect(Key.HOST);
        String host = string();
        in.expect(Key.PID);
        long pid = in.integer();
        long started = in.follows(Key.STARTED) ? in.integer() : 0;
        String birth = in.follows(Key.BIRTH) ? string() : "";
        var found = new ProcessId(host, pid, started, birth);
        process = found.equals(process) ? process : found;
        if (in.follows(Key.EFFORT)) {
            double model = in.real();
            in.expect(Key.SEARCH);
            var cost = new Effort(model, in.real());
            in.expect('}');
            effort = cost.equals(effort) ? effort : cost;
        } else {
            effort = Effort.NONE;
        }
        if (in.follows(Key.ENVIRONMENT)) {
            Optional<String> name = Optional.of(string());
            environment = name.equals(environment) ? environment : name;
        } else {
            environment = Optional.empty();
        }
        double gain = in.follows(Key.GAIN) ? in.real() : Double.NaN;
        return new Provenance(asked, told, process, effort, Optional.empty(), environment, gain);
    }

    private String string() {
        return in.string(strings);
    }

    private static String string(byte[] text, int from, int to) {
        return new String(text, from, to - from, StandardCharsets.ISO_8859_1);
    }

    private static Point task(byte[] text, int from, int to) {
        return new TrialText(text, from, to - from).point(new Known<>(TrialLine::string));
    }

    private static Origin.Phase phase(byte[] text, int from, int to) {
        return Origin.Phase.valueOf(string(text, from, to).toUpperCase(Locale.ROOT));
    }

    private static Long day(byte[] text, int from, int to) {
        return Instant.parse(string(text, from, to) + "T00:00:00Z").getEpochSecond();
    }

    /** What stands between the values. */
    private static final class Key {
        static final byte[] TRIAL = bytes("{\"record\":\"trial\",\"study\":");
        static final byte[] NUMBER = bytes(",\"number\":");
        static final byte[] STATE = bytes(",\"state\":");
        static final byte[] TASK = bytes(",\"task_parameter\":");
        static final byte[] CONFIGURATION = bytes(",\"tuning_parameter\":");
        static final byte[] FIDELITY = bytes(",\"fidelity\":");
        static final byte[] DETAIL = bytes(",\"evaluation_detail\":{");
        static final byte[] EVALUATIONS = bytes(":{\"evaluations\":[");
        static final byte[] EVALUATIONS_END = bytes("]}");
        static final byte[] ELAPSED = bytes(",\"elapsed\":");
        static final byte[] RUNS = bytes(",\"runs\":");
        static final byte[] LAST_RUN = bytes(",\"last_run\":");
        static final byte[] CAUSE = bytes(",\"cause\":");
        static final byte[] FAILURE = bytes(",\"detail\":");
        static final byte[] MODELING = bytes(",\"modeling\":");
        static final byte[] TECHNIQUE = bytes(",\"technique\":");
        static final byte[] ASKED = bytes(",\"time\":{\"asked\":");
        static final byte[] TOLD = bytes(",\"told\":");
        static final byte[] HOST = bytes("},\"host\":");
        static final byte[] PID = bytes(",\"pid\":");
        static final byte[] STARTED = bytes(",\"started\":");
        static final byte[] BIRTH = bytes(",\"birth\":");
        static final byte[] EFFORT = bytes(",\"effort\":{\"model\":");
        static final byte[] SEARCH = bytes(",\"search\":");
        static final byte[] ENVIRONMENT = bytes(",\"environment\":");
        static final byte[] GAIN = bytes(",\"gain\":");

        private Key() {}

        private static byte[] bytes(String text) {
            return text.getBytes(StandardCharsets.US_ASCII);
        }
    }
}
