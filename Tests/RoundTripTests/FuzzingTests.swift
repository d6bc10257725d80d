import Methodical
import Testing

@testable import MethodicalGenerator

/// A sample of the ten million inputs of `Benchmarks/Fuzz`.
@Suite struct FuzzingTests {
    @Test func damagedInputs() async {
        let fuzzing = Fuzzing(seed: 1)
        var findings = 0
        for number in 0..<20_000 where findings < 5 {
            do { try await fuzzing.check(number) } catch {
                findings += 1
                Issue.record("\(error)")
            }
        }
    }

    /// The findings of longer runs.
    @Test func findings() throws {
        let kind = try #require(Subject.all.first { $0.name == "Array<AnyKind>" })
        try kind.probe(Array(#"[null,1,-178901234567890123456789.5e3,"x"]"#.utf8), true)
    }

    /// The generator and the runtime have separate parsers, which accept the same texts.
    @Test func damagedSchemas() {
        let fuzzing = Fuzzing(seed: 2)
        for number in 0..<20_000 {
            let input = fuzzing.input(number)
            let tree = JSONTree()
            var problems: [Diagnostic] = []
            withExtendedLifetime(tree) {
                let root = tree.add(SourceFile(path: "a.json", bytes: input), problems: &problems)
                let isRead = (try? JSON(json: input)) != nil
                #expect(
                    (root != nil) == isRead && problems.isEmpty == isRead,
                    "\(Fuzzing.place(2, number, input)): \(problems)")
                if let root, case let json = try? JSON(json: input) {
                    #expect(Self.agrees(root, json), "\(Fuzzing.place(2, number, input))")
                }
            }
        }
    }

    private static func agrees(_ node: JSONNode, _ json: JSON?) -> Bool {
        switch json {
        case .null: node.kind == .null
        case .bool(let value): node.bool == value
        case .string(let value): node.string == value
        case .integer(let value): node.integer == nil || node.integer == value
        case .number, .decimal: node.kind == .number
        case .array(let elements):
            elements.count == Array(node.children).count && zip(node.children, elements).allSatisfy(agrees)
        // If a key occurs twice, its last value counts.
        case .object(let members):
            node.children.reversed().reduce(into: [:]) { $0[$1.key] = $0[$1.key] ?? $1 }.allSatisfy {
                agrees($1, members[$0])
            }
        case nil: false
        }
    }
}
