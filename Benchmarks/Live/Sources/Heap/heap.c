#include "heap.h"
#include <stddef.h>

#ifdef __APPLE__
#include <malloc/malloc.h>

unsigned long heap_bytes(void) {
    malloc_statistics_t statistics;
    malloc_zone_statistics(NULL, &statistics);
    return statistics.size_in_use;
}
#else
#include <malloc.h>

// Large blocks lie outside of the arenas.
unsigned long heap_bytes(void) {
    struct mallinfo2 information = mallinfo2();
    return information.uordblks + information.hblkhd;
}
#endif
