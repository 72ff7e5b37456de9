package org.attune.api;

/** Tells an observer one thing at a time, whichever threads they come from. */
record OneAtATime(StudyObserver observer) implements StudyObserver {
    @Override
    public void asked(Trial trial) {
        synchronized (observer) {
            observer.asked(trial);
        }
    }

    @Override
    public void told(Trial trial) {
        synchronized (observer) {
            observer.told(trial);
        }
    }

    @Override
    public void note(String text) {
        synchronized (observer) {
            observer.note(text);
        }
    }
}
