import Foundation
import MethodicalGenerator
import MethodicalTesting

/// Recorded responses to requests for links in other responses. These requests belong to no method's path.
struct RecordedLinks: Sendable {
    private let exchanges: [String: RecordedExchange]
    /// The parameters that every call has: the token and the API's version.
    private let common: Set<String>
    /// The scheme and host of the API's own server.
    private let origin: String
    /// The methods whose responses contain the next page's address.
    private let addressed: Set<String>

    init(_ exchanges: some Sequence<RecordedExchange>, api: API) {
        let common = Set(api.wire.commonParameters)
        let linked = exchanges.compactMap { exchange in
            exchange.arguments[RecordedExchange.linked].map {
                (Self.plain($0, without: common), exchange)
            }
        }
        self.exchanges = Dictionary(linked) { _, last in last }
        self.common = common
        let addressed = api.methods.filter { method in
            if case .link(next: .some)? = method.pages?.kind {
                return true
            }
            return method.poll?.url != nil
        }
        self.addressed = Set(addressed.map(\.name))
        let baseParts = api.wire.plainBaseURL.split(
            separator: "/",
            maxSplits: 3,
            omittingEmptySubsequences: false)
        origin = baseParts.prefix(3).joined(separator: "/")
    }

    /// Returns the recorded response to a request, or `nil` if there is none.
    func exchange(for request: MockRequest) -> RecordedExchange? {
        guard !exchanges.isEmpty else { return nil }
        return exchanges[Self.plain(request.path + "?" + request.query, without: common)]
    }

    /// Returns the address without the parameters that every call has.
    private static func plain(_ address: String, without common: Set<String>) -> String {
        let parts = address.split(
            separator: "?",
            maxSplits: 1,
            omittingEmptySubsequences: false)
        let pairs = parts.dropFirst().flatMap { $0.split(separator: "&") }
        let ownPairs = pairs.filter { pair in
            let name = String(pair.prefix { $0 != "=" })
            return !common.contains(name)
        }
        return parts[0] + "?" + ownPairs.joined(separator: "&")
    }

    /// Returns the recorded response with links that lead to this server in place of the API's own.
    func reply(from exchange: RecordedExchange, at root: String) -> MockReply {
        var exchange = exchange
        exchange.headers["Link"] = exchange.headers["Link"]?.replacing(
            "<\(origin)/",
            with: "<\(root)/")
        for name in RecordedExchange.addresses {
            if let address = exchange.headers[name],
                address.hasPrefix(origin + "/")
            {
                exchange.headers[name] = root + address.dropFirst(origin.count)
            }
        }
        if addressed.contains(exchange.method) {
            // Some servers escape slashes.
            for slash in ["/", #"\/"#] {
                let own = origin.replacing("/", with: slash)
                let here = root.replacing("/", with: slash)
                exchange.text = exchange.text?.replacing(
                    "\"\(own)\(slash)",
                    with: "\"\(here)\(slash)")
            }
        }
        return MockReply(exchange)
    }
}
