package org.attune.execution;

import org.attune.execution.queue.JobState;

/** An agent has ended, or never began, so that nobody tells how a run ends. */
final class AgentLostException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient JobState state;

    AgentLostException(JobState state) {
        super(state.words());
        this.state = state;
    }

    /** Returns why, as a scheduler would say it. */
    JobState state() {
        return state;
    }
}
