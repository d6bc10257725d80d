import APIInference
import Foundation
import Testing

/// Tests of recordings that are damaged, hostile, or full of secrets.
@Suite struct HostileTrafficTests {
    @Test("Exchanges that show nothing are skipped with the reason")
    func skipped() throws {
        var page = Recorded("/", returns: "<html>")
        page.mediaType = "text/html"
        var binary = Recorded("/archives/1", returns: "PK\u{3}\u{4}")
        binary.mediaType = "application/zip"
        let inferred = try Inferred([
            page,
            binary,
            Recorded("/broken", returns: "{\"a\": "),
            Recorded("/deep", returns: String(repeating: "[", count: 100_000)),
            Recorded("/a/../b", returns: "{}"),
            Recorded("OPTIONS", "/a", returns: "{}"),
            Recorded("ftp://files.example/a", returns: "{}"),
            Recorded("/old", status: 301),
            Recorded("/refused", status: 404, returns: #"{"error": "no"}"#),
        ])
        #expect(inferred.operations == ["GET /archives/{id}", "GET /broken", "GET /deep"])
        let reasons = inferred.report.skipped.map { reason in reason.reason }
        #expect(reasons.contains { $0.contains("web page") })
        #expect(reasons.count { $0.contains("not JSON") } == 2)
        #expect(reasons.contains { $0.contains("\"..\"") })
        #expect(reasons.contains { $0.contains("verb") })
        #expect(reasons.contains { $0.contains("HTTP") })
        #expect(reasons.contains { $0.contains("301") })
        #expect(inferred.report.guesses.contains { $0.subject == "GET /refused" && $0.text.contains("left out") })
    }

    @Test("Recordings without anything to describe fail with the reason")
    func nothing() throws {
        #expect(throws: Inference.Failure.self) { try Inferred(text: "[]") }
        #expect(throws: Inference.Failure.self) { try Inferred(text: "not JSON") }
        #expect(throws: Inference.Failure.self) {
            try Inferred(text: #"[{"method": "GET", "path": "/a", "status": 200, "body": {}}]"#)
        }
    }

    @Test("Deep values and very many keys end in any value and in a dictionary")
    func limits() throws {
        let deep = String(repeating: #"{"a":"#, count: 300) + "1" + String(repeating: "}", count: 300)
        let keys = (0..<2_000).map { "\"key\(String($0, radix: 36).filter(\.isLetter))\($0 % 7)x\($0)\": 1" }
        let inferred = try Inferred([
            Recorded("/deep", returns: deep), Recorded("/wide", returns: "{" + keys.joined(separator: ",") + "}"),
        ])
        #expect(inferred.operations.count == 2)
        #expect(inferred.text.utf8.count < 200_000)
    }

    @Test("A short word under a secret name does not hide the members whose names contain it")
    func shortWords() throws {
        let inferred = try Inferred([
            Recorded("/settings", returns: #"{"secret_scanning": "enabled", "actions_enabled_for_all": true, "a1": 1}"#)
        ])
        #expect(inferred.member("a1", of: "Setting") == "{type: integer}")
        #expect(inferred.member("actions_enabled_for_all", of: "Setting") == "{type: boolean}")
    }

    @Test(
        "The attributes of a cookie are not secret, and its value is, also that of several in one field",
        arguments: [
            "sid=83aKcQd7; Domain=.shop.example; SameSite=Lax",
            "theme=0; Expires=Wed, 21 Oct 2026 07:28:00 GMT, sid=83aKcQd7; Domain=.shop.example",
        ])
    func cookies(field: String) throws {
        var exchange = Recorded("/sessions", returns: #"{"name": "shop.example", "83aKcQd7": 1}"#)
        exchange.responseFields["Set-Cookie"] = field
        let inferred = try Inferred([exchange])
        #expect(inferred.root["servers"]?.first?["url"]?.string == "https://api.shop.example/")
        #expect(!inferred.text.contains("83aKcQd7"))
    }

    @Test("A chosen server may contain a short secret, and one that nobody chose may not")
    func server() throws {
        let exchange = Recorded("/users", returns: "[]").with("Authorization", "Bearer example")
        #expect(throws: Inference.Failure.self) { try Inferred([exchange]) }
        let inferred = try Inferred([exchange], baseURL: "https://api.shop.example/")
        #expect(inferred.operations == ["GET /users"])
    }

    @Test("No secret of a recording is in the document or the report, in any spelling")
    func secrets() throws {
        let secrets = [
            "tok-9f8e7d6c5b4a", "Sw0rdfish!", "sessionvalue", "k-secretkey", "basicname", "basicpass", "onlyletters",
            "hiddenword", "pathsecret",
        ]
        let basic = Data("basicname:basicpass".utf8).base64EncodedString()
        var exchanges: [Recorded] = []
        for index in 0..<40 {
            let secret = secrets[index % 3]
            let body = #"""
                {"password": "Sw0rdfish!", "kind": "onlyletters", "apiKey": "onlyletters", "secret": {"a": "hiddenword"},
                 "tok-9f8e7d6c5b4a": 1, "part": "\#(index % 2 == 0 ? "hiddenword" : "other")", "state": "\#(index % 2 == 0 ? "onlyletters" : "open")", "echo": "\#(secret)"}
                """#
            var exchange = Recorded(
                "POST", "/users/pathsecret/notes?access_token=tok-9f8e7d6c5b4a&token=pathsecret&mode=onlyletters",
                sends: body, returns: body)
            exchange.requestFields = [
                "Authorization": "Basic \(basic)", "Cookie": "sid=sessionvalue; a=b", "X-API-Key": "k-secretkey",
            ]
            exchange.responseFields = ["Set-Cookie": "sid=sessionvalue; Path=/"]
            exchanges.append(exchange)
        }
        let inferred = try Inferred(exchanges)
        let refined = try Inferred(exchanges, refining: inferred)
        let written = [inferred, refined].flatMap { [$0.text, $0.report.text(verbose: true), $0.report.markdown] }
        for secret in secrets + [basic] {
            let data = Data(secret.utf8)
            let spellings = [
                secret, data.base64EncodedString(), data.map { String(format: "%02x", $0) }.joined(),
                data.map { String(format: "%%%02X", $0) }.joined(), String(secret.reversed()),
            ]
            for text in written {
                for spelling in spellings {
                    #expect(!text.lowercased().contains(spelling.lowercased()), "\(spelling)")
                }
            }
        }
        #expect(inferred.operations == ["POST /users/{user}/notes"])
    }

    @Test("A report prints no control characters of a recording")
    func controls() throws {
        let inferred = try Inferred([Recorded("/items", returns: #"[{"a\u001b[31m": 1, "b": "\u0007"}]"#)])
        #expect(!inferred.report.text(verbose: true).unicodeScalars.contains { $0.value == 0x1B || $0.value == 7 })
        #expect(!inferred.text.unicodeScalars.contains { $0.value == 0x1B || $0.value == 7 })
    }
}
