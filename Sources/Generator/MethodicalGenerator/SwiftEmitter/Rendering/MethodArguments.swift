extension Emission {
    /// Prints a variable that holds a call of the method.
    ///
    /// - Parameters:
    ///   - variable: The declaration, such as `var call`.
    ///   - method: The method.
    ///   - variant: The variant of the method, or `nil` for a step whose response no caller sees.
    func printCall(in variable: String, of method: Method, variant: Variant?, to out: inout Printer) {
        var arguments = description(of: method, variant: variant)
        if let pages = method.pages, isPaged(method) {
            arguments.append("pages: " + paging(pages, of: method))
        }
        out.filled(variable + " = Methodical.Call(client, .init(", items: arguments, tail: "))")
    }

    /// Returns the arguments of the runtime's `Method`, without those that equal the API's defaults.
    func description(of method: Method, variant: Variant? = nil) -> [String] {
        let style = method.style
        let usual = api.wire.call
        let headers = variant?.headers.map { literal($0.name) } ?? []
        var arguments: [String?] = [literal(method.name)]
        if style.path != usual.path {
            arguments += ["." + style.verb.runtimeName, literal(style.path)]
        } else if style.verb != usual.verb {
            arguments.append("." + style.verb.runtimeName)
        }
        arguments += style.arguments(besides: usual)
        arguments += [
            argument("content", text: content(of: method)),
            argument("result", text: method.resultKey),
            argument("accept", text: variant?.accept),
            argument("statuses", text: variant.flatMap(statuses)),
            argument("headers", list: headers),
            argument("reads", flag: method.isRead),
            argument("tokens", tokenKinds(of: method)),
            argument("needsToken", flag: method.needsToken),
            argument("needs", schemes(of: method)),
            argument("server", text: method.server),
            argument("cache", method.cacheSeconds.map { String($0) }),
            argument("invalidates", method.invalidates.map { arrayLiteral($0.map(literal)) }),
        ]
        arguments += method.settings.inOrder.map { argument($0.name, $0.argument) }
        arguments.append(argument("idempotent", flag: method.isIdempotent))
        return arguments.compactMap { $0 }
    }

    /// Returns the value of the runtime's `Token.Kinds`, or `nil` if the method takes a token of any kind.
    ///
    /// Each set of two kinds has a member of its own in the runtime. The compiler checks an array literal of a set of
    /// options more slowly than all other arguments of a method together.
    private func tokenKinds(of method: Method) -> String? {
        let takesUser = method.tokens.contains(.user)
        let takesGroup = method.tokens.contains(.group)
        let takesService = method.tokens.contains(.service)
        switch (takesUser, takesGroup, takesService) {
        case (false, false, false): return nil
        case (true, false, false): return ".user"
        case (false, true, false): return ".group"
        case (false, false, true): return ".service"
        case (true, true, false): return ".userOrGroup"
        case (true, false, true): return ".userOrService"
        case (false, true, true): return ".groupOrService"
        case (true, true, true): return ".userGroupOrService"
        }
    }

    /// Returns the schemes that a method needs, or `nil` if they are those of the API.
    private func schemes(of method: Method) -> String? {
        ownNeeds(of: method).map(needs)
    }

    /// Returns the alternatives of schemes that a method needs, or `nil` if they are those of the API.
    package func ownNeeds(of method: Method) -> [[Method.SchemeUse]]? {
        if method.needs == api.wire.needs {
            return nil
        }
        return method.needs
    }

    /// Returns the media type of the body, if it is neither the usual one nor that of the file.
    package func content(of method: Method) -> String? {
        guard let content = method.whole?.content ?? method.content else {
            return nil
        }
        if content.isRange || content.text == "application/json" {
            return nil
        }
        return content.text
    }

    /// Returns the list of statuses that are results, or `nil` if the schema lists none.
    package func statuses(of variant: Variant) -> String? {
        if variant.statuses.isEmpty {
            return nil
        }
        let texts = variant.statuses.map { status in
            switch status.constant {
            case true: status.status + "=true"
            case false: status.status + "=false"
            case nil: status.status
            }
        }
        return texts.joined(separator: ",")
    }
}

extension Variant.Constant.Value {
    /// The value as text.
    var text: String {
        switch self {
        case .flag(let flag): String(flag)
        case .text(let text): text
        case .integer(let number): String(number)
        case .client: ""
        }
    }

    /// The value as a Swift literal.
    var literalText: String {
        if case .text(let text) = self {
            literal(text)
        } else {
            text
        }
    }
}

/// Returns the alternatives of schemes as an array literal.
func needs(_ alternatives: [[Method.SchemeUse]]) -> String {
    arrayLiteral(alternatives.map { arrayLiteral($0.map(scheme)) })
}

/// Returns a scheme with its scopes, or the name alone if the method needs no scopes.
private func scheme(_ use: Method.SchemeUse) -> String {
    let name = literal(use.name)
    if use.scopes.isEmpty {
        return name
    }
    return ".init(\(name), scopes: \(arrayLiteral(use.scopes.map(literal))))"
}

extension Emission {
    /// Returns the arguments of the runtime's `OperationRequest`, without those that equal its defaults.
    func arguments(of poll: Poll, step: Method?) -> [String] {
        // The variable `poll` holds the call of the step.
        let variable = step == nil ? nil : "poll"
        let taken = (poll.step?.values ?? []).map { text(of: $0, in: step) }
        let done = doneStates(of: poll)
        let arguments = [
            argument("method", variable),
            argument("taking", list: taken),
            argument("url", text: poll.url),
            argument("state", text: poll.state),
            argument("done", list: done.map(literal)),
            argument("failed", list: poll.failed.map(literal)),
            argument("result", text: poll.result),
            argument("error", text: poll.error),
            argument("progress", text: poll.progress),
            argument("interval", poll.interval.map { String($0) }),
        ]
        return arguments.compactMap { $0 }
    }

    /// Returns the parameter of a step that gets a value from the response: its name, the key of the value, its style.
    private func text(of taken: ResponseReference.Value, in step: Method?) -> String {
        var options: [StyleOption] = []
        if let step {
            options = styleOptions(ofParameter: taken.parameter, in: step)
        }
        var style = options.literalText
        if style.isEmpty {
            style = "[]"
        }
        return "(\(literal(taken.parameter)), \(literal(taken.key)), \(style))"
    }

    /// Returns the states of a finished operation that differ from the usual one.
    private func doneStates(of poll: Poll) -> [String] {
        if poll.state == nil || poll.done == ["true"] {
            return []
        }
        return poll.done
    }
}
