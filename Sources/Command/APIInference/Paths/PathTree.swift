import MethodicalGenerator

/// The paths of recorded exchanges as a tree, in which the segments that are data become parameters.
///
/// The tree is built from the root. At each position the children that are data are merged into one, and what follows
/// them is merged too, so that `/users/1/posts` and `/users/2/likes` share `/users/{id}`.
final class PathTree {
    /// A segment that was found to be a parameter, with what speaks for it.
    struct Parameter {
        var name: String
        var isInteger: Bool
        var evidence: PathEvidence
    }

    /// The form of the segment that leads to this node.
    let form: SegmentForm
    private(set) var children: [String: PathTree] = [:]
    /// The child for all values of the parameter at this position.
    private(set) var parameterChild: PathTree?
    /// The parameter that this node stands for.
    private(set) var parameter: Parameter?
    /// The indices of the exchanges whose path goes through this node or ends here.
    private(set) var passing: [Int] = []
    /// The operations of an earlier document whose path goes through this node.
    private(set) var earlier: Set<String> = []

    init(form: SegmentForm = .word) {
        self.form = form
    }

    /// Returns the child for a segment, which is created if there is none.
    private func child(_ segment: String) -> PathTree {
        if let known = children[segment] {
            return known
        }
        let new = PathTree(form: SegmentForm(of: segment))
        children[segment] = new
        return new
    }

    // MARK: Building

    /// Adds the path of an exchange.
    func insert(_ segments: ArraySlice<String>, index: Int) {
        passing.append(index)
        if let first = segments.first {
            child(first).insert(segments.dropFirst(), index: index)
        }
    }

    /// Adds an operation of an earlier document.
    func insertEarlier(_ segments: ArraySlice<TemplateSegment>, operation: String) {
        earlier.insert(operation)
        switch segments.first {
        case nil:
            return
        case .fixed(let text)?:
            child(text).insertEarlier(segments.dropFirst(), operation: operation)
        case .parameter(let name, let isInteger)?:
            let node = parameterChild ?? PathTree()
            node.parameter = Parameter(name: name, isInteger: isInteger, evidence: PathEvidence(isEarlier: true))
            parameterChild = node
            node.insertEarlier(segments.dropFirst(), operation: operation)
        }
    }

    /// Merges another node into this one.
    private func merge(_ other: PathTree) {
        passing += other.passing
        earlier.formUnion(other.earlier)
        for (segment, node) in other.children.sorted(by: { $0.key < $1.key }) {
            if let own = children[segment] {
                own.merge(node)
            } else {
                children[segment] = node
            }
        }
        if let node = other.parameterChild {
            if let own = parameterChild {
                own.merge(node)
            } else {
                parameterChild = node
            }
        }
    }

    // MARK: Parameters

    /// Turns the segments that are data into parameters, here and below.
    func fold(with judge: PathJudge, above: [TemplateSegment] = []) {
        let decisions = judge.parameters(among: self, above: above)
        if !decisions.isEmpty {
            mergeChildren(decisions, with: judge, above: above)
        }
        for (segment, child) in children {
            child.fold(with: judge, above: above + [.fixed(segment)])
        }
        if let node = parameterChild, let parameter = node.parameter {
            let segment = TemplateSegment.parameter(name: parameter.name, isInteger: parameter.isInteger)
            node.fold(with: judge, above: above + [segment])
        }
    }

    /// Merges the children that are data into the child for the parameter.
    private func mergeChildren(
        _ decisions: [String: PathEvidence.Reason],
        with judge: PathJudge,
        above: [TemplateSegment]
    ) {
        let node = parameterChild ?? PathTree()
        var evidence = node.parameter?.evidence ?? PathEvidence()
        for (segment, reason) in decisions.sorted(by: { $0.key < $1.key }) {
            guard let child = children.removeValue(forKey: segment) else { continue }
            evidence.add(segment, reason: reason)
            node.merge(child)
        }
        if var known = node.parameter {
            known.evidence = evidence
            known.isInteger = known.isInteger && judge.isInteger(evidence)
            node.parameter = known
        } else {
            node.parameter = Parameter(
                name: judge.name(for: evidence, above: above),
                isInteger: judge.isInteger(evidence),
                evidence: evidence)
        }
        parameterChild = node
    }

    /// Returns the template of each exchange's path, by the exchange's index, and of each earlier operation's.
    func templates() -> Templates {
        var found = Templates()
        collect(into: &found, above: [])
        return found
    }

    /// The templates of paths.
    struct Templates {
        var exchanges: [Int: [TemplateSegment]] = [:]
        var earlier: [String: [TemplateSegment]] = [:]
        /// The evidence for parameters, by the templates that end with them.
        var evidence: [[TemplateSegment]: PathEvidence] = [:]
    }

    private func collect(into found: inout Templates, above: [TemplateSegment]) {
        // Deeper nodes overwrite the templates of those that only pass here.
        for index in passing {
            found.exchanges[index] = above
        }
        for operation in earlier {
            found.earlier[operation] = above
        }
        for (segment, child) in children {
            child.collect(into: &found, above: above + [.fixed(segment)])
        }
        if let node = parameterChild, let parameter = node.parameter {
            let segment = TemplateSegment.parameter(name: parameter.name, isInteger: parameter.isInteger)
            found.evidence[above + [segment]] = parameter.evidence
            node.collect(into: &found, above: above + [segment])
        }
    }

    /// The fixed words below this node with their distance from it, which tell whether two nodes have alike structures.
    func words(depth: Int = 1) -> Set<WordBelow> {
        var words: Set<WordBelow> = []
        guard depth <= 4 else { return words }
        for (segment, child) in children {
            if child.form == .word {
                words.insert(WordBelow(depth: depth, word: segment))
            }
            words.formUnion(child.words(depth: depth + 1))
        }
        if let parameterChild {
            words.formUnion(parameterChild.words(depth: depth + 1))
        }
        return words
    }

    /// A fixed word below a node.
    struct WordBelow: Hashable {
        var depth: Int
        var word: String
    }
}

/// A segment of the template of a path.
enum TemplateSegment: Hashable {
    case fixed(String)
    case parameter(name: String, isInteger: Bool)

    var parameterName: String? {
        switch self {
        case .fixed: nil
        case .parameter(let name, _): name
        }
    }
}

extension [TemplateSegment] {
    /// The path as in a document: `/users/{id}`.
    var path: String {
        if isEmpty {
            return "/"
        }
        return map { segment in
            switch segment {
            case .fixed(let text): "/" + text
            case .parameter(let name, _): "/{\(name)}"
            }
        }.joined()
    }

    /// The last fixed segment.
    var lastWord: String? {
        for segment in reversed() {
            if case .fixed(let text) = segment {
                return text
            }
        }
        return nil
    }
}

/// The facts that speak for a parameter in a path. It counts values and keeps none.
struct PathEvidence: Hashable {
    /// The reasons for which a segment is data.
    enum Reason: Int, Comparable {
        /// The text has the form of data.
        case form
        /// The own response has it as an identity.
        case echo
        /// Another response has it as an identity.
        case identity
        /// The same words follow it as follow other values.
        case structure

        static func < (a: Reason, b: Reason) -> Bool {
            a.rawValue < b.rawValue
        }
    }

    /// Indicates whether an earlier document has the parameter.
    var isEarlier = false
    private(set) var reasons: [Reason: Int] = [:]
    /// The number of values with only digits.
    private(set) var numbers = 0
    /// The values, until the parameter is named.
    private(set) var values: Set<String> = []

    /// The number of different values.
    var count: Int { values.count }

    mutating func add(_ value: String, reason: Reason) {
        guard values.insert(value).inserted else { return }
        reasons[reason, default: 0] += 1
        if case .number = SegmentForm(of: value) {
            numbers += 1
        }
    }
}
