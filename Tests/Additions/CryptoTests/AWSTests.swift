#if canImport(CryptoKit) || Crypto
    import Foundation
    import LoopbackServer
    import Methodical
    import MethodicalCrypto
    import Testing

    /// Tests of AWS signatures against AWS's published examples, byte for byte.
    @Suite struct AWSTests {
        private static let s3 = AWSSignature4(
            accessKeyID: "AKIAIOSFODNN7EXAMPLE", secret: SigningSecret("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
            region: "us-east-1", service: "s3"
        )
        /// Midnight on 24 May 2013.
        private static let day = Date(timeIntervalSince1970: 1_369_353_600)

        private static func request(
            _ address: String, _ verb: HTTPRequest.Verb = .get, _ headers: HTTPHeaders = [:], _ body: String? = nil
        ) throws -> HTTPRequest {
            HTTPRequest(
                verb: verb, url: try #require(URL(string: address)), headers: headers, body: body.map { Data($0.utf8) })
        }

        /// Signs the example of https://docs.aws.amazon.com/IAM/latest/UserGuide/create-signed-request.html and of the
        /// older "Examples of the complete signing process".
        @Test func iamListUsers() throws {
            let iam = AWSSignature4(
                accessKeyID: "AKIDEXAMPLE", secret: SigningSecret("wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"),
                region: "us-east-1", service: "iam")
            var request = try Self.request(
                "https://iam.amazonaws.com/?Version=2010-05-08&Action=ListUsers", .get,
                ["Content-Type": "application/x-www-form-urlencoded; charset=utf-8"])
            try iam.sign(&request, at: Date(timeIntervalSince1970: 1_440_938_160))
            #expect(request.headers["X-Amz-Date"] == "20150830T123600Z")
            #expect(
                request.headers["Authorization"]
                    == "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/iam/aws4_request, SignedHeaders=content-type;host;x-amz-date, "
                    + "Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7")
        }

        /// Signs the examples of https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
        @Test(
            "Requests to S3 get the signatures of Amazon's examples",
            arguments: [
                (
                    "test.txt", HTTPRequest.Verb.get, ["Range": "bytes=0-9"], nil,
                    "host;range;x-amz-content-sha256;x-amz-date",
                    "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
                ),
                (
                    "test$file.text", .put,
                    ["Date": "Fri, 24 May 2013 00:00:00 GMT", "X-Amz-Storage-Class": "REDUCED_REDUNDANCY"],
                    "Welcome to Amazon S3.", "date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class",
                    "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"
                ),
                (
                    "?lifecycle", .get, [:], nil, "host;x-amz-content-sha256;x-amz-date",
                    "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"
                ),
                (
                    "?max-keys=2&prefix=J", .get, [:], nil, "host;x-amz-content-sha256;x-amz-date",
                    "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"
                ),
            ] as [(String, HTTPRequest.Verb, HTTPHeaders, String?, String, String)])
        func s3(
            path: String, verb: HTTPRequest.Verb, headers: HTTPHeaders, body: String?, names: String, signature: String
        ) throws {
            var request = try Self.request("https://examplebucket.s3.amazonaws.com/" + path, verb, headers, body)
            try Self.s3.sign(&request, at: Self.day)
            #expect(
                request.headers["Authorization"]
                    == "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=\(names), Signature=\(signature)"
            )
        }

        @Test func aFileIsSignedAsItsBytesAre() throws {
            let bytes = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("signed-\(UUID().uuidString)")
            try bytes.write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            var sent = try Self.request("https://examplebucket.s3.amazonaws.com/big", .put)
            (sent.file, sent.body) = (file, nil)
            var whole = try Self.request("https://examplebucket.s3.amazonaws.com/big", .put)
            whole.body = bytes
            try Self.s3.sign(&sent, at: Self.day)
            try Self.s3.sign(&whole, at: Self.day)
            #expect(sent.headers == whole.headers)
            #expect { try HMACSignature.canonicalParameters(of: sent) } throws: {
                ($0 as? APIError)?.code == .invalidRequest
            }
        }

        /// Signs the example of https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
        @Test("A presigned URL is the one of Amazon's example and is valid for a week at most")
        func presigned() throws {
            let url = try Self.s3.presignedURL(
                try Self.request("https://examplebucket.s3.amazonaws.com/test.txt"), expires: .seconds(86400),
                at: Self.day)
            #expect(
                url.absoluteString == "https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256"
                    + "&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z"
                    + "&X-Amz-Expires=86400&X-Amz-SignedHeaders=host"
                    + "&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404")
            #expect(throws: APIError.self) {
                try Self.s3.presignedURL(
                    try Self.request("https://examplebucket.s3.amazonaws.com/"), expires: .seconds(604_801))
            }
        }

        /// Signs cases of AWS's test suite for version 4: `get-vanilla`, `get-vanilla-query-order-value`,
        /// `get-slash-dot-slash` and `get-header-value-trim`.
        @Test(
            "Requests get the signatures of AWS's test suite for version 4",
            arguments: [
                ("", [:], "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
                (
                    "?Param1=value2&Param1=value1", [:],
                    "5772eed61e12b33fae39ee5e7012498b51d56abc0abb7c60486157bd471c4694"
                ),
                ("./", [:], "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
                (
                    "", ["My-Header1": " value1", "My-Header2": " \"a   b   c\""],
                    "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736"
                ),
            ] as [(String, HTTPHeaders, String)])
        func suite(path: String, headers: HTTPHeaders, signature: String) throws {
            let service = AWSSignature4(
                accessKeyID: "AKIDEXAMPLE", secret: SigningSecret("wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"),
                region: "us-east-1", service: "service"
            )
            var request = try Self.request("https://example.amazonaws.com/" + path, .get, headers)
            try service.sign(&request, at: Date(timeIntervalSince1970: 1_440_938_160))
            #expect(request.headers["Authorization"]?.suffix(64) == signature[...])
        }

        /// The session sends a signed request unchanged: the server computes the same signature from the request that
        /// it receives.
        @Test func theSessionSendsWhatWasSigned() async throws {
            let server = try LoopbackServer(#"["a"]"#)
            let signer = AWSSignature4(
                accessKeyID: "AKIDEXAMPLE", secret: SigningSecret("key"), sessionToken: "session/token",
                region: "eu-west-1", service: "execute-api")
            let time = TimeSource(now: { Self.day }, sleep: { _ in })
            let api = Sample(
                configuration: Client.Configuration(baseURL: server.baseURL + "/v1 x/", signer: signer, time: time))
            #expect(try await api.find("a b/ё", limit: 2).send() == ["a"])
            let received = try #require(server.received.first)
            let authorization = try #require(received["Authorization"])
            let names = try #require(authorization.firstMatch(of: /SignedHeaders=([a-z0-9;-]+)/)?.1).split(
                separator: ";"
            ).map(String.init)
            #expect(names == ["accept", "host", "x-amz-date", "x-amz-security-token"])
            var seen = HTTPRequest(
                verb: .get, url: try #require(URL(string: "http://\(received["Host"] ?? "")\(received.target)")))
            for name in names where name != "host" { seen.headers[name] = received[name] }
            try signer.sign(&seen, at: Self.day)
            #expect(seen.headers["Authorization"] == authorization)
        }

        private struct Sample: APIClient {
            let client: Client
            static let api = APIDescription(name: "Sample", baseURL: "https://sample.example/")

            func find(_ name: String, limit: Int) -> Request<[String]> {
                var call = Call(client, .init("things.find", .get, "things/{id}/of", reads: true))
                call.add("id", name, .path)
                call.add("limit", limit)
                return Request(call)
            }
        }
    }
#endif
