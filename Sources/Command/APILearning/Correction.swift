import APISurface
import MethodicalGenerator

/// An entry of an overlay.
struct Correction {
    var at: String
    var merge: JSONValue
    var because: String

    var json: JSONValue {
        .object([
            "at": .string(at),
            "merge": merge,
            "because": .string(because),
        ])
    }
}

/// The change of one node of the schema, from all findings at this node.
private struct Patch {
    /// Indicates whether the property is no longer required.
    var isLoose = false
    /// Indicates whether the value may be null.
    var isNullable = false
    /// Indicates whether a string may contradict its format.
    var isOfAnyForm = false
    /// The kinds of scalar that replace the node's whole description.
    var kinds: [String] = []
    /// Indicates whether an empty list may take the place of the object.
    var hasEmptyList = false
    /// The new values of an enumeration.
    var values: [JSONValue] = []
    /// The new alternatives of a union.
    private(set) var alternatives: [JSONValue] = []
    /// The keywords of limits that values break.
    var limits: Set<String> = []
    /// The new properties of an object.
    var properties: [JSONValue.Member] = []
    /// The names to remove from a list under `required`.
    var leaving: Set<String> = []
    /// The findings that the change is based on.
    var reasons: [String] = []

    mutating func add(alternative: JSONValue) {
        if !alternatives.contains(alternative) {
            alternatives.append(alternative)
        }
    }
}

/// A converter of findings into corrections.
struct Corrector {
    private let sites: Sites
    private let evidence: Evidence
    private var nodes: [JSONNode] = []
    private var patches: [JSONNode: Patch] = [:]
    private var unknownCounts: [Int: Int] = [:]

    init(sites: Sites, evidence: Evidence) {
        self.sites = sites
        self.evidence = evidence
        for key in evidence.tallies.keys where key.mismatch.isUnknown {
            unknownCounts[key.site, default: 0] += 1
        }
    }

    /// Returns the corrections, sorted by place. A finding without a node of its own, or without enough facts, gets
    /// none.
    mutating func corrections(for findings: [Finding]) -> [Correction] {
        for finding in findings {
            mend(finding)
        }
        return nodes.compactMap { node in
            guard let patch = patches[node],
                let at = sites.nodes.pointer(to: node),
                let change = merge(of: patch, at: node)
            else {
                return nil
            }
            return Correction(
                at: at,
                merge: change,
                because: patch.reasons.joined(separator: "; "))
        }
        .sorted { $0.at < $1.at }
    }

    /// Changes the patch of a node, and adds the finding to its reasons.
    private mutating func patch(
        _ node: JSONNode,
        for finding: Finding,
        _ change: (inout Patch) -> Void
    ) {
        if patches[node] == nil {
            patches[node] = Patch()
            nodes.append(node)
        }
        var patch = patches[node] ?? Patch()
        change(&patch)
        let member = if case .unknown(let key) = finding.key.mismatch { "\(key.shown): " } else { "" }
        // Folders are left out, so that the same responses give the same overlay on every machine.
        let file = finding.file.split(separator: "/").last ?? ""
        let reason = "\(member)\(finding.words) \(finding.share), first in \(file) at \(finding.path)"
        if !patch.reasons.contains(reason) {
            patch.reasons.append(reason)
        }
        patches[node] = patch
    }

    /// Adds a finding to the patch of its node.
    private mutating func mend(_ finding: Finding) {
        let site = sites.all[finding.key.site]
        guard let node = site.node,
            node.isObject,
            let tally = evidence.tallies[finding.key]
        else { return }
        let inner = sites.reached(node, at: site)
        let structural = sites.nodes.structural(node)
        switch finding.key.mismatch {
        case .missing: loosen(node, at: site, for: finding)
        case .null: patch(inner, for: finding) { $0.isNullable = true }
        case .emptyList:
            patch(inner, for: finding) { $0.hasEmptyList = true }
        case .kind where isUnion(site.type):
            patch(structural, for: finding) {
                for type in tally.found.compactMap(\.value) {
                    $0.add(alternative: .object(["type": type]))
                }
            }
        case .kind:
            var kinds = tally.found.compactMap {
                if case .string(let word)? = $0.value {
                    word
                } else {
                    nil
                }
            }
            if !replacesKind(tally, at: site) {
                kinds = sites.scalars(of: site.type) + kinds
            }
            patch(node, for: finding) { $0.kinds += kinds }
        case .value, .newValue:
            var kinds: [String] = []
            if tally.found.count >= Tally.limit {
                // With so many values, the type is no longer an enumeration.
                kinds = sites.scalars(of: site.type)
            }
            patch(node, for: finding) {
                $0.values += tally.found.compactMap(\.value)
                $0.kinds += kinds
            }
        case .format:
            patch(node, for: finding) { $0.isOfAnyForm = true }
        case .discriminator:
            addAlternatives(to: structural, at: site, for: finding, tally: tally)
        case .unknown(let key):
            guard unknownCounts[finding.key.site, default: 0] <= Tally.limit,
                let schema = tally.sketch.schema
            else { return }
            patch(structural, for: finding) {
                $0.properties.append(.init(key: key, value: schema))
            }
        case .limit:
            for case .string(let keyword)? in tally.found.map(\.value) {
                let limited = node[keyword] == nil ? structural : node
                patch(limited, for: finding) { $0.limits.insert(keyword) }
            }
        case .shape: return
        }
    }

    /// Makes a property optional.
    ///
    /// It sets `"required": false` on the property. If that keyword lists the property's own members, the property's
    /// name is removed from the lists of the objects around it.
    private mutating func loosen(
        _ node: JSONNode,
        at site: Site,
        for finding: Finding
    ) {
        if node["required"]?.isArray != true {
            return patch(node, for: finding) { $0.isLoose = true }
        }
        for list in site.lists.sorted(by: { $0.number < $1.number }) {
            patch(list, for: finding) { $0.leaving.insert(site.key) }
        }
    }

    /// The number of values that suffice to say that the schema's kind is wrong.
    private static let valuesForReplacement = 3

    /// Indicates whether the kinds that were found replace the schema's kind. They do if no value is of the schema's
    /// kind.
    ///
    /// Some servers write `false` for a missing value, so Booleans never replace another kind.
    private func replacesKind(_ tally: Tally, at site: Site) -> Bool {
        let hasEnoughValues = tally.count >= Self.valuesForReplacement
        let hasBooleans = tally.found.contains {
            $0.value == .string("boolean")
        }
        return hasEnoughValues && tally.count == site.held && !hasBooleans
    }

    /// Indicates whether a type is a union.
    private func isUnion(_ type: TypeUse) -> Bool {
        if case .named(let id) = sites.resolved(type),
            case .union? = sites.shape(of: id)
        {
            true
        } else {
            false
        }
    }

    /// Adds an alternative to a union for each unknown value of its discriminator.
    private mutating func addAlternatives(
        to node: JSONNode,
        at site: Site,
        for finding: Finding,
        tally: Tally
    ) {
        guard case .named(let id) = sites.resolved(site.type),
            case .union(let union)? = sites.shape(of: id),
            let key = union.discriminator
        else {
            return
        }
        let values = tally.found.compactMap(\.value)
        guard !values.isEmpty else { return }
        patch(node, for: finding) { patch in
            for value in values {
                let property = JSONValue.object(["type": .string("string"), "const": value])
                let properties = JSONValue.object([.init(key: key, value: property)])
                patch.add(
                    alternative: .object([
                        "type": .string("object"),
                        "properties": properties,
                    ]))
            }
        }
    }

    // MARK: Writing

    /// The keywords that describe a property's role in its object, and not its value.
    private static let outer: Set<String> = [
        "description", "deprecated", "deprecated_from_version", "from", "swift", "nullable", "default", "title",
        "example", "examples", "$comment",
        "when",
    ]

    /// Returns the change of a node as an overlay's `merge`, or `nil` if there is none.
    private func merge(of patch: Patch, at node: JSONNode) -> JSONValue? {
        if !patch.leaving.isEmpty {
            let staying = node.children.filter {
                !patch.leaving.contains($0.string ?? "")
            }
            return .array(staying.map { JSONValue($0) })
        }
        var members: [JSONValue.Member] = []
        let own = node.children.filter { child in
            let isFlag = child.key == "required" && !child.isArray
            return !isFlag && !Self.outer.contains(child.key)
        }
        if !patch.kinds.isEmpty {
            members = own.filter { $0.key != "type" }.map {
                .init(key: $0.key, value: .null)
            }
            members += typed(patch.kinds, at: node)
        } else if patch.hasEmptyList {
            members = own.filter { $0.key != "oneOf" }.map {
                .init(key: $0.key, value: .null)
            }
            let copies: [JSONValue.Member] = own.map { .init(key: $0.key, value: JSONValue($0)) }
            let whole = JSONValue.object(copies)
            let nothing = JSONValue.object([
                "type": .string("array"),
                "items": .object([:]),
                "maxItems": .number(0),
            ])
            members.append(.init(key: "oneOf", value: .array([whole, nothing])))
        } else if !patch.values.isEmpty, let values = node["enum"] {
            members.append(
                .init(
                    key: "enum",
                    value: .array(values.children.map { JSONValue($0) } + patch.values)))
        } else if !patch.values.isEmpty, let constant = node["const"] {
            members += [
                .init(key: "const", value: .null),
                .init(key: "enum", value: .array([JSONValue(constant)] + patch.values)),
            ]
        } else if !patch.alternatives.isEmpty, let list = node["oneOf"] ?? node["anyOf"] {
            members.append(
                .init(key: list.key, value: .array(list.children.map { JSONValue($0) } + patch.alternatives)))
        }
        if patch.isOfAnyForm, patch.kinds.isEmpty {
            members += own.filter { $0.key == "format" || $0.key == "contentEncoding" }.map {
                .init(key: $0.key, value: .null)
            }
        }
        members += Self.additions(of: patch)
        guard !members.isEmpty else { return nil }
        return .object(members)
    }

    /// Returns the members of a change that depend on nothing else in the node.
    private static func additions(of patch: Patch) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = patch.limits.sorted().map { .init(key: $0, value: .null) }
        if !patch.properties.isEmpty {
            members.append(.init(key: "properties", value: .object(patch.properties)))
        }
        if patch.isLoose {
            members.append(.init(key: "required", value: .bool(false)))
        }
        if patch.isNullable {
            members.append(.init(key: "nullable", value: .bool(true)))
        }
        return members
    }

    /// Returns the members that give a node other types. If the node refers to an envelope, it gets an envelope of its
    /// own, because others refer to the same one.
    private func typed(_ kinds: [String], at node: JSONNode) -> [JSONValue.Member] {
        let type = JSONValue.Member(key: "type", value: .type(for: kinds))
        let site = sites.all.first { $0.node == node && $0.envelope != nil }
        guard let envelope = site?.envelope else { return [type] }
        return [
            .init(key: "type", value: .string("object")),
            .init(
                key: "properties",
                value: .object([.init(key: envelope, value: .object([type]))])),
        ]
    }
}
