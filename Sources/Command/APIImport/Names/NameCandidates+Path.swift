// Names from the path, and from the verb of the summary.
extension NamedOperation {
    /// The fixed segments as namespaces, and a function named by verb and shape: `pins.comments.list`.
    var pathName: [Words] {
        let fixed = path.fixed
        if fixed.isEmpty {
            return [function]
        }
        if endsWithVerb {
            if fixed.count > 1 {
                return fixed
            }
            return [tag, fixed[0]].compactMap(\.self).uniqued
        }
        return joined(fixed, function: function)
    }

    /// Indicates whether the last segment says what the call does, as in `POST /jobs/{id}/cancel`.
    var endsWithVerb: Bool {
        guard !path.endsWithParameter,
            verb != "delete",
            let last = path.fixed.last
        else { return false }
        if verb == "post",
            let summary,
            summary.begins(last)
        {
            return true
        }
        return Verbs.name(last, reads: verb == "get")
    }

    /// Returns a name in the namespaces of a path. A part of a resource becomes the function's object, as in
    /// `accounts.getNote` for `GET /accounts/{id}/note`.
    func joined(_ fixed: [Words], function: Words) -> [Words] {
        var fixed = fixed
        // `GET /report` with the tag `reports` belongs to `reports`.
        if let tag,
            fixed.first?.matches(tag) == true
        {
            fixed[0] = tag
        }
        guard fixed.count > 1,
            let last = fixed.last,
            !last.isPlural,
            function.list.count == 1
        else {
            return fixed + [function]
        }
        let verb = function == ["list"] ? ["get"] : function
        return fixed.dropLast() + [verb + last]
    }

    /// The name by the verb and the object of the summary, if the path does not name the object.
    var wholeSummary: [Words]? {
        guard let summary,
            let segment = path.fixed.last,
            version == nil,
            !endsWithVerb
        else { return nil }
        if summary.isAbout(segment) {
            return nil
        }
        return pathName.dropLast() + [Words([summary.verb]) + summary.object]
    }

    /// The verb of the summary if it is about what the path names, and says more than HTTP's verb.
    private var summaryVerb: String? {
        guard let summary,
            let segment = path.fixed.last,
            summary.isAbout(segment),
            !ignoresSummaryVerb
        else {
            return nil
        }
        let saysMore =
            switch verb {
            case "get":
                Self.reading.contains(summary.verb)
            case "post":
                true
            case "put":
                !["get", "list"].contains(summary.verb)
            default:
                !Self.usual.contains(summary.verb)
            }
        guard saysMore else { return nil }
        return summary.verb
    }

    /// The verbs that say no more than HTTP's.
    private static let usual: Set = ["create", "delete", "get", "list", "replace", "update"]

    /// The verbs that say more than `get` and `list`.
    private static let reading: Set = ["count", "download", "export", "preview", "search", "validate", "verify"]

    /// The function for the verb of the summary, or for that of HTTP: `list`, `get`, `create`, `replace`, `update`,
    /// `delete`.
    private var function: Words {
        if let summaryVerb {
            return [summaryVerb]
        }
        switch verb {
        case "get":
            if path.endsWithParameter {
                return ["get"]
            }
            let isPlural = path.fixed.last?.list.last?.isPlural ?? false
            let mayReturnList = returnsPage || !describesResponse
            let seemsToReturnList = isPlural && mayReturnList
            if returnsList || seemsToReturnList {
                return ["list"]
            }
            return ["get"]
        case "post" where path.endsWithParameter:
            return ["update"]
        case "post":
            return ["create"]
        case "put":
            return ["replace"]
        case "patch":
            return ["update"]
        default:
            return [verb]
        }
    }
}

extension [Words] {
    /// The elements without those that equal the one before them.
    fileprivate var uniqued: [Words] {
        reduce(into: []) { unique, words in
            if unique.last != words {
                unique.append(words)
            }
        }
    }
}
