import Foundation
import Testing
import Toolchain

/// Tests of the compiler's errors for generated code of another version than the runtime.
@Suite struct VersionTests {
    @Test("Code of an earlier version is an error that says what to do")
    func earlier() async throws {
        let output = try await errors(at: "v1")
        #expect(output == Self.places.map { "\($0):53: error: 'v1' is unavailable: " + Self.earlier })
    }

    @Test("Code of a later version is an error that says what to do, although the runtime does not know that version")
    func later() async throws {
        for version in ["v3", "v4"] {
            let output = try await errors(at: version)
            #expect(
                output
                    == Self.places.map { "\($0):24: error: 'subscript(dynamicMember:)' is unavailable: " + Self.later }
            )
        }
    }

    @Test("The error is the first one of each file that uses what the runtime does not have", arguments: ["v1", "v3"])
    func first(version: String) async throws {
        let output = try await errors(at: version) {
            $0.replacing("APIEngine.FieldTable(", with: "APIEngine.Fields(").replacing(
                "Methodical.Call(", with: "Methodical.NoCall(")
        }
        #expect(output.count > Self.files.count, "\(output)")
        for (file, place) in zip(Self.files, Self.places) {
            let first = try #require(output.first { $0.hasPrefix(file + ":") })
            #expect(first.hasPrefix(place + ":") && first.contains("Methodical generated this file"), "\(output)")
        }
    }

    private static let files = ["access-public+users.swift", "access-public.swift"]
    /// The lines with the version.
    private static let places = ["access-public+users.swift:8", "access-public.swift:7"]
    private static let command =
        "swift package --allow-writing-to-package-directory methodical generate SCHEMA --output FOLDER"
    private static let earlier =
        "An earlier version of Methodical generated this file. Generate it again: \(command)"
    private static let later =
        "A later version of Methodical generated this file. Update the package: swift package update methodical. "
        + "Or generate the file again with this version: \(command)"

    /// Returns the compiler's errors for the files of a golden case, after a change of their version.
    private func errors(at version: String, _ change: (String) -> String = { $0 }) async throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "methodical-version-\(UInt64.random(in: 0...UInt64.max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let golden = GoldenCase(folder: GoldenCase.root.appending(path: "Code/access-public"))
        let files = try golden.expected().files
        #expect(files.keys.sorted() == Self.files)
        for (name, text) in files {
            #expect(text.contains("= Methodical.APIEngine.Version.v2\n"))
            let other = text.replacing("APIEngine.Version.v2", with: "APIEngine.Version.\(version)")
            try Data(change(other).utf8).write(to: folder.appending(path: name))
        }
        let paths = Self.files.map { folder.appending(path: $0).path }
        let compiled = try await SwiftCompiler.run(["-typecheck", "-whole-module-optimization"] + paths)
        #expect(!compiled.succeeded)
        let prefix = folder.path + "/"
        return compiled.output.split(separator: "\n").filter { $0.hasPrefix(prefix) && $0.contains(" error: ") }
            .map { String($0.dropFirst(prefix.count)) }
    }
}
