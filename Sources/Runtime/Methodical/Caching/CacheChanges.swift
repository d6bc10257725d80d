/// The changes of a store, for the live values that observe it.
///
/// A store of your own makes one of these, returns it as ``CacheStore/changes``, and sends each change after it has
/// happened. A change that is sent twice, or too early, costs a look at the store and nothing else. Nothing is kept for
/// later, so sending costs a lock while nobody observes.
public final class CacheChanges: Sendable {
    /// A change of a store.
    public enum Change: Hashable, Sendable {
        /// A response was stored, or replaced.
        case stored(CacheKey)
        /// A response was removed. Not sent if a store has only made room.
        case removed(CacheKey)
        /// All responses of a scope were removed.
        case removedAll(CacheKey.Scope)
        /// A write, or the app, has made the responses of a namespace stale.
        case invalidated(CacheKey.Namespace)
        /// Generations have changed, and the store does not know the names of their namespaces.
        case invalidatedSome
    }

    /// A function that brings the generations of keys up to date that other processes may have changed.
    public typealias CatchUp = @Sendable (_ keys: [CacheKey]) async -> Void

    private let observers = Observers<Change>()
    private let sources: [CacheChanges]
    /// The function that brings generations up to date, or `nil` if no other process changes the store. While a live
    /// value is in sight, it is called once a second, and the generations are compared after it.
    package let catchUp: CatchUp?

    /// Creates the changes of a store.
    ///
    /// - Parameters:
    ///   - sources: The changes of the stores that this store is made of. Its observers are told of them too.
    ///   - catchUp: A function for a store that other processes change without a message. If generations can be read at
    ///     any time, as from a file, the function may be empty.
    public init(including sources: [CacheChanges] = [], catchUp: CatchUp? = nil) {
        self.sources = sources
        let earlier = sources.compactMap(\.catchUp)
        if earlier.isEmpty {
            self.catchUp = catchUp
        } else {
            self.catchUp = { keys in
                for source in earlier {
                    await source(keys)
                }
                await catchUp?(keys)
            }
        }
    }

    /// Tells all observers of a change that has happened.
    public func send(_ change: Change) {
        observers.send(change)
    }

    /// Adds an observer of this store's changes and those of its sources. It is told on the thread of the change, and
    /// must not use the store.
    package func observe(_ observer: @escaping @Sendable (Change) -> Void) -> [Observation] {
        [observers.add(observer)] + sources.flatMap { $0.observe(observer) }
    }
}
