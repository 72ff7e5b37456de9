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
        ClientCall call = ClientCall.of(words(submit, values), submission.environment(), callLimit);
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
            ClientCall call = ClientCall.of(words(poll, Map.of("{job}", job)), Map.of(), callLimit);
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
            ClientCall.of(words(cancel, Map.of("{job}", job)), Map.of(), callLimit);
        }
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
