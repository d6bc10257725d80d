import Methodical
import MethodicalStreams

extension Mastodon {
    /// Returns the home timeline after each change: first with the newest `count` posts, then after each event.
    ///
    /// The sequence ends when the server ends its stream. A caller that leaves the loop ends the request.
    public func homeTimeline(newest count: Int) -> AsyncThrowingStream<HomeTimeline, any Error> {
        let (timelines, continuation) = AsyncThrowingStream<HomeTimeline, any Error>.makeStream()
        let work = Task {
            do {
                var timeline = HomeTimeline()
                try await timeline.readOlder(count, from: self)
                continuation.yield(timeline)
                for try await event in streaming.getUser() {
                    timeline.apply(event)
                    continuation.yield(timeline)
                }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in work.cancel() }
        return timelines
    }
}
