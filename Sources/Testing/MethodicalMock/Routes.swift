import Foundation
import MethodicalGenerator

/// The paths of an API's methods.
struct Routes: Sendable {
    /// A method at the path of a request.
    struct Match: Sendable {
        var method: MethodicalGenerator.Method
        /// The values of the parameters in the path.
        var values: [String: String]
        /// The arguments that the method's own path contains after a question mark.
        var fixed: [(name: String, text: String)] = []
        /// The number of characters of the path that are not parameters.
        fileprivate var literals = 0
        /// The rank among several paths that match. Arguments of the path itself count most, then few parameters, and
        /// then literals: `{id}.txt` comes before `{id}`.
        fileprivate var weight: (Int, Int) {
            var rank = fixed.count * 100 - values.count * 2
            if values.values.contains(where: { $0.contains("/") }) {
                rank -= 50
            }
            return (rank, literals)
        }
    }

    private struct Route: Sendable {
        var method: MethodicalGenerator.Method
        var pieces: [Piece]
        var fixed: [(name: String, text: String)]
    }

    /// A part of a path, in which each segment begins with `separator`.
    private enum Piece: Sendable {
        case literal(String)
        case parameter(String, isLong: Bool)
        /// An expression whose value may be missing, such as `{/version}` and `{;page}`, with the text before a value.
        case option(lead: String, String, isLong: Bool)
    }

    /// The beginning of a segment. A decoded segment may contain a slash, but not this character.
    private static let separator: Character = "\0"

    private let base: [String]
    private var routes: [Route] = []
    private let names: [String]

    /// Collects the paths of an API's methods.
    ///
    /// - Parameter basePath: The path that the API's paths begin with.
    init(_ api: API, basePath: String) {
        base = basePath.split(separator: "/").map {
            String($0).removingPercentEncoding ?? String($0)
        }
        names = api.methods.map(\.name)
        for method in api.methods {
            // An upload in steps has no path. Its steps have one each.
            if method.upload?.server != nil {
                continue
            }
            // Expressions of the query do not belong to the path.
            let path = method.style.path.replacing(/\{[?&][^}]*\}/, with: "")
            let parts = path.split(
                separator: "?",
                maxSplits: 1,
                omittingEmptySubsequences: false)
            let pieces = Self.pieces(of: parts[0], for: method)
            let fixed = parts.dropFirst().flatMap {
                MockRequest.pairs(in: String($0))
            }
            routes.append(
                Route(
                    method: method,
                    pieces: pieces,
                    fixed: fixed))
        }
    }

    /// Returns the literals and parameters of a path.
    private static func pieces(
        of path: Substring,
        for method: MethodicalGenerator.Method
    ) -> [Piece] {
        var pieces: [Piece] = []
        let beginsSegment =
            path.isEmpty
            || path.hasPrefix("{/")
            || path.hasPrefix("/")
        var literal = beginsSegment ? "" : String(separator)
        var rest = path
        func finish() {
            if !literal.isEmpty {
                pieces.append(.literal(literal.removingPercentEncoding ?? literal))
            }
            literal = ""
        }
        while let character = rest.first {
            if character == "{", let close = rest.firstIndex(of: "}") {
                let text = String(rest[rest.index(after: rest.startIndex)..<close])
                rest = rest[rest.index(after: close)...]
                let isParameter = method.parameters.contains {
                    $0.name == text && $0.place == .path
                }
                if text == "name", !isParameter {
                    literal += method.name
                } else {
                    finish()
                    pieces += expression(from: text)
                }
            } else {
                rest.removeFirst()
                if character != "/" {
                    literal.append(character)
                } else if literal.last != separator {
                    literal.append(separator)
                }
            }
        }
        if literal.last == separator {
            literal.removeLast()
        }
        finish()
        return pieces
    }

    /// Returns the parameters of an expression of RFC 6570.
    private static func expression(from text: String) -> [Piece] {
        var rest = Substring(text)
        var mark: Character?
        if let first = rest.first, "+./;".contains(first) {
            mark = rest.removeFirst()
        }
        var pieces: [Piece] = []
        for (index, variable) in rest.split(separator: ",").enumerated() {
            let name = String(variable.prefix { $0 != "*" && $0 != ":" })
            switch mark {
            case nil, "+":
                if index > 0 {
                    pieces.append(.literal(","))
                }
                pieces.append(.parameter(name, isLong: mark == "+"))
            case "/":
                pieces.append(
                    .option(
                        lead: String(separator),
                        name,
                        isLong: variable.last == "*"))
            case ";":
                pieces.append(
                    .option(
                        lead: ";" + name + "=",
                        name,
                        isLong: false))
            default:
                pieces.append(.option(lead: ".", name, isLong: false))
            }
        }
        return pieces
    }

    /// Returns the methods at a path for any verb, with the best match first. Returns `nil` if the path is not in the
    /// API.
    func matches(at segments: [String], query: [(name: String, text: String)]) -> [Match]? {
        guard segments.starts(with: base) else { return nil }
        let path =
            segments
            .dropFirst(base.count)
            .map { String(Self.separator) + $0 }
            .joined()
        let matches = routes.compactMap { route -> Match? in
            let hasFixed = route.fixed.allSatisfy { fixed in
                query.contains { $0 == fixed }
            }
            guard hasFixed,
                let values = Self.values(of: route.pieces[...], in: path[...])
            else {
                return nil
            }
            var literals = 0
            for case .literal(let text) in route.pieces {
                literals += text.count
            }
            return Match(
                method: route.method,
                values: values,
                fixed: route.fixed,
                literals: literals)
        }
        return matches.sorted { $0.weight > $1.weight }
    }

    /// Returns the values of the parameters of a path, or `nil` if it does not match the pieces. The attempt without
    /// missing expressions comes first: in `{id}{.format}`, the end of `7.json` is the format.
    private static func values(
        of pieces: ArraySlice<Piece>,
        in path: Substring
    ) -> [String: String]? {
        var values: [String: String] = [:]
        let isMatch =
            match(pieces, with: path, skips: false, values: &values)
            || match(pieces, with: path, skips: true, values: &values)
        guard isMatch else { return nil }
        return values
    }

    /// Indicates whether a text matches the pieces, and adds the values of their parameters.
    ///
    /// - Parameter skips: Indicates whether an expression may be missing.
    private static func match(
        _ pieces: ArraySlice<Piece>,
        with text: Substring,
        skips: Bool,
        values: inout [String: String]
    ) -> Bool {
        guard let piece = pieces.first else {
            return text.isEmpty
        }
        switch piece {
        case .literal(let literal):
            return text.hasPrefix(literal)
                && match(
                    pieces.dropFirst(),
                    with: text.dropFirst(literal.count),
                    skips: skips,
                    values: &values)
        case .option(let lead, let name, let isLong):
            let value = [.parameter(name, isLong: isLong)] + pieces.dropFirst()
            if text.hasPrefix(lead),
                match(
                    value[...],
                    with: text.dropFirst(lead.count),
                    skips: skips,
                    values: &values)
            {
                return true
            }
            guard skips else { return false }
            return match(
                pieces.dropFirst(),
                with: text,
                skips: skips,
                values: &values)
        case .parameter(let name, let isLong):
            var end = text.endIndex
            if !isLong, let next = text.firstIndex(of: separator) {
                end = next
            }
            while end > text.startIndex {
                if match(pieces.dropFirst(), with: text[end...], skips: skips, values: &values) {
                    let value = text[..<end].split(separator: separator).joined(separator: "/")
                    // `{key:2}/{key}` contains the beginning of the value, too.
                    if value.count > values[name]?.count ?? 0 {
                        values[name] = value
                    }
                    return true
                }
                end = text.index(before: end)
            }
            return false
        }
    }

    /// Returns the part of a path after the API's base, for messages about a missing method.
    func name(of segments: [String]) -> String {
        guard segments.starts(with: base) else {
            return segments.joined(separator: "/")
        }
        return segments.dropFirst(base.count).joined(separator: "/")
    }

    /// Returns a suggestion for a request whose method does not exist.
    func hint(for segments: [String]) -> String {
        guard segments.starts(with: base) else {
            return ": paths begin with /\(base.joined(separator: "/"))/"
        }
        let similar = near(to: name(of: segments))
        guard !similar.isEmpty else {
            return ""
        }
        return "; did you mean \(similar.joined(separator: ", "))?"
    }

    /// Returns the names of methods that resemble a wrong one, with the nearest first.
    private func near(to name: String, most: Int = 3) -> [String] {
        var rest = names
        var found: [String] = []
        while found.count < most, let name = nearest(to: name, among: rest) {
            found.append(name)
            rest.removeAll { $0 == name }
        }
        return found
    }
}
