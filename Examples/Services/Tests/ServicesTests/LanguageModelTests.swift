import Foundation
import LanguageModel
import Methodical
import MethodicalMock
import MethodicalTesting
import Testing

/// Tests of a language model that answers word by word, in server-sent events.
@Suite struct LanguageModelTests {
    private let server: MockServer
    private let model: LanguageModel

    init() async throws {
        server = try await MockServer.start("LanguageModel")
        model = LanguageModel(
            account: Account(token: "a key"), modelOrganization: "acme", configuration: server.configuration)
    }

    /// The same path without a stream.
    @Test func theWholeAnswer() async throws {
        server.on("responses.create", ["id": "1", "text": "Hello, Ada"])
        #expect(try await model.responses.create(model: "small", input: "Hello").send().text == "Hello, Ada")
        #expect(server.lastBody == #"{"model":"small","input":"Hello"}"#)
        #expect(server.calls[0].arguments["Model-Organization"] == "acme")
    }

    // MARK: Word by word

    /// Each event is a value of a union. The event `[DONE]` ends the loop and is not an element.
    @Test func wordByWord() async throws {
        server.on(
            "responses.stream",
            [
                ["type": "text.delta", "delta": "Hello"],
                ["type": "text.delta", "delta": ", Ada"],
                ["type": "completed", "answer": ["id": "1", "text": "Hello, Ada"]],
            ])
        var text = ""
        var answer: LanguageModel.Answer?
        for try await event in model.responses.stream(model: "small", input: "Hello") {
            text += event.words
            if case .completed(let completed) = event { answer = completed.answer }
        }
        #expect(text == "Hello, Ada")
        #expect(answer?.text == text)
        #expect(server.lastBody == #"{"model":"small","input":"Hello","stream":true}"#)
    }

    /// An app that does not know a new kind of event keeps working.
    @Test func anEventOfANewKind() async throws {
        server.on("responses.stream", [["type": "mood", "mood": "happy"], ["type": "text.delta", "delta": "Hi"]])
        var text = ""
        for try await event in model.responses.stream(model: "small", input: "Hello") { text += event.words }
        #expect(text == "Hi")
    }

    // MARK: Failures

    /// A failure before the first element is the error of the loop. The schema describes its body.
    @Test func aFailureBeforeTheFirstWord() async throws {
        server.fail("responses.stream", code: 400, "There is no such model.", status: 400, details: ["param": "model"])
        let error = await #expect(throws: APIError.self) {
            for try await event in model.responses.stream(model: "none", input: "Hello") {
                Issue.record("\(event)")
            }
        }
        #expect(error?.status == 400)
        #expect(error?.failure(as: LanguageModel.Problem.self)?.param == "model")
    }

    /// An answer without its end mark is not complete. The words so far are delivered, and then the loop throws.
    @Test func aStreamThatBreaksOff() async throws {
        let stub = StubTransport()
        let model = LanguageModel(account: .test, transport: stub)
        stub.on(model.responses.stream(model: "", input: "")) { _, send in
            send(try .init(json: #"{"type": "text.delta", "delta": "Hel"}"#))
            throw URLError(.networkConnectionLost)
        }
        var text = ""
        let error = await #expect(throws: APIError.self) {
            for try await event in model.responses.stream(model: "small", input: "Hello") { text += event.words }
        }
        #expect(text == "Hel")
        #expect(error?.code == .connection)
    }

    // MARK: Cancellation

    /// Leaving the loop ends the request, so that the service stops writing.
    @Test(.timeLimit(.minutes(20))) func leavingTheLoop() async throws {
        let stub = StubTransport()
        let model = LanguageModel(account: .test, transport: stub)
        let (ends, ended) = AsyncStream<Void>.makeStream()
        stub.on(model.responses.stream(model: "", input: "")) { _, send in
            defer { ended.yield() }
            while true {
                send(try .init(json: #"{"type": "text.delta", "delta": "and "}"#))
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        var text = ""
        for try await event in model.responses.stream(model: "small", input: "Never stop") {
            text += event.words
            if text.count > 10 { break }
        }
        #expect(text == "and and and ")
        for await _ in ends { break }
    }

    /// A view that disappears cancels its task. The loop then throws `.cancelled`.
    @Test(.timeLimit(.minutes(20))) func cancellingTheTask() async throws {
        server.on("responses.stream") { _ in
            try await Task.sleep(for: .seconds(600))
            return []
        }
        let reading = Task { [model] in
            for try await _ in model.responses.stream(model: "slow", input: "Hello") {}
        }
        while server.calls.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        reading.cancel()
        let error = await #expect(throws: APIError.self) { try await reading.value }
        #expect(error?.code == .cancelled)
    }
}
