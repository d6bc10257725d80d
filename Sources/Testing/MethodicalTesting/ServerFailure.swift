import Foundation
import Methodical

/// An error of the server, for a stub to throw.
public struct ServerFailure: Error, Hashable, Sendable {
    /// The error's code.
    public var code: ServerError.Code
    /// The error's message.
    public var message: String
    /// The HTTP status. Services with an envelope for errors often send 200.
    public var status: Int
    /// More members of the error, such as a captcha's `captcha_sid` and `captcha_img`.
    public var details: [String: JSON]

    /// Creates an error from a number or a word: `ServerFailure("channel_not_found")`.
    public init(
        _ code: ServerError.Code,
        _ message: String = "",
        status: Int = 200,
        details: [String: JSON] = [:]
    ) {
        self.code = code
        self.message = message
        self.status = status
        self.details = details
    }

    /// Creates an error that only its HTTP status tells: `ServerFailure(status: 404, "No such task")`.
    public init(
        status: Int,
        _ message: String = "",
        details: [String: JSON] = [:]
    ) {
        self.init(.number(status), message, status: status, details: details)
    }

    /// Creates an error from a number.
    public init(
        _ code: Int,
        _ message: String = "",
        status: Int = 200,
        details: [String: JSON] = [:]
    ) {
        self.init(.number(code), message, status: status, details: details)
    }

    /// Creates an error from one of the API's error codes.
    public init(
        _ code: some APIEngine.ErrorCode,
        _ message: String = "",
        status: Int = 200,
        details: [String: JSON] = [:]
    ) {
        let number = code.rawValue as? Int
        let code =
            number.map { ServerError.Code.number($0) }
            ?? .text(code.rawValue.description)
        self.init(code, message, status: status, details: details)
    }

    /// Returns the error as JSON for an API with this envelope. If the envelope has no key for the code, the code is
    /// under the error's key, or is left out if there is none either.
    package func json(in envelope: APIEngine.Envelope) -> JSON {
        var error = details
        let code: JSON =
            switch code {
            case .number(let number): .integer(number)
            case .text(let text): .string(text)
            }
        error[envelope.message ?? "message"] = .string(message)
        if let key = envelope.code {
            error[key] = code
        } else if let key = envelope.error {
            error[key] = code
            return .object(error)
        }
        guard let key = envelope.error else {
            return .object(error)
        }
        return .object([key: .object(error)])
    }

    /// Returns the HTTP status. If the envelope has no key for errors, only the status can show one, so it becomes 400.
    package func status(in envelope: APIEngine.Envelope) -> Int {
        if envelope.error == nil, status < 300 {
            return 400
        }
        return status
    }

    func response(of api: APIDescription) -> HTTPResponse {
        let body = Data(json(in: api.envelope).description.utf8)
        return HTTPResponse(
            status: status(in: api.envelope),
            headers: ["Content-Type": "application/json"],
            body: body)
    }
}
