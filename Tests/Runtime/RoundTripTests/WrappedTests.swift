import LoopbackServer
import Methodical
import Testing

/// Tests of files in the form of VK's: envelope, token, version and variants need no settings in `api.json`.
@Suite struct WrappedTests {
    private func exchange<Value>(_ request: (WrappedAPI) -> Request<Value>) async throws -> Received {
        try await RoundTripTests.exchange(WrappedAPI.self, token: "abc", request)
    }

    // MARK: Calls

    @Test("Each variant sends its own arguments and constants")
    func variants() async throws {
        let plain = try await exchange { $0.people.get(userIDs: [1, 2]) }
        #expect(plain.line == "POST /people.get HTTP/1.1")
        #expect(plain.body == "user_ids=1%2C2&v=5.199&access_token=abc")
        let fields = try await exchange { $0.people.get(userIDs: [1], fields: [.city, .sex]) }
        #expect(fields.body == "user_ids=1&fields=city%2Csex&v=5.199&access_token=abc")
        let extended = try await exchange { $0.people.getExtended(fields: [.city]) }
        #expect(extended.body == "fields=city&extended=1&v=5.199&access_token=abc")
    }

    @Test("Constants are sent after the arguments, without being arguments")
    func constants() async throws {
        let anonymous = try await RoundTripTests.exchange(WrappedAPI.self) {
            $0.people.find(section: .cities, level: 2)
        }
        #expect(anonymous.body == "section=cities&level=2&v=5.199")
        let regions = try await exchange { $0.people.findRegions(level: 2) }
        #expect(regions.body == "level=2&section=regions&v=5.199&access_token=abc")
        let elsewhere = try await exchange { $0.people.searchRegions() }
        #expect(elsewhere.body == "section=regions&v=5.199&access_token=abc")
        let names = try await exchange { $0.people.findNames(section: .init(rawValue: "x")) }
        #expect(names.body == "section=x&level=3&short=0&v=5.199&access_token=abc")
    }

    /// A deprecated function works and gives a warning. A deprecation in the future gives none.
    @Test("A deprecated function works, and so does one with a deprecation in the future")
    func deprecated() async throws {
        let removing: any Removing = Deprecated()
        let removed = try await exchange { removing.removal($0, 7) }
        #expect(removed.line == "POST /people.remove HTTP/1.1")
        #expect(removed.body == "id=7&v=5.199&access_token=abc")
        let hidden = try await exchange { $0.people.hide(id: 7, captchaKey: "q") }
        #expect(hidden.body == "id=7&captcha_key=q&v=5.199&access_token=abc")
    }

    @Test("A method that needs a token is not sent without one or with one of another kind")
    func tokens() async throws {
        let server = try LoopbackServer(#"{"response":[]}"#)
        #expect(try await failure(WrappedAPI(server).people.get()).code == .notAuthorized)
        #expect(
            try await failure(WrappedAPI(server, token: "abc", kinds: .service).people.get()).code == .notAuthorized)
        #expect(server.connections == 0)
        for kinds in [Token.Kinds.user, .group, []] {
            #expect(try await WrappedAPI(server, token: "abc", kinds: kinds).people.get().send() == [])
        }
        #expect(try await RoundTripTests.answer(WrappedAPI.self, #"{"response":5}"#) { $0.people.count() } == 5)
    }

    // MARK: Answers

    private func answer<Value>(_ body: String, _ request: (WrappedAPI) -> Request<Value>) async throws -> Value {
        try await RoundTripTests.answer(WrappedAPI.self, body, token: "abc", request)
    }

    @Test("Results of each type are read from the envelope, whatever stands beside them")
    func results() async throws {
        #expect(try await answer(#"{"response":[9223372036854775807,-1]}"#) { $0.people.get() } == [.max, -1])
        let people = try await answer(
            #" {"x":{"response":0}, "response" : [ {"id":1,"first_name":"Ада","response":"r","new":[{}]} ] } "#
        ) {
            $0.people.get(fields: [.city])
        }
        #expect(people == [WrappedAPI.People.Person(id: 1, firstName: "Ада", response: "r")])
        let page = try await answer(#"{"response":{"count":1,"items":[{"id":2}]}}"#) { $0.people.getExtended() }
        #expect(page.count == 1 && page.items == [WrappedAPI.People.Person(id: 2)])
        #expect(
            try await answer(#"{"response":{"б":"2","a":"1"}}"#) { $0.people.findNames(section: .cities) } == [
                "a": "1", "б": "2",
            ])
        #expect(try await answer(#"{"response":1}"#) { $0.people.hide(id: 1) } == .ok)
        #expect(try await answer(#"{"response":[],"error":null}"#) { $0.people.get() } == [])
    }

    // MARK: Errors

    @Test("An error code has its name and its meaning, as a number and as a text")
    func namedErrors() async throws {
        let cases: [(Int, WrappedAPI.ErrorCode, APIError.Code)] = [
            (1, .unknown, .server), (5, .authorization, .notAuthorized), (6, .tooManyRequests, .rateLimited),
            (15, .accessDenied, .server),
            (-3, .negative, .server), (14, .init(rawValue: 14), .server),
        ]
        for (number, name, code) in cases {
            let body =
                #"{"error":{"error_code":\#(number),"error_msg":"Нет","request_params":[{"key":"v","value":"5"}]}}"#
            let error = try await failure(WrappedAPI.self, body, token: "abc") { $0.people.get() }
            #expect(error.code == code && error.method == "people.get" && error.status == 200)
            #expect(error.server?.code == name)
            #expect(error.server?.code == .number(number))
            #expect(error.server?.message == "Нет")
            #expect(error.server?.details?["request_params"]?[0]?["value"] == "5")
        }
        let text = try await failure(WrappedAPI.self, #"{"error":{"error_code":"15"}}"#, token: "abc") {
            $0.people.get()
        }
        #expect(text.server?.code == WrappedAPI.ErrorCode.accessDenied)
    }

    /// The `switch` in the documentation.
    @Test("A `switch` finds the error code of the server")
    func switching() async throws {
        let server = try LoopbackServer(#"{"error":{"error_code":15,"error_msg":"no"}}"#)
        do {
            _ = try await WrappedAPI(server).people.count().send()
            Issue.record("no error")
        } catch {
            switch error.code {
            case .server where error.server?.code == WrappedAPI.ErrorCode.accessDenied: break
            default: Issue.record("\(error)")
            }
        }
    }

    @Test("A response of another shape is undecodable, with the path of the mismatch")
    func wrongAnswers() async throws {
        let cases = [
            (#"{"answer":1}"#, "response"), (#"{"response":null}"#, "response"),
            (#"{"response":{"count":1,"items":[{"id":1},{"id":"x"}]}}"#, "response.items[1].id"),
            (#"{"response":{"count":1}}"#, "response.items"),
            (#"{"response":{"items":[{"first_name":"a"}],"count":1}}"#, "response.items[0].id"),
        ]
        for (body, path) in cases {
            let error = try await failure(WrappedAPI.self, body, token: "abc") { $0.people.getExtended() }
            #expect(error.code == .undecodable && error.problem?.path == path, "\(body): \(error)")
        }
    }
}

/// A deprecated function that implements a requirement, which can be called without a warning.
private protocol Removing {
    func removal(_ api: WrappedAPI, _ id: Int) -> Request<WrappedAPI.People.OKResponse>
}

private struct Deprecated: Removing {
    @available(*, deprecated)
    func removal(_ api: WrappedAPI, _ id: Int) -> Request<WrappedAPI.People.OKResponse> { api.people.remove(id: id) }
}
