/* mm: tiled matrix product C += A*B written as plain loops. Tile sizes, the order of the loops over
 * tiles, unrolling and packing are macros, so that compiler flags can be tuned with them.
 *
 * usage: gcc FLAGS -DN=512 -DTI=64 -DTJ=64 -DTK=64 -DORDER=IJK -DUNROLL=4 -DPACK=1 mm.c -o mm -lm
 *        mm [reps=3]
 *
 * Prints one line: time= and cpu= (seconds, the best of reps), gflops=, err= of 50 elements, ok=0|1. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <math.h>
#ifndef N
#define N 512
#endif
#ifndef TI
#define TI 64
#endif
#ifndef TJ
#define TJ 64
#endif
#ifndef TK
#define TK 64
#endif
/* Loops over tiles, outermost first. */
#define IJK 0
#define IKJ 1
#define KIJ 2
#define JKI 3
#define KJI 4
#define JIK 5
#ifndef ORDER
#define ORDER IJK
#endif
#ifndef PACK
#define PACK 0
#endif
#ifndef UNROLL
#define UNROLL 1
#endif
#define STR2(x) #x
#define STR(x) STR2(x)
#define DO_UNROLL _Pragma(STR(GCC unroll UNROLL))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

static double cpu(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

static void kern(int n, const double *restrict A, const double *restrict B, double *restrict C) {
#define II for (int ii = 0; ii < n; ii += TI)
#define JJ for (int jj = 0; jj < n; jj += TJ)
#define KK for (int kk = 0; kk < n; kk += TK)
#if ORDER == IJK
    II JJ KK
#elif ORDER == IKJ
    II KK JJ
#elif ORDER == KIJ
    KK II JJ
#elif ORDER == JKI
    JJ KK II
#elif ORDER == KJI
    KK JJ II
#else
    JJ II KK
#endif
    {
        int ie = MIN(ii + TI, n), je = MIN(jj + TJ, n), ke = MIN(kk + TK, n);
#if PACK
        static double Bp[TK * TJ];
        for (int k = kk; k < ke; k++)
            for (int j = jj; j < je; j++)
                Bp[(k - kk) * TJ + j - jj] = B[(size_t)k * n + j];
#endif
        for (int i = ii; i < ie; i++)
            for (int k = kk; k < ke; k++) {
                double a = A[(size_t)i * n + k];
                double *restrict c = C + (size_t)i * n + jj;
#if PACK
                const double *restrict b = Bp + (size_t)(k - kk) * TJ;
#else
                const double *restrict b = B + (size_t)k * n + jj;
#endif
                int m = je - jj;
                DO_UNROLL
                for (int j = 0; j < m; j++)
                    c[j] += a * b[j];
            }
    }
}

int main(int argc, char **argv) {
    int n = N, reps = argc > 1 ? atoi(argv[1]) : 3;
    size_t s = (size_t)n * n;
    double *A = malloc(s * 8), *B = malloc(s * 8), *C = malloc(s * 8);
    unsigned x = 12345;
    for (size_t i = 0; i < s; i++) {
        x = x * 1664525u + 1013904223u;
        A[i] = x / 4294967296.0 - .5;
        x = x * 1664525u + 1013904223u;
        B[i] = x / 4294967296.0 - .5;
    }
    double best = 1e9, cb = 1e9;
    for (int r = 0; r < reps; r++) {
        for (size_t i = 0; i < s; i++)
            C[i] = 0;
        double t = now(), c = cpu();
        kern(n, A, B, C);
        t = now() - t;
        c = cpu() - c;
        if (c < cb)
            cb = c;
        if (t < best)
            best = t;
    }
    double err = 0;
    for (int q = 0; q < 50; q++) {
        int i = (q * 7919) % n, j = (q * 104729) % n;
        double v = 0;
        for (int k = 0; k < n; k++)
            v += A[(size_t)i * n + k] * B[(size_t)k * n + j];
        err = fmax(err, fabs(v - C[(size_t)i * n + j]));
    }
    printf("time=%.6f cpu=%.6f gflops=%.3f err=%.1e ok=%d\n", best, cb,
           2.0 * n * n * n / best / 1e9, err, err < 1e-9);
    return 0;
}
