import MethodicalGenerator

extension KeptNames {
    /// Declares the removed and renamed methods.
    mutating func keepMethods() {
        let olds = lock.entries.filter { $0.kind == .method }
        let news = emission.functions.map { emission.entry(for: $0) }
        let pairs = Pairs(
            from: olds,
            to: news,
            id: { $0.id },
            traits: { function, _ in
                let parameters = function.members.map { $0.id + spelled($0.type) }
                return .function(
                    function.id,
                    parameters: parameters,
                    result: spelled(function.type))
            })
        let called = Dictionary(grouping: news) { $0.swift }
        let paths = Set(news.map { Self.parts(of: $0.swift) })
        /// Indicates whether no function takes all arguments of the old one. A function whose namespace is now the name
        /// of a function counts as present, because nothing can be declared there.
        func isGone(_ old: Lock.Entry) -> Bool {
            let path = Self.parts(of: old.swift)
            if path.indices.contains(where: { paths.contains(Array(path[..<$0])) }) {
                return false
            }
            guard let known = called[old.swift] else { return true }
            return !known.contains { new in
                old.members.allSatisfy { new.hasLabel($0.swift) }
            }
        }
        for pair in pairs.same where isGone(pair.old) {
            keep(
                pair.old,
                as: pair.new,
                overloads: called[pair.old.swift] ?? [],
                words: " is called as ")
        }
        for pair in pairs.renamed where isGone(pair.old) {
            keep(
                pair.old,
                as: pair.new,
                overloads: called[pair.old.swift] ?? [],
                words: " seems to be ")
        }
        let plain = Dictionary(news.map { (Self.method(of: $0), $0) }) { first, _ in first }
        for old in pairs.removed where isGone(old) {
            var text = "\(Self.code(old.id)) is gone from the API"
            if let other = plain[Self.method(of: old)] {
                text += ": call \(Self.call(of: other))"
            }
            declare(old, attribute: Self.unavailable(text))
        }
    }

    /// Returns the name of the method without that of the variant.
    private static func method(of function: Lock.Entry) -> String {
        String(function.id.utf8.prefix { $0 != UInt8(ascii: ":") }) ?? ""
    }

    /// Returns a call with its labels as Markdown code.
    private static func call(of function: Lock.Entry, name: String? = nil) -> String {
        let labels = function.members.map { $0.swift + ":" }
        return "`\(name ?? function.swift.asCall)(\(labels.joined()))`"
    }

    /// Declares a function that was renamed or takes other arguments now. It calls the new function if the old
    /// arguments allow that; otherwise it is unavailable.
    private mutating func keep(
        _ old: Lock.Entry,
        as new: Lock.Entry,
        overloads: [Lock.Entry],
        words: String
    ) {
        let pairs = Pairs(
            from: old.members,
            to: new.members,
            id: { $0.id },
            traits: { member, _ in
                .member(member.id, kind: spelled(member.type))
            })
        let text =
            if old.swift == new.swift {
                changes(in: pairs, from: old, to: new)
            } else {
                "\(Self.code(old.id))\(words)\(Self.call(of: new)) now"
            }
        let target = Self.parts(of: new.swift)
        let space = target.dropLast().map { $0 + "." }.joined()
        guard isCallable(old, as: new, pairs: pairs),
            let name = target.last,
            let path = emission.namespaces.all.first(where: { $0.call == space })?.path
        else { return declare(old, attribute: Self.unavailable(text)) }
        // Beside an overload, a call means this function only if it has an argument that no other function takes.
        var telling = old.members.filter { label in
            !overloads.contains { $0.hasLabel(label.swift) }
        }
        if !overloads.isEmpty, telling.isEmpty {
            return
        }
        if overloads.isEmpty || telling.contains(where: { !$0.isOptional }) {
            telling = []
        }
        var rename = ""
        var receiver = "\(path)(client: self.client)"
        if target.dropLast() == Self.parts(of: old.swift).dropLast() {
            rename = String(Self.call(of: new, name: name).dropFirst().dropLast())
            receiver = "self"
        }
        let call = "\(receiver).\(Reserved.escaped(name))"
        for turn in 0..<max(telling.count, 1) {
            var variant = old
            variant.members.removeAll { label in
                telling[..<turn].contains { $0.swift == label.swift }
            }
            let arguments = arguments(of: variant, for: new, pairs: pairs)
            let body = "\(call)(\(arguments.joined(separator: ", ")))"
            let needed = telling.dropFirst(turn).first?.swift
            declare(
                variant,
                attribute: Self.deprecated(text, renamed: rename),
                body: body,
                needing: needed)
        }
    }

    /// Returns the message about a function's parameters.
    private func changes(
        in pairs: Pairs<Lock.Entry>,
        from old: Lock.Entry,
        to new: Lock.Entry
    ) -> String {
        func now(_ pair: Pairs<Lock.Entry>.Pair, words: String) -> String {
            "\(Self.code(old.id, ".", pair.old.id))\(words)\(pair.new.swift):` now"
        }
        let gone = pairs.removed.map { Self.code(old.id, ".", $0.id) + " is gone" }
        let relabelled = pairs.same.filter { $0.old.swift != $0.new.swift }
        let changed = relabelled.map { now($0, words: " is `") }
        let alike = pairs.renamed.map { now($0, words: " seems to be `") }
        let all = (gone + changed + alike).joined(separator: ", ")
        return "\(all): call \(Self.call(of: new))"
    }

    /// Indicates whether the new function takes all arguments of the old one and returns the same.
    private func isCallable(
        _ old: Lock.Entry,
        as new: Lock.Entry,
        pairs: Pairs<Lock.Entry>
    ) -> Bool {
        guard pairs.removed.isEmpty,
            pairs.added.allSatisfy(\.isOptional)
        else { return false }
        guard spelled(old.type) == spelled(new.type) else { return false }
        let kinds = ["upload", "files", "operation", "stream"]
        let isSameRequest = kinds.allSatisfy {
            (old.facts[$0] == nil) == (new.facts[$0] == nil)
        }
        guard isSameRequest else { return false }
        return (pairs.same + pairs.renamed).allSatisfy { old, new in
            let takesAbsence = new.isOptional || !old.isOptional
            return takesAbsence && spelled(old.type) == spelled(new.type)
        }
    }

    /// Returns the arguments of the call of the new function.
    private func arguments(
        of old: Lock.Entry,
        for new: Lock.Entry,
        pairs: Pairs<Lock.Entry>
    ) -> [String] {
        let kept = pairs.same + pairs.renamed
        let arguments = new.members.compactMap { member -> String? in
            let value = kept.first { $0.new.id == member.id }?.old.swift
            guard let value, old.hasLabel(value) else { return nil }
            let argument = value == Lock.unlabelled ? "body" : Reserved.escaped(value)
            return switch member.swift {
            case Lock.unlabelled: argument
            case "inout": "`inout`: " + argument
            default: member.swift + ": " + argument
            }
        }
        if old.facts["upload"] != nil {
            return ["file"] + arguments
        }
        return arguments
    }

    /// The modules of requests that the runtime does not declare.
    private static let modules = [
        "OperationRequest": "MethodicalOperations", "StreamRequest": "MethodicalStreams",
        "UploadRequest": "MethodicalTransfers",
    ]

    /// Declares an old function, unavailable unless it has a body.
    private mutating func declare(
        _ old: Lock.Entry,
        attribute: String,
        body: String? = nil,
        needing needed: String? = nil
    ) {
        let names = Self.parts(of: old.swift)
        let isNamespace = emission.namespaces.all.contains {
            $0.call == old.swift + "."
        }
        guard let name = names.last,
            !isNamespace,
            let space = namespace(for: names.dropLast())
        else { return }
        var list: [String] = []
        if old.facts["upload"] != nil {
            parameters.insert("Upload")
            list.append("_ file: Upload")
        }
        for member in old.members {
            parameters.insert(member.type)
            let name =
                member.swift == Lock.unlabelled
                ? "_ body"
                : Reserved.escaped(member.swift)
            var parameter = "\(name): \(spelledType(of: member))"
            if member.isOptional, member.swift != needed {
                parameter += " = nil"
            }
            list.append(parameter)
        }
        let request = Lock.request(for: old.facts) ?? "Request"
        if ["OperationRequest", "StreamRequest"].contains(request) {
            parameters.formUnion([request, old.type])
        }
        let module = Self.modules[request] ?? "Methodical"
        let result = "\(module).\(request)<\(spelled(old.type))>"
        let head = "func \(Reserved.escaped(name))(\(list.joined(separator: ", "))) -> \(result) {"
        let key = Self.call(of: old)
        guard let body else {
            return add(
                attribute,
                declaration: "\(head) \(Self.unreachable) }",
                to: space,
                as: key)
        }
        add(
            attribute,
            declaration: head,
            body: ["    \(body)", "}"],
            to: space,
            as: key)
    }
}

extension Lock.Entry {
    /// Indicates whether a function has an argument with this label.
    fileprivate func hasLabel(_ label: String) -> Bool {
        members.contains { $0.swift == label }
    }
}
