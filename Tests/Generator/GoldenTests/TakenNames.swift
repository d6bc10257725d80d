import Foundation
import TestFiles

/// The names that an app may have taken: those of the runtime, and those of Swift and Foundation that generated code
/// uses.
enum TakenNames {
    /// Returns a file that declares a type for each name, except for those that the given files declare themselves.
    static func declarations(beside files: [String]) throws -> String {
        let texts = try files.map { try String(contentsOf: URL(filePath: $0), encoding: .utf8) }
        var names = try runtime()
        names.formUnion(usual)
        var declared: Set<String> = []
        for text in texts {
            names.formUnion(text.matches(of: /\b(?:Swift|Foundation)\.([A-Z]\w*)/).map { String($0.output.1) })
            let declarations = text.matches(of: /(?m)^(?:\w+ )*(?:struct|enum|typealias) (\w+)/)
            declared.formUnion(declarations.map { String($0.output.1) })
        }
        names.subtract(declared)
        return names.sorted().map { "struct \($0) {}\n" }.joined()
    }

    /// Names of Swift that generated code could use without naming them, such as `Optional` for a question mark.
    private static let usual = [
        "Array", "Bool", "Character", "Data", "Date", "Dictionary", "Double", "Error", "Int", "Never", "Optional",
        "Result", "Sendable", "Set", "StaticString", "String", "URL", "Void",
    ]

    /// Returns the public names at the top level of the modules that generated code imports.
    private static func runtime() throws -> Set<String> {
        var names: Set<String> = []
        for module in modules {
            let folder = Checkout.root.appending(path: module)
            let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
                let text = try String(contentsOf: file, encoding: .utf8)
                let kinds = /(?m)^(?:@\w+ )?public (?:final )?(?:struct|class|enum|protocol|actor|typealias) (\w+)/
                names.formUnion(text.matches(of: kinds).map { String($0.output.1) })
            }
        }
        return names
    }

    private static let modules = ["Sources/Runtime", "Sources/Additions/MethodicalXML"]
}
