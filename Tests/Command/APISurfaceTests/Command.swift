#if CommandLine
    import Foundation
    import Toolchain

    extension Command {
        /// Copies the schema of a change's state.
        static func copy(_ name: String, _ state: String, to folder: URL) throws {
            let source = ChangeCase.root.appending(path: "\(name)/\(state)")
            for path in try FileManager.default.subpathsOfDirectory(atPath: source.path) where path.hasSuffix(".json") {
                try write(
                    try String(contentsOf: source.appending(path: path), encoding: .utf8),
                    to: folder.appending(path: path))
            }
        }
    }
#endif
