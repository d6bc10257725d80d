import Foundation
import Methodical
import MethodicalGenerator

/// The response to a call, as a person sees it.
package struct CallOutcome: Sendable {
    /// The HTTP status.
    package var status: Int
    /// The header fields, in their order.
    package var headers: [(name: String, value: String)]
    /// The body as the server sent it.
    package var body: [UInt8]
    /// The part of the body that is the result.
    package var result: Range<Int>
    /// Indicates whether the result is JSON.
    package var isJSON: Bool

    init(_ http: HTTPResponse, result: Range<Int>? = nil, isJSON: Bool) {
        status = http.status
        headers = http.headers.fields.map { ($0.name, $0.value) }
        body = Array(http.body)
        self.result = result ?? body.indices
        self.isJSON = isJSON
    }
}

extension CallOutcome {
    /// Returns the result with a line for each member if it is JSON, or as the server sent it.
    ///
    /// - Parameter colour: Indicates whether to add escape sequences for a terminal.
    package func shown(colour: Bool) -> [UInt8] {
        guard isJSON, let text = JSONText(body) else {
            return body
        }
        return text.indented(result, colour: colour)
    }
}

extension MethodCall {
    /// Sends the call, and returns its response.
    package func send(on client: Client) async throws(CallFailure) -> CallOutcome {
        do throws(APIError) {
            return try await outcome(on: client)
        } catch {
            throw CallFailure(error)
        }
    }

    private func outcome(on client: Client) async throws(APIError) -> CallOutcome {
        switch resultKind {
        case .nothing: return outcome(of: try await response(NoContent.self, on: client).http)
        case .text: return outcome(of: try await response(String.self, on: client).http)
        case .optionalText: return outcome(of: try await response(String?.self, on: client).http)
        case .bytes: return outcome(of: try await response(Data.self, on: client).http)
        case .json:
            let response = try await response(JSON.self, on: client)
            return outcome(of: response.http, value: response.value)
        }
    }

    private func response<Value: APIValue>(
        _ type: Value.Type,
        on client: Client
    ) async throws(APIError) -> Response<Value> {
        if isUpload {
            return try await uploadRequest(as: type, on: client).response()
        }
        return try await Request<Value>(call(on: client)).response()
    }

    /// The kinds of results, as far as the runtime reads them differently.
    enum ResultKind { case nothing, text, optionalText, bytes, json }

    var resultKind: ResultKind {
        switch variant.content {
        case .nothing: return .nothing
        case .bytes: return .bytes
        case .text: return .text
        case .json: break
        }
        if readsXML {
            return .bytes
        }
        switch emission.resolver.wireType(of: variant.result) {
        case .string: return .text
        case .optional(let inner) where emission.resolver.wireType(of: inner) == .string: return .optionalText
        case .named(let id):
            // The status decides whether such a body is JSON at all.
            if let union = emission.resolver.wireShape(of: id)?.union, union.isKeyed {
                return .bytes
            }
            return .json
        default: return .json
        }
    }

    private var readsXML: Bool {
        emission.api.decoding.format == .xml || variant.accept?.contains("xml") == true
    }

    /// Indicates whether the schema describes the JSON of the result.
    package var returnsJSON: Bool { resultKind == .json }

    /// The keys that lead from the root of a body to the result.
    package var resultPath: [String] {
        [emission.api.wire.envelope.result, method.resultKey].compactMap(\.self)
    }

    /// Returns the outcome of a response whose body may be JSON.
    ///
    /// - Parameter value: The value that was read. It is shown in place of a body without content.
    package func outcome(of http: HTTPResponse, value: JSON? = nil) -> CallOutcome {
        var http = http
        if http.body.isEmpty, let value, value != .null {
            http.body = Data(value.description.utf8)
        }
        let body = Array(http.body)
        guard let text = JSONText(body) else {
            return CallOutcome(http, isJSON: false)
        }
        return CallOutcome(http, result: text.range(under: resultPath), isJSON: true)
    }
}
