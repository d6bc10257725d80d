#if CommandLine
    import Foundation

    /// The text that a person sees after a first schema was written.
    struct NextSteps {
        /// The folder of the schema.
        private let folder: String

        init(_ folder: String) { self.folder = folder }

        /// Returns the next steps: to see the Swift of a method, and to have it built.
        func text(method: String) -> String {
            let explain = Console.hint("explain \(method) --schema \(Console.word(folder))")
            var text = "What a method becomes in Swift:      \(explain)"
            if !isBuilt {
                text += """

                    To have it built, in Package.swift:  .target(
                                                             name: "\(target ?? "App")",
                                                             dependencies: \
                    [.product(name: "Methodical", package: "methodical")],
                                                             plugins: \
                    [.plugin(name: "MethodicalPlugin", package: "methodical")]),
                    """
            }
            if target == nil {
                text += "\nThe plugin reads schemas below a target's folder, such as Sources/App/Schema."
            }
            return text
        }

        /// The name of the target whose folder contains the schema, or `nil` if there seems to be none.
        private var target: String? {
            let path = URL(fileURLWithPath: folder).standardizedFileURL.pathComponents
            guard let sources = path.lastIndex(of: "Sources"), sources + 1 < path.count else { return nil }
            return path[sources + 1]
        }

        /// Indicates whether the package seems to apply the plugin to the target.
        private var isBuilt: Bool {
            var place = URL(fileURLWithPath: folder).standardizedFileURL
            while place.path != "/" {
                if let data = FileManager.default.contents(atPath: place.appending(path: "Package.swift").path) {
                    let text = String(decoding: data, as: UTF8.self)
                    guard let target, let start = text.range(of: "name: \"\(target)\"") else { return false }
                    let rest = text[start.upperBound...]
                    let end = rest.range(of: "arget(")?.lowerBound ?? rest.endIndex
                    return rest[..<end].contains("MethodicalPlugin")
                }
                place.deleteLastPathComponent()
            }
            return false
        }
    }
#endif
