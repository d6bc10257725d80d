import MethodicalGenerator

/// A description of one method's Swift API: its calls, their behavior on the wire, the types that they accept
/// and return, and the errors that the schema lists.
package struct Explanation: Sendable {
    private let surface: Surface
    private let method: Method
    private let calls: [Surface.Function]
    private let types: [Surface.TypeSurface]
    private let errors: [Surface.Member]
    /// The titles and values of the API's settings that concern the method.
    private let settings: [(String, String)]

    /// Creates the description of a method, or returns `nil` if the API has no method of this name.
    package init?(_ name: String, of api: API, _ surface: Surface) {
        guard let method = api.methods.first(where: { $0.name == name }) else { return nil }
        self.method = method
        self.surface = surface
        let calls = surface.functions.filter { $0.method == name }
        self.calls = calls
        let uses = calls.flatMap { [$0.result] + $0.parameters.map(\.type) }
        types = surface.types.filter { type in uses.contains { $0.contains("<\(type.id)>") } }
        errors = surface.errors.filter { Set(method.errors).contains($0.id) }
        let address = method.server.flatMap { surface.settings["server.\($0)"] } ?? api.wire.baseURL
        let constants = method.variants.flatMap(\.constants).map(\.name)
        let arguments = api.arguments.map(\.name).filter {
            constants.contains($0) || address.contains("{\($0)}")
        }
        let schemes = api.wire.schemes.map(\.name).filter { method.needs.joined().map(\.name).contains($0) }
        settings = [
            ("client takes", arguments.compactMap { surface.settings["argument.\($0)"] }),
            ("credentials", schemes.map { "\($0) in \(surface.settings["scheme.\($0)"] ?? "")" }),
            ("address", method.server == nil ? [] : [address]),
            ("limits in", [surface.settings["limits"]].compactMap(\.self)),
        ].filter { !$1.isEmpty }.map { ($0, $1.joined(separator: ", ")) }
    }

    /// Returns the description in the given format.
    ///
    /// - Parameters:
    ///   - format: The format of the text. `.github` is the same as `.text`.
    ///   - colour: Indicates whether `text` contains escape sequences for a terminal.
    package func text(_ format: Report.Format, colour: Bool = false) -> String {
        switch format {
        case .json: JSONOutput.object(json).text
        case .markdown: markdown
        case .text, .github: plain(Ink(colour))
        }
    }

    // MARK: For people

    private func plain(_ ink: Ink) -> String {
        var lines = [ink(method.name, .bold)]
        if let documentation = method.documentation {
            lines.append("  " + documentation.printable)
        }
        for call in calls {
            lines += ["", ink(call.signature(in: surface), .bold)]
            lines += columns(parameters(of: call)).map { "  " + $0 }
            lines += columns(facts(of: call).map { [$0.0 + ":", $0.1] }).map { "  " + $0 }
        }
        for type in types {
            lines += ["", "\(ink(type.swift, .bold)), \(type.kind.described)"]
            lines += (type.kind == .enumeration ? filled(type.members.map(\.swift)) : type.members.map(spelled)).map {
                "  " + $0
            }
        }
        if !errors.isEmpty {
            lines += ["", ink("Errors", .bold)] + columns(errors.map(error)).map { "  " + $0 }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private var markdown: String {
        var text = "# \(method.name)\n\n"
        if let documentation = method.documentation {
            text += documentation.printable + "\n\n"
        }
        for call in calls {
            text += "```swift\n\(call.signature(in: surface))\n```\n\n"
            for row in parameters(of: call) {
                text += "- `\(row[0])`: \(row.dropFirst().filter { !$0.isEmpty }.joined(separator: ", "))\n"
            }
            for fact in facts(of: call) {
                text += "- \(fact.0): \(fact.1)\n"
            }
            text += "\n"
        }
        for type in types {
            text +=
                "`\(type.swift)`, \(type.kind.described)\n\n" + type.members.map { "- `\(spelled($0))`\n" }.joined()
                + "\n"
        }
        if !errors.isEmpty {
            text +=
                "Errors\n\n" + errors.map { "- " + error($0).map { "`\($0)`" }.joined(separator: " ") + "\n" }.joined()
                + "\n"
        }
        return String(text.dropLast())
    }

    /// Returns a row for each parameter: its name, its form on the wire, and the schema's documentation.
    private func parameters(of call: Surface.Function) -> [[String]] {
        call.parameters.map { parameter in
            let words = method.parameters.first { $0.id == parameter.id }?.documentation ?? ""
            let travels = parameter.facts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            let deprecated = parameter.deprecated.map { ["deprecated" + ($0.isEmpty ? "" : ": " + $0)] } ?? []
            let isPlain = parameter.id == parameter.swift || parameter.swift == Lock.unlabelled
            let name = isPlain ? [] : ["sent as \(parameter.id)"]
            return [parameter.swift, (name + travels + deprecated).joined(separator: ", "), words.printable]
        }
    }

    /// Returns the titles and values of a call's facts, which its declaration does not show.
    private func facts(of call: Surface.Function) -> [(String, String)] {
        var facts = call.facts
        var found: [(String, String)] = []
        func take(_ name: String, _ title: String, _ words: (String) -> String = { $0 }) {
            if let fact = facts.removeValue(forKey: name) {
                found.append((title, words(fact)))
            }
        }
        if let upload = method.upload, let server = upload.server {
            facts["call"] = nil
            let steps =
                [
                    "\(server) says where",
                    "the file goes there \(upload.verb.map { "by \($0.rawValue)" } ?? "as \(upload.field)")",
                ]
                + (upload.save.map { ["\($0) keeps it"] } ?? [])
            found.append(("travels as", steps.joined(separator: "; ")))
        }
        let isParameter = call.parameters.contains { $0.id == "name" && $0.facts["in"] == "path" }
        take("call", "travels as") { isParameter ? $0 : $0.replacing("{name}", with: method.name) }
        facts["upload"] = nil
        take("files", "sends") { _ in "a file, or a form that may hold files" }
        take("stream", "stream of")
        take("in", "parameters in")
        take("sends", "always sends")
        let kept =
            facts.removeValue(forKey: "cache").map { $0 == "0s" ? ", and is not cached" : ", and is cached for \($0)" }
            ?? ", and is cached as the server says"
        take("reads", "reads") { _ in "changes nothing on the server" + kept }
        take("token", "token") { $0.replacing("needed ", with: "needed, of kind ") }
        if !isPage(call.result) {
            facts["pages"] = nil
        }
        take("pages", "pages") {
            let function = call.call(surface).prefix { $0 != "(" }
            return "for try await item in \(function)(…).items { … }, by \($0.prefix { $0 != " " })"
        }
        take("result", "response") { "under the key \($0)" }
        found += facts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } + settings
        if let deprecated = call.deprecated {
            found.append(("deprecated", deprecated.isEmpty ? "yes" : deprecated))
        }
        return found.map { ($0.0, $0.1.printable) }
    }

    /// Indicates whether a result contains items to iterate over: it is a list, or an object with the list that
    /// the method's paging names. Some variants of a method may have no such list.
    private func isPage(_ result: String) -> Bool {
        if isList(result) {
            return true
        }
        let record = surface.types.first { $0.kind == .record && "<\($0.id)>" == result }
        return record?.members.contains { $0.id.replacing("/", with: ".") == method.pages?.items && isList($0.type) }
            ?? false
    }

    private func isList(_ type: String) -> Bool {
        if type.hasPrefix("<"), let alias = surface.types.first(where: { $0.kind == .alias && "<\($0.id)>" == type }) {
            return isList(alias.detail)
        }
        return type.hasPrefix("[") && !type.hasPrefix("[String: ")
    }

    private func spelled(_ member: Surface.Member) -> String {
        if member.type.isEmpty {
            return member.swift
        }
        return member.swift + ": " + surface.spelled(member.type) + (member.isOptional ? "?" : "")
    }

    private func error(_ error: Surface.Member) -> [String] {
        ["\(surface.name).ErrorCode.\(error.swift)", error.type]
    }

    // MARK: For programs

    private var json: [(String, JSONOutput)] {
        [
            ("method", .text(method.name)), ("description", method.documentation.map { .text($0) } ?? .null),
            ("calls", .list(calls.map { $0.json(in: surface) })),
            (
                "types",
                .list(
                    types.map { type in
                        .object([
                            ("id", .text(type.id)), ("swift", .text(type.swift)), ("kind", .text(type.kind.rawValue)),
                            ("members", .list(type.members.map { $0.json(in: surface) })),
                        ])
                    })
            ),
            (
                "errors",
                .list(
                    errors.map {
                        .object([
                            ("swift", .text($0.swift)), ("code", Int($0.type).map { .number($0) } ?? .text($0.type)),
                        ])
                    })
            ),
        ]
    }
}

/// Returns rows as lines with aligned columns.
private func columns(_ rows: [[String]]) -> [String] {
    let widths = rows.reduce(into: [Int]()) { widths, row in
        for (place, cell) in row.enumerated() {
            if place == widths.count {
                widths.append(0)
            }
            widths[place] = max(widths[place], cell.count)
        }
    }
    return rows.map { row in
        var line = ""
        for (place, cell) in row.enumerated() where widths[place] > 0 {
            line += cell + String(repeating: " ", count: widths[place] - cell.count + 2)
        }
        while line.last == " " {
            line.removeLast()
        }
        return line
    }
}

/// Returns words as lines of about 96 columns.
private func filled(_ words: [String]) -> [String] {
    words.reduce(into: [String]()) { lines, word in
        if let last = lines.last, last.count + word.count < 96 {
            lines[lines.count - 1] = "\(last), \(word)"
        } else {
            lines.append(word)
        }
    }
}

extension Surface.Function {
    /// Returns the declaration of the function as a call: `vk.users.get(userIDs: [Int]?) -> [VK.User]`.
    package func signature(in surface: Surface) -> String {
        let arguments =
            (facts["upload"] == nil ? [] : ["_: Upload"])
            + parameters.map { "\($0.swift): \(surface.spelled($0.type))\($0.isOptional ? "?" : "")" }
        let result = surface.spelled(result)
        let type = request.map { "\($0)<\(result)>" } ?? result
        return "\(surface.client).\(swift)(\(arguments.joined(separator: ", "))) -> \(type)"
    }

    /// Returns the function for a JSON report.
    package func json(in surface: Surface) -> JSONOutput {
        .object([
            ("method", .text(method)), ("id", .text(id)), ("swift", .text(signature(in: surface))),
            ("parameters", .list(parameters.map { $0.json(in: surface) })), ("result", .text(surface.spelled(result))),
            ("facts", .object(facts.sorted { $0.key < $1.key }.map { ($0.key, .text($0.value)) })),
            ("deprecated", deprecated.map { .text($0) } ?? .null),
        ])
    }
}

extension Surface.Member {
    fileprivate func json(in surface: Surface) -> JSONOutput {
        .object([
            ("id", .text(id)), ("swift", .text(swift)), ("type", type.isEmpty ? .null : .text(surface.spelled(type))),
            ("optional", .flag(isOptional)),
        ])
    }
}

extension Surface.TypeSurface.Kind {
    fileprivate var described: String {
        switch self {
        case .record: "a struct"
        case .enumeration: "an open enumeration"
        case .union: "an enumeration of alternatives"
        case .alias: "another name for a type"
        }
    }
}

extension Surface {
    /// The name of a variable for a client, as in `vk`.
    var client: String {
        name.uppercased() == name ? name.lowercased() : name.prefix(1).lowercased() + name.dropFirst()
    }
}
