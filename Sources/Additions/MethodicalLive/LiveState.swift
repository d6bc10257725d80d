import Methodical

/// The state of a live value at one moment.
public struct LiveState<Value: Sendable>: Sendable {
    /// The newest value with the optimistic changes, or `nil` before the first response and after a sign-out.
    public let value: Value?
    /// The error of the last request. It is `nil` after a success, and if the server could not be reached while there
    /// is a value.
    public let error: APIError?
    /// Indicates whether a request is in flight.
    public let isRefreshing: Bool
    /// The time since the server sent the response or last confirmed it, or `nil` without a response.
    public let age: Duration?
}

/// The state of live pages at one moment.
public struct LivePagesState<Item: Sendable>: Sendable {
    /// The items of all loaded pages, without repetitions and with the optimistic changes, or `nil` before the first
    /// response and after a sign-out.
    public let value: [Item]?
    /// Indicates whether another page follows the loaded ones.
    public let hasMore: Bool
    /// The error of the last request. It is `nil` after a success, and if the server could not be reached while there
    /// is a value.
    public let error: APIError?
    /// Indicates whether a request is in flight.
    public let isRefreshing: Bool
    /// The time since the first page was loaded, or `nil` before that.
    public let age: Duration?
}
