import APICalling
import APISurface

/// The command line that makes a call: `methodical call books.get id=7 --schema Schema`.
struct CallLine {
    let method: String
    let arguments: [WrittenArgument]
    /// The further words, such as the options for the schema and the server.
    let options: [String]

    var text: String {
        var words = ["methodical", "call", method]
        for argument in arguments {
            words += Self.words(of: argument).map(\.shellWord)
        }
        return (words + options).joined(separator: " ")
    }

    private static func words(of argument: WrittenArgument) -> [String] {
        switch argument.value {
        case .json(let source) where argument.name.hasPrefix("--"):
            [argument.name, String(decoding: source.bytes, as: UTF8.self)]
        case .text(let text) where argument.name.hasPrefix("--"): [argument.name, text]
        case .text(let text): ["\(argument.name)=\(text)"]
        case .json(let source): ["\(argument.name):=\(String(decoding: source.bytes, as: UTF8.self))"]
        case .file(let path): ["\(argument.name)=@\(path)"]
        }
    }
}
