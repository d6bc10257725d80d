/// The words of an operation's path from which names are made: its fixed segments, without the version and the prefix
/// that all paths share.
struct OperationPath {
    /// A segment: fixed words, or a parameter.
    enum Segment: Hashable {
        case words(Words)
        case parameter(Words)
    }

    var segments: [Segment]

    /// Splits a path such as `/api/v1/accounts/{id}/statuses.json`. Segments with a parameter inside are parameters.
    init(_ path: String) {
        segments =
            path
            .prefix { $0 != "?" && $0 != "#" }
            .split(separator: "/")
            .flatMap { segment -> [Segment] in
                var text = String(segment)
                if text.contains("{") {
                    var found: [Segment] = [.parameter(Words(text))]
                    // A custom verb of Google's, `{name}:cancel`.
                    if let colon = text.lastIndex(of: ":"),
                        text[colon...].allSatisfy({ $0 != "}" })
                    {
                        found.append(.words(Words(String(text[colon...]))))
                    }
                    return found
                }
                for ending in [".json", ".xml", ".php", ".aspx"] where text.hasSuffix(ending) {
                    text.removeLast(ending.count)
                }
                let parts = text.split(separator: ":").map {
                    Segment.words(Words(String($0)))
                }
                return parts.filter {
                    $0 != .words([])
                }
            }
    }

    /// The fixed segments.
    var fixed: [Words] {
        segments.compactMap {
            if case .words(let words) = $0 {
                words
            } else {
                nil
            }
        }
    }

    /// The names of the parameters.
    var parameters: [Words] {
        segments.compactMap {
            if case .parameter(let words) = $0 {
                words
            } else {
                nil
            }
        }
    }

    /// The words of all segments.
    var words: [String] {
        segments.flatMap { segment in
            switch segment {
            case .words(let words), .parameter(let words):
                words.list
            }
        }
    }

    /// Indicates whether the path ends with a parameter.
    var endsWithParameter: Bool {
        if case .parameter = segments.last {
            true
        } else {
            false
        }
    }

    /// Removes versions, and the first segments that all paths share if each has another one after them.
    static func withoutPrefix(_ paths: [OperationPath]) -> [OperationPath] {
        var paths = paths.map { path in
            var path = path
            path.segments.removeAll {
                if case .words(let words) = $0 {
                    words.isVersion
                } else {
                    false
                }
            }
            return path
        }
        while paths.count > 1,
            let first = paths[0].segments.first,
            case .words = first,
            paths.allSatisfy({ $0.segments.first == first && $0.fixed.count > 1 })
        {
            for index in paths.indices {
                paths[index].segments.removeFirst()
            }
        }
        for index in paths.indices {
            if paths[index].fixed.count > 1,
                let first = paths[index].segments.first,
                first == .words(["api"])
                    || first == .words(["rest"])
            {
                paths[index].segments.removeFirst()
            }
        }
        return paths
    }
}

extension Words {
    /// Indicates whether the words are those of a version: `v1`, `v2 alpha`, `2010 04 01`.
    var isVersion: Bool {
        guard let first = list.first else { return false }
        if first.first == "v",
            first.count > 1,
            first.dropFirst().allSatisfy(\.isNumber)
        {
            return list.dropFirst().allSatisfy {
                $0.allSatisfy(\.isNumber)
                    || $0.hasPrefix("alpha")
                    || $0.hasPrefix("beta")
            }
        }
        return list.allSatisfy { $0.allSatisfy(\.isNumber) }
    }
}
