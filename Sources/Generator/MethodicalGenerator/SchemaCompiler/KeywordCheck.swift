/// A check that reports the keys that do not belong in an object.
struct KeywordCheck {
    /// Indicates whether the files are published by a vendor or imported from a vendor's document. A misspelled key is
    /// then only a warning, because the reader of the message cannot correct the files.
    var isLenient = false

    /// Indicates whether a mistake in a schema is reported with leniency. The reader can correct an overlay, so its
    /// mistakes are reported as usual.
    func isLenient(at node: JSONNode) -> Bool {
        isLenient && !node.place.file.hasSuffix(".overlay.json")
    }

    /// Indicates whether a key is a keyword of schemas, and not one that only parameters, bodies or responses have.
    func isOfSchemas(_ key: String) -> Bool {
        Dialect.keywords(of: .schema)[key] != nil
    }

    /// Reports the keys that do not belong in an object. An unknown key is an error in objects that only this dialect
    /// defines, such as those of `api.json` and of overlays. JSON Schema allows any key in a schema, so there even one
    /// that resembles a keyword is a warning.
    func check(_ node: JSONNode, as object: DialectObject, problems: Problems) {
        guard node.isObject else { return }
        let known = Dialect.keywords(of: object)
        for member in node.children {
            guard let keyword = known[member.key] else {
                if !member.key.hasPrefix("x-") {
                    reportUnknown(member, of: node, in: object, problems: problems)
                }
                continue
            }
            switch keyword.support {
            case .supported:
                checkValue(of: member, keyword: keyword, problems: problems)
            case .ignoredSilently, .replaced:
                break
            case .ignoredWithWarning:
                problems.warning(
                    at: member.keyPlace,
                    "\"\(member.key)\" is ignored, because generated types cannot express it")
            case .refused:
                problems.error(
                    at: member.keyPlace,
                    "\"\(member.key)\" is not supported; use \"$ref\" with a JSON Pointer (\"#/definitions/name\")")
            }
        }
    }

    /// Reports a value of a wrong kind and a list without an element, if the keyword is to be checked for them.
    private func checkValue(
        of member: JSONNode,
        keyword: Keyword,
        problems: Problems
    ) {
        let isEmptyList = member.isArray && member.first == nil
        if isEmptyList, let element = keyword.neededElement {
            return problems.error(at: member, "expected at least one \(element)")
        }
        guard keyword.checksKind,
            !keyword.value.accepts(member)
        else {
            return
        }
        if isEmptyList, case .dictionary = keyword.value {
            problems.warning(
                at: member,
                "an empty list is read as no \(keyword.name); an object of them is written {}")
        } else {
            problems.error(at: member, expected: keyword.value.expectation)
        }
    }

    /// Reports a Boolean `required` outside properties and parameters, where it has no meaning.
    func checkRequired(_ required: RequiredSyntax, problems: Problems) {
        guard required.flag != nil,
            !isLenient(at: required.node)
        else {
            return
        }
        let hint = "write it on a property or a parameter, or list the names of an object's properties"
        problems.warning(
            at: required.keyPosition,
            "\"required\": \(required.described) is ignored here; \(hint)")
    }

    // MARK: Unknown keys

    private func reportUnknown(
        _ member: JSONNode,
        of node: JSONNode,
        in object: DialectObject,
        problems: Problems
    ) {
        let meaning = meaning(of: member.key, in: node, as: object, problems: problems)
        let text = "unknown key \"\(member.key)\" in \(object.title)\(meaning.hint)"
        if object.isOurs || isError(meaning, of: member, in: object) {
            problems.error(at: member.keyPlace, text)
        } else if meaning.hint.isEmpty {
            problems.warning(at: member.keyPlace, text + "; keys that begin with \"x-\" are ignored")
        } else {
            problems.warning(at: member.keyPlace, text)
        }
    }

    /// Indicates whether an unknown key with a meaning is an error in an object that other dialects also define.
    private func isError(
        _ meaning: Meaning,
        of member: JSONNode,
        in object: DialectObject
    ) -> Bool {
        if !meaning.isMistake || isLenient(at: member) {
            return false
        }
        // An overlay has only what its author wrote for this dialect.
        if member.place.file.hasSuffix(".overlay.json") {
            return true
        }
        let isOfJSONSchema = object.isOnlySchema && meaning.keyword.map(isOfSchemas) ?? false
        return !isOfJSONSchema
    }

    /// The probable meaning of an unknown key.
    private struct Meaning {
        /// A hint for the message.
        var hint: String
        /// Indicates whether the schema would silently lose its meaning if the key were ignored.
        var isMistake: Bool
        /// The keyword that was probably meant, or `nil` if the hint names none.
        var keyword: String?
    }

    private func meaning(
        of key: String,
        in node: JSONNode,
        as object: DialectObject,
        problems: Problems
    ) -> Meaning {
        let known = Dialect.keywords(of: object)
        func isLost(_ name: String) -> Bool {
            known[name]?.support == .supported && node[name] == nil
        }
        let lowercased = key.lowercased()
        let meant = Self.synonyms[lowercased]?.first { name in
            let isMisplaced = name == "definitions" && object != .file
            return known[name] != nil && !isMisplaced
        }
        if let meant {
            let isMistake = meant != "description" && isLost(meant)
            return Meaning(
                hint: "; did you mean \"\(meant)\"?",
                isMistake: isMistake,
                keyword: meant)
        }
        if object == .method, let part = Self.partsOfRequests[lowercased] {
            let hint = "; list its contents in \"parameters\", each with \"in\": \"\(part)\""
            return Meaning(hint: hint, isMistake: isLost("parameters"))
        }
        if object == .parameter || object == .response, key == "schema" {
            return Meaning(hint: "; write its contents in its place", isMistake: true)
        }
        if object == .api, Dialect.keywords(of: .rule)[key] != nil {
            let hint = "; it belongs in a rule, \"defaults\": {\"*\": {\"\(key)\": ...}}"
            return Meaning(hint: hint, isMistake: true)
        }
        let slips = known.keys
            .filter { isSlip(key, for: $0) && isLost($0) }
            .sorted()
        if let first = slips.first {
            let meant = nearest(to: key, among: slips) ?? first
            return Meaning(
                hint: "; did you mean \"\(meant)\"?",
                isMistake: true,
                keyword: meant)
        }
        return Meaning(
            hint: problems.suggestion(for: key, among: Array(known.keys)),
            isMistake: false)
    }

    /// The keywords of this dialect, by their names in other formats. The first one that the place can contain is
    /// suggested.
    private static let synonyms = [
        "params": ["parameters"],
        "arguments": ["parameters"],
        "method": ["verb"],
        "httpmethod": ["verb"],
        "url": ["path", "baseURL"],
        "returns": ["response"],
        "answers": ["response"],
        "mandatory": ["required"],
        "optional": ["required"],
        "auth": ["authorization", "needs"],
        "security": ["authorization", "needs"],
        "values": ["enum"],
        "summary": ["description"],
        "message": ["description"],
        "extends": ["allOf"],
        "limit": ["size"],
        "count": ["size"],
        "style": ["arrays"],
        "allowreserved": ["reserved"],
        "types": ["definitions"],
        "schemas": ["definitions"],
        "components": ["definitions"],
        "requestbody": ["body"],
        "payload": ["body"],
        "contenttype": ["content"],
        "mediatype": ["content"],
    ]

    /// The values of `in`, by the keys under which other formats list the parameters of a method.
    private static let partsOfRequests = [
        "form": "form",
        "query": "query",
        "headers": "header",
    ]
}
