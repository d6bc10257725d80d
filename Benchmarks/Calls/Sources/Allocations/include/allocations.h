/// How often memory has been asked for since the process began; always 0 where the C library cannot tell.
unsigned long allocations(void);
