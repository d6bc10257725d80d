/// The lowering of responses whose keys are statuses: one result for all, a flag, or a union that the status selects.
struct StatusLowering {
    let variants: VariantLowering
    private var source: MethodNode { variants.source }
    private var catalogue: Catalogue { variants.catalogue }
    private var problems: Problems { catalogue.problems }

    /// A response with its status.
    private struct Entry {
        let status: StatusName
        let response: ResponseSyntax
        let content: BodyContent

        /// The result that the status alone means, if the response is a flag with a single value.
        var flag: Bool? {
            let schema = response.schema
            guard schema.type?.onlyName == "boolean" else {
                return nil
            }
            return schema.constant?.flag
        }
    }

    /// Returns the only variant of the method.
    func variant(from responses: [ResponseSyntax], types: inout TypeLowering) -> Variant {
        var variant = Variant(result: .any)
        let entries = entries(of: responses)
        var statuses = entries.map {
            Variant.Status(status: $0.status.status, constant: $0.flag)
        }
        variant.headers = headers(of: entries, types: &types)
        variant.accept = accept(for: entries)
        if !statuses.isEmpty, statuses.allSatisfy({ $0.constant != nil }) {
            variant.result = .boolean
            variant.statuses = statuses
            return variant
        }
        let empty = entries.filter { ["204", "205", "304"].contains($0.status.status) }
        for entry in empty where entry.content != .nothing {
            problems.error(
                at: entry.response.key.keyPosition,
                "a response with the status \(entry.status.status) has no body; expected {\"type\": \"null\"}")
        }
        for index in statuses.indices {
            statuses[index].constant = nil
        }
        // Without a list, each success is a result, and nothing else.
        if !entries.allSatisfy(\.status.isSuccess) {
            variant.statuses = statuses
        }
        let contents = Set(entries.map(\.content))
        if contents.count == 1, contents != [.json], let content = contents.first {
            variant.content = content
            if content == .text {
                variant.result = .string
            }
            return variant
        }
        if let result = common(to: entries, types: &types) {
            variant.result = result
            return variant
        }
        let alternatives = entries.map { entry in
            KeyedAlternative(
                key: entry.status.status,
                name: entry.response.swift ?? entry.status.name,
                schema: catalogue.conventions.unwrapped(entry.response.schema),
                content: entry.content)
        }
        variant.result = .named(types.keyedUnion(of: alternatives, in: context, as: .response))
        variant.statuses = statuses
        return variant
    }

    /// The place of the union.
    private var context: SchemaContext {
        var context = source.context(of: "result", in: "/result")
        context.isNamed = true
        return context
    }

    /// Returns the responses. Reports keys that are no statuses.
    private func entries(of responses: [ResponseSyntax]) -> [Entry] {
        var entries: [Entry] = []
        for response in responses {
            let key = response.key
            guard let status = StatusName(key.value) else {
                var hint = ""
                if key.value == "default" {
                    hint = "; describe errors under \"failures\""
                }
                problems.error(
                    at: key.keyPosition,
                    "\"\(key.value)\" stands beside statuses, but is none; "
                        + "expected a status like \"200\" or \"2XX\"\(hint)")
                continue
            }
            guard response.schema.isObject else {
                problems.error(at: key, expected: "a schema, an object")
                continue
            }
            if entries.contains(where: { $0.status.status == status.status }) {
                problems.error(at: key.keyPosition, "the status \(status.status) is already listed")
                continue
            }
            var content = response.media.response
            if content != .json {
                variants.checkScalar(response.schema)
            }
            let isXML = response.media.contains { $0.kind == .xml }
            if isXML, responses.count > 1 {
                problems.error(
                    at: response.content?.position ?? key.position,
                    "responses by status cannot be XML; use one \"response\"")
            }
            if response.isNull {
                content = .nothing
            }
            entries.append(Entry(status: status, response: response, content: content))
        }
        return entries
    }

    /// Returns the type of all responses, or `nil` if they have several. An inline schema equals itself only.
    private func common(to entries: [Entry], types: inout TypeLowering) -> TypeUse? {
        guard entries.allSatisfy({ $0.content == .json }) else {
            return nil
        }
        let inner = entries.map { catalogue.conventions.unwrapped($0.response.schema) }
        // Inline types are declared only if the responses agree.
        var trial = types
        let uses = inner.map { schema in
            catalogue.check(schema, as: .response)
            return trial.use(ofChecked: schema, in: context).element
        }
        guard uses.allSatisfy({ $0 == uses[0] }) else { return nil }
        types = trial
        return uses.first
    }

    /// Returns the header fields of all responses. A field that several list is taken once.
    private func headers(of entries: [Entry], types: inout TypeLowering) -> [Variant.HeaderField] {
        var fields: [Variant.HeaderField] = []
        var names: Set<String> = []
        for entry in entries {
            for field in variants.headers(of: entry.response, types: &types)
            where names.insert(field.name.lowercased()).inserted {
                fields.append(field)
            }
        }
        return fields
    }

    /// Returns the media types to ask for, or `nil` for JSON alone.
    private func accept(for entries: [Entry]) -> String? {
        var names: [String] = []
        for entry in entries where entry.content != .nothing {
            let media = entry.response.media
            let types = media.isEmpty ? ["application/json"] : media.map(\.text)
            for type in types where !names.contains(type) {
                names.append(type)
            }
        }
        if names.isEmpty || names == ["application/json"] {
            return nil
        }
        return names.joined(separator: ", ")
    }
}

/// A status or a group of statuses, as a key of `statuses` and `failures` states it: `404`, `4XX`.
struct StatusName {
    /// The status in the spelling of the runtime.
    let status: String
    /// The name of the status in HTTP, in snake case.
    let name: String

    /// Reads a key. Returns `nil` if it is neither a status nor a group.
    init?(_ key: String) {
        let status = key.uppercased()
        guard status.utf8.count == 3,
            let first = status.utf8.first,
            49...53 ~= first
        else {
            return nil
        }
        let rest = status.dropFirst()
        guard rest == "XX" || rest.utf8.allSatisfy({ 48...57 ~= $0 }) else {
            return nil
        }
        self.status = status
        name = Self.names[status] ?? "status_" + status.lowercased()
    }

    /// Indicates whether the status means a success.
    var isSuccess: Bool { status.hasPrefix("2") }

    /// The reason phrases of RFC 9110, section 15, and of the registry of statuses.
    private static let names: [String: String] = {
        let words = """
            1XX informational 2XX success 3XX redirection 4XX client_error 5XX server_error 100 continue \
            101 switching_protocols 103 early_hints 200 ok 201 created 202 accepted \
            203 non_authoritative_information 204 no_content 205 reset_content 206 partial_content 207 multi_status \
            208 already_reported 226 im_used 300 multiple_choices 301 moved_permanently 302 found 303 see_other \
            304 not_modified 307 temporary_redirect 308 permanent_redirect 400 bad_request 401 unauthorized \
            402 payment_required 403 forbidden 404 not_found 405 method_not_allowed 406 not_acceptable \
            407 proxy_authentication_required 408 request_timeout 409 conflict 410 gone 411 length_required \
            412 precondition_failed 413 content_too_large 414 uri_too_long 415 unsupported_media_type \
            416 range_not_satisfiable 417 expectation_failed 421 misdirected_request 422 unprocessable_content \
            423 locked 424 failed_dependency 425 too_early 426 upgrade_required 428 precondition_required \
            429 too_many_requests 431 request_header_fields_too_large 451 unavailable_for_legal_reasons \
            500 internal_server_error 501 not_implemented 502 bad_gateway 503 service_unavailable 504 gateway_timeout \
            505 http_version_not_supported 507 insufficient_storage 508 loop_detected \
            511 network_authentication_required
            """.split(separator: " ").map(String.init)
        let pairs = stride(from: 0, to: words.count, by: 2).map {
            (words[$0], words[$0 + 1])
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }()
}
