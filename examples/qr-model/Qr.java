/**
 * Prints how long a made-up cluster takes for the QR factorisation of an m x n matrix that is
 * distributed in blocks over a grid of processes: {@code m n nodes cores mb nb lg2npernode p}.
 *
 * <p>It counts as the formulas in problem.yaml do, and adds what they leave out: small blocks and
 * busy nodes are slow, blocks do not divide the matrix, threads do not share their work evenly.
 */
public final class Qr {
    private Qr() {}

    public static void main(String[] args) {
        double m = Double.parseDouble(args[0]);
        double n = Double.parseDouble(args[1]);
        double perNode = Math.pow(2, Double.parseDouble(args[6]));
        double processes = Double.parseDouble(args[2]) * perNode;
        double threads = Double.parseDouble(args[3]) / perNode;
        double rows = 8 * Double.parseDouble(args[4]);
        double b = 8 * Double.parseDouble(args[5]);
        double p = Double.parseDouble(args[7]);
        double q = Math.floor(processes / p);

        double area = m * n - n * n / 2;
        double large = 2 * n * n * (3 * m - n) / (3 * p * q);
        double small =
                b * n * n / (2 * q) + 3 * b * n * (2 * m - n) / (2 * p) + b * b * n / (3 * p);
        double messages = 3 * n * log2(p) + 2 * n / b * log2(q);
        double words = (n * n / q + b * n) * log2(p) + (area / p + b * n / 2) * log2(q);

        double uneven =
                Math.ceil(m / (rows * p)) * rows * p / m * Math.ceil(n / (b * q)) * b * q / n;
        double speed = 24e9 * threads / (1 + 0.02 * threads) * b / (b + 24) * rows / (rows + 8);
        double seconds =
                large / speed * uneven
                        + small / (1.5e9 * Math.sqrt(threads))
                        + area / p / 4e8
                        + messages * 2.5e-6 * (1 + 0.04 * perNode)
                        + words * 1.1e-9 * (1 + 0.05 * perNode);
        System.out.println("seconds=" + seconds);
    }

    private static double log2(double v) {
        return Math.log(v) / Math.log(2);
    }
}
