#if HTTPTypes
    import Foundation
    import HTTPTypes
    import Methodical
    import MethodicalHTTPTypes
    import Testing

    /// Tests of the conversions in both directions.
    @Suite struct ConversionTests {
        @Test func fieldsKeepTheirOrderAndDuplicates() throws {
            var headers = HTTPHeaders()
            for (name, value) in [
                ("Set-Cookie", "a=1"), ("X-B", "2"), ("set-cookie", "b=2"), ("X-A", ""), ("X-B", "1"), ("X-C", "é漢"),
            ] { headers.add(name, value) }
            let fields = try HTTPFields(headers)
            #expect(fields.map { "\($0.name): \($0.value)" } == headers.fields.map { "\($0.name): \($0.value)" })
            #expect(HTTPHeaders(fields) == headers)
            #expect(fields[values: .setCookie] == ["a=1", "b=2"])
        }

        @Test func secretFieldsAreNeverIndexed() throws {
            let fields = try HTTPFields([
                "Authorization": "Bearer t", "Cookie": "a=1", "X-Api-Key": "k", "Content-Type": "text/plain",
            ])
            let strategies = fields.map { $0.indexingStrategy == .disallow }
            #expect(strategies == [true, true, true, false])
        }

        @Test(arguments: [
            ("X A", "1", #"a header field cannot have the name "X A""#),
            ("", "1", "a header field cannot have the name"),
            ("X(A)", "1", #"a header field cannot have the name "X(A)""#),
            (":path", "/", "a header field cannot have the name"),
            ("X-A", "a\r\nX-B: 1", "X-A is a header field, and its value contains a control character"),
        ])
        func fieldsThatCannotBeSentAreRefused(_ name: String, _ value: String, _ message: String) throws {
            var headers = HTTPHeaders()
            headers.add(name, value)
            let error = #expect(throws: APIError.self) { try HTTPFields(headers) }
            #expect(
                error?.code == .invalidRequest && error?.message?.hasPrefix(message) ?? false,
                "\(String(describing: error))")
        }

        @Test func tooManyFieldsAreRefused() throws {
            var headers = HTTPHeaders()
            for _ in 0...65_000 { headers.add("a", "b") }
            #expect(throws: APIError.self) { try HTTPFields(headers) }
        }

        @Test func whiteSpaceAroundAValueIsRemoved() throws {
            #expect(try HTTPFields(["X-A": " \t1 2 "]).map(\.value) == ["1 2"])
        }

        @Test func valuesThatAreNotUTF8AreLatin1() throws {
            var fields = HTTPFields()
            fields.append(HTTPField(name: try #require(HTTPField.Name("X-A")), value: [0x61, 0xE9] as [UInt8]))
            #expect(HTTPHeaders(fields)["X-A"] == "aé")
        }

        @Test(arguments: Methodical.HTTPRequest.Verb.allCases)
        func everyVerbHasItsMethod(_ verb: Methodical.HTTPRequest.Verb) {
            let method = HTTPTypes.HTTPRequest.Method(verb)
            #expect(method.rawValue == verb.rawValue && Methodical.HTTPRequest.Verb(method) == verb)
        }

        @Test func otherMethodsHaveNoVerb() throws {
            let propfind = try #require(HTTPTypes.HTTPRequest.Method("PROPFIND"))
            #expect(Methodical.HTTPRequest.Verb(propfind) == nil)
            let head = HTTPTypes.HTTPRequest(method: propfind, scheme: "https", authority: "a.example", path: "*")
            let error = #expect(throws: APIError.self) { try Methodical.HTTPRequest(head) }
            #expect(
                error?.message
                    == "the HTTP method must be one of GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS, TRACE, CONNECT, "
                    + "not PROPFIND")
        }

        @Test(
            "An address survives the conversion to a head and back with all its escapes",
            arguments: [
                ("https://a.example/b/c?d=e%20f&g=%2F", "https", "a.example", "/b/c?d=e%20f&g=%2F"),
                ("http://127.0.0.1:8080/", "http", "127.0.0.1:8080", "/"),
                ("https://[::1]:443/a%2Fb;c", "https", "[::1]:443", "/a%2Fb;c"),
                ("https://a.example//b/?", "https", "a.example", "//b/?"),
            ])
        func addressesSurvive(_ text: String, _ scheme: String, _ authority: String, _ path: String) throws {
            let request = Methodical.HTTPRequest(verb: .get, url: try #require(URL(string: text)))
            let head = try HTTPTypes.HTTPRequest(request)
            #expect(head.scheme == scheme && head.authority == authority && head.path == path)
            #expect(try Methodical.HTTPRequest(head).url.absoluteString == text)
        }

        @Test func anAddressWithoutAPathGetsOne() throws {
            let request = Methodical.HTTPRequest(verb: .get, url: try #require(URL(string: "https://a.example?b=c")))
            #expect(try HTTPTypes.HTTPRequest(request).path == "/?b=c")
        }

        @Test(
            arguments: [
                (nil, "a.example", "/", "the head of the request has no scheme; set it to https or http"),
                ("https", nil, "/", "the head of the request has no authority; set it to the name of a host"),
                ("https", "a.example", "b", "scheme, authority and path of the head make no URL"),
                ("https", "a.example", "/b#c", "scheme, authority and path of the head make no URL"),
                ("https", "a.example/", "/", "scheme, authority and path of the head make no URL"),
                ("https://b.example/?", "a.example", "/", "scheme, authority and path of the head make no URL"),
                ("ftp", "a.example", "/", "scheme, authority and path of the head make no URL"),
                ("https", "user@a.example", "/", "scheme, authority and path of the head make no URL"),
                ("https", #"a.example\@b.example"#, "/", "scheme, authority and path of the head make no URL"),
            ] as [(String?, String?, String, String)])
        func headsWithoutAnAddressAreRefused(
            _ scheme: String?, _ authority: String?, _ path: String, _ message: String
        ) throws {
            let head = HTTPTypes.HTTPRequest(method: .get, scheme: scheme, authority: authority, path: path)
            let error = #expect(throws: APIError.self) { try Methodical.HTTPRequest(head) }
            #expect(
                error?.code == .invalidRequest && error?.message?.hasPrefix(message) ?? false,
                "\(String(describing: error))")
        }

        @Test func addressesWithoutAHostAreRefused() throws {
            for text in ["/a", "mailto:a@b.example", "file:///a"] {
                let request = Methodical.HTTPRequest(verb: .get, url: try #require(URL(string: text)))
                #expect(throws: APIError.self, "\(text)") { try HTTPTypes.HTTPRequest(request) }
            }
        }

        @Test func replacingTheHeadKeepsTheRest() throws {
            let url = try #require(URL(string: "https://user:password@a.example/b#c"))
            var request = Methodical.HTTPRequest(
                verb: .post, url: url, headers: ["X-A": "1"], body: Data("body".utf8), timeout: .seconds(3))
            (request.priority, request.destination) = (.high, URL(filePath: "/tmp/a"))
            var head = try HTTPTypes.HTTPRequest(request)
            #expect(head.authority == "a.example" && !"\(head)".contains("password"))
            var same = request
            try same.replaceHead(by: head)
            #expect(same == request)

            head.headerFields[.accept] = "text/plain"
            head.method = .get
            head.path = "/d?e"
            var changed = request
            try changed.replaceHead(by: head)
            #expect(changed.url.absoluteString == "https://a.example/d?e" && changed.verb == .get)
            #expect(changed.headers["accept"] == "text/plain" && changed.isRepeatable)
            #expect(changed.body == request.body && changed.timeout == .seconds(3) && changed.priority == .high)
            #expect(changed.destination == request.destination)

            head.scheme = nil
            #expect(throws: APIError.self) { try changed.replaceHead(by: head) }
            #expect(changed.verb == .get && changed.url.absoluteString == "https://a.example/d?e")
        }

        @Test("A head can replace that of a request without a host")
        func aHeadGivesARequestItsHost() throws {
            var request = Methodical.HTTPRequest(verb: .get, url: try #require(URL(string: "/a")))
            try request.replaceHead(
                by: HTTPTypes.HTTPRequest(method: .get, scheme: "https", authority: "a.example", path: "/b"))
            #expect(request.url.absoluteString == "https://a.example/b")
        }

        @Test("A response survives the conversion, and an impossible status or name of a field is refused")
        func responsesSurvive() throws {
            let response = Methodical.HTTPResponse(
                status: 207, headers: ["Content-Type": "text/plain"], body: Data("body".utf8))
            let head = try HTTPTypes.HTTPResponse(response)
            #expect(head.status.code == 207)
            #expect(Methodical.HTTPResponse(head, body: response.body) == response)
            for status in [-1, 0, 99, 1000, .max] {
                let error = #expect(throws: APIError.self) {
                    try HTTPTypes.HTTPResponse(Methodical.HTTPResponse(status: status))
                }
                #expect(error?.code == .undecodable)
            }
            let error = #expect(throws: APIError.self) {
                try HTTPTypes.HTTPResponse(Methodical.HTTPResponse(status: 200, headers: ["a b": "c"]))
            }
            #expect(error?.code == .undecodable)
        }
    }
#endif
