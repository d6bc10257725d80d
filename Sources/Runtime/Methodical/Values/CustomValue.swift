import Foundation

/// A type of the app that generated code uses in place of a type of the schema.
///
/// The setting `types` in `api.json` names it: `"types": {"money": "MyMoney"}`. A `Codable` type needs nothing but an
/// initializer without arguments:
///
/// ```swift
/// struct MyMoney: CustomValue {
///     var amount = 0
///     var currency = "EUR"
/// }
/// ```
///
/// The value is then read by `JSONDecoder` and written by `JSONEncoder`, with dates in the format of ISO 8601. A type
/// that implements ``init(json:)`` and ``jsonValue`` itself does without these coders.
public protocol CustomValue: APIValue {
    /// Creates a value for the runtime to replace before anyone sees it.
    init()
    /// Creates a value from the JSON of a response.
    ///
    /// Any error is a mismatch of the response with the schema, at the place of the JSON (<doc:WhatServersSend>).
    init(json: JSON) throws
    /// The JSON of the value in a request. A request with a value that throws an error fails with `.invalidRequest`,
    /// and is not sent.
    var jsonValue: JSON { get throws }
}

extension CustomValue {
    public init(json: JSON) throws {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        self = try decoder.decode(Self.self, from: Data(try json.json()))
    }

    public var jsonValue: JSON {
        get throws {
            let encoder = JSONEncoder()
            encoder.dateEncodingStrategy = .iso8601
            return try JSON(json: Array(try encoder.encode(self)))
        }
    }
}

/// The runtime's side of the type.
extension CustomValue {
    public init(_: APIEngine.Blank) { self.init() }

    public mutating func _read(_ reader: inout APIEngine.JSONReader) {
        let start = reader.position
        let json: JSON = reader.read()
        if reader.failure != nil {
            return
        }
        do {
            self = try Self(json: json)
        } catch {
            reader.fail("a value of \(Self.self)", at: start)
        }
    }

    public static func _perform(_ task: APIEngine.ValueTask, _ value: UnsafePointer<Self>) -> Bool {
        task.perform(
            on: value,
            write: { $0.sentValue._write(to: &$1) },
            argument: { $0.sentValue.listOrArgument })
    }

    /// The JSON of the value. A value that has none becomes a number that is not finite, which no request contains.
    private var sentValue: JSON {
        (try? jsonValue) ?? .number(.nan)
    }
}

extension JSON {
    /// The value as an argument. A list has the spelling of lists.
    fileprivate var listOrArgument: ArgumentValue {
        guard case .array(let elements) = self else {
            return _argument
        }
        return .list(elements.map(\._argument))
    }
}
