#include "ParallelismLimit.h"
#include <stdlib.h>

// Swift Testing reads the variable when the test bundle starts, after constructors have run. A value from the
// environment wins.
__attribute__((constructor)) static void limitParallelism(void) {
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "16", 0);
}
