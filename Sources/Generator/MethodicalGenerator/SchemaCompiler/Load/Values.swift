// Readers of values that `api.json` and methods share. Each returns `nil` for a value of the wrong kind, and reports
// it.

/// Reads a string. It may be empty only if no meaning is given.
func text(
    from node: JSONNode,
    problems: Problems,
    expected meaning: String? = nil
) -> String? {
    if let text = node.string, meaning == nil || !text.isEmpty {
        return text
    }
    problems.error(at: node, expected: meaning ?? ValueKind.text.expectation)
    return nil
}

/// Reads a string that is the value of a keyword of an object.
func text(
    from member: JSONNode,
    in object: DialectObject,
    problems: Problems
) -> String? {
    text(
        from: member,
        problems: problems,
        expected: Dialect.value(of: member, in: object).expectation)
}

/// Indicates whether a text can be the name of a header field.
func isFieldName(_ name: String) -> Bool {
    guard !name.isEmpty else { return false }
    return name.utf8.allSatisfy { byte in
        byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: ":")
    }
}

/// Reads a Boolean.
func flag(from node: JSONNode, problems: Problems) -> Bool? {
    if node.bool == nil {
        problems.error(at: node, expected: ValueKind.flag.expectation)
    }
    return node.bool
}

/// Reads one of an enumeration's values.
func choice<Value: RawRepresentable & CaseIterable>(from node: JSONNode, problems: Problems) -> Value?
where Value.RawValue == String {
    oneOf(node, among: Array(Value.allCases), problems: problems)
}

/// Reads a list of strings, and returns their nodes.
func strings(from node: JSONNode, problems: Problems) -> [JSONNode] {
    if !node.isArray {
        problems.error(at: node, expected: ValueKind.texts.expectation)
    }
    var result: [JSONNode] = []
    for element in node.children where node.isArray {
        if element.string == nil {
            problems.error(at: element, expected: ValueKind.text.expectation)
        } else {
            result.append(element)
        }
    }
    return result
}

/// Returns the members of an object that are among the known keys, in the order of these keys. Reports all others.
func members(
    of node: JSONNode,
    known: [String],
    like example: String,
    problems: Problems
) -> [JSONNode] {
    guard node.isObject else {
        problems.error(at: node, expected: example)
        return []
    }
    for member in node.members(besides: known) {
        let hint = problems.suggestion(
            for: member.key,
            among: known,
            otherwise: "; expected \(list(of: known))")
        problems.error(at: member.keyPlace, "unknown key \"\(member.key)\" in \"\(node.key)\"\(hint)")
    }
    return known.compactMap { node[$0] }
}

/// Returns the members of an object that are supported keywords, in the order of their declarations. Reports all
/// others, and a value of another kind with the description of a member of the owner.
func members(
    of node: JSONNode,
    as object: DialectObject,
    in owner: DialectObject = .api,
    problems: Problems
) -> [JSONNode] {
    members(
        of: node,
        known: Dialect.names(of: object),
        like: Dialect.value(of: node, in: owner).expectation,
        problems: problems)
}

/// Reports that an object has no member with a key, unless it has one with a misspelled form of it, which is reported
/// anyway.
func reportMissing(
    _ key: String,
    in node: JSONNode,
    known: [String],
    hint: String = "",
    problems: Problems
) {
    let isMisspelt = node.keys.contains {
        !known.contains($0) && nearest(to: $0, among: known) == key
    }
    if !isMisspelt {
        problems.error(at: node, "\"\(key)\" is missing\(hint)")
    }
}

// MARK: Times

/// Reads a time in whole seconds.
func seconds(from node: JSONNode, problems: Problems) -> Int? {
    if let value = node.integer, value > 0, value <= 86_400 {
        return value
    }
    problems.error(at: node, expected: ValueKind.seconds.expectation)
    return nil
}

/// Reads a time such as `30s`, `5min`, `1h`, `1d`, `1w`, `1month`, `1y` or `never`. Returns it in seconds.
func duration(from node: JSONNode, problems: Problems) -> Int? {
    if node.string == "never" {
        return 0
    }
    if let text = node.string,
        let (count, unit) = quantity(from: text[...]),
        let count
    {
        return count * unit
    }
    problems.error(at: node, expected: TextForm.duration.expectation)
    return nil
}

/// Reads a rate limit such as `3/s`, `100/min` or `30/10s`.
func rateLimit(from node: JSONNode, problems: Problems) -> WireDefaults.Limit? {
    let parts = (node.string ?? "").split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2,
        let count = count(from: parts[0]),
        let (times, unit) = quantity(from: parts[1])
    {
        let seconds = (times ?? 1) * unit
        if seconds <= 86_400 {
            return WireDefaults.Limit(count: count, seconds: seconds)
        }
    }
    problems.error(at: node, expected: TextForm.rateLimit.expectation)
    return nil
}

/// Returns the number in a text such as `10min`, if there is one, and the seconds of the unit after it.
private func quantity(from text: Substring) -> (count: Int?, unit: Int)? {
    let units = [
        "s": 1,
        "min": 60,
        "h": 3600,
        "d": 86_400,
        "w": 604_800,
        "month": 2_592_000,
        "y": 31_536_000,
    ]
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let number = count(from: digits)
    guard let unit = units[String(text.dropFirst(digits.count))],
        digits.isEmpty || number != nil
    else {
        return nil
    }
    return (number, unit)
}

/// Returns a count from 1 to 10,000.
private func count(from digits: Substring) -> Int? {
    let hasOnlyDigits = digits.allSatisfy { $0.isASCII && $0.isNumber }
    guard hasOnlyDigits,
        let count = Int(digits),
        1...10_000 ~= count
    else {
        return nil
    }
    return count
}
