import Foundation
import Testing
import Toolchain

/// Tests of the compiler's message for a stub of a response type, which has no initializer for its members.
@Suite struct StubErrorTests {
    @Test("It says what to do, and does not offer the machinery's own initializer")
    func aStubOfItsMembers() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "methodical-stub-\(UInt64.random(in: 0...UInt64.max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "stub.swift")
        try Data(Self.source.utf8).write(to: file)
        let compiled = try await SwiftCompiler.run(["-typecheck", file.path])
        let errors = compiled.output.split(separator: "\n").filter {
            $0.contains("stub.swift:") && $0.contains("error:")
        }
        #expect(!compiled.succeeded && errors.count == 4, "\(compiled.output)")
        #expect(
            errors.allSatisfy { $0.contains("expected 'setInitializersToAllInAPIJSONOrWriteJSON:") },
            "\(compiled.output)")
        #expect(!compiled.output.contains("(Blank)") && !compiled.output.contains("'Blank'"), "\(compiled.output)")
    }

    private static let source = """
        import Methodical

        nonisolated struct Movie: APIEngine.Model {
            private(set) var id: Int
            private(set) var title: String?
            init(_ blank: APIEngine.Blank) { id = 0 }
            static let _fields = APIEngine.FieldTable("!id,title")
            mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) {}
        }

        nonisolated struct Movies: APIEngine.Model {
            private(set) var results: [Movie]
            init(_ blank: APIEngine.Blank) { results = [] }
            static let _fields = APIEngine.FieldTable("!results")
            mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) {}
        }

        func answer<Value>(_ request: Request<Value>, _ answer: (String) throws -> Value) {}

        func stubs(_ movies: Request<Movies>, _ movie: Request<Movie>) {
            answer(movies) { _ in .init(results: []) }
            answer(movie) { _ in .init(id: 1, title: "Metropolis") }
            _ = Movies(results: [] as [Movie])
            let one: [Movie] = [.init(id: 1, title: nil as String?)]
            _ = one
        }

        """
}
