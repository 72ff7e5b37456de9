/**
 * Contract suites: what every tuner, history and evaluator must do, as JUnit tests to extend.
 *
 * <p>A suite is an abstract class with one method that makes the thing under test. A test of a
 * tuner is
 *
 * <pre>{@code
 * class MyTunerTest extends TunerContract {
 *     @Override
 *     protected TunerProvider provider() {
 *         return new MyTuner.Provider();
 *     }
 * }
 * }</pre>
 *
 * <p>Start with {@link org.attune.testkit.TunerContract}; {@link org.attune.testkit.TestProblems}
 * has small problems of every kind.
 */
package org.attune.testkit;
