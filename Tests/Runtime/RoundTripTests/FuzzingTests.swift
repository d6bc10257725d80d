import Methodical
import Testing

@testable import MethodicalGenerator

/// A sample of the ten million inputs of `Benchmarks/Fuzz`.
@Suite struct FuzzingTests {
    @Test("The readers handle 20,000 damaged texts without a finding")
    func damagedInputs() async {
        let fuzzing = Fuzzing(seed: 1)
        var findings = 0
        for number in 0..<20_000 where findings < 5 {
            do { try await fuzzing.check(number) } catch {
                findings += 1
                Issue.record("\(error)")
            }
        }
    }

    @Test("The texts that longer runs have found are read without a finding")
    func findings() throws {
        let kind = try #require(Subject.all.first { $0.name == "Array<AnyKind>" })
        try kind.probe(Array(#"[null,1,-178901234567890123456789.5e3,"x"]"#.utf8), true)
        let trial = try #require(Subject.all.first { $0.name == "Array<Trial>" })
        try trial.probe(Array(#"[{"text":1,"text":1,"width":2}]"#.utf8), true)
        try trial.probe(Array(#"[{"width":1,"text":5,"reply":{"type":"photo","width":1}}]"#.utf8), true)
    }

    /// The generator and the runtime have separate parsers, which accept the same texts.
    @Test("The generator and the runtime read the same values from 20,000 damaged texts")
    func damagedSchemas() {
        let fuzzing = Fuzzing(seed: 2)
        for number in 0..<20_000 {
            let input = fuzzing.input(number)
            var problems: [Diagnostic] = []
            let root = parse(SourceFile(path: "a.json", bytes: input), problems: &problems)
            let isRead = (try? JSON(json: input)) != nil
            let place = Fuzzing.place(2, number, input)
            // A key that occurs twice is a problem, although the text is JSON.
            #expect((root != nil) == isRead && (isRead || !problems.isEmpty), "\(place): \(problems)")
            if let root, case let json = try? JSON(json: input) { #expect(Self.agrees(root, json), "\(place)") }
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
            elements.count == node.children.count && zip(node.children, elements).allSatisfy(agrees)
        case .object(let members): node.children.allSatisfy { agrees($0, members[$0.key]) }
        case nil: false
        }
    }
}
