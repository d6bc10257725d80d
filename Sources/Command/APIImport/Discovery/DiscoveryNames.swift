import MethodicalGenerator

/// The dotted names of methods, which are those of the resources around them.
struct DiscoveryNames {
    private var taken: Set<String> = []

    /// Returns a name for a method. It is like the document's name, in the words that the dialect permits.
    mutating func name(
        from words: [String],
        operation: Operation,
        reader: NodeReader
    ) -> String {
        let wanted = words.joined(separator: ".")
        let base = words.map(Self.word).joined(separator: ".")
        var name = base
        var number = 2
        while !taken.insert(name).inserted {
            name = base + "\(number)"
            number += 1
        }
        if name != wanted {
            reader.note(
                .renamed,
                at: operation.place,
                operation: operation,
                "the method is \(name)")
        }
        return name
    }

    /// Returns the name as it is, or its words as one name if it has other characters than letters, digits and
    /// underscores.
    private static func word(from text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            byte == UInt8(ascii: "_")
                || byte.isASCIIDigit
                || byte.isASCIILetter
        }
        let name = isPlain ? text : Words(text).camel
        let word = String(name.prefix(100))
        guard let first = word.utf8.first else {
            return "unnamed"
        }
        if first.isASCIILetter {
            return word
        }
        return "n" + word
    }
}

extension String {
    /// The name with a word at its end.
    func with(_ word: String) -> String {
        self + word.prefix(1).uppercased() + word.dropFirst()
    }
}
