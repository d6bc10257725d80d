import MethodicalGenerator

extension KeptNames {
    /// Declares the removed and renamed methods.
    mutating func keepMethods() {
        let olds = lock.entries.filter { $0.kind == .method }
        let news = emission.functions.map { emission.entry($0) }
        let pairs = Pairs(olds, news, id: { $0.id }) { function, _ in
            let parameters = function.members.map { $0.id + spelled($0.type) }
            return .function(function.id, parameters: parameters, result: spelled(function.type))
        }
        let called = Dictionary(grouping: news) { $0.swift }
        let paths = Set(news.map { Self.parts($0.swift) })
        /// Indicates whether no function takes all arguments of the old one. A function whose namespace is now the name
        /// of a function counts as present, because nothing can be declared there.
        func isGone(_ old: Lock.Entry) -> Bool {
            let path = Self.parts(old.swift)
            if path.indices.contains(where: { paths.contains(Array(path[..<$0])) }) {
                return false
            }
            guard let known = called[old.swift] else { return true }
            return !known.contains { new in
                old.members.allSatisfy { label in new.members.contains { $0.swift == label.swift } }
            }
        }
        for pair in pairs.same where isGone(pair.old) {
            keep(pair.old, pair.new, called[pair.old.swift] ?? [], " is called as ")
        }
        for pair in pairs.renamed where isGone(pair.old) {
            keep(pair.old, pair.new, called[pair.old.swift] ?? [], " seems to be ")
        }
        let plain = Dictionary(news.map { (Self.method($0), $0) }) { first, _ in first }
        for old in pairs.removed where isGone(old) {
            let other = plain[Self.method(old)].map { ": call " + Self.call($0) } ?? ""
            declare(old, Self.unavailable(Self.code(old.id) + " is gone from the API" + other))
        }
    }

    /// Returns the name of the method without that of the variant.
    private static func method(_ function: Lock.Entry) -> String {
        String(function.id.utf8.prefix { $0 != UInt8(ascii: ":") }) ?? ""
    }

    /// Returns a call with its labels as Markdown code.
    private static func call(_ function: Lock.Entry, _ name: String? = nil) -> String {
        "`" + (name ?? function.swift) + "(" + function.members.map { $0.swift + ":" }.joined() + ")`"
    }

    /// Declares a function that was renamed or takes other arguments now. It calls the new function if the old
    /// arguments allow that; otherwise it is unavailable.
    private mutating func keep(_ old: Lock.Entry, _ new: Lock.Entry, _ overloads: [Lock.Entry], _ words: String) {
        let pairs = Pairs(old.members, new.members, id: { $0.id }) { member, _ in
            .member(member.id, kind: spelled(member.type))
        }
        let text =
            old.swift == new.swift ? changes(pairs, old, new) : Self.code(old.id) + words + Self.call(new) + " now"
        let target = Self.parts(new.swift)
        let space = target.dropLast().map { $0 + "." }.joined()
        guard isCallable(old, new, pairs), let name = target.last,
            let path = emission.namespaces.all.first(where: { $0.call == space })?.path
        else { return declare(old, Self.unavailable(text)) }
        // Beside an overload, a call means this function only if it has an argument that no other function takes.
        var telling = old.members.filter { label in
            !overloads.contains { $0.members.contains { $0.swift == label.swift } }
        }
        if !overloads.isEmpty, telling.isEmpty {
            return
        }
        if overloads.isEmpty || telling.contains(where: { !$0.isOptional }) {
            telling = []
        }
        let isNear = target.dropLast() == Self.parts(old.swift).dropLast()
        let rename = isNear ? String(Self.call(new, name).dropFirst().dropLast()) : ""
        let call = (isNear ? "self." : path + "(client: self.client).") + Reserved.escaped(name)
        for turn in 0..<max(telling.count, 1) {
            var variant = old
            variant.members.removeAll { label in telling[..<turn].contains { $0.swift == label.swift } }
            let body = call + "(" + arguments(variant, new, pairs).joined(separator: ", ") + ")"
            let needed = turn < telling.count ? telling[turn].swift : nil
            declare(variant, Self.deprecated(text, renamed: rename), body, needing: needed)
        }
    }

    /// Returns the message about a function's parameters.
    private func changes(_ pairs: Pairs<Lock.Entry>, _ old: Lock.Entry, _ new: Lock.Entry) -> String {
        func now(_ pair: Pairs<Lock.Entry>.Pair, _ words: String) -> String {
            Self.code(old.id, ".", pair.old.id) + words + pair.new.swift + ":` now"
        }
        let gone = pairs.removed.map { Self.code(old.id, ".", $0.id) + " is gone" }
        let changed = pairs.same.filter { $0.old.swift != $0.new.swift }.map { now($0, " is `") }
        let alike = pairs.renamed.map { now($0, " seems to be `") }
        return (gone + changed + alike).joined(separator: ", ") + ": call " + Self.call(new)
    }

    /// Indicates whether the new function takes all arguments of the old one and returns the same.
    private func isCallable(_ old: Lock.Entry, _ new: Lock.Entry, _ pairs: Pairs<Lock.Entry>) -> Bool {
        pairs.removed.isEmpty && pairs.added.allSatisfy(\.isOptional) && spelled(old.type) == spelled(new.type)
            && ["upload", "files", "operation", "stream"].allSatisfy {
                (old.facts[$0] == nil) == (new.facts[$0] == nil)
            }
            && (pairs.same + pairs.renamed).allSatisfy {
                spelled($0.old.type) == spelled($0.new.type) && ($0.new.isOptional || !$0.old.isOptional)
            }
    }

    /// Returns the arguments of the call of the new function.
    private func arguments(_ old: Lock.Entry, _ new: Lock.Entry, _ pairs: Pairs<Lock.Entry>) -> [String] {
        let kept = pairs.same + pairs.renamed
        let arguments = new.members.compactMap { member -> String? in
            guard let value = kept.first(where: { $0.new.id == member.id })?.old.swift,
                old.members.contains(where: { $0.swift == value })
            else { return nil }
            let argument = value == Lock.unlabelled ? "body" : Reserved.escaped(value)
            if member.swift == Lock.unlabelled {
                return argument
            }
            return (member.swift == "inout" ? "`inout`" : member.swift) + ": " + argument
        }
        return (old.facts["upload"] == nil ? [] : ["file"]) + arguments
    }

    /// The modules of requests that the runtime does not declare.
    private static let modules = [
        "OperationRequest": "MethodicalOperations", "StreamRequest": "MethodicalStreams",
        "UploadRequest": "MethodicalTransfers",
    ]

    /// Declares an old function, unavailable unless it has a body.
    private mutating func declare(
        _ old: Lock.Entry, _ attribute: String, _ body: String? = nil, needing needed: String? = nil
    ) {
        let names = Self.parts(old.swift)
        guard let name = names.last, !emission.namespaces.all.contains(where: { $0.call == old.swift + "." }),
            let space = namespace(names.dropLast())
        else { return }
        let isFile = old.facts["upload"] != nil
        if isFile {
            parameters.insert("Upload")
        }
        var list = isFile ? ["_ file: Upload"] : []
        for member in old.members {
            parameters.insert(member.type)
            let optionalMark = member.swift == needed ? "?" : "? = nil"
            let mark = member.isOptional ? optionalMark : ""
            let name = member.swift == Lock.unlabelled ? "_ body" : Reserved.escaped(member.swift)
            list.append(name + ": " + spelled(member.type) + mark)
        }
        let request = Lock.request(old.facts) ?? "Request"
        if ["OperationRequest", "StreamRequest"].contains(request) {
            parameters.formUnion([request, old.type])
        }
        let module = Self.modules[request] ?? "Methodical"
        let result = ") -> " + module + "." + request + "<" + spelled(old.type) + "> {"
        let head = "func " + Reserved.escaped(name) + "(" + list.joined(separator: ", ") + result
        guard let body else {
            return add(attribute, head + " " + Self.unreachable + " }", to: space, as: Self.call(old))
        }
        add(attribute, head, ["    " + body, "}"], to: space, as: Self.call(old))
    }
}
