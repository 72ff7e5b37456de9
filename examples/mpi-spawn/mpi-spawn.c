/*
 * Starts an MPI program as GPTune's spawning mode does, for programs that ask for their parent (MPI_Comm_get_parent) and hand
 * their results to it, so that they can be tuned as they are:
 *
 *     mpirun -n 1 mpi-spawn [options] -- PROGRAM [ARGUMENT...]
 *
 *     -n RANKS             processes to spawn (default: 1)
 *     -e NAME=VALUE        sets an environment variable of theirs (repeatable)
 *     -i KEY=VALUE         hint for MPI_Comm_spawn, such as host=n1,n2 or wdir=/tmp (repeatable)
 *     -o NAME[,NAME...]    names of the numbers that the program reduces to its parent, in their order; without, none is expected
 *     -t float|double      their type (default: float)
 *     -r max|min|sum       their operation (default: max), which the program names as well
 *
 * Prints a line NAME=VALUE for each number. Exit codes: 2 for a usage that it does not know, 1 for anything that MPI refuses;
 * where the program ends or aborts without handing its numbers over, mpirun ends with the program's code.
 */
#include <errno.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_NUMBERS 64

static void refuse(const char *what, const char *value) {
    fprintf(stderr, "mpi-spawn: %s '%s'; see the head of mpi-spawn.c\n", what, value);
    exit(2);
}

static void fail(const char *what, int code) {
    char text[MPI_MAX_ERROR_STRING] = "";
    int length;
    MPI_Error_string(code, text, &length);
    fprintf(stderr, "mpi-spawn: %s: %s\n", what, text);
    MPI_Abort(MPI_COMM_WORLD, 1);
    exit(1);
}

/* Appends a line to a text that grows. */
static char *with_line(char *text, const char *line) {
    size_t before = text == NULL ? 0 : strlen(text);
    char *longer = realloc(text, before + strlen(line) + 2);
    if (longer == NULL) {
        perror("mpi-spawn");
        exit(1);
    }
    strcpy(longer + before, line);
    strcat(longer, "\n");
    return longer;
}

static int ranks_of(const char *text) {
    char *end;
    errno = 0;
    long ranks = strtol(text, &end, 10);
    if (*text == 0 || *end != 0 || errno != 0 || ranks < 1 || ranks > 1000000) {
        refuse("-n needs a number of processes, not", text);
    }
    return (int) ranks;
}

int main(int argc, char **argv) {
    int ranks = 1;
    char *names = NULL;
    char *environment = NULL;
    MPI_Datatype type = MPI_FLOAT;
    MPI_Op operation = MPI_MAX;
    char *hints[MOST_NUMBERS];
    int hint_count = 0;
    int at = 1;
    for (; at < argc && strcmp(argv[at], "--") != 0; at += 2) {
        const char *option = argv[at];
        if (strlen(option) != 2 || option[0] != '-' || strchr("neiotr", option[1]) == NULL) {
            refuse("unknown option", option);
        }
        if (at + 1 >= argc) {
            refuse("a value is missing after", option);
        }
        char *value = argv[at + 1];
        if ((option[1] == 'e' || option[1] == 'i') && (strchr(value, '=') == NULL || value[0] == '=' || strchr(value, '\n') != NULL)) {
            refuse("NAME=VALUE expected, not", value);
        }
        switch (option[1]) {
        case 'n': ranks = ranks_of(value); break;
        case 'e': environment = with_line(environment, value); break;
        case 'i':
            if (hint_count == MOST_NUMBERS) {
                refuse("too many hints, the last one is", value);
            }
            hints[hint_count++] = value;
            break;
        case 'o': names = value; break;
        case 't':
            if (strcmp(value, "float") != 0 && strcmp(value, "double") != 0) {
                refuse("-t is float or double, not", value);
            }
            type = value[0] == 'f' ? MPI_FLOAT : MPI_DOUBLE;
            break;
        default:
            if (strcmp(value, "max") != 0 && strcmp(value, "min") != 0 && strcmp(value, "sum") != 0) {
                refuse("-r is max, min or sum, not", value);
            }
            operation = strcmp(value, "max") == 0 ? MPI_MAX : strcmp(value, "min") == 0 ? MPI_MIN : MPI_SUM;
        }
    }
    if (at + 1 >= argc) {
        refuse("no program after", "--");
    }

    /* MPI_Init may change argv, but not what its entries point to. */
    char *program = argv[at + 1];
    char **arguments = argv + at + 2;
    int count = 0;
    char *output[MOST_NUMBERS];
    for (char *name = names == NULL ? NULL : strtok(names, ","); name != NULL; name = strtok(NULL, ",")) {
        if (count == MOST_NUMBERS) {
            refuse("more than 64 names, the last one is", name);
        }
        output[count++] = name;
    }

    MPI_Init(NULL, NULL);
    int size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size != 1) {
        fprintf(stderr, "mpi-spawn: start it as one process (mpirun -n 1), not as %d\n", size);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Info info;
    MPI_Info_create(&info);
    if (environment != NULL) {
        MPI_Info_set(info, "env", environment); /* of Open MPI */
    }
    for (int i = 0; i < hint_count; i++) {
        char *equals = strchr(hints[i], '=');
        *equals = 0;
        MPI_Info_set(info, hints[i], equals + 1);
    }
    MPI_Comm workers;
    int code = MPI_Comm_spawn(program, arguments, ranks, info, 0, MPI_COMM_SELF, &workers, MPI_ERRCODES_IGNORE);
    if (code != MPI_SUCCESS) {
        fail("the program could not be started", code);
    }
    if (count > 0) {
        float floats[MOST_NUMBERS];
        double doubles[MOST_NUMBERS];
        void *numbers = type == MPI_FLOAT ? (void *) floats : (void *) doubles;
        MPI_Comm_set_errhandler(workers, MPI_ERRORS_RETURN);
        code = MPI_Reduce(MPI_BOTTOM, numbers, count, type, operation, MPI_ROOT, workers);
        if (code != MPI_SUCCESS) {
            fail("the program handed over nothing", code);
        }
        for (int i = 0; i < count; i++) {
            printf("%s=%.9g\n", output[i], type == MPI_FLOAT ? (double) floats[i] : doubles[i]);
        }
        fflush(stdout);
    }
    MPI_Comm_disconnect(&workers);
    MPI_Info_free(&info);
    MPI_Finalize();
    return 0;
}
