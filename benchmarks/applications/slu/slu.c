/* slu: sparse LU factorisation and solution (SuperLU_DIST, pdgssvx) of a convection-diffusion matrix
 * on a grid of k^dim points.
 *
 * usage: [mpirun -n NP] slu dim k colperm lookahead nsup nrel nprows [npcols=NP/nprows]
 *            [rowperm=none|hwpm] [parsymb=0] [conv=20]
 *   colperm: natural mmd_ata mmd_at_plus_a metis_at_plus_a parmetis
 *   nsup, nrel: largest and relaxed supernode, nrel <= nsup
 *
 * Prints one line: time= of the factorisation, cpu= and total= of everything, order= symb= dist= fact=
 * solve= (seconds), mem_mb= of the factors (all ranks), n=, berr=, err= of the solution, ok=0|1. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <unistd.h>
#include "superlu_ddefs.h"
#include <time.h>

static double cpu(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

int main(int argc, char **argv) {
    int prov;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &prov);
    int rank, np;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &np);
    if (argc < 8) {
        if (!rank)
            fprintf(stderr, "usage: slu dim k colperm lookahead nsup nrel nprows [npcols] "
                            "[rowperm] [parsymb] [conv]\n");
        MPI_Finalize();
        return 2;
    }
    int dim = atoi(argv[1]), k = atoi(argv[2]);
    const char *cp = argv[3];
    int la = atoi(argv[4]), nsup = atoi(argv[5]), nrel = atoi(argv[6]);
    int pr = atoi(argv[7]),
        pc = argc > 8 && atoi(argv[8]) > 0 ? atoi(argv[8]) : np / (pr > 0 ? pr : 1);
    const char *rp = argc > 9 ? argv[9] : "none";
    int psym = argc > 10 ? atoi(argv[10]) : 0;
    double conv = argc > 11 ? atof(argv[11]) : 20.0;
    if (pr < 1 || pc < 1 || pr * pc > np || nrel > nsup || nsup < 1 || la < 0) {
        if (!rank)
            fprintf(stderr, "infeasible\n");
        MPI_Finalize();
        return 3;
    }
    gridinfo_t grid;
    superlu_gridinit(MPI_COMM_WORLD, pr, pc, &grid);
    if (grid.iam < 0 || grid.iam >= pr * pc) {
        superlu_gridexit(&grid);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Finalize();
        return 0;
    }
    int me = grid.iam, P = pr * pc;
    int_t n = dim == 2 ? (int_t)k * k : (int_t)k * k * k, base = n / P, fst = (int_t)me * base,
          ml = me == P - 1 ? n - fst : base;
    double h = 1.0 / (k + 1);
    int nn = 2 * dim + 1, st[3] = {1, k, k * k};
    double *val = doubleMalloc_dist((int_t)ml * nn), *b = doubleMalloc_dist(ml),
           *xt = doubleMalloc_dist(ml);
    int_t *col = intMalloc_dist((int_t)ml * nn), *rs = intMalloc_dist(ml + 1), nz = 0;
    for (int_t i = 0; i < ml; i++) {
        int_t g = fst + i;
        int c[3] = {g % k, (g / k) % k, dim == 3 ? (int)(g / ((int_t)k * k)) : 0};
        rs[i] = nz;
        double bi = 0;
        for (int s = -dim; s <= dim; s++) {
            int d = abs(s) - 1;
            if (s == 0) {
                val[nz] = 2.0 * dim;
                col[nz++] = g;
                bi += 2.0 * dim * (1.0 + sin(0.01 * g));
                continue;
            }
            int cc = c[d] + (s > 0 ? 1 : -1);
            if (cc < 0 || cc >= k)
                continue;
            int_t gc = g + (s > 0 ? st[d] : -st[d]);
            double v = -1.0 + (s > 0 ? 1 : -1) * 0.5 * conv * h * (1.0 + d);
            val[nz] = v;
            col[nz++] = gc;
            bi += v * (1.0 + sin(0.01 * gc));
        }
        b[i] = bi;
        xt[i] = 1.0 + sin(0.01 * g);
    }
    rs[ml] = nz;
    SuperMatrix A;
    dCreate_CompRowLoc_Matrix_dist(&A, n, n, nz, ml, fst, val, col, rs, SLU_NR_loc, SLU_D, SLU_GE);
    superlu_dist_options_t o;
    set_default_options_dist(&o);
    o.PrintStat = NO;
    o.IterRefine = SLU_DOUBLE;
    o.num_lookaheads = la;
    o.superlu_maxsup = nsup;
    o.superlu_relax = nrel;
    /* Debian's build has no MC64 (not free), the usual row permutation, and aborts where it is asked for. */
    o.RowPerm = !strcmp(rp, "hwpm") ? LargeDiag_HWPM : NOROWPERM;
    o.ParSymbFact = psym ? YES : NO;
    if (!strcmp(cp, "natural"))
        o.ColPerm = NATURAL;
    else if (!strcmp(cp, "mmd_ata"))
        o.ColPerm = MMD_ATA;
    else if (!strcmp(cp, "mmd_at_plus_a"))
        o.ColPerm = MMD_AT_PLUS_A;
    else if (!strcmp(cp, "metis_at_plus_a"))
        o.ColPerm = METIS_AT_PLUS_A;
    else if (!strcmp(cp, "parmetis")) {
        o.ColPerm = PARMETIS;
        o.ParSymbFact = YES;
    } else {
        fprintf(stderr, "colperm?\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    dScalePermstruct_t sp;
    dScalePermstructInit(n, n, &sp);
    dLUstruct_t lu;
    dLUstructInit(n, &lu);
    SuperLUStat_t stat;
    PStatInit(&stat);
    dSOLVEstruct_t sv;
    double berr[1];
    int info = 0;
    MPI_Barrier(grid.comm);
    double t = MPI_Wtime(), cc = cpu();
    pdgssvx(&o, &A, &sp, b, ml, 1, &grid, &lu, &sv, berr, &stat, &info);
    cc = cpu() - cc;
    MPI_Barrier(grid.comm);
    t = MPI_Wtime() - t;
    MPI_Allreduce(MPI_IN_PLACE, &cc, 1, MPI_DOUBLE, MPI_MAX, grid.comm);
    superlu_dist_mem_usage_t mu;
    memset(&mu, 0, sizeof mu);
    dQuerySpace_dist(n, &lu, &grid, &stat, &mu);
    double loc[2] = {mu.for_lu / 1e6, 0}, g[2],
           tl[6] = {stat.utime[COLPERM], stat.utime[SYMBFAC], stat.utime[DIST],
                    stat.utime[FACT],    stat.utime[SOLVE],   0},
           tg[6], e = 0;
    for (int_t i = 0; i < ml; i++) {
        double d = fabs(b[i] - xt[i]);
        if (d > e)
            e = d;
    }
    tl[5] = e;
    MPI_Reduce(loc, g, 2, MPI_DOUBLE, MPI_SUM, 0, grid.comm);
    MPI_Reduce(tl, tg, 6, MPI_DOUBLE, MPI_MAX, 0, grid.comm);
    if (!me)
        printf("time=%.6f cpu=%.6f total=%.6f order=%.4f symb=%.4f dist=%.4f fact=%.4f solve=%.4f "
               "mem_mb=%.3f n=%lld berr=%.1e err=%.1e ok=%d\n",
               tg[3], cc, t, tg[0], tg[1], tg[2], tg[3], tg[4], g[0], (long long)n, berr[0], tg[5],
               info == 0 && tg[5] < 1e-6);
    fflush(stdout);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    _exit(0);
}
