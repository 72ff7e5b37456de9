package org.attune.execution;

/** The agents of a study: whoever takes one has it alone until it is given back. */
interface Agents extends AutoCloseable {
    /**
     * Returns an agent for a run, an idle one if there is one; waits where there is no room.
     *
     * @throws AgentLostException if none can be started for this run
     */
    Agent take(RunRequest request) throws InterruptedException, AgentLostException;

    /** Takes an agent back, which may have ended. */
    void giveBack(Agent agent);

    /** Ends all agents. */
    @Override
    void close();
}
