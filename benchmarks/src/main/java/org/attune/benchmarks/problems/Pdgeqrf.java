package org.attune.benchmarks.problems;

/**
 * Analytic run time in seconds of a ScaLAPACK-like QR factorisation: the operation counts of
 * formula (19) of the MLA/TLA paper (flops, divisions, messages, words) with invented machine
 * constants, block efficiencies and grid effects.
 */
final class Pdgeqrf {
    private Pdgeqrf() {}

    static double seconds(
            double m,
            double n,
            double nodes,
            double cores,
            double bunit,
            double mb,
            double nb,
            double lg2,
            double p) {
        double perNode = Math.pow(2, lg2);
        double threads = Math.floor(cores / perNode);
        double processes = nodes * perNode;
        double q = Math.floor(processes / p);
        double bm = mb * bunit;
        double bn = nb * bunit;
        double area = m * n - n * n / 2;
        double flops3 = 2 * n * n * (3 * m - n) / (3 * p * q);
        double flops2 =
                bn * n * n / (2 * q) + 3 * bn * n * (2 * m - n) / (2 * p) + bn * bn * n / (3 * p);
        double divisions = area / p;
        double messages = 3 * n * log2(p) + 2 * n / bn * log2(q);
        double words = (n * n / q + bn * n) * log2(p) + (area / p + bn * n / 2) * log2(q);
        double rows = Math.ceil(m / (bm * p)) * bm * p / m;
        double columns = Math.ceil(n / (bn * q)) * bn * q / n;
        double byThreads = 1 / (1 + 0.012 * (threads - 1)) * (threads > cores / 2 ? 0.82 : 1);
        double byBlocks =
                bn
                        / (bn + 20)
                        * bm
                        / (bm + 5)
                        / (1 + 0.10 * Math.pow(bn / 100, 4) + 0.05 * Math.pow(bm / 110, 4));
        double aligned = 1 + 0.05 * (bn % 32 == 0 ? 1 : 0) + 0.03 * (bm % 16 == 0 ? 1 : 0);
        double rate3 = 26e9 * threads * byThreads * byBlocks * aligned;
        double rate2 = 1.6e9 * Math.pow(threads, 0.55) / (1 + 0.025 * perNode);
        double latency = 1.9e-6 * (1 + 0.03 * perNode) * (1 + 0.10 * log2(nodes));
        double perWord = 8.0 / 7.5e9 * (1 + 0.05 * perNode);
        double fork = 1.2e-6 * threads * 4 * n / bn;
        return flops3 / rate3 * rows * columns
                + flops2 / rate2 * Math.sqrt(rows)
                + divisions / 0.35e9 / Math.sqrt(threads)
                + messages * latency
                + words * perWord
                + fork
                + 0.004 * Math.sqrt(processes);
    }

    private static double log2(double v) {
        return Math.log(Math.max(v, 1)) / Math.log(2);
    }
}
