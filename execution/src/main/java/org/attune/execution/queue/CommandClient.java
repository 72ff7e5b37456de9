package org.attune.execution.queue;

import org.attune.execution.queue.JobState.Verdict;
import org.attune.execution.queue.QueueException.Kind;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Any scheduler, by three commands that its user gives. Of a job they need to tell no more than
 * whether it is still there: how its run ended stands in a file that the job writes.
 *
 * @param submit with {@code {script}} and {@code {name}}; prints the job's id
 * @param id finds the id in what it prints, by its first group
 * @param poll with {@code {job}}
 * @param alive found in what poll prints while the job is there; without it, exit code 0 says so
 * @param waits found in what poll prints while the job has not begun; empty where that is not told
 * @param cancel with {@code {job}}
 * @param callLimit seconds that one call may take
 */
public record CommandClient(
        List<String> submit,
        Pattern id,
        List<String> poll,
        java.util.Optional<Pattern> alive,
        java.util.Optional<Pattern> waits,
        List<String> cancel,
        double callLimit)
        implements QueueClient {
    /** What commands of PBS, Grid Engine, LSF and Flux say that do not reach their scheduler. */
    private static final Pattern UNREACHED =
            Pattern.compile(
                    "(?i)(cannot|could not|unable to) (connect|contact|send message)"
                            + "|connection (refused|reset|timed out)|no route to host"
                            + "|communication (failure|time ?out)|not responding|LSF is down");

    /** Copies the commands. */
    public CommandClient {
        submit = List.copyOf(submit);
        poll = List.copyOf(poll);
        cancel = List.copyOf(cancel);
    }

    @Override
    public boolean hasArrays() {
        return false;
    }

    @Override
    public List<String> submit(Submission submission) throws QueueException, InterruptedException {
        if (submission.count() > 1) {
            throw new IllegalArgumentException("An array of %d.".formatted(submission.count()));
        }
        var values =
                Map.of("{script}", submission.script().toString(), "{name}", submission.name());
        ClientCall call = answered(submit, values, submission.environment());
        Matcher found = id.matcher(call.out());
        if (call.exit() == 0 && found.find()) {
            return List.of(found.group(1));
        }
        throw new QueueException(
                Kind.REFUSED,
                "%s: %s"
                        .formatted(
                                submit.getFirst(),
                                call.exit() == 0
                                        ? "no job id in '%s'".formatted(call.out().strip())
                                        : call.words()));
    }

    @Override
    public Map<String, JobState> poll(Collection<String> jobs)
            throws QueueException, InterruptedException {
        var states = new LinkedHashMap<String, JobState>();
        for (String job : jobs) {
            ClientCall call = answered(poll, Map.of("{job}", job), Map.of());
            boolean there = alive.map(p -> p.matcher(call.out()).find()).orElse(call.exit() == 0);
            boolean queued = there && waits.map(p -> p.matcher(call.out()).find()).orElse(false);
            states.put(
                    job,
                    JobState.of(
                            queued ? Verdict.WAITS : there ? Verdict.RUNS : Verdict.GONE,
                            queued ? "queued" : there ? "there" : "not there any more",
                            ""));
        }
        return states;
    }

    @Override
    public void cancel(Collection<String> jobs) throws QueueException, InterruptedException {
        for (String job : jobs) {
            answered(cancel, Map.of("{job}", job), Map.of());
        }
    }

    /**
     * Calls a command.
     *
     * @throws QueueException also if it says that it has not reached its scheduler
     */
    private ClientCall answered(
            List<String> command, Map<String, String> values, Map<String, String> environment)
            throws QueueException, InterruptedException {
        ClientCall call = ClientCall.of(words(command, values), environment, callLimit);
        if (call.exit() != 0 && UNREACHED.matcher(call.words()).find()) {
            throw new QueueException(
                    Kind.SILENT, "%s: %s".formatted(command.getFirst(), call.words()));
        }
        return call;
    }

    private static List<String> words(List<String> command, Map<String, String> values) {
        return command.stream()
                .map(word -> {
                    String text = word;
                    for (var value : values.entrySet()) {
                        text = text.replace(value.getKey(), value.getValue());
                    }
                    return text;
                })
                .toList();
    }

    @Override
    public String toString() {
        return "Queue of " + submit.getFirst();
    }
}
