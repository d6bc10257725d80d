import APIImport
import MethodicalGenerator

/// The exchanges with one verb and one template of a path.
struct OperationTally {
    /// The verb and the template, which tell operations apart.
    struct Key: Hashable {
        var verb: String
        var template: [TemplateSegment]

        /// The words by which people find the operation: `GET /users/{id}`.
        var title: String { "\(verb) \(template.path)" }
    }

    /// The responses with one status.
    struct Result {
        var exchanges = 0
        var values = ValueTally()
        var hasText = false
        var file: MediaType?
    }

    /// The bodies of requests.
    struct Body {
        var json = ValueTally()
        /// The number of bodies with JSON.
        var jsonCount = 0
        var form: [String: ParameterTally] = [:]
        /// The number of bodies with a form.
        var formCount = 0
        /// Indicates whether forms were sent in parts, as files require.
        var isMultipart = false
        /// The number of different sets of keys, from which required members are told.
        var keySets: Set<Set<String>> = []
        /// The number of bodies of other media types.
        var otherCount = 0
    }

    let key: Key
    private(set) var exchanges = 0
    private(set) var successes = 0
    private(set) var query: [String: ParameterTally] = [:]
    private(set) var body = Body()
    private(set) var results: [Int: Result] = [:]
    /// The numbers of successful exchanges with the same credentials. The empty set stands for none.
    private(set) var credentials: [Set<Credential>: Int] = [:]
    /// Indicates whether a response had the header field `Link` with a next page.
    private(set) var hasLinks = false

    init(_ key: Key) {
        self.key = key
    }

    // MARK: Exchanges

    mutating func add(_ exchange: Exchange) {
        exchanges += 1
        addResult(of: exchange)
        // The arguments of a refused call may be what it was refused for.
        guard exchange.isSuccess else {
            return addRefusal(exchange)
        }
        successes += 1
        credentials[Credential.all(in: exchange), default: 0] += 1
        Self.add(exchange.query, to: &query)
        addBody(exchange.requestBody)
        let next = exchange.responseFields.contains {
            $0.name.lowercased() == "link" && $0.text.contains("rel=\"next\"")
        }
        hasLinks = hasLinks || next
    }

    private static func add(_ pairs: [NamedText], to tallies: inout [String: ParameterTally]) {
        var counts: [String: Int] = [:]
        for pair in pairs {
            guard let name = ParameterName(pair.name), !Credential.isKeyParameter(name.text) else { continue }
            counts[name.text, default: 0] += 1
            tallies[name.text, default: ParameterTally()].add(pair.text)
            if name.isList {
                tallies[name.text]?.isList = true
            }
        }
        for (name, count) in counts {
            tallies[name]?.exchanges += 1
            if count > 1 {
                tallies[name]?.isList = true
            }
        }
    }

    /// Counts a refusal for the parameters that the call did not have, because they may be the reason.
    private mutating func addRefusal(_ exchange: Exchange) {
        guard [400, 422].contains(exchange.status) else { return }
        let sent = Set(exchange.query.compactMap { ParameterName($0.name)?.text })
        for name in query.keys where !sent.contains(name) {
            query[name]?.refusalsWithout += 1
        }
    }

    private mutating func addBody(_ sent: RequestBody) {
        switch sent {
        case .none: break
        case .json(let root):
            body.jsonCount += 1
            body.keySets.insert(Set(root.isObject ? root.children.map(\.key) : []))
            body.json.add(root, place: RecordPlace(name: key.template.lastWord ?? "body", isFromPath: true))
        case .form(let pairs):
            body.formCount += 1
            body.keySets.insert(Set(pairs.map(\.name)))
            Self.add(pairs, to: &body.form)
        case .multipart(let parts):
            body.formCount += 1
            body.isMultipart = true
            body.keySets.insert(Set(parts.map(\.name)))
            Self.add(parts.map { NamedText(name: $0.name, text: $0.text) }, to: &body.form)
            for part in parts where part.isFile {
                if let name = ParameterName(part.name) {
                    body.form[name.text]?.isFile = true
                }
            }
        case .other:
            body.otherCount += 1
        }
    }

    private mutating func addResult(of exchange: Exchange) {
        var result = results[exchange.status] ?? Result()
        result.exchanges += 1
        switch exchange.responseBody {
        case .json(let root):
            let name = exchange.isSuccess ? key.template.lastWord ?? "result" : "failure"
            result.values.add(root, place: RecordPlace(name: name, isFromPath: true))
        case .text: result.hasText = true
        case .file(let type): result.file = type
        case .none, .page, .unusable: break
        }
        results[exchange.status] = result
    }

    // MARK: Earlier documents

    /// Adds what an earlier document says of the operation.
    mutating func addEarlier(_ earlier: EarlierOperation, merges: inout [(RecordNode, RecordNode)]) {
        exchanges += earlier.exchanges
        successes += earlier.exchanges
        hasLinks = hasLinks || earlier.hasLinks
        body.jsonCount += earlier.body.jsonCount
        body.formCount += earlier.body.formCount
        body.isMultipart = body.isMultipart || earlier.body.isMultipart
        body.json.add(earlier.body.json, merges: &merges)
        Self.merge(earlier.body.form, into: &body.form)
        Self.merge(earlier.query, into: &query)
        for (status, result) in earlier.results {
            results[status, default: Result()].exchanges += result.exchanges
            results[status]?.values.add(result.values, merges: &merges)
            results[status]?.hasText = result.hasText
            results[status]?.file = result.file
        }
        credentials.merge(earlier.credentials) { $0 + $1 }
    }

    private static func merge(
        _ earlier: [String: ParameterTally],
        into tallies: inout [String: ParameterTally]
    ) {
        for (name, tally) in earlier {
            tallies[name] = tally
        }
    }

    // MARK: Conclusions

    /// The records in the responses.
    var records: [RecordNode] {
        results.values.flatMap(\.values.records)
    }

    /// The records in the bodies of requests.
    var bodyRecords: [RecordNode] {
        body.json.records
    }

    /// Indicates whether a parameter of the query is required: calls without it were refused, and none succeeded.
    func requires(_ parameter: ParameterTally) -> Bool {
        parameter.refusalsWithout > 0
            && parameter.exchanges == successes
    }

    /// Indicates whether a member of the body is required: all bodies have it, although their other members vary.
    ///
    /// - Parameter count: The number of bodies with the member.
    func requiresMember(sentBy count: Int) -> Bool {
        let bodies = body.jsonCount + body.formCount
        return bodies >= 3
            && body.keySets.count >= 2
            && count == bodies
    }
}

/// The name of a parameter, without the brackets that say that it is a list.
struct ParameterName {
    var text: String
    var isList: Bool

    /// Creates a name, or returns `nil` for a text that is data, or that no parameter is called.
    init?(_ written: String) {
        isList = written.hasSuffix("[]")
        text = isList ? String(written.dropLast(2)) : written
        let isName = text.wholeMatch(of: #/[A-Za-z_$@][A-Za-z0-9_.$:@\[\]-]*/#) != nil
        let plain = text.replacing("[", with: "-").replacing("]", with: "-")
        guard isName, !SegmentForm(ofKey: plain).isData else { return nil }
    }
}
