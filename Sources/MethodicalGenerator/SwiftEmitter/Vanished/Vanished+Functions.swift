extension Vanished {
    mutating func functions() {
        let olds = lock.entries.filter { $0.kind == .method }
        let news = emission.functions.map { emission.entry($0) }
        let pairs = Pairs(olds, news, id: { $0.id }) { function, _ in
            .function(function.id, parameters: function.members.map { $0.id + spelled($0.type) }, result: spelled(function.type))
        }
        var called: [String: [Lock.Entry]] = [:]
        for new in news { called[new.swift, default: []].append(new) }
        /// Whether there is no function any more that has a place for each of its arguments.
        func isGone(_ old: Lock.Entry) -> Bool {
            guard let known = called[old.swift] else { return true }
            return !known.contains { new in old.members.allSatisfy { label in new.members.contains { $0.swift == label.swift } } }
        }
        for pair in pairs.same where isGone(pair.old) { keep(pair.old, pair.new, called[pair.old.swift] ?? [], " is called as ") }
        for pair in pairs.renamed where isGone(pair.old) { keep(pair.old, pair.new, called[pair.old.swift] ?? [], " seems to be ") }
        var plain: [String: Lock.Entry] = [:]
        for new in news.reversed() { plain[Self.method(new)] = new }
        for old in pairs.removed where isGone(old) {
            let other = plain[Self.method(old)].map { ": call " + Self.call($0) } ?? ""
            declare(old, Self.unavailable(Self.code(old.id) + " is gone from the API" + other))
        }
    }

    private static func method(_ function: Lock.Entry) -> String { String(function.id.utf8.prefix { $0 != 0x3A }) ?? "" }

    private static func call(_ function: Lock.Entry, _ name: String? = nil) -> String {
        "`" + (name ?? function.swift) + "(" + function.members.map { $0.swift + ":" }.joined() + ")`"
    }

    /// A function under another name, or with other arguments: it calls the new one where it can.
    private mutating func keep(_ old: Lock.Entry, _ new: Lock.Entry, _ known: [Lock.Entry], _ words: String) {
        let pairs = Pairs(old.members, new.members, id: { $0.id }) { member, _ in .member(member.id, kind: spelled(member.type)) }
        let kept = pairs.same + pairs.renamed
        var text = Self.code(old.id) + words + Self.call(new) + " now"
        if old.swift == new.swift {
            let gone = pairs.removed.map { Self.code(old.id, ".", $0.id) + " is gone" }
            let changed = pairs.same.filter { $0.old.swift != $0.new.swift }.map {
                Self.code(old.id, ".", $0.old.id) + " is `" + $0.new.swift + ":` now"
            }
            let alike = pairs.renamed.map { Self.code(old.id, ".", $0.old.id) + " seems to be `" + $0.new.swift + ":` now" }
            text = (gone + changed + alike).joined(separator: ", ") + ": call " + Self.call(new)
        }
        let isFile = old.facts["upload"] != nil
        let there = Self.parts(new.swift)
        let space = there.dropLast().map { $0 + "." }.joined()
        guard pairs.removed.isEmpty, spelled(old.type) == spelled(new.type), isFile == (new.facts["upload"] != nil),
            pairs.added.allSatisfy({ $0.isOptional }),
            kept.allSatisfy({ spelled($0.old.type) == spelled($0.new.type) && ($0.new.isOptional || !$0.old.isOptional) }),
            let name = there.last, let path = emission.namespaces.all.first(where: { $0.call == space })?.path
        else { return declare(old, Self.unavailable(text)) }
        // Beside another function of the name a call means this one only by an argument that no other takes.
        var telling = old.members.filter { label in !known.contains { $0.members.contains { $0.swift == label.swift } } }
        if !known.isEmpty, telling.isEmpty { return }
        if known.isEmpty || telling.contains(where: { !$0.isOptional }) { telling = [] }
        let isNear = there.dropLast() == Self.parts(old.swift).dropLast()
        let attribute = Self.deprecated(text, renamed: isNear ? String(Self.call(new, name).dropFirst().dropLast()) : "")
        let target = (isNear ? "self." : path + "(client: self.client).") + Reserved.escaped(name)
        for turn in 0..<max(telling.count, 1) {
            var variant = old
            variant.members.removeAll { label in telling[..<turn].contains { $0.swift == label.swift } }
            var arguments = isFile ? ["file"] : []
            for member in new.members {
                guard let value = kept.first(where: { $0.new.id == member.id })?.old.swift,
                    variant.members.contains(where: { $0.swift == value })
                else { continue }
                arguments.append((member.swift == "inout" ? "`inout`" : member.swift) + ": " + Reserved.escaped(value))
            }
            let body = target + "(" + arguments.joined(separator: ", ") + ")"
            declare(variant, attribute, body, needing: turn < telling.count ? telling[turn].swift : nil)
        }
    }

    private mutating func declare(_ old: Lock.Entry, _ attribute: String, _ body: String? = nil, needing needed: String? = nil) {
        let names = Self.parts(old.swift)
        guard let name = names.last, !emission.namespaces.all.contains(where: { $0.call == old.swift + "." }),
            let space = namespace(names.dropLast(), isCallable: true), space.call == names.dropLast().map({ $0 + "." }).joined()
        else { return }
        let isFile = old.facts["upload"] != nil
        if isFile { parameters.insert("Upload") }
        var list = isFile ? ["_ file: Upload"] : []
        for member in old.members {
            parameters.insert(member.type)
            let mark = !member.isOptional ? "" : member.swift == needed ? "?" : "? = nil"
            list.append(Reserved.escaped(member.swift) + ": " + spelled(member.type) + mark)
        }
        let result = (isFile ? ") -> UploadRequest<" : ") -> Request<") + spelled(old.type) + "> {"
        let head = "func " + Reserved.escaped(name) + "(" + list.joined(separator: ", ") + result
        guard let body else { return add(attribute, head + " " + Self.unreachable + " }", to: space.path, as: Self.call(old)) }
        add(attribute, head, ["    " + body, "}"], to: space.path, as: Self.call(old))
    }
}
