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
