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
        /// The rank among several paths that match. Arguments of the path itself count most, then few parameters.
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

    /// Collects the paths of an API's methods.
    ///
    /// - Parameter basePath: The path that the API's paths begin with.
    init(_ api: API, basePath: String) {
        base = basePath.split(separator: "/").map { String($0).removingPercentEncoding ?? String($0) }
        names = api.methods.map(\.name)
        for method in api.methods {
            // An upload in steps has no path. Its steps have one each.
            if method.upload?.server != nil { continue }
            let parts = method.style.path.split(separator: "?", maxSplits: 1)
            let segments = (parts.first ?? "").split(separator: "/").map { Self.pieces(of: $0, method) }
            routes.append(
                Route(
                    method: method, segments: segments,
                    fixed: parts.count > 1 ? MockRequest.pairs(String(parts[1])) : []))
        }
    }

    /// Returns the literals and parameters of a path's component.
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

    /// Returns the methods at a path for any verb, with the best match first. Returns `nil` if the path is not in the
    /// API.
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

    /// Indicates whether a text matches the pieces, and adds the values of their parameters.
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

    /// Returns the part of a path after the API's base, for messages about a missing method.
    func name(_ segments: [String]) -> String {
        segments.dropFirst(segments.starts(with: base) ? base.count : 0).joined(separator: "/")
    }

    /// Returns a suggestion for a request whose method does not exist.
    func hint(_ segments: [String]) -> String {
        guard segments.starts(with: base) else { return ": paths begin with /\(base.joined(separator: "/"))/" }
        let similar = near(name(segments))
        return similar.isEmpty ? "" : "; did you mean \(similar.joined(separator: ", "))?"
    }

    /// Returns the names of methods that resemble a wrong one, with the nearest first.
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
