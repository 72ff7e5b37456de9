package org.attune.benchmarks;

import java.lang.management.ManagementFactory;

/** CPU time of this process. */
final class CpuTime {
    private CpuTime() {}

    /** Returns the CPU seconds of all threads so far. */
    static double seconds() {
        return ((com.sun.management.OperatingSystemMXBean)
                                ManagementFactory.getOperatingSystemMXBean())
                        .getProcessCpuTime()
                * 1e-9;
    }
}
