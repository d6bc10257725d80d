/// A method as its file states it, with the rules of `api.json` that match it.
///
/// It is a class because each copy of a structure with so many properties is a page of code in every step that takes a
/// method.
final class MethodSyntax {
    /// The method in its file.
    let source: MethodNode
    let name: Located<String>
    /// The Swift name that the method asks for.
    let swift: String?
    let documentation: String?
    let deprecation: Deprecation?
    /// The path that the method itself states.
    let path: LocatedName?
    /// The keywords that the method itself states, among those that rules can set.
    let own: CallSyntax
    /// These keywords, completed by those of rules.
    private(set) var call: CallSyntax
    /// The parameters with a constant value that rules add. Those of later rules come first.
    private(set) var constants: [ParameterSyntax] = []
    let parameters: [ParameterSyntax]
    /// The keys of an object in place of the list of parameters. Other keywords may name them.
    let misplacedNames: [String]
    /// The whole body. The value in it is `nil` if the stated one is malformed.
    let body: Located<BodySyntax?>?
    /// The media type of the body that parameters make.
    let content: Located<MediaType>?
    let responses: ResponsesSyntax
    let errors: [ListedErrorSyntax]
    let pages: Located<PagesSyntax>?
    /// The stream. The value in it is `nil` if the stated one is malformed.
    let stream: Located<StreamSyntax?>?
    /// The upload. The value in it is `nil` if the stated one is malformed.
    let upload: Located<UploadSyntax?>?

    /// Reads a method without any rules.
    ///
    /// - Parameter schemes: The names of the schemes that the method may need.
    init(reading source: MethodNode, schemes: [String], catalogue: Catalogue) {
        let node = source.node
        catalogue.check(node, as: .method)
        self.source = source
        name = Located(source.name, at: node[.name] ?? node)
        swift = catalogue.swiftName(of: node)
        documentation = catalogue.documentation(of: node)
        deprecation = catalogue.deprecation(of: node)
        path = node[.path].map(LocatedName.init)
        own = CallSyntax(
            reading: node,
            schemes: schemes,
            keywords: catalogue.keywords,
            problems: catalogue.problems)
        call = own
        let list = node[.parameters]
        if let list, !list.isArray {
            catalogue.problems.error(at: list, expected: "a list of parameters, [{\"name\": ...}]")
            parameters = []
            misplacedNames = list.keys
        } else {
            let members = list?.children ?? []
            parameters = members.compactMap { ParameterSyntax(reading: $0, catalogue: catalogue) }
            misplacedNames = []
        }
        body = node[.body].map { Located(BodySyntax(reading: $0, catalogue: catalogue), at: $0) }
        content = node[.content].flatMap { Located(reading: $0, problems: catalogue.problems) }
        responses = ResponsesSyntax(of: node, catalogue: catalogue)
        errors = ListedErrorSyntax.list(from: node[.throws], catalogue: catalogue)
        pages = node[.pages].map {
            Located(PagesSyntax(reading: $0, catalogue: catalogue), at: $0)
        }
        stream = node[.stream].map {
            Located(StreamSyntax(reading: $0, catalogue: catalogue), at: $0)
        }
        upload = node[.upload].map {
            Located(UploadSyntax(reading: $0, catalogue: catalogue), at: $0)
        }
        reportConflicts(to: catalogue.problems)
    }

    /// Indicates whether the method sends a file. The file is then the body, and parameters of the form or the body are
    /// sent in the query.
    var sendsFile: Bool { upload != nil }

    /// The position of mistakes in the path.
    var pathPosition: Place {
        path?.position ?? name.position
    }

    /// Completes the method with the keywords of rules. Later rules take precedence over earlier ones, and the method's
    /// own keywords over all of them.
    ///
    /// - Parameter constants: The parameters that the rules add, in the order of the rules.
    func apply(_ rules: [RuleSyntax], constants: [[ParameterSyntax]]) {
        call = CallSyntax(combining: rules)
        call.override(with: own)
        self.constants = constants.reversed().flatMap(\.self)
    }
}

extension CallSyntax {
    /// Combines the keywords of rules. Later rules take precedence.
    init(combining rules: [RuleSyntax]) {
        for rule in rules {
            override(with: rule.call)
        }
    }
}

/// A reader of methods, which applies the rules to them.
struct MethodReader {
    let catalogue: Catalogue
    /// The parameters that each rule adds to its methods.
    let constants: [[ParameterSyntax]]

    private var problems: Problems { catalogue.problems }

    init(catalogue: Catalogue) {
        self.catalogue = catalogue
        constants = catalogue.settings.rules.map { rule in
            rule.constants.compactMap { ParameterSyntax(reading: $0, catalogue: catalogue) }
        }
    }

    /// Reads the selected methods. Reports rules that match no method, and wrong names in `invalidates`.
    func methods() -> [MethodSyntax] {
        let rules = catalogue.settings.rules
        let schemes = catalogue.settings.schemes.map(\.name)
        var matches = PatternMatches(rules.map(\.pattern))
        var methods: [MethodSyntax] = []
        for source in catalogue.methods {
            let matching = matches.match(source.name)
            guard source.isSelected else { continue }
            let method = MethodSyntax(reading: source, schemes: schemes, catalogue: catalogue)
            method.apply(matching.map { rules[$0] }, constants: matching.map { constants[$0] })
            methods.append(method)
        }
        for pattern in matches.unused {
            catalogue.methods.reportUnused(
                pattern,
                at: pattern.node.keyPlace,
                problems: problems)
        }
        checkInvalidatedNames(in: rules.map(\.call) + methods.map(\.own))
        return methods
    }

    /// Reports names in `invalidates` that are neither a method nor a namespace.
    private func checkInvalidatedNames(in calls: [CallSyntax]) {
        let names = calls.flatMap { $0.invalidates ?? [] }
        // An empty name stands for the whole API.
        let stated = names.filter { !$0.value.isEmpty }
        if stated.isEmpty {
            return
        }
        let known = catalogue.methods.allNamespaces.union(catalogue.methods.map(\.name))
        for name in stated where !known.contains(name.value) {
            let suggestion = problems.suggestion(for: name.value, among: known.sorted())
            problems.error(at: name, "there is no namespace or method \(name.found)\(suggestion)")
        }
    }
}

// Keywords of a method that exclude one another.
extension MethodSyntax {
    /// Reports keywords that cannot stand beside a poll, a stream, or an upload in steps.
    func reportConflicts(to problems: Problems) {
        let node = source.node
        if let poll = own.poll, !poll.isTurnedOff {
            let others = [Key.pages, .upload].compactMap { node[$0] }
            for member in others where member.string != "none" {
                problems.error(
                    at: member.keyPlace,
                    "a method with \"poll\" cannot have \"\(member.key)\"")
            }
        }
        stream?.value?.reportConflicts(in: node, problems: problems)
        if stream == nil, let events = node[.events] {
            problems.error(
                at: events.keyPlace,
                "\"events\" has no effect without \"stream\": \"events\"")
        }
        guard upload?.value?.steps != nil else { return }
        let keywords: [Key] = [.verb, .path, .parameters, .response, .variants, .statuses, .result]
        for member in keywords.compactMap({ node[$0] }) {
            problems.error(
                at: member.keyPlace,
                "an upload in steps cannot have \"\(member.key)\"; its steps have it")
        }
    }
}
