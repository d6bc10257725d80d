import MethodicalGenerator

/// The path of a method, with its parameters.
struct PathTemplate {
    enum Segment: Hashable {
        case literal(String)
        case parameter(String)
    }

    let segments: [Segment]

    init(_ path: String) {
        let path = path.prefix { $0 != "?" }
        segments = path.split(separator: "/").map { segment in
            guard segment.hasPrefix("{"), segment.hasSuffix("}") else {
                return .literal(String(segment))
            }
            return .parameter(String(segment.dropFirst().dropLast()))
        }
    }

    /// The path without the names of its parameters. Methods with equal patterns are at the same place.
    var pattern: String { Self.pattern(of: segments[...]) }

    /// Returns the pattern of the path before a parameter, or `nil` if the path does not contain it as a whole segment.
    func pattern(before parameter: String) -> String? {
        guard let index = index(of: parameter) else { return nil }
        return Self.pattern(of: segments[..<index])
    }

    /// Returns the index of the segment that is a parameter.
    func index(of parameter: String) -> Int? {
        segments.firstIndex(of: .parameter(parameter))
    }

    /// The parameter at the end of the path, or `nil` if there is none.
    var last: String? {
        guard case .parameter(let name)? = segments.last else { return nil }
        return name
    }

    private static func pattern(of segments: ArraySlice<Segment>) -> String {
        let texts = segments.map { segment in
            switch segment {
            case .literal(let text): text
            case .parameter: "{}"
            }
        }
        return texts.joined(separator: "/")
    }
}
