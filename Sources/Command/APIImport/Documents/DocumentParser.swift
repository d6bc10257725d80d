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
        let first = source.bytes[start]
        if first == UInt8(ascii: "<") {
            problems.append(error(in: source, "this is HTML or XML; expected a document in JSON or YAML"))
            return nil
        }
        let isJSONLike =
            first == UInt8(ascii: "{")
            || first == UInt8(ascii: "[")
        guard isJSONLike || !isUTF16(source.bytes) else {
            return MethodicalGenerator.parse(source, problems: &problems)
        }
        guard isJSONLike else {
            return parseYAML(source, number: number, problems: &problems)
        }
        if let problem = tooLarge(source, format: "JSON", size: limits.jsonSize, values: limits.jsonValues) {
            problems.append(problem)
            return nil
        }
        var found: [Diagnostic] = []
        if let root = MethodicalGenerator.parse(source, number: number, problems: &found) {
            problems += found.map(Self.tolerated)
            return root
        }
        // YAML also has objects in braces, with keys that need no quotes, and comments.
        if source.bytes.count <= limits.yamlSize,
            !beginsLikeJSON(source.bytes[start...]) || isNamedYAML(source)
        {
            var ignored: [Diagnostic] = []
            if let root = parseYAML(source, number: number, problems: &ignored) {
                problems += ignored
                return root
            }
            if !beginsLikeJSON(source.bytes[start...]),
                Self.knowsYAML
            {
                found = ignored
            }
        }
        problems += found
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
        format: String,
        size: Int,
        values: Int
    ) -> Diagnostic? {
        let count = source.bytes.count
        if count > size {
            return error(in: source, "the document has \(count) bytes, but \(format) is read up to \(size); divide it")
        }
        guard count > values else { return nil }
        let lineEnd = UInt8(ascii: format == "YAML" ? "\n" : ",")
        let separators = source.bytes.withUnsafeBufferPointer { bytes in
            var separators = 0
            for byte in bytes where byte == UInt8(ascii: ",") || byte == lineEnd {
                separators += 1
            }
            return separators
        }
        guard separators > values else { return nil }
        let unit = format == "YAML" ? "lines and commas" : "commas"
        return error(
            in: source, "the document has \(separators) \(unit), but \(format) is read up to \(values); divide it")
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
            if let problem = tooLarge(source, format: "YAML", size: limits.yamlSize, values: limits.yamlValues) {
                problems.append(problem)
                return nil
            }
            let file = ParsedFile(path: source.shownPath, number: number)
            let (root, found) = onLargeStack { () -> (JSONNode?, [Diagnostic]) in
                do throws(DocumentFault) {
                    var reader = try YAMLReader(source.bytes, in: file, limits: limits)
                    return (try reader.read(), reader.duplicates)
                } catch {
                    return (
                        nil,
                        [
                            Diagnostic(
                                .error,
                                at: file.place(at: error.offset),
                                error.message)
                        ]
                    )
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
