import Foundation
import Methodical

extension FleetCache {
    /// Exchanges the state of a read with the engine before it and after it, and that of a write after it.
    public func handleCall(
        _ settings: CallSettings,
        _ context: MiddlewareContext,
        next: NextCall
    ) async throws -> HTTPResponse {
        guard isInPlace(in: context.call.client.configuration) else {
            context.report(
                .sharedStateFailed(
                    "a FleetCache works only if it is the client's cache and the last of its middlewares "
                        + "except for FleetLimits"))
            return try await next(settings)
        }
        if !context.reads {
            return try await write(settings, context: context, next: next)
        }
        let call = context.call(with: settings)
        guard let key = call.cacheKey, !call.isOffline else {
            return try await next(settings)
        }
        let read = SharedRead(self, settings: settings, call: call, key: key, context: context)
        return try await self.read(read, next: next)
    }

    /// Middlewares after this one could change the settings, and equal reads would not be equal.
    private func isInPlace(in configuration: Client.Configuration) -> Bool {
        let last = configuration.middlewares.last { !($0 is FleetLimits) }
        return (last as? FleetCache) === self && (configuration.cache as? FleetCache) === self
    }

    private func write(
        _ settings: CallSettings,
        context: MiddlewareContext,
        next: NextCall
    ) async throws -> HTTPResponse {
        let result: Result<HTTPResponse, any Error>
        do {
            result = .success(try await Self.$isWriting.withValue(true) { try await next(settings) })
        } catch {
            result = .failure(error)
        }
        let namespaces = context.call.namespaces.map {
            CacheKey.Namespace($0, api: context.api.name, account: context.account).digest
        }
        // In a task of its own, because the write has happened even if the caller is cancelled now.
        let telling = Task { try await writePending(of: namespaces) }
        do {
            try await telling.value
        } catch {
            context.report(.sharedStateFailed("other processes do not know of the write yet: \(error)"))
        }
        return try result.get()
    }

    private func read(_ read: SharedRead, next: NextCall) async throws -> HTTPResponse {
        let isCached = read.call.isCached
        do { try await update(read.key, isCached: isCached) } catch let error as EngineLost {
            read.context.report(.sharedStateFailed("the cache is that of this process: \(error)"))
            return try await next(read.settings)
        }
        if read.call.isServedByCache {
            return try await next(read.settings)
        }
        if joinsReads, read.context.isShareable {
            return try await read.join(next: next)
        }
        var earlier: CacheEntry?
        if isCached {
            earlier = try? local.entry(read.key)
        }
        let response = try await next(read.settings)
        if isCached {
            _ = try? await share(read.key, insteadOf: earlier)
        }
        return response
    }
}
