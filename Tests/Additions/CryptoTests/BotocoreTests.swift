#if canImport(CryptoKit) || Crypto
    import Foundation
    import Methodical
    import MethodicalCrypto
    import Testing

    /// Tests of random requests, signed both by this package and by botocore, AWS's library for Python.
    @Suite struct BotocoreTests {
        static let isInstalled = (try? python("from botocore.auth import get_current_datetime", "")) == ""
        private static let time = Date(timeIntervalSince1970: 1_440_938_160)

        @Test(.enabled(if: isInstalled, "python3 does not find botocore: `pip install botocore`"))
        func signaturesAreThoseOfBotocore() throws {
            var random = Xorshift(state: 0x9E37_79B9_7F4A_7C15)
            let cases = try (0..<1500).map { _ in try Self.randomCase(&random) }
            let lines = try cases.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
            let output = try Self.python(Self.script, lines.joined(separator: "\n"))
            #expect(output == "checked \(cases.count)\n", "\(output.prefix(4000))")
        }

        /// Characters that need no escaping are sent unescaped, as in API Gateway's address for messages to a
        /// WebSocket.
        @Test func unescapedCharactersGoOnTheWireAsTheyAre() throws {
            let signer = AWSSignature4(
                accessKeyID: "AKID", secret: SigningSecret("s"), region: "us-east-1", service: "execute-api")
            let url = try #require(URL(string: "https://a.example/prod/@connections/L0SM9cOFvHcCIhw="))
            var request = HTTPRequest(verb: .post, url: url)
            try signer.sign(&request, at: Self.time)
            #expect(request.url == url)
            // The signature was computed with botocore.
            #expect(
                request.headers["Authorization"]?.suffix(64)
                    == "e1e6117e6003622e7566bede22e67656790b6d74d37a5ec44bdf75facf2091d0")
        }

        /// A request signed in its header fields and as a presigned address.
        private struct Case: Codable {
            var verb, original, url, presigned, service, authorization, body: String
            var headers: [[String]]
            var token: String?
        }

        private static func randomCase(_ random: inout Xorshift) throws -> Case {
            let service = ["s3", "execute-api", "iam", "dynamodb"].randomElement(using: &random) ?? ""
            let token = Bool.random(using: &random) ? "session/token+1==" : nil
            let signer = AWSSignature4(
                accessKeyID: "AKIDEXAMPLE", secret: SigningSecret("wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"),
                sessionToken: token,
                region: "eu-west-1",
                service: service)
            let hosts = [
                "https://a.example", "https://B.Example:443", "http://127.0.0.1:8080", "http://a.example:80",
                "https://[::1]:9000",
            ]
            let host = hosts.randomElement(using: &random) ?? ""
            let address = host + path(&random) + query(&random)
            let url = try #require(URL(string: address), "\(address)")
            var request = HTTPRequest(
                verb: [.get, .post, .put, .delete].randomElement(using: &random) ?? .get, url: url)
            let names = ["Content-Type", "X-Amz-Meta-Name", "X-Custom", "Accept", "Range"]
            for name in names where Bool.random(using: &random) {
                request.headers[name] = ["a", " b  c ", "text/x; q=\"1\"", "ё"].randomElement(using: &random)
            }
            if request.verb != .get { request.body = Data(text(&random).utf8) }
            let headers = request.headers.fields.map { [$0.name, $0.value] }
            let presigned = try signer.presignedURL(request, expires: .seconds(300), at: time)
            try signer.sign(&request, at: time)
            return Case(
                verb: request.verb.rawValue, original: url.absoluteString, url: request.url.absoluteString,
                presigned: presigned.absoluteString,
                service: service, authorization: request.headers["Authorization"] ?? "",
                body: String(decoding: request.body ?? Data(), as: UTF8.self),
                headers: headers, token: token)
        }

        private static let characters = [
            "@", ":", ",", "$", "!", "(", ")", "*", ";", "&", "=", "+", "'", "~", "-", "_", ".", "a", "Z", "0",
        ]
        private static let escapes = [
            "%20", "%2F", "%25", "%40", "%D1%91", "%F0%9F%98%80", "%2b", "%3B", "%7E", "%C3%A9", "%2E",
        ]

        private static func text(_ random: inout Xorshift) -> String {
            let pieces = characters + escapes
            return (0..<Int.random(in: 0...6, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
                .joined()
        }

        private static func path(_ random: inout Xorshift) -> String {
            let segments = (0..<Int.random(in: 0...5, using: &random)).map { _ in
                Int.random(in: 0..<6, using: &random) == 0
                    ? ["", ".", "..", "..."].randomElement(using: &random) ?? "" : text(&random)
            }
            return segments.map { "/" + $0 }.joined() + (Bool.random(using: &random) ? "/" : "")
        }

        private static func query(_ random: inout Xorshift) -> String {
            let pairs = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                // The list is short, so that names repeat.
                let name = ["a", "b", "list-type", "%D1%91", "x@y"].randomElement(using: &random) ?? ""
                return Bool.random(using: &random) ? name + "=" + text(&random).replacing("&", with: "/") : name
            }
            return pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
        }

        private struct Xorshift: RandomNumberGenerator {
            var state: UInt64
            mutating func next() -> UInt64 {
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                return state
            }
        }

        /// Signs the address as it is on the wire. The original path gives the same signature except for S3, for which
        /// botocore leaves the escaping of keys to its callers.
        private static let script = #"""
            import sys, json, datetime
            import botocore.auth
            from botocore.auth import *
            from botocore.awsrequest import AWSRequest
            from botocore.credentials import Credentials
            moment = datetime.datetime(2015, 8, 30, 12, 36, 0, tzinfo=datetime.timezone.utc)
            botocore.auth.get_current_datetime = lambda *a, **k: moment
            count, wrong = 0, 0
            for line in sys.stdin:
                case = json.loads(line)
                credentials = Credentials('AKIDEXAMPLE', 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', case.get('token'))
                s3 = case['service'] == 's3'
                def request(url):
                    made = AWSRequest(case['verb'], url, data=case['body'].encode())
                    for name, value in case['headers']: made.headers[name] = value
                    return made
                wire = case['url']
                mark = wire.find('?')
                original = case['original'].split('?')[0] + (wire[mark:] if mark >= 0 else '')
                for url in [wire] + ([] if s3 else [original]):
                    made = request(url)
                    (S3SigV4Auth if s3 else SigV4Auth)(credentials, case['service'], 'eu-west-1').add_auth(made)
                    if made.headers['Authorization'] != case['authorization']:
                        wrong += 1
                        if wrong < 5: print('header form', case, url, made.headers['Authorization'])
                url, signature = case['presigned'].split('&X-Amz-Signature=') if '&X-Amz-Signature=' in case['presigned'] else (case['presigned'], '')
                made = request(url)
                made.context['timestamp'] = '20150830T123600Z'
                auth = (S3SigV4QueryAuth if s3 else SigV4QueryAuth)(credentials, case['service'], 'eu-west-1', expires=300)
                if auth.signature(auth.string_to_sign(made, auth.canonical_request(made)), made) != signature:
                    wrong += 1
                    if wrong < 5: print('query form', case)
                # Botocore takes one value of a repeated name, and moves a body into the query.
                pairs = [pair.split('=') for pair in wire[mark:][1:].split('&')] if mark >= 0 else []
                if len({pair[0] for pair in pairs}) == len(pairs) and all(len(pair) == 2 for pair in pairs) and not case['body']:
                    made = request(wire)
                    auth.add_auth(made)
                    if made.url != case['presigned']:
                        wrong += 1
                        if wrong < 5: print('whole query form', case, made.url)
                count += 1
            print('checked' if wrong == 0 else f'{wrong} wrong of', count)
            """#

        /// Runs a script and returns what it prints.
        private static func python(_ script: String, _ input: String) throws -> String {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["python3", "-c", script]
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("botocore-\(UUID().uuidString)")
            try Data(input.utf8).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            process.standardInput = try FileHandle(forReadingFrom: file)
            let output = Pipe()
            (process.standardOutput, process.standardError) = (output, output)
            try process.run()
            let data = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return String(decoding: data, as: UTF8.self)
        }
    }
#endif
