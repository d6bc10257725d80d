import Foundation
import Methodical
import MethodicalGenerator

/// A request that is shown and not sent. It never contains a secret: placeholders take the place of secrets before the
/// request is built.
package struct DryRun: Sendable {
    private let request: HTTPRequest
    private let placeholders: [Placeholder]

    /// A text in place of a secret, and the expression from which a shell takes the secret.
    package struct Placeholder: Hashable, Sendable {
        package let text: String
        /// The expression: `$NAME` or `$(cat PATH)`.
        let expression: String

        /// Creates the placeholder of a secret.
        ///
        /// It consists of characters that no part of a request escapes.
        package init(_ source: SecretSource) {
            expression = source.expression
            let letters = expression.utf8.map { String($0, radix: 16) }.joined()
            text = "methodical-secret-\(letters)-"
        }
    }

    init(_ request: HTTPRequest, placeholders: [Placeholder]) {
        self.request = request
        self.placeholders = placeholders
    }

    // MARK: Request

    /// The request as HTTP/1.1 writes it, with `<secret>` in place of each secret.
    package var text: String {
        var target = request.url.path(percentEncoded: true)
        if target.isEmpty {
            target = "/"
        }
        if let query = request.url.query(percentEncoded: true) {
            target += "?" + query
        }
        var lines = ["\(request.verb.rawValue) \(target) HTTP/1.1", "Host: \(host)"]
        lines += fields.map { "\($0.name): \($0.value)" }
        var text = lines.joined(separator: "\n") + "\n"
        if let body {
            text += "\n" + body + "\n"
        }
        return shown(text)
    }

    private var host: String {
        let host = request.url.host(percentEncoded: true) ?? ""
        return request.url.port.map { "\(host):\($0)" } ?? host
    }

    private var fields: [HTTPHeaders.Field] { request.headers.fields }

    private var body: String? {
        request.body.map { String(decoding: $0, as: UTF8.self) }
    }

    private func shown(_ text: String) -> String {
        var text = text
        for placeholder in placeholders {
            text.replace(placeholder.text, with: Redaction.mark)
            text.replace(placeholder.encoded, with: Redaction.mark)
        }
        return text
    }

    // MARK: curl

    /// The request as a command line of curl, which takes each secret from a variable of the shell.
    package var curl: String {
        var words = ["curl"]
        switch (request.verb, request.body) {
        case (.get, nil), (.post, _?): break
        case (.head, _): words.append("--head")
        default: words.append("--request \(request.verb.rawValue)")
        }
        words.append(quoted(request.url.absoluteString))
        for field in fields {
            words.append("--header " + quoted("\(field.name): \(field.value)"))
        }
        if let body {
            words.append("--data-raw " + quoted(body))
        }
        return words.joined(separator: " \\\n  ")
    }

    /// Returns a text as one word of a shell, with secrets from variables.
    private func quoted(_ text: String) -> String {
        var word = "'" + text.replacing("'", with: #"'\''"#) + "'"
        for placeholder in placeholders {
            word.replace(placeholder.text, with: #"'"\#(placeholder.expression)"'"#)
            word.replace(placeholder.encoded, with: #"'"$(printf %s "\#(placeholder.expression)" | base64)"'"#)
        }
        return word
    }
}

extension DryRun.Placeholder {
    /// The text in base64, as in Basic credentials. The name is the placeholder, and the password is empty.
    fileprivate var encoded: String { Data((text + ":").utf8).base64EncodedString() }
}

extension MethodCall {
    /// Returns the request of the call, which is not sent.
    ///
    /// - Parameters:
    ///   - connection: The server, with placeholders for the secrets.
    ///   - placeholders: The placeholders.
    package func dryRun(
        for connection: Connection,
        placeholders: [DryRun.Placeholder]
    ) async throws(CallFailure) -> DryRun {
        let transport = CapturingTransport()
        let client = client(for: connection, transport: transport)
        do throws(CallFailure) {
            _ = try await send(on: client)
        } catch  where transport.request == nil {
            throw error
        } catch {
            // The transport sends nothing, so every call fails.
        }
        guard let request = transport.request else {
            throw CallFailure(APIError(.invalidRequest, "the call makes no request"))
        }
        return DryRun(request, placeholders: placeholders)
    }
}

/// A transport that keeps the first request and sends nothing.
private final class CapturingTransport: Transport {
    private let captured = Locked<HTTPRequest?>(nil)

    var request: HTTPRequest? { captured.withLock { $0 } }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        captured.withLock { $0 = $0 ?? request }
        throw CancellationError()
    }
}
