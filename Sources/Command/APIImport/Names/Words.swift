/// The words of a name in a document, in lowercase: `repos/list-for-user` and `ListForUserOfRepos` have the words that
/// a reader sees.
package struct Words: Hashable, ExpressibleByArrayLiteral {
    package var list: [String]

    init(_ list: some Sequence<String>) {
        self.list = Array(list)
    }

    package init(arrayLiteral elements: String...) {
        list = elements
    }

    /// Splits a name at everything that is not a letter or digit, and before the capital that begins a word
    /// (`getHTTPStatus` is `get`, `http`, `status`).
    package init(_ name: String) {
        list = []
        var word = ""
        let scalars = Array(name.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            guard scalar.isWord else {
                if !word.isEmpty {
                    list.append(word)
                }
                word = ""
                continue
            }
            var before: Unicode.Scalar = " "
            if index > 0 {
                before = scalars[index - 1]
            }
            var after: Unicode.Scalar = " "
            if index + 1 < scalars.count {
                after = scalars[index + 1]
            }
            // In `HTTPStatus`, the last capital begins a word.
            let endsAcronym = after.isSmall && !isPluralEnd(index + 1, of: scalars)
            if scalar.isCapital,
                !word.isEmpty,
                !before.isCapital || endsAcronym
            {
                list.append(word)
                word = ""
            }
            word += scalar.properties.lowercaseMapping
        }
        if !word.isEmpty {
            list.append(word)
        }
    }

    /// The words as one name, `listForUser`.
    var camel: String {
        guard let first = list.first else { return "" }
        return first + list.dropFirst().map(\.capitalizedWord).joined()
    }

    var isEmpty: Bool { list.isEmpty }

    /// Indicates whether the last word is a plural.
    package var isPlural: Bool {
        list.last?.isPlural ?? false
    }

    /// Indicates whether two lists have the same words, whatever their number (`pet` and `pets`).
    func matches(_ other: Words) -> Bool {
        list.map(\.singular) == other.list.map(\.singular)
    }

    /// Indicates whether two lists have the same letters, whatever the borders of words and their number.
    func spells(_ other: Words) -> Bool {
        matches(other) || letters == other.letters
    }

    private var letters: String {
        list.map(\.singular).joined().singular
    }

    /// Returns the rest after the given words, or `nil` if the list does not begin with them. Singular and plural count
    /// as equal.
    func dropping(_ prefix: Words) -> Words? {
        guard list.count >= prefix.list.count,
            Words(list.prefix(prefix.list.count)).matches(prefix)
        else {
            return nil
        }
        return Words(list.dropFirst(prefix.list.count))
    }

    static func + (a: Words, b: Words) -> Words {
        Words(a.list + b.list)
    }
}

extension Unicode.Scalar {
    /// Indicates whether the scalar is an ASCII letter or digit. Other letters separate words, because the dialect's
    /// names are ASCII.
    fileprivate var isWord: Bool {
        isCapital
            || isSmall
            || ("0"..."9").contains(self)
    }
    fileprivate var isCapital: Bool {
        ("A"..."Z").contains(self)
    }
    fileprivate var isSmall: Bool {
        ("a"..."z").contains(self)
    }
}

/// Indicates whether a letter is the `s` of an acronym's plural, as in `listURLs` and `URLsOfPage`.
private func isPluralEnd(_ index: Int, of scalars: [Unicode.Scalar]) -> Bool {
    guard scalars[index] == "s" else { return false }
    return index + 1 == scalars.count
        || !scalars[index + 1].isSmall
}

extension String {
    /// The word with a capital at its beginning.
    package var capitalizedWord: String {
        prefix(1).uppercased() + dropFirst()
    }

    /// The singular of an English noun, as far as comparisons of names need it.
    package var singular: String {
        if let irregular = Self.irregular[self] {
            return irregular
        }
        if hasSuffix("ies"), utf8.count > 4 {
            return dropLast(3) + "y"
        }
        for ending in ["sses", "shes", "ches", "xes", "zes", "uses"] where hasSuffix(ending) {
            return String(dropLast(2))
        }
        if hasSuffix("s"),
            !hasSuffix("ss"),
            !hasSuffix("us"),
            !hasSuffix("is"),
            utf8.count > 2
        {
            return String(dropLast())
        }
        return self
    }

    /// Indicates whether the word is an English plural.
    var isPlural: Bool {
        singular != self
    }

    private static let irregular = [
        "people": "person",
        "children": "child",
        "indices": "index",
        "statuses": "status",
        "aliases": "alias",
        "series": "series",
        "news": "news",
        "caches": "cache",
        "houses": "house",
        "uses": "use",
        "causes": "cause",
        "databases": "database",
        "purchases": "purchase",
        "releases": "release",
        "responses": "response",
        "expenses": "expense",
        "courses": "course",
        "licenses": "license",
        "movies": "movie",
        "cookies": "cookie",
    ]
}
