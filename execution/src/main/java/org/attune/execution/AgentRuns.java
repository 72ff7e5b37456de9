package org.attune.execution;

import org.attune.api.FailureCause;
import org.attune.execution.queue.JobEnd;
import org.attune.execution.queue.JobFiles;
import org.attune.execution.queue.JobState;
import org.attune.execution.queue.JobState.Verdict;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Runs that agents on other nodes carry out, in folders that those see. A run writes the files of a
 * job, and its agent says when they are there.
 */
class AgentRuns implements RunSite {
    private static final long LOOK = 50; // ms between looks at files that are slow to come
    private static final int NO_FOLDER = 126;
    private static final int SIGNAL = 128;

    private final int retries;
    private final double fileDelay;
    private final Function<RunRequest, List<String>> command;
    private final Agents agents;
    private final boolean alone; // a launcher of its own starts its ranks
    private final Consumer<String> notes;

    private AgentRuns(
            int retries,
            double fileDelay,
            Function<RunRequest, List<String>> command,
            Agents agents,
            Optional<Launcher> launcher,
            Consumer<String> notes) {
        this.retries = retries;
        this.fileDelay = fileDelay;
        this.command = command;
        this.agents = agents;
        this.alone = launcher.isPresent();
        this.notes = notes;
    }

    /** In steps of the allocation of a job of Slurm. */
    static AgentRuns inSteps(
            QueueSettings slurm, String job, Optional<Launcher> launcher, Consumer<String> notes) {
        return new AgentRuns(
                slurm.retries(),
                slurm.fileDelay(),
                slurm::contained,
                new StepAgents(slurm, job),
                launcher,
                notes);
    }

    /** On hosts that are reached by ssh. */
    static AgentRuns onHosts(SshSettings ssh, Optional<Launcher> launcher, Consumer<String> notes) {
        return new AgentRuns(
                ssh.retries(),
                ssh.fileDelay(),
                RunRequest::command,
                new HostAgents(ssh, notes),
                launcher,
                notes) {
            @Override
            public boolean isHere() {
                return false;
            }
        };
    }

    @Override
    public ChildRun.Result run(RunRequest request, LineFeed out) throws InterruptedException {
        for (int attempt = 1; ; attempt++) {
            var files =
                    new JobFiles(
                            request.folder(),
                            "attune-" + UUID.randomUUID().toString().substring(0, 13));
            JobEnd end = carriedOut(request, files);
            Verdict verdict = end.state().verdict();
            if (end.end().isEmpty() && verdict == Verdict.LOST && attempt <= retries) {
                notes.accept(
                        "A run on %s ended with %s; it is begun again."
                                .formatted(end.id(), end.state().words()));
                continue; // what an orphan still writes bears the name of the old attempt
            }
            if (end.end().isEmpty() && verdict == Verdict.IMPOSSIBLE) {
                return JobReading.failed(
                        request,
                        FailureCause.INFEASIBLE,
                        "It cannot be started: %s.".formatted(end.state().words()));
            }
            ChildRun.Result result =
                    JobReading.of(request, files, end, "The run on " + end.id(), out);
            files.delete();
            return result;
        }
    }

    private JobEnd carriedOut(RunRequest request, JobFiles files) throws InterruptedException {
        String host = "no node";
        try {
            Agent agent = agents.take(request);
            host = agent.host();
            Path family = ChildRun.familyFile(request.folder());
            try {
                agent.record(family);
                Agent.End end = agent.run(files.name(), text(request, files));
                return new JobEnd(host, written(files, end), state(end));
            } finally {
                agents.giveBack(agent);
                SmallFiles.delete(family);
            }
        } catch (AgentLostException e) {
            // a signal was that of the agent, or of what ended it
            return new JobEnd(host, files.end().filter(end -> end.exit() < SIGNAL), e.state());
        }
    }

    /** Waits for what the node has written, which a network file system may show later. */
    private Optional<JobFiles.End> written(JobFiles files, Agent.End end)
            throws InterruptedException {
        Optional<JobFiles.End> written = files.end();
        long deadline = System.nanoTime() + (long) (fileDelay * 1e9);
        while (written.isEmpty() && end.exit() != NO_FOLDER && System.nanoTime() < deadline) {
            TimeUnit.MILLISECONDS.sleep(LOOK);
            written = files.end();
        }
        return written;
    }

    private static JobState state(Agent.End end) {
        if (end.killedForMemory()) {
            return JobState.of(Verdict.OUT_OF_MEMORY, "OUT_OF_MEMORY", "");
        }
        return end.exit() == NO_FOLDER
                ? new JobState(Verdict.FAILED, "FAILED", "", end.exit(), 0, 0)
                : JobState.of(Verdict.COMPLETED, "COMPLETED", "");
    }

    /** Returns what the agent's shell runs. It goes through a pipe, and secrets may stand in it. */
    private String text(RunRequest request, JobFiles files) {
        var text = new StringBuilder();
        text.append("cd ").append(JobFiles.quoted(request.workdir().toString()));
        text.append(" || exit %d\n".formatted(NO_FOLDER));
        if (alone) {
            text.append(StepRuns.ALONE).append('\n');
        }
        request.environment()
                .forEach((variable, value) ->
                        text.append("export %s=%s\n".formatted(variable, JobFiles.quoted(value))));
        text.append(files.script(QueuedRuns.line(request, command.apply(request))));
        return text.append("exit $code\n").toString();
    }

    @Override
    public void close() {
        agents.close();
    }
}
