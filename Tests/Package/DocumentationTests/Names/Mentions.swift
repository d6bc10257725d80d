/// A name in backticks that looks like that of a declaration in Swift.
struct Mention {
    /// The line of the page, counted from 1.
    let line: Int
    let text: String
    /// The components of the name, such as `Client`, `Configuration` and `timeout`.
    let components: [String]
    /// The labels of a function's parameters with their colons, such as `_:` and `by:`, or `nil` without parentheses.
    let labels: [String]?

    /// Reads a text between backticks. Returns `nil` unless it is a type, a function with parentheses, a member with a
    /// dot in front of it or a link of DocC: other words can be arguments, keywords of schemas and much more.
    init?(_ text: String, isLink: Bool, line: Int) {
        // DocC separates components by slashes, and tells overloads apart by a suffix.
        let name = isLink ? text.replacing("/", with: ".").replacing(#/-[0-9a-z]+$/#, with: "") : text
        guard let match = name.wholeMatch(of: #/\.?((?:\w+\.)*\w+)(?:\(((?:\w+:)*)\))?/#) else {
            return nil
        }
        let components = match.output.1.split(separator: ".").map(String.init)
        let labels = match.output.2?.split(separator: ":").map { "\($0):" }
        let isType = Self.isCapitalized(components[0])
        let isMember = name.hasPrefix(".")
        let looksDeclared = isLink || isType || isMember || labels != nil
        guard looksDeclared, !Self.isFile(components), !Self.isTest(components) else {
            return nil
        }
        self.line = line
        self.text = text
        self.components = components
        self.labels = labels
    }

    /// The forms in which a list of names may contain this one: as it is, and by its first component.
    var forms: [String] { [text, components[0]] }

    /// Indicates whether a name is that of a file, such as `Package.swift`.
    private static func isFile(_ components: [String]) -> Bool {
        components.count > 1 && ["json", "md", "plist", "resolved", "swift"].contains(components.last)
    }

    /// Indicates whether a name is that of a test, such as `NameTests.names`. `PageTests` looks for these.
    private static func isTest(_ components: [String]) -> Bool {
        components.count == 2 && components[0].hasSuffix("Tests")
    }

    /// Indicates whether a word begins as the name of a type. Words in capitals alone, such as `GET`, are others.
    static func isCapitalized(_ word: String) -> Bool {
        word.first?.isUppercase == true && word.contains { $0.isLowercase }
    }
}

extension Page {
    /// The names of declarations between backticks outside of blocks of code.
    var mentions: [Mention] {
        var mentions: [Mention] = []
        var isInBlock = false
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("```") {
                isInBlock.toggle()
            } else if !isInBlock, line.contains("`") {
                mentions += line.matches(of: #/``([^`]+)``|`([^`]+)`/#).compactMap { match in
                    if let link = match.output.1 {
                        return Mention(String(link), isLink: true, line: index + 1)
                    }
                    return match.output.2.flatMap { Mention(String($0), isLink: false, line: index + 1) }
                }
            }
        }
        return mentions
    }
}

extension Declarations {
    /// Returns the part of a name that no declaration has, or `nil` if there is none.
    func problem(of mention: Mention) -> String? {
        var components = mention.components[...]
        if components.count > 1, modules.contains(components[0]) {
            components.removeFirst()
        }
        var enclosing: String?
        for component in components {
            guard contains(component, in: enclosing) else {
                return component
            }
            // The type of a value is not known, so the next name may belong to any.
            enclosing = types.contains(component) ? component : nil
        }
        // `name()` stands for a function with any parameters.
        guard let labels = mention.labels, !labels.isEmpty, let name = mention.components.last else {
            return nil
        }
        // `Account(id:)` is an initializer.
        let function = types.contains(name) ? "init" : name
        let exists = contains(function: function, labels: labels)
        return exists ? nil : "\(name)(\(labels.joined()))"
    }
}
