import Foundation
import MethodicalGenerator

/// The JSON files below a schema's root, read whole, in the order of their paths.
struct SchemaFolder {
    /// As given, without a slash at its end: what diagnostics show in front of a file's path.
    let path: String
    private(set) var files: [SourceFile] = []
    /// The API that was last accepted, where somebody accepted one.
    private(set) var lock: Lock?
    private(set) var problems: [Diagnostic] = []

    /// A schema as large as this was not written by anybody; reading on would only exhaust the machine.
    private static let sizeLimit = 256 << 20
    private static let depthLimit = 32

    init(_ path: String) {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        self.path = path
        read(folder: "", depth: 0)
        files.sort { $0.path < $1.path }
        readLock()
    }

    /// The top-level folders that hold a JSON file, in order.
    var units: [String] {
        Set(files.compactMap { file in file.path.contains("/") ? file.path.split(separator: "/").first.map(String.init) : nil }).sorted()
    }

    private mutating func read(folder: String, depth: Int) {
        let full = folder.isEmpty ? path : "\(path)/\(folder)"
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: full)
        } catch {
            return report(full, "cannot list this folder (\(error.reason))")
        }
        for name in names.sorted() where !name.hasPrefix(".") {
            let relative = folder.isEmpty ? name : "\(folder)/\(name)"
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: "\(path)/\(relative)", isDirectory: &isFolder) else { continue }
            if isFolder.boolValue {
                if depth == Self.depthLimit {
                    report("\(path)/\(relative)", "folders are nested more than \(Self.depthLimit) deep here; is a link leading back up?")
                } else {
                    read(folder: relative, depth: depth + 1)
                }
            } else if name.hasSuffix(".json") {
                read(file: relative)
            }
        }
    }

    private mutating func readLock() {
        let full = "\(path)/methodical.lock"
        guard FileManager.default.fileExists(atPath: full), let bytes = bytes(full) else { return }
        lock = Lock.read(SourceFile(path: "methodical.lock", shownPath: full, bytes: bytes), &problems)
    }

    private mutating func read(file: String) {
        let full = "\(path)/\(file)"
        if let bytes = bytes(full) { files.append(SourceFile(path: file, shownPath: full, bytes: bytes)) }
    }

    private mutating func bytes(_ full: String) -> [UInt8]? {
        do {
            let size = try FileManager.default.attributesOfItem(atPath: full)[.size] as? Int ?? 0
            if size <= Self.sizeLimit { return [UInt8](try Data(contentsOf: URL(fileURLWithPath: full))) }
            report(full, "this file has \(size) bytes; a schema file may have \(Self.sizeLimit)")
        } catch {
            report(full, "cannot read this file (\(error.reason))")
        }
        return nil
    }

    private mutating func report(_ file: String, _ message: String) {
        problems.append(Diagnostic(.error, at: Place(file: file, line: 1, column: 1), message))
    }
}

extension Error {
    /// The system's words for what went wrong, without the wrapping.
    var reason: String {
        let error = self as NSError
        let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError
        return (underlying ?? error).localizedDescription
    }
}
