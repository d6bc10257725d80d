#define _GNU_SOURCE
#include "quick_server.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { places = 512, room = 4096 };

static const char response[] =
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 42\r\n\r\n"
    "{\"response\":{\"id\":1,\"first_name\":\"Pavel\"}}";

static struct pollfd sockets[places];
static char requests[places][room];
static size_t lengths[places];

// Answers the complete requests of a connection. Returns 0 at its end.
static int answer(int i) {
    ssize_t count = recv(sockets[i].fd, requests[i] + lengths[i], room - lengths[i], 0);
    if (count <= 0) return 0;
    lengths[i] += (size_t)count;
    char *end;
    while ((end = memmem(requests[i], lengths[i], "\r\n\r\n", 4))) {
        size_t length = (size_t)(end - requests[i]) + 4;
        int is_silent = memmem(requests[i], length, " /silent", 8) != NULL;
        memmove(requests[i], requests[i] + length, lengths[i] -= length);
        if (!is_silent && send(sockets[i].fd, response, sizeof response - 1, 0) < 0) return 0;
    }
    return lengths[i] < room;
}

static void *serve(void *unused) {
    int count = 1;
    for (;;) {
        if (poll(sockets, (nfds_t)count, -1) < 0) continue;
        for (int i = count - 1; i > 0; i--) {
            if (!sockets[i].revents || answer(i)) continue;
            close(sockets[i].fd);
            sockets[i] = sockets[--count];
            memcpy(requests[i], requests[count], room);
            lengths[i] = lengths[count];
        }
        if (!sockets[0].revents || count == places) continue;
        int connection = accept(sockets[0].fd, NULL, NULL), yes = 1;
        if (connection < 0) continue;
        setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        lengths[count] = 0;
        sockets[count++] = (struct pollfd){.fd = connection, .events = POLLIN};
    }
    return unused;
}

uint16_t quick_server_start(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    pthread_t thread;
    sockets[0] = (struct pollfd){.fd = socket(AF_INET, SOCK_STREAM, 0), .events = POLLIN};
    if (bind(sockets[0].fd, (struct sockaddr *)&address, size) || listen(sockets[0].fd, 128)) return 0;
    if (getsockname(sockets[0].fd, (struct sockaddr *)&address, &size)) return 0;
    return pthread_create(&thread, NULL, serve, NULL) ? 0 : ntohs(address.sin_port);
}
