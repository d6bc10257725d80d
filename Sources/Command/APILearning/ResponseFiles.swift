import Foundation
import MethodicalGenerator

/// Files with recorded responses: bodies that are named after their method, HAR files, and recordings of
/// `MethodicalTesting`.
///
/// The files are read one after the other, and anew each time, because they may not fit into memory.
package struct ResponseFiles {
    private let files: [(path: String, name: String)]
    private let methods: Set<String>
    private let router: Router
    /// The methods by file name, from an `index.json`.
    private var index: [String: String] = [:]

    /// The greatest size of a file in bytes. A larger one is not a response that a person would review, or it is
    /// hostile.
    private static let sizeLimit = 64 << 20

    /// Collects the files.
    ///
    /// - Parameters:
    ///   - paths: Files, or folders with files below them.
    ///   - api: The API whose methods the files belong to.
    /// - Throws: ``Missing`` if a path does not exist, or an error if a folder cannot be read.
    package init(_ paths: [String], of api: API) throws {
        methods = Set(api.methods.map(\.name))
        router = Router(api)
        var files: [(path: String, name: String)] = []
        for file in try Self.files(at: paths) {
            if file.name == "index.json", let methods = try Self.index(at: file.path) {
                index = methods
            } else {
                files.append(file)
            }
        }
        self.files = files
    }

    /// Returns the files at paths and in folders, with their names below the folder.
    ///
    /// - Throws: ``Missing`` if a path does not exist, or an error if a folder cannot be read.
    package static func files(at paths: [String]) throws -> [(path: String, name: String)] {
        var files: [(path: String, name: String)] = []
        for path in paths {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
                throw Missing(path: path)
            }
            guard isFolder.boolValue else {
                files.append((path, URL(fileURLWithPath: path).lastPathComponent))
                continue
            }
            let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
            for name in try FileManager.default.subpathsOfDirectory(atPath: path).sorted() where isAnswer(name) {
                files.append(("\(folder)/\(name)", name))
            }
        }
        return files
    }

    /// The error for a path that does not exist.
    package struct Missing: Error {
        /// The path as it was given.
        package var path: String
    }

    /// Indicates whether a file may hold responses. Hidden files do not count.
    private static func isAnswer(_ path: String) -> Bool {
        if path.split(separator: "/").contains(where: { $0.hasPrefix(".") }) {
            return false
        }
        return path.hasSuffix(".json") || path.hasSuffix(".har")
    }

    /// Returns the methods in an index such as `[{"file": "a.json", "method": "users.get"}]`, or `nil` if the file is
    /// something else.
    private static func index(at path: String) throws -> [String: String]? {
        struct Entry: Decodable {
            var file: String
            var method: String
        }
        do {
            let entries = try JSONDecoder().decode([Entry].self, from: contents(of: path))
            let methods = entries.map { ($0.file, $0.method) }
            return Dictionary(methods) { first, _ in first }
        } catch is DecodingError, is Unfit {
            return nil
        }
    }

    // MARK: Reading

    /// The error for a path that is not a regular file, or for a file that is too large.
    package struct Unfit: Error {
        package var reason: String
    }

    /// Returns the bytes of a file.
    ///
    /// - Throws: ``Unfit`` for anything but a regular file of a usual size, or an error if it cannot be read.
    package static func contents(of path: String) throws -> Data {
        let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        guard attributes[.type] as? FileAttributeType == .typeRegular else {
            throw Unfit(reason: "is not a regular file")
        }
        guard attributes[.size] as? Int ?? 0 <= sizeLimit else {
            throw Unfit(reason: "is larger than 64 MB")
        }
        return try Data(contentsOf: url)
    }

    /// Passes every response to `take`, every mismatch that the runtime reported to `drift`, and every source without
    /// either, with the reason, to `skip`.
    package func read(
        take: (RecordedResponse) -> Void,
        drift: (DriftRecord) -> Void,
        skip: (_ source: String, _ reason: String) -> Void
    ) throws {
        for file in files {
            do {
                read(
                    [UInt8](try Self.contents(of: file.path)),
                    path: file.path,
                    name: file.name,
                    take: take,
                    drift: drift,
                    skip: skip)
            } catch let unfit as Unfit {
                skip(file.path, unfit.reason)
            }
        }
    }

    private func read(
        _ bytes: [UInt8],
        path: String,
        name: String,
        take: (RecordedResponse) -> Void,
        drift: (DriftRecord) -> Void,
        skip: (_ source: String, _ reason: String) -> Void
    ) {
        // HAR files and recordings are recognized by their content, and any other file is the body of a response.
        // Recordings have the names of methods, too, but their content is a list of exchanges.
        var problems: [Diagnostic] = []
        let root = parse(SourceFile(path: path, bytes: bytes), problems: &problems)
        if let entries = root?["log"]?["entries"] {
            return HAR(router: router).read(
                entries,
                path: path,
                take: take,
                skip: skip)
        }
        if let list = root?["drift"], list.isArray, root?["others"] != nil {
            return DriftFile.read(list, path: path, take: drift, skip: skip)
        }
        if let root,
            let first = root.first,
            root.isArray,
            first["method"]?.string != nil,
            first["status"] != nil
        {
            return Recordings.read(
                root,
                path: path,
                take: take,
                skip: skip)
        }
        guard let named = method(of: name) else {
            return skip(path, "is neither named after a method nor a HAR file nor a recording")
        }
        take(RecordedResponse(source: path, method: named, body: bytes))
    }

    /// Returns the method in a file name such as `users.get.json`, `users.get__anything.json`,
    /// `users.get/anything.json` or `users/get.json`.
    private func method(of name: String) -> String? {
        if let method = index[name] {
            return method
        }
        // A file that is given itself may have another ending.
        let ending = [".json", ".har"].first(where: name.hasSuffix) ?? ""
        let parts =
            name
            .dropLast(ending.count)
            .split(separator: "/")
            .map(String.init)
        return parts.last.flatMap(method(beginning:))
            ?? method(beginning: parts.joined(separator: "."))
            ?? parts.last { methods.contains($0) }
    }

    /// Returns the longest name of a method that the text begins with, if a character follows that is not part of a
    /// name.
    private func method(beginning text: String) -> String? {
        var end = text.endIndex
        while end > text.startIndex {
            let name = String(text[..<end])
            if methods.contains(name), isEnd(text[end...]) {
                return name
            }
            end = text.index(before: end)
        }
        return nil
    }

    /// Indicates whether the name of a method can end before this text.
    private func isEnd(_ rest: Substring) -> Bool {
        guard let sign = rest.first else { return true }
        if sign == "." {
            return rest.dropFirst().allSatisfy(\.isNumber)
        }
        return rest.hasPrefix("__") || "- (~".contains(sign)
    }
}

/// A reader of the files that `RecordingTransport` of `MethodicalTesting` writes.
enum Recordings {
    static func read(
        _ list: JSONNode,
        path: String,
        take: (RecordedResponse) -> Void,
        skip: (_ source: String, _ reason: String) -> Void
    ) {
        for (number, exchange) in list.children.enumerated() {
            let source = "\(path)[\(number)]"
            guard let method = exchange["method"]?.string else {
                skip(source, "does not name a method")
                continue
            }
            let status = exchange["status"]?.integer ?? 200
            guard (200..<300).contains(status) else {
                skip(source, "has the status \(status)")
                continue
            }
            let data = exchange["data"]?.string.flatMap { Data(base64Encoded: $0) }
            let text = exchange["text"]?.string
            let body =
                text.map { Array($0.utf8) }
                ?? data.map { Array($0) }
                ?? []
            let arguments = exchange["arguments"].map(texts)
            take(
                RecordedResponse(
                    source: source,
                    method: method,
                    arguments: arguments,
                    body: body))
        }
    }

    /// Returns the members of an object that are strings.
    private static func texts(in object: JSONNode) -> [String: String] {
        var texts: [String: String] = [:]
        for member in object.children {
            if let text = member.string {
                texts[member.key] = text
            }
        }
        return texts
    }
}
