/**
 * Where trials run: the machine and the versions of software, in GPTune's shape.
 *
 * <p>{@link org.attune.history.environment.Detection} asks a {@link
 * org.attune.history.environment.Computer} for variables, files and the output of commands, and
 * makes an {@link org.attune.history.environment.Environment} of them. What reads these texts are
 * functions of the text alone: {@code SlurmNode}, {@code ProcessorInfo}, {@code CgroupLimits} for
 * the machine, {@code SpackText}, {@code ModuleList}, {@code CondaPackages}, {@code
 * CkDependencies}, {@code CompilerVersions} for software.
 *
 * <p>{@link org.attune.history.environment.RecordedEnvironment} writes the environment into a
 * history, once, and what refers to it into every trial.
 */
package org.attune.history.environment;
