import Foundation
import Methodical

/// A read that shares its request with equal reads of the fleet.
///
/// Reads are equal if they have the same cache key, kind of token, header fields and generation. A read that begins
/// after a write has another generation than one that began before it, so it does not get its response.
struct SharedRead: Sendable {
    let settings: CallSettings
    let call: Call
    let key: CacheKey
    let context: MiddlewareContext
    private let cache: FleetCache
    /// The time after which a read of a process that was killed is no longer waited for.
    private static let lease = Duration.seconds(2)
    /// The time for which the engine keeps a response for those that wait.
    private static let lifetime = Duration.seconds(10)

    init(_ cache: FleetCache, settings: CallSettings, call: Call, key: CacheKey, context: MiddlewareContext) {
        self.cache = cache
        self.settings = settings
        self.call = call
        self.key = key
        self.context = context
    }

    private enum Wait {
        case response(HTTPResponse)
        /// The other process has ended without a response for this one.
        case failed
        /// The other process had ended before it knew that this one waits.
        case missed
    }

    /// Returns the response to this read or to an equal one.
    func join(next: Middleware.NextCall) async throws -> HTTPResponse {
        let identity =
            Fleet.identity(of: call.responseSettings) + Data(cache.generation(key)) + Data(key.bytes)
        while let waiter = cache.reads.enter(identity) {
            switch try await cache.reads.outcome(of: waiter, for: identity) {
            case .response(let response): return response
            case .failed: return try await next(settings)
            case .cancelled: continue
            }
        }
        do {
            let response = try await joinFleet(identity: identity, next: next)
            cache.reads.end(identity, with: .response(response))
            return response
        } catch {
            if Task.isCancelled {
                cache.reads.end(identity, with: .cancelled)
            } else {
                cache.reads.end(identity, with: .failed)
            }
            throw error
        }
    }

    private func joinFleet(identity: Data, next: Middleware.NextCall) async throws -> HTTPResponse {
        let leaseKey = cache.fleet.key("read", for: identity)
        let deadline = settings.timeout.map { cache.fleet.time.instant().after($0) }
        do {
            while true {
                if let lease = try await Lease.take(leaseKey, for: Self.lease, in: cache.fleet) {
                    return try await lead(lease, identity: identity, next: next)
                }
                switch try await wait(for: leaseKey, identity: identity, before: deadline) {
                case .response(let response): return response
                case .failed:
                    try await cache.update(key, isCached: call.isCached)
                    return try await next(settings)
                case .missed:
                    try await cache.update(key, isCached: call.isCached)
                    if call.isServedByCache {
                        return try await next(settings)
                    }
                }
            }
        } catch let error as EngineLost {
            context.report(.sharedStateFailed("an equal read of another process may be in flight: \(error)"))
            return try await next(settings)
        }
    }

    /// Asks the server, and passes the response on.
    private func lead(_ lease: Lease, identity: Data, next: Middleware.NextCall) async throws -> HTTPResponse {
        let earlier = (try? cache.local.entry(key)) ?? nil
        let response: HTTPResponse
        do {
            response = try await lease.extended { try await next(settings) }
        } catch {
            Task {
                if try await !lease.release() {
                    try await lease.releaseAwaited()
                }
            }
            throw error
        }
        // In a task of its own, because others wait for the response even if this caller is cancelled now.
        await Task {
            do {
                var isShared = false
                if call.isCached {
                    isShared = try await cache.share(key, insteadOf: earlier)
                }
                if try await lease.release() {
                    return
                }
                if !isShared {
                    try await publish(response, owner: lease.owner, identity: identity)
                }
                try await lease.releaseAwaited()
            } catch {
                context.report(.sharedStateFailed("other processes do not get the response: \(error)"))
            }
        }.value
        return response
    }

    /// Stores a response that no cache keeps, for those that wait for it now.
    private func publish(_ response: HTTPResponse, owner: Data, identity: Data) async throws {
        let headers = SharedEntry.headers(response.headers)
        // A response that repeats a secret stays in this process.
        let text = String(decoding: headers + response.body, as: UTF8.self)
        guard response.body.count <= cache.largest, context.redacted(text) == text else {
            return
        }
        let name = cache.fleet.key("result", for: owner)
        let fields = [Data(UInt64(response.status)), headers, response.body]
        let value = try cache.fleet.value(identity: identity, fields: fields, for: name)
        try await cache.fleet.ask { try await $0.set(name, to: value, for: Self.lifetime) }
    }

    /// Waits for the process that has the lease.
    private func wait(for leaseKey: String, identity: Data, before deadline: ContinuousClock.Instant?)
        async throws -> Wait
    {
        let fleet = cache.fleet
        var owner: Data?
        var pause = Duration.milliseconds(3)
        while true {
            let resultKey = owner.map { fleet.key("result", for: $0) }
            let names = [leaseKey, resultKey].compactMap(\.self)
            let values = try await fleet.ask { try await $0.values(names) }
            if owner != nil, values.count == 2,
                let response = response(from: values[1], identity: identity, name: names[1])
            {
                return .response(response)
            }
            guard let lease = values.first ?? nil else {
                if owner == nil {
                    return .missed
                }
                return .failed
            }
            if let owner, lease.prefix(owner.count) != owner {
                return .failed
            }
            if owner == nil {
                owner = Data(lease.prefix(16))
                // The other process publishes its response only if it is told that one waits.
                if lease.count == 16 {
                    let isTold = try await fleet.ask {
                        try await $0.compareAndSet(
                            leaseKey,
                            from: lease,
                            to: Lease.awaited(lease),
                            for: Self.lease)
                    }
                    if !isTold {
                        owner = nil
                    }
                }
                continue
            }
            if let deadline, fleet.time.instant() >= deadline {
                throw APIError(.timedOut, "an equal read of another process did not end in time")
            }
            try await fleet.time.sleep(pause * Double.random(in: 0.5...1))
            pause = min(pause * 1.5, .milliseconds(50))
        }
    }

    private func response(from value: Data?, identity: Data, name: String) -> HTTPResponse? {
        guard
            let fields = cache.fleet.fields(
                from: value,
                identity: identity,
                count: 3,
                for: name,
                limit: cache.largestValue),
            let status = fields[0].number,
            100...599 ~= status,
            let headers = SharedEntry.readHeaders(fields[1])
        else { return nil }
        return HTTPResponse(status: Int(status), headers: headers, body: fields[2])
    }
}
