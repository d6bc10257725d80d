/// The budget for the retries of all calls of a client. The numbers are those of the AWS SDKs' standard
/// mode of 2026.
struct RetryBudget: Sendable {
    /// The budget of a new client, and the most that a budget can hold.
    static let full = 500
    /// The part of the budget that is left.
    private(set) var left = full

    /// Takes the cost of a retry from the budget and returns it, or returns `nil` if not enough is left.
    ///
    /// A server that refuses calls for its rate limit has told the client to come back, so such a retry costs less.
    mutating func spend(after code: APIError.Code) -> Int? {
        let cost = code == .rateLimited ? 5 : 14
        guard left >= cost else { return nil }
        left -= cost
        return cost
    }

    /// Gives back the cost of the last retry after a call has succeeded, or 1 if the call needed no retry.
    mutating func earn(_ cost: Int?) {
        left = min(Self.full, left + (cost ?? 1))
    }
}
