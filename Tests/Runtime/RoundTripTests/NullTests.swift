import Foundation
import LoopbackServer
import Methodical
import Testing

/// Tests of null in requests: a value, null and no value are three things.
@Suite struct NullTests {
    private let day = Date(timeIntervalSince1970: 1_433_160_000)

    @Test("Arguments that are left out are absent, and nil for a required one is null")
    func absent() async throws {
        let received = try await exchange(WireAPI.self) { $0.tasks.update(id: 7, parent: nil) }
        #expect(received.line == "PATCH /tasks/7 HTTP/1.1")
        #expect(received.body == #"{"parent":null}"#)
    }

    @Test("Each kind of parameter can be sent as null")
    func null() async throws {
        let received = try await exchange(WireAPI.self) {
            $0.tasks.update(
                id: 7, title: .null, due: .null, labels: .null, days: .null, priority: .null, weight: .null,
                done: .null, parent: nil, place: .null, extra: .null)
        }
        #expect(
            received.body == #"{"title":null,"due":null,"labels":null,"days":null,"priority":null,"weight":null,"#
                + #""done":null,"parent":null,"place":null,"extra":null}"#)
    }

    @Test("Literals are arguments of parameters that may be null")
    func literals() async throws {
        let received = try await exchange(WireAPI.self) {
            $0.tasks.update(
                id: 7, title: "Milk", labels: ["a", "b"], priority: 2, weight: 0.5, done: true, parent: "p",
                extra: .value(["a": 1]))
        }
        #expect(
            received.body
                == #"{"title":"Milk","labels":["a","b"],"priority":2,"weight":0.5,"done":true,"parent":"p","extra":{"a":1}}"#
        )
    }

    @Test("Values in variables are sent as such or as null, also inside records")
    func values() async throws {
        let title: String? = nil
        let received = try await exchange(WireAPI.self) {
            $0.tasks.update(
                id: 7, title: Nullable(title), due: .value(day), days: .value([day]), parent: title,
                place: .value(.init(city: .null)))
        }
        #expect(
            received.body == #"{"title":null,"due":"2015-06-01T12:00:00Z","days":[1433160000],"parent":null,"#
                + #""place":{"city":null}}"#)
    }

    /// Null in a query cannot be told from a text, so the parameter takes a plain string.
    @Test("Parameters of one name go to the path, the query, and the body, with plain strings in the query")
    func sharedNames() async throws {
        let received = try await exchange(WireAPI.self) {
            $0.tasks.update(id: 7, bodyID: "b", list: "l", parent: "p", filter: "f")
        }
        #expect(received.target == "/tasks/7?id=l&filter=f")
        #expect(received.body == #"{"id":"b","parent":"p"}"#)
    }

    @Test(
        "A record keeps null and absence apart when it is read, written, sent, and coded",
        arguments: [
            #"{"title":"a","owner":null}"#,
            #"{"title":"a","owner":"o","due":null,"state":null,"place":null,"parent":null,"labels":null,"value":null,"extra":null,"meta":{"note":null}}"#,
            #"{"title":"a","owner":null,"due":"2015-06-01T12:00:00Z","state":"open","place":{"city":null},"parent":{"title":"b","owner":null,"parent":null},"labels":["x"],"value":3,"extra":{"k":null},"meta":{"note":"n"}}"#,
        ])
    func records(text: String) async throws {
        let task = try WireAPI.Task(json: Array(text.utf8), reading: .strict)
        #expect(String(decoding: try task.json(), as: UTF8.self) == text)
        let received = try await exchange(WireAPI.self) { $0.tasks.save(task: task) }
        #expect(received.body == #"{"task":\#(text)}"#)
        // Foundation's coders agree, and so do comparison and hashing.
        let coded = try JSONDecoder().decode(WireAPI.Task.self, from: JSONEncoder().encode(task))
        #expect(coded == task && coded.hashValue == task.hashValue)
        #expect(try coded.json() == task.json())
        let decoded = try JSONDecoder().decode(WireAPI.Task.self, from: Data(text.utf8))
        #expect(decoded == task)
    }

    @Test func recordsInSwift() throws {
        var task = WireAPI.Task(title: "a", owner: nil, due: .null, state: .value(.open), labels: ["x"])
        #expect(
            String(decoding: try task.json(), as: UTF8.self)
                == #"{"title":"a","owner":null,"due":null,"state":"open","labels":["x"]}"#)
        #expect(task != WireAPI.Task(title: "a", owner: nil, state: .value(.open), labels: ["x"]))
        task.due = .value("2015-06-01T12:00:00Z")
        #expect(task.due?.wrapped?.date == day && task.labels?.wrapped == ["x"])
        task.due = nil
        task.parent = .value(WireAPI.Task(title: "b", owner: "o", parent: .null))
        #expect(
            String(decoding: try task.json(), as: UTF8.self)
                == #"{"title":"a","owner":null,"state":"open","parent":{"title":"b","owner":"o","parent":null},"labels":["x"]}"#
        )
    }

    /// Salvaging reads null in place of a value that it cannot read. The server did not send it, so a record that is
    /// sent back must not contain it.
    @Test func salvagedValuesAreAbsent() throws {
        let text = #"{"title":"a","owner":"o","place":{"city":null},"labels":{"a":1},"due":null}"#
        let task = try WireAPI.Task(json: Array(text.utf8), reading: .salvage)
        #expect(task.labels == nil && task.due == .null)
        #expect(
            String(decoding: try task.json(), as: UTF8.self)
                == #"{"title":"a","owner":"o","due":null,"place":{"city":null}}"#)
    }

    /// A record that is only received has plain optionals.
    @Test func responsesStayPlain() async throws {
        let receipt = try await answer(WireAPI.self, #"{"note":null}"#) { $0.tasks.get() }
        let note: String? = receipt.note
        #expect(note == nil)
    }
}
