import Foundation
import Testing

@testable import Methodical

/// Tests of redaction: secrets in every spelling are found in a text, at a bounded cost.
@Suite struct RedactionTests {
    static let secrets = [
        "t0/ke\"n+ё😀 \\x", "p&a=s?s#w<o>r'd", "AbCdEfGhIjKlMnOpQrStUvWxYz0123456789", "100%41/x", "a\\nb&lt;c%2541",
        "hunter2", "ya29.a0Af_x-y~z",
        String(repeating: "abab", count: 300) + "c",
    ]

    static let spellings: [(name: String, spell: @Sendable (String) -> String)] = [
        ("plain", { $0 }), ("JSON", json), ("JSON with slashes", { json($0).replacing("/", with: "\\/") }),
        ("JSON in JSON", { json(json($0)) }),
        ("JSON in ASCII", { $0.utf16.map { String(format: "\\u%04X", Int($0)) }.joined() }),
        ("percent", percent), ("small percent", { percent($0).replacing(/%../) { $0.output.lowercased() } }),
        ("percent twice", { percent(percent($0)) }),
        ("form", { percent($0).replacing("%20", with: "+") }), ("percent in JSON", { json(percent($0)) }),
        ("HTML", html), ("HTML of JSON", { html(json($0)) }), ("HTML twice", { html(html($0)) }),
        ("decimal HTML", { $0.unicodeScalars.map { "&#\($0.value);" }.joined() }),
        ("hexadecimal HTML", { $0.unicodeScalars.map { "&#x" + String($0.value, radix: 16) + ";" }.joined() }),
        (
            "named HTML",
            { html($0).replacing("/", with: "&sol;").replacing("=", with: "&equals;").replacing("+", with: "&plus;") }
        ),
        ("small letters", { ascii($0) { $0.lowercased() } }), ("capital letters", { ascii($0) { $0.uppercased() } }),
        ("capital percent", { ascii(percent($0)) { $0.uppercased() } }),
    ]

    static func json(_ text: String) -> String {
        var writer = JSONWriter()
        writer.string(text)
        return String((writer.text ?? "").dropFirst().dropLast())
    }

    static func percent(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    /// Returns the text percent-encoded by RFC 3986.
    static func form(_ text: String) -> String {
        var bytes: [UInt8] = []
        PercentEncoding.append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    static func html(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing(
            "\"", with: "&quot;"
        )
        .replacing("'", with: "&#39;")
    }

    static func ascii(_ text: String, _ change: (String) -> String) -> String {
        text.map { $0.isASCII ? change(String($0)) : String($0) }.joined()
    }

    @Test(arguments: secrets) func isFoundInEachSpelling(secret: String) {
        let redaction = Redaction(["another", secret])
        for (name, spell) in Self.spellings {
            for (before, after) in [
                ("", ""), ("the token ", " is wrong"), ("\"", "\""), ("<b>", "</b>"), ("token=", "&v=5"), ("é", "é"),
            ] {
                let shown = redaction(before + spell(secret) + after)
                #expect(shown == before + "<secret>" + after, "\(name)")
            }
        }
    }

    /// A secret is found in Basic credentials, which are base64, wherever the password begins.
    @Test(arguments: secrets) func isFoundInBase64(secret: String) throws {
        let redaction = Redaction([secret])
        for user in ["", ":", "u:", "us:", "user:", "client-id:"] {
            for rest in ["", "&", "&more"] {
                for form in [secret, Self.form(secret)] {
                    let text = Data((user + form + rest).utf8).base64EncodedString()
                    let url = text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
                    for text in [
                        text, url, Self.percent(text), Self.json(text).replacing("/", with: "\\/"), text.lowercased(),
                    ] {
                        let shown = redaction("Authorization: Basic " + text + "\n")
                        #expect(shown.contains("<secret>"))
                        // Apart from the secret, at most the text before and after it remains.
                        let left = shown.replacing("Authorization: Basic ", with: "").replacing("<secret>", with: "")
                            .replacing("\n", with: "")
                        #expect(left.utf8.count <= (user + rest).utf8.count * 4 / 3 * 3 + 6, "\(shown)")
                    }
                }
            }
        }
    }

    /// A secret that lies across two pieces of a long text is found.
    @Test func isFoundAnywhereInALongText() {
        let (redaction, secret) = (Redaction(["0123456789/abcdef"]), "0123456789%2Fabcdef")
        for shift in stride(from: -40, through: 40, by: 1) {
            let (before, after) = (
                String(repeating: ".", count: Redaction.limit + shift), String(repeating: "&amp;", count: 20_000)
            )
            #expect(redaction(before + secret + after) == before + "<secret>" + after)
        }
    }

    @Test("A secret of two or three bytes with a digit is replaced as a word")
    func shortSecretsWithDigits() {
        let redaction = Redaction(["a1", "123"])
        #expect(
            redaction("a1 A1 ca1 a12 123 1234 (123) =a1&")
                == "<secret> <secret> ca1 a12 <secret> 1234 (<secret>) =<secret>&"
        )
        #expect(redaction("code%20123%21") == "code%20<secret>%21")
    }

    @Test(
        "Sentences with the letters of a very short secret stay as they are",
        arguments: [
            "Couldn't connect to server", "error(s): a server isn't up", "A server failed", "\"a server failed\"",
            "Error: a t 7 is not set", "HTTP/1.1 7 of 17", "don't", "it's 'a server'", "the key is: not now",
            "authorization is not set", "authorization: none is a fault", "1 > a and a < 7", "no token is set",
        ])
    func sentences(text: String) {
        #expect(Redaction(["t", "a", "s", "1", "7", "is", "not", "é"])(text) == text)
    }

    @Test(
        "A very short secret is replaced where it is a value",
        arguments: [
            ("t", "<secret>"), ("T", "<secret>"), ("\"t\"", "\"<secret>\""), ("say 't' again", "say '<secret>' again"),
            ("https://a.example/?token=t&v=t failed", "https://a.example/?token=<secret>&v=<secret> failed"),
            ("Bearer t", "Bearer <secret>"), ("authorization: bearer t\nx", "authorization: bearer <secret>\nx"),
            ("token: t", "token: <secret>"), ("{token:t,id:7}", "{token:<secret>,id:<secret>}"),
            (#"{\"token\":\"t\"}"#, #"{\"token\":\"<secret>\"}"#), ("%22t%22", "%22<secret>%22"),
            ("token%3Dt%26id%3D7", "token%3D<secret>%26id%3D<secret>"),
            ("is=is", "is=<secret>"), ("<token>t</token><id>7</id>", "<token><secret></token><id><secret></id>"),
            ("&lt;token&gt;t&lt;/token&gt;", "&lt;token&gt;<secret>&lt;/token&gt;"),
            ("Authorization: Token t\nA: b", "Authorization: Token <secret>\nA: b"),
            (#"{"Proxy-Authorization": "DPoP t"}"#, #"{"Proxy-Authorization": "DPoP <secret>"}"#),
            (#"{\"authorization\":\"Bot t\"}"#, #"{\"authorization\":\"Bot <secret>\"}"#),
        ])
    func values(text: String, shown: String) {
        #expect(Redaction(["t", "7", "is"])(text) == shown)
    }

    /// Two tokens of one issuer often begin alike, and a secret may repeat its own beginning.
    @Test func longSecretsWithEqualBeginnings() {
        let head = String(repeating: "abcdefgh", count: 13)
        let redaction = Redaction([head + "access", head + "refresh"])
        #expect(redaction("x=\(head)refresh&y=\(head)access") == "x=<secret>&y=<secret>")
        let repeated = String(repeating: "ab", count: 100) + "TAIL"
        #expect(Redaction([repeated])("x=ab\(repeated)!").hasSuffix("<secret>!"))
    }

    @Test func secretsThatOverlapOrRepeat() {
        #expect(Redaction(["abcdef", "defghi"])("xabcdefghix") == "x<secret>x")
        #expect(Redaction(["abcdef", "abcdefghi", "bcde"])("abcdefghi abcdef") == "<secret> <secret>")
        #expect(Redaction(["token"])("tokentoken") == "<secret><secret>")
        #expect(Redaction([])("token") == "token" && Redaction([""])("token") == "token")
    }

    /// A secret that is cut by the ellipsis of an excerpt is redacted if enough of it remains.
    @Test func aSecretThatWasCut() {
        let redaction = Redaction(["0123456789abcdef"])
        #expect(redaction("\"0123456789…") == "\"<secret>…")
        #expect(redaction("\"01234…") == "\"01234…")
    }

    @Test func anErrorKeepsSoMuchText() {
        let redaction = Redaction(["0123456789abcdef"])
        let long = String(repeating: "é0123456789abcdef ", count: 1 << 16)
        var room = Redaction.limit
        let shown = redaction(long, &room)
        #expect(room == 0 && shown.utf8.count < Redaction.limit && shown.hasSuffix("…") && !shown.contains("0123"))
        let details: JSON = .array((0..<200_000).map { .object(["k\($0)": .string("0123456789abcdef")]) })
        let contents = APIError.Contents(
            code: .server, message: long, headers: ["A": long], server: ServerError(message: long, details: details))
        let error = APIError(contents).redacted(by: redaction, for: nil)
        #expect(
            "\(error.headers.fields.map(\.value)) \(error) \(error.server?.details ?? .null)".utf8.count < 2
                * Redaction.limit)
        let other = APIError.Contents(code: .server, server: ServerError(details: details))
        let left = APIError(other).redacted(by: redaction, for: nil).server?.details
        #expect((1000...8000).contains(left?.arrayValue?.count ?? 0) && left?[0]?["k0"] == "<secret>")
    }

    /// The time is linear in the length of the text, for hostile texts and secrets as well.
    @Test func hostileTextsCostNoMore() {
        let texts = ["a", "ab", "\\", "%25", "&amp;", "%2525", "\\u0061"].map {
            String(repeating: $0, count: Redaction.limit / $0.utf8.count)
        }
        let long = String(repeating: "a", count: 5000)
        let redaction = Redaction(
            [long, long + "b", "aaaab", String(repeating: "ab", count: 3000) + "c"] + (0..<300).map { "aaaa\($0)" })
        for text in texts { #expect(redaction(text).utf8.count <= text.utf8.count + 100) }
    }

    /// A long error response is read within the time of the call, however many bytes the server sends.
    @Test(arguments: [1, 80]) func aLongErrorIsReadInTime(megabytes: Int) async throws {
        struct Echo: Transport {
            let body: Data
            func send(_ request: HTTPRequest) async throws -> HTTPResponse {
                HTTPResponse(status: 400, headers: ["Content-Type": "application/json"], body: body)
            }
        }
        let text = String(repeating: "0123456789abcde\\/0123456789abcdef\\n", count: megabytes << 20 / 34)
        let client = Client(
            APIDescription(
                name: "Sample", baseURL: "https://sample.example/",
                envelope: .init(error: "error", code: "code", message: "message")),
            account: Account(id: 1, token: Token("0123456789abcdef")),
            transport: Echo(
                body: Data(#"{"error":{"code":7,"message":"\#(text)","more":["\#(text.prefix(1 << 20))"]}}"#.utf8)))
        let clock = ContinuousClock()
        let start = clock.now
        let error = try await failure(Request<Int>(Call(client, Method("m"))))
        #expect(clock.now - start < .seconds(1000))
        #expect(
            error.code == .server && error.server?.code == 7
                && (error.server?.message?.utf8.count ?? .max) <= Redaction.limit + 3)
        #expect(!error.description.contains("0123456789abcdef"))
    }
}
