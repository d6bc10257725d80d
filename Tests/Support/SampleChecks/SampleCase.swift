import APISamples
import Foundation
import MethodicalGenerator

/// A generated type and a sample of it, as three texts.
public struct SampleCase: Sendable {
    /// The type's name, such as `VK.Users.User`.
    public var type: String
    /// The type's mangled name, without the module.
    public var mangled: String
    public var seed: UInt64
    /// A server's text, the same value as a client writes it, and other values that differ from it in one place each.
    public var json: [UInt8]
    public var written: [UInt8]
    public var altered: [[UInt8]]

    /// Returns samples of all types of an API except aliases: `seeds` extreme ones of each, and a lifelike one.
    public static func all(ofSchemaIn folder: URL, api: String? = nil, seeds: UInt64) throws -> [SampleCase] {
        let folder = folder.resolvingSymlinksInPath()
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
            .sorted()
        var files = try paths.map {
            SourceFile(path: $0, bytes: [UInt8](try Data(contentsOf: folder.appending(path: $0))))
        }
        if let api { files.append(SourceFile(path: "api.json", bytes: Array(api.utf8))) }
        let compilation = compile(files)
        guard let api = compilation.api else {
            throw Unusable(folder: folder.path, problems: compilation.diagnostics.map(\.description))
        }
        return all(of: api, seeds: seeds)
    }

    struct Unusable: Error {
        var folder: String
        var problems: [String]
    }

    static func all(of api: API, seeds: UInt64) -> [SampleCase] {
        let extreme = Sampler(api, manner: .extreme)
        let lifelike = Sampler(api, manner: .lifelike)
        let mangledNames = mangledNames(of: api)
        var cases: [SampleCase] = []
        for (type, name) in zip(api.types, typeNames(in: api)) {
            guard let mangled = mangledNames[type.id] else { continue }
            for seed in 0...seeds {
                let sampler = seed == seeds ? lifelike : extreme
                guard let sample = sampler.sample(of: .named(type.id), seed: seed) else { continue }
                // The smallest sample has a place for each property that it omits, and all of them are tried.
                let places =
                    seed == 1
                    ? Array(0..<sample.placeCount)
                    : sample.placeCount == 0 ? [] : [Int(seed &* 7919) % sample.placeCount]
                let altered = places.compactMap { sampler.altered(.named(type.id), seed: seed, at: $0)?.json }
                cases.append(
                    SampleCase(
                        type: name, mangled: mangled, seed: seed, json: sample.json, written: sample.written,
                        altered: altered))
            }
        }
        return cases
    }

    /// Returns the mangled names by which `RoundTrip` finds types, for all types except aliases.
    package static func mangledNames(of api: API) -> [TypeID: String] {
        let names = typeNames(in: api)
        let letters = Dictionary(zip(names, api.types.map { $0.shape.letter })) { first, _ in first }
        return zip(api.types, names).reduce(into: [:]) { all, pair in
            if pair.0.shape.letter != nil { all[pair.0.id] = mangle(pair.1, letters) }
        }
    }

    /// Returns a mangled name such as `2VKV5UsersV4UserV`. A namespace is a struct or an enum, so it has a `?`.
    private static func mangle(_ name: String, _ letters: [String: String?]) -> String {
        var outer = ""
        return name.split(separator: ".").reduce(into: "") { mangled, part in
            outer += outer.isEmpty ? String(part) : "." + part
            let word = part.filter { $0 != "`" }
            mangled += "\(word.utf8.count)\(word)" + ((letters[outer] ?? nil) ?? "?")
        }
    }
}

extension TypeDeclaration.Shape {
    /// The compiler's letter for the kind of the type, or `nil` for an alias.
    fileprivate var letter: String? {
        switch self {
        case .record, .enumeration: "V"
        case .union: "O"
        case .alias: nil
        }
    }
}

// MARK: Handing over to another process

extension SampleCase {
    /// The case as one line for `RoundTrip.check(line:)`. JSON has no character 0, and none of these texts has a line
    /// feed.
    public var line: [UInt8] {
        let texts = [Array(mangled.utf8), Array("\(type), seed \(seed)".utf8), json, written] + altered
        return Array(texts.map { $0.map { $0 == 0x0A ? 0x20 : $0 } }.joined(separator: [0]))
    }
}
