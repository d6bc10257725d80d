/// What the parts of a record come to, one after the other; a later one wins.
struct Merge {
    var properties: [Property] = []
    /// Where each key stands in `properties`.
    var index: [Int: Int] = [:]
    var required: [JSONNode] = []
    /// Properties that say themselves that they are not required, whatever a list says.
    var optional: Set<Int> = []
    /// Where the properties say that they are lifted, by their places in `properties`.
    var lifted: [Int: JSONNode] = [:]
    var additional: TypeUse?
    /// Parts that were merged already: a record may inherit from another in two ways.
    var visited: Set<Int> = []
    var names = AskedNames()
}

extension Lowering {
    func recordShape(_ node: JSONNode, _ words: Words, _ id: TypeID, _ spot: Spot) -> TypeDeclaration.Shape {
        var merge = Merge()
        collect(node, words, Part(id: id, unit: spot.unit, depth: spot.depth), &merge)
        for name in merge.required {
            guard let symbol = name.stringSymbol, let place = merge.index[symbol] else {
                let known = merge.properties.map { $0.path[0] }
                let suggestion = problems.suggestion(for: name.string, among: known)
                problems.warning(name, "\(name.described) is required, but there is no such property\(suggestion)")
                continue
            }
            if !merge.optional.contains(symbol) { merge.properties[place].isRequired = true }
        }
        if !merge.lifted.isEmpty { checkLifted(merge) }
        if merge.properties.isEmpty {
            let isObject = words.has(.type) && node[.type].map { types($0, isQuiet: true).has(.object) } == true
            return .alias(merge.additional.map { .dictionary($0) } ?? (isObject ? .dictionary(.any) : .any))
        }
        return .record(Record(properties: merge.properties, additional: merge.additional))
    }

    /// Whose properties are being merged: inline types belong to the record that writes them.
    struct Part {
        var id: TypeID
        var unit: String
        var depth: Int
        var levels = 0
        /// Whether nothing in it can be relied on, since it is one of several alternatives.
        var isOptional = false

        var deeper: Part {
            var part = self
            part.levels += 1
            return part
        }
    }

    private func collect(_ node: JSONNode, _ words: Words, _ part: Part, _ merge: inout Merge) {
        guard merge.visited.insert(node.number).inserted else { return }
        guard part.levels < Spot.depthLimit else {
            problems.error(node, "more than \(Spot.depthLimit) schemas are merged into one another by \"allOf\" and \"$ref\"")
            return
        }
        if words.has(.ref), let reference = node[.ref] { collect(reference: reference, part.deeper, &merge) }
        if words.has(.allOf), let parts = node[.allOf] {
            for other in parts.children {
                keywords.checkRequired(other)
                collect(other: other, part.deeper, &merge)
            }
        }
        if words.has(.properties), let properties = node[.properties] {
            for member in properties.isObject ? properties.children : tree.nothing { add(member, part, &merge) }
        }
        for word in [Word.oneOf, .anyOf] where words.has(word) {
            var optional = part.deeper
            optional.isOptional = true
            for other in node[word].map({ Array($0.children) }) ?? [] where isRecordLike(other) { collect(other: other, optional, &merge) }
        }
        if words.has(.required), !part.isOptional, let required = node[.required] {
            for name in required.isArray ? required.children : tree.nothing { merge.required.append(name) }
        }
        let spot = Spot("value", in: part.id, unit: part.unit, depth: part.depth + 1)
        if let additional = additional(node, words, spot) { merge.additional = additional }
    }

    private func collect(other: JSONNode, _ part: Part, _ merge: inout Merge) {
        guard other.isObject else {
            problems.error(other, expected: "a schema, an object")
            return
        }
        let words = keywords.words(of: other)
        if words.has(.type) || words.has(.enum), !isRecordLike(other), other[.type]?.string != "object" {
            problems.warning(other, "only objects can be merged by \"allOf\"; this part is ignored")
            return
        }
        collect(other, words, part, &merge)
    }

    private func collect(reference: JSONNode, _ part: Part, _ merge: inout Merge) {
        guard let target = resolver.resolve(reference) else { return }
        guard let definition = definitionOf[target.number] else {
            guard isSchema(target, reference) else { return }
            collect(other: target, part, &merge)
            return
        }
        guard definition.node.isObject, isRecordLike(definition.node) else {
            // An object without properties adds nothing and does no harm.
            if definition.node[.type]?.string != "object" {
                problems.warning(reference, "only objects can be merged by \"allOf\"; \"\(definition.key)\" is none and is ignored")
            }
            return
        }
        var other = part
        other.id = definition.id
        other.unit = definition.file.unit
        other.depth = 0
        collect(definition.node, keywords.words(of: definition.node), other, &merge)
    }

    private func add(_ member: JSONNode, _ part: Part, _ merge: inout Merge) {
        // What an alternative says of a property that is there anyway is a special case of it.
        if part.isOptional, merge.index[member.symbol] != nil { return }
        var property = property(member, Spot(member.key, in: part.id, unit: part.unit, depth: part.depth + 1))
        if part.isOptional { property.isRequired = false }
        if member.isObject, member[.required]?.bool == false { merge.optional.insert(member.symbol) } else { merge.optional.remove(member.symbol) }
        if let swift = property.swift, let word = member[.swift] { merge.names.take(swift, for: member.key, at: word, problems) }
        if let from = member[.from] { merge.lifted[merge.index[member.symbol] ?? merge.properties.count] = from }
        if let place = merge.index[member.symbol] {
            if merge.properties[place].isRequired, !merge.optional.contains(member.symbol) { property.isRequired = true }
            if property.documentation == nil { property.documentation = merge.properties[place].documentation }
            merge.properties[place] = property
        } else {
            merge.index[member.symbol] = merge.properties.count
            merge.properties.append(property)
        }
    }

    private func property(_ member: JSONNode, _ spot: Spot) -> Property {
        guard member.isObject else {
            let use = use(member, spot)
            return Property(path: [member.key], type: use.type)
        }
        let words = keywords.words(of: member)
        let swift = words.has(.swift) ? swiftName(member) : nil
        var spot = spot
        spot.name = swift
        let use = use(member, words, spot)
        var property = Property(path: [member.key], type: use.type, isNullable: use.isNullable)
        if words.has(.required), let required = member[.required] {
            let trust = required.string
            property.isRequired = required.bool == true || trust != nil
            property.isTrusted = trust.map { $0 == "trusted" }
        }
        if property.isTrusted == nil, settings.answers.trustedNames.contains(member.key) { property.isTrusted = true }
        if words.has(.const), let const = member[.const] {
            property.constant = const.bool.map { .flag($0) } ?? const.string.map { .text($0) } ?? const.integer.map { .integer($0) }
        }
        property.documentation = documentation(member, words)
        if words.has(.deprecated) || words.has(.deprecated_from_version) { property.deprecation = deprecation(member) }
        property.swift = swift
        if words.has(.from), let from = member[.from] { property.path = path(from) ?? property.path }
        return property
    }

    /// A value that two properties hold would be read twice, and could be written by neither of them as both have it.
    private func checkLifted(_ merge: Merge) {
        for (place, from) in merge.lifted {
            let path = merge.properties[place].path
            for (other, property) in merge.properties.enumerated() where other != place && path.starts(with: property.path) {
                let name = "\"\(property.name)\""
                problems.error(from, "\(from.described) is held by the property \(name) already: describe it there, or leave \(name) out")
            }
        }
    }

    /// The keys of a lifted property, `content.type`.
    private func path(_ from: JSONNode) -> [String]? {
        let parts = (from.string ?? "").split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if from.string?.hasPrefix("/") == false, parts.allSatisfy({ !$0.isEmpty }) { return parts }
        problems.error(from, expected: "the keys that lead to the value, as in \"content.type\"")
        return nil
    }
}

/// One object's way into another, for a definition that says `allOf` or has a `$ref` beside its properties.
private struct Ancestor {
    var element: JSONNode
    var word: String
    var target: Definition
}

/// A definition on the way that is being followed, and how many of its parts were looked at.
private struct Step {
    var definition: Definition
    var parts: [Ancestor]
    var next = 0
}

extension Lowering {
    /// An object that is a part of itself has no end; merging stops there, and what it left out would be missing without a word.
    ///
    /// With a stack of its own, since chains of references may be long.
    func reportInheritanceCircles() {
        var isOpen: [TypeID: Bool] = [:]
        for definition in definitions where definition.isQueued && isOpen[definition.id] == nil {
            var path: [Step] = []
            open(definition, &path, &isOpen)
            while let step = path.last {
                guard step.next < step.parts.count else {
                    isOpen[step.definition.id] = false
                    path.removeLast()
                    continue
                }
                path[path.count - 1].next += 1
                let target = step.parts[step.next].target
                switch isOpen[target.id] {
                case nil: open(target, &path, &isOpen)
                case true?: report(circleOf: target, path)
                case false?: break
                }
            }
        }
    }

    private func open(_ definition: Definition, _ path: inout [Step], _ isOpen: inout [TypeID: Bool]) {
        isOpen[definition.id] = true
        var parts: [Ancestor] = []
        addParts(of: definition.node, to: &parts, depth: 0)
        path.append(Step(definition: definition, parts: parts))
    }

    private func addParts(of node: JSONNode, to parts: inout [Ancestor], depth: Int) {
        guard node.isObject, depth < Spot.depthLimit else { return }
        if let reference = node[.ref], let target = resolver.look(reference), let definition = definitionOf[target.number] {
            // A schema that only refers is another name; circles of these are found elsewhere.
            let word = depth > 0 ? "allOf" : node[.properties] != nil || node[.allOf] != nil ? "$ref" : ""
            parts.append(Ancestor(element: depth > 0 ? node : reference, word: word, target: definition))
        }
        guard let list = node[.allOf], list.isArray else { return }
        for element in list.children { addParts(of: element, to: &parts, depth: depth + 1) }
    }

    private func report(circleOf head: Definition, _ path: [Step]) {
        guard let start = path.firstIndex(where: { $0.definition.id == head.id }) else { return }
        guard let step = path[start...].first(where: { !$0.parts[$0.next - 1].word.isEmpty }) else { return }
        let part = step.parts[step.next - 1]
        problems.error(part.element, "\"\(step.definition.key)\" contains itself through \"\(part.word)\"")
        for step in path[start...] { circular.insert(step.definition.id) }
    }
}
