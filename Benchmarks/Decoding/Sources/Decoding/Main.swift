import Foundation
import Methodical

/// Measures Methodical against Foundation on the same models and texts.
///
/// `Decoding [GROUP]`: medians of processor time, a line each: group, document, Foundation's time by ours, then the
/// times in microseconds.
/// `Decoding repeat GROUP DOCUMENT ours|theirs N`: does one thing N times, for tools that count instructions.
/// `Decoding first ours|theirs`: the nanoseconds that the first small answer of this process takes.
/// `Decoding text DOCUMENT`: the text of a document.
@main
enum Main {
    static func main() throws {
        let words = Array(CommandLine.arguments.dropFirst())
        switch words.first {
        case "first": try first(words.last == "ours")
        case "text" where words.count == 2:
            FileHandle.standardOutput.write(Data(try Documents.text(of: words[1])))
        case "repeat" where words.count == 5: try repeated(words[1], words[2], words[3] == "ours", Int(words[4]) ?? 1)
        default: for group in words.isEmpty ? Comparisons.groups : words { try measure(group) }
        }
    }

    private static func measure(_ group: String) throws {
        guard Comparisons.groups.contains(group) else {
            return print("no group \(group); there are \(Comparisons.groups.joined(separator: ", "))")
        }
        for document in Comparisons.documents(group) {
            let comparison = try Comparisons().comparison(group, document)
            let result = try comparison.measure(seconds: 2)
            let floor = result.floor.map { String(format: "  yyjson %.1f us", $0 / 1000) } ?? ""
            print(
                "\(group) \(document) \(String(format: "%.3f", result.theirs / result.ours))",
                String(format: " ours %.1f us  theirs %.1f us", result.ours / 1000, result.theirs / 1000) + floor)
        }
    }

    private static func repeated(_ group: String, _ document: String, _ isOurs: Bool, _ times: Int) throws {
        let comparison = try Comparisons().comparison(group, document)
        for _ in 0..<times { try isOurs ? comparison.ours() : comparison.theirs() }
    }

    private static func first(_ isOurs: Bool) throws {
        let text = Documents.small
        let data = Data(text)
        let start = processorTime()
        if isOurs {
            keep(try [Sample.Career](json: text))
        } else {
            keep(try JSONDecoder().decode([Reference.Career].self, from: data))
        }
        print(Int(processorTime() - start))
    }
}
