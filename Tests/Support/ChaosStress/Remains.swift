import Methodical

/// The parts of a world that must go after the last reference to its clients.
struct Remains {
    private let proxy: Proxy
    private weak var transport: (any Transport & AnyObject)?

    init(of world: World) {
        proxy = world.proxy
        transport = world.transport as? any Transport & AnyObject
    }

    /// Waits until the clients have closed their connections, and returns what does not end.
    func violations() async -> [Oracle.Violation] {
        for _ in 0..<200 {
            if transport == nil, proxy.openConnections.isEmpty { return [] }
            try? await Task.sleep(for: .milliseconds(100))
        }
        var violations = proxy.openConnections.sorted().map(violation(ofConnection:))
        if transport != nil { violations.append(.init(text: "something still holds the transport")) }
        return violations
    }

    private func violation(ofConnection number: Int) -> Oracle.Violation {
        let exchanges = proxy.log.all.filter { $0.connection == number }.map { exchange in
            "\(exchange.target): \(exchange.fault)\(exchange.reachedServer ? "" : ", not at the server")"
        }
        let text = "the connection \(number) of the ended clients is still open"
        return Oracle.Violation(text: ([text] + exchanges).joined(separator: "\n    "))
    }
}
