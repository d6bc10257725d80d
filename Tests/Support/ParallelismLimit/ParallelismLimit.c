#include "ParallelismLimit.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// Swift Testing reads the variable when the test bundle starts, after constructors have run. A value from the
// environment wins.
__attribute__((constructor)) static void limitParallelism(void) {
    long width = 3 * sysconf(_SC_NPROCESSORS_ONLN);
    char text[8];
    snprintf(text, sizeof text, "%ld", width < 3 ? 3 : width > 16 ? 16 : width);
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", text, 0);
}
