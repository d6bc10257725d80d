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
        let (home, there) = (Self.parts(old.swift), Self.parts(new.swift))
        guard pairs.removed.isEmpty, spelled(old.type) == spelled(new.type), isFile == (new.facts["upload"] != nil),
            pairs.added.allSatisfy({ $0.isOptional }),
            kept.allSatisfy({ spelled($0.old.type) == spelled($0.new.type) && ($0.new.isOptional || !$0.old.isOptional) }),
            let space = emission.namespaces.all.first(where: { $0.call == there.space })
        else { return declare(old, Self.unavailable(text)) }
        // Beside another function of the name a call means this one only by an argument that no other takes.
        var telling = old.members.filter { label in !known.contains { $0.members.contains { $0.swift == label.swift } } }
        if !known.isEmpty, telling.isEmpty { return }
        if known.isEmpty || telling.contains(where: { !$0.isOptional }) { telling = [] }
        let isNear = home.space == there.space
        let renamed = isNear ? String(Self.call(new, there.name).dropFirst().dropLast()) : ""
        let attribute = Self.deprecated(text, renamed: renamed)
        let target = (isNear ? "self." : space.path + "(client: self.client).") + Reserved.escaped(there.name)
        for turn in 0..<max(telling.count, 1) {
            let absent = Set(telling[..<turn].map { $0.swift })
            var arguments = isFile ? ["file"] : []
            for member in new.members {
                guard let value = kept.first(where: { $0.new.id == member.id })?.old.swift, !absent.contains(value) else { continue }
                arguments.append((member.swift == "inout" ? "`inout`" : member.swift) + ": " + Reserved.escaped(value))
            }
            var variant = old
            variant.members.removeAll { absent.contains($0.swift) }
            let body = target + "(" + arguments.joined(separator: ", ") + ")"
            declare(variant, attribute, body, needing: turn < telling.count ? telling[turn].swift : nil)
        }
    }

    private static func parts(_ swift: String) -> (space: String, names: [String], name: String) {
        var names = swift.utf8.split(separator: 0x2E).map { Reserved.bare(String(Substring($0))) }
        let name = names.popLast() ?? ""
        return (names.map { $0 + "." }.joined(), names, name)
    }

    private mutating func declare(_ old: Lock.Entry, _ attribute: String, _ body: String = Self.none, needing needed: String? = nil) {
        let (call, names, name) = Self.parts(old.swift)
        let isNamespace = emission.namespaces.all.contains { $0.call == old.swift + "." }
        guard !isNamespace, let i = namespace(names, isCallable: true), emission.namespaces.all[i].call == call else { return }
        let isFile = old.facts["upload"] != nil
        var parameters = isFile ? ["_ file: Upload"] : []
        for member in old.members {
            let isLeft = member.isOptional && member.swift != needed
            parameters.append(
                Reserved.escaped(member.swift) + ": " + spelled(member.type) + (member.isOptional ? "?" : "") + (isLeft ? " = nil" : ""))
        }
        let tail = (isFile ? " -> UploadRequest<" : " -> Request<") + spelled(old.type) + ">"
        let head = "func " + Reserved.escaped(name)
        add(
            Declaration(attribute: attribute, head: head, parameters: parameters, tail: tail, body: [body]), to: emission.namespaces.all[i].path,
            as: Self.call(old))
    }
}
