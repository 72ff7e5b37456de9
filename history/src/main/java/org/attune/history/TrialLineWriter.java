package org.attune.history;

import org.attune.api.Effort;
import org.attune.api.Fidelity;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Provenance;
import org.attune.api.Trial;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Writes the trials that {@link TrialLine} reads, to the same characters as {@link EntryText} and
 * {@link Json} and in a fraction of their time, of which a fast disk takes hardly more.
 */
final class TrialLineWriter {
    private static final int DAY = 86_400; // s
    private static final long FIRST = -62_167_219_200L; // s, of the year 0
    private static final long LAST = 253_402_300_799L; // s, of the year 9999; others have a sign
    private static final int LENGTH = 512; // that few lines exceed

    private final StringBuilder out = new StringBuilder(LENGTH);
    private boolean plain = true;

    private TrialLineWriter() {}

    /** Returns the object of a trial, or nothing where it has what others must write. */
    static Optional<byte[]> object(String study, Trial trial) {
        boolean more = trial.outcome() instanceof Outcome.Measured m && !m.extra().isEmpty();
        if (more
                || trial.provenance().source().isPresent()
                || trial.provenance().corrected()
                || trial.provenance().attempt() > 1
                || trial.provenance().seen().isPresent()
                || trial.provenance().parent().isPresent()
                || trial.provenance().planned().isPresent()
                || trial.provenance().first().isPresent()) {
            return Optional.empty();
        }
        var writer = new TrialLineWriter();
        writer.trial(study, trial);
        return writer.plain
                ? Optional.of(writer.out.toString().getBytes(StandardCharsets.ISO_8859_1))
                : Optional.empty();
    }

    private void trial(String study, Trial t) {
        out.append("{\"record\":\"trial\",\"study\":");
        string(study);
        out.append(",\"number\":").append(t.number());
        out.append(",\"state\":\"").append(EntryText.state(t.outcome()));
        out.append("\",\"task_parameter\":");
        point(t.task());
        out.append(",\"tuning_parameter\":");
        point(t.configuration());
        if (!t.candidate().fidelity().equals(Fidelity.FULL)) {
            real(",\"fidelity\":", t.candidate().fidelity().value());
        }
        switch (t.outcome()) {
            case Outcome.Pending p -> {}
            case Outcome.Measured m -> {
                outputs(m.outputs());
                real(",\"elapsed\":", m.elapsed());
                if (m.runs() != m.repetitions()) {
                    out.append(",\"runs\":").append(m.runs());
                }
            }
            case Outcome.Failed f -> {
                out.append(",\"cause\":\"").append(f.cause().text()).append("\",\"detail\":");
                string(f.detail());
                real(",\"elapsed\":", f.elapsed());
                if (f.lastRun() != f.elapsed()) {
                    real(",\"last_run\":", f.lastRun());
                }
            }
        }
        out.append(",\"modeling\":\"");
        out.append(t.origin().phase().name().toLowerCase(Locale.ROOT));
        out.append("\",\"technique\":");
        string(t.origin().technique());
        provenance(t.provenance());
        out.append('}');
    }

    private void outputs(Map<String, List<Double>> outputs) {
        out.append(",\"evaluation_detail\":");
        char before = '{';
        for (var output : outputs.entrySet()) {
            out.append(before);
            string(output.getKey());
            String list = ":{\"evaluations\":[";
            for (double value : output.getValue()) {
                real(list, value);
                list = ",";
            }
            out.append("]}");
            before = ',';
        }
        out.append('}');
    }

    private void provenance(Provenance p) {
        out.append(",\"time\":{\"asked\":");
        instant(p.asked());
        if (p.told().isPresent()) {
            out.append(",\"told\":");
            instant(p.told().get());
        }
        out.append("},\"host\":");
        string(p.process().host());
        out.append(",\"pid\":").append(p.process().pid());
        if (p.process().started() != 0) {
            out.append(",\"started\":").append(p.process().started());
        }
        if (!p.process().birth().isEmpty()) {
            out.append(",\"birth\":");
            string(p.process().birth());
        }
        if (!p.effort().equals(Effort.NONE)) {
            real(",\"effort\":{\"model\":", p.effort().model());
            real(",\"search\":", p.effort().search());
            out.append('}');
        }
        if (p.environment().isPresent()) {
            out.append(",\"environment\":");
            string(p.environment().get());
        }
        if (!Double.isNaN(p.logExpectedGain())) {
            real(",\"gain\":", p.logExpectedGain());
        }
    }

    private void point(Point point) {
        char before = '{';
        for (var value : point.values().entrySet()) {
            out.append(before);
            string(value.getKey());
            switch (value.getValue()) {
                case Long l -> out.append(':').append(l.longValue());
                case Double d -> real(":", d);
                case String text -> {
                    out.append(':');
                    string(text);
                }
                default -> plain = false; // the order of a permutation, a list
            }
            before = ',';
        }
        out.append(before == '{' ? "{}" : "}");
    }

    private void string(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            plain &= c >= ' ' && c <= '~' && c != '"' && c != '\\';
        }
        out.append(text).append('"');
    }

    private void real(String key, double value) {
        plain &= Double.isFinite(value);
        out.append(key).append(value);
    }

    /** As {@link Instant#toString}, which goes by way of a formatter. */
    private void instant(Instant instant) {
        long second = instant.getEpochSecond();
        if (second < FIRST || second > LAST) {
            plain = false;
            return;
        }
        var date = LocalDate.ofEpochDay(Math.floorDiv(second, DAY));
        int time = Math.floorMod(second, DAY);
        out.append('"').append(date).append('T');
        digits(time / 3600, 2);
        out.append(':');
        digits(time / 60 % 60, 2);
        out.append(':');
        digits(time % 60, 2);
        int nanos = instant.getNano();
        if (nanos != 0) {
            out.append('.');
            if (nanos % 1_000_000 == 0) {
                digits(nanos / 1_000_000, 3);
            } else if (nanos % 1_000 == 0) {
                digits(nanos / 1_000, 6);
            } else {
                digits(nanos, 9);
            }
        }
        out.append("Z\"");
    }

    private void digits(int value, int count) {
        int start = out.length();
        out.append(value);
        for (int missing = count - (out.length() - start); missing > 0; missing--) {
            out.insert(start, '0');
        }
    }
}
