#if canImport(CryptoKit) || Crypto
    import Foundation
    import Methodical

    #if canImport(CryptoKit)
        import CryptoKit
    #else
        import Crypto
    #endif

    /// AWS Signature Version 4, as S3 and its likes ask for it:
    /// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
    ///
    /// All header fields of a request are signed but those that sessions and proxies change; fields that `SessionOptions` adds are not. A body is read once
    /// more, to be hashed.
    ///
    /// The address is signed as it goes on the wire. Services other than S3 escape the path of the request once more,
    /// without dot segments and empty segments. S3 takes each byte of a key as it is, escaped once. To leave no doubt, a
    /// signed address has each byte of its query, and for S3 of its path, escaped if RFC 3986 does not call it unreserved,
    /// and no dot segments except for S3. (URL loaders remove these: a key such as `a/../b` needs a transport of your own.)
    /// The rules are those of "Create a signed AWS API request" in the IAM User Guide. It is silent about empty segments:
    /// there the rules are those of botocore, AWS's library for Python, against which the tests check all of them.
    public struct AWSSignature4: RequestSigner {
        public let accessKeyID: String
        public let region: String
        public let service: String
        private let secret: SigningSecret
        private let sessionToken: String?

        /// The session token is what comes with temporary credentials, the service `s3` or `iam`, say: S3 escapes paths once and wants the body's hash in a
        /// header field.
        public init(
            accessKeyID: String, secret: SigningSecret, sessionToken: String? = nil, region: String, service: String
        ) {
            self.accessKeyID = accessKeyID
            self.secret = secret
            self.sessionToken = sessionToken
            self.region = region
            self.service = service
        }

        /// A server may repeat it in a refusal, as S3 repeats what it would have signed.
        public var secrets: [String] { [sessionToken].compactMap(\.self) }

        public func sign(_ request: inout HTTPRequest, at time: Date) throws(APIError) {
            let moment = Self.moment(time)
            let payload = try hash(request)
            request.url = try SignedAddress(request.url, isS3: isS3).url()
            request.headers["Authorization"] = nil
            request.headers["X-Amz-Date"] = moment
            request.headers["X-Amz-Security-Token"] = sessionToken
            if isS3 { request.headers["X-Amz-Content-SHA256"] = payload }
            let fields = try canonicalFields(request)
            let signature = signature(
                canonical(request, try SignedAddress(request.url, isS3: isS3), fields, payload), moment)
            request.headers["Authorization"] =
                "AWS4-HMAC-SHA256 Credential=\(accessKeyID)/\(scope(moment)), SignedHeaders=\(Self.names(fields)), Signature=\(signature)"
        }

        /// An address that is good without any header field, for a browser or another program: who has it may do what the request does.
        /// It expires at most seven days after `time`, counted in whole seconds.
        public func presignedURL(_ request: HTTPRequest, expires: Duration, at time: Date = Date()) throws(APIError)
            -> URL
        {
            guard expires >= .seconds(1), expires <= .seconds(604_800) else {
                throw APIError(
                    .invalidRequest, "a signed address expires after a second at least, and seven days at most")
            }
            let moment = Self.moment(time)
            let fields = try canonicalFields(request)
            var query = Parameters()
            query.all = [
                ("X-Amz-Algorithm", "AWS4-HMAC-SHA256"), ("X-Amz-Credential", "\(accessKeyID)/\(scope(moment))"),
                ("X-Amz-Date", moment),
                ("X-Amz-Expires", String(expires.components.seconds)), ("X-Amz-SignedHeaders", Self.names(fields)),
            ]
            if let sessionToken { query.all.append(("X-Amz-Security-Token", sessionToken)) }
            // Who fetches the address may not have the body yet.
            let payload = isS3 ? "UNSIGNED-PAYLOAD" : try hash(request)
            var address = try SignedAddress(request.url, isS3: isS3)
            address.query += query.encoded.split(separator: "&").map(String.init)
            address.query.append("X-Amz-Signature=" + signature(canonical(request, address, fields, payload), moment))
            return try address.url()
        }

        // MARK: The steps of the description

        private var isS3: Bool { service == "s3" }

        /// Of the body; a file is read piece by piece.
        private func hash(_ request: HTTPRequest) throws(APIError) -> String {
            guard let file = request.file else { return Hex.sha256(request.body ?? Data()) }
            do {
                // Not by a file handle: what that reads stays in memory on Apple's systems until the whole file is read.
                guard let stream = InputStream(url: file) else { throw CocoaError(.fileReadUnknown) }
                stream.open()
                defer { stream.close() }
                var (hash, buffer) = (SHA256(), [UInt8](repeating: 0, count: 1 << 18))
                while case let count = stream.read(&buffer, maxLength: buffer.count), count != 0 {
                    guard count > 0 else { throw stream.streamError ?? CocoaError(.fileReadUnknown) }
                    hash.update(data: buffer[..<count])
                }
                return Hex.text(hash.finalize())
            } catch {
                throw APIError(
                    .storage, "the file to be sent cannot be read",
                    cause: APIError.Cause(domain: "\(type(of: error))", message: "\(error)"))
            }
        }

        private func scope(_ moment: String) -> String { "\(moment.prefix(8))/\(region)/\(service)/aws4_request" }

        private func canonical(
            _ request: HTTPRequest, _ address: SignedAddress, _ fields: [(name: String, value: String)],
            _ payload: String
        ) -> String {
            [
                request.verb.rawValue, address.canonicalPath, address.canonicalQuery,
                fields.map { "\($0.name):\($0.value)\n" }.joined(),
                Self.names(fields), payload,
            ].joined(separator: "\n")
        }

        private func signature(_ canonical: String, _ moment: String) -> String {
            let message = ["AWS4-HMAC-SHA256", moment, scope(moment), Hex.sha256(Data(canonical.utf8))].joined(
                separator: "\n")
            var key = SigningSecret("AWS4".utf8 + secret.bytes)
            for part in scope(moment).split(separator: "/") { key = SigningSecret(key.authenticate(Data(part.utf8))) }
            return Hex.text(key.authenticate(Data(message.utf8)))
        }

        /// By name, in small letters, without white space around values or twice inside them.
        private func canonicalFields(_ request: HTTPRequest) throws(APIError) -> [(name: String, value: String)] {
            guard var host = request.url.host(percentEncoded: true) else {
                throw APIError(.invalidRequest, "an address without a host cannot be signed")
            }
            if host.contains(":"), !host.hasPrefix("[") { host = "[\(host)]" }
            let usual = request.url.scheme == "http" ? 80 : 443
            let port = request.url.port.flatMap { $0 == usual ? nil : ":\($0)" } ?? ""
            var values = ["host": [host.lowercased() + port]]
            for field in request.headers.fields {
                let name = field.name.lowercased()
                guard !Self.unsigned.contains(name) else { continue }
                values[name, default: []].append(field.value.split { $0 == " " || $0 == "\t" }.joined(separator: " "))
            }
            return values.map { ($0.key, $0.value.joined(separator: ",")) }.sorted { $0.name.precedes($1.name) }
        }

        /// Sessions and proxies write these themselves.
        private static let unsigned: Set<String> = [
            "authorization", "host", "connection", "content-length", "transfer-encoding", "expect", "user-agent",
            "accept-encoding", "te", "trailer",
            "upgrade", "proxy-authorization", "proxy-authenticate", "keep-alive", "x-amzn-trace-id",
        ]

        private static func names(_ fields: [(name: String, value: String)]) -> String {
            fields.map(\.name).joined(separator: ";")
        }

        /// `20130524T000000Z`.
        private static func moment(_ time: Date) -> String {
            time.formatted(Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted, timeZone: .gmt))
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
