package org.attune.execution;

import org.attune.api.FailureCause;
import org.attune.execution.queue.Job;
import org.attune.execution.queue.JobDesk;
import org.attune.execution.queue.JobEnd;
import org.attune.execution.queue.JobFiles;
import org.attune.execution.queue.JobState;
import org.attune.execution.queue.QueueException;
import org.attune.execution.queue.UnusableSchedulerException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Runs that are jobs of a scheduler.
 *
 * <p>The folder of a trial has the script of its job and a file that names it, so that a process
 * that comes later finds the job that an earlier one has handed in, and waits for that.
 */
final class QueuedRuns implements RunSite {
    private static final String RECORD = "job";

    private final QueueSettings settings;
    private final JobDesk desk;
    private final Optional<RunAccounting> accounting;
    private final Consumer<String> notes;

    QueuedRuns(QueueSettings settings, Optional<RunAccounting> accounting, Consumer<String> notes) {
        this.settings = settings;
        this.desk =
                new JobDesk(
                        settings.client(),
                        settings.poll(),
                        settings.queued(),
                        settings.patience(),
                        settings.fileDelay(),
                        settings.arrays(),
                        notes);
        this.accounting = accounting;
        this.notes = notes;
    }

    /** Leaves the jobs to the scheduler when this is closed. */
    void detach() {
        desk.detach();
    }

    @Override
    public void close() {
        desk.close();
    }

    @Override
    public boolean isHere() {
        return false;
    }

    @Override
    public boolean resumes(RunRequest request) {
        return recorded(request).isPresent();
    }

    @Override
    public void clear(Path folder) throws InterruptedException {
        Properties record = record(folder);
        String id = record.getProperty("id", "");
        if (!id.isEmpty()) {
            try {
                desk.cancel(id);
            } catch (QueueException e) {
                notes.accept(
                        "The job %s of an earlier attempt may still run: %s"
                                .formatted(id, e.getMessage()));
            }
        }
    }

    @Override
    public ChildRun.Result run(RunRequest wanted, LineFeed out) throws InterruptedException {
        Optional<Earlier> earlier = recorded(wanted);
        RunRequest request = earlier.map(Earlier::request).orElse(wanted);
        if (earlier.isEmpty() && accounting.isPresent()) {
            accounting.get().require();
        }
        for (int attempt = 1; ; attempt++) {
            Job job = earlier.isPresent() ? earlier.get().job() : made(request);
            earlier = Optional.empty();
            JobEnd end;
            try {
                end = desk.run(job);
            } catch (QueueException e) {
                SmallFiles.delete(request.folder().resolve(RECORD));
                requireKnown(e);
                return JobReading.failed(request, FailureCause.INFEASIBLE, e.getMessage());
            }
            boolean lost = end.end().isEmpty() && end.state().verdict() == JobState.Verdict.LOST;
            if (lost && attempt <= settings.retries()) {
                notes.accept(
                        "Job %s ended as %s; its run is begun again."
                                .formatted(end.id(), end.state().words()));
                continue; // what an orphan still writes bears the name of the old attempt
            }
            ChildRun.Result result =
                    JobReading.of(request, job.files(), end, "Job " + end.id(), out);
            if (accounting.isPresent()) {
                result = accounting.get().added(request, result, end.id());
            }
            job.files().delete();
            SmallFiles.delete(request.folder().resolve(RECORD));
            return result;
        }
    }

    /** Ends everything where a name is unknown that all jobs have, before each of them is tried. */
    private void requireKnown(QueueException e) {
        if (e.kind() == QueueException.Kind.UNKNOWN && settings.namesAreFixed()) {
            desk.detach(); // jobs that were taken before go on
            throw new UnusableSchedulerException(
                    ("Slurm refuses what every job of this study names: %s. Maybe correct"
                                    + " partition, account, qos or reservation in evaluation.slurm;"
                                    + " 'sinfo' lists partitions, 'sacctmgr show associations"
                                    + " user=$USER format=account,partition,qos' accounts. Nothing"
                                    + " is lost.")
                            .formatted(e.getMessage().replaceFirst("\\.$", "")));
        }
    }

    private Job made(RunRequest request) {
        String name = "attune-" + UUID.randomUUID().toString().substring(0, 13);
        SmallFiles.write(script(request.folder(), request), text(request, name));
        return job(request, name, Optional.empty());
    }

    private Job job(RunRequest request, String name, Optional<String> id) {
        Consumer<String> submitted =
                given -> {
                    var record = new Properties();
                    record.setProperty("name", name);
                    record.setProperty("run", request.label());
                    record.setProperty("id", given);
                    record.setProperty("limit", Double.toString(request.limit()));
                    KeptProperties.write(record, request.folder().resolve(RECORD));
                };
        var secrets = new LinkedHashMap<String, String>();
        request.variables()
                .forEach((variable, declared) -> {
                    if (declared.secret()) {
                        secrets.put(variable, request.environment().get(variable));
                    }
                });
        return new Job(
                name,
                settings.header(request),
                script(request.folder(), request),
                new JobFiles(request.folder(), name),
                secrets,
                id.isPresent(),
                id,
                submitted);
    }

    /**
     * A job that an earlier process handed in.
     *
     * @param request with the limit of then: that of today may follow from trials that have ended
     *     since
     */
    private record Earlier(RunRequest request, Job job) {}

    /** Returns the job that an earlier process handed in for just this run. */
    private Optional<Earlier> recorded(RunRequest request) {
        Properties record = record(request.folder());
        String name = record.getProperty("name", "");
        String id = record.getProperty("id", "");
        Path script = script(request.folder(), request);
        if (name.isEmpty()
                || id.isEmpty()
                || !request.label().equals(record.getProperty("run"))
                || !Files.isRegularFile(script)) {
            return Optional.empty();
        }
        RunRequest then = request.with(request.command(), limit(record, request.limit()));
        try {
            return Files.readString(script).equals(text(then, name))
                    ? Optional.of(new Earlier(then, job(then, name, Optional.of(id))))
                    : Optional.empty();
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    private static double limit(Properties record, double otherwise) {
        try {
            return Double.parseDouble(record.getProperty("limit", ""));
        } catch (NumberFormatException older) {
            return otherwise;
        }
    }

    private static Properties record(Path folder) {
        Path file = folder.resolve(RECORD);
        try {
            return Files.exists(file) ? KeptProperties.read(file) : new Properties();
        } catch (UncheckedIOException damaged) {
            return new Properties();
        }
    }

    private static Path script(Path folder, RunRequest request) {
        return folder.resolve(request.label() + ".sh");
    }

    /** Returns the whole script of a job. */
    private String text(RunRequest request, String name) {
        var text = new StringBuilder(settings.header(request));
        text.append("cd ").append(JobFiles.quoted(request.workdir().toString()));
        text.append(" || exit 126\n");
        exported(request)
                .forEach((variable, value) ->
                        text.append("export %s=%s\n".formatted(variable, JobFiles.quoted(value))));
        text.append(settings.before(request));
        String line = line(request, settings.contained(request));
        text.append(new JobFiles(request.folder(), name).script(line));
        return text.append(settings.after()).append("exit $code\n").toString();
    }

    /** Returns the line that runs the program: a shell waits for it and writes down the times. */
    static String line(RunRequest request, List<String> command) {
        String wrapper =
                "\"$@\"; s=$?; times >\"$0\""
                        + (request.wantsPeak() ? KernelPeak.script() : "")
                        + "; exit $s";
        return "sh -c %s %s %s%s"
                .formatted(
                        JobFiles.quoted(wrapper),
                        JobFiles.times(),
                        request.limit() < Double.POSITIVE_INFINITY
                                ? "timeout --kill-after=5 %s ".formatted(request.limit())
                                : "",
                        QueueSettings.line(command));
    }

    private static Map<String, String> exported(RunRequest request) {
        var exported = new LinkedHashMap<>(request.environment());
        exported.keySet().removeIf(n -> request.variables().get(n).secret());
        return exported;
    }
}
