import MethodicalGenerator

/// A parser of documents in JSON and YAML. The content decides which of the two a document is, not its name.
struct DocumentParser {
    var limits = DocumentLimits()

    /// Parses a document, and returns its root. Appends diagnostics for the first error, which makes the result `nil`,
    /// and for members with the same key.
    ///
    /// - Parameter number: A number that identifies the document in its set.
    func parse(
        _ source: SourceFile,
        number: Int,
        problems: inout [Diagnostic]
    ) -> JSONNode? {
        let start = contentStart(of: source.bytes)
        guard start < source.bytes.count else {
            problems.append(error(in: source, "the file is empty; expected a document in JSON or YAML"))
            return nil
        }
        switch source.bytes[start] {
        case UInt8(ascii: "<"):
            problems.append(error(in: source, "this is HTML or XML; expected a document in JSON or YAML"))
            return nil
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            return parseBracketed(source, from: start, number: number, problems: &problems)
        case _ where isUTF16(source.bytes):
            // The parser of JSON reports the encoding.
            return MethodicalGenerator.parse(source, problems: &problems)
        default:
            return parseYAML(source, number: number, problems: &problems)
        }
    }

    /// Parses a document that begins with a bracket: JSON, or else YAML, which also has objects in braces, with
    /// comments and with keys that need no quotes.
    private func parseBracketed(
        _ source: SourceFile,
        from start: Int,
        number: Int,
        problems: inout [Diagnostic]
    ) -> JSONNode? {
        if let problem = tooLarge(source, format: .json) {
            problems.append(problem)
            return nil
        }
        var jsonProblems: [Diagnostic] = []
        if let root = MethodicalGenerator.parse(source, number: number, problems: &jsonProblems) {
            problems += jsonProblems.map(Self.tolerated)
            return root
        }
        let beginsLikeJSON = beginsLikeJSON(source.bytes[start...])
        let mayBeYAML = !beginsLikeJSON || isNamedYAML(source)
        guard mayBeYAML, source.bytes.count <= limits.yamlSize else {
            problems += jsonProblems
            return nil
        }
        var yamlProblems: [Diagnostic] = []
        if let root = parseYAML(source, number: number, problems: &yamlProblems) {
            problems += yamlProblems
            return root
        }
        // The errors of the likelier format help more.
        if Self.knowsYAML, !beginsLikeJSON {
            problems += yamlProblems
        } else {
            problems += jsonProblems
        }
        return nil
    }

    /// Returns the warning for an error that did not end reading: a key that occurs twice. Other programs that read the
    /// vendor's document do not report it.
    private static func tolerated(_ problem: Diagnostic) -> Diagnostic {
        Diagnostic(.warning, at: problem.place, problem.message)
    }

    /// The offset of the first byte that is neither a byte order mark nor white space.
    private func contentStart(of bytes: [UInt8]) -> Int {
        let start = bytes.byteOrderMarkLength
        return bytes[start...].firstIndex { !$0.isJSONSpace }
            ?? bytes.count
    }

    private func isUTF16(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0xFE, 0xFF])
            || bytes.starts(with: [0xFF, 0xFE])
    }

    /// Indicates whether the text goes on as JSON does after the opening bracket.
    private func beginsLikeJSON(_ bytes: ArraySlice<UInt8>) -> Bool {
        let next = bytes.dropFirst().first { !$0.isJSONSpace }
        return next.map { "\"[{]}".utf8.contains($0) } ?? true
    }

    private func isNamedYAML(_ source: SourceFile) -> Bool {
        source.path.hasSuffix(".yaml")
            || source.path.hasSuffix(".yml")
    }

    private func error(in source: SourceFile, _ message: String) -> Diagnostic {
        Diagnostic(
            .error,
            at: Place(file: source.shownPath, line: 1, column: 1),
            message)
    }

    /// Returns the error for a document that would take too much time and memory, or `nil` for others.
    private func tooLarge(
        _ source: SourceFile,
        format: Format
    ) -> Diagnostic? {
        let size = source.bytes.count
        let maximumSize = format.maximumSize(in: limits)
        if size > maximumSize {
            return error(
                in: source,
                "the document has \(size) bytes, but \(format.name) is read up to \(maximumSize); divide it")
        }
        // A document has at most as many separators as bytes.
        let maximumCount = format.maximumSeparatorCount(in: limits)
        guard size > maximumCount else { return nil }
        let count = format.separatorCount(in: source.bytes)
        guard count > maximumCount else { return nil }
        return error(
            in: source,
            "the document has \(count) \(format.separators), but \(format.name) is read up to \(maximumCount); "
                + "divide it")
    }

    /// A format of documents, with its limits. The number of values is estimated by what separates them.
    private enum Format {
        case json, yaml

        var name: String {
            switch self {
            case .json: "JSON"
            case .yaml: "YAML"
            }
        }

        /// The description of what separates values.
        var separators: String {
            switch self {
            case .json: "commas"
            case .yaml: "lines and commas"
            }
        }

        func maximumSize(in limits: DocumentLimits) -> Int {
            switch self {
            case .json: limits.jsonSize
            case .yaml: limits.yamlSize
            }
        }

        func maximumSeparatorCount(in limits: DocumentLimits) -> Int {
            switch self {
            case .json: limits.jsonValues
            case .yaml: limits.yamlValues
            }
        }

        func separatorCount(in bytes: [UInt8]) -> Int {
            let comma = UInt8(ascii: ",")
            let otherSeparator =
                switch self {
                case .json: comma
                case .yaml: UInt8(ascii: "\n")
                }
            return bytes.withUnsafeBufferPointer { bytes in
                var count = 0
                for byte in bytes where byte == comma || byte == otherSeparator {
                    count += 1
                }
                return count
            }
        }
    }
}

#if YAML
    extension DocumentParser {
        /// Indicates whether documents in YAML can be read.
        static let knowsYAML = true

        private func parseYAML(
            _ source: SourceFile,
            number: Int,
            problems: inout [Diagnostic]
        ) -> JSONNode? {
            if let problem = tooLarge(source, format: .yaml) {
                problems.append(problem)
                return nil
            }
            let file = ParsedFile(path: source.shownPath, number: number)
            let (root, found) = onLargeStack { () -> (JSONNode?, [Diagnostic]) in
                do throws(DocumentFault) {
                    var reader = try YAMLReader(source.bytes, in: file, limits: limits)
                    return (try reader.read(), reader.duplicates)
                } catch {
                    let place = file.place(at: error.offset)
                    return (nil, [Diagnostic(.error, at: place, error.message)])
                }
            }
            if root == nil {
                problems += found
            } else {
                problems += found.map(Self.tolerated)
            }
            return root
        }
    }
#else
    extension DocumentParser {
        /// Indicates whether documents in YAML can be read.
        static let knowsYAML = false

        private func parseYAML(
            _ source: SourceFile,
            number: Int,
            problems: inout [Diagnostic]
        ) -> JSONNode? {
            problems.append(
                error(
                    in: source,
                    "this is not JSON; to read YAML, turn on the trait YAML of the package methodical, as in "
                        + "`swift run --traits CommandLine methodical`"))
            return nil
        }
    }
#endif
