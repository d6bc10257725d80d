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

    /// The keywords by place and name.
    private let known: [DialectKeyword.Place: [String: Entry]]

    private struct Entry {
        var support: DialectKeyword.Support
        /// The keyword, if its value must be checked.
        var checked: Word?
    }

    init() {
        var known: [DialectKeyword.Place: [String: Entry]] = [:]
        for place in DialectKeyword.Place.allCases {
            for keyword in dialectKeywords where place.canContain(keyword) {
                var entry = Entry(support: keyword.support)
                if place.isSchema {
                    entry.checked = Self.checkedWords.first { $0.rawValue == keyword.name }
                }
                known[place, default: [:]][keyword.name] = entry
            }
        }
        self.known = known
    }

    /// Indicates whether a key is a keyword of schemas, and not one that only parameters, bodies or responses have.
    func isOfSchemas(_ key: String) -> Bool {
        known[.schema]?[key] != nil
    }

    /// Reports the keys that do not belong in an object. An unknown key is an error in objects that only this dialect
    /// defines, such as those of `api.json` and of overlays. JSON Schema allows any key in a schema, so there even one
    /// that resembles a keyword is a warning.
    func check(_ node: JSONNode, as place: DialectKeyword.Place, problems: Problems) {
        guard node.isObject, let known = known[place] else {
            return
        }
        for member in node.children {
            guard let entry = known[member.key] else {
                if !member.key.hasPrefix("x-") {
                    reportUnknown(member, of: node, in: place, problems: problems)
                }
                continue
            }
            switch entry.support {
            case .supported:
                if let word = entry.checked {
                    checkValue(of: member, word: word, in: place, problems: problems)
                }
            case .ignoredSilently: break
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

    /// The keywords of schemas whose values are checked here. Without the check, a wrong value would be read as if the
    /// key were missing.
    private static let checkedWords: [Word] = [
        .type, .properties, .required, .nullable, .allOf, .oneOf, .anyOf,
    ]

    private func checkValue(
        of member: JSONNode,
        word: Word,
        in place: DialectKeyword.Place,
        problems: Problems
    ) {
        let isEmpty = member.first == nil
        switch word {
        case .type where member.isArray && isEmpty:
            problems.error(at: member, "expected at least one type")
        case .properties where member.isArray && isEmpty:
            problems.warning(
                at: member,
                "an empty list is read as no properties; an object of them is written {}")
        case .properties where !member.isObject:
            problems.error(at: member, expected: "{\"name\": {...}}")
        case .required where !member.isArray && member.bool == nil && place != .parameter:
            if ["trusted", "untrusted"].contains(member.string) {
                return
            }
            problems.error(
                at: member,
                expected: "true, false, \"trusted\", \"untrusted\" or a list of names")
        case .nullable where member.bool == nil:
            problems.error(at: member, expected: "true or false")
        case .allOf where !member.isArray,
            .oneOf where !member.isArray,
            .anyOf where !member.isArray:
            problems.error(at: member, expected: "a list of schemas")
        case .oneOf where isEmpty, .anyOf where isEmpty:
            problems.error(at: member, "expected at least one alternative")
        default:
            break
        }
    }

    /// Reports a Boolean `required` outside properties and parameters, where it has no meaning.
    func checkRequired(_ node: JSONNode, problems: Problems) {
        guard let required = node[.required],
            required.bool != nil,
            !isLenient(at: required)
        else {
            return
        }
        let hint = "write it on a property or a parameter, or list the names of an object's properties"
        problems.warning(
            at: required.keyPlace,
            "\"required\": \(required.described) is ignored here; \(hint)")
    }

    // MARK: Unknown keys

    private func reportUnknown(
        _ member: JSONNode,
        of node: JSONNode,
        in place: DialectKeyword.Place,
        problems: Problems
    ) {
        let meaning = meaning(of: member.key, in: node, as: place, problems: problems)
        let text = "unknown key \"\(member.key)\" in \(place.title)\(meaning.hint)"
        if place.isOurs || isError(meaning, of: member, in: place) {
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
        in place: DialectKeyword.Place
    ) -> Bool {
        if !meaning.isMistake || isLenient(at: member) {
            return false
        }
        // An overlay has only what its author wrote for this dialect.
        if member.place.file.hasSuffix(".overlay.json") {
            return true
        }
        let isOfJSONSchema = place.isOnlySchema && meaning.keyword.map(isOfSchemas) ?? false
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
        as place: DialectKeyword.Place,
        problems: Problems
    ) -> Meaning {
        let known = known[place] ?? [:]
        func isLost(_ name: String) -> Bool {
            known[name]?.support == .supported && node[name] == nil
        }
        let lowercased = key.lowercased()
        let meant = Self.synonyms[lowercased]?.first { name in
            let isMisplaced = name == "definitions" && place != .file
            return known[name] != nil && !isMisplaced
        }
        if let meant {
            let isMistake = meant != "description" && isLost(meant)
            return Meaning(
                hint: "; did you mean \"\(meant)\"?",
                isMistake: isMistake,
                keyword: meant)
        }
        if place == .method, let part = Self.partsOfRequests[lowercased] {
            let hint = "; list its contents in \"parameters\", each with \"in\": \"\(part)\""
            return Meaning(hint: hint, isMistake: isLost("parameters"))
        }
        if place == .parameter || place == .response, key == "schema" {
            return Meaning(hint: "; write its contents in its place", isMistake: true)
        }
        if place == .api, self.known[.rule]?[key] != nil {
            let hint = "; it belongs in a rule, \"defaults\": {\"*\": {\"\(key)\": ...}}"
            return Meaning(hint: hint, isMistake: true)
        }
        let slips = known.keys
            .filter { isSlip(key, for: $0) && isLost($0) }
            .sorted()
        if let first = slips.first {
            let meant = nearest(to: key, among: slips) ?? first
            return Meaning(hint: "; did you mean \"\(meant)\"?", isMistake: true, keyword: meant)
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
        "answers": ["responses", "response"],
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
    private static let partsOfRequests = ["form": "form", "query": "query", "headers": "header"]
}

extension DialectKeyword.Place {
    /// Indicates whether the place contains a schema, so that all keywords of schemas are allowed.
    fileprivate var isSchema: Bool {
        isOnlySchema || self == .parameter
    }

    /// Indicates whether a keyword is allowed in the place.
    fileprivate func canContain(_ keyword: DialectKeyword) -> Bool {
        let isOfEverySchema = isSchema && keyword.place == .schema
        return keyword.place == self || isOfEverySchema
    }

    /// Indicates whether the place contains a schema and nothing that names or places it, so that JSON Schema allows
    /// any key.
    fileprivate var isOnlySchema: Bool {
        self == .schema || self == .body || self == .response
    }

    /// Indicates whether only this dialect defines objects of this kind.
    fileprivate var isOurs: Bool {
        switch self {
        case .api, .rule, .overlay: true
        case .scheme, .pages, .stream, .poll, .webhooks, .upload, .uploadFile: true
        case .file, .schema, .parameter, .body, .method, .response, .error: false
        }
    }

    /// A description for diagnostics.
    fileprivate var title: String {
        switch self {
        case .file: "a schema file"
        case .schema, .parameter, .body, .method, .response, .scheme: "a \(rawValue)"
        case .error: "an error"
        case .api: "api.json"
        case .rule: "a rule of \"defaults\""
        case .pages, .stream, .poll, .webhooks, .upload: "\"\(rawValue)\""
        case .uploadFile: "\"file\""
        case .overlay: "a correction"
        }
    }
}
