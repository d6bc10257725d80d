import Methodical
import MethodicalGenerator

extension APIEngine.Method {
    /// Creates the description that generated code has for a variant of a method.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - variant: The variant, or `nil` for a method that only continues the pages of another one.
    ///   - emission: The API with the decisions of generated code.
    init(_ method: MethodicalGenerator.Method, variant: Variant?, in emission: Emission) {
        let style = method.style
        let usual = emission.api.wire.call
        let hasOwnPath = style.path != usual.path
        let hasOwnVerb = hasOwnPath || style.verb != usual.verb
        var pages: APIEngine.Paging?
        if variant != nil, let stated = method.pages, emission.isPaged(method) {
            pages = APIEngine.Paging(stated, of: method, in: emission)
        }
        // `open` is not a kind of token. It says that the method needs none.
        let kinds = Token.Kinds(method.tokens.filter { $0 != .open })
        self.init(
            method.name,
            hasOwnVerb ? HTTPRequest.Verb(style.verb) : nil,
            hasOwnPath ? style.path : nil,
            parameters: style.parameters == usual.parameters ? nil : APIEngine.ParameterPlace(style.parameters),
            arrays: style.arrays == usual.arrays ? nil : APIEngine.ArrayStyle(style.arrays),
            flags: style.flags == usual.flags ? nil : APIEngine.FlagStyle(style.flags),
            content: emission.content(of: method),
            result: method.resultKey,
            accept: variant?.accept,
            statuses: variant.flatMap(emission.statuses),
            headers: variant?.headers.map(\.name) ?? [],
            reads: method.isRead,
            tokens: kinds,
            needsToken: method.needsToken,
            needs: emission.ownNeeds(of: method)?.map { $0.map(APIEngine.SchemeUse.init) },
            server: method.server,
            cache: method.cacheSeconds,
            invalidates: method.invalidates,
            timeout: method.settings["timeout"].flatMap { Int($0.argument) },
            idempotent: method.isIdempotent,
            pages: pages)
    }
}

extension APIEngine.Paging {
    /// Creates the rule that generated code has for the pages of a method.
    fileprivate init(_ pages: Pages, of method: MethodicalGenerator.Method, in emission: Emission) {
        let continuation = emission.step(named: method.continuation)
        let options = emission.styleOptions(
            ofParameter: pages.kind.firstParameter,
            in: continuation ?? method)
        // The runtime sends the size of a page in the same place and style as the method's parameters.
        let hasUsualSize = emission.styleOptions(ofParameter: pages.size, in: method).isEmpty
        self = .by(
            Kind(pages),
            size: pages.size,
            most: hasUsualSize ? pages.most : nil,
            style: APIEngine.ParameterStyle(options),
            continuing: continuation.map { APIEngine.Method($0, variant: nil, in: emission) })
    }
}

extension APIEngine.Paging.Kind {
    fileprivate init(_ pages: Pages) {
        switch pages.kind {
        case .offset(let name, let first):
            self = .offset(name, first: first)
        case .number(let name, let first):
            self = .number(name, first: first, totalsPages: pages.totalsPages)
        case .cursor(let next) where next.parameters.count == 1:
            self = .cursor(next.parameters[0])
        case .cursor(let next):
            self = .cursors(next.parameters)
        case .link(nil):
            self = .link
        case .link:
            self = .address
        }
    }
}

extension APIEngine.SchemeUse {
    init(_ use: MethodicalGenerator.Method.SchemeUse) {
        self.init(use.name, scopes: Set(use.scopes))
    }
}

extension Token.Kinds {
    /// Creates the set of kinds. `open` is not a kind of token.
    init(_ kinds: [MethodicalGenerator.Method.TokenKind]) {
        self = []
        for kind in kinds {
            switch kind {
            case .open: break
            case .user: insert(.user)
            case .group: insert(.group)
            case .service: insert(.service)
            }
        }
    }
}
