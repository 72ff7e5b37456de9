/*
 * A program that is instrumented for spawning as GPTune's guide says (section 3.2.1): it asks for its parent and reduces its
 * results to it. Ranks share the rows of an n x n grid, on which a five-point stencil is applied in tiles; the height of a tile
 * comes by an argument, its width by the environment. Run by itself, it prints its results.
 *
 *     stencil N SWEEPS TILE_HEIGHT          TILE_WIDTH=...
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm parent;
    MPI_Comm_get_parent(&parent);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const char *width_text = getenv("TILE_WIDTH");
    int n = argc > 1 ? atoi(argv[1]) : 0;
    int sweeps = argc > 2 ? atoi(argv[2]) : 0;
    int height = argc > 3 ? atoi(argv[3]) : 0;
    int width = width_text == NULL ? 0 : atoi(width_text);
    if (n < 1 || sweeps < 1 || height < 1 || width < 1) {
        fprintf(stderr, "stencil: N, SWEEPS, TILE_HEIGHT and TILE_WIDTH have to be positive\n");
        MPI_Abort(MPI_COMM_WORLD, 3);
    }
    int rows = n / size + (rank < n % size);
    size_t line = (size_t) n + 2;
    double *from = calloc((rows + 2) * line, sizeof(double));
    double *to = calloc((rows + 2) * line, sizeof(double));
    if (from == NULL || to == NULL) {
        perror("stencil");
        MPI_Abort(MPI_COMM_WORLD, 4);
    }
    for (size_t i = 0; rank == 0 && i < line; i++) {
        from[i] = to[i] = 1; /* the upper border is hot */
    }
    int above = rank == 0 ? MPI_PROC_NULL : rank - 1;
    int below = rank == size - 1 ? MPI_PROC_NULL : rank + 1;
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    for (int sweep = 0; sweep < sweeps; sweep++) {
        MPI_Sendrecv(from + line, n + 2, MPI_DOUBLE, above, 0, from + (rows + 1) * line, n + 2, MPI_DOUBLE, below, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Sendrecv(from + rows * line, n + 2, MPI_DOUBLE, below, 1, from, n + 2, MPI_DOUBLE, above, 1, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        for (int tile = 1; tile <= rows; tile += height) {
            int last = tile + height - 1 < rows ? tile + height - 1 : rows;
            for (int left = 1; left <= n; left += width) {
                int right = left + width - 1 < n ? left + width - 1 : n;
                for (int i = tile; i <= last; i++) {
                    for (int j = left; j <= right; j++) {
                        size_t at = i * line + j;
                        to[at] = 0.25 * (from[at - 1] + from[at + 1] + from[at - line] + from[at + line]);
                    }
                }
            }
        }
        double *swap = from;
        from = to;
        to = swap;
    }
    float results[2] = {(float) (MPI_Wtime() - start), 0};
    for (size_t i = 1; i <= (size_t) rows; i++) {
        for (int j = 1; j <= n; j++) {
            results[1] = fmaxf(results[1], (float) fabs(from[i * line + j] - to[i * line + j]));
        }
    }
    if (parent == MPI_COMM_NULL) {
        float largest[2];
        MPI_Reduce(results, largest, 2, MPI_FLOAT, MPI_MAX, 0, MPI_COMM_WORLD);
        if (rank == 0) {
            printf("seconds=%g\nchange=%g\n", largest[0], largest[1]);
        }
    } else {
        MPI_Reduce(results, MPI_BOTTOM, 2, MPI_FLOAT, MPI_MAX, 0, parent);
        MPI_Comm_disconnect(&parent);
    }
    free(from);
    free(to);
    MPI_Finalize();
    return 0;
}
