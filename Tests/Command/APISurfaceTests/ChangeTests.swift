import Foundation
import MethodicalGenerator
import Testing

@testable import APISurface

@Suite struct ChangeTests {
    @Test("Each change is told as the golden report tells it", arguments: ChangeCase.all)
    func report(_ change: ChangeCase) throws {
        let text = Report(try change.comparison()).text(in: .text)
        let file = change.folder.appending(path: "expected.txt")
        if ChangeCase.rewrites { try Data(text.utf8).write(to: file) }
        #expect(try text == String(contentsOf: file, encoding: .utf8))
    }

    @Test("There are enough cases for the claim")
    func count() { #expect(ChangeCase.all.count >= 40) }

    /// All callers compile against the old code. Against the new code, a caller compiles exactly if the verdict says
    /// so.
    @Test("The compiler proves each verdict", .enabled(if: !ChangeCase.rewrites, "the reports are being written"))
    func compiles() async throws {
        let output = FileManager.default.temporaryDirectory.appending(
            path: "methodical-changes-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: output) }
        let cases = ChangeCase.all.filter(\.hasCaller)
        func errors(_ cases: [ChangeCase], _ state: String) async throws -> [String: String] {
            try await Compiler.errors(cases.flatMap { try $0.write(state, into: output) })
        }
        let before = try await errors(cases, "old")
        #expect(before == [:], "\(before)")

        let broken = try cases.filter { try $0.comparison().verdict == .major }
        let sound = try cases.filter { try $0.comparison().verdict != .major }
        #expect(broken.count >= 20 && sound.count >= 10)
        let after = try await errors(sound, "new")
        #expect(after == [:], "\(after)")
        let refused = try await errors(broken, "new")
        for change in broken { #expect(refused[change.caller] != nil, "\(change.name) compiles all the same") }
    }

    @Test("A change is told as JSON, for GitHub, as Markdown, and with colours")
    func formats() throws {
        let change = ChangeCase(folder: ChangeCase.root.appending(path: "parameter-added-required"))
        let report = Report(try change.comparison())
        #expect(
            report.text(in: .json) == """
                {
                  "api": "ParameterAddedRequired",
                  "verdict": "major",
                  "methods": {"added": 0, "removed": 0},
                  "properties": {"added": 0, "removed": 0},
                  "changes": [
                    {"effect": "breaks", "action": "added", "kind": "parameter", "id": "users.get.fields", "swift": "parameterAddedRequired.users.get(userIDs:nameCase:)", "message": "is new and required: `fields: [String]`"}
                  ]
                }

                """)
        #expect(
            report.text(in: .github) == """
                ::error title=Breaks callers::parameter `users.get.fields` is new and required: `fields: [String]`: parameterAddedRequired.users.get(userIDs:nameCase:)

                """)
        #expect(
            report.text(in: .markdown) == """
                # ParameterAddedRequired: major

                1 change breaks callers; methods: 0 added, 0 removed; properties: 0 added, 0 removed.

                ## Breaks callers

                - parameter `users.get.fields` is new and required: `fields: [String]` (`parameterAddedRequired.users.get(userIDs:nameCase:)`)

                """)
        #expect(report.text(in: .text, colour: true).contains("\u{1B}[31m+\u{1B}[0m"))
    }
}

@Suite struct LockFileTests {
    @Test("A lock file says all that a comparison needs", arguments: ChangeCase.all)
    func roundTrip(_ change: ChangeCase) throws {
        for state in ["old", "new"] {
            let surface = Surface(try ChangeCase.api(change.folder.appending(path: state)))
            #expect(try LockFile(text: LockFile(surface).text).surface == surface)
        }
    }

    @Test("A lock file keeps names and texts with spaces, signs, and line breaks")
    func awkwardNames() throws {
        var surface = Surface(name: "Odd")
        surface.settings["version"] = "v=a b%\n"
        surface.functions = [
            Surface.Function(
                id: "a.b:c d", swift: "a.`default`",
                parameters: [
                    Surface.Member(
                        id: ".x y", swift: "xY", type: "[String: <a b>]", isOptional: true, facts: ["in": "query"],
                        deprecated: "")
                ],
                result: "[String: JSON]?", facts: ["call": "GET a/{b c}"], deprecated: "use\nother")
        ]
        surface.types = [
            Surface.TypeSurface(
                id: "a b", swift: "Odd.AB", shape: .enumeration(values: "JSON"),
                members: [Surface.Member(id: "", swift: "empty", type: "")])
        ]
        #expect(try LockFile(text: LockFile(surface).text).surface == surface)
    }

    @Test("A lock file of an earlier version names settings otherwise")
    func formerNames() throws {
        let lock = try LockFile(
            text: """
                methodical-lock 1 VK
                setting reading strict
                setting responseFlags 1/0

                """)
        #expect(lock.surface.settings == ["mismatches": "strict", "flags": "1/0"])
        #expect(
            lock.text == """
                methodical-lock 1 VK
                setting flags 1/0
                setting mismatches strict

                """)
    }

    @Test(
        "A damaged lock file is an error with its line",
        arguments: [
            ("", 1), ("methodical-lock 2 VK\n", 1), ("methodical-lock 1 VK\n<<<<<<< ours\n", 2),
            ("methodical-lock 1 VK\nrecord a\n", 2),
            ("methodical-lock 1 VK\n  id id: Int\n", 2), ("methodical-lock 1 VK\n  .call GET\n", 2),
            ("methodical-lock 1 VK\nmethod a%2 b -> Int\n", 2),
            ("methodical-lock 1 VK\nmethod a%+2 b -> Int\n", 2),
            ("methodical-lock 1 VK\nrecord a VK.B\n    .in query\n", 3), ("methodical-lock 1 V K\n", 1),
            ("methodical-lock 1 VK\nunion a VK.B\nunion a VK.C\n", 3),
            ("methodical-lock 1 VK\nrecord a VK.B\n  id id: Int\n  id2 id: Int\n", 4),
            ("methodical-lock 1 VK\nrecord a VK.B {\n", 2),
            ("methodical-lock 1 VK\nrecord a VK.B\n  id i d: Int\n", 3),
            ("methodical-lock 1 VK\nrecord a VK.B\n  id a.b: Int\n", 3),
            ("methodical-lock 1 VK\nrecord a VK.B\n  id id: Int, b: Int\n", 3),
            ("methodical-lock 1 VK\nerror a b: c%2\n", 2),
            ("methodical-lock 1 VK\nmethod a b() -> Int\n", 2), ("methodical-lock 1 VK\nmethod a b -> [Int\n", 2),
            (
                "methodical-lock 1 VK\nmethod a b -> \(String(repeating: "[", count: 100_000) + "Int" + String(repeating: "]", count: 100_000))\n",
                2
            ),
        ])
    func damaged(text: String, line: Int) throws {
        #expect { try LockFile(text: text) } throws: { ($0 as? LockFile.Unreadable)?.line == line }
    }
}
