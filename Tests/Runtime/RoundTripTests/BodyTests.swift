import Foundation
import LoopbackServer
import Methodical
import Testing

/// Tests of parameters as members of a JSON body.
@Suite struct BodyTests {
    @Test("A JSON body has each kind of parameter in its JSON form, and the token is in a header field")
    func kinds() async throws {
        let received = try await exchange(BodyAPI.self, token: "abc") {
            $0.goals.create(
                counterID: 7, text: "a\"b\\/ё😀\n\u{1}\u{7F}", whole: .min, ratio: 0.1, on: true, off: false,
                ids: [1, .max], words: ["x", "y,z"],
                kind: .action, kinds: [.init(rawValue: 1), .init(rawValue: 3)], user: "durov", whenQuoted: "")
        }
        #expect(received.line == "POST /counter/7/goals HTTP/1.1")
        #expect(received["Content-Type"] == "application/json")
        #expect(received["Authorization"] == "OAuth abc")
        #expect(
            received.body == #"{"text":"a\"b\\/ё😀\n\u0001"# + "\u{7F}"
                + #"","whole":-9223372036854775808,"ratio":0.1,"on":true,"off":false,"ids":[1,9223372036854775807],"words":["x","y,z"],"#
                + #""kind":"action","kinds":[1,3],"user":"durov","when \"quoted\"":"","version":"3"}"#)
    }

    @Test("Empty lists and texts stay in the body, and a call without a token has no `Authorization`")
    func emptyLists() async throws {
        let received = try await exchange(BodyAPI.self) {
            $0.goals.create(counterID: 7, text: "", ids: [], words: [], kinds: [], user: 1)
        }
        #expect(received.body == #"{"text":"","ids":[],"words":[],"kinds":[],"user":1,"version":"3"}"#)
        #expect(received["Authorization"] == nil)
    }

    @Test("Records, maps, and lists of them are nested JSON in the body")
    func objects() async throws {
        let goal = BodyAPI.Goal(name: "a", steps: [BodyAPI.Goal(name: "b")], created: 5)
        let text = #"{"name":"a","steps":[{"name":"b"}],"created":5}"#
        let received = try await exchange(BodyAPI.self) {
            $0.goals.objects(
                goal: goal, goals: [goal, BodyAPI.Goal(name: "c")], map: ["k": goal], any: ["z": nil], list: [[1], []])
        }
        #expect(received.line == "PUT /goals HTTP/1.1")
        #expect(
            received.body
                == #"{"goal":\#(text),"goals":[\#(text),{"name":"c"}],"map":{"k":\#(text)},"any":{"z":null},"list":[[1],[]],"version":"3"}"#
        )
    }

    /// The schema declares a string whose content is JSON.
    @Test("A text that holds JSON is a string in the body")
    func jsonText() async throws {
        let received = try await exchange(BodyAPI.self) { $0.goals.objects(text: ["a": "\"b"]) }
        #expect(received.body == #"{"text":"{\"a\":\"\\\"b\"}","version":"3"}"#)
    }

    @Test("Dates in a body have the format of their parameter")
    func dates() async throws {
        let date = Date(timeIntervalSince1970: 1_433_160_000.25)
        let received = try await exchange(BodyAPI.self) {
            $0.goals.dates(seconds: date, milliseconds: date, moment: date, moments: [date])
        }
        #expect(received.line == "PATCH /goals.dates HTTP/1.1")
        let moment = "2015-06-01T12:00:00.250Z"
        #expect(
            received.body
                == #"{"seconds":1433160000,"milliseconds":1433160000250,"moment":"\#(moment)","moments":["\#(moment)"],"version":"3"}"#
        )
    }

    /// Callers pass Swift values, the server receives the schema's form, and its response is the same text again, also
    /// for unknown values.
    @Test("Values with a format have Swift types, and each response is written back as the same text")
    func values() async throws {
        let date = Date(timeIntervalSince1970: 1_433_160_000.25)
        let received = try await exchange(BodyAPI.self) {
            $0.goals.values(
                day: "2024-02-29", length: .seconds(5400), seconds: .seconds(90), exact: .milliseconds(1234),
                share: 0.25, percent: 15,
                bytes: Data("foo".utf8), id: .max, at: date, exactAt: date, ids: [1, -2])
        }
        let sent =
            #"{"day":"2024-02-29","length":"PT1H30M","seconds":90,"exact":1.234,"share":0.25,"percent":15,"bytes":"Zm9v","#
            + #""id":"9223372036854775807","at":"1433160000","exact_at":1433160000.25,"ids":["1","-2"]"#
        #expect(received.body == sent + #","version":"3"}"#)
        let values = try await answer(BodyAPI.self, sent + "}") { $0.goals.values() }
        #expect(values.day?.month == 2 && values.length?.clock == "1:30:00" && values.seconds?.clock == "01:30")
        #expect(
            values.exact?.duration == .milliseconds(1234) && values.share?.description == "25%"
                && values.percent?.fraction == 0.15)
        #expect(values.bytes?.data == Data("foo".utf8) && values.id?.value == .max && values.ids == [1, -2])
        #expect(values.at?.date == Date(timeIntervalSince1970: 1_433_160_000) && values.exactAt?.date == date)
        #expect(String(decoding: try values.json(), as: UTF8.self) == sent + "}")
        let odd =
            #"{"day":"today","length":"P1Y","seconds":-90,"exact":1e+300,"share":7.5,"percent":-3,"bytes":"?","id":"007","at":"","exact_at":0}"#
        let kept = try await answer(BodyAPI.self, odd) { $0.goals.values() }
        #expect(
            kept.day?.day == nil && kept.length?.duration == nil && kept.exact?.duration == nil
                && kept.bytes?.data == nil)
        #expect(kept.id?.value == nil && kept.at?.date == nil)
        #expect(String(decoding: try kept.json(), as: UTF8.self) == odd)
    }

    @Test("Each argument is sent in the place that its parameter, its method, or the verb sets")
    func otherPlaces() async throws {
        let mixed = try await exchange(BodyAPI.self) { $0.goals.mixed(a: 1, dryRun: true, ifMatch: "\"x\"") }
        #expect(mixed.target == "/goals.mixed?dry_run=1")
        #expect(mixed["If-Match"] == "\"x\"")
        #expect(mixed.body == #"{"a":1,"version":"3"}"#)
        let get = try await exchange(BodyAPI.self) { $0.goals.get(page: 2) }
        #expect(get.line == "GET /goals?page=2&version=3 HTTP/1.1")
        let delete = try await exchange(BodyAPI.self) { $0.goals.delete(id: 2) }
        #expect(delete.line == "DELETE /goals?id=2&version=3 HTTP/1.1")
        #expect(delete.body == "")
        let purge = try await exchange(BodyAPI.self) { $0.goals.purge(ids: [1]) }
        #expect(purge.line == "DELETE /goals.purge?version=3 HTTP/1.1")
        #expect(purge.body == #"{"ids":[1]}"#)
        let form = try await exchange(BodyAPI.self) { $0.goals.form(a: "b c") }
        #expect(form["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(form.body == "a=b%20c&version=3")
        let nothing = try await exchange(BodyAPI.self) { $0.goals.nothing() }
        #expect(nothing.body == #"{"version":"3"}"#)
    }

    @Test("An error takes its message from the first of a list of errors, and keeps the list")
    func errorList() async throws {
        let body = #"{"errors":[{"error_type":"invalid_parameter","message":"Wrong id"}],"code":400,"message":"Wrong"}"#
        let error = try await failure(BodyAPI.self, body, status: 400) { $0.goals.get() }
        #expect(error.code == .server && error.status == 400)
        #expect(error.server?.code == 400 && error.server?.message == "Wrong id")
        #expect(error.server?.details == [["error_type": "invalid_parameter", "message": "Wrong id"]])
    }
}
