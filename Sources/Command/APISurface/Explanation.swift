import MethodicalGenerator

/// A description of one method's Swift API: its calls, their behavior on the wire, the types that they accept
/// and return, and the errors that the schema lists.
package struct Explanation: Sendable {
    let surface: Surface
    let method: Method
    let calls: [Surface.Function]
    let types: [Surface.TypeSurface]
    let errors: [Surface.Member]
    /// The titles and values of the API's settings that concern the method.
    private let settings: [(String, String)]

    /// Creates the description of a method, or returns `nil` if the API has no method of this name.
    package init?(_ name: String, of api: API, surface: Surface) {
        guard let method = api.methods.first(where: { $0.name == name }) else {
            return nil
        }
        self.method = method
        self.surface = surface
        let calls = surface.functions.filter { $0.method == name }
        self.calls = calls
        let uses = calls.flatMap { [$0.result] + $0.parameters.map(\.type) }
        types = surface.types.filter { type in
            uses.contains { $0.contains("<\(type.id)>") }
        }
        errors = surface.errors.filter { Set(method.errors).contains($0.id) }
        let address =
            method.server.flatMap { surface.settings["server.\($0)"] }
            ?? api.wire.baseURL
        let constants = method.variants.flatMap(\.constants).map(\.name)
        let arguments = api.arguments.map(\.name).filter {
            constants.contains($0) || address.contains("{\($0)}")
        }
        let needed = Set(method.needs.joined().map(\.name))
        let schemes = api.wire.schemes.map(\.name).filter { needed.contains($0) }
        let ownAddress = method.server.map { _ in address }
        let concerned = [
            ("client takes", arguments.compactMap { surface.settings["argument.\($0)"] }),
            ("credentials", schemes.map { "\($0) in \(surface.settings["scheme.\($0)"] ?? "")" }),
            ("address", [ownAddress].compactMap(\.self)),
            ("limits in", [surface.settings["limits"]].compactMap(\.self)),
        ]
        settings = concerned.filter { !$1.isEmpty }.map {
            ($0, $1.joined(separator: ", "))
        }
    }

    /// Returns the description in the given format.
    ///
    /// - Parameters:
    ///   - format: The format of the text. `.github` is the same as `.text`.
    ///   - colour: Indicates whether `text` contains escape sequences for a terminal.
    package func text(in format: Report.Format, colour: Bool = false) -> String {
        switch format {
        case .json: JSONOutput.object(json).text
        case .markdown: markdown
        case .text, .github: plain(ink: Ink(isOn: colour))
        }
    }

    // MARK: For people

    private func plain(ink: Ink) -> String {
        var lines = [ink(method.name, .bold)]
        if let documentation = method.documentation {
            lines += documentation.printableLines.map { $0.isEmpty ? "" : "  " + $0 }
        }
        for call in calls {
            lines += ["", ink(call.signature(in: surface), .bold)]
            lines += columns(of: parameters(of: call)).map { "  " + $0 }
            let facts = facts(of: call).map { title, words in [title + ":", words] }
            lines += columns(of: facts).map { "  " + $0 }
        }
        for type in types {
            lines += ["", "\(ink(type.swift, .bold)), \(described(type))"]
            let members =
                switch type.kind {
                case .enumeration: filled(type.members.map(\.swift))
                default: type.members.map(spelled)
                }
            lines += members.map { "  " + $0 }
        }
        if !errors.isEmpty {
            lines += ["", ink("Errors", .bold)]
            lines += columns(of: errors.map(error)).map { "  " + $0 }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private var markdown: String {
        var text = "# \(method.name)\n\n"
        if let documentation = method.documentation {
            text += documentation.printableLines.joined(separator: "\n") + "\n\n"
        }
        for call in calls {
            text += "```swift\n\(call.signature(in: surface))\n```\n\n"
            for row in parameters(of: call) {
                let details = row.dropFirst().filter { !$0.isEmpty }
                text += "- `\(row[0])`: \(details.joined(separator: ", "))\n"
            }
            for fact in facts(of: call) {
                text += "- \(fact.0): \(fact.1)\n"
            }
            text += "\n"
        }
        for type in types {
            text += "`\(type.swift)`, \(described(type))\n\n"
            for member in type.members {
                text += "- `\(spelled(member))`\n"
            }
            text += "\n"
        }
        if !errors.isEmpty {
            text += "Errors\n\n"
            for error in errors {
                let words = self.error(error).map { "`\($0)`" }
                text += "- " + words.joined(separator: " ") + "\n"
            }
            text += "\n"
        }
        return String(text.dropLast())
    }

    /// Returns a row for each parameter: its name, its form on the wire, and the schema's documentation.
    private func parameters(of call: Surface.Function) -> [[String]] {
        call.parameters.map { parameter in
            let documentation =
                method.parameters.first { $0.id == parameter.id }?.documentation
                ?? ""
            var form: [String] = []
            if parameter.id != parameter.swift, parameter.swift != Lock.unlabelled {
                form.append("sent as \(parameter.id)")
            }
            form += parameter.facts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            switch parameter.deprecated {
            case nil: break
            case "": form.append("deprecated")
            case let reason?: form.append("deprecated: " + reason)
            }
            return [
                parameter.swift,
                form.joined(separator: ", ").printableLine,
                documentation.printableLine,
            ]
        }
    }

    /// Returns the titles and values of a call's facts, which its declaration does not show.
    private func facts(of call: Surface.Function) -> [(String, String)] {
        var facts = call.facts
        var found: [(String, String)] = []
        func take(
            _ name: String,
            title: String,
            _ words: (String) -> String = { $0 }
        ) {
            if let fact = facts.removeValue(forKey: name) {
                found.append((title, words(fact)))
            }
        }
        if let upload = method.upload, let server = upload.server {
            facts["call"] = nil
            let form = upload.verb.map { "by \($0.rawValue)" } ?? "as \(upload.field)"
            var steps = ["\(server) says where", "the file goes there \(form)"]
            if let save = upload.save {
                steps.append("\(save.method) keeps it")
            }
            found.append(("travels as", steps.joined(separator: "; ")))
        }
        let isParameter = call.parameters.contains {
            $0.id == "name" && $0.facts["in"] == "path"
        }
        take("call", title: "travels as") { call in
            if isParameter {
                return call
            }
            return call.replacing("{name}", with: method.name)
        }
        facts["upload"] = nil
        take("files", title: "sends") { _ in "a file, or a form that may hold files" }
        take("stream", title: "stream of")
        take("in", title: "parameters in")
        take("sends", title: "always sends")
        let kept =
            switch facts.removeValue(forKey: "cache") {
            case nil: ", and is cached as the server says"
            case "0s": ", and is not cached"
            case let time?: ", and is cached for \(time)"
            }
        take("reads", title: "reads") { _ in "changes nothing on the server" + kept }
        take("token", title: "token") {
            $0.replacing("needed ", with: "needed, of kind ")
        }
        if !isPage(call.result) {
            facts["pages"] = nil
        }
        take("pages", title: "pages") {
            let function = call.call(in: surface).prefix { $0 != "(" }
            return "for try await item in \(function)(…).items { … }, by \($0.prefix { $0 != " " })"
        }
        take("result", title: "response") { "under the key \($0)" }
        found += facts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } + settings
        if let deprecated = call.deprecated {
            let reason = deprecated.isEmpty ? "yes" : deprecated
            found.append(("deprecated", reason))
        }
        return found.map { ($0.0, $0.1.printableLine) }
    }

    /// Indicates whether a result contains items to iterate over: it is a list, or an object with the list that
    /// the method's paging names. Some variants of a method may have no such list.
    private func isPage(_ result: String) -> Bool {
        if isList(result) {
            return true
        }
        let record = surface.types.first { $0.kind == .record && "<\($0.id)>" == result }
        guard let record else { return false }
        return record.members.contains { member in
            member.id.replacing("/", with: ".") == method.pages?.items
                && isList(member.type)
        }
    }

    private func isList(_ type: String) -> Bool {
        if type.hasPrefix("<") {
            let named = surface.types.first { "<\($0.id)>" == type }
            guard case .alias(let target?)? = named?.shape else { return false }
            return isList(target)
        }
        return type.hasPrefix("[") && !type.hasPrefix("[String: ")
    }

    private func described(_ type: Surface.TypeSurface) -> String {
        switch type.shape {
        case .record: "a struct"
        case .enumeration: "an open enumeration"
        case .union: "an enumeration of alternatives"
        case .alias(let target?): "another name for \(surface.spelled(target))"
        case .alias(nil): "a type of the app"
        }
    }

    private func spelled(_ member: Surface.Member) -> String {
        if member.type.isEmpty {
            return member.swift
        }
        return member.swift + ": " + surface.spelledType(of: member)
    }

    private func error(_ error: Surface.Member) -> [String] {
        ["\(surface.name).ErrorCode.\(error.swift)", error.type]
    }
}

/// Returns rows as lines with aligned columns.
private func columns(of rows: [[String]]) -> [String] {
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
    let width = 96
    var lines: [String] = []
    for word in words {
        if let last = lines.last, last.count + word.count < width {
            lines[lines.count - 1] = "\(last), \(word)"
        } else {
            lines.append(word)
        }
    }
    return lines
}
