extension Differ {
    /// Adds the changes of all methods.
    mutating func functions() {
        let oldMethods = Set(old.functions.map(\.method))
        let newMethods = Set(new.functions.map(\.method))
        let pairs = Pairs(
            from: old.functions,
            to: new.functions,
            id: \.id
        ) { [self] function, isOld in
            let parameters = function.parameters.map {
                $0.id + translated($0.type, isOld: isOld)
            }
            let result = translated(function.result, isOld: isOld)
            return .function(function.id, parameters: parameters, result: result)
        }
        for function in pairs.removed where newMethods.contains(function.method) || !function.id.contains(":") {
            add(
                effect: .breaks,
                action: .removed,
                kind: .method,
                id: function.id,
                swift: function.call(in: old),
                message: "is gone")
        }
        for pair in pairs.renamed {
            add(
                effect: .breaks,
                action: .renamed,
                kind: .method,
                id: pair.old.id,
                swift: pair.old.call(in: old),
                message: "seems to be `\(pair.new.id)` now: call \(pair.new.call(in: new))")
            compare(pair.old, with: pair.new)
        }
        for pair in pairs.same {
            compare(pair.old, with: pair.new)
        }
        for function in pairs.added where oldMethods.contains(function.method) || !function.id.contains(":") {
            add(
                effect: .compatible,
                action: .added,
                kind: .method,
                id: function.id,
                swift: function.call(in: new),
                message: "is new, and gives `\(new.spelled(function.result))`")
        }
    }

    /// Adds the changes of one function.
    private mutating func compare(_ old: Surface.Function, with new: Surface.Function) {
        let call = old.call(in: self.old)
        if old.id == new.id, old.swift.asCall != new.swift.asCall {
            add(
                effect: .breaks,
                action: .renamed,
                kind: .method,
                id: old.id,
                swift: call,
                message: "is called as \(new.call(in: self.new)) now")
        }
        if translated(old.result) != new.result {
            let before = self.old.spelled(old.result)
            let after = self.new.spelled(new.result)
            add(
                effect: .breaks,
                action: .changed,
                kind: .method,
                id: old.id,
                swift: call,
                message: "gave `\(before)`, and gives `\(after)` now")
        }
        facts(
            from: old.facts,
            to: new.facts,
            kind: .method,
            id: old.id,
            swift: call)
        deprecation(
            from: old.deprecated,
            to: new.deprecated,
            kind: .method,
            id: old.id,
            swift: call)
        parameters(from: old, to: new, call: call)
        order(from: old, to: new, call: call)
    }

    /// Adds the changes of a function's parameters.
    private mutating func parameters(
        from old: Surface.Function,
        to new: Surface.Function,
        call: String
    ) {
        let pairs = Pairs(
            from: old.parameters,
            to: new.parameters,
            id: \.id
        ) { [self] in
            .member($0.id, kind: translated($0.type, isOld: $1))
        }
        for parameter in pairs.removed {
            add(
                effect: .breaks,
                action: .removed,
                kind: .parameter,
                id: "\(old.id).\(parameter.id)",
                swift: call,
                message: "is gone")
        }
        for pair in pairs.renamed {
            add(
                effect: .breaks,
                action: .renamed,
                kind: .parameter,
                id: "\(old.id).\(pair.old.id)",
                swift: call,
                message: "seems to be `\(pair.new.id)` now: `\(pair.new.swift):`")
        }
        for parameter in pairs.added {
            var message = "is new"
            if !parameter.isOptional {
                message += " and required"
            }
            add(
                effect: Change.Effect(isCompatible: parameter.isOptional),
                action: .added,
                kind: .parameter,
                id: "\(old.id).\(parameter.id)",
                swift: call,
                message: "\(message): `\(parameter.swift): \(self.new.spelledType(of: parameter))`")
        }
        for pair in pairs.same {
            compare(pair.old, with: pair.new, of: old, call: call)
        }
    }

    private mutating func compare(
        _ old: Surface.Member,
        with new: Surface.Member,
        of function: Surface.Function,
        call: String
    ) {
        let id = "\(function.id).\(old.id)"
        if old.swift != new.swift {
            add(
                effect: .breaks,
                action: .renamed,
                kind: .parameter,
                id: id,
                swift: call,
                message: "is `\(new.swift):` now")
        }
        if translated(old.type) != new.type {
            let before = self.old.spelled(old.type)
            let after = self.new.spelled(new.type)
            add(
                effect: .breaks,
                action: .changed,
                kind: .parameter,
                id: id,
                swift: call,
                message: "was `\(before)`, and is `\(after)` now")
        }
        if old.isOptional != new.isOptional {
            let message = new.isOptional ? "is no longer required" : "is required now"
            add(
                effect: Change.Effect(isCompatible: new.isOptional),
                action: .changed,
                kind: .parameter,
                id: id,
                swift: call,
                message: message)
        }
        facts(
            from: old.facts,
            to: new.facts,
            kind: .parameter,
            id: id,
            swift: call)
        deprecation(
            from: old.deprecated,
            to: new.deprecated,
            kind: .parameter,
            id: id,
            swift: call)
    }

    /// Adds a change if parameters that both functions have are in another order, because calls must pass
    /// arguments in order.
    private mutating func order(
        from old: Surface.Function,
        to new: Surface.Function,
        call: String
    ) {
        let kept = Set(old.parameters.map(\.swift)).intersection(new.parameters.map(\.swift))
        let before = old.parameters.map(\.swift).filter(kept.contains)
        let after = new.parameters.map(\.swift).filter(kept.contains)
        if before != after {
            add(
                effect: .breaks,
                action: .changed,
                kind: .method,
                id: old.id,
                swift: call,
                message: "takes its arguments in another order now: \(new.call(in: self.new))")
        }
    }
}
