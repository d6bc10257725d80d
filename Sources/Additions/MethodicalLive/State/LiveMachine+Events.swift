import Methodical

import struct Foundation.Date

// MARK: Looking

extension LiveMachine {
    mutating func begin(at now: Date) {
        lookers += 1
        guard lookers == 1 else { return }
        if isCacheChanged {
            hasLooked = false
        } else if !isFresh(at: now) {
            needsRequest = true
        }
    }

    mutating func ask(_ waiter: Int) {
        if let request, !request.isOvertaken, request.generation == nil {
            self.request?.waiters.append(waiter)
        } else {
            waiters.append(waiter)
        }
    }

    mutating func forget(_ waiter: Int) {
        waiters.removeAll { $0 == waiter }
        request?.waiters.removeAll { $0 == waiter }
    }

    /// Indicates whether a screen that is shown again should be refreshed.
    func isUnsure(at now: Date) -> Bool {
        !isFresh(at: now) || error != nil || isUnreached
    }

    func isFresh(at now: Date) -> Bool {
        response?.dates.isFresh(at: now) ?? false
    }

    /// Wants a request after the app or the network has returned. One in flight is enough, unless it fails to reach the
    /// server.
    mutating func requestAgain(if isNeeded: Bool) {
        if request != nil {
            request?.isRepeatedIfUnreached = true
        } else if isNeeded {
            needsRequest = true
        }
    }

    /// The end of the response's lifetime, or `nil` if it has none or a request was sent because of it.
    var nextExpiry: Date? {
        guard let expiry = response?.dates.expiry, expiry != passedExpiry else { return nil }
        return expiry
    }

    /// Wants one request when the lifetime is over. A request in flight renews the response as well.
    mutating func requestIfExpired(at now: Date) {
        guard let expiry = nextExpiry, !isFresh(at: now) else { return }
        passedExpiry = expiry
        if request == nil {
            needsRequest = true
        }
    }
}

// MARK: The cache

extension LiveMachine {
    mutating func compare(with number: UInt64) {
        guard number != generation else { return }
        generation = number
        if request != nil {
            request?.generation = number
        } else if let response, response.mark.generation != number {
            needsRequest = true
        }
        look?.generation = number
    }

    mutating func take(_ result: Call.CacheLook<Value>, of number: Int, at now: Date) {
        guard let ended = look, ended.number == number else { return }
        look = nil
        let isFirst = !hasLooked
        hasLooked = true
        switch result {
        case .nothing:
            needsRequest = needsRequest || response == nil
        case .known(let dates):
            response?.dates = dates
        case .found(let found):
            if found.isCurrent {
                takeOver(found, newest: ended.generation ?? found.mark.generation)
            } else if response == nil {
                // During a write and after it, nobody knows whether the response contains the change.
                overtakenResponse = changes.isEmpty ? found : nil
                needsRequest = true
            }
        }
        if isFirst, !isFresh(at: now) {
            needsRequest = true
        }
    }

    /// Takes over a response that another call has received.
    mutating func takeOver(_ found: Response, newest: UInt64) {
        // After a write, only a response of this value's own counts, because its request is known to be later.
        if changes.hasDone {
            return
        }
        if changes.hasPending {
            heldResponse = found
            return
        }
        generation = newest
        needsRequest = false
        adopt(found)
    }

    mutating func adopt(_ new: Response) {
        response = new
        overtakenResponse = nil
        error = nil
        isUnreached = false
        changes.removeDone()
        isShownOutdated = true
        if let generation, generation != new.mark.generation {
            needsRequest = true
        }
    }
}

// MARK: Requests

extension LiveMachine {
    mutating func end(_ number: Int, with new: Response) {
        guard let ended = request, ended.number == number else { return }
        request = nil
        let newest = ended.generation ?? (new.isCurrent ? new.mark.generation : nil)
        generation = newest
        if new.mark.generation != newest {
            needsRequest = true
        }
        if ended.isOvertaken {
            // The next request answers those who wait. It is due already.
            waiters = ended.waiters + waiters
            return
        }
        if changes.hasPending {
            heldResponse = new
            waiters = ended.waiters + waiters
            return
        }
        adopt(new)
        resume(ended.waiters, with: .success(changes.applied(to: new.value)))
    }

    mutating func end(_ number: Int, with failure: APIError) {
        guard let ended = request, ended.number == number else { return }
        request = nil
        isUnreached = failure.isUnreachable
        // A write during the request deserves a request of its own. Otherwise nothing is sent before the next event.
        if let newest = ended.generation, newest != response?.mark.generation {
            needsRequest = true
        }
        if isUnreached, ended.isRepeatedIfUnreached {
            needsRequest = true
        }
        if isUnreached, response == nil, let overtakenResponse {
            response = overtakenResponse
            isShownOutdated = true
        }
        let isHidden = isUnreached && response != nil
        error = isHidden ? nil : failure
        resume(ended.waiters, with: .failure(failure))
    }

    mutating func resume(_ callers: [Int], with result: Result<Value, APIError>) {
        effects += callers.map { .resume(waiter: $0, result) }
    }
}

// MARK: Optimistic changes

extension LiveMachine {
    mutating func beginChange(_ id: Int, _ change: @escaping OptimisticChanges<Value>.Change) {
        changes.begin(id, change: change)
        isShownOutdated = true
    }

    mutating func succeed(_ id: Int) {
        guard changes.succeed(id) else { return }
        heldResponse = nil
        request?.isOvertaken = true
        needsRequest = true
    }

    mutating func fail(_ id: Int) {
        guard changes.fail(id) else { return }
        isShownOutdated = true
        if let heldResponse, !changes.hasPending {
            self.heldResponse = nil
            adopt(heldResponse)
        }
    }
}

// MARK: Accounts

extension LiveMachine {
    mutating func signOut() {
        if let request {
            effects.append(.cancel(request.number))
            waiters = request.waiters + waiters
        }
        resume(waiters, with: .failure(APIError(.notAuthorized, "the account was signed out")))
        waiters = []
        request = nil
        look = nil
        hasLooked = false
        response = nil
        heldResponse = nil
        overtakenResponse = nil
        changes.removeAll()
        error = nil
        isUnreached = false
        needsRequest = false
        isSignedOut = true
        isShownOutdated = true
    }

    mutating func signIn() {
        isSignedOut = false
        needsRequest = true
    }
}

extension CacheDates {
    /// Indicates whether the lifetime has begun and is not over.
    func isFresh(at now: Date) -> Bool {
        guard let expiry else { return false }
        return now >= stored && now < expiry
    }
}
