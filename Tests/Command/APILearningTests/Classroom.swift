import APILearning
import APISurface
import Foundation
import MethodicalGenerator
import Testing

/// A small API with responses in a folder.
struct Classroom {
    var definitions: String
    /// The response schema of `users.get`.
    var response = ##"{"$ref": "#/definitions/User"}"##
    var api = #"{"name": "Shop", "baseURL": "https://api.shop.example/v1/"}"#
    var methods = ""
    var options = LessonOptions(isTolerant: false)

    init(_ definitions: String) { self.definitions = definitions }

    var schema: [SourceFile] {
        let types = """
            {"methods": [{"name": "users.get", "response": \(response)}\(methods.isEmpty ? "" : ", " + methods)],
             "definitions": {\(definitions)}}
            """
        return [
            SourceFile(path: "api.json", bytes: Array(api.utf8)),
            SourceFile(path: "types.json", bytes: Array(types.utf8)),
        ]
    }

    /// Returns the lesson from responses of `users.get`.
    func learn(_ answers: String..., overlay: String? = "learnt.overlay.json") throws -> Lesson {
        try learn(
            files: Dictionary(uniqueKeysWithValues: answers.enumerated().map { ("users.get__\($0).json", $1) }),
            overlay: overlay)
    }

    func learn(files: [String: String], overlay: String? = "learnt.overlay.json", with others: [SourceFile] = []) throws
        -> Lesson
    {
        try Self.inFolder { folder in
            for (name, text) in files {
                let file = folder.appending(path: name)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: file)
            }
            return try APILearning.learn(from: schema + others, overlay: overlay, options: options) {
                try ResponseFiles([folder.path], of: $0)
            }
        }
    }

    static func inFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "methodical-learning-\(UInt64.random(in: 0...UInt64.max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }
}

extension Lesson {
    /// The mismatches in the report's order, such as `User.sex: missing in 1 of 2`, without unknown members.
    var mismatches: [String] {
        findings.filter { $0.effect != .unknown }.map { "\($0.name): \($0.words) in \($0.count) of \($0.total)" }
    }

    var unknown: [String] {
        findings.filter { $0.effect == .unknown }.map { "\($0.name): \($0.words) in \($0.count) of \($0.total)" }
    }

    /// The corrections: `at`, and the value that is merged there.
    var corrections: [String] {
        let line = (overlay ?? "").replacing(#/\s*\n\s*/#, with: " ")
        return line.matches(of: #/\{ "at": "([^"]*)", "merge": (.*?), "because": /#).map { "\($0.1) \($0.2)" }
    }
}
