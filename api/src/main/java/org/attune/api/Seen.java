package org.attune.api;

/**
 * What a trial was proposed from, where that is less than all that came before it: others may have
 * asked and told while a tuner was proposing. With it every proposal can be made again from the
 * records of the study: it is the {@code ahead + 1}-th of those that a study would ask for that has
 * the first {@code trials} trials alone, the first {@code told} outcomes among them.
 *
 * @param trials how many had been asked for
 * @param told how many of these had an outcome
 * @param ahead how many were proposed before this one from the same records, and counted as pending
 */
public record Seen(int trials, int told, int ahead) {
    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException if one is negative, or more have been told than asked for
     */
    public Seen {
        if (trials < 0 || told < 0 || told > trials || ahead < 0) {
            throw new IllegalArgumentException(
                    "Nobody can have seen %d trials with %d outcomes, after %d proposals: none is negative, and outcomes are not more than trials."
                            .formatted(trials, told, ahead));
        }
    }

    /**
     * Returns the records that the trial was proposed from, as far as a tuner may ask for them:
     * those of today without later trials and later outcomes.
     *
     * @throws IllegalArgumentException if there are fewer
     */
    public Records in(Records today) {
        if (today.trials().size() < trials || today.finished().size() < told) {
            throw new IllegalArgumentException(
                    "The records have %d trials with %d outcomes: %s is not of them."
                            .formatted(today.trials().size(), today.finished().size(), this));
        }
        var log = new RecordLog();
        today.study().ifPresent(log::add);
        today.sources().forEach(log::add);
        today.models().forEach(log::add);
        today.trials().subList(0, trials).forEach(t -> log.add(t.untold()));
        today.finished().subList(0, told).forEach(log::add);
        return log.snapshot();
    }
}
