import Foundation
import Methodical

/// The comparisons by the words that the program accepts.
struct Comparisons {
    private let floor = YYJSON()

    static let groups = ["decode", "write", "codable-decode", "codable-encode", "equality", "hash"]

    static func documents(_ group: String) -> [String] {
        switch group {
        case "decode": ["users", "wall", "small", "ids", "twitter", "shuffled", "numbers", "feed"]
        default: ["users", "wall"]
        }
    }

    func comparison(_ group: String, _ document: String) throws -> Comparison {
        let text = try Documents.text(of: document)
        return switch document {
        case "wall": try compare(group, document, text, [Sample.Post].self, [Reference.Post].self)
        case "small": try compare(group, document, text, [Sample.Career].self, [Reference.Career].self)
        case "ids": try compare(group, document, text, [Int].self, [Int].self)
        case "twitter": try compare(group, document, text, Sample.Search.self, Reference.Search.self)
        case "numbers": try compare(group, document, text, [Double].self, [Double].self)
        case "feed": try compare(group, document, text, [Sample.FeedItem].self, [Reference.FeedItem].self)
        default: try compare(group, document, text, [Sample.User].self, [Reference.User].self)
        }
    }

    private func compare<Ours: APIValue, Theirs: Codable & Hashable>(
        _ group: String, _ name: String, _ text: [UInt8], _: Ours.Type, _: Theirs.Type
    ) throws -> Comparison {
        let data = Data(text)
        let decoder = JSONDecoder()
        let encoder = JSONEncoder()
        if group == "decode" {
            return Comparison(
                ours: { keep(try Ours(json: text)) }, theirs: { keep(try decoder.decode(Theirs.self, from: data)) },
                floor: floor?.reading(text),
                check: { try checkSameness(try Ours(json: text), try decoder.decode(Theirs.self, from: data), name) })
        }
        // Each value is read twice, so that equality cannot rely on the same memory.
        let ours = (try Ours(json: text), try Ours(json: text))
        let theirs = (try decoder.decode(Theirs.self, from: data), try decoder.decode(Theirs.self, from: data))
        switch group {
        case "write":
            return Comparison(ours: { keep(try ours.0.json()) }, theirs: { keep(try encoder.encode(theirs.0)) })
        case "codable-decode":
            return Comparison(
                ours: { keep(try decoder.decode(Ours.self, from: data)) },
                theirs: { keep(try decoder.decode(Theirs.self, from: data)) })
        case "codable-encode":
            return Comparison(
                ours: { keep(try encoder.encode(ours.0)) }, theirs: { keep(try encoder.encode(theirs.0)) })
        case "equality":
            return Comparison(ours: { keep(ours.0 == ours.1) }, theirs: { keep(theirs.0 == theirs.1) })
        default: return Comparison(ours: { keep(hash(ours.0)) }, theirs: { keep(hash(theirs.0)) })
        }
    }

    private func hash(_ value: some Hashable) -> Int {
        var hasher = Hasher()
        value.hash(into: &hasher)
        return hasher.finalize()
    }

    /// Checks that both sides read the same. Ours may write null for a value that synthesised code omits.
    private func checkSameness(_ ours: some Encodable, _ theirs: some Encodable, _ name: String) throws {
        let encoder = JSONEncoder()
        let read = (try JSON(json: Array(encoder.encode(ours))), try JSON(json: Array(encoder.encode(theirs))))
        guard withoutNulls(read.0) == withoutNulls(read.1) else { throw Difference(document: name) }
    }

    private func withoutNulls(_ value: JSON) -> JSON {
        switch value {
        case .object(let members): .object(members.filter { !$0.value.isNull }.mapValues(withoutNulls))
        case .array(let elements): .array(elements.map(withoutNulls))
        default: value
        }
    }

    struct Difference: Error {
        let document: String
    }
}
