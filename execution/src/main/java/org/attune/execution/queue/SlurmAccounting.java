package org.attune.execution.queue;

import org.attune.execution.queue.QueueException.Kind;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What jobs have used, by sacct. The accounting hears of a job's end later than its files are
 * there: it is asked again, ever more rarely, for a time.
 */
public final class SlurmAccounting {
    /** What is asked of it. */
    public enum Quantity {
        /** {@code ConsumedEnergyRaw}. */
        ENERGY("AcctGatherEnergyType", "energy"),
        /** {@code MaxRSS}. */
        MAX_RSS("JobAcctGatherType", "max_rss");

        private final String plugin; // by which Slurm measures it
        private final String measure;

        Quantity(String plugin, String measure) {
            this.plugin = plugin;
            this.measure = measure;
        }
    }

    private static final double FIRST = 0.5; // seconds between two calls
    private static final double LONGEST = 10;
    private static final double FACTOR = 1.5;

    private final String folder;
    private final double callLimit;
    private final double delay;
    private final Set<Quantity> wanted;
    private final Silence silence; // guarded by this, like all below
    private boolean isThere;

    /**
     * The accounting of the Slurm whose commands these are.
     *
     * @param folder of the commands, with a slash at its end; empty for those on the PATH
     * @param callLimit seconds that one call may take
     * @param delay seconds after which what it has not heard of a job is missing
     * @param patience seconds after which an accounting that does not answer is given up
     * @param wanted what is asked
     * @param notes hears what a user should know
     */
    public SlurmAccounting(
            String folder,
            double callLimit,
            double delay,
            double patience,
            Set<Quantity> wanted,
            Consumer<String> notes) {
        this.folder = folder;
        this.callLimit = callLimit;
        this.delay = delay;
        this.wanted = Set.copyOf(wanted);
        this.silence = new Silence("Slurm's accounting", patience, notes);
    }

    /**
     * Makes sure that there is an accounting that measures what is asked, before any job is handed
     * in; asks only once.
     *
     * @throws UnusableSchedulerException if there is none, or it has not answered for too long
     */
    public synchronized void require() throws InterruptedException {
        if (isThere || wanted.isEmpty()) {
            return;
        }
        answer(List.of("sacct", "--allocations", "--noheader", "--jobs=0", "--format=JobID"));
        requirePlugins();
        isThere = true;
    }

    private void requirePlugins() throws InterruptedException {
        ClientCall call;
        try {
            call = call(List.of("scontrol", "show", "config"));
        } catch (QueueException unknown) {
            return; // what is missing will be seen in the first job
        }
        for (Quantity quantity : wanted) {
            Matcher plugin =
                    Pattern.compile("(?m)^" + quantity.plugin + "\\s*=\\s*(\\S*)")
                            .matcher(call.out());
            if (plugin.find() && plugin.group(1).matches("\\(null\\)|.*none|")) {
                throw new UnusableSchedulerException(
                        ("This Slurm does not measure what {measure: %s} asks for: its"
                                        + " configuration has %s=%s. Maybe measure something else;"
                                        + " or ask its administrators.")
                                .formatted(quantity.measure, quantity.plugin, plugin.group(1)));
            }
        }
    }

    /**
     * Returns what a job or a step has used that has ended, as soon as the accounting has it.
     *
     * @param id of the job, such as {@code 17}, {@code 17_3} or {@code 17.0}
     * @throws UnusableSchedulerException if the accounting has not answered for too long
     */
    public JobUsage usage(String id) throws InterruptedException {
        var calls = new Backoff(FIRST, LONGEST, FACTOR);
        long begin = System.nanoTime();
        while (true) {
            boolean isLast = (System.nanoTime() - begin) / 1e9 > delay;
            Optional<JobUsage> usage = asked(id, isLast);
            if (usage.isPresent()) {
                return usage.get();
            }
            if (isLast) {
                return JobUsage.none(
                        String.format(
                                Locale.ROOT,
                                "the accounting has not heard of the end of job %s for %.3g s"
                                        + " (evaluation.slurm.accounting_delay)",
                                id,
                                delay));
            }
            calls.await();
        }
    }

    private synchronized Optional<JobUsage> asked(String id, boolean isLast)
            throws InterruptedException {
        ClientCall call =
                answer(
                        List.of(
                                "sacct",
                                "--parsable2",
                                "--noheader",
                                "--noconvert",
                                "--jobs=" + id,
                                "--format=" + SlurmUsage.FORMAT));
        return SlurmUsage.of(call.out(), id, isLast);
    }

    /** Asks until there is an answer. */
    private ClientCall answer(List<String> words) throws InterruptedException {
        var calls = new Backoff(FIRST, LONGEST, FACTOR);
        while (true) {
            try {
                ClientCall call = call(words);
                if (call.exit() == 0) {
                    silence.isBroken();
                    return call;
                }
                String said = "sacct: " + call.words();
                if (said.contains("accounting storage is disabled")) {
                    throw none(said);
                }
                silence.goesOn(new QueueException(Kind.SILENT, said));
            } catch (QueueException e) {
                if (e.kind() == Kind.MISSING) {
                    throw none(e.getMessage());
                }
                silence.goesOn(e);
            }
            calls.await();
        }
    }

    private static UnusableSchedulerException none(String why) {
        return new UnusableSchedulerException(
                ("{measure: energy} and {measure: max_rss} are read from Slurm's accounting, and"
                                + " there is none: %s. Maybe leave these outputs out, or measure"
                                + " the memory of the job's first node by {measure: peak_rss}.")
                        .formatted(why.replaceFirst("\\.$", "")));
    }

    private ClientCall call(List<String> words) throws QueueException, InterruptedException {
        var command = new ArrayList<>(words);
        command.set(0, folder + command.getFirst());
        return ClientCall.of(command, Map.of(), callLimit);
    }

    @Override
    public String toString() {
        return "Accounting of Slurm, asked for " + wanted;
    }
}
