import LoopbackServer
import Methodical
import Testing

/// Tests of every envelope that `api.json` can describe.
@Suite struct EnvelopeTests {
    // MARK: Keys of result and error

    @Test("A result is inside the envelope's key, where a member of the same name stays")
    func keys() async throws {
        #expect(
            try await answer(KeyedAPI.self, #"{"data":{"data":"x","id":1}}"#) { $0.items.get() }
                == KeyedAPI.Item(data: "x", id: 1))
        #expect(
            try await answer(KeyedAPI.self, #"{"data":{"data":"x","id":1}}"#) { $0.items.wrapped() }
                == KeyedAPI.Item(data: "x", id: 1))
        let rows = try await answer(
            KeyedAPI.self, #"{"meta":{"rows":0},"data":{"total":2,"rows":[{"id":1},{"id":2}]}}"#
        ) { $0.items.list() }
        #expect(rows.map(\.id) == [1, 2])
        #expect(try await answer(KeyedAPI.self, #"{"data":[1,null]}"#) { $0.items.anything() } == [1, nil])
        #expect(try await answer(KeyedAPI.self, #"{"failure":false,"data":{}}"#) { $0.items.get() } == KeyedAPI.Item())
        let sent = try await exchange(KeyedAPI.self, token: "abc") { $0.items.get() }
        #expect(sent["X-Api-Key"] == "abc" && sent["Authorization"] == nil)
        #expect(sent.line == "POST /items.get HTTP/1.1" && sent.body == "")
    }

    @Test("The envelope's error object is an error of the server, whatever the status")
    func errorObject() async throws {
        for status in [200, 400] {
            for request in [{ $0.items.get() }, { $0.items.wrapped() }] as [(KeyedAPI) -> Request<KeyedAPI.Item>] {
                let body = #"{"data":{"id":1},"failure":{"kind":"gone","text":"Вышел"}}"#
                let error = try await failure(KeyedAPI.self, body, status: status, request)
                #expect(error.code == .server && error.status == status)
                #expect(
                    error.server
                        == ServerError(code: "gone", message: "Вышел", details: ["kind": "gone", "text": "Вышел"]))
            }
        }
        let keyed = try await failure(KeyedAPI.self, #"{"failure":{"kind":7,"text":"a"}}"#) { $0.items.list() }
        #expect(keyed.server?.code == 7 && keyed.server?.message == "a")
    }

    @Test("An absent result is nil or null, and an empty body is an error if the method needs a value")
    func nothing() async throws {
        #expect(try await answer(KeyedAPI.self, #"{"data":null}"#) { $0.items.maybe() } == nil)
        #expect(try await answer(KeyedAPI.self, #"{"data":5}"#) { $0.items.maybe() } == 5)
        #expect(try await answer(KeyedAPI.self, #"{"data":null}"#) { $0.items.anything() } == .null)
        for (body, status) in [("", 200), ("", 204)] {
            #expect(try await answer(KeyedAPI.self, body, status: status) { $0.items.maybe() } == nil)
            #expect(try await answer(KeyedAPI.self, body, status: status) { $0.items.anything() } == .null)
            _ = try await answer(KeyedAPI.self, body, status: status) { $0.items.nothing() }
            #expect(try await failure(KeyedAPI.self, body, status: status) { $0.items.get() }.code == .undecodable)
        }
        _ = try await answer(KeyedAPI.self, #"{"data":null}"#) { $0.items.nothing() }
    }

    // MARK: A scalar error, its message beside it

    @Test("An error code beside a message makes an error, which has the name of the code")
    func scalarError() async throws {
        for body in [#"{"err":404,"msg":"not found"}"#, #"{"msg":"not found","err":"404"}"#] {
            let list = try await failure(ScalarAPI.self, body) { $0.pins.list() }
            #expect(list.code == .server && list.server?.message == "not found")
            #expect(list.server?.code == ScalarAPI.ErrorCode.notFound)
            let whole = try await failure(ScalarAPI.self, body, status: 404) { $0.pins.whole() }
            #expect(whole.status == 404 && whole.server?.code == ScalarAPI.ErrorCode.notFound)
        }
        #expect(try await failure(ScalarAPI.self, #"{"err":403}"#) { $0.pins.get(pinID: 1) }.code == .notAuthorized)
    }

    @Test("A result below a key is read, and a result without that key is undecodable")
    func nestedResult() async throws {
        let pin = ScalarAPI.Pin(pinID: 7, rawText: "ё")
        #expect(
            try await answer(ScalarAPI.self, #"{"pins":[{"pin_id":7,"raw_text":"ё"}],"err":null}"#) { $0.pins.list() }
                == [pin])
        #expect(
            try await answer(ScalarAPI.self, #"{"next":{"pin":1},"pin":{"raw_text":"ё","pin_id":7}}"#) {
                $0.pins.get(pinID: 7)
            } == pin)
        #expect(
            try await answer(ScalarAPI.self, #"{"pins":[],"msg":"m"}"#) { $0.pins.whole() }
                == ScalarAPI.Page(pins: [], msg: "m"))
        #expect(
            try await exchange(ScalarAPI.self, token: "abc") { $0.pins.get(pinID: 7) }.line == "GET /pins/7 HTTP/1.1")
        let missing = try await failure(ScalarAPI.self, #"{"total":0}"#) { $0.pins.list() }
        #expect(missing.code == .undecodable && missing.problem?.path == "pins")
    }

    // MARK: Only the status tells

    @Test("The status tells results from errors, and with the body it sets the code of the error")
    func status() async throws {
        #expect(try await answer(StatusAPI.self, "[1,2]", status: 201) { $0.things.get() } == [1, 2])
        _ = try await answer(StatusAPI.self, "", status: 204) { $0.things.delete() }
        let named = try await failure(StatusAPI.self, #"{"code":404,"message":"gone"}"#, status: 400) {
            $0.things.get()
        }
        #expect(named.code == .server && named.status == 400 && named.server?.message == "gone")
        #expect(named.server?.code == StatusAPI.ErrorCode.noSuchThing)
        let cases: [(Int, String, APIError.Code)] = [
            (401, "{}", .notAuthorized), (429, "", .rateLimited), (400, #"{"code":420}"#, .rateLimited),
            (404, "<html>", .server), (500, "", .server),
            (503, "[1]", .server), (304, "", .server),
        ]
        for (status, body, code) in cases {
            let error = try await failure(StatusAPI.self, body, status: status) { $0.things.get() }
            #expect(error.code == code && error.status == status, "\(error)")
        }
    }

    // MARK: How answers are read

    @Test("Strict reading names the value that the schema excludes, and no token is sent")
    func strictly() async throws {
        #expect(
            try await answer(StrictAPI.self, #"{"id":1,"kind":"a","on":true}"#) { $0.things.get() }
                == StrictAPI.Thing(id: 1, kind: .a, on: true))
        for (body, path) in [
            (#"{"kind":"c"}"#, "kind"), (#"{"id":"1"}"#, "id"), (#"{"on":1}"#, "on"), ("{}", "id"),
            (#"{"id":null}"#, "id"),
        ] {
            let error = try await failure(StrictAPI.self, body) { $0.things.get() }
            #expect(error.code == .undecodable && error.problem?.path == path, "\(error)")
        }
        #expect(try await exchange(StrictAPI.self, token: "abc") { $0.things.get() }["Authorization"] == nil)
    }
}
