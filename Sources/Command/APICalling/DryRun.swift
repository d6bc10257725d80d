import Foundation
import Methodical
import MethodicalGenerator

/// A request that is shown and not sent. It never contains a secret: placeholders take the place of secrets before the
/// request is built.
package struct DryRun: Sendable {
    private let request: HTTPRequest
    private let content: Content
    private let placeholders: [Placeholder]

    /// The body of a request, with files by their paths.
    enum Content: Sendable {
        case none
        case text(String)
        case form([Part])
        case file(String)
    }

    /// A part of a form.
    struct Part: Sendable {
        var name: String
        var value: Value
        var type: String?

        enum Value: Sendable {
            case text(String)
            case file(String)
        }
    }

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

    init(_ request: HTTPRequest, content: Content, placeholders: [Placeholder]) {
        self.request = request
        self.content = content
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

    private var fields: [HTTPHeaders.Field] {
        guard case .form = content else {
            return request.headers.fields
        }
        // The boundary of a form differs each time.
        return request.headers.fields.filter { $0.name.lowercased() != "content-type" }
    }

    private var body: String? {
        switch content {
        case .none: return nil
        case .text(let text): return text
        case .file(let path): return "<the content of \(path)>"
        case .form(let parts):
            let lines = parts.map { part in
                switch part.value {
                case .text(let text): "\(part.name)=\(text)"
                case .file(let path): "\(part.name)=@\(path)"
                }
            }
            return lines.joined(separator: "\n")
        }
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
        switch (request.verb, content) {
        case (.get, .none), (.post, .text), (.post, .form), (.post, .file): break
        case (.head, _): words.append("--head")
        default: words.append("--request \(request.verb.rawValue)")
        }
        words.append(quoted(request.url.absoluteString))
        for field in fields {
            words.append("--header " + quoted("\(field.name): \(field.value)"))
        }
        switch content {
        case .none: break
        case .text(let text): words.append("--data-raw " + quoted(text))
        case .file(let path): words.append("--data-binary " + quoted("@" + path))
        case .form(let parts): words += parts.map { "--form " + quoted($0.curl) }
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

extension DryRun.Part {
    /// The part as an argument of curl.
    fileprivate var curl: String {
        func quoted(_ text: String) -> String {
            "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        }
        let end = type.map { ";type=" + $0 } ?? ""
        switch value {
        case .text(let text): return "\(name)=\(quoted(text))\(end)"
        case .file(let path): return "\(name)=@\(quoted(path))\(end)"
        }
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
            if isStream {
                _ = try await firstElement(on: client)
            } else {
                _ = try await send(on: client)
            }
        } catch  where transport.request == nil {
            throw error
        } catch {
            // The transport sends nothing, so every call fails.
        }
        guard let request = transport.request else {
            throw CallFailure(APIError(.invalidRequest, "the call makes no request"))
        }
        return DryRun(request, content: try content(of: request, on: client), placeholders: placeholders)
    }
}

extension MethodCall {
    private func content(of request: HTTPRequest, on client: Client) throws(CallFailure) -> DryRun.Content {
        // The first step of an upload in three steps sends no file.
        let sendsFile = isUpload && method.upload?.server == nil
        guard sendsFile else {
            return request.body.map { .text(String(decoding: $0, as: UTF8.self)) } ?? .none
        }
        if method.isMultipart {
            return .form(try formParts(on: client))
        }
        if let upload = method.upload, let file, upload.verb == nil {
            return .form([DryRun.Part(name: upload.field, value: .file(file.shownPath), type: nil)])
        }
        let files = arguments.values.compactMap { argument in
            if case .files(let files) = argument { files.first } else { nil }
        }
        return (file ?? files.first).map { .file($0.shownPath) } ?? .none
    }

    private func formParts(on client: Client) throws(CallFailure) -> [DryRun.Part] {
        var waiting: [String: [SentFile]] = [:]
        for parameter in function.parameters {
            if case .files(let files)? = arguments[parameter.index] {
                waiting[emission.partName(of: parameter.parameter, in: method)] = files
            }
        }
        let types = Dictionary(
            method.parameters.map { (emission.partName(of: $0, in: method), emission.partType(of: $0, in: method)) }
        ) { first, _ in first }
        do throws(APIError) {
            return try call(on: client).parts().map { part in
                var value = DryRun.Part.Value.text(part.text)
                if waiting[part.name]?.isEmpty == false, let file = waiting[part.name]?.removeFirst() {
                    value = .file(file.shownPath)
                }
                return DryRun.Part(name: part.name, value: value, type: types[part.name] ?? nil)
            }
        } catch {
            throw CallFailure(error)
        }
    }
}

extension SentFile {
    /// The path as curl takes it.
    fileprivate var shownPath: String {
        switch self {
        case .path(let path): path
        case .bytes: "-"
        }
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
