import APISurface
import Foundation
import MethodicalGenerator

/// An API as recorded exchanges show it: an OpenAPI document, and the evidence for everything in it.
package struct Inference {
    /// The choices of the person who runs the command.
    package struct Options: Sendable {
        /// The name of the API.
        package var name: String
        /// The URL below which the API's paths are, or `nil` for the server of most exchanges.
        package var baseURL: String?

        package init(name: String, baseURL: String? = nil) {
            self.name = name
            self.baseURL = baseURL
        }
    }

    /// The reason for which recordings show no API.
    package struct Failure: Error {
        package var message: String
    }

    /// The text of the document.
    package let document: String
    package let report: TrafficReport

    /// Draws conclusions from exchanges.
    ///
    /// - Parameters:
    ///   - files: The recordings.
    ///   - earlier: The document of an earlier inference, which the exchanges refine.
    package init(
        from files: TrafficFiles,
        refining earlier: EarlierDocument? = nil,
        options: Options
    ) throws(Failure) {
        var report = TrafficReport(skipped: files.skipped, readCount: files.count)
        let secrets = Secrets(in: files.exchanges)
        let server = try Server(
            of: files.exchanges,
            chosen: options.baseURL ?? earlier?.baseURL,
            secrets: secrets)
        let exchanges = server.own(among: files.exchanges, report: &report)
        guard !exchanges.isEmpty || earlier != nil else {
            throw Failure(message: "no exchange with \(server.baseURL) has a response that can be described")
        }
        let identities = Identities(in: exchanges)
        var operations = Operations(earlier: earlier)
        operations.add(
            exchanges,
            judge: PathJudge(exchanges: exchanges, identities: identities, secrets: secrets),
            report: &report)
        let types = RecordTypes(operations.all.flatMap(\.records), secrets: secrets)
        let writer = SchemaWriter(types: types, secrets: secrets, identities: identities)
        report.usedCount = exchanges.count
        let inferred = InferredDocument(
            name: options.name,
            server: server,
            operations: operations.all,
            schemas: writer)
        document = inferred.text(report: &report)
        self.report = report
    }
}

/// The server whose API the exchanges show.
struct Server {
    /// The base URL with a slash at its end.
    let baseURL: String
    private let origin: String
    private let segments: [String]

    /// Chooses the server of most exchanges with JSON, unless a person has chosen one.
    init(of exchanges: [Exchange], chosen: String?, secrets: Secrets) throws(Inference.Failure) {
        var address = chosen
        if address == nil {
            address = Self.usualOrigin(in: exchanges)
        }
        guard let address else {
            throw Inference.Failure(
                message: "the recordings name no server; add --base-url URL, for example https://api.shop.example/")
        }
        let exchange = try? Exchange(verb: "GET", address: address, status: 200)
        guard let exchange, let origin = exchange.origin, exchange.query.isEmpty else {
            throw Inference.Failure(message: "\"\(address)\" is not a base URL such as https://api.shop.example/v1/")
        }
        // An address that a person has chosen is none of the secrets, even if a short one is a part of it.
        if chosen == nil, secrets.reveals(origin) {
            throw Inference.Failure(message: "the server's address contains a secret; add --base-url URL")
        }
        self.origin = origin
        segments = exchange.segments
        baseURL = segments.reduce(origin + "/") { $0 + PathText.encoded($1) + "/" }
    }

    /// Returns the origin of most successful exchanges with JSON, or `nil` if no exchange has an origin.
    private static func usualOrigin(in exchanges: [Exchange]) -> String? {
        var counts: [String: Int] = [:]
        for exchange in exchanges {
            guard let origin = exchange.origin else { continue }
            var weight = 1
            if case .json = exchange.responseBody, exchange.isSuccess {
                weight = 1000
            }
            counts[origin, default: 0] += weight
        }
        return counts.keyOfMost
    }

    /// Returns the exchanges that show something of the API, with the paths below the base URL. The others become part
    /// of the report.
    func own(among exchanges: [Exchange], report: inout TrafficReport) -> [Exchange] {
        var found: [Exchange] = []
        for exchange in exchanges {
            do throws(ExchangeFault) {
                var own = try own(exchange)
                if case .unusable(let reason) = own.responseBody {
                    report.skip(exchange.source, reason: reason + "; only its request is described")
                    own.responseBody = .none
                }
                found.append(own)
            } catch {
                report.skip(exchange.source, reason: error.reason)
            }
        }
        return found
    }

    /// Returns an exchange with the path below the base URL, or throws if it does not show anything of the API.
    private func own(_ exchange: Exchange) throws(ExchangeFault) -> Exchange {
        var exchange = exchange
        if let other = exchange.origin {
            guard other == origin else {
                throw ExchangeFault(reason: "is with another server; --base-url chooses it")
            }
            guard exchange.segments.starts(with: segments) else {
                throw ExchangeFault(reason: "is outside the base URL")
            }
            exchange.segments.removeFirst(segments.count)
        } else if exchange.segments.starts(with: segments) {
            exchange.segments.removeFirst(segments.count)
        }
        if (300..<400).contains(exchange.status) {
            throw ExchangeFault(reason: "has the status \(exchange.status), which only leads elsewhere")
        }
        if case .page = exchange.responseBody {
            throw ExchangeFault(reason: "is a part of a web page")
        }
        return exchange
    }
}

/// Texts in paths.
enum PathText {
    /// Returns a segment with percent-encoding where a path needs it.
    static func encoded(_ segment: String) -> String {
        var allowed = CharacterSet.urlPathAllowed
        allowed.remove(charactersIn: "/{}")
        return segment.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    }
}
