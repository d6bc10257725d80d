import Foundation
import Methodical
import Testing

/// Tests of parameters in the query, by the rules of `api.json`.
@Suite struct QueryTests {
    @Test("A query has each kind of parameter in its form, and the token is in a header field")
    func kinds() async throws {
        let received = try await exchange(QueryAPI.self, token: "abc") {
            $0.counters.list(
                q: FormTests.awkward, ids: [1, 2], metrics: ["ym:s:visits", "ym:s:users"], on: true, digit: false,
                from: Date(timeIntervalSince1970: 0), filter: .init(name: "a"), filters: [.init(id: 1), .init(id: 2)],
                sort: .init(rawValue: "+name"),
                apiKey: "k&")
        }
        let query =
            "q=\(FormTests.awkwardEncoded)&ids=1&ids=2&metrics=ym%3As%3Avisits,ym%3As%3Ausers&on=true&digit=0&from=1970-01-01T00%3A00%3A00Z"
            + "&filter=%7B%22name%22%3A%22a%22%7D&filters=%5B%7B%22id%22%3A1%7D%2C%7B%22id%22%3A2%7D%5D&sort=%2Bname&api_key=k%26&api=2%20b"
        #expect(received.line == "GET /management/v1/counters?\(query) HTTP/1.1")
        #expect(received["Authorization"] == "Bearer abc")
        #expect(received["Content-Type"] == nil && received["Content-Length"] ?? "0" == "0")
        #expect(received.body == "")
    }

    @Test("An empty list is left out of a query if it is repeated, and sent as empty otherwise")
    func emptyLists() async throws {
        let received = try await exchange(QueryAPI.self) { $0.counters.list(ids: [], metrics: [], filters: []) }
        #expect(received.target == "/management/v1/counters?metrics=&filters=%5B%5D&api=2%20b")
        #expect(received["Authorization"] == nil)
    }

    @Test("Each verb is sent, with the arguments in the query or, if the method says so, in the body")
    func verbs() async throws {
        let get = try await exchange(QueryAPI.self) { $0.counters.get(id: 7) }
        #expect(get.line == "GET /management/v1/counter/7?api=2%20b HTTP/1.1")
        let post = try await exchange(QueryAPI.self) { $0.counters.add(site: "a.b") }
        #expect(post.line == "POST /management/v1/counters?site=a.b&api=2%20b HTTP/1.1")
        #expect(post.body == "")
        let put = try await exchange(QueryAPI.self) { $0.counters.edit(id: 7, on: true) }
        #expect(put.line == "PUT /management/v1/counter/7 HTTP/1.1")
        #expect(put.body == "on=true&api=2%20b")
        let delete = try await exchange(QueryAPI.self) { $0.counters.remove(id: 7, force: false) }
        #expect(delete.line == "DELETE /management/v1/counter/7?force=false&api=2%20b HTTP/1.1")
        let head = try await exchange(QueryAPI.self) { $0.counters.probe(id: 7) }
        #expect(head.line == "HEAD /management/v1/counters?id=7&api=2%20b HTTP/1.1")
    }

    @Test func rulesOfOneMethod() async throws {
        let date = Date(timeIntervalSince1970: 1.5)
        let received = try await exchange(QueryAPI.self, token: "t") {
            $0.counters.open(on: true, ids: [1, 2], at: date)
        }
        #expect(received.target == "/management/v1/counters?on=1&ids%5B%5D=1&ids%5B%5D=2&at=1500&api=2%20b")
        let error = try await failure(QueryAPI().counters.open())
        #expect(error.code == .notAuthorized)
    }

    /// A named constant is sent as its raw value.
    @Test("Parameters of named types are sent by the rules of the types that they stand for")
    func namedKinds() async throws {
        let date = Date(timeIntervalSince1970: 0)
        let received = try await exchange(QueryAPI.self) {
            $0.reports.kinds(
                ids: [1, 2], flags: [true, false], since: date, days: [date, date], names: ["a", "b"],
                filters: [.init(id: 1)], code: .two, owner: "x"
            )
        }
        #expect(
            received.target
                == "/kinds?ids=1,2&flags=true&flags=false&since=1970-01-01T00%3A00%3A00Z&days=1970-01-01T00%3A00%3A00Z&days=1970-01-01T00%3A00%3A00Z"
                + "&names=a&names=b&filters=%5B%7B%22id%22%3A1%7D%5D&code=2&owner=x&api=2%20b")
    }

    @Test func constantsTravelAsTheirParameters() async throws {
        let plain = try await exchange(QueryAPI.self) { $0.reports.view(mode: .short) }
        #expect(plain.target == "/view/short?api=2%20b")
        #expect(plain["X-Extra"] == nil)
        let full = try await exchange(QueryAPI.self) { $0.reports.viewFull() }
        #expect(full.target == "/view/full?detailed=1&api=2%20b")
        #expect(full["X-Extra"] == "true")
    }

    @Test func nameInPath() async throws {
        let received = try await exchange(QueryAPI.self) { $0.reports.table.get(v: 1) }
        #expect(received.target == "/rest/reports.table.get?v=1&api=2%20b")
    }

    @Test("A result below a key is read, beside other members and with all digits of a number")
    func resultKey() async throws {
        let filter = try await answer(QueryAPI.self, #"{"counter":{"id":9007199254740993,"name":"a"},"id":1}"#) {
            $0.counters.get(id: 1)
        }
        #expect(filter == QueryAPI.Filter(name: "a", id: 9_007_199_254_740_993))
    }
}
