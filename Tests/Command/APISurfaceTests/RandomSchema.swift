import Toolchain

/// A schema as a person writes it, whose methods repeat a few inline types under a few names, and to which random
/// additions are made.
struct RandomSchema {
    private var methods: [Method] = []
    /// The definitions, by name.
    private var definitions: [String: Shape] = [:]
    private var random: SplitMix
    private var methodCount = 0

    private static let namespaces = ["charges", "orders", "payouts", "payouts.batches"]
    /// The names of parameters and properties, with several types for each.
    private static let shapes: [String: [Shape]] = [
        "transfer_data": [
            .record(["destination": .text, "amount": .integer]),
            .record(["destination": .text, "percent": .integer]),
        ],
        "address": [
            .record(["street": .text, "geo": .record(["x": .integer, "y": .integer])]),
            .record(["street": .text]),
        ],
        "geo": [.record(["x": .integer, "y": .integer])],
        "sort": [.values(["asc", "desc"]), .values(["newest", "oldest"]), .values(["asc"])],
        "owner": [.record(["kind": .values(["person", "firm"]), "name": .text])],
        "periods": [.list(.record(["from": .integer, "to": .integer]))],
    ]
    private static let names = shapes.keys.sorted()
    /// The definitions that have values of inline enumerations.
    private static let owners: [String: Shape] = [
        "Direction": .values(["desc", "asc"]),
        "Age": .values(["newest", "oldest"]),
        "Item": .record(["order": .values(["asc", "desc"]), "status": .values(["person", "firm"])]),
        "Actor": .record(["status": .values(["firm", "person"]), "recency": .values(["newest", "oldest"])]),
    ]

    init(seed: UInt64) {
        random = SplitMix(state: seed)
        for _ in 0..<2 + random.below(5) { addMethod() }
    }

    // MARK: Additions

    /// Adds something that no caller can depend on, and returns a description of it.
    mutating func add() -> String {
        switch random.below(9) {
        case 0, 1:
            addMethod()
            return "a method"
        case 2:
            addMember(toResponse: false)
            return "a parameter"
        case 3:
            addMember(toResponse: true)
            return "a property of a response"
        case 4:
            addInside()
            return "a property or value of an inline type"
        case 5:
            addDefinition()
            return "a definition with the name of an inline type"
        case 6:
            addMethod(in: random.element(of: Self.names))
            return "a namespace with the name of an inline type"
        case 7:
            addOwner()
            return "a definition with the values of an inline enumeration, or a value of it"
        default:
            methods[random.below(methods.count)].filters += 1
            return "a parameter that lists values"
        }
    }

    /// Indicates whether the schema accepts its present state.
    mutating func accepts() -> Bool { random.below(3) == 0 }

    private mutating func addMethod() { addMethod(in: random.element(of: Self.namespaces)) }

    private mutating func addMethod(in namespace: String) {
        // A definition yields to a namespace of its name.
        if definitions[namespace] != nil { return }
        methodCount += 1
        var method = Method(name: "\(namespace).\(random.element(of: ["create", "update", "set"]))\(methodCount)")
        for _ in 0..<1 + random.below(3) { Self.add(random.element(of: Self.names), to: &method.parameters, &random) }
        for _ in 0..<random.below(3) { Self.add(random.element(of: Self.names), to: &method.response, &random) }
        methods.insert(method, at: random.below(methods.count + 1))
    }

    private mutating func addMember(toResponse isResponse: Bool) {
        let index = random.below(methods.count)
        let name = random.element(of: Self.names)
        if isResponse {
            Self.add(name, to: &methods[index].response, &random)
        } else {
            Self.add(name, to: &methods[index].parameters, &random)
        }
    }

    /// Adds an optional property or a value to one of the inline types.
    private mutating func addInside() {
        let index = random.below(methods.count)
        let isResponse = random.below(2) == 1 && !methods[index].response.isEmpty
        if isResponse {
            let name = random.element(of: methods[index].response.keys.sorted())
            methods[index].response[name]?.grow(methodCount)
        } else {
            let name = random.element(of: methods[index].parameters.keys.sorted())
            methods[index].parameters[name]?.grow(methodCount)
        }
    }

    private mutating func addDefinition() {
        let name = random.element(of: Self.names)
        if methods.contains(where: { $0.name.hasPrefix("\(name).") }) { return }
        if definitions[name] == nil { definitions[name] = .record(["id": .integer]) }
        methods[random.below(methods.count)].response["\(name)_item"] = .reference(name)
    }

    private mutating func addOwner() {
        let name = random.element(of: Self.owners.keys.sorted())
        if definitions[name] == nil {
            definitions[name] = Self.owners[name]
        } else {
            definitions[name]?.grow(methodCount)
        }
        let isReferenced = random.below(2) == 1
        if isReferenced { methods[random.below(methods.count)].response["\(name)_item"] = .reference(name) }
    }

    /// Adds a member, unless there is one of that name.
    private static func add(_ name: String, to members: inout [String: Shape], _ random: inout SplitMix) {
        guard members[name] == nil, let shapes = shapes[name] else { return }
        members[name] = random.element(of: shapes)
    }

    // MARK: Text

    /// The file with the methods and definitions.
    var text: String {
        let listed = definitions.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value.text)" }
        return #"""
            {"methods": [\#(methods.map(\.text).joined(separator: ",\n"))],
            "definitions": {\#(listed.joined(separator: ", "))}}
            """#
    }

    private struct Method {
        var name: String
        var filters = 0
        var parameters: [String: Shape] = [:]
        var response: [String: Shape] = [:]

        var text: String {
            let filters = (0..<filters).map {
                #"{"name": "filter_\#($0)", "in": "query", "type": "string", "enum": ["a", "b"]}"#
            }
            let others = parameters.sorted { $0.key < $1.key }.map { name, shape in
                #"{"name": "\#(name)", "in": "body", \#(shape.text.dropFirst())"#
            }
            let result = response.merging(["id": .integer]) { first, _ in first }
            return #"""
                {"name": "\#(name)", "verb": "POST", "path": "\#(name)", "parameters": [\#((others + filters).joined(separator: ", "))],
                "response": \#(Shape.record(result).text)}
                """#
        }
    }

    private indirect enum Shape: Sendable {
        case text, integer
        case values([String])
        case record([String: Shape])
        case list(Shape)
        case reference(String)

        /// Adds an optional property, or a value.
        mutating func grow(_ number: Int) {
            switch self {
            case .values(let values):
                // A property with one value is a constant, which does not grow.
                if values.count > 1 { self = .values(values + ["value_\(number)"]) }
            case .record(var members):
                members["extra_\(number)"] = .record(["note": .text])
                self = .record(members)
            case .list(var element):
                element.grow(number)
                self = .list(element)
            case .text, .integer, .reference: break
            }
        }

        var text: String {
            switch self {
            case .text: return #"{"type": "string"}"#
            case .integer: return #"{"type": "integer"}"#
            case .values(let values):
                return #"{"type": "string", "enum": [\#(values.map { "\"\($0)\"" }.joined(separator: ", "))]}"#
            case .record(let members):
                let properties = members.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value.text)" }
                return #"{"type": "object", "properties": {\#(properties.joined(separator: ", "))}}"#
            case .list(let element): return #"{"type": "array", "items": \#(element.text)}"#
            case .reference(let name): return ##"{"$ref": "#/definitions/\##(name)"}"##
            }
        }
    }
}
