import MethodicalGenerator

/// The operations of an API, from its exchanges and from an earlier document.
struct Operations {
    private var tallies: [OperationTally.Key: OperationTally] = [:]
    private let earlier: EarlierDocument?

    init(earlier: EarlierDocument?) {
        self.earlier = earlier
    }

    /// The operations with a successful exchange, in the order of their paths.
    var all: [OperationTally] {
        tallies.values.filter { $0.successes > 0 }.sorted {
            ($0.key.template.path, $0.key.verb) < ($1.key.template.path, $1.key.verb)
        }
    }

    /// Finds the templates of the exchanges' paths, and adds each exchange to its operation.
    mutating func add(_ exchanges: [Exchange], judge: PathJudge, report: inout TrafficReport) {
        let tree = PathTree()
        for operation in earlier?.operations ?? [] {
            tree.insertEarlier(operation.template[...], operation: operation.title)
        }
        for (index, exchange) in exchanges.enumerated() {
            tree.insert(exchange.segments[...], index: index)
        }
        tree.fold(with: judge)
        let templates = tree.templates()
        addEarlier(at: templates.earlier)
        // Refusals say something about parameters that successful calls have.
        let successes = exchanges.indices.filter { exchanges[$0].isSuccess }
        let refusals = exchanges.indices.filter { !exchanges[$0].isSuccess }
        for index in successes + refusals {
            guard let template = templates.exchanges[index] else { continue }
            let key = OperationTally.Key(verb: exchanges[index].verb, template: template)
            tallies[key, default: OperationTally(key)].add(exchanges[index])
        }
        report.addParameters(templates.evidence)
        for tally in tallies.values where tally.successes == 0 {
            report.leaveOut(tally.key.title, calls: tally.exchanges)
        }
    }

    /// Adds the operations of the earlier document, at the templates that they have now.
    private mutating func addEarlier(at templates: [String: [TemplateSegment]]) {
        var merges: [(RecordNode, RecordNode)] = []
        for operation in earlier?.operations ?? [] {
            let template = templates[operation.title] ?? operation.template
            let key = OperationTally.Key(verb: operation.verb, template: template)
            tallies[key, default: OperationTally(key)].addEarlier(operation, merges: &merges)
        }
        RecordNode.merge(merges)
    }
}
