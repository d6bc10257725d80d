import Foundation
import Methodical

/// The rate limits of a client, kept by all processes of a fleet together: one limit for each account, API and kind of
/// token.
///
/// The limits are those of the client: `Client.Configuration.limits`, or those of the API's description. Requests are
/// spaced evenly over the interval. The engine keeps the time of the next request, and each process reserves places in
/// this schedule: for the calls that wait, and for those that will come soon if calls come as often as before. A
/// process reserves at most an eighth of the limit at once, so it asks the engine less often than it calls, and others
/// get their turn.
///
/// Within a process, calls with a higher priority go first, and equal ones in the order of their arrival. No call is
/// overtaken more than eight times in a row. A call that is cancelled or whose time is over leaves its place to the
/// next one.
///
/// The client keeps its own limiter, too, so a single process never exceeds the limit. Of several limits that hold
/// together, the fleet shares the first one. The others, and the number of requests in flight, hold in each process.
public final class FleetLimits: Middleware {
    private let fleet: Fleet
    private let burst: Int
    private let share: Double
    private let limiters = Locked<[String: SlotLimiter]>([:])

    /// Creates the shared limits.
    ///
    /// - Parameters:
    ///   - fleet: The fleet.
    ///   - burst: The number of requests that may be sent at once after a pause. The default spaces requests evenly.
    ///     With a burst of `n`, an interval may have up to `n - 1` requests more than the limit.
    ///   - share: The part of the limit that this process uses while the engine is lost: for four processes, a quarter.
    public init(_ fleet: Fleet, burst: Int = 1, share: Double) {
        self.fleet = fleet
        self.burst = max(1, burst)
        self.share = min(max(share, 0.001), 1)
    }

    /// Waits for the attempt's place in the fleet's schedule.
    public func handleAttempt(
        _ request: HTTPRequest,
        _ context: MiddlewareContext,
        next: NextAttempt
    ) async throws -> HTTPResponse {
        let call = context.call
        let token = call.client.account.token
        guard let limit = call.client.rateLimit(for: token, call: call) else {
            return try await next(request)
        }
        let started = fleet.time.instant()
        let deadline = request.timeout.map { started.after($0) }
        let isLocal = try await limiter(for: call.client, token: token, limit: limit).slot(
            priority: request.priority, before: deadline)
        if isLocal {
            context.report(.sharedStateFailed("the rate limit is that of this process"))
        }
        var request = request
        request.timeout = request.timeout.map { $0 - (fleet.time.instant() - started) }
        return try await next(request)
    }

    /// The number of limiters from which on those of idle accounts are removed.
    private static let cleaningThreshold = 1000

    private func limiter(
        for client: Client,
        token: Token?,
        limit: APIDescription.Limit
    ) -> SlotLimiter {
        let identity = Fleet.identity(of: [
            client.api.name, client.baseURL, client.account.id.rawValue, "\(token?.kinds.rawValue ?? 0)",
            "\(limit.count)", "\(limit.interval)",
        ])
        let key = fleet.key("limit", for: identity)
        return limiters.withLock { limiters in
            if let limiter = limiters[key] {
                return limiter
            }
            // Limiters of accounts that no longer call are forgotten. The engine has their state.
            if limiters.count >= Self.cleaningThreshold {
                limiters = limiters.filter { !$0.value.isIdle }
            }
            let limiter = SlotLimiter(fleet, key: key, limit: limit, burst: burst, share: share)
            limiters[key] = limiter
            return limiter
        }
    }
}
