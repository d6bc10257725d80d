import MethodicalGenerator

extension KeptNames {
    /// Declares the removed and renamed methods.
    mutating func keepMethods() {
        let oldFunctions = lock.entries.filter { $0.kind == .method }
        let newFunctions = emission.functions.map { emission.entry(for: $0) }
        let pairs = Pairs(
            from: oldFunctions,
            to: newFunctions,
            id: { $0.id },
            traits: { function, _ in
                let parameters = function.members.map { $0.id + spelled($0.type) }
                return .function(
                    function.id,
                    parameters: parameters,
                    result: spelled(function.type))
            })
        let functionsByName = Dictionary(grouping: newFunctions) { $0.swift }
        let newPaths = Set(newFunctions.map { Self.parts(of: $0.swift) })
        /// Indicates whether no function takes all arguments of the old one. A function whose namespace is now the name
        /// of a function counts as present, because nothing can be declared there.
        func isGone(_ old: Lock.Entry) -> Bool {
            let path = Self.parts(of: old.swift)
            let isInsideFunction = path.indices.contains { newPaths.contains(Array(path[..<$0])) }
            if isInsideFunction {
                return false
            }
            guard let overloads = functionsByName[old.swift] else { return true }
            return !overloads.contains { new in
                old.members.allSatisfy { new.hasLabel($0.swift) }
            }
        }
        for pair in pairs.same where isGone(pair.old) {
            keep(
                pair.old,
                as: pair.new,
                overloads: functionsByName[pair.old.swift] ?? [],
                verb: "is called as")
        }
        for pair in pairs.renamed where isGone(pair.old) {
            keep(
                pair.old,
                as: pair.new,
                overloads: functionsByName[pair.old.swift] ?? [],
                verb: "seems to be")
        }
        // The first function of each method, whatever its variant.
        let functionByMethod = Dictionary(newFunctions.map { (Self.method(of: $0), $0) }) { first, _ in first }
        for old in pairs.removed where isGone(old) {
            var text = "\(Self.code(old.id)) is gone from the API"
            if let other = functionByMethod[Self.method(of: old)] {
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
    ///
    /// - Parameters:
    ///   - old: The function in the lock file.
    ///   - new: The function of the API.
    ///   - overloads: The functions of the API that have the old function's name.
    ///   - verb: The words of the message between the old name and the new one.
    private mutating func keep(
        _ old: Lock.Entry,
        as new: Lock.Entry,
        overloads: [Lock.Entry],
        verb: String
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
                "\(Self.code(old.id)) \(verb) \(Self.call(of: new)) now"
            }
        let target = Self.parts(of: new.swift)
        let namespace = target.dropLast().map { $0 + "." }.joined()
        guard isCallable(old, as: new, pairs: pairs),
            let name = target.last,
            let path = emission.namespaces.all.first(where: { $0.call == namespace })?.path
        else { return declare(old, attribute: Self.unavailable(text)) }
        var rename = ""
        var receiver = "\(path)(client: self.client)"
        if target.dropLast() == Self.parts(of: old.swift).dropLast() {
            rename = String(Self.call(of: new, name: name).dropFirst().dropLast())
            receiver = "self"
        }
        for form in forms(of: old, beside: overloads) {
            let arguments = arguments(of: form.function, for: new, pairs: pairs)
            let body = "\(receiver).\(Reserved.escaped(name))(\(arguments.joined(separator: ", ")))"
            declare(
                form.function,
                attribute: Self.deprecated(text, renamed: rename),
                body: body,
                needing: form.needed)
        }
    }

    /// Returns the forms of an old function in which a call can only mean this function and no overload, each with the
    /// label of the argument that it needs for that. There may be none.
    private func forms(
        of old: Lock.Entry,
        beside overloads: [Lock.Entry]
    ) -> [(function: Lock.Entry, needed: String?)] {
        if overloads.isEmpty {
            return [(old, nil)]
        }
        // Beside an overload, a call means this function only if it has an argument that no other function takes.
        let ownMembers = old.members.filter { member in
            !overloads.contains { $0.hasLabel(member.swift) }
        }
        let alwaysHasOwn = ownMembers.contains { !$0.isOptional }
        if alwaysHasOwn {
            return [(old, nil)]
        }
        // Each form needs one of these arguments and does not take those before it, so that no two forms fit a call.
        return ownMembers.indices.map { index in
            let leftOut = ownMembers[..<index]
            var form = old
            form.members.removeAll { member in
                leftOut.contains { $0.swift == member.swift }
            }
            return (form, ownMembers[index].swift)
        }
    }

    /// Returns the message about a function's parameters.
    private func changes(
        in pairs: Pairs<Lock.Entry>,
        from old: Lock.Entry,
        to new: Lock.Entry
    ) -> String {
        func sentence(about pair: Pairs<Lock.Entry>.Pair, verb: String) -> String {
            "\(Self.code(old.id, ".", pair.old.id)) \(verb) `\(pair.new.swift):` now"
        }
        let gone = pairs.removed.map { Self.code(old.id, ".", $0.id) + " is gone" }
        let relabelled = pairs.same.filter { $0.old.swift != $0.new.swift }
        let changed = relabelled.map { sentence(about: $0, verb: "is") }
        let alike = pairs.renamed.map { sentence(about: $0, verb: "seems to be") }
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
        guard Lock.request(for: old.facts) == Lock.request(for: new.facts),
            old.facts["messages"].map(spelled) == new.facts["messages"].map(spelled)
        else { return false }
        // These facts decide which file a function takes.
        let takesSameFile = ["upload", "files"].allSatisfy { kind in
            let oldHasIt = old.facts[kind] != nil
            let newHasIt = new.facts[kind] != nil
            return oldHasIt == newHasIt
        }
        guard takesSameFile else {
            return false
        }
        return (pairs.same + pairs.renamed).allSatisfy { old, new in
            let takesAbsence = new.isOptional || !old.isOptional
            return takesAbsence && spelled(old.type) == spelled(new.type)
        }
    }

    /// Returns the arguments that the body of the old function passes to the new one.
    private func arguments(
        of old: Lock.Entry,
        for new: Lock.Entry,
        pairs: Pairs<Lock.Entry>
    ) -> [String] {
        let kept = pairs.same + pairs.renamed
        let arguments = new.members.compactMap { member -> String? in
            let oldLabel = kept.first { $0.new.id == member.id }?.old.swift
            guard let oldLabel, old.hasLabel(oldLabel) else { return nil }
            let argument = oldLabel == Lock.unlabelled ? "body" : Reserved.escaped(oldLabel)
            return switch member.swift {
            case Lock.unlabelled: argument
            // In a call, Swift takes `inout` for a label only in backticks.
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
        "OperationRequest": "MethodicalOperations", "SocketRequest": "MethodicalStreams",
        "StreamRequest": "MethodicalStreams", "UploadRequest": "MethodicalTransfers",
    ]

    /// Declares an old function, unless a namespace has its name. Without a body, the function never returns.
    ///
    /// - Parameter needed: The label of an optional argument that a call must have nevertheless.
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
        if ["OperationRequest", "SocketRequest", "StreamRequest"].contains(request) {
            parameters.formUnion([request, old.type])
        }
        var values = spelled(old.type)
        if request == "SocketRequest" {
            let messages = old.facts["messages"]
            values += ", " + (messages.map { spelled($0) } ?? "Swift.Never")
        }
        let module = Self.modules[request] ?? "Methodical"
        let result = "\(module).\(request)<\(values)>"
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
