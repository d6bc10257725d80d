import APISurface
import MethodicalGenerator
import Testing

/// Tests of inline types that stay where the lock file has them, although the schema grows.
@Suite struct AcceptedTypesTests {
    @Test("Two types of one name do not change places when the second occurs more often, or comes first")
    func changedPlaces() throws {
        let before = try State(Self.transfers(first: 5...7, second: 8...9))
        #expect(before.lock.text.contains("record */transfer_data Test.TransferData\n  .initializer yes\n  .place "))
        let after = try State(Self.transfers(first: 5...7, second: 0...9), since: before.lock)
        #expect(before.changes(to: after).allSatisfy { $0.effect == .compatible })
        let unlocked = try State(Self.transfers(first: 5...7, second: 0...9))
        #expect(before.changes(to: unlocked).contains { $0.effect == .breaks })
    }

    @Test("A type keeps its name when another namespace uses it, or a namespace gets that name")
    func newUses() throws {
        let first = Self.method("orders.create", "owner")
        let before = try State(Self.file([first]))
        let more = [first, Self.method("charges.create", "owner"), Self.method("orders.create_owner.find", "sort")]
        let after = try State(Self.file(more), since: before.lock)
        #expect(before.changes(to: after).allSatisfy { $0.effect == .compatible }, "\(before.changes(to: after))")
        #expect(after.surface.types.contains { $0.swift == "Test.Orders.CreateOwner" })
    }

    @Test("The order of properties is that of the place that had the type first")
    func order() throws {
        func method(_ name: String, _ properties: [String]) -> String {
            let listed = properties.map { #""\#($0)": {"type": "string"}"# }.joined(separator: ", ")
            return #"""
                {"name": "orders.\#(name)", "parameters":
                [{"name": "owner", "type": "object", "properties": {\#(listed)}}]}
                """#
        }
        let first = [method("m", ["a", "b"]), method("n", ["a", "b"])]
        let before = try State(Self.file(first))
        let file = Self.file([method("d", ["b", "a"])] + first)
        let after = try State(file, since: before.lock)
        let accepted = try State(file, since: after.lock)
        #expect(before.changes(to: after).allSatisfy { $0.effect == .compatible })
        #expect(after.surface == accepted.surface)
    }

    @Test("Lines that a merge leaves in the lock file move no type")
    func merged() throws {
        let before = try State(Self.transfers(first: 5...7, second: 8...9))
        let marked = before.lock.text.replacing("  .place", with: "<<<<<<< ours\n=======\n>>>>>>> theirs\n  .place")
        let file = SourceFile(path: RecordedTypes.lockName, bytes: Array(marked.utf8))
        let lines = marked.split(separator: "\n").count { $0.hasPrefix("  .place") }
        #expect(lines == 5)
        let after = try State(Self.transfers(first: 5...7, second: 8...9), lock: file)
        #expect(after.surface == before.surface)
    }

    @Test("The lock file of an import moves nothing")
    func imported() throws {
        let source = #", "source": {"location": "openapi.json"}"#
        let before = try State(Self.transfers(first: 5...7, second: 8...9), settings: source)
        let file = Self.transfers(first: 5...7, second: 0...9)
        let locked = try State(file, settings: source, since: before.lock)
        #expect(try locked.surface == State(file, settings: source).surface)
    }

    @Test("No addition to a schema renames or retypes anything", arguments: 1...40)
    func randomAdditions(seed: UInt64) throws {
        var schema = RandomSchema(seed: seed)
        var accepted = try State(schema.text)
        for step in 1...8 {
            let addition = schema.add()
            let state = try State(schema.text, since: accepted.lock)
            let breaking = accepted.changes(to: state).filter { $0.effect != .compatible }
            #expect(breaking == [], "step \(step), \(addition)")
            if !schema.accepts() { continue }
            let same = try State(schema.text, since: state.lock)
            #expect(same.surface == state.surface, "step \(step), \(addition)")
            accepted = state
        }
    }

    @Test("An accepted API is the same with its lock file as without it", arguments: 1...40)
    func unchanged(seed: UInt64) throws {
        var schema = RandomSchema(seed: seed &* 977)
        for _ in 0..<12 { _ = schema.add() }
        let first = try State(schema.text)
        let second = try State(schema.text, since: first.lock)
        #expect(first.surface == second.surface)
        #expect(first.lock.text == second.lock.text)
    }

    /// A state of an API, with its lock file.
    private struct State {
        let surface: Surface
        let lock: LockFile

        init(_ text: String, settings: String = "", since lock: LockFile) throws {
            let file = SourceFile(path: RecordedTypes.lockName, bytes: Array(lock.text.utf8))
            try self.init(text, settings: settings, lock: file)
        }

        init(_ text: String, settings: String = "", lock: SourceFile? = nil) throws {
            let root = #"{"name": "Test", "baseURL": "https://names.example/"\#(settings)}"#
            let files = [("api.json", root), ("methods.json", text)].map { path, text in
                SourceFile(path: path, bytes: Array(text.utf8))
            }
            var lowered: LoweredSchemas?
            let compilation = compile(files + [lock].compactMap(\.self)) { lowered = $0 }
            surface = Surface(try #require(compilation.api, "\(compilation.diagnostics)"))
            self.lock = LockFile(surface, places: try #require(lowered).acceptedTypes)
        }

        func changes(to other: State) -> [Change] { Comparison(from: surface, to: other.surface).changes }
    }

    private static func file(_ methods: [String]) -> String { #"{"methods": [\#(methods.joined(separator: ", "))]}"# }

    private static func method(_ name: String, _ parameter: String) -> String {
        #"""
        {"name": "\#(name)", "verb": "POST",
        "parameters": [{"name": "\#(parameter)", "type": "object", "properties": {"id": {"type": "integer"}}}]}
        """#
    }

    /// Returns a schema in which some methods have one of two types of the same name.
    private static func transfers(first: ClosedRange<Int>, second: ClosedRange<Int>) -> String {
        let methods = (0...9).compactMap { number -> String? in
            guard first.contains(number) || second.contains(number) else { return nil }
            let property = first.contains(number) ? "amount" : "percent"
            return #"""
                {"name": "create\#(number)", "verb": "POST", "parameters": [{"name": "transfer_data", "type": "object",
                "properties": {"destination": {"type": "string"}, "\#(property)": {"type": "integer"}}}]}
                """#
        }
        return file(methods)
    }
}
