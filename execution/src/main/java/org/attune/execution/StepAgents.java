package org.attune.execution;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Agents that are steps of the Slurm allocation that this process is in.
 *
 * <p>An agent holds its cores also between runs. A run that needs a step of another shape gets a
 * new one, for which idle agents of other shapes make room.
 */
final class StepAgents implements Agents {
    private final QueueSettings settings;
    private final String job;
    private final Map<Agent, List<String>> all = new HashMap<>(); // by the words of srun
    private final List<Agent> idle = new ArrayList<>();
    private final List<List<String>> starting = new ArrayList<>();

    /**
     * Prepares agents; none is started.
     *
     * @param job whose allocation has the steps
     */
    StepAgents(QueueSettings settings, String job) {
        this.settings = settings;
        this.job = job;
    }

    @Override
    public Agent take(RunRequest request) throws InterruptedException, AgentLostException {
        List<String> step = settings.step(request, Optional.empty());
        List<Agent> inTheWay;
        synchronized (this) {
            for (Agent agent : List.copyOf(idle)) {
                if (!agent.isAlive()) {
                    forget(agent);
                } else if (all.get(agent).equals(step)) {
                    idle.remove(agent);
                    return agent;
                }
            }
            inTheWay = List.copyOf(idle);
            inTheWay.forEach(this::forget);
            starting.add(step);
        }
        try {
            inTheWay.forEach(Agent::close);
            return started(request, step);
        } finally {
            synchronized (this) {
                starting.remove(step);
            }
        }
    }

    private Agent started(RunRequest request, List<String> step)
            throws InterruptedException, AgentLostException {
        var words = new ArrayList<>(step);
        words.add("--jobid=" + job);
        words.addAll(Agent.shell());
        Agent agent = Agent.start(words, request.workdir());
        try {
            agent.awaitReady(Double.POSITIVE_INFINITY); // cores may have to become free
        } catch (InterruptedException e) {
            agent.close();
            throw e;
        }
        synchronized (this) {
            all.put(agent, step);
        }
        return agent;
    }

    @Override
    public void giveBack(Agent agent) {
        synchronized (this) {
            List<String> step = all.get(agent);
            if (agent.isAlive() && starting.stream().allMatch(step::equals)) {
                idle.add(agent);
                return;
            }
            forget(agent);
        }
        agent.close();
    }

    private void forget(Agent agent) {
        idle.remove(agent);
        all.remove(agent);
    }

    @Override
    public void close() {
        List<Agent> left;
        synchronized (this) {
            left = List.copyOf(all.keySet());
            all.clear();
            idle.clear();
        }
        left.forEach(Agent::close);
    }

    @Override
    public String toString() {
        return "Agents in steps of Slurm";
    }
}
