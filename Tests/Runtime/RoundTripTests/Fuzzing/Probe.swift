import Foundation
import Methodical

/// A violated property.
struct Finding: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
}

/// The properties that must hold for any bytes.
enum Probe {
    static let policies: [ReadingPolicy] = [.strict, .tolerant, .salvage]

    static func read<T: APIValue>(_: T.Type, _ input: [UInt8], _ policy: ReadingPolicy) -> T? {
        do { return try T(json: input, reading: policy) } catch { return nil }
    }

    /// Checks that a type rejects text that is not JSON, that all policies read a strictly valid value alike, that the
    /// spelling of the text makes no difference, and that a value can be written and read again.
    static func type<T: APIValue>(_: T.Type, _ input: [UInt8], isThorough: Bool) throws {
        let values = policies.map { read(T.self, input, $0) }
        for (value, policy) in zip(values, policies) {
            if let strict = values[0], value != strict, try !isKeptRaw(strict, input, policy) {
                throw Finding("\(T.self): read strictly as \(strict), \(policy) as \(shown(value))")
            }
            guard let value else { continue }
            guard let json = read(JSON.self, input, .strict) else {
                throw Finding("\(T.self): read, \(policy), though it is no JSON")
            }
            // If a key occurs twice, its last value counts, but the first tag selects the alternative of a union.
            if Outline(input).keys.count != members(json) { continue }
            if policy == .strict {
                let plain = read(T.self, try json.json(), policy)
                if plain != value {
                    throw Finding("\(T.self): read as \(value), but as \(shown(plain)) from \(shown(try json.json()))")
                }
            } else if String(decoding: input, as: UTF8.self).contains("\\u00") {
                // Tolerance is for servers' habits: a number in quotes, not its digits in escapes.
                continue
            }
            try survives(value, policy)
            // Foundation's decoder needs cubic time in the depth if it tries several kinds: seconds for 500 levels.
            // Coders read tolerantly.
            let isRaw = policy == .strict && holdsUnknown(value)
            if isThorough, !isRaw, Outline(input).depth <= 50 { try survivesCoders(value) }
        }
    }

    /// Returns `true` if strict reading kept an object as unknown, because each alternative that fits would lose a
    /// member, and the policy reports a mismatch of the alternative that it takes instead.
    private static func isKeptRaw<T: APIValue>(
        _ strict: T, _ input: [UInt8], _ policy: ReadingPolicy
    ) throws -> Bool {
        guard holdsUnknown(strict) else { return false }
        var mismatches: [Mismatch] = []
        _ = try T(json: input, reading: policy, mismatches: &mismatches)
        return !mismatches.isEmpty
    }

    private static func holdsUnknown(_ value: some APIValue) -> Bool { "\(value)".contains("unknown(") }

    private static func members(_ json: JSON) -> Int {
        switch json {
        case .array(let elements): elements.reduce(0) { $0 + members($1) }
        case .object(let object): object.values.reduce(object.count) { $0 + members($1) }
        default: 0
        }
    }

    private static func survives<T: APIValue>(_ value: T, _ policy: ReadingPolicy) throws {
        let text = try value.json()
        guard let again = read(T.self, text, policy) else {
            throw Finding("\(T.self): written as \(shown(text)), which is not read again, \(policy)")
        }
        guard again == value, again.hashValue == value.hashValue else {
            throw Finding("\(T.self): written as \(shown(text)), read again as \(again)")
        }
        guard try again.json() == text else {
            throw Finding("\(T.self): written as \(shown(text)), then as \(shown(try again.json()))")
        }
    }

    private static func survivesCoders<T: APIValue>(_ value: T) throws {
        let data: Data
        // Coders have number types of their own, which cannot represent all of JSON's numbers.
        do { data = try JSONEncoder().encode(value) } catch is EncodingError { return }
        // They also choose the spelling of a number: `-1.5e40`, which fits no alternative of a union, as an integer,
        // which fits one and is too large for it.
        let json = try JSON(json: value.json())
        if holdsDecimals(json), try JSON(json: Array(data)) == json { return }
        guard let again = read(T.self, Array(data), .tolerant), again == value else {
            throw Finding("\(T.self): encoded as \(shown(Array(data))), which is read as another value")
        }
        let decoded = try JSONDecoder().decode(T.self, from: data)
        if decoded != value { throw Finding("\(T.self): encoded as \(shown(Array(data))), decoded as \(decoded)") }
    }

    /// Returns `true` if there is a number that neither `Int` nor `Double` can represent.
    private static func holdsDecimals(_ json: JSON) -> Bool {
        switch json {
        case .decimal: true
        case .array(let elements): elements.contains(where: holdsDecimals)
        case .object(let members): members.values.contains(where: holdsDecimals)
        default: false
        }
    }

    private static func shown(_ value: Any?) -> String { value.map { "\($0)" } ?? "nothing" }

    private static func shown(_ text: [UInt8]) -> String { String(decoding: text, as: UTF8.self) }
}

extension Probe {
    /// Checks that JSON is accepted alike raw or skipped, nested or not, under any policy.
    static func raw(_ input: [UInt8], isThorough: Bool) throws {
        let value = read(JSON.self, input, .strict)
        for policy in policies where read(JSON.self, input, policy) != value {
            throw Finding("raw: read strictly as \(String(describing: value)), \(policy) otherwise")
        }
        if let value { try survives(value, .strict) }

        let member = Array("{\"x\":".utf8) + input + Array("}".utf8)
        let held = read([String: JSON].self, member, .strict)
        let isSkipped = read(ShapesAPI.Wide.self, member, .strict) != nil
        // An input that closes the object or the member early may continue with keys that the model knows.
        if isSkipped ? held == nil : held?.count == 1 {
            throw Finding(
                "raw: as a member it is \(isSkipped ? "refused" : "read"), skipped it is \(isSkipped ? "not" : "refused")"
            )
        }
        if let value, let held, held != ["x": value], held.count == 1 {
            throw Finding("raw: \(value) by itself, \(held) as a member")
        }
        if isThorough { try foundation(input, value) }
    }

    /// Compares with Foundation's parser. Foundation guesses UTF-16 and UTF-32 if there are zero bytes, and accepts
    /// fewer numbers.
    private static func foundation(_ input: [UInt8], _ value: JSON?) throws {
        guard !input.contains(0), !input.starts(with: [0xEF, 0xBB]), !input.starts(with: [0xFE]),
            !input.starts(with: [0xFF])
        else { return }
        let isAccepted: Bool
        do {
            _ = try JSONSerialization.jsonObject(with: Data(input), options: .fragmentsAllowed)
            isAccepted = true
        } catch {
            isAccepted = false
        }
        if isAccepted, value == nil, !hasTrailingComma(input) {
            throw Finding("raw: refused, though Foundation accepts it")
        }
        if !isAccepted, let value, !holdsLargeNumber(value) { throw Finding("raw: read, though Foundation refuses it") }
    }

    /// Returns `true` for a trailing comma, which Foundation accepts on Linux.
    private static func hasTrailingComma(_ input: [UInt8]) -> Bool {
        let tokens = input.filter { $0 > 0x20 }
        return zip(tokens, tokens.dropFirst()).contains {
            $0 == UInt8(ascii: ",") && ($1 == UInt8(ascii: "]") || $1 == UInt8(ascii: "}"))
        }
    }

    private static func holdsLargeNumber(_ value: JSON) -> Bool {
        switch value {
        case .decimal: true
        case .array(let elements): elements.contains(where: holdsLargeNumber)
        case .object(let members): members.values.contains(where: holdsLargeNumber)
        default: false
        }
    }

    /// Checks the input as a server's response, in the envelope.
    static func answer(_ input: [UInt8]) async throws {
        for body in [
            input, Array("{\"response\":".utf8) + input + Array("}".utf8),
            Array("{\"response\":null,\"error\":".utf8) + input + Array("}".utf8),
        ] {
            let client = Client(enveloped, transport: Echo(body: Data(body)))
            for result in [nil, "items"] {
                do {
                    let value = try await Request<ShapesAPI.Node>(Call(client, .init("echo", result: result))).send()
                    if read(JSON.self, body, .strict) == nil {
                        throw Finding("answer: \(value) from a body that is no JSON")
                    }
                } catch is APIError {}
            }
        }
    }

    private static let enveloped = APIDescription(
        name: "Fuzzed", baseURL: "https://fuzzed.example/",
        envelope: APIEngine.Envelope(result: "response", error: "error", code: "error_code", message: "error_msg"))

    private struct Echo: Transport {
        let body: Data

        func send(_: HTTPRequest) async throws -> HTTPResponse { HTTPResponse(status: 200, body: body) }
    }
}
