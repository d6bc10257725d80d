/// A way in which the proxy breaks an exchange.
enum Fault: Hashable, Sendable {
    case none

    // On the request's way. The server does not get the whole request.

    /// The connection ends after a part of the request.
    case requestBroken(at: Part, by: Ending)
    /// The request is read, and nothing follows.
    case requestStalled
    /// The proxy responds in place of the server.
    case substituted(Substitute)

    // On the response's way. The server has acted.

    /// The connection ends after a part of the response.
    case responseBroken(at: Part, by: Ending)
    /// The response stops after a part of it, and the connection stays open.
    case responseStalled(at: Part)
    /// The response comes twice, in one write or in two.
    case doubled(writes: Int)
    /// Another response comes first, with a status between 100 and 199.
    case interim(status: Int)
    /// The head promises another length than that of the body.
    case otherLength(difference: Int)
    /// The body has no length, and ends early with its connection.
    case cutWithoutLength
    /// The body comes in chunks, and ends without the last ones.
    case cutInChunks

    // Nothing is lost.

    case delayedRequest(milliseconds: Int)
    case delayedResponse(milliseconds: Int)
    /// The response begins byte by byte.
    case dripping

    /// A part of a message after which something happens.
    enum Part: CaseIterable {
        case nothing
        case halfOfHead
        case head
        case halfOfBody
        case everything
    }

    /// The end of a connection.
    enum Ending: CaseIterable {
        /// With a reset, which discards the bytes on their way.
        case reset
        /// With a FIN.
        case close
    }

    /// A response that is not the server's.
    enum Substitute: Hashable {
        /// A page in HTML, such as that of a captive portal or of a gateway. An early one comes before the request's
        /// body was read.
        case page(status: Int, retryAfter: Int?, isEarly: Bool)
        /// Bytes that are not HTTP.
        case garbage(Garbage)
        /// The status 101, for a protocol that nobody asked for.
        case otherProtocol
    }

    enum Garbage: CaseIterable {
        case noise
        case otherProtocol
        case emptyLines
        case statusBelow100
        case statusWithoutNumber
        case fieldWithoutColon
    }

    /// Indicates whether the client gets the whole response of the server, and can tell where it ends.
    var deliversResponse: Bool {
        switch self {
        case .none, .delayedRequest, .delayedResponse, .dripping, .interim, .doubled: true
        default: false
        }
    }

    /// Indicates whether bytes that belong to no request follow the response on its connection.
    var sendsExtraBytes: Bool {
        switch self {
        case .doubled: true
        case .otherLength(let difference): difference < 0
        default: false
        }
    }

    /// The name without the details, for the table.
    var kind: String { String(description.prefix { $0 != "(" }) }
}

extension Fault: CustomStringConvertible {
    /// The name with the details, as in the code: `responseBroken(at: head, by: reset)`.
    var description: String {
        switch self {
        case .none: "none"
        case .requestBroken(let part, let ending): "requestBroken(at: \(part), by: \(ending))"
        case .requestStalled: "requestStalled"
        case .substituted(.page(let status, let retryAfter, let isEarly)):
            "substituted(page, \(status), retry after \(retryAfter.map(String.init) ?? "-"), early: \(isEarly))"
        case .substituted(.garbage(let garbage)): "substituted(garbage: \(garbage))"
        case .substituted(.otherProtocol): "substituted(otherProtocol)"
        case .responseBroken(let part, let ending): "responseBroken(at: \(part), by: \(ending))"
        case .responseStalled(let part): "responseStalled(at: \(part))"
        case .doubled(let writes): "doubled(writes: \(writes))"
        case .interim(let status): "interim(\(status))"
        case .otherLength(let difference): "otherLength(difference: \(difference))"
        case .cutWithoutLength: "cutWithoutLength"
        case .cutInChunks: "cutInChunks"
        case .delayedRequest(let milliseconds): "delayedRequest(\(milliseconds) ms)"
        case .delayedResponse(let milliseconds): "delayedResponse(\(milliseconds) ms)"
        case .dripping: "dripping"
        }
    }
}

/// The plan of the faults. The same seed breaks the same exchanges in the same way, in whatever order they come.
struct FaultPlan {
    let seed: Int
    /// The share of the exchanges that are broken, in percent.
    let share: Int
    let transport: TransportKind

    /// Returns the fault of an exchange.
    ///
    /// - Parameters:
    ///   - target: The target of the request.
    ///   - turn: The number of requests with this target before this one.
    func fault(target: String, turn: Int) -> Fault {
        var generator = SeededGenerator(seed: seed, name: "\(target) \(turn)")
        guard generator.happens(percent: share) else { return .none }
        let fault = draw(&generator)
        if transport.cannotStand(fault) { return .responseBroken(at: .halfOfHead, by: .reset) }
        return Self.isUndetectable(fault, target: target) ? .responseBroken(at: .halfOfBody, by: .close) : fault
    }

    private func draw(_ generator: inout SeededGenerator) -> Fault {
        let ending = Fault.Ending.allCases.randomElement(using: &generator) ?? .reset
        let part = Fault.Part.allCases.randomElement(using: &generator) ?? .head
        switch Int.random(in: 0..<24, using: &generator) {
        case 0..<3: return .requestBroken(at: part, by: ending)
        case 3..<6: return .responseBroken(at: part, by: ending)
        case 6: return .requestStalled
        case 7: return .responseStalled(at: part)
        case 8..<11: return .doubled(writes: Int.random(in: 1...2, using: &generator))
        case 11: return .interim(status: [100, 102, 103].randomElement(using: &generator) ?? 100)
        case 12: return .otherLength(difference: [-7, -1, 1, 1000].randomElement(using: &generator) ?? 1)
        case 13: return .cutWithoutLength
        case 14: return .cutInChunks
        case 15: return .delayedRequest(milliseconds: Int.random(in: 20...1200, using: &generator))
        case 16: return .delayedResponse(milliseconds: Int.random(in: 20...1200, using: &generator))
        case 17: return .dripping
        case 18..<21: return .substituted(page(&generator))
        case 21: return .substituted(.otherProtocol)
        default: return .substituted(.garbage(Fault.Garbage.allCases.randomElement(using: &generator) ?? .noise))
        }
    }

    private func page(_ generator: inout SeededGenerator) -> Fault.Substitute {
        let status = [200, 200, 502, 503].randomElement(using: &generator) ?? 200
        let retryAfter = status == 503 ? [nil, 0, 1].randomElement(using: &generator) ?? nil : nil
        return .page(status: status, retryAfter: retryAfter, isEarly: Bool.random(using: &generator))
    }

    /// Indicates whether no client could detect the fault: the end of a text or a file is lost, and nothing else tells
    /// how long it was. The end of JSON shows.
    private static func isUndetectable(_ fault: Fault, target: String) -> Bool {
        let endIsVisible = !target.hasPrefix("/texts/") && !target.hasPrefix("/files/")
        switch fault {
        case .otherLength(let difference): return difference < 0 && !endIsVisible
        case .cutWithoutLength: return !endIsVisible
        default: return false
        }
    }
}
