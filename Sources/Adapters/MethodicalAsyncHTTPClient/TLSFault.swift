#if AsyncHTTPClient
    import NIOSSL

    /// The reason for which TLS failed.
    enum TLSFault {
        case incompleteEnd
        case untrustedCertificate
        case certificateOfAnotherName
        case clientCertificateMissing
        case noCommonVersion
        case noTLS
        case endDuringHandshake
        /// Any other reason, with the name that BoringSSL gives it.
        case other(String?)

        init(_ failure: any Error) {
            if case NIOSSLError.uncleanShutdown = failure {
                self = .incompleteEnd
                return
            }
            if let failure = failure as? NIOSSLExtraError, failure == .failedToValidateHostname {
                self = .certificateOfAnotherName
                return
            }
            let text = "\(failure)"
            // BoringSSL's errors are texts such as
            // `error:1000007d:SSL routines:OPENSSL_internal:CERTIFICATE_VERIFY_FAILED at ...`.
            let reason = text.firstMatch(of: /OPENSSL_internal:([A-Z0-9_]+)/).map { String($0.output.1) }
            switch reason {
            case "CERTIFICATE_VERIFY_FAILED": self = .untrustedCertificate
            case "WRONG_VERSION_NUMBER", "HTTP_REQUEST", "HTTPS_PROXY_REQUEST": self = .noTLS
            case "UNSUPPORTED_PROTOCOL", "TLSV1_ALERT_PROTOCOL_VERSION", "WRONG_SSL_VERSION": self = .noCommonVersion
            case "TLSV1_CERTIFICATE_REQUIRED", "TLSV13_ALERT_CERTIFICATE_REQUIRED", "PEER_DID_NOT_RETURN_A_CERTIFICATE":
                self = .clientCertificateMissing
            case nil where text.contains("EOF during handshake"): self = .endDuringHandshake
            case let name: self = .other(name)
            }
        }

        /// The sentence that says what happened.
        var text: String {
            switch self {
            case .incompleteEnd: FailureText.incompleteTLS
            case .untrustedCertificate: "the server's certificate is not trusted (CERTIFICATE_VERIFY_FAILED)"
            case .certificateOfAnotherName: "the server's certificate is for another name"
            case .clientCertificateMissing: "the server demands a certificate of the client"
            case .noCommonVersion: "the server has no version of TLS that the client allows"
            case .noTLS: "the server does not speak TLS"
            case .endDuringHandshake: "the server closed the connection during the TLS handshake"
            case .other(let reason?): "TLS failed (\(reason))"
            case .other(nil): "TLS failed"
            }
        }
    }
#endif
