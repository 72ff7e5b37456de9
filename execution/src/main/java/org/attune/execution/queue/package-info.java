/**
 * Jobs of batch schedulers. An existing scheduler does the scheduling: a {@link
 * org.attune.execution.queue.QueueClient} hands it jobs and asks what became of them, {@link
 * org.attune.execution.queue.SlurmClient} by Slurm's commands, {@link
 * org.attune.execution.queue.CommandClient} by three that the user gives. {@link
 * org.attune.execution.queue.JobDesk} has the jobs of a study that are under way.
 *
 * <p>A job writes the file of a {@link org.attune.execution.queue.JobFiles} when its run has ended,
 * so that a result does not depend on a scheduler that answers.
 */
package org.attune.execution.queue;
