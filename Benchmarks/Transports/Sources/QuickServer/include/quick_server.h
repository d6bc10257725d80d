#include <stdint.h>

// Serves a constant response on a port of the loopback, on a thread of its own. A request whose target begins with
// "/silent" gets no response. Returns the port, or 0.
uint16_t quick_server_start(void);
