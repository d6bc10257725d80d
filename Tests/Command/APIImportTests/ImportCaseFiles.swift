import Foundation

/// Reading and writing of the expected files.
extension ImportCase {
    func expected() throws -> Outcome {
        let expected = folder.appending(path: "expected")
        var outcome = Outcome()
        guard FileManager.default.fileExists(atPath: expected.path) else { return outcome }
        for path in try FileManager.default.subpathsOfDirectory(atPath: expected.path)
        where path.hasSuffix(".json") || path.hasSuffix(".txt") {
            let text = try String(contentsOf: expected.appending(path: path), encoding: .utf8)
            switch path {
            case "report.txt": outcome.report = text
            case "diagnostics.txt": outcome.diagnostics = text
            default: outcome.files[path] = text
            }
        }
        return outcome
    }

    func rewrite(_ outcome: Outcome) throws {
        let expected = folder.appending(path: "expected")
        try? FileManager.default.removeItem(at: expected)
        var files = outcome.files
        files["report.txt"] = outcome.report
        if !outcome.diagnostics.isEmpty { files["diagnostics.txt"] = outcome.diagnostics }
        for (path, text) in files {
            let file = expected.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
    }
}
