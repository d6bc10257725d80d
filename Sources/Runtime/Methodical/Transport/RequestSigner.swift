import struct Foundation.Date

/// A signer of requests.
///
/// Signing is the last step before the transport: it follows the token, and is repeated for each attempt. The product
/// `MethodicalCrypto` contains signers.
public protocol RequestSigner: Sendable {
    /// The signer's secrets, which are redacted if a server repeats them. None by default.
    var secrets: [String] { get }
    /// Signs a request.
    ///
    /// - Parameters:
    ///   - request: The request, which the signer changes.
    ///   - time: The current date according to the client's ``TimeSource``.
    /// - Throws: ``APIError/Code/invalidRequest`` if the request cannot be signed. Nothing is sent in this case.
    func sign(_ request: inout HTTPRequest, at time: Date) async throws(APIError)
}

extension RequestSigner {
    /// No secrets.
    public var secrets: [String] { [] }
}
