#if canImport(CryptoKit) || Crypto
    import Foundation
    import Methodical

    #if canImport(CryptoKit)
        import CryptoKit
    #else
        import Crypto
    #endif

    /// A signer for AWS Signature Version 4, which S3 and compatible services require:
    /// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
    ///
    /// It signs all header fields of a request except those that sessions and proxies change. Fields that
    /// `SessionOptions` adds are not signed. The body is read one more time to compute its hash.
    ///
    /// The address is signed as it is sent. Services other than S3 remove dot segments and empty segments from the
    /// path, and escape it once more. S3 takes each byte of a key as it is, escaped once. To be unambiguous, a signed
    /// address has every byte escaped that RFC 3986 does not call unreserved, in its query and for S3 also in its path.
    /// Only for S3 it may contain dot segments. URL loaders remove them, so a key such as `a/../b` needs a transport of
    /// your own.
    ///
    /// The rules are those of "Create a signed AWS API request" in the IAM User Guide. It says nothing about empty
    /// segments, which are treated as in botocore, AWS's library for Python. The tests compare all rules with botocore.
    public struct AWSSignature4: RequestSigner {
        /// The id of the access key.
        public let accessKeyID: String
        /// The region of the service, such as `eu-central-1`.
        public let region: String
        /// The name of the service, such as `s3` or `iam`.
        public let service: String
        private let secret: SigningSecret
        private let sessionToken: String?

        /// Creates a signer.
        ///
        /// - Parameters:
        ///   - accessKeyID: The id of the access key.
        ///   - secret: The secret access key.
        ///   - sessionToken: The token that comes with temporary credentials.
        ///   - region: The region of the service.
        ///   - service: The name of the service. For `s3`, the path is escaped once, and a header field contains the
        ///     hash of the body.
        public init(
            accessKeyID: String,
            secret: SigningSecret,
            sessionToken: String? = nil,
            region: String,
            service: String
        ) {
            self.accessKeyID = accessKeyID
            self.secret = secret
            self.sessionToken = sessionToken
            self.region = region
            self.service = service
        }

        /// The session token, for redaction. A server may repeat it in a refusal, as S3 repeats the text to sign.
        public var secrets: [String] { [sessionToken].compactMap(\.self) }

        /// Adds the signature to a request, in the header field `Authorization`.
        ///
        /// - Throws: An `APIError` with the code `.storage` if a file to upload cannot be read, or `.invalidRequest` if
        ///   the address has no host.
        public func sign(_ request: inout HTTPRequest, at time: Date) throws(APIError) {
            let moment = Self.moment(for: time)
            let payload = try hash(of: request)
            request.url = try SignedAddress(request.url, isS3: isS3).url()
            request.headers["Authorization"] = nil
            request.headers["X-Amz-Date"] = moment
            request.headers["X-Amz-Security-Token"] = sessionToken
            if isS3 {
                request.headers["X-Amz-Content-SHA256"] = payload
            }
            let fields = try canonicalFields(of: request)
            let code = signature(
                of: canonical(
                    request,
                    at: try SignedAddress(request.url, isS3: isS3),
                    fields: fields,
                    payload: payload),
                at: moment)
            request.headers["Authorization"] =
                "AWS4-HMAC-SHA256 Credential=\(accessKeyID)/\(scope(at: moment)), "
                + "SignedHeaders=\(Self.names(of: fields)), Signature=\(code)"
        }

        /// Returns an address that works without any header field, for a browser or another program. Anyone with the
        /// address may do what the request does.
        ///
        /// - Parameters:
        ///   - request: The request to sign.
        ///   - expires: The time for which the address is valid, from one second to seven days. Fractions of a second
        ///     are dropped.
        ///   - time: The beginning of that time.
        public func presignedURL(_ request: HTTPRequest, expires: Duration, at time: Date = Date()) throws(APIError)
            -> URL
        {
            guard expires >= .seconds(1), expires <= .seconds(604_800) else {
                throw APIError(
                    .invalidRequest, "a signed address must expire after 1 second to 7 days")
            }
            let moment = Self.moment(for: time)
            let fields = try canonicalFields(of: request)
            var query = Parameters()
            query.all = [
                ("X-Amz-Algorithm", "AWS4-HMAC-SHA256"),
                ("X-Amz-Credential", "\(accessKeyID)/\(scope(at: moment))"),
                ("X-Amz-Date", moment),
                ("X-Amz-Expires", String(expires.components.seconds)),
                ("X-Amz-SignedHeaders", Self.names(of: fields)),
            ]
            if let sessionToken {
                query.all.append(("X-Amz-Security-Token", sessionToken))
            }
            // The body may not exist yet when the address is signed.
            let payload: String
            if isS3 {
                payload = "UNSIGNED-PAYLOAD"
            } else {
                payload = try hash(of: request)
            }
            var address = try SignedAddress(request.url, isS3: isS3)
            address.query += query.encoded.split(separator: "&").map(String.init)
            let canonical = canonical(request, at: address, fields: fields, payload: payload)
            address.query.append("X-Amz-Signature=" + signature(of: canonical, at: moment))
            return try address.url()
        }

        // MARK: The steps of a signature

        private var isS3: Bool { service == "s3" }

        /// Returns the hash of the body. A file is read piece by piece.
        private func hash(of request: HTTPRequest) throws(APIError) -> String {
            guard let file = request.file else {
                return Hex.sha256(of: request.body ?? Data())
            }
            do {
                // A `FileHandle` would keep everything it reads in memory until the whole file is read, on Apple's
                // systems.
                guard let stream = InputStream(url: file) else {
                    throw CocoaError(.fileReadUnknown)
                }
                stream.open()
                defer { stream.close() }
                var hash = SHA256()
                var buffer = [UInt8](repeating: 0, count: 1 << 18)
                while case let count = stream.read(&buffer, maxLength: buffer.count), count != 0 {
                    guard count > 0 else {
                        throw stream.streamError ?? CocoaError(.fileReadUnknown)
                    }
                    hash.update(data: buffer[..<count])
                }
                return Hex.text(of: hash.finalize())
            } catch {
                throw APIError(
                    .storage, "the file to be sent cannot be read",
                    cause: APIError.Cause(domain: "\(type(of: error))", message: "\(error)"))
            }
        }

        /// Returns the credential scope for a moment.
        private func scope(at moment: String) -> String { "\(moment.prefix(8))/\(region)/\(service)/aws4_request" }

        /// Returns the canonical request.
        private func canonical(
            _ request: HTTPRequest,
            at address: SignedAddress,
            fields: [(name: String, value: String)],
            payload: String
        ) -> String {
            let parts = [
                request.verb.rawValue,
                address.canonicalPath,
                address.canonicalQuery,
                fields.map { "\($0.name):\($0.value)\n" }.joined(),
                Self.names(of: fields),
                payload,
            ]
            return parts.joined(separator: "\n")
        }

        /// Returns the signature of a canonical request in hexadecimal digits.
        private func signature(of canonical: String, at moment: String) -> String {
            let hash = Hex.sha256(of: Data(canonical.utf8))
            let message = ["AWS4-HMAC-SHA256", moment, scope(at: moment), hash].joined(separator: "\n")
            var key = SigningSecret("AWS4".utf8 + secret.bytes)
            for part in scope(at: moment).split(separator: "/") {
                key = SigningSecret(key.authenticate(Data(part.utf8)))
            }
            return Hex.text(of: key.authenticate(Data(message.utf8)))
        }

        /// Returns the header fields to sign, sorted by their lowercase names. Values have no white space around them
        /// and single spaces inside.
        private func canonicalFields(of request: HTTPRequest) throws(APIError) -> [(name: String, value: String)] {
            guard var host = request.url.host(percentEncoded: true) else {
                throw APIError(.invalidRequest, "an address without a host cannot be signed")
            }
            if host.contains(":"), !host.hasPrefix("[") {
                host = "[\(host)]"
            }
            let usual = request.url.scheme == "http" ? 80 : 443
            host = host.lowercased()
            if let port = request.url.port, port != usual {
                host += ":\(port)"
            }
            var values = ["host": [host]]
            for field in request.headers.fields {
                let name = field.name.lowercased()
                guard !Self.unsigned.contains(name) else { continue }
                let words = field.value.split { $0 == " " || $0 == "\t" }
                values[name, default: []].append(words.joined(separator: " "))
            }
            let fields = values.map { (name: $0.key, value: $0.value.joined(separator: ",")) }
            return fields.sorted { $0.name.precedes($1.name) }
        }

        /// Header fields that are not signed, because sessions and proxies change them.
        private static let unsigned: Set<String> = [
            "authorization", "host", "connection", "content-length", "transfer-encoding", "expect", "user-agent",
            "accept-encoding", "te", "trailer",
            "upgrade", "proxy-authorization", "proxy-authenticate", "keep-alive", "x-amzn-trace-id",
        ]

        private static func names(of fields: [(name: String, value: String)]) -> String {
            fields.map(\.name).joined(separator: ";")
        }

        /// Returns the time in the form `20130524T000000Z`.
        private static func moment(for time: Date) -> String {
            let style = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted, timeZone: .gmt)
            return time.formatted(style)
        }
    }

    extension AWSSignature4: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
        public var description: String { "AWSSignature4(\(region), \(service))" }
        public var debugDescription: String { description }
        public var customMirror: Mirror {
            Mirror(self, children: ["accessKeyID": accessKeyID, "region": region, "service": service])
        }
    }
#endif
