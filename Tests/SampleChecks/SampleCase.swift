import APISamples
import Foundation
import MethodicalGenerator

/// A generated type and a sample of it, as three texts.
public struct SampleCase: Sendable {
    /// `VK.Users.User`
    public var type: String
    /// The type as the compiler writes its name, without the module.
    public var mangled: String
    public var seed: UInt64
    /// What a server may send, the same as a client writes it, and other values that differ from it in one place each.
    public var json: [UInt8]
    public var written: [UInt8]
    public var altered: [[UInt8]]

    /// Samples of all types of the API in a folder that are more than another name of a type: `seeds` extreme ones of
    /// each, and a lifelike one.
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
        let extreme = Sampler(api, .extreme)
        let lifelike = Sampler(api, .lifelike)
        let mangledNames = mangledNames(of: api)
        var cases: [SampleCase] = []
        for (type, name) in zip(api.types, typeNames(api)) {
            guard let mangled = mangledNames[type.id] else { continue }
            for seed in 0...seeds {
                let sampler = seed == seeds ? lifelike : extreme
                guard let sample = sampler.sample(of: .named(type.id), seed: seed) else { continue }
                // The least sample is small, and each property that it leaves out is a place: all of them are tried.
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

    /// What `RoundTrip` finds types by: of all but other names of types.
    package static func mangledNames(of api: API) -> [TypeID: String] {
        let names = typeNames(api)
        let letters = Dictionary(zip(names, api.types.map { $0.shape.letter })) { first, _ in first }
        return zip(api.types, names).reduce(into: [:]) { all, pair in
            if pair.0.shape.letter != nil { all[pair.0.id] = mangle(pair.1, letters) }
        }
    }

    /// `2VKV5UsersV4UserV`. What is no type of the model is a namespace, which is a struct or an enum: `?`.
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
    /// How the compiler marks the kind of type that this becomes; nil for an alias.
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
    /// The case as one line, which `RoundTrip.check(line:)` understands: JSON has no character 0, and none of these
    /// texts has a line feed.
    public var line: [UInt8] {
        let texts = [Array(mangled.utf8), Array("\(type), seed \(seed)".utf8), json, written] + altered
        return Array(texts.map { $0.map { $0 == 0x0A ? 0x20 : $0 } }.joined(separator: [0]))
    }
}
