import APISurface
import MethodicalGenerator

/// The translation of an operation into one method, or into two if its response can also be a stream.
struct OperationTranslator {
    let context: OpenAPIContext
    let security: SecurityTranslator
    /// The place of parameters without `in`, for verbs with a body.
    let bodyPlace: String

    /// The use of the parameter that decides between a result and a stream.
    enum StreamFlag {
        /// The server's default is what the method needs.
        case omitted
        case sent(Bool)
    }

    /// Translates an operation, or returns `nil` after a note if it has no counterpart.
    func methods(for source: OperationNode, name: String, server: String?) -> Methods? {
        let verb = source.verb.uppercased()
        guard let known = CallStyle.Verb(rawValue: verb) else {
            context.note(.leftOut, at: source.node, "\(verb) is none of the verbs that the client sends")
            return nil
        }
        let hasBody = known.hasBody
        // In the dialect, the parameters of DELETE and OPTIONS are in the query unless they say otherwise.
        let isInBody = hasBody && known != .delete && known != .options
        let place = isInBody ? bodyPlace : "query"
        let pathNames = Set(OperationNode.names(in: OperationNode.plain(source.path)))
        guard hasUsablePath(source, names: pathNames),
            hasSendableBody(source, verb: known)
        else { return nil }
        let body = self.body(of: source, hasBody: hasBody, in: place, taken: pathNames)
        if body?.isImpossible == true {
            return nil
        }
        var parameters = ParameterTranslator(context: context, path: source.path, impliedPlace: place)
        let bodyNames = body?.parameters.compactMap { $0["name"]?.text } ?? []
        parameters.twins = pathNames.intersection(bodyNames)
        parameters.translate(source.node, in: source.item)
        let responses = self.responses(of: source)
        let head = head(
            of: source,
            name: name,
            verb: verb,
            parameters: parameters,
            server: server)
        let tail = tail(failures: responses.failures)
        var methods = Methods(
            result: responses.schema,
            query: parameters.names["query"] ?? [],
            headers: responses.headers)
        let streamsByFlag = body?.parameters.contains { $0["name"] == .string("stream") } ?? false
        if let result = responses.result {
            var flag: StreamFlag?
            if streamsByFlag, responses.stream != nil {
                flag = body?.streamDefault == false ? .omitted : .sent(false)
            }
            let arguments = arguments(parameters: parameters, body: body, flag: flag)
            methods.plain = head + arguments + stated(result, verb: known) + tail
        }
        guard var stream = responses.stream else {
            return methods
        }
        if body?.isFile == true {
            return withoutStream(methods, of: source)
        }
        setEnd(of: &stream, source: source, body: body)
        let flag: StreamFlag? = streamsByFlag ? .sent(true) : nil
        let arguments = arguments(parameters: parameters, body: body, flag: flag)
        methods.stream = head + arguments + stream + tail
        return methods
    }

    // MARK: Steps

    /// Indicates whether the path can be written in the dialect. If not, notes the reason.
    private func hasUsablePath(_ source: OperationNode, names: Set<String>) -> Bool {
        guard names.allSatisfy(Self.isVariable),
            Self.hasBalancedBraces(source.path)
        else {
            context.note(
                .leftOut,
                at: source.node,
                "the names in the braces of a path are letters, digits, \"_\", \"-\" and \".\"")
            return false
        }
        return true
    }

    /// Indicates whether the verb can send the body, or the body is optional. If not, notes the reason.
    private func hasSendableBody(_ source: OperationNode, verb: CallStyle.Verb) -> Bool {
        guard !verb.hasBody,
            let body = source.node["requestBody"]
        else {
            return true
        }
        guard context.documents.resolved(body)?["required"]?.bool != true else {
            context.note(
                .leftOut,
                at: source.node,
                "a request with \(verb.rawValue) has no body, and this one requires it")
            return false
        }
        return true
    }

    /// Translates the responses, and notes the callbacks, which are left out.
    private func responses(of source: OperationNode) -> ResponseTranslator.Responses {
        let produced = source.node["produces"]?.texts ?? context.root.texts("produces")
        let responses = ResponseTranslator(context: context, produced: produced).responses(of: source)
        if let callbacks = source.node["callbacks"] {
            context.leaveUnchecked(
                callbacks, text: "callbacks, the requests that the service sends to an address, are left out")
        }
        return responses
    }

    /// Returns a result as the method states it. Without a response, the result of a write is empty anyway.
    private func stated(_ result: Members, verb: CallStyle.Verb) -> Members {
        let empty: Members = [.init(key: "response", value: .object(["type": .string("null")]))]
        if result == empty, !verb.isSafe {
            return []
        }
        return result
    }

    /// Returns the methods of an operation that cannot return its stream, or `nil` if there are none. Notes the reason.
    private func withoutStream(_ methods: Methods, of source: OperationNode) -> Methods? {
        let reason = "a method that sends a file or a form of parts cannot return a stream"
        guard methods.plain != nil else {
            context.note(.leftOut, at: source.node, reason)
            return nil
        }
        context.note(.changed, at: source.node, reason)
        return methods
    }

    /// Indicates whether a text can be the name of a variable in a path.
    private static func isVariable(_ name: String) -> Bool {
        guard !name.isEmpty else { return false }
        return name.utf8.allSatisfy { $0.isASCIIAlphanumeric || "_-.$".utf8.contains($0) }
    }

    private static func hasBalancedBraces(_ path: String) -> Bool {
        var isOpen = false
        for byte in path.utf8 where byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") {
            let opens = byte == UInt8(ascii: "{")
            if isOpen == opens {
                return false
            }
            isOpen.toggle()
        }
        return !isOpen
    }

    /// Sets the text that ends a stream, if the document says that it is `[DONE]`.
    private func setEnd(of stream: inout Members, source: OperationNode, body: BodyTranslator.Body?) {
        let flag = body?.parameters.first { $0["name"] == .string("stream") }
        let descriptions = [
            flag?["description"]?.text,
            source.node["description"]?.string,
            body?.streamDescription,
        ]
        let saysDone = descriptions.contains { $0?.contains("[DONE]") == true }
        guard saysDone,
            stream["stream"] == .string("events")
        else { return }
        stream["stream"] = .object(Members(["format": .string("events"), "end": .string("[DONE]")]))
        context.note(
            .inferred,
            at: source.node,
            "the stream ends with [DONE], as its description says")
    }

    // MARK: Members

    /// Returns the members before the parameters.
    private func head(
        of source: OperationNode,
        name: String,
        verb: String,
        parameters: ParameterTranslator,
        server: String?
    ) -> Members {
        var members = Members(["verb": .string(verb), "path": .string(parameters.path)])
        if let text = description(of: source.node) {
            members["description"] = .string(text)
        }
        if source.node["deprecated"]?.bool == true {
            members["deprecated"] = .bool(true)
        }
        if let server {
            members["server"] = .string(server)
        }
        if let needs = security.needs(of: source.node["security"]) {
            let usual = security.needs(of: context.root["security"])
            if needs != usual {
                members["needs"] = needs
            }
        }
        if let key = parameters.idempotencyKey, ["POST", "PATCH"].contains(verb) {
            members["idempotent"] = .string(key)
            context.note(
                .inferred,
                at: source.node,
                "repeated calls are recognised by the header field \(key)")
        }
        // The dialect takes names such as `search` for reads. In the document, the verb decides that.
        let function = String(name.split(separator: ".").last ?? "")
        let firstWord = Words(function).list.first ?? ""
        let isSafe = CallStyle.Verb(rawValue: verb)?.isSafe ?? false
        if !isSafe, Self.wordsOfReads.contains(firstWord) {
            members["reads"] = .bool(false)
        }
        return members
    }

    /// The words with which the names of reads begin in the dialect.
    private static let wordsOfReads: Set = ["get", "search", "is", "are", "check", "resolve", "list"]

    /// Returns the members after the response.
    private func tail(failures: Members) -> Members {
        if failures.isEmpty {
            return []
        }
        return [.init(key: "failures", value: .object(failures))]
    }

    /// Returns the documentation of an operation: its summary, followed by its description.
    private func description(of node: JSONNode) -> String? {
        let summary = context.description(of: node["summary"])
        guard let description = context.description(of: node["description"]) else {
            return summary
        }
        guard var summary,
            !description.lowercased().hasPrefix(summary.lowercased().prefix(30))
        else {
            return description
        }
        if let last = summary.last, !".!?:".contains(last) {
            summary += "."
        }
        return summary + "\n\n" + description
    }

    /// Translates the body of the request, or returns `nil` if it has none.
    private func body(
        of source: OperationNode,
        hasBody: Bool,
        in place: String,
        taken: Set<String>
    ) -> BodyTranslator.Body? {
        let translator = BodyTranslator(context: context, impliedPlace: place, taken: taken)
        if context.isSwagger {
            checkMediaTypes(of: source)
            let consumed = source.node["consumes"]?.texts ?? context.root.texts("consumes")
            let parameters = source.node.elements("parameters") + source.item.elements("parameters")
            return translator.swaggerBody(
                from: parameters.compactMap { context.documents.resolved($0) },
                consumed: consumed,
                hasBody: hasBody)
        }
        guard let bodyNode = source.node["requestBody"],
            let node = context.resolved(bodyNode)
        else { return nil }
        if hasBody {
            return translator.body(from: node)
        }
        let isEmpty = node.members("content").allSatisfy { media in
            Shape(of: media["schema"], context: context).properties.isEmpty
        }
        if !isEmpty {
            context.note(
                .changed,
                at: bodyNode,
                "a request with \(source.verb.uppercased()) is sent without its body")
        }
        return nil
    }

    /// Notes the texts in `consumes` and `produces` of Swagger that are not media types.
    private func checkMediaTypes(of source: OperationNode) {
        for key in ["consumes", "produces"] {
            let types = source.node[key] ?? context.root[key]
            for type in types?.children ?? [] {
                if let text = type.string, !MediaKind.isMediaType(text) {
                    context.note(
                        .wrong,
                        at: type,
                        "\(type.described) is no media type; it is left out")
                }
            }
        }
    }
}
