import Foundation
import Methodical
import MethodicalAccounts

/// The state of an account's token, as the engine has it.
struct TokenState: Sendable {
    /// The number of this state. Each refresh adds 1. The upper 32 bits are those of the sign-in.
    var generation: UInt64
    /// The token, or `nil` if the account is signed out.
    var token: Token?
    /// Indicates whether the server has refused to refresh the token.
    var isRefused = false

    init(_ token: Token) {
        generation = token.generation
        self.token = token
    }

    /// Creates the state after a sign-out that follows the given generation.
    init(signedOutAfter generation: UInt64, at now: Date) {
        self.generation = Self.signIn(after: generation, at: now)
    }

    /// Reads the fields of a value. Returns `nil` if they are not those of a state.
    init?(_ fields: [Data]) {
        guard let generation = fields[0].number, let flag = fields[1].number else {
            return nil
        }
        self.generation = generation
        isRefused = flag == 1
        if fields[2].isEmpty {
            return
        }
        guard let record = try? TokenRecord(fields[2]) else { return nil }
        token = record.token
        token?.generation = generation
    }

    func fields(of account: Account.ID) throws -> [Data] {
        let record = try token.map { try TokenRecord($0, of: account).bytes() }
        let refusal: UInt64 = isRefused ? 1 : 0
        return [Data(generation), Data(refusal), record ?? Data()]
    }

    /// Returns the generation of a sign-in. It is greater than the given one and than those of earlier sign-ins, unless
    /// a clock was set back by more than the time between them.
    static func signIn(after generation: UInt64, at now: Date) -> UInt64 {
        let seconds = UInt64(min(max(0, now.timeIntervalSince1970), 0x7FFF_FFFF))
        return min(max(seconds, generation >> 32 + 1), 0xFFFF_FFFF) << 32
    }
}
