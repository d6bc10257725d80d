import APISurface
import MethodicalGenerator

/// The state of the translation of an OpenAPI document.
final class OpenAPIContext {
    let documents: DocumentSet
    let format: DocumentFormat
    var report: ImportReport
    var definitions: Definitions
    /// The name of the definition that is being translated.
    var component: String?
    /// The names of the records behind unions that a discriminator on the base makes, by the name of the base.
    var bases: [String: String] = [:]
    /// The schemas that others merge by `allOf`, so that their members may be in another schema.
    private(set) var parts: Set<JSONNode> = []
    /// The alternatives of unions that were found so far.
    var alternatives: Set<JSONNode> = []
    /// The names of the types of webhooks.
    var webhookTypes: Set<String> = []
    /// A schema's keywords for XML, which count if a body is sent or read in that form.
    var xml: JSONNode?
    /// Indicates whether a body is sent or read as XML.
    var usesXML = false
    /// The operation that is being translated, for notes.
    var operation: Operation?
    /// The places that have a note already, so that shared parts of the document get one each.
    private var noted: Set<String> = []
    /// The number of times that a word such as a format was left out, with the first place.
    private(set) var tally: [(kind: ImportNote.Kind, text: String, place: Place, count: Int)] = []
    /// The places in `tally`, by kind and text. Hostile documents can make many different texts.
    private var tallied: [String: Int] = [:]

    /// The descriptions for doc comments, by the texts in the document. Some documents repeat a long text at thousands
    /// of places.
    private var descriptions: [String: String?] = [:]

    /// Indicates whether a response among the components makes one type for all operations that use it.
    let sharesResponses: Bool
    /// The import of values that are the id of an object, or the object itself.
    let expandable: ExpandableReferences
    /// The definition of the ids that calls can expand, if there are any.
    private(set) var expandableIDs: ImportedDefinition?

    init(
        documents: DocumentSet,
        format: DocumentFormat,
        options: ImportOptions,
        report: ImportReport
    ) {
        self.documents = documents
        self.format = format
        self.report = report
        sharesResponses = options.rules >= RecordedSource.RulesVersion.typedResponses
        expandable = options.expandable
        let home = Self.homeOfSchemas(in: format)
        let components = home.reduce(Optional(documents.root)) { node, key in node?[key] }
        let keys = components?.objectMembers.map(\.key) ?? []
        definitions = Definitions(keys, known: options.definitions)
    }

    /// Returns the keys that lead to the schemas with names in a document of a format.
    private static func homeOfSchemas(in format: DocumentFormat) -> [String] {
        if case .swagger = format {
            return ["definitions"]
        }
        return ["components", "schemas"]
    }

    /// The keys that lead to the schemas with names.
    var homeOfSchemas: [String] {
        Self.homeOfSchemas(in: format)
    }

    var root: JSONNode { documents.root }

    /// Indicates whether the keywords beside a `$ref` count, as they do since OpenAPI 3.1.
    var countsSiblings: Bool {
        if case .openAPI(let minor) = format {
            minor >= 1
        } else {
            false
        }
    }
    var isSwagger: Bool {
        if case .swagger = format {
            true
        } else {
            false
        }
    }

    /// Returns the part of a description that a doc comment needs, or `nil` if there is none.
    func description(of node: JSONNode?) -> String? {
        guard let text = node?.string else { return nil }
        if let known = descriptions[text] {
            return known
        }
        let description = Descriptions.trimmed(text)
        descriptions[text] = .some(description)
        return description
    }

    /// Adds a note. A second one with the same text at the same place is ignored.
    func note(_ kind: ImportNote.Kind, at node: JSONNode, _ text: String) {
        let place = node.keyPlace
        guard noted.insert("\(shown(place)) \(text)").inserted else {
            return
        }
        report.add(kind, at: place, operation: operation, text)
    }

    /// Notes a reference without a target, in the words of the documents.
    ///
    /// - Parameter consequence: The decision of the import.
    func noteUnresolved(_ reference: JSONNode, consequence: String) {
        let known = documents.messages[reference]
        let text = (known ?? "the reference \(reference.described) has no target") + "; " + consequence
        guard noted.insert("\(shown(reference.place)) \(text)").inserted else {
            return
        }
        report.add(
            .wrong,
            at: reference.place,
            operation: operation,
            text)
    }

    /// Counts a keyword that is left out because generated code checks no such restriction.
    func leaveUnchecked(_ node: JSONNode, text: String) {
        count(.unchecked, at: node, text)
    }

    /// Counts a decision that is the same at many places.
    func count(
        _ kind: ImportNote.Kind,
        at node: JSONNode,
        _ text: String
    ) {
        let key = "\(kind) \(text)"
        if let index = tallied[key] {
            tally[index].count += 1
        } else {
            tallied[key] = tally.count
            tally.append((kind, text, node.keyPlace, 1))
        }
    }

    /// Adds the notes for everything that was counted.
    func addTally() {
        operation = nil
        if usesXML, let xml {
            note(
                .changed,
                at: xml,
                "names in XML are those of the properties, and attributes are not written; \"xml\" is left out")
        }
        for entry in tally {
            var text = entry.text
            if entry.count != 1 {
                text += " (\(entry.count) times)"
            }
            report.add(
                entry.kind,
                at: entry.place,
                operation: nil,
                text)
        }
    }

    /// Returns the node itself or the end of its references. Notes a reference without a target.
    func resolved(_ node: JSONNode) -> JSONNode? {
        if let resolved = documents.resolved(node) {
            return resolved
        }
        noteUnresolved(node["$ref"] ?? node, consequence: "it is left out")
        return nil
    }

    /// Returns the properties of a schema, and then those that only its conditions name.
    func properties(of schema: JSONNode) -> [JSONNode] {
        let own = ownProperties(of: schema)
        let conditional = conditionalSchemas(of: schema).flatMap { ownProperties(of: $0) }
        if conditional.isEmpty {
            return own
        }
        var names = Set(own.map(\.key))
        return own + conditional.filter { names.insert($0.key).inserted }
    }

    /// Returns the schemas that apply to an object under a condition: those of `then`, `else` and `dependentSchemas`.
    private func conditionalSchemas(of schema: JSONNode) -> [JSONNode] {
        var found = [schema["then"], schema["else"]].compactMap(\.self)
        found += schema.members("dependentSchemas")
        found += schema.members("dependencies").filter(\.isObject)
        return found.compactMap { documents.resolved($0) }
    }

    /// Returns the properties of a schema itself. Some documents refer to other properties among them.
    private func ownProperties(of schema: JSONNode) -> [JSONNode] {
        var found: [JSONNode] = []
        for property in schema.members("properties") {
            if property.key == "$ref",
                property.string != nil,
                let properties = schema["properties"]
            {
                let others = resolved(properties)?.objectMembers ?? []
                found += others.filter { $0.key != "$ref" || $0.isObject }
            } else {
                found.append(property)
            }
        }
        return found
    }

    /// Finds the schemas that others merge by `allOf`, in the first document.
    func findParts() {
        var waiting = [root]
        while let node = waiting.popLast() {
            for part in node.elements("allOf") {
                parts.insert(part)
                if part["$ref"] != nil,
                    let target = documents.resolved(part)
                {
                    parts.insert(target)
                }
            }
            waiting += node.children
        }
    }

    /// Returns the schema that stands in a response itself, as Swagger 2.0 has it.
    func swaggerSchema(of response: JSONNode) -> JSONNode? {
        guard isSwagger else { return nil }
        return response["schema"]
    }

    /// Notes a key of `content` that is not a media type.
    func checkMediaType(_ media: JSONNode) {
        if !MediaKind.isMediaType(media.key) {
            let meaning = MediaKind(media.key) == .json ? "application/json" : "bytes"
            note(
                .wrong,
                at: media,
                "\(JSONValue.quoted(media.key)) is no media type; it is read as \(meaning)")
        }
    }

    /// Returns the name of the definition for the target of a reference.
    func name(of target: DocumentSet.Target) -> String {
        definitions.name(of: target, in: documents.location(of: target.document))
    }

    /// Returns the name of the definition of the ids that calls can expand.
    ///
    /// - Parameter node: A schema of such an id, for the place of the definition.
    func expandableID(for node: JSONNode) -> String {
        if let known = expandableIDs {
            return known.name
        }
        let name = definitions.freshName(from: "ExpandableID")
        expandableIDs = .expandableID(named: name, at: node.keyPlace)
        return name
    }

    /// Returns the component with the given name in the first document.
    func component(named name: String) -> DocumentSet.Target? {
        let home = homeOfSchemas
        let parent = home.reduce(Optional(root)) { $0?[$1] }
        return parent?[name].map {
            DocumentSet.Target(
                node: $0,
                document: 0,
                tokens: home + [name])
        }
    }

    private func shown(_ place: Place) -> String {
        "\(place.file):\(place.line):\(place.column)"
    }
}
