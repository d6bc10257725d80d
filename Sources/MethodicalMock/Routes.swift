import Foundation
import MethodicalGenerator

/// Which method a request's path and verb mean.
struct Routes: Sendable {
    struct Match: Sendable {
        var method: MethodicalGenerator.Method
        /// What stands in the path in place of its parameters.
        var values: [String: String]
        /// What the path itself says behind a question mark.
        var fixed: [(name: String, text: String)] = []
        /// Where several paths fit, the one that says most is meant: by its own words behind a question mark, by few parameters.
        fileprivate var weight: Int { fixed.count * 100 - values.count }
    }

    private struct Route: Sendable {
        var method: MethodicalGenerator.Method
        var segments: [[Piece]]
        var fixed: [(name: String, text: String)]
    }

    private enum Piece: Sendable {
        case literal(String)
        case parameter(String)
    }

    private let base: [String]
    private var routes: [Route] = []
    private let names: [String]

    /// - Parameter basePath: Where the API's paths begin.
    init(_ api: API, basePath: String) {
        base = basePath.split(separator: "/").map { String($0).removingPercentEncoding ?? String($0) }
        names = api.methods.map(\.name)
        for method in api.methods {
            // An upload in steps has no path: its steps have.
            if method.upload?.server != nil { continue }
            let parts = method.style.path.split(separator: "?", maxSplits: 1)
            let segments = (parts.first ?? "").split(separator: "/").map { Self.pieces(of: $0, method) }
            routes.append(
                Route(
                    method: method, segments: segments,
                    fixed: parts.count > 1 ? MockRequest.pairs(String(parts[1])) : []))
        }
    }

    private static func pieces(of segment: Substring, _ method: MethodicalGenerator.Method) -> [Piece] {
        var pieces: [Piece] = []
        var rest = segment
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            if open > rest.startIndex { pieces.append(.literal(String(rest[..<open]))) }
            let name = String(rest[rest.index(after: open)..<close])
            let isParameter = method.parameters.contains { $0.name == name && $0.place == .path }
            pieces.append(name == "name" && !isParameter ? .literal(method.name) : .parameter(name))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { pieces.append(.literal(String(rest).removingPercentEncoding ?? String(rest))) }
        return pieces
    }

    /// The methods at a path, whatever their verb, the likeliest first; nil if the path is not the API's.
    func matches(_ segments: [String], _ query: [(name: String, text: String)]) -> [Match]? {
        guard segments.starts(with: base) else { return nil }
        let segments = segments.dropFirst(base.count)
        let matches = routes.compactMap { route -> Match? in
            guard route.segments.count == segments.count,
                route.fixed.allSatisfy({ fixed in query.contains { $0 == fixed } })
            else { return nil }
            var values: [String: String] = [:]
            for (pieces, segment) in zip(route.segments, segments) {
                guard Self.match(pieces[...], segment[...], &values) else { return nil }
            }
            return Match(method: route.method, values: values, fixed: route.fixed)
        }
        return matches.sorted { $0.weight > $1.weight }
    }

    private static func match(_ pieces: ArraySlice<Piece>, _ text: Substring, _ values: inout [String: String]) -> Bool
    {
        guard let piece = pieces.first else { return text.isEmpty }
        switch piece {
        case .literal(let literal):
            return text.hasPrefix(literal) && match(pieces.dropFirst(), text.dropFirst(literal.count), &values)
        case .parameter(let name):
            var end = text.endIndex
            while end > text.startIndex {
                if match(pieces.dropFirst(), text[end...], &values) {
                    values[name] = String(text[..<end])
                    return true
                }
                end = text.index(before: end)
            }
            return false
        }
    }

    /// What a request for a method that is not there says: the path below the API's base.
    func name(_ segments: [String]) -> String {
        segments.dropFirst(segments.starts(with: base) ? base.count : 0).joined(separator: "/")
    }

    /// What may have been meant by a request for a method that is not there.
    func hint(_ segments: [String]) -> String {
        guard segments.starts(with: base) else { return ": paths begin with /\(base.joined(separator: "/"))/" }
        let near = near(name(segments))
        return near.isEmpty ? "" : "; did you mean \(near.joined(separator: ", "))?"
    }

    /// The names of methods that a wrong one may have meant, the nearest first.
    private func near(_ name: String, most: Int = 3) -> [String] {
        var rest = names
        var found: [String] = []
        while found.count < most, let name = nearest(to: name, among: rest) {
            found.append(name)
            rest.removeAll { $0 == name }
        }
        return found
    }
}
