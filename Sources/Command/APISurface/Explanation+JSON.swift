extension Explanation {
    /// The members of the description for programs.
    var json: [(String, JSONOutput)] {
        let types = types.map { type in
            JSONOutput.object([
                ("id", .text(type.id)),
                ("swift", .text(type.swift)),
                ("kind", .text(type.kind.rawValue)),
                ("members", .list(type.members.map { $0.json(in: surface) })),
            ])
        }
        let errors = errors.map { error in
            JSONOutput.object([
                ("swift", .text(error.swift)),
                ("code", Self.code(of: error)),
            ])
        }
        return [
            ("method", .text(method.name)),
            ("description", method.documentation.map { .text($0) } ?? .null),
            ("calls", .list(calls.map { $0.json(in: surface) })),
            ("types", .list(types)),
            ("errors", .list(errors)),
        ]
    }

    /// Returns the code of an error: a number, or a text if it is a word.
    private static func code(of error: Surface.Member) -> JSONOutput {
        guard let number = Int(error.type) else {
            return .text(error.type)
        }
        return .number(number)
    }
}

extension Surface.Function {
    /// Returns the function for a JSON report.
    package func json(in surface: Surface) -> JSONOutput {
        let facts = facts.sorted { $0.key < $1.key }.map {
            ($0.key, JSONOutput.text($0.value))
        }
        return .object([
            ("method", .text(method)),
            ("id", .text(id)),
            ("swift", .text(signature(in: surface))),
            ("parameters", .list(parameters.map { $0.json(in: surface) })),
            ("result", .text(surface.spelled(result))),
            ("facts", .object(facts)),
            ("deprecated", deprecated.map { .text($0) } ?? .null),
        ])
    }
}

extension Surface.Member {
    fileprivate func json(in surface: Surface) -> JSONOutput {
        let typeText: JSONOutput = type.isEmpty ? .null : .text(surface.spelled(type))
        return .object([
            ("id", .text(id)),
            ("swift", .text(swift)),
            ("type", typeText),
            ("optional", .flag(isOptional)),
        ])
    }
}
