import Foundation
import Methodical
import MethodicalStreams

/// A stream of events over the loopback.
enum Streams {
    static func read(events: Int, size: Int, address: String) async throws {
        let service = Service(
            configuration: Client.Configuration(baseURL: address, cache: nil, limits: [:]))
        let call = Call(service.client, .init("events", .get, "events/\(events)/\(size)", reads: true))
        let stream = StreamRequest<Item>(call, .events).reconnecting(false)
        // The clocks begin with the first event. Until then, the server makes its text, and URLSession keeps a core busy
        // on Linux while it waits.
        var (start, begin) = (0.0, ContinuousClock.now)
        var count = 0
        for try await event in stream {
            guard event.name.utf8.count == size else { throw Problem("event \(count) is damaged") }
            if count == 0 {
                (start, begin) = (cpu(), .now)
            }
            count += 1
        }
        guard count == events else { throw Problem("of \(events) events \(count) arrived") }
        let measured = Double(events - 1)
        let seconds = (ContinuousClock.now - begin) / .seconds(1)
        print("event", (cpu() - start) / measured * 1e6)
        print("events-a-second", measured / seconds)
        print("megabytes-a-second", measured * Double(size) / 1e6 / seconds)
    }
}
