import Methodical

/// An event of the state that a fleet shares. It contains no secret.
///
/// Later versions may add cases, so a `switch` over it needs a `default`.
public enum FleetEvent: Hashable, Sendable, CustomStringConvertible {
    /// The engine failed for the given reason. Calls continue with the state of this process.
    case lost(String)
    /// The engine works again, and has received what was kept meanwhile.
    case recovered
    /// A new token of the account could not be written to the engine. This process keeps it.
    case tokenKept(Account.ID)
    /// A token that this process had kept is in the engine now.
    case tokenWritten(Account.ID)
    /// A value of the engine was ignored, because it is damaged, too large or not encrypted with the fleet's key.
    case refused(String)

    /// A line of text such as `the engine works again`.
    public var description: String {
        switch self {
        case .lost(let reason): "the engine is lost: \(reason)"
        case .recovered: "the engine works again"
        case .tokenKept(let account): "the new token of \(account) is kept in this process"
        case .tokenWritten(let account): "the new token of \(account) was written to the engine"
        case .refused(let reason): "a value of the engine was ignored: \(reason)"
        }
    }
}
