import APILearning
import Foundation
import MethodicalGenerator

/// Files with recorded exchanges: HAR files, and lists of exchanges in JSON.
package struct TrafficFiles {
    /// A part of the recordings that teaches nothing.
    package struct Skipped: Hashable, Sendable {
        /// The file, with the number of the exchange if the file holds several.
        package var source: String
        /// The reason, for people. It contains no text of the recording.
        package var reason: String
    }

    /// The greatest number of exchanges. More of them hardly tell more, and need memory.
    private static let exchangeLimit = 50_000

    private(set) var exchanges: [Exchange] = []
    package private(set) var skipped: [Skipped] = []

    /// The number of exchanges that were read.
    package var count: Int { exchanges.count }

    /// The skipped parts with their reasons, for people.
    package var reasons: [String] {
        skipped.map { "\($0.source) \($0.reason)" }
    }

    /// Reads files, and the files in folders.
    ///
    /// - Throws: ``ResponseFiles/Missing`` if a path does not exist, or an error if a folder cannot be read.
    package init(_ paths: [String]) throws {
        for file in try ResponseFiles.files(at: paths) {
            do {
                let bytes = [UInt8](try ResponseFiles.contents(of: file.path))
                read(bytes, path: file.path)
            } catch let unfit as ResponseFiles.Unfit {
                skip(file.path, unfit.reason)
            }
        }
    }

    private mutating func read(_ bytes: [UInt8], path: String) {
        var problems: [Diagnostic] = []
        guard let root = parse(SourceFile(path: path, bytes: bytes), problems: &problems) else {
            return skip(path, "is not JSON")
        }
        if let entries = root["log"]?["entries"], entries.isArray {
            for (number, entry) in entries.children.enumerated() {
                take(HARExchange(entry).exchange, source: "\(path)#\(number)")
            }
            return
        }
        if PlainExchange.isPlain(root) {
            return take(PlainExchange(root).exchange, source: path)
        }
        if root.isArray, let first = root.first, PlainExchange.isPlain(first) {
            for (number, element) in root.children.enumerated() {
                take(PlainExchange(element).exchange, source: "\(path)[\(number)]")
            }
            return
        }
        skip(path, "is neither a HAR file nor a list of exchanges with \"method\", \"path\" or \"url\", and \"status\"")
    }

    private mutating func take(_ result: Result<Exchange, ExchangeFault>, source: String) {
        switch result {
        case .success where exchanges.count >= Self.exchangeLimit:
            skip(source, "comes after \(Self.exchangeLimit) exchanges, which are enough")
        case .success(var exchange):
            exchange.source = source
            exchanges.append(exchange)
        case .failure(let fault):
            skip(source, fault.reason)
        }
    }

    private mutating func skip(_ source: String, _ reason: String) {
        skipped.append(Skipped(source: source, reason: reason))
    }
}

/// The reason for which a recorded exchange teaches nothing.
struct ExchangeFault: Error {
    var reason: String
}

extension Exchange {
    /// Creates an exchange from the parts that all recordings have.
    ///
    /// - Parameter address: A URL, or a path with its query.
    init(verb: String, address: String, status: Int) throws(ExchangeFault) {
        guard let components = URLComponents(string: address) else {
            throw ExchangeFault(reason: "has no valid address")
        }
        var origin: String?
        if let scheme = components.scheme {
            guard ["http", "https"].contains(scheme.lowercased()),
                let host = components.encodedHost,
                !host.isEmpty
            else {
                throw ExchangeFault(reason: "has an address other than of HTTP")
            }
            let port = components.port.map { ":\($0)" } ?? ""
            origin = "\(scheme.lowercased())://\(host.lowercased())\(port)"
        }
        let segments = components.percentEncodedPath.split(separator: "/").map { segment in
            segment.removingPercentEncoding ?? String(segment)
        }
        guard !segments.contains(where: { $0 == "." || $0 == ".." }) else {
            throw ExchangeFault(reason: "has \".\" or \"..\" in its path")
        }
        let query = HAR.pairs(in: components.percentEncodedQuery ?? "").map {
            NamedText(name: $0.name, text: $0.value)
        }
        self.init(
            source: "",
            verb: verb.uppercased(),
            origin: origin,
            segments: segments,
            query: query,
            requestFields: [],
            requestBody: .none,
            status: status,
            responseFields: [],
            responseBody: .none)
        guard Self.verbs.contains(self.verb) else {
            throw ExchangeFault(reason: "has a verb that no method of an API has")
        }
    }

    /// The verbs of methods. `HEAD` and `OPTIONS` tell nothing of an API's values.
    private static let verbs: Set = ["GET", "POST", "PUT", "PATCH", "DELETE"]
}
