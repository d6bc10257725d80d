import Foundation
import MethodicalGenerator

@main
enum Generate {
    static func main() {
        do throws(Arguments.Failure) {
            exit(run(try Arguments(Array(CommandLine.arguments.dropFirst()))))
        } catch {
            switch error {
            case .help:
                print(Arguments.usage)
                exit(0)
            case .wrong(let why):
                printError("methodical-generate: error: \(why)\n\(Arguments.usage)")
                exit(2)
            }
        }
    }

    /// Reads, compiles, prints, writes; returns the exit code.
    private static func run(_ arguments: Arguments) -> Int32 {
        let folder = SchemaFolder(arguments.schema)
        let compilation = compile(folder.files)
        for problem in folder.problems + compilation.diagnostics { printError(problem.description) }
        guard let api = compilation.api, folder.problems.isEmpty else { return 1 }

        let units = arguments.units ?? folder.units
        let output = OutputFolder(path: arguments.output)
        let prefix = arguments.prefix ?? URL(fileURLWithPath: folder.path).lastPathComponent
        do {
            for file in emit(api, units: units, sources: sources(compilation.sources, of: units), lock: folder.lock) {
                try output.write(file.text, to: outputName(prefix: prefix, unit: file.unit))
            }
            return 0
        } catch {
            printError("\(arguments.output): error: cannot write the generated code (\(error.reason))")
            return 1
        }
    }

    /// The plugin names its outputs in the same way, before any file has been read.
    private static func outputName(prefix: String, unit: String) -> String {
        unit.isEmpty ? "\(prefix).swift" : "\(prefix)+\(unit).swift"
    }

    /// The files whose content goes into each unit's output; what belongs to none of them goes into the common one.
    private static func sources(_ paths: [String], of units: [String]) -> [String: [String]] {
        Dictionary(grouping: paths) { path in
            let top = path.contains("/") ? path.split(separator: "/").first.map(String.init) ?? "" : ""
            return units.contains(top) ? top : ""
        }
    }

    private static func printError(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }
}
