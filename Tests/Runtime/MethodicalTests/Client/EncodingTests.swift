import Foundation
import LoopbackServer
import Testing

@testable import Methodical

/// Tests of every parameter encoding, as the server's socket receives it.
@Suite struct EncodingTests {
    static let awkward = "a b+c&d=e/f?g%h\"ё😀~-._"
    static let awkwardEncoded = "a%20b%2Bc%26d%3De%2Ff%3Fg%25h%22%D1%91%F0%9F%98%80~-._"

    @Test("A POST call sends its arguments as an encoded form and leaves absent ones out")
    func form() async throws {
        let received = try await exchange(Method("users.get")) { call in
            call.add("ids", [1, -2])
            call.add("text", Self.awkward)
            call.add("нет", "да")
            call.add("ratio", 1.5)
            call.add("whole", 3.0)
            call.add("on", true)
            call.add("off", false)
            call.add("absent", Int?.none)
            call.add("empty", "")
        }
        #expect(received.line == "POST /users.get HTTP/1.1")
        #expect(received["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(received["Accept"] == "application/json")
        #expect(
            received.body
                == "ids=1%2C-2&text=\(Self.awkwardEncoded)&%D0%BD%D0%B5%D1%82=%D0%B4%D0%B0&ratio=1.5&whole=3&on=1&off=0&empty="
        )
    }

    @Test("A GET call sends its arguments in the query and has no body")
    func query() async throws {
        let received = try await exchange(Method("counters", .get, "management/v1/counters")) { call in
            call.add("q", Self.awkward)
            call.add("metrics", ["ym:s:visits", "ym:s:users"])
            call.add("on", true, .words)
        }
        #expect(
            received.line
                == "GET /management/v1/counters?q=\(Self.awkwardEncoded)&metrics=ym%3As%3Avisits,ym%3As%3Ausers&on=true HTTP/1.1"
        )
        #expect(received.body == "")
    }

    /// Keys keep their case. The old SDK sent all keys in lower case.
    @Test func keysKeepTheirCase() async throws {
        let received = try await exchange(Method("m", .get)) { call in
            call.add("userIDs", 1)
            call.add("userids", 2)
            call.add("ÜBER", 3)
        }
        #expect(received.target == "/m?userIDs=1&userids=2&%C3%9CBER=3")
        #expect(try await exchange(Method("m")) { $0.add("userIDs", 1) }.body == "userIDs=1")
    }

    /// A call without arguments has no query. An address without `?` crashed the old SDK.
    @Test func aCallWithoutArgumentsHasNoQuery() async throws {
        #expect(try await exchange(Method("m", .get)).target == "/m")
        #expect(try await exchange(Method("m", .get, ""), path: "/v1/disk/").target == "/v1/disk/")
        #expect(try await exchange(Method("m", .post)).body == "")
    }

    /// A call with an empty path uses the base URL as it is. MediaWiki rejects a slash after `api.php`.
    @Test func theBaseURLItself() async throws {
        #expect(
            try await exchange(Method("m", .get, ""), path: "/w/api.php") { $0.add("a", 1) }.target == "/w/api.php?a=1")
        #expect(try await exchange(Method("m", .post, ""), path: "/w/api.php").target == "/w/api.php")
        #expect(try await exchange(Method("m", .get, ""), path: "") { $0.add("a", 1) }.target == "/?a=1")
    }

    @Test func queryOfPost() async throws {
        let received = try await exchange(Method("m")) { call in
            call.add("a", 1, .query)
            call.add("b", 2)
            call.add("c", 3, .query)
        }
        #expect(received.target == "/m?a=1&c=3")
        #expect(received.body == "b=2")
    }

    @Test func queryBehindQuery() async throws {
        let received = try await exchange(Method("m", .get, "find?kind=1")) { $0.add("a", 1) }
        #expect(received.target == "/find?kind=1&a=1")
    }

    @Test(arguments: [(HTTPRequest.Verb.put, "PUT"), (.patch, "PATCH"), (.post, "POST"), (.delete, "DELETE")])
    func verbsWithBody(verb: HTTPRequest.Verb, name: String) async throws {
        let received = try await exchange(Method("m", verb, parameters: .body)) { $0.add("a", 1) }
        #expect(received.line == "\(name) /m HTTP/1.1")
        #expect(received.body == #"{"a":1}"#)
    }

    @Test func verbsWithoutBody() async throws {
        let delete = try await exchange(Method("m", .delete, parameters: .query)) { $0.add("a", 1) }
        #expect(delete.line == "DELETE /m?a=1 HTTP/1.1")
        let head = try await exchange(Method("m", .head)) { $0.add("a", 1) }
        #expect(head.line == "HEAD /m?a=1 HTTP/1.1")
    }

    @Test("Arrays are sent in brackets, separated by commas, as repeated parameters, or as JSON")
    func arrays() async throws {
        let received = try await exchange(Method("m", arrays: .brackets)) { call in
            call.add("ids", ["1", "a,b"])
            call.add("comma", ["1", "a;b"], .comma)
            call.add("again", [1, 2], .repeated)
            call.add("none", [Int](), .repeated)
            call.add("empty", [Int](), .comma)
            call.add("nested", [[1, 2], [3]])
            call.add("json", ["x", "y"], .json)
        }
        #expect(
            received.body
                == "ids%5B%5D=1&ids%5B%5D=a%2Cb&comma=1%2Ca%3Bb&again=1&again=2&empty=&nested%5B0%5D%5B%5D=1&nested%5B0%5D%5B%5D=2"
                + "&nested%5B1%5D%5B%5D=3&json=%5B%22x%22%2C%22y%22%5D")
    }

    /// Objects in forms are written with brackets, as Rails, PHP and Stripe expect.
    @Test func objectsInBrackets() async throws {
        let received = try await exchange(Method("m", arrays: .brackets, flags: .words)) { call in
            call.add("user", VK.User(id: 1, firstName: "a&b"))
            call.add("users", [VK.User(id: 1), VK.User(id: 2)])
            call.add("map", ["b": ["x", "y"], "a k": []])
            call.add("any", ["n": nil, "t": true, "o": ["d": 1.5]] as JSON)
            call.add("text", "t")
            call.add("file", VK.User(id: 3), .json)
        }
        #expect(
            received.body.removingPercentEncoding
                == "user[first_name]=a&b&user[id]=1&users[0][id]=1&users[1][id]=2&map[b][]=x&map[b][]=y&any[n]=&any[o][d]=1.5&any[t]=true&text=t"
                + #"&file={"id":3}"#)
        await #expect(throws: APIError.self) {
            try await exchange(Method("m", arrays: .brackets)) { $0.add("a", ["x": Double.nan]) }
        }
    }

    @Test("Flags are sent as words or digits, as the API, the method, or the argument says")
    func flags() async throws {
        let api = plainAPI { $0.flags = .words }
        let received = try await exchange(Method("m"), api) { call in
            call.add("a", true)
            call.add("b", false, .digits)
            call.add("c", [true, false])
        }
        #expect(received.body == "a=true&b=0&c=true%2Cfalse")
        let digits = try await exchange(Method("m", flags: .digits), api) { $0.add("a", true) }
        #expect(digits.body == "a=1")
    }

    @Test("Records and JSON values are sent as JSON inside a form")
    func objects() async throws {
        let received = try await exchange(Method("m")) { call in
            call.add("user", VK.User(id: 1, firstName: "Ё\"/\n"))
            call.add("any", ["k": [1, nil, 2.5]] as JSON)
        }
        #expect(
            received.body
                == "user=%7B%22id%22%3A1%2C%22first_name%22%3A%22%D0%81%5C%22%2F%5Cn%22%7D&any=%7B%22k%22%3A%5B1%2Cnull%2C2.5%5D%7D"
        )
    }

    @Test("A body of JSON contains the arguments in their order as JSON values")
    func jsonBody() async throws {
        let received = try await exchange(Method("pins.create", .post, "pins", parameters: .body, flags: .digits)) {
            call in
            call.add("text", "a\"b\\/ё\n\u{1}")
            call.add("count", 2)
            call.add("ratio", 0.1)
            call.add("on", true)
            call.add("ids", [1, 2])
            call.add("user", VK.User(id: 1))
            call.add("users", [VK.User(id: 1), VK.User(id: 2)])
        }
        #expect(received["Content-Type"] == "application/json")
        #expect(
            received.body
                == #"{"text":"a\"b\\/ё\n\u0001","count":2,"ratio":0.1,"on":true,"ids":[1,2],"user":{"id":1},"users":[{"id":1},{"id":2}]}"#
        )
    }

    @Test("Arguments in header fields are sent unescaped, and one can replace `Accept`")
    func headers() async throws {
        let received = try await exchange(Method("m", .get)) { call in
            call.add("X-Kind", "a b;c", .header)
            call.add("X-Ids", [1, 2], .header)
            call.add("Accept", "application/x-yametrika+json", .header)
        }
        #expect(received["X-Kind"] == "a b;c")
        #expect(received["X-Ids"] == "1,2")
        #expect(received["Accept"] == "application/x-yametrika+json")
        #expect(received.target == "/m")
    }

    /// JSON in a header field escapes every character outside ASCII. Dropbox accepts no other spelling.
    @Test func jsonInAHeader() async throws {
        let received = try await exchange(Method("m", parameters: .body)) { call in
            call.add("X-Object", JSON.object(["path": "/ё\u{7F}😀\n"]), .header)
            call.add("X-Text", ["ё", "~"], [.header, .json])
        }
        #expect(received["X-Object"] == #"{"path":"/\u0451\u007f\ud83d\ude00\n"}"#)
        #expect(received["X-Text"] == #"["\u0451","~"]"#)
    }

    @Test("Arguments in the path are escaped, and arrays there are separated by commas")
    func paths() async throws {
        let received = try await exchange(Method("comments.get", .get, "/pins/{pin_id}/comments/{text}.json")) { call in
            call.add("text", "../" + Self.awkward, .path)
            call.add("pin_id", 42, .path)
            call.add("page", 2)
        }
        #expect(received.target == "/pins/42/comments/..%2F\(Self.awkwardEncoded).json?page=2")
        let lists = try await exchange(Method("m", .get, "users/{ids}")) { $0.add("ids", [1, 2], .path) }
        #expect(lists.target == "/users/1,2")
    }

    @Test(
        "The path of a method follows the base URL with exactly one slash between them",
        arguments: [("", "/users.get"), ("/", "/users.get"), ("/v1", "/v1/users.get"), ("/v1/", "/v1/users.get")])
    func baseURL(path: String, target: String) async throws {
        let received = try await exchange(Method("users.get"), path: path)
        #expect(received.target == target)
    }

    @Test("Dates are sent in the format of their parameter, in forms and in JSON")
    func dates() async throws {
        let date = Date(timeIntervalSince1970: 1_433_160_000)
        let received = try await exchange(Method("m")) { call in
            call.add("a", date, as: UnixSeconds.self)
            call.add("b", date.addingTimeInterval(0.25), as: UnixSeconds.self)
            call.add("c", date.addingTimeInterval(0.25), as: UnixMilliseconds.self)
            call.add("d", date, as: DateTime.self)
            call.add("e", date.addingTimeInterval(0.25), as: DateTime.self)
            call.add("f", [date, date], .repeated, as: UnixSeconds.self)
            call.add("g", Date?.none, as: UnixSeconds.self)
            call.add("h", Date(timeIntervalSince1970: -1.5), as: UnixSeconds.self)
        }
        #expect(
            received.body
                == "a=1433160000&b=1433160000&c=1433160000250&d=2015-06-01T12%3A00%3A00Z&e=2015-06-01T12%3A00%3A00.250Z&f=1433160000&f=1433160000&h=-2"
        )
        let json = try await exchange(Method("m", parameters: .body)) { $0.add("a", date, as: UnixSeconds.self) }
        #expect(json.body == #"{"a":1433160000}"#)
    }

    // MARK: The API's own parameters

    @Test func versionAndTokenTravelWithTheParameters() async throws {
        let api = plainAPI {
            $0.version = ("v", "5.199")
            $0.authorization = .parameter("access_token")
        }
        let form = try await exchange(Method("m"), api, token: "t o") { $0.add("a", 1) }
        #expect(form.body == "a=1&v=5.199&access_token=t%20o")
        let query = try await exchange(Method("m", .get), api, token: "t") { $0.add("a", 1) }
        #expect(query.target == "/m?a=1&v=5.199&access_token=t")
        let body = try await exchange(Method("m", parameters: .body), api, token: "t") { $0.add("a", 1) }
        #expect(body.body == #"{"a":1,"v":"5.199","access_token":"t"}"#)
        let anonymous = try await exchange(Method("m"), api)
        #expect(anonymous.body == "v=5.199")
        let own = try await exchange(Method("m"), api, token: "t") { $0.add("v", "6") }
        #expect(own.body == "v=6&access_token=t")
    }

    @Test(arguments: ["Bearer", "OAuth"]) func tokenInHeader(scheme: String) async throws {
        let api = plainAPI { $0.authorization = .header(scheme) }
        let received = try await exchange(Method("m"), api, token: "abc") { $0.add("a", 1) }
        #expect(received["Authorization"] == "\(scheme) abc")
        #expect(received.body == "a=1")
        #expect(try await exchange(Method("m"), api)["Authorization"] == nil)
        let own = try await exchange(Method("auth.signIn"), api, token: "abc") {
            $0.add("Authorization", "Basic YWI=", [.header, .secret])
        }
        #expect(own["Authorization"] == "Basic YWI=")
    }

    // MARK: Arguments that cannot be sent

    @Test(arguments: ["", ".", ".."]) func pathParameterThatNamesAnotherPath(text: String) async throws {
        try await refuses(Method("m", .get, "users/{id}"), "id is part of the path and cannot be \"\(text)\"") {
            $0.add("id", text, .path)
        }
    }

    @Test("Arguments that cannot be written, or not where the method wants them, are refused")
    func refusals() async throws {
        try await refuses(Method("m", .get, "users/{id}"), "id is part of the path and is missing")
        let unwritable = "a cannot be written: a number that is not finite, or a date out of range"
        try await refuses(Method("m"), unwritable) { $0.add("a", Double.infinity) }
        try await refuses(Method("m"), unwritable) { $0.add("a", [1, Double.nan]) }
        try await refuses(Method("m", parameters: .body), unwritable) { $0.add("a", [Double.nan]) }
        try await refuses(Method("m"), unwritable) {
            $0.add("a", Date.distantFuture.addingTimeInterval(1e15), as: DateTime.self)
        }
        for text in ["a\r\nX-Evil: 1", "a\nb", "a\0"] {
            try await refuses(Method("m"), "X is a header field, and its value contains a control character") {
                $0.add("X", text, .header)
            }
        }
        try await refuses(Method("m", .get), "a GET request has no body, but the method puts parameters in it") {
            $0.add("a", 1, .form)
        }
        try await refuses(Method("m"), "the body cannot contain both a form and JSON") { call in
            call.add("a", 1)
            call.add("b", 1, .body)
        }
    }

    @Test(arguments: ["", "example.com", "/v1/", "127.0.0.1:8080"])
    func aBaseURLThatNamesNoServer(_ text: String) async throws {
        let client = Client(plainAPI(), configuration: Client.Configuration(baseURL: text))
        let error = try await failure(Request<JSON>(Call(client, Method("a"))))
        #expect(error.code == .invalidRequest)
        #expect(error.message == "the base URL \"\(text)\" contains no server; it must begin with https:// or http://")
        #expect(
            try await failure(VK(client: client).request(.get, "http:///v1")).message
                == "the address contains no server")
        #expect(
            try await failure(VK(client: client).request(.get, "v1/a")).message
                == "the address must begin with https:// or http://")
    }

    private func refuses(_ method: Method, _ message: String, _ arguments: (inout Call) -> Void = { _ in }) async throws
    {
        let server = try LoopbackServer("null")
        var call = Call(Client(plainAPI(), configuration: Client.Configuration(baseURL: server.baseURL)), method)
        arguments(&call)
        let error = try await failure(Request<JSON>(call))
        #expect(error.code == .invalidRequest)
        #expect(error.message == message)
        #expect(server.connections == 0)
    }
}
