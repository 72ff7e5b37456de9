/**
 * Studies of problem files.
 *
 * <p>{@link org.attune.studies.StudyFile} is a problem file that has been read, {@link
 * org.attune.studies.StudyOpening} opens a study of it, and {@link org.attune.studies.OpenStudy} is
 * what trials are asked of, told to, or run in:
 *
 * {@snippet :
 * try (OpenStudy open = StudyFile.read(Path.of("problem.yaml")).opening().open()) {
 *     open.run();
 *     open.summary().print(System.out);
 * }
 * }
 *
 * {@link org.attune.studies.StudyFile#stored} reads one to look at it.
 */
package org.attune.studies;
