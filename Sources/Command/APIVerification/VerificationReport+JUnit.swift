import MethodicalGenerator

extension VerificationReport {
    /// The report as JUnit's XML, which CI systems show as tests: a test for each method.
    ///
    /// Notes are not failures. They are the output of their test.
    var junit: String {
        let methods = Set(faults.map(\.method)).union(omissions.map(\.method)).union(verified).sorted()
        var cases = methods.map(junitCase)
        if let unreachable {
            cases = [JUnitCase(name: "server", suite: api, elements: [.error(unreachable)])]
        }
        let failures = cases.count { $0.hasFailed }
        let errors = cases.count { $0.hasError }
        let skipped = cases.count { $0.isSkipped }
        var text = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
        text += #"<testsuites name="methodical verify">"# + "\n"
        text += "  <testsuite name=\"\(api.xml)\" tests=\"\(cases.count)\" failures=\"\(failures)\""
        text += " errors=\"\(errors)\" skipped=\"\(skipped)\">\n"
        text += cases.map(\.text).joined()
        return text + "  </testsuite>\n</testsuites>\n"
    }

    private func junitCase(of method: String) -> JUnitCase {
        let own = faults.filter { $0.method == method }
        var elements: [JUnitCase.Element] = []
        for fault in own where fault.severity.isMismatch {
            elements.append(.failure(fault.message, details: details(of: fault)))
        }
        let omission = omissions.first { $0.method == method }
        if elements.isEmpty, !verified.contains(method), let omission {
            elements.append(.skipped(omission.reason))
        }
        let notes = own.filter { !$0.severity.isMismatch }
        if !notes.isEmpty {
            elements.append(.output(notes.map { "\($0.message)\n\(details(of: $0))" }.joined(separator: "\n")))
        }
        return JUnitCase(name: method, suite: api, elements: elements)
    }

    private func details(of fault: Fault) -> String {
        let place = fault.place.map { "\($0.file):\($0.line):\($0.column)\n" } ?? ""
        return place + line(of: fault.exchange)
    }
}

/// A test in JUnit's XML.
private struct JUnitCase {
    enum Element {
        case failure(String, details: String)
        case error(String)
        case skipped(String)
        case output(String)
    }

    let name: String
    let suite: String
    let elements: [Element]

    var hasFailed: Bool { elements.contains { if case .failure = $0 { true } else { false } } }
    var hasError: Bool { elements.contains { if case .error = $0 { true } else { false } } }
    var isSkipped: Bool { elements.contains { if case .skipped = $0 { true } else { false } } }

    var text: String {
        let start = "    <testcase classname=\"\(suite.xml)\" name=\"\(name.xml)\""
        guard !elements.isEmpty else {
            return start + "/>\n"
        }
        let lines = elements.map { element in
            switch element {
            case .failure(let message, let details):
                "      <failure message=\"\(message.xml)\">\(details.xml)</failure>\n"
            case .error(let message): "      <error message=\"\(message.xml)\"/>\n"
            case .skipped(let reason): "      <skipped message=\"\(reason.xml)\"/>\n"
            case .output(let text): "      <system-out>\(text.xml)</system-out>\n"
            }
        }
        return start + ">\n" + lines.joined() + "    </testcase>\n"
    }
}

extension String {
    /// The text in XML, without the characters that XML 1.0 cannot contain.
    fileprivate var xml: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "\n", "\t": text.unicodeScalars.append(scalar)
            case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
