#if CommandLine
    import Foundation
    import MethodicalGenerator

    /// The text that a person sees after a first schema was written.
    struct NextSteps {
        /// The folder of the schema.
        private let folder: String
        private let api: API

        init(_ folder: String, api: API) {
            self.folder = folder
            self.api = api
        }

        /// The next steps: to see the Swift of a method, and to have it built.
        var text: String {
            var text = ""
            if let method = api.methods.first?.name {
                let explain = Console.hint("explain \(method) --schema \(Console.word(for: folder))")
                text = "What a method becomes in Swift:      \(explain)\n"
            }
            let name = target ?? "App"
            let manifest = declaration(of: name)
            let missing = api.products.filter { manifest?.contains("\"\($0)\"") != true }
            if manifest?.contains("MethodicalPlugin") != true {
                let dependencies = api.products.map(Self.product)
                let list = dependencies.count == 1 ? dependencies[0] : Self.lines(of: dependencies)
                text += """
                    To have it built, in Package.swift:  .target(
                                                             name: "\(name)",
                                                             dependencies: [\(list)],
                                                             plugins: \
                    [.plugin(name: "MethodicalPlugin", package: "methodical")]),

                    """
            } else if !missing.isEmpty {
                text += """
                    To have it built, in Package.swift:  add to the dependencies of "\(name)":
                                                             \
                    \(missing.map(Self.product).joined(separator: ",\n" + String(repeating: " ", count: 41)))

                    """
            }
            text += "To make calls, in Swift:             let api = \(api.client)"
            if let targetFolder, !Self.hasSwift(in: targetFolder) {
                let api = Console.word(for: "\(folder)/api.json")
                text += """

                    SwiftPM skips a target without a Swift file: add one to \(Self.shown(targetFolder)), which may be \
                    empty. For callers in other targets, add "access": "public" to \(api).
                    """
            }
            if target == nil {
                text += "\nThe plugin reads schemas below a target's folder, such as Sources/App/Schema."
            }
            return text
        }

        /// The name of the target whose folder contains the schema, or `nil` if there seems to be none.
        private var target: String? { targetFolder?.lastPathComponent }

        /// The folder below `Sources` that contains the schema, or `nil` if there is none.
        private var targetFolder: URL? {
            var place = URL(fileURLWithPath: folder).standardizedFileURL
            guard place.pathComponents.dropLast().contains("Sources") else { return nil }
            while place.deletingLastPathComponent().lastPathComponent != "Sources" {
                place.deleteLastPathComponent()
            }
            return place
        }

        private static func hasSwift(in folder: URL) -> Bool {
            let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            return files?.contains { ($0 as? URL)?.pathExtension == "swift" } ?? false
        }

        private static func shown(_ folder: URL) -> String { "Sources/\(folder.lastPathComponent)" }

        private static func product(named name: String) -> String {
            ".product(name: \"\(name)\", package: \"methodical\")"
        }

        /// Returns the elements of a list, each on a line of its own.
        private static func lines(of elements: [String]) -> String {
            let indent = "\n" + String(repeating: " ", count: 45)
            return elements.map { indent + $0 + "," }.joined() + String(indent.dropLast(4))
        }

        /// Returns the text of a target in the manifest of its package, or `nil` if there seems to be none.
        private func declaration(of target: String) -> String? {
            var place = URL(fileURLWithPath: folder).standardizedFileURL
            while place.path != "/" {
                if let data = FileManager.default.contents(atPath: place.appending(path: "Package.swift").path) {
                    let text = String(decoding: data, as: UTF8.self)
                    // The package often has the name of its target.
                    let targets = text.components(separatedBy: "arget(").dropFirst()
                    return targets.first {
                        $0.drop(while: \.isWhitespace).hasPrefix("name: \"\(target)\"")
                    }
                }
                place.deleteLastPathComponent()
            }
            return nil
        }
    }
#endif
