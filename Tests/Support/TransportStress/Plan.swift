import Foundation
import Methodical

/// The behaviour of the server towards a call. The call's path names it.
enum Behaviour: String, CaseIterable {
    case answers
    case answersSlowly
    /// Resets the connection while the request or the response is on its way.
    case resets
    /// Takes the request and resets the connection.
    case resetsAtTheEnd
    /// Closes the connection while the request or the response is on its way.
    case closes
    /// Takes the request and closes the connection.
    case closesAtTheEnd
    /// Refuses the request before its body is complete, and closes the connection.
    case refuses
    /// Refuses the request before its body is complete, and reads the rest.
    case refusesAndReads
    case redirects302
    case redirects307
    case redirects308
    /// Never answers, and reads nothing for a while.
    case stalls

    /// The status of the redirect.
    var redirect: Int? {
        switch self {
        case .redirects302: 302
        case .redirects307: 307
        case .redirects308: 308
        default: nil
        }
    }
}

/// A call to make, and the moment of its cancellation.
struct Plan: Sendable, CustomStringConvertible {
    enum Kind: String, CaseIterable {
        case file, data, form, stream
    }

    /// The number of the call, which is unique in the process.
    let id: Int
    let kind: Kind
    let verb: HTTPRequest.Verb
    /// The number of bytes of the body, or of events of the stream.
    let size: Int
    let behaviour: Behaviour
    /// The time until the task is cancelled, or `nil` if it is not.
    let cancellation: Duration?

    init(upload id: Int, _ dice: inout Dice) {
        let kinds: [Kind] = [.file, .data, .form]
        self.init(id, kinds.randomElement(using: &dice) ?? .data, &dice)
    }

    init(stream id: Int, _ dice: inout Dice) { self.init(id, .stream, &dice) }

    private init(_ id: Int, _ kind: Kind, _ dice: inout Dice) {
        self.id = id
        self.kind = kind
        let verbs: [HTTPRequest.Verb] = kind == .stream ? [.get] : [.post, .put, .patch]
        verb = verbs.randomElement(using: &dice) ?? .post
        // As many small bodies as large ones: 1 KiB to 1 MiB, and 1 to 256 events.
        let magnitude = Double.random(in: 0...1, using: &dice)
        size = kind == .stream ? Int(pow(256, magnitude)) : 1024 * Int(pow(1024, magnitude))
        behaviour = Behaviour.allCases.randomElement(using: &dice) ?? .answers
        let isCancelled = Int.random(in: 0..<5, using: &dice) < 3
        cancellation = isCancelled ? .microseconds(Int.random(in: 0...20_000, using: &dice)) : nil
    }

    /// The path of the call, from which the server knows everything about it.
    var path: String { "\(kind.rawValue)/\(behaviour.rawValue)/\(id)/\(size)" }

    var description: String {
        let end = cancellation.map { "cancelled after \($0)" } ?? "not cancelled"
        return "call \(id) (\(verb.rawValue) \(kind.rawValue), size \(size), the server \(behaviour.rawValue), \(end))"
    }

    /// Returns the body of a call. No two calls have the same one.
    static func body(of id: Int, size: Int) -> Data {
        var dice = Dice(seed: UInt64(id))
        var data = Data(capacity: size + 8)
        while data.count < size {
            withUnsafeBytes(of: dice.next()) { data.append(contentsOf: $0) }
        }
        return data.prefix(size)
    }
}

/// A generator of random numbers with a seed (SplitMix64).
struct Dice: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
