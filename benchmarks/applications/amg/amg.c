/* amg: Krylov solver with BoomerAMG (Hypre, ParCSR interface) on a 3-D convection-diffusion problem:
 * k^3 unknowns, 7-point stencil, diffusion coefficient 1 and "jump" on a checkerboard of 4^3 blocks,
 * convection "conv" along (1,2,3).
 *
 * usage: [mpirun -n NP] amg key=value...
 *   k=20 conv=1 jump=10                the problem
 *   fidelity=1                         share of the full cost: k is multiplied by its cube root
 *   px=1 py=1 pz=NP reps=1 tol=1e-8 maxit=200
 *   solver=gmres|pcg|bicgstab|amg kdim=30
 *   strong=0.25 maxrow=0.9 coarsen=10 interp=6 pmax=4 trunc=0 agg=0 agginterp=4 aggpmax=0
 *   sweeps=1 cyc=1 relax=6 rw=1 ow=1 coarse=9   as Hypre's BoomerAMGSet... number them
 *
 * Prints one line: time= and cpu= of set-up and solution (seconds, the best of reps), setup=, solve=,
 * iters=, relres= (of the solution, computed here), n=, ok=0|1. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include "HYPRE.h"
#include "HYPRE_IJ_mv.h"
#include "HYPRE_parcsr_ls.h"
#include "HYPRE_krylov.h"
#include <time.h>

static double cpu(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

static int AC;
static char **AV;
/* The number after "key=" among the arguments. */
static double opt(const char *k, double d) {
    size_t l = strlen(k);
    for (int i = 1; i < AC; i++)
        if (!strncmp(AV[i], k, l) && AV[i][l] == '=')
            return atof(AV[i] + l + 1);
    return d;
}

static const char *sopt(const char *k, const char *d) {
    size_t l = strlen(k);
    for (int i = 1; i < AC; i++)
        if (!strncmp(AV[i], k, l) && AV[i][l] == '=')
            return AV[i] + l + 1;
    return d;
}

/* First index of block c, where k indices are divided among p blocks. */
static int lo(int k, int p, int c) {
    return (int)((long)k * c / p);
}

static int K, PX, PY, PZ;
static long *OFF;
/* Row number in the px x py x pz block ordering. */
static long gid(int x, int y, int z) {
    int cx = (int)(((long)(x + 1) * PX - 1) / K), cy = (int)(((long)(y + 1) * PY - 1) / K),
        cz = (int)(((long)(z + 1) * PZ - 1) / K);
    while (lo(K, PX, cx) > x)
        cx--;
    while (lo(K, PX, cx + 1) <= x)
        cx++;
    while (lo(K, PY, cy) > y)
        cy--;
    while (lo(K, PY, cy + 1) <= y)
        cy++;
    while (lo(K, PZ, cz) > z)
        cz--;
    while (lo(K, PZ, cz + 1) <= z)
        cz++;
    int nx = lo(K, PX, cx + 1) - lo(K, PX, cx), ny = lo(K, PY, cy + 1) - lo(K, PY, cy);
    return OFF[(cz * PY + cy) * PX + cx] +
           ((long)(z - lo(K, PZ, cz)) * ny + (y - lo(K, PY, cy))) * nx + (x - lo(K, PX, cx));
}

/* The diffusion coefficient. */
static double coef(int x, int y, int z, double jump) {
    int a = 4 * x / K, b = 4 * y / K, c = 4 * z / K;
    return ((a + b + c) & 1) ? jump : 1.0;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    AC = argc;
    AV = argv;
    int rank, np;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &np);
    K = (int)lround(opt("k", 20) * cbrt(opt("fidelity", 1)));
    if (K < 4)
        K = 4;
    PX = (int)opt("px", 1);
    PY = (int)opt("py", 1);
    PZ = (int)opt("pz", 0);
    if (PZ <= 0)
        PZ = np / (PX * PY);
    if (PX * PY * PZ != np || PX > K || PY > K || PZ > K) {
        if (!rank)
            fprintf(stderr, "infeasible: px*py*pz must equal NP=%d\n", np);
        MPI_Finalize();
        return 3;
    }
    double conv = opt("conv", 1.0), jump = opt("jump", 10), tol = opt("tol", 1e-8);
    int maxit = (int)opt("maxit", 200), reps = (int)opt("reps", 1);
    const char *solver = sopt("solver", "gmres");
    OFF = calloc(np + 1, sizeof(long));
    for (int r = 0; r < np; r++) {
        int cx = r % PX, cy = (r / PX) % PY, cz = r / (PX * PY);
        OFF[r + 1] = OFF[r] + (long)(lo(K, PX, cx + 1) - lo(K, PX, cx)) *
                                  (lo(K, PY, cy + 1) - lo(K, PY, cy)) *
                                  (lo(K, PZ, cz + 1) - lo(K, PZ, cz));
    }
    HYPRE_Init();
    HYPRE_BigInt il = OFF[rank], iu = OFF[rank + 1] - 1;
    int nl = (int)(iu - il + 1);
    HYPRE_IJMatrix ij;
    HYPRE_IJMatrixCreate(MPI_COMM_WORLD, il, iu, il, iu, &ij);
    HYPRE_IJMatrixSetObjectType(ij, HYPRE_PARCSR);
    HYPRE_IJMatrixInitialize(ij);
    int cx = rank % PX, cy = (rank / PX) % PY, cz = rank / (PX * PY);
    double h = 1.0 / (K + 1);
    double dv[3] = {1, 2, 3};
    for (int z = lo(K, PZ, cz); z < lo(K, PZ, cz + 1); z++)
        for (int y = lo(K, PY, cy); y < lo(K, PY, cy + 1); y++)
            for (int x = lo(K, PX, cx); x < lo(K, PX, cx + 1); x++) {
                HYPRE_BigInt row = gid(x, y, z), cols[7];
                double v[7], diag = 0, a0 = coef(x, y, z, jump);
                int n = 0, c[3] = {x, y, z};
                for (int d = 0; d < 3; d++)
                    for (int s = -1; s <= 1; s += 2) {
                        int q[3] = {x, y, z};
                        q[d] = c[d] + s;
                        double a1 = a0, w;
                        int inside = q[d] >= 0 && q[d] < K;
                        if (inside)
                            a1 = coef(q[0], q[1], q[2], jump);
                        w = 2 * a0 * a1 / (a0 + a1);
                        double cc =
                            s < 0 ? conv * dv[d] * h : 0; /* first-order upwind convection */
                        diag += w + cc;
                        if (inside) {
                            cols[n] = gid(q[0], q[1], q[2]);
                            v[n++] = -(w + cc);
                        }
                    }
                cols[n] = row;
                v[n++] = diag;
                HYPRE_IJMatrixSetValues(ij, 1, &n, &row, cols, v);
            }
    HYPRE_IJMatrixAssemble(ij);
    HYPRE_ParCSRMatrix A;
    HYPRE_IJMatrixGetObject(ij, (void **)&A);
    HYPRE_IJVector bi, xi, ri;
    HYPRE_ParVector b, x, r;
    HYPRE_IJVector *all[3] = {&bi, &xi, &ri};
    HYPRE_ParVector *pv[3] = {&b, &x, &r};
    HYPRE_BigInt *idx = malloc(nl * sizeof *idx);
    double *vb = malloc(nl * 8), *vz = calloc(nl, 8);
    for (int i = 0; i < nl; i++) {
        idx[i] = il + i;
        vb[i] = 1.0;
    }
    for (int i = 0; i < 3; i++) {
        HYPRE_IJVectorCreate(MPI_COMM_WORLD, il, iu, all[i]);
        HYPRE_IJVectorSetObjectType(*all[i], HYPRE_PARCSR);
        HYPRE_IJVectorInitialize(*all[i]);
        HYPRE_IJVectorSetValues(*all[i], nl, idx, i == 0 ? vb : vz);
        HYPRE_IJVectorAssemble(*all[i]);
        HYPRE_IJVectorGetObject(*all[i], (void **)pv[i]);
    }
    double cb = 1e300, bt = 1e300, bs = 0, bv = 0, rel = 0;
    int its = 0;
    for (int rep = 0; rep < reps; rep++) {
        HYPRE_IJVectorSetValues(xi, nl, idx, vz);
        HYPRE_Solver p, s = 0;
        HYPRE_BoomerAMGCreate(&p);
        HYPRE_BoomerAMGSetPrintLevel(p, 0);
        HYPRE_BoomerAMGSetStrongThreshold(p, opt("strong", 0.25));
        HYPRE_BoomerAMGSetMaxRowSum(p, opt("maxrow", 0.9));
        HYPRE_BoomerAMGSetCoarsenType(p, (int)opt("coarsen", 10));
        HYPRE_BoomerAMGSetInterpType(p, (int)opt("interp", 6));
        HYPRE_BoomerAMGSetPMaxElmts(p, (int)opt("pmax", 4));
        HYPRE_BoomerAMGSetTruncFactor(p, opt("trunc", 0.0));
        HYPRE_BoomerAMGSetAggNumLevels(p, (int)opt("agg", 0));
        HYPRE_BoomerAMGSetAggInterpType(p, (int)opt("agginterp", 4));
        HYPRE_BoomerAMGSetAggPMaxElmts(p, (int)opt("aggpmax", 0));
        HYPRE_BoomerAMGSetNumSweeps(p, (int)opt("sweeps", 1));
        HYPRE_BoomerAMGSetCycleType(p, (int)opt("cyc", 1));
        HYPRE_BoomerAMGSetRelaxType(p, (int)opt("relax", 6));
        HYPRE_BoomerAMGSetCycleRelaxType(p, (int)opt("coarse", 9), 3);
        HYPRE_BoomerAMGSetRelaxWt(p, opt("rw", 1.0));
        HYPRE_BoomerAMGSetOuterWt(p, opt("ow", 1.0));
        int isamg = !strcmp(solver, "amg");
        HYPRE_BoomerAMGSetTol(p, isamg ? tol : 0.0);
        HYPRE_BoomerAMGSetMaxIter(p, isamg ? maxit : 1);
        MPI_Barrier(MPI_COMM_WORLD);
        double c0 = cpu(), t0 = MPI_Wtime(), t1, t2;
        if (isamg) {
            HYPRE_BoomerAMGSetup(p, A, b, x);
            MPI_Barrier(MPI_COMM_WORLD);
            t1 = MPI_Wtime();
            HYPRE_BoomerAMGSolve(p, A, b, x);
            HYPRE_BoomerAMGGetNumIterations(p, &its);
        } else if (!strcmp(solver, "pcg")) {
            HYPRE_ParCSRPCGCreate(MPI_COMM_WORLD, &s);
            HYPRE_PCGSetMaxIter(s, maxit);
            HYPRE_PCGSetTol(s, tol);
            HYPRE_PCGSetTwoNorm(s, 1);
            HYPRE_PCGSetPrecond(s, (HYPRE_PtrToSolverFcn)HYPRE_BoomerAMGSolve,
                                (HYPRE_PtrToSolverFcn)HYPRE_BoomerAMGSetup, p);
            HYPRE_ParCSRPCGSetup(s, A, b, x);
            MPI_Barrier(MPI_COMM_WORLD);
            t1 = MPI_Wtime();
            HYPRE_ParCSRPCGSolve(s, A, b, x);
            HYPRE_PCGGetNumIterations(s, &its);
            HYPRE_ParCSRPCGDestroy(s);
        } else if (!strcmp(solver, "bicgstab")) {
            HYPRE_ParCSRBiCGSTABCreate(MPI_COMM_WORLD, &s);
            HYPRE_BiCGSTABSetMaxIter(s, maxit);
            HYPRE_BiCGSTABSetTol(s, tol);
            HYPRE_BiCGSTABSetPrecond(s, (HYPRE_PtrToSolverFcn)HYPRE_BoomerAMGSolve,
                                     (HYPRE_PtrToSolverFcn)HYPRE_BoomerAMGSetup, p);
            HYPRE_ParCSRBiCGSTABSetup(s, A, b, x);
            MPI_Barrier(MPI_COMM_WORLD);
            t1 = MPI_Wtime();
            HYPRE_ParCSRBiCGSTABSolve(s, A, b, x);
            HYPRE_BiCGSTABGetNumIterations(s, &its);
            HYPRE_ParCSRBiCGSTABDestroy(s);
        } else {
            HYPRE_ParCSRGMRESCreate(MPI_COMM_WORLD, &s);
            HYPRE_GMRESSetKDim(s, (int)opt("kdim", 30));
            HYPRE_GMRESSetMaxIter(s, maxit);
            HYPRE_GMRESSetTol(s, tol);
            HYPRE_GMRESSetPrecond(s, (HYPRE_PtrToSolverFcn)HYPRE_BoomerAMGSolve,
                                  (HYPRE_PtrToSolverFcn)HYPRE_BoomerAMGSetup, p);
            HYPRE_ParCSRGMRESSetup(s, A, b, x);
            MPI_Barrier(MPI_COMM_WORLD);
            t1 = MPI_Wtime();
            HYPRE_ParCSRGMRESSolve(s, A, b, x);
            HYPRE_GMRESGetNumIterations(s, &its);
            HYPRE_ParCSRGMRESDestroy(s);
        }
        c0 = cpu() - c0;
        MPI_Barrier(MPI_COMM_WORLD);
        t2 = MPI_Wtime();
        MPI_Allreduce(MPI_IN_PLACE, &c0, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        if (c0 < cb)
            cb = c0;
        HYPRE_BoomerAMGDestroy(p);
        HYPRE_ClearAllErrors();
        if (t2 - t0 < bt) {
            bt = t2 - t0;
            bs = t1 - t0;
            bv = t2 - t1;
        }
    }
    double nb, nr;
    HYPRE_ParVectorInnerProd(b, b, &nb);
    HYPRE_ParVectorCopy(b, r);
    HYPRE_ParCSRMatrixMatvec(-1.0, A, x, 1.0, r);
    HYPRE_ParVectorInnerProd(r, r, &nr);
    rel = sqrt(nr / nb);
    if (!rank)
        printf("time=%.6f cpu=%.6f setup=%.6f solve=%.6f iters=%d relres=%.2e n=%ld ok=%d\n", bt,
               cb, bs, bv, its, rel, OFF[np], rel <= 10 * tol);
    fflush(stdout);
    MPI_Finalize();
    return 0;
}
