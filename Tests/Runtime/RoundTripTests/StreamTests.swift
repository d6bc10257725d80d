import Foundation
import LoopbackServer
import Methodical
import MethodicalStreams
import Testing

/// Tests of streams with generated code.
@Suite struct StreamTests {
    /// The name of an event selects its type. The server ends the stream with a 204 after the last event.
    @Test func eventsOfSeveralTypes() async throws {
        let text = """
            retry: 10
            id: 1
            event: update
            data: {"id": 7,
            data:  "text": "…"}

            event: delete
            data: 7

            event: ping
            data:

            event: merge
            data: {"ids": [7, 8]}

            data: none
            id: 9


            """
        let server = try LoopbackServer { request in
            request["Last-Event-ID"] == nil
                ? .raw(["HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n" + text]) : .http(204)
        }
        var found: [String] = []
        for try await event in StreamsAPI(server).timeline.stream() {
            switch event {
            case .update(let note): found.append("update \(note.id) \(note.text ?? "")")
            case .delete(let id): found.append("delete \(id)")
            case .ping: found.append("ping")
            case .unknown(let name, let value): found.append("\(name) \(value)")
            }
        }
        #expect(found == ["update 7 …", "delete 7", "ping", #"merge {"ids":[7,8]}"#, #"message "none""#])
        #expect(server.received.map(\.line) == Array(repeating: "GET /api/v1/streaming HTTP/1.1", count: 2))
        #expect(server.received.map { $0["Last-Event-ID"] } == [nil, "9"])
    }

    /// The data of an event must fit the type that its name selects.
    @Test func anEventOfTheWrongType() async throws {
        let server = try LoopbackServer { _ in
            .raw(["HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nevent: update\ndata: {\"text\": 1}\n\n"])
        }
        let error = await #expect(throws: APIError.self) {
            let stream = StreamsAPI(server).timeline.stream().reading(.strict).reconnecting(false)
            for try await event in stream { Issue.record("\(event)") }
        }
        #expect(error?.code == .undecodable && error?.method == "timeline.stream")
    }

    @Test func untilTheEndMark() async throws {
        let server = try LoopbackServer { _ in
            .raw([
                "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n",
                "data: {\"word\": \"Ahoy\"}\n\ndata: [DONE]\n\ndata: {}\n\n",
            ])
        }
        var words: [String] = []
        for try await reply in StreamsAPI(server).replies.create(prompt: "hi") { words.append(reply.word) }
        #expect(words == ["Ahoy"])
        #expect(server.received.map(\.body) == [#"{"prompt":"hi"}"#])
        #expect(server.received[0].line == "POST /replies HTTP/1.1")
    }

    @Test("A stream of JSON lines has a value for each line that is not empty")
    func lines() async throws {
        let server = try LoopbackServer { _ in
            .data(200, ["Content-Type: application/x-ndjson"], Data("{\"id\":1}\n\n{\"id\":2,\"text\":\"…\"}".utf8))
        }
        var notes: [StreamsAPI.Note] = []
        for try await note in StreamsAPI(server).timeline.export() { notes.append(note) }
        #expect(notes == [StreamsAPI.Note(id: 1), StreamsAPI.Note(id: 2, text: "…")])
    }
}
