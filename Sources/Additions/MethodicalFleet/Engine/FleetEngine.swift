import struct Foundation.Data

/// A key-value server that all machines of a fleet reach, such as Valkey or Redis.
///
/// A method throws if the server cannot be reached, refuses the command, or sends anything unexpected. It also throws
/// if a connection broke since the last command, even if the next command can open another one: the server may have
/// been restarted, and may have lost what was written to it. ``Fleet`` limits the time of each command.
///
/// The description of an error is reported in events, so it must not contain a password.
public protocol FleetEngine: Sendable {
    /// Returns the values of keys at one moment, each `nil` if the key is absent or its lifetime is over.
    func values(_ keys: [String]) async throws -> [Data?]
    /// Stores a value for some time, in place of an earlier one.
    func set(_ key: String, to value: Data, for lifetime: Duration) async throws
    /// Replaces the value of a key if it is `old`, in one atomic step.
    ///
    /// The default implementation runs ``FleetScript/compareAndSet``.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - old: The value that is replaced, or `nil` if the key must be absent.
    ///   - new: The new value, or `nil` to remove the key.
    ///   - lifetime: The time after which the engine removes the new value.
    /// - Returns: `false` if the key had another value, which stays.
    func compareAndSet(_ key: String, from old: Data?, to new: Data?, for lifetime: Duration) async throws -> Bool
    /// Runs a script as one atomic step, and returns the integers of its result.
    func run(_ script: FleetScript, keys: [String], arguments: [Data]) async throws -> [Int]
}

extension FleetEngine {
    /// Replaces the value of a key by running ``FleetScript/compareAndSet``.
    public func compareAndSet(
        _ key: String,
        from old: Data?,
        to new: Data?,
        for lifetime: Duration
    ) async throws -> Bool {
        let flags = [old, new].map { $0 == nil ? "0" : "1" }
        let arguments = [
            Data(flags.joined().utf8),
            old ?? Data(),
            new ?? Data(),
            Data("\(lifetime.milliseconds)".utf8),
        ]
        return try await run(.compareAndSet, keys: [key], arguments: arguments) == [1]
    }
}

extension Duration {
    /// The duration in whole milliseconds, at least 1.
    var milliseconds: Int {
        max(1, Int(clamping: Int64(self / .milliseconds(1))))
    }
}
