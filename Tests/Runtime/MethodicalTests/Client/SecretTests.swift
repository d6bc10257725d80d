import Foundation
import LoopbackServer
import Testing

@testable import Methodical

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Tests of printed values: none of them shows a token or a secret argument.
@Suite struct SecretTests {
    /// A token whose characters have other spellings in addresses, forms or JSON.
    static let token = "t0/ke\"n+ё😀 \\x"
    static let password = "p&a=s?s#w<o>r'd"

    @Test func tokenAndAccount() throws {
        let account = Account(id: 7, token: Token(Self.token, kinds: .user))
        try hides(Token(Self.token))
        try hides(account)
        try hides([account])
        try hides(["token": account.token])
        let vk = VK(account: account)
        try hides(vk)
        try hides(vk.client)
        #expect("\(Token("abc"))" == "Token(<secret>)")
        #expect("\(account.id)" == "7")
    }

    @Test("A printed request shows neither its secret arguments nor the token")
    func request() throws {
        let vk = VK(account: Account(id: 7, token: Token(Self.token)))
        let request = vk.users.signIn(name: "Ada", password: Self.password).timeout(.seconds(10))
        try hides(request)
        try hides([request])
        try hides(request.call)
        try hides(request.call.parameters)
        #expect(request.description == #"users.signIn(name: "Ada", password: <secret>, timeout 10.0 seconds)"#)
    }

    @Test func requestsAndAnswersOfTransports() throws {
        let vk = VK(account: Account(id: 7, token: Token(Self.token)))
        var builder = try RequestBuilder(vk.users.signIn(name: "Ada", password: Self.password).call)
        try builder.authorize(with: vk.client.account.token)
        let request = try builder.httpRequest()
        try hides(request)
        try hides(HTTPResponse(status: 200, body: Data(Self.token.utf8)))
        #expect(request.description.hasPrefix("POST api.vk.com, "))
    }

    /// The error of a server that echoes the request shows no secret. VK echoes all parameters, the token among them;
    /// other servers echo the address or the body.
    @Test(arguments: Spelling.allCases) func serverThatEchoes(spelling: Spelling) async throws {
        let (token, password) = (spelling.of(Self.token), spelling.of(Self.password))
        let params = #"[{"key":"access_token","value":"\#(token)"},{"key":"password","value":"\#(password)"}]"#
        let bodies = [
            #"{"error":{"error_code":15,"error_msg":"bad \#(token) and \#(password)","request_params":\#(params)}}"#,
            #"{"error":"\#(token)","error_msg":"\#(password)"}"#,
            #"{"error":{"\#(password)":{"\#(token)":1}}}"#,
            #"{"response":{"id":"\#(token)","first_name":"\#(password)"}}"#,
            #"{"response":{"\#(token)":[],"id":{"\#(password)":2}}}"#,
            #"{"\#(token)":"\#(password)"}"#,
            #"<html>\#(token) \#(password)</html>"#,
            String(repeating: " ", count: 25) + #"{"response":[\#(token)]}"#,
            "bad \(token) and \(password)",
        ]
        for (body, status) in bodies.map({ ($0, 200) }) + bodies.map({ ($0, 400) }) {
            let echo = Spelling.percent.of(Self.token)
            let server = try LoopbackServer { _ in
                .http(status, ["Content-Type: text/plain", "X-Echo: to \(echo)"], body)
            }
            let vk = VK(server, token: Token(Self.token))
            let error = try await failure(vk.users.signIn(name: "Ada", password: Self.password))
            try hides(error)
            let field = try #require(error.headers["X-Echo"])
            #expect(field.hasPrefix("to ") && !field.contains(echo))
        }
    }

    enum Spelling: CaseIterable {
        case json, jsonWithSlashes, ascii, percent, lowercasePercent, form, twice, html, decimalHTML, basic, capital

        func of(_ text: String) -> String {
            var writer = JSONWriter()
            writer.string(text)
            let json = String((writer.text ?? "").dropFirst().dropLast())
            let percent = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            return switch self {
            case .json: json
            case .jsonWithSlashes: json.replacingOccurrences(of: "/", with: "\\/")
            case .ascii: text.utf16.map { String(format: "\\u%04x", Int($0)) }.joined()
            case .percent: percent
            case .lowercasePercent: percent.lowercased()
            case .form: percent.replacingOccurrences(of: "%20", with: "+")
            case .twice: percent.replacingOccurrences(of: "%", with: "%25")
            case .html: RedactionTests.html(json)
            case .decimalHTML: text.unicodeScalars.map { "&#\($0.value);" }.joined()
            case .basic: Data("user:\(text)".utf8).base64EncodedString()
            case .capital: percent.uppercased()
            }
        }
    }

    /// An excerpt that cuts a token shows neither of its halves.
    @Test func excerptThatCutsASecret() async throws {
        let token = "0123456789abcdefghijklmnopqrstuvwxyz"
        for shift in 0..<130 {
            let text = Array(
                ("[" + String(repeating: "1,", count: shift) + "\"" + token + "\"," + String(repeating: "1,", count: 60))
                    .utf8)
            for offset in [0, 30, 100, text.count] {
                let document = JSONDocument(text)
                let shown = Redaction([token]).clean(text, in: document.excerptRange(around: offset))
                #expect(
                    !(1...token.count / 4).contains { shown.contains(token.dropFirst($0 * 4 - 4).prefix(4)) },
                    "\(shift) \(offset) \(shown)")
            }
        }
    }

    /// The errors of a transport show no secret. URLSession's errors contain the address, which for a GET contains the
    /// token.
    @Test func errorsOfTransports() async throws {
        struct Failing: Transport {
            let make: @Sendable (HTTPRequest) -> any Error
            func send(_ request: HTTPRequest) async throws -> HTTPResponse { throw make(request) }
        }
        struct Chatty: Error { let text: String }
        let makes: [@Sendable (HTTPRequest) -> any Error] = [
            {
                URLError(
                    .cannotFindHost,
                    userInfo: [
                        "NSErrorFailingURLKey": $0.url, NSLocalizedDescriptionKey: "no \($0.url.absoluteString)",
                    ])
            },
            { Chatty(text: "\($0.url.absoluteString)") },
            { NSError(domain: "x", code: 1, userInfo: ["url": $0.url]) },
            {
                APIError(
                    .connection, "\($0.url.absoluteString)", cause: .init(domain: "d", message: $0.url.query ?? ""))
            },
        ]
        for make in makes {
            let client = Client(
                VK.api, account: Account(id: 1, token: Token(Self.token)), transport: Failing(make: make))
            var call = Call(client, Method("m", .get))
            call.add("password", Self.password, .secret)
            call.add("ids", [Self.password, "x"], [.secret, .repeated])
            try hides(try await failure(Request<JSON>(call)))
        }
    }

    /// Printed header fields show no secret, because a custom transport may print its requests.
    @Test("Printed header fields show no values but those that cannot be secret")
    func headerFields() throws {
        let headers: HTTPHeaders = [
            "Authorization": "Bearer \(Self.token)", "X-Api-Key": Self.password, "Retry-After": "5",
            "X-RateLimit-Remaining": "42",
        ]
        try hides(headers)
        try hides(headers.fields)
        #expect(
            "\(headers)" == """
                Authorization: <not shown>
                X-Api-Key: <not shown>
                Retry-After: 5
                X-RateLimit-Remaining: 42
                """)
    }

    @Test("Errors of connections that really fail do not show the token")
    func realFailures() async throws {
        let server = try LoopbackServer { _ in .reset }
        for url in [server.baseURL, "https://no-such-host.invalid", "http://127.0.0.1:1"] {
            let account = Account(id: 1, token: Token(Self.token))
            let client = Client(
                VK.api, account: account,
                configuration: Client.Configuration(baseURL: url, timeout: .seconds(300), retries: .never))
            let error = try await failure(Request<JSON>(Call(client, Method("m", .get))))
            #expect(error.code == .connection || error.code == .offline)
            try hides(error)
        }
    }

    @Test func secretsOfEveryKind() async throws {
        let server = try LoopbackServer { request in
            .http(400, [], #"{"error":{"error_msg":"\#(request.body) 123456789 inner-secret 987654321"}}"#)
        }
        var call = Call(VK(server).client, Method("m"))
        call.add("pin", 123_456_789, .secret)
        call.add("keys", ["first-secret", "second-secret"], .secret)
        call.add("object", ["key": ["inner-secret", 987_654_321]] as JSON, .secret)
        let error = try await failure(Request<JSON>(call))
        for text in ["123456789", "first-secret", "second-secret", "inner-secret", "987654321"] {
            #expect(!error.description.contains(text))
        }
        let number = try LoopbackServer(#"{"error":{"error_code":1,"pin":123456789}}"#)
        var again = Call(VK(number).client, Method("m"))
        again.add("pin", 123_456_789, .secret)
        #expect(try await failure(Request<JSON>(again)).server?.details?["pin"] == "<secret>")
    }

    // MARK: Helpers

    private func hides(_ value: Any, _ location: SourceLocation = #_sourceLocation) throws {
        var texts = [String(describing: value), String(reflecting: value), "\(value)"]
        var dumped = ""
        dump(value, to: &dumped)
        texts.append(dumped)
        if let error = value as? any Error {
            texts += [
                error.localizedDescription, String(describing: error as NSError), "\((error as NSError).userInfo)",
            ]
        }
        texts += Self.reflected(value, depth: 8)
        for secret in [Self.token, Self.password] {
            for spelling in Spelling.allCases {
                for text in texts { #expect(!text.contains(spelling.of(secret)), sourceLocation: location) }
            }
            for text in texts { #expect(!text.contains(secret), sourceLocation: location) }
        }
    }

    private static func reflected(_ value: Any, depth: Int) -> [String] {
        guard depth > 0 else { return [] }
        return Mirror(reflecting: value).children.flatMap { child in
            [child.label ?? "", "\(child.value)", String(reflecting: child.value)]
                + reflected(child.value, depth: depth - 1)
        }
    }
}
