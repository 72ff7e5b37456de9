/* pdqr: distributed QR factorisation of a random m x n matrix (ScaLAPACK, PDGEQRF).
 *
 * usage: [mpirun -n NP] pdqr m n mb nb p q [reps=1] [seed=1]
 *   blocks of mb x nb elements on a p x q grid; ranks outside of the grid idle, p*q <= NP, m >= n
 *
 * Prints one line: time= (wall seconds, the best of reps), times=, cpu= (of the rank with most), gflops=,
 * resid=, ok=0|1. Check: || R^T (R x) - A^T (A x) || / (||A||_F^2 ||x||) for a random x. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <string.h>
#include <time.h>

void Cblacs_pinfo(int *, int *);
void Cblacs_get(int, int, int *);
void Cblacs_gridinit(int *, const char *, int, int);
void Cblacs_gridinfo(int, int *, int *, int *, int *);
void Cblacs_gridexit(int);
void Cblacs_exit(int);
int numroc_(const int *, const int *, const int *, const int *, const int *);
void descinit_(int *, const int *, const int *, const int *, const int *, const int *, const int *,
               const int *, const int *, int *);
void pdgeqrf_(const int *, const int *, double *, const int *, const int *, const int *, double *,
              double *, const int *, int *);
double pdlange_(const char *, const int *, const int *, const double *, const int *, const int *,
                const int *, double *);
void pdgemv_(const char *, const int *, const int *, const double *, const double *, const int *,
             const int *, const int *, const double *, const int *, const int *, const int *,
             const int *, const double *, double *, const int *, const int *, const int *,
             const int *);

static double cpu(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

/* splitmix64: an element depends on its row and column only, not on the layout. */
static double hashrand(unsigned long long k) {
    k += 0x9E3779B97F4A7C15ULL;
    k = (k ^ (k >> 30)) * 0xBF58476D1CE4E5B9ULL;
    k = (k ^ (k >> 27)) * 0x94D049BB133111EBULL;
    k ^= k >> 31;
    return (double)(k >> 11) / 9007199254740992.0 - 0.5;
}

static void fill(double *a, int lr, int lc, int lld, int mb, int nb, int pr, int pc, int p, int q,
                 int m, unsigned long long s) {
    for (int j = 0; j < lc; j++) {
        long gj = ((long)(j / nb) * q + pc) * nb + j % nb;
        for (int i = 0; i < lr; i++) {
            long gi = ((long)(i / mb) * p + pr) * mb + i % mb;
            a[(size_t)j * lld + i] = hashrand(s * 1000003ULL + (unsigned long long)gj * m + gi);
        }
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, np;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &np);
    if (argc < 7) {
        if (!rank)
            fprintf(stderr, "usage: pdqr m n mb nb p q [reps] [seed]\n");
        MPI_Finalize();
        return 2;
    }
    int m = atoi(argv[1]), n = atoi(argv[2]), mb = atoi(argv[3]), nb = atoi(argv[4]),
        p = atoi(argv[5]), q = atoi(argv[6]);
    int reps = argc > 7 ? atoi(argv[7]) : 1;
    unsigned long long seed = argc > 8 ? strtoull(argv[8], 0, 10) : 1;
    if (p < 1 || q < 1 || p * q > np || mb < 1 || nb < 1 || m < n) {
        if (!rank)
            fprintf(stderr, "infeasible: need p*q <= NP and m >= n\n");
        MPI_Finalize();
        return 3;
    }
    int ctx, pr, pc, P, Q, zero = 0, one = 1, info, ok = 1;
    Cblacs_get(-1, 0, &ctx);
    Cblacs_gridinit(&ctx, "Row", p, q);
    Cblacs_gridinfo(ctx, &P, &Q, &pr, &pc);
    double best = 1e300, resid = 0, cbest = 1e300;
    double *ts = calloc(reps, sizeof *ts);
    int in = pr >= 0 && pr < p && pc >= 0 && pc < q;
    MPI_Comm grid;
    MPI_Comm_split(MPI_COMM_WORLD, in ? 0 : MPI_UNDEFINED, rank, &grid);
    if (in) {
        int lr = numroc_(&m, &mb, &pr, &zero, &p), lc = numroc_(&n, &nb, &pc, &zero, &q),
            lld = lr > 1 ? lr : 1;
        int da[9];
        descinit_(da, &m, &n, &mb, &nb, &zero, &zero, &ctx, &lld, &info);
        size_t sz = (size_t)lld * (lc > 0 ? lc : 1);
        double *A = malloc(sz * 8), *B = malloc(sz * 8),
               *tau = malloc(((size_t)(lc > lr ? lc : lr) + nb + mb) * 8), wq;
        int lw = -1;
        fill(A, lr, lc, lld, mb, nb, pr, pc, p, q, m, seed);
        pdgeqrf_(&m, &n, B, &one, &one, da, tau, &wq, &lw, &info);
        lw = (int)wq + 64;
        double *work = malloc((size_t)lw * 8);
        for (int r = 0; r < reps; r++) {
            memcpy(B, A, sz * 8);
            MPI_Barrier(grid);
            double t = MPI_Wtime(), cc = cpu();
            pdgeqrf_(&m, &n, B, &one, &one, da, tau, work, &lw, &info);
            cc = cpu() - cc;
            MPI_Barrier(grid);
            t = MPI_Wtime() - t;
            MPI_Allreduce(MPI_IN_PLACE, &cc, 1, MPI_DOUBLE, MPI_MAX, grid);
            if (cc < cbest)
                cbest = cc;
            ts[r] = t;
            if (t < best)
                best = t;
        }
        /* Vectors of length n and m lie in the first column of the grid. */
        int dxn[9], dxm[9];
        int lrn = numroc_(&n, &nb, &pr, &zero, &p), lln = lrn > 1 ? lrn : 1;
        descinit_(dxn, &n, &one, &nb, &one, &zero, &zero, &ctx, &lln, &info);
        descinit_(dxm, &m, &one, &mb, &one, &zero, &zero, &ctx, &lld, &info);
        double *x = calloc(lln + 1, 8), *z = calloc(lln + 1, 8), *w = calloc(lln + 1, 8),
               *y = calloc(lld + 1, 8);
        if (pc == 0)
            for (int i = 0; i < lrn; i++) {
                long gi = ((long)(i / nb) * p + pr) * nb + i % nb;
                x[i] = w[i] = hashrand(77ULL + gi);
            }
        double d1 = 1, d0 = 0;
        double *wk = malloc(((size_t)lr + lc + 64) * 8);
        pdgemv_("N", &m, &n, &d1, A, &one, &one, da, x, &one, &one, dxn, &one, &d0, y, &one, &one,
                dxm, &one);
        pdgemv_("T", &m, &n, &d1, A, &one, &one, da, y, &one, &one, dxm, &one, &d0, z, &one, &one,
                dxn, &one);
        /* R x, with R the upper triangle of B: PDTRMV wants square blocks, PDGEMV zeros below. */
        for (int j = 0; j < lc; j++) {
            long gj = ((long)(j / nb) * q + pc) * nb + j % nb;
            for (int i = 0; i < lr; i++) {
                long gi = ((long)(i / mb) * p + pr) * mb + i % mb;
                if (gi > gj)
                    B[(size_t)j * lld + i] = 0;
            }
        }
        pdgemv_("N", &m, &n, &d1, B, &one, &one, da, w, &one, &one, dxn, &one, &d0, y, &one, &one,
                dxm, &one);
        pdgemv_("T", &m, &n, &d1, B, &one, &one, da, y, &one, &one, dxm, &one, &d0, w, &one, &one,
                dxn, &one);
        double na = pdlange_("F", &m, &n, A, &one, &one, da, wk), loc[2] = {0, 0}, g[2];
        if (pc == 0)
            for (int i = 0; i < lrn; i++) {
                loc[0] += (w[i] - z[i]) * (w[i] - z[i]);
                loc[1] += x[i] * x[i];
            }
        MPI_Allreduce(loc, g, 2, MPI_DOUBLE, MPI_SUM, grid);
        resid = sqrt(g[0]) / (na * na * sqrt(g[1]));
        ok = info == 0 && resid < 1e-12;
        double fl = 2.0 * n * (double)n * (m - n / 3.0);
        if (pr == 0 && pc == 0) {
            printf("time=%.6f times=", best);
            for (int r = 0; r < reps; r++)
                printf("%s%.6f", r ? "," : "", ts[r]);
            printf(" cpu=%.6f gflops=%.3f resid=%.2e ok=%d\n", cbest, fl / best / 1e9, resid, ok);
            fflush(stdout);
        }
        Cblacs_gridexit(ctx);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
