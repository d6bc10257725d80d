import EachTransport
import Foundation
import LoopbackServer
import Methodical
import MethodicalStreams
import Testing

/// Tests of servers that end connections without an event, and of ids and pauses that no client can use.
@Suite(.eachTransport) struct StreamReconnectionTests {
    // MARK: Pauses

    /// A comment is no event, and neither is a part of one.
    @Test(arguments: ["", ": hello\n\n", "id: 7\n\n", "data: half", "event: a\n\n"])
    func pausesGrowIfConnectionsBringNoEvent(body: String) async throws {
        let (count, pauses) = (Counter(), Pauses())
        let server = try LoopbackServer { _ in
            switch count.next() {
            case 1...6: stream(body)
            case 7: stream("data: 1\n\n")
            case 8: stream(body)
            default: .http(204)
            }
        }
        let (elements, error) = await collect(Service(server.baseURL, pauses: pauses).ticks())
        #expect(elements == [1] && error == nil)
        // The event ends the growth, and the connection after it begins it anew.
        #expect(pauses.all.withLock { $0 } == [6, 12, 24, 48, 60, 60, 3, 6].map { .seconds($0) })
    }

    @Test func pausesGrowEvenIfTheServerAsksForNone() async throws {
        let (count, pauses) = (Counter(), Pauses())
        let server = try LoopbackServer { _ in count.next() < 5 ? stream("retry: 0\n\n") : .http(204) }
        _ = await collect(Service(server.baseURL, pauses: pauses).ticks())
        #expect(pauses.all.withLock { $0 } == [200, 400, 800, 1600].map { .milliseconds($0) })
    }

    @Test(arguments: ["3600001", "999999999999", "99999999999999999999999999"])
    func aServerCannotSilenceTheClientForEver(retry: String) async throws {
        let (count, pauses) = (Counter(), Pauses())
        let server = try LoopbackServer { _ in
            count.next() == 1 ? stream("retry: \(retry)\ndata: 1\n\n") : .http(204)
        }
        let (events, _) = await collect(Service(server.baseURL, pauses: pauses).ticks().events)
        #expect(events.map(\.retry) == [.seconds(3600)])
        #expect(pauses.all.withLock { $0 } == [.seconds(3600)])
    }

    // MARK: Ids

    /// The standard ignores only NUL. An id that cannot be a header field is not sent, and the client says so.
    @Test(arguments: ["a\u{1}b", "\u{1B}[31m", "a\u{7F}"])
    func anIDThatCannotBeSent(id: String) async throws {
        let count = Counter()
        let server = try LoopbackServer { _ in
            switch count.next() {
            case 1: stream("id: \(id)\ndata: 1\n\n")
            case 2: stream("id: 8\ndata: 2\n\n")
            default: .http(204)
            }
        }
        let log = EventLog()
        let service = Service(
            over: .init(
                baseURL: server.baseURL, observers: [log], time: TimeSource(now: { Date() }, sleep: { _ in })))
        let (events, error) = await collect(service.ticks().events)
        #expect(events.map(\.id) == [id, "8"] && error == nil)
        #expect(server.received.map { $0["Last-Event-ID"] } == [nil, nil, "8"])
        #expect(log.restarts.withLock { $0 } == 1)
    }

    @Test(arguments: ["a\tb", "…", String(repeating: "x", count: 4096)])
    func otherIDsAreSent(id: String) async throws {
        let count = Counter()
        let server = try LoopbackServer { _ in count.next() == 1 ? stream("id: \(id)\ndata: 1\n\n") : .http(204) }
        let (events, _) = await collect(Service(server.baseURL).ticks().events)
        #expect(events.map(\.id) == [id])
        #expect(server.received.map { $0["Last-Event-ID"] } == [nil, id])
    }

    /// The next connection continues after the event before, so that nothing is lost.
    @Test(arguments: [4097, 1 << 20]) func anIDThatIsTooLongIsIgnored(length: Int) async throws {
        let count = Counter()
        let id = String(repeating: "x", count: length)
        let server = try LoopbackServer { _ in
            count.next() == 1 ? stream("id: 7\ndata: 1\n\nid: \(id)\ndata: 2\n\n") : .http(204)
        }
        let (events, error) = await collect(Service(server.baseURL).ticks().events)
        #expect(events.map(\.id) == ["7", "7"] && events.map(\.value) == [1, 2] && error == nil)
        #expect(server.received.map { $0["Last-Event-ID"] } == [nil, "7"])
    }
}

/// The number of a request.
private final class Counter: Sendable {
    private let count = Locked(0)

    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}

/// An observer that counts the streams that cannot continue after their last event.
private final class EventLog: ClientObserver {
    let restarts = Locked(0)

    func observe(_ event: ClientEvent) { if case .streamRestarted = event.kind { restarts.withLock { $0 += 1 } } }
}
