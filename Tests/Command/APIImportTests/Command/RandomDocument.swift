#if CommandLine
    import Toolchain

    /// An OpenAPI document whose operations repeat a few inline types under a few names, and to which random additions
    /// are made.
    struct RandomDocument {
        private var operations: [Operation] = []
        /// The names of schemas under `components`.
        private var components: [String] = []
        private var random: SplitMix
        private var operationCount = 0

        private static let tags = ["charges", "orders", "payouts", "transfers"]
        /// The names of properties, with several types for each.
        private static let shapes: [String: [Shape]] = [
            "transfer_data": [
                .record(["destination": .text, "amount": .integer]),
                .record(["destination": .text, "percent": .integer]),
            ],
            "address": [
                .record(["street": .text, "geo": .record(["x": .integer, "y": .integer])]),
                .record(["street": .text]),
            ],
            "sort": [.values(["asc", "desc"]), .values(["newest", "oldest"]), .values(["asc"])],
            "owner": [.record(["kind": .values(["person", "firm"]), "name": .text])],
            "periods": [.list(.record(["from": .integer, "to": .integer]))],
        ]
        private static let names = shapes.keys.sorted()

        init(seed: UInt64) {
            random = SplitMix(state: seed)
            for _ in 0..<2 + random.below(5) { addOperation() }
        }

        // MARK: Additions

        /// Adds something that no caller can depend on, and returns a description of it.
        mutating func add() -> String {
            switch random.below(7) {
            case 0, 1:
                addOperation()
                return "an operation"
            case 2: return addProperty(isResponse: false)
            case 3: return addProperty(isResponse: true)
            case 4: return addInside()
            case 5: return addComponent()
            default: return addParameter()
            }
        }

        private mutating func addOperation() {
            operationCount += 1
            let tag = random.element(of: Self.tags)
            var operation = Operation(
                tag: tag, id: "\(tag)/\(random.element(of: ["create", "update", "find"]))\(operationCount)")
            for _ in 0..<1 + random.below(3) { operation.body.add(random.element(of: Self.names), &random) }
            for _ in 0..<random.below(3) { operation.response.add(random.element(of: Self.names), &random) }
            operations.insert(operation, at: random.below(operations.count + 1))
        }

        private mutating func addProperty(isResponse: Bool) -> String {
            let index = random.below(operations.count)
            let name = random.element(of: Self.names)
            if isResponse {
                operations[index].response.add(name, &random)
            } else {
                operations[index].body.add(name, &random)
            }
            return "\(name) in a \(isResponse ? "response" : "body")"
        }

        /// Adds an optional property or a value to one of the inline types.
        private mutating func addInside() -> String {
            let index = random.below(operations.count)
            let isResponse = random.below(2) == 1 && !operations[index].response.members.isEmpty
            if isResponse {
                let name = random.element(of: operations[index].response.members.keys.sorted())
                operations[index].response.members[name]?.grow(operationCount)
                return "a member of \(name) in a response"
            }
            let name = random.element(of: operations[index].body.members.keys.sorted())
            operations[index].body.members[name]?.grow(operationCount)
            return "a member of \(name) in a body"
        }

        /// Adds a schema that has the name of a shared type.
        private mutating func addComponent() -> String {
            let name = random.element(of: Self.names).split(separator: "_").map(\.capitalized).joined()
            if !components.contains(name) { components.append(name) }
            operations[random.below(operations.count)].response.members["\(name.lowercased())_item"] =
                .reference(name)
            return "the schema \(name)"
        }

        private mutating func addParameter() -> String {
            operations[random.below(operations.count)].parameters += 1
            return "a parameter"
        }

        // MARK: Text

        /// The document as JSON.
        var text: String {
            let paths = operations.map { operation in
                let parameters = (0..<operation.parameters).map { number in
                    #"{"name": "filter_\#(number)", "in": "query", "schema": {"type": "string", "enum": ["a", "b"]}}"#
                }
                return #"""
                    "/\#(operation.id)": {"post": {"operationId": "\#(operation.id)", "tags": ["\#(operation.tag)"],
                    "parameters": [\#(parameters.joined(separator: ", "))],
                    "requestBody": {"content": {"application/json": {"schema": \#(operation.body.text)}}},
                    "responses": {"200": {"description": "Done.", "content": {"application/json": {"schema": \#(operation.response.text)}}}}}}
                    """#
            }
            let schemas = components.map { #""\#($0)": {"type": "object", "properties": {"id": {"type": "integer"}}}"# }
            return #"""
                {"openapi": "3.0.3", "info": {"title": "Names", "version": "1"}, "servers": [{"url": "https://names.example"}],
                "paths": {\#(paths.joined(separator: ",\n"))},
                "components": {"schemas": {\#(schemas.joined(separator: ", "))}}}
                """#
        }

        private struct Operation {
            var tag: String
            var id: String
            var parameters = 0
            var body = Members()
            var response = Members()
        }

        /// The properties of a body.
        private struct Members {
            // An object without properties is a dictionary, which becomes another type with the first property.
            var members: [String: Shape] = ["id": .integer]

            /// Adds a property, unless there is one of that name.
            mutating func add(_ name: String, _ random: inout SplitMix) {
                guard members[name] == nil, let shapes = RandomDocument.shapes[name] else { return }
                members[name] = random.element(of: shapes)
            }

            var text: String { Shape.record(members).text }
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
                case .reference(let name): return ##"{"$ref": "#/components/schemas/\##(name)"}"##
                }
            }
        }
    }
#endif
