package org.attune.execution;

import org.attune.execution.queue.Silence;
import org.attune.execution.queue.UnusableSchedulerException;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Agents on hosts that are reached by ssh, up to so many on each. A host that cannot be reached is
 * left alone for a while, ever longer, and others get its runs.
 */
final class HostAgents implements Agents {
    private static final double FIRST_PAUSE = 10; // seconds
    private static final double LONGEST_PAUSE = 300;

    private final SshSettings settings;
    private final Consumer<String> notes;
    private final List<Host> hosts;
    private final Map<Agent, Host> all = new HashMap<>();
    private long silentSince; // nanoseconds, 0 while a host answers
    private boolean isSilenceSaid;

    HostAgents(SshSettings settings, Consumer<String> notes) {
        this.settings = settings;
        this.notes = notes;
        this.hosts = settings.hosts().stream().map(Host::new).toList();
    }

    @Override
    public Agent take(RunRequest request) throws InterruptedException, AgentLostException {
        while (true) {
            Host host = freeHost();
            Optional<Agent> idle = host.idleAgent();
            if (idle.isPresent()) {
                return idle.get();
            }
            Agent agent = null;
            try {
                agent = Agent.start(settings.agent(host.name), request.workdir());
                agent.awaitReady(settings.connectTimeout() + 1);
                isReached(host, agent);
                return agent;
            } catch (AgentLostException e) {
                isDown(host, e);
            } catch (InterruptedException | RuntimeException e) {
                if (agent != null) {
                    agent.close();
                }
                synchronized (this) {
                    host.busy--;
                    notifyAll();
                }
                throw e;
            }
        }
    }

    /** Waits for a host with a free slot, and takes that; the least busy one first. */
    private synchronized Host freeHost() throws InterruptedException {
        while (true) {
            long now = System.nanoTime();
            Optional<Host> free =
                    hosts.stream()
                            .filter(h -> h.busy < settings.slots() && h.upAgain - now <= 0)
                            .min(Comparator.comparingInt(h -> h.busy));
            if (free.isPresent()) {
                free.get().busy++;
                return free.get();
            }
            double silence = silentSince == 0 ? 0 : (now - silentSince) / 1e9;
            if (hosts.stream().allMatch(h -> h.busy == 0) && silence >= settings.patience()) {
                throw new UnusableSchedulerException(
                        "No host has answered for %.0f s: %s."
                                .formatted(silence, hosts.getFirst().why));
            }
            wait(200);
        }
    }

    private synchronized void isReached(Host host, Agent agent) {
        silentSince = 0;
        isSilenceSaid = false;
        host.pause = FIRST_PAUSE;
        all.put(agent, host);
    }

    private void isDown(Host host, AgentLostException e) {
        String reason = e.state().reason();
        String why = reason.isEmpty() ? e.state().name() : reason;
        notes.accept("Host %s cannot be used: %s".formatted(host.name, why));
        boolean silent;
        double left;
        synchronized (this) {
            host.busy--;
            host.why = host.name + ": " + why;
            long now = System.nanoTime();
            host.upAgain = now + (long) (host.pause * 1e9);
            host.pause = Math.min(LONGEST_PAUSE, 2 * host.pause);
            silentSince = silentSince == 0 ? now : silentSince;
            left = settings.patience() - (now - silentSince) / 1e9;
            silent =
                    !isSilenceSaid
                            && hosts.stream().allMatch(h -> h.busy == 0 && h.upAgain - now > 0);
            isSilenceSaid |= silent;
            notifyAll();
        }
        if (silent) {
            notes.accept(Silence.until("No host answers", left));
        }
    }

    @Override
    public synchronized void giveBack(Agent agent) {
        Host host = all.get(agent);
        if (host == null) {
            return; // closed meanwhile
        }
        host.busy--;
        silentSince = 0; // one that is lost has answered until now
        if (agent.isAlive()) {
            host.idle.add(agent);
        } else {
            all.remove(agent);
        }
        notifyAll();
    }

    @Override
    public void close() {
        List<Agent> left;
        synchronized (this) {
            left = List.copyOf(all.keySet());
            all.clear();
        }
        left.forEach(Agent::close);
    }

    @Override
    public String toString() {
        return "Agents on " + settings.hosts();
    }

    /** A host and what is known of it; guarded by the agents. */
    private final class Host {
        final String name;
        final List<Agent> idle = new ArrayList<>();
        int busy;
        long upAgain = System.nanoTime();
        double pause = FIRST_PAUSE;
        String why = "";

        Host(String name) {
            this.name = name;
        }

        Optional<Agent> idleAgent() {
            synchronized (HostAgents.this) {
                while (!idle.isEmpty()) {
                    Agent agent = idle.removeLast();
                    if (agent.isAlive()) {
                        return Optional.of(agent);
                    }
                    all.remove(agent);
                }
                return Optional.empty();
            }
        }
    }
}
