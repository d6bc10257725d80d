import Methodical

import struct Foundation.Date

/// The state behind a live value: events go in, effects come out.
///
/// This is a pure state machine, so that tests can try every order of events. At most one request and one look at the
/// cache are in flight, never both. So responses come in order, and a write during a request costs one more request,
/// however many writes there are.
struct LiveMachine<Value: Equatable & Sendable>: Sendable {
    typealias Response = ObservedResponse<Value>

    /// The last response that is shown, or `nil` without one.
    var response: Response?
    /// The error of the last request, unless the server was not reached and there is a value.
    var error: APIError?
    /// The value that is shown: that of the last response with the optimistic changes.
    var value: Value?

    var changes = OptimisticChanges<Value>()
    /// A response that arrived during a write. It counts if the server refuses the write.
    var heldResponse: Response?
    /// A cached response that a write has overtaken. It is shown only if the server cannot be reached.
    var overtakenResponse: Response?
    var request: Request?
    var look: Look?
    var hasLooked = false
    /// Indicates whether the cache may have another response than the one that is shown.
    var isCacheChanged = false
    /// Indicates whether a request is due as soon as somebody looks.
    var needsRequest = false
    var isSignedOut = false
    /// Indicates whether the last request did not reach the server.
    var isUnreached = false
    /// The end of a lifetime for which a request was sent already.
    var passedExpiry: Date?
    var lookers = 0
    /// The callers of `refresh()` that the next request answers.
    var waiters: [Int] = []
    /// The newest generation of the key that is known.
    var generation: UInt64?
    var lastNumber = 0
    /// Indicates whether the response or the changes are others than those of the value that is shown.
    var isShownOutdated = false
    /// A number that changes with the value.
    var valueVersion = 0
    var effects: [Effect] = []

    /// A request in flight.
    struct Request: Sendable {
        let number: Int
        var waiters: [Int]
        /// Indicates whether a write of this value's own has ended since the request was sent.
        var isOvertaken = false
        /// Indicates whether another request follows if this one does not reach the server.
        var isRepeatedIfUnreached = false
        /// The newest generation that was seen since the request was sent, if it has changed.
        var generation: UInt64?
    }

    /// A look at the cache in progress.
    struct Look: Sendable {
        let number: Int
        /// The newest generation that was seen since the look began, if it has changed.
        var generation: UInt64?
    }

    enum Event: Sendable {
        /// Somebody begins to look.
        case looked(at: Date)
        /// Somebody looks no longer.
        case left
        /// A caller asks for a request.
        case asked(waiter: Int)
        /// A caller does not wait for its request any longer.
        case gaveUp(waiter: Int)
        /// The cache may have another response.
        case cacheChanged
        /// The cached response was removed.
        case removed
        /// The generation of the key was read.
        case generation(UInt64)
        /// The lifetime of the response may be over.
        case expired(at: Date)
        case found(Call.CacheLook<Value>, look: Int, at: Date)
        case responded(Response, request: Int)
        case failed(APIError, request: Int)
        case changeBegan(Int, OptimisticChanges<Value>.Change)
        case changeSucceeded(Int)
        case changeFailed(Int)
        case signedOut
        case signedIn
        case becameActive(at: Date)
        case networkReturned
    }

    enum Effect: Sendable {
        /// Look at the cache, and report a response other than the one with the mark.
        case look(Int, known: CacheMark?)
        /// Ask the server.
        case request(Int)
        /// Cancel a request whose result no longer counts.
        case cancel(Int)
        /// Resume a caller of `refresh()`.
        case resume(waiter: Int, Result<Value, APIError>)
    }

    var isLookedAt: Bool { lookers > 0 }

    /// Indicates whether a request is in flight, or the first look at the cache.
    var isRefreshing: Bool {
        let isFirstLook = look != nil && response == nil
        return request != nil || isFirstLook
    }

    /// Takes an event and returns the effects.
    mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .looked(let now): begin(at: now)
        case .left: lookers -= 1
        case .asked(let waiter): ask(waiter)
        case .gaveUp(let waiter): forget(waiter)
        case .cacheChanged: isCacheChanged = true
        case .removed: needsRequest = needsRequest || response != nil
        case .generation(let number): compare(with: number)
        case .expired(let now): requestIfExpired(at: now)
        case .found(let result, let number, let now): take(result, of: number, at: now)
        case .responded(let response, let number): end(number, with: response)
        case .failed(let error, let number): end(number, with: error)
        case .changeBegan(let id, let change): beginChange(id, change)
        case .changeSucceeded(let id): succeed(id)
        case .changeFailed(let id): fail(id)
        case .signedOut: signOut()
        case .signedIn: signIn()
        case .becameActive(let now): requestAgain(if: isUnsure(at: now))
        case .networkReturned: requestAgain(if: isUnreached)
        }
        proceed()
        show()
        defer { effects = [] }
        return effects
    }

    /// Begins what is due: a request that somebody waits for, or the first look at the cache, or a request, or another
    /// look at the cache.
    private mutating func proceed() {
        let isBusy = request != nil || changes.hasPending
        if isBusy {
            return
        }
        if !waiters.isEmpty {
            beginRequest()
            return
        }
        let isWatched = isLookedAt && !isSignedOut
        guard isWatched, look == nil else { return }
        if !hasLooked {
            beginLook()
        } else if needsRequest {
            beginRequest()
        } else if isCacheChanged {
            beginLook()
        }
    }

    private mutating func beginLook() {
        lastNumber += 1
        look = Look(number: lastNumber)
        isCacheChanged = false
        effects.append(.look(lastNumber, known: response?.mark))
    }

    private mutating func beginRequest() {
        lastNumber += 1
        if look != nil {
            // The look may find a value that is older than the response. The cache is looked at again after it.
            look = nil
            isCacheChanged = true
        }
        request = Request(number: lastNumber, waiters: waiters)
        waiters = []
        needsRequest = false
        effects.append(.request(lastNumber))
    }

    /// Renews the value that is shown.
    private mutating func show() {
        guard isShownOutdated else { return }
        isShownOutdated = false
        let new = response.map { changes.applied(to: $0.value) }
        if new != value {
            value = new
            valueVersion += 1
        }
    }

}
