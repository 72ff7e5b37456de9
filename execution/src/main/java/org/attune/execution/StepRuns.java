package org.attune.execution;

import org.attune.execution.queue.JobFiles;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs each of which is a step of its own of the Slurm allocation that this process is in: srun is
 * the child process, and a shell in each task measures, so that neither the start of the step nor
 * its wait for free cores counts.
 */
final class StepRuns implements RunSite {
    private static final Pattern SPAN = Pattern.compile("(\\d{1,19}) (\\d{1,19}) (\\S*)\\s*");

    /** Its first word is a file's name without the number of the task. */
    private static final String WRAPPER =
            "f=$0.${SLURM_PROCID:-0}; i=$SLURM_JOB_ID.$SLURM_STEP_ID; %u b=$(date +%s%N); \"$@\";"
                    + " s=$?; e=$(date +%s%N); times >\"$f.times\"; echo \"$b $e $i\" >\"$f.span\";"
                    + " exec sh -c %s \"$f.times\" $s";

    /** Without these, a launcher that knows Slurm starts its ranks in the step, and not by srun. */
    static final String ALONE =
            "for v in $(env | sed -n 's/^\\(SLURM_[A-Z0-9_]*\\|PMI[A-Z0-9_]*\\)=.*/\\1/p');"
                    + " do unset $v; done;";

    private final QueueSettings settings;
    private final Optional<Launcher> launcher;
    private final Optional<RunAccounting> accounting;

    StepRuns(
            QueueSettings settings,
            Optional<Launcher> launcher,
            Optional<RunAccounting> accounting) {
        this.settings = settings;
        this.launcher = launcher;
        this.accounting = accounting;
    }

    @Override
    public ChildRun.Result run(RunRequest request, LineFeed out) throws InterruptedException {
        if (accounting.isPresent()) {
            accounting.get().require();
        }
        String base = request.folder().resolve(request.label() + ".task").toString();
        var words = new ArrayList<>(settings.step(request, launcher));
        words.addAll(List.of("sh", "-c", wrapper(request), base));
        if (request.limit() < Double.POSITIVE_INFINITY) {
            words.addAll(List.of("timeout", "--kill-after=5", Double.toString(request.limit())));
        }
        words.addAll(settings.contained(request));
        ChildRun.Result result =
                new ChildRun(request.with(words, Double.POSITIVE_INFINITY)).run(out);
        List<Path> spans = spans(request);
        String step = spans.stream().map(StepRuns::step).findFirst().orElse("");
        RunRecord record = measured(request, result.record(), spans);
        record.write(request.folder().resolve(request.label() + ".properties"));
        var ended = new ChildRun.Result(record, result.lastLine());
        return accounting.isPresent() ? accounting.get().added(request, ended, step) : ended;
    }

    private String wrapper(RunRequest request) {
        String end = request.wantsPeak() ? KernelPeak.script() : "";
        boolean alone = launcher.filter(l -> l.kind() != Launcher.Kind.SRUN).isPresent();
        return WRAPPER.replace("%u", alone ? ALONE : "")
                .replace("%s \"", JobFiles.quoted("s=$1" + end + "; exit $s") + " \"");
    }

    /** Returns the record with what the tasks measured. */
    private static RunRecord measured(RunRequest request, RunRecord ofSrun, List<Path> spans) {
        long begin = Long.MAX_VALUE;
        long end = Long.MIN_VALUE;
        double cpu = 0;
        double peak = 0;
        for (Path span : spans) {
            Matcher m = SPAN.matcher(SmallFiles.read(span));
            if (m.matches()) {
                begin = Math.min(begin, Long.parseLong(m.group(1)));
                end = Math.max(end, Long.parseLong(m.group(2)));
            }
            String task = span.getFileName().toString().replaceFirst("span$", "times");
            Path times = span.resolveSibling(task);
            cpu += ShellTimes.cpu(times);
            peak += KernelPeak.bytes(times);
            SmallFiles.delete(span);
        }
        if (end < begin) {
            return ofSrun; // it did not come so far
        }
        double wall = (end - begin) / 1e9;
        boolean timedOut = wall >= request.limit() && ofSrun.cause().isPresent();
        RunEnd how =
                timedOut
                        ? RunEnd.timedOut(request.limit())
                        : new RunEnd(ofSrun.cause(), ofSrun.detail());
        return new RunRecord(wall, cpu, peak > 0 ? peak : Double.NaN, how.cause(), how.detail());
    }

    /** Returns the id of the step in which a task was. */
    private static String step(Path span) {
        Matcher m = SPAN.matcher(SmallFiles.read(span));
        return m.matches() ? m.group(3) : "";
    }

    private static List<Path> spans(RunRequest request) {
        var spans = new ArrayList<Path>();
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(request.folder(), request.label() + ".task.*.span")) {
            files.forEach(spans::add);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + request.folder(), e);
        }
        return spans;
    }
}
