#if YAML
    import MethodicalGenerator
    import Yams

    extension YAMLReader {
        /// Returns the error for one that Yams reports.
        mutating func fault(for error: YamlError) -> DocumentFault {
            switch error {
            case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
                .composer(let context, let problem, let mark, _):
                if problem.hasPrefix("Maximum nesting level") {
                    return tooDeep(at: offset(of: mark))
                }
                return syntaxFault(
                    for: problem,
                    context: context,
                    at: offset(of: mark))
            case .duplicatedKeysInMapping(let keys, let context):
                return duplicateFault(for: keys, at: offset(of: context.mark))
            case .memory:
                return tooDeep(at: 0)
            case .reader(let problem, _, _, _):
                return DocumentFault(offset: 0, message: "this YAML cannot be read: \(problem)")
            default:
                return DocumentFault(offset: 0, message: "this YAML cannot be read")
            }
        }

        /// Returns the error for a text that is not YAML. The common mistakes have their own messages.
        private mutating func syntaxFault(
            for problem: String,
            context: YamlError.Context?,
            at offset: Int
        ) -> DocumentFault {
            var byte: UInt8?
            if offset < text.bytes.count {
                byte = text.bytes[offset]
            }
            let beginning = context.map { self.offset(of: $0.mark) }
            let opening = beginning.map { place -> String in
                let place = file.place(at: place)
                return "\(place.line):\(place.column)"
            }
            switch (problem, byte) {
            case _ where isIndentedByTab(at: offset):
                return DocumentFault(offset: offset, message: "a tab cannot indent YAML; use spaces")
            case ("found character that cannot start any token", UInt8(ascii: "\t")?):
                return DocumentFault(offset: offset, message: "a tab is not allowed here; use spaces")
            case ("found character that cannot start any token", let byte?):
                let character = String(Unicode.Scalar(byte))
                return DocumentFault(offset: offset, message: "quote a value that begins with \"\(character)\"")
            case ("did not find expected alphabetic or numeric character", _):
                let character = byte == UInt8(ascii: "&") ? "&" : "*"
                return DocumentFault(
                    offset: beginning ?? offset, message: "quote a value that begins with \"\(character)\"")
            case ("mapping values are not allowed in this context", _):
                return DocumentFault(
                    offset: offset,
                    message: "\":\" is not expected here; check the indentation, and quote a value that contains \": \""
                )
            case ("could not find expected ':'", _):
                return DocumentFault(
                    offset: beginning ?? offset,
                    message: "expected \":\" after this key; a text of several lines needs quotes or \"|\"")
            case ("found unexpected end of stream", _) where context?.text.contains("quoted scalar") ?? false,
                ("found unexpected document indicator", _):
                return DocumentFault(offset: beginning ?? offset, message: "this string has no end")
            case ("but found another document", _):
                return DocumentFault(offset: offset, message: "the file has several documents; expected only one")
            case ("did not find expected <document start>", _):
                return DocumentFault(
                    offset: offset, message: "expected the end of the file; check the indentation and the quotes before"
                )
            case ("block sequence entries are not allowed in this context", _):
                return DocumentFault(
                    offset: offset, message: "a list begins on its own line; write \"-\" on the next one")
            case ("did not find expected node content", _):
                return DocumentFault(offset: offset, message: "expected a value")
            case ("found unknown escape character", _):
                let message = "this escape is unknown; double the backslash, or use single quotes"
                return DocumentFault(offset: offset, message: message)
            default:
                if let message = Self.unfinished(problem, opening: opening ?? "its start") {
                    return DocumentFault(offset: offset, message: message)
                }
                let context = context.map { " \($0.text)" } ?? ""
                return DocumentFault(offset: offset, message: "this is not YAML: \(text.restored(problem + context))")
            }
        }

        /// Returns the message for an object or a list that does not go on, or `nil` for other problems.
        private static func unfinished(_ problem: String, opening: String) -> String? {
            switch problem {
            case "did not find expected key":
                "expected another key of the object that begins at \(opening), with the same indentation"
            case "did not find expected '-' indicator":
                "expected another \"-\" of the list that begins at \(opening), with the same indentation"
            case "did not find expected ',' or '}'":
                "expected \",\" or \"}\" of the object that begins at \(opening)"
            case "did not find expected ',' or ']'":
                "expected \",\" or \"]\" of the list that begins at \(opening)"
            default:
                nil
            }
        }

        /// Indicates whether the line's indentation up to an offset contains a tab.
        private func isIndentedByTab(at offset: Int) -> Bool {
            let lineFeed = text.bytes[..<offset].lastIndex(of: UInt8(ascii: "\n"))
            let line = lineFeed.map { $0 + 1 } ?? 0
            let indentation = text.bytes[line...].prefix {
                $0 == UInt8(ascii: " ")
                    || $0 == UInt8(ascii: "\t")
            }
            return indentation.contains(UInt8(ascii: "\t"))
                && offset <= indentation.endIndex
        }

        /// Returns the error for keys that occur twice, from the offset of the first.
        private func duplicateFault(for keys: [String], at first: Int) -> DocumentFault {
            let key = text.restored(keys.first ?? "")
            guard let second = nextLine(like: first) else {
                let message = "\"\(key)\" occurs twice in this object; this is the first"
                return DocumentFault(offset: first, message: message)
            }
            let place = file.place(at: first)
            return DocumentFault(
                offset: second,
                message: "\"\(key)\" occurs twice in this object; the first is at "
                    + "\(place.file):\(place.line):\(place.column)")
        }

        /// Returns the offset of the next key with the same text and indentation, or `nil` if none is found.
        private func nextLine(like offset: Int) -> Int? {
            let bytes = text.bytes
            let newline = UInt8(ascii: "\n")
            let line = bytes[..<offset].lastIndex(of: newline).map { $0 + 1 } ?? 0
            guard let colon = bytes[offset...].firstIndex(of: UInt8(ascii: ":")) else {
                return nil
            }
            let key = bytes[offset...colon]
            var next = bytes[colon...].firstIndex(of: newline)
            while let end = next {
                let start = end + 1
                let indentation = bytes[start...].prefix {
                    $0 == UInt8(ascii: " ")
                }
                let isBlank =
                    indentation.endIndex == bytes.count
                    || bytes[indentation.endIndex] == newline
                if !isBlank, indentation.count < offset - line {
                    return nil
                }
                if indentation.count == offset - line,
                    bytes[indentation.endIndex...].starts(with: key)
                {
                    return indentation.endIndex
                }
                next = bytes[start...].firstIndex(of: newline)
            }
            return nil
        }
    }
#endif
