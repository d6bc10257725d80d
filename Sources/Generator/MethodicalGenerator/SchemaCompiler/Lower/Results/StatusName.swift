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
