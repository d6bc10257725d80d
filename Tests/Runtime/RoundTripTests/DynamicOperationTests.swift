import APICalling
import Foundation
import LoopbackServer
import Methodical
import MethodicalOperations
import TestFiles
import Testing

/// Tests of operations without generated code: a server receives the same as from generated code, and the outcome is
/// the result of the operation.
@Suite struct DynamicOperationTests {
    /// Runs an operation with and without generated code, and compares what the server receives.
    ///
    /// - Returns: The outcome without generated code.
    @discardableResult
    private func expectEqual<Value>(
        _ words: [String],
        at location: SourceLocation = #_sourceLocation,
        _ reply: @escaping @Sendable (Received) -> LoopbackServer.Reply,
        generated: (Jobs) -> OperationRequest<Value>
    ) async throws -> CallOutcome {
        let server = try LoopbackServer(reply)
        _ = try await generated(Jobs(server, token: "t")).response()
        let count = server.received.count
        let call = try DynamicCalls.call(words, in: try DynamicCalls.schema("Operations"))
        let client = call.client(for: Connection(baseURL: server.baseURL, token: "t"))
        let outcome = try await call.finish(on: client, within: nil) { _ in }
        let received = server.received
        try #require(count > 1 && received.count == 2 * count, "\(received.map(\.line))", sourceLocation: location)
        for (first, second) in zip(received[..<count], received[count...]) {
            #expect(DynamicCalls.fields(first) == DynamicCalls.fields(second), sourceLocation: location)
            #expect(first.bytes == second.bytes, sourceLocation: location)
        }
        return outcome
    }

    private static func shown(_ outcome: CallOutcome) -> String {
        String(decoding: outcome.body[outcome.result], as: UTF8.self)
    }

    @Test("A method reads the operation, with an argument of the start and a value of its response")
    func byAMethod() async throws {
        let outcome = try await expectEqual(["videos.generate", "project=p", "model=veo", "prompt=a cat"]) { request in
            let end = request.verb == "GET" ? #","done":true,"response":{"videos":["https://x.example/1"]}"# : ""
            return .http(200, ["Retry-After: 0"], #"{"name":"op-7"\#(end)}"#)
        } generated: {
            $0.videos.generate(project: "p", model: "veo", prompt: "a cat")
        }
        #expect(Self.shown(outcome) == #"["https://x.example/1"]"#)
    }

    @Test("The operation itself is the result if the schema names no key of it")
    func theOperationIsTheResult() async throws {
        let end = #"{"id":"t1","status":"completed","text":"hello"}"#
        let outcome = try await expectEqual(["transcripts.create", "audio_url=https://x.example/a.mp3"]) { request in
            .http(200, ["Retry-After: 0"], request.verb == "GET" ? end : #"{"id":"t1","status":"queued"}"#)
        } generated: {
            $0.transcripts.create(audioURL: "https://x.example/a.mp3")
        }
        #expect(Self.shown(outcome) == end)
    }

    @Test("An address in the response, and one in a header field, are polled")
    func byAnAddress() async throws {
        try await expectEqual(["predictions.create", "version=v1", #"input={"seed":5}"#]) { request in
            let state = request.verb == "GET" ? #""succeeded","output":["a"]"# : #""starting""#
            return .http(
                request.verb == "GET" ? 200 : 201, ["Retry-After: 0"],
                #"{"id":"p1","status":\#(state),"urls":{"get":"/v1/predictions/p1?full=1"}}"#)
        } generated: {
            $0.predictions.create(version: "v1", input: ["seed": 5])
        }
        let byField: @Sendable (Received) -> LoopbackServer.Reply = { request in
            switch request.verb + " " + request.target {
            case "POST /mapData?name=n": .http(202, ["Operation-Location: /operations/1", "Retry-After: 0"])
            case "GET /operations/1": .http(200, [], #"{"status":"Succeeded","result":{"udid":"u1"}}"#)
            case "POST /exports", "DELETE /exports": .http(202, ["Location: /exports/1", "Retry-After: 0"])
            case "GET /exports/1": .http(200, [], "[1,2]")
            default: .http(404)
            }
        }
        let map = try await expectEqual(["maps.upload", "name=n"], byField) { $0.maps.upload(name: "n") }
        #expect(Self.shown(map) == #"{"udid":"u1"}"#)
        let export = try await expectEqual(["exports.create", "poll=3"], byField) { $0.exports.create(poll: 3) }
        #expect(Self.shown(export) == "[1,2]")
        try await expectEqual(["exports.delete"], byField) { $0.exports.delete() }
    }

    @Test("An operation that fails, or does not end in time, is a failure of the server")
    func failures() async throws {
        let call = try DynamicCalls.call(
            ["transcripts.create", "audio_url=https://x.example/a.mp3"], in: try DynamicCalls.schema("Operations"))
        let failing = try LoopbackServer { _ in
            .http(200, [], #"{"id":"t1","status":"error","error":"Download error"}"#)
        }
        let failed = await #expect(throws: CallFailure.self) {
            try await call.finish(on: call.client(for: Connection(baseURL: failing.baseURL)), within: nil) { _ in }
        }
        #expect(
            failed?.description
                == #"transcripts.create: server: the operation ended as "error": Download error (HTTP 200)"#)
        #expect(failed?.isServers == true)
        let endless = try LoopbackServer { _ in .http(200, [], #"{"id":"t1","status":"queued"}"#) }
        let late = await #expect(throws: CallFailure.self) {
            // The pause of three seconds would pass the limit, so the wait ends at once.
            try await call.finish(
                on: call.client(for: Connection(baseURL: endless.baseURL)), within: .seconds(2)
            ) { _ in }
        }
        #expect(late?.description.contains("the operation has not ended by the deadline") == true, "\(late as Any)")
        #expect(endless.received.count == 1)
    }

    @Test("The response to the start is returned without a wait, and the states are reported during one")
    func startAndStates() async throws {
        let states = Locked<[OperationState]>([])
        let server = try LoopbackServer { request in
            // The operation runs until its state was reported.
            let hasEnded = request.verb == "GET" && states.withLock { !$0.isEmpty }
            let end = hasEnded ? #","done":true,"response":{"videos":[]}"# : ""
            return .http(200, ["Retry-After: 0"], #"{"name":"op-7","metadata":{"progressPercent":40}\#(end)}"#)
        }
        let call = try DynamicCalls.call(
            ["videos.generate", "project=p", "model=veo", "prompt=a"], in: try DynamicCalls.schema("Operations"))
        let client = call.client(for: Connection(baseURL: server.baseURL))
        let start = try await call.start(on: client)
        #expect(Self.shown(start) == #"{"name":"op-7","metadata":{"progressPercent":40}}"#)
        #expect(server.received.count == 1)
        let end = try await call.finish(on: client, within: nil) { state in
            states.withLock { $0.append(state) }
        }
        #expect(Self.shown(end) == "[]")
        let reported = states.withLock { $0 }
        #expect(reported.allSatisfy { $0.progress == 40 })
        #expect(reported.last?.name == "true")
    }
}
