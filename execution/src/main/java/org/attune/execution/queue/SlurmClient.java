package org.attune.execution.queue;

import org.attune.execution.queue.QueueException.Kind;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Slurm, by its commands sbatch, squeue, scontrol, scancel, and sacct where it answers. Observed
 * with Slurm 22.05.
 */
public final class SlurmClient implements QueueClient {
    private static final Pattern FIELD = Pattern.compile("(?:^|\\s)([\\w/:]+)=(\\S*)");

    /** What sbatch says where a name of the request is unknown, or not for this user. */
    private static final Pattern UNKNOWN =
            Pattern.compile(
                    "(?i)invalid partition|invalid account|invalid qos|invalid reservation"
                            + "|reservation is invalid|not permitted to use this partition"
                            + "|access denied to requested partition");

    /** What sbatch says of a request that it would refuse tomorrow, too. */
    private static final List<String> REFUSALS =
            List.of(
                    "Requested node configuration is not available",
                    "More processors requested than permitted",
                    "Requested partition configuration not available",
                    "Memory required by task is not available",
                    "Requested time limit is invalid",
                    "Node count specification invalid",
                    "Invalid",
                    "invalid",
                    "unrecognized option",
                    "Unable to open file",
                    "not permitted",
                    "Access/permission denied",
                    "Job size specification",
                    "is not available");

    /** What it says where this user has too many jobs. */
    private static final List<String> FULL =
            List.of(
                    "AssocMaxSubmitJobLimit",
                    "QOSMaxSubmitJobPerUserLimit",
                    "Job violates accounting/QOS policy",
                    "Slurm temporarily unable to accept job");

    private static final int CHUNK = 500; // ids on a command line

    private final String folder;
    private final double callLimit;

    /**
     * A client of the Slurm that these commands belong to.
     *
     * @param folder of the commands, with a slash at its end; empty for those on the PATH
     * @param callLimit seconds that one call may take
     */
    public SlurmClient(String folder, double callLimit) {
        this.folder = folder;
        if (!(callLimit > 0)) {
            throw new IllegalArgumentException("A call limit of %s s.".formatted(callLimit));
        }
        this.callLimit = callLimit;
    }

    @Override
    public boolean hasArrays() {
        return true;
    }

    @Override
    public List<String> submit(Submission submission) throws QueueException, InterruptedException {
        if (submission.again()) {
            Optional<String> taken = find(submission.name());
            if (taken.isPresent()) {
                return ids(taken.get(), submission.count());
            }
        }
        var command = new ArrayList<>(List.of(folder + "sbatch", "--parsable"));
        command.add("--job-name=" + submission.name());
        if (submission.count() > 1) {
            command.add("--array=0-%d".formatted(submission.count() - 1));
        }
        command.add(submission.script().toString());
        ClientCall call = ClientCall.of(command, submission.environment(), callLimit);
        Matcher id = Pattern.compile("(?m)^(\\d+)(?:;.*)?$").matcher(call.out());
        if (call.exit() == 0 && id.find()) {
            return ids(id.group(1), submission.count());
        }
        throw failure("sbatch", call);
    }

    private static List<String> ids(String id, int count) {
        return count == 1
                ? List.of(id)
                : IntStream.range(0, count).mapToObj(i -> id + "_" + i).toList();
    }

    /** Returns the job of this name, if Slurm has it. */
    private Optional<String> find(String name) throws QueueException, InterruptedException {
        ClientCall call =
                call("squeue", "--noheader", "--states=all", "--name=" + name, "--format=%F");
        if (call.exit() != 0) {
            throw failure("squeue", call);
        }
        return call.out().lines().map(String::strip).filter(l -> !l.isEmpty()).findFirst();
    }

    @Override
    public Map<String, JobState> poll(Collection<String> jobs)
            throws QueueException, InterruptedException {
        var states = new LinkedHashMap<String, JobState>();
        List<String> all = List.copyOf(jobs);
        for (int from = 0; from < all.size(); from += CHUNK) {
            listed(all.subList(from, Math.min(all.size(), from + CHUNK)), states);
        }
        for (String job : all) {
            JobState state = states.get(job);
            if (state == null || state.verdict().isEnd()) {
                shown(job).or(() -> Optional.ofNullable(state)).ifPresent(s -> states.put(job, s));
            }
        }
        for (String job : all) {
            if (!states.containsKey(job)) {
                accounted(job).ifPresent(s -> states.put(job, s));
            }
        }
        return states;
    }

    private void listed(List<String> jobs, Map<String, JobState> states)
            throws QueueException, InterruptedException {
        ClientCall call =
                call(
                        "squeue",
                        "--noheader",
                        "--array",
                        "--states=all",
                        "--jobs=" + String.join(",", jobs),
                        "--format=%i|%T|%r");
        if (call.exit() != 0 && !unknown(call)) {
            throw failure("squeue", call);
        }
        call.out()
                .lines()
                .map(l -> l.strip().split("\\|", 3))
                .filter(f -> f.length == 3 && jobs.contains(f[0]))
                .forEach(f -> states.put(f[0], SlurmState.of(f[1], f[2], "", 0)));
    }

    private Optional<JobState> shown(String job) throws QueueException, InterruptedException {
        ClientCall call = call("scontrol", "--oneliner", "show", "job", job);
        if (call.exit() != 0) {
            if (unknown(call)) {
                return Optional.empty();
            }
            throw failure("scontrol", call);
        }
        return ofScontrol(call.out());
    }

    /** Reads the first line of {@code scontrol -o show job}. */
    static Optional<JobState> ofScontrol(String text) {
        var fields = new HashMap<String, String>();
        Matcher m = FIELD.matcher(text.lines().findFirst().orElse(""));
        while (m.find()) {
            fields.putIfAbsent(m.group(1), m.group(2));
        }
        String state = fields.getOrDefault("JobState", "");
        if (state.isEmpty()) {
            return Optional.empty();
        }
        String restarts = fields.getOrDefault("Restarts", "0");
        return Optional.of(
                SlurmState.of(
                        state,
                        fields.getOrDefault("Reason", ""),
                        fields.getOrDefault("ExitCode", ""),
                        restarts.matches("\\d{1,6}") ? Integer.parseInt(restarts) : 0));
    }

    /**
     * Asks the accounting, which knows jobs that the controller has forgotten; where it answers.
     */
    private Optional<JobState> accounted(String job) throws InterruptedException {
        try {
            ClientCall call =
                    call(
                            "sacct",
                            "--allocations", // a step's line may say COMPLETED of a job that timed
                            // out
                            "--parsable2",
                            "--noheader",
                            "--jobs=" + job,
                            "--format=State,ExitCode");
            return call.exit() == 0 ? ofSacct(call.out()) : Optional.empty();
        } catch (QueueException noAccounting) {
            return Optional.empty();
        }
    }

    /** Reads the last line of {@code sacct -X -P -n -o State,ExitCode}. */
    static Optional<JobState> ofSacct(String text) {
        return text.lines()
                .map(l -> l.strip().split("\\|"))
                .filter(f -> f.length == 2)
                .map(f -> SlurmState.of(f[0], "", f[1], 0))
                .reduce((first, last) -> last);
    }

    @Override
    public void cancel(Collection<String> jobs) throws QueueException, InterruptedException {
        List<String> all = List.copyOf(jobs);
        for (int from = 0; from < all.size(); from += CHUNK) {
            var command = new ArrayList<>(List.of(folder + "scancel", "--quiet"));
            command.addAll(all.subList(from, Math.min(all.size(), from + CHUNK)));
            ClientCall call = ClientCall.of(command, Map.of(), callLimit);
            if (call.exit() != 0 && !unknown(call)) {
                throw failure("scancel", call);
            }
        }
    }

    private ClientCall call(String program, String... arguments)
            throws QueueException, InterruptedException {
        var command = new ArrayList<>(List.of(folder + program));
        command.addAll(List.of(arguments));
        return ClientCall.of(command, Map.of(), callLimit);
    }

    private static boolean unknown(ClientCall call) {
        return call.err().contains("Invalid job id") || call.err().contains("already completed");
    }

    private static QueueException failure(String program, ClientCall call) {
        String words = call.words();
        Kind kind =
                FULL.stream().anyMatch(words::contains)
                        ? Kind.FULL
                        : program.equals("sbatch") && UNKNOWN.matcher(words).find()
                                ? Kind.UNKNOWN
                                : program.equals("sbatch")
                                                && REFUSALS.stream().anyMatch(words::contains)
                                        ? Kind.REFUSED
                                        : Kind.SILENT;
        return new QueueException(kind, "%s: %s".formatted(program, words));
    }

    @Override
    public String toString() {
        return "Slurm";
    }
}
