#if YAML
    import MethodicalGenerator
    import Yams

    extension YAMLReader {
        /// Returns the error for one that Yams reports.
        mutating func fault(_ error: YamlError) -> DocumentFault {
            switch error {
            case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
                .composer(let context, let problem, let mark, _):
                if problem.hasPrefix("Maximum nesting level") {
                    return tooDeep(at: offset(mark))
                }
                return syntaxFault(problem, context, at: offset(mark))
            case .duplicatedKeysInMapping(let keys, let context):
                return duplicateFault(keys, at: offset(context.mark))
            case .memory: return tooDeep(at: 0)
            case .reader(let problem, _, _, _):
                return DocumentFault(offset: 0, message: "this YAML cannot be read: \(problem)")
            default: return DocumentFault(offset: 0, message: "this YAML cannot be read")
            }
        }

        /// Returns the error for a text that is not YAML. The common mistakes have their own messages.
        private mutating func syntaxFault(
            _ problem: String, _ context: YamlError.Context?, at offset: Int
        ) -> DocumentFault {
            let byte = offset < text.bytes.count ? text.bytes[offset] : nil
            let beginning = context.map { self.offset($0.mark) }
            let opening = beginning.map { place -> String in
                let place = file.place(place)
                return "\(place.line):\(place.column)"
            }
            switch (problem, byte) {
            case _ where isIndentedByTab(offset):
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
            case ("did not find expected key", _), ("did not find expected '-' indicator", _):
                let wanted =
                    if problem.hasSuffix("key") {
                        "another key of the object"
                    } else {
                        "another \"-\" of the list"
                    }
                let message = "expected \(wanted) that begins at \(opening ?? "its start"), with the same indentation"
                return DocumentFault(offset: offset, message: message)
            case ("could not find expected ':'", _):
                return DocumentFault(
                    offset: beginning ?? offset,
                    message: "expected \":\" after this key; a text of several lines needs quotes or \"|\"")
            case ("found unexpected end of stream", _) where context?.text.contains("quoted scalar") ?? false,
                ("found unexpected document indicator", _):
                return DocumentFault(offset: beginning ?? offset, message: "this string has no end")
            case ("but found another document", _):
                return DocumentFault(offset: offset, message: "the file has several documents; expected only one")
            case ("did not find expected ',' or '}'", _), ("did not find expected ',' or ']'", _):
                let wanted =
                    if problem.hasSuffix("'}'") {
                        "\",\" or \"}\" of the object"
                    } else {
                        "\",\" or \"]\" of the list"
                    }
                let message = "expected \(wanted) that begins at \(opening ?? "its start")"
                return DocumentFault(offset: offset, message: message)
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
                let context = context.map { " \($0.text)" } ?? ""
                return DocumentFault(offset: offset, message: "this is not YAML: \(text.restored(problem + context))")
            }
        }

        /// Indicates whether the line's indentation up to an offset contains a tab.
        private func isIndentedByTab(_ offset: Int) -> Bool {
            let line = text.bytes[..<offset].lastIndex { $0 == UInt8(ascii: "\n") }.map { $0 + 1 } ?? 0
            let indentation = text.bytes[line...].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            return indentation.contains(UInt8(ascii: "\t")) && offset <= indentation.endIndex
        }

        /// Returns the error for keys that occur twice, from the offset of the first.
        private func duplicateFault(_ keys: [String], at first: Int) -> DocumentFault {
            let key = text.restored(keys.first ?? "")
            guard let second = nextLine(like: first) else {
                let message = "\"\(key)\" occurs twice in this object; this is the first"
                return DocumentFault(offset: first, message: message)
            }
            let place = file.place(first)
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
            guard let colon = bytes[offset...].firstIndex(of: UInt8(ascii: ":")) else { return nil }
            let key = bytes[offset...colon]
            var next = bytes[colon...].firstIndex(of: newline)
            while let end = next {
                let start = end + 1
                let indentation = bytes[start...].prefix { $0 == UInt8(ascii: " ") }
                let isBlank = indentation.endIndex == bytes.count || bytes[indentation.endIndex] == newline
                if !isBlank, indentation.count < offset - line {
                    return nil
                }
                if indentation.count == offset - line, bytes[indentation.endIndex...].starts(with: key) {
                    return indentation.endIndex
                }
                next = bytes[start...].firstIndex(of: newline)
            }
            return nil
        }
    }
#endif
