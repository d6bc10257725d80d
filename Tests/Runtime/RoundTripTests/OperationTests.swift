import LoopbackServer
import Methodical
import MethodicalOperations
import Testing

/// Tests of methods that start an operation, byte for byte as the server receives their requests.
@Suite struct OperationTests {
    /// The polled method takes the argument `project` and the key `name` of the operation.
    @Test func byAMethod() async throws {
        let server = try LoopbackServer { request in
            let end = request.verb == "GET" ? #","done":true,"response":{"videos":["https://x.example/1"]}"# : ""
            return .http(200, ["Retry-After: 0"], #"{"name":"op-7"\#(end)}"#)
        }
        let jobs = Jobs(server, token: "t")
        let videos = try await jobs.videos.generate(project: "p", model: "veo", prompt: "a cat").send()
        #expect(videos == ["https://x.example/1"])
        #expect(
            server.received.map { $0.verb + " " + $0.target + " " + $0.body } == [
                #"POST /v1/p/models/veo:predictLongRunning {"prompt":"a cat"}"#, "GET /v1/p/op-7 ",
            ])
        #expect(server.received.allSatisfy { $0["Authorization"] == "Bearer t" })
    }

    @Test func theOperationIsTheResult() async throws {
        let server = try LoopbackServer { request in
            let state = request.verb == "GET" ? #""completed","text":"hello""# : #""queued""#
            return .http(200, ["Retry-After: 0"], #"{"id":"t1","status":\#(state)}"#)
        }
        let transcript = try await Jobs(server).transcripts.create(audioURL: "https://x.example/a.mp3").send()
        #expect(transcript.text == "hello" && transcript.status == .completed)
        #expect(
            server.received.map { $0.verb + " " + $0.target + " " + $0.body } == [
                #"POST /v2/transcript {"audio_url":"https://x.example/a.mp3"}"#, "GET /v2/transcript/t1 ",
            ])
    }

    @Test func aFailureIsAnError() async throws {
        let server = try LoopbackServer { _ in
            .http(200, [], #"{"id":"t1","status":"error","error":"Download error"}"#)
        }
        let request = Jobs(server).transcripts.create(audioURL: "https://x.example/a.mp3")
        let error = await #expect(throws: APIError.self) { try await request.send() }
        #expect(error?.server?.message == "Download error")
        #expect(
            error.map { "\($0)" }
                == #"transcripts.create: server: the operation ended as "error": Download error (HTTP 200)"#)
    }

    @Test func byAnAddressInTheResponse() async throws {
        let server = try LoopbackServer { request in
            let state = request.verb == "GET" ? #""succeeded","output":["a"]"# : #""starting""#
            return .http(
                request.verb == "GET" ? 200 : 201, ["Retry-After: 0"],
                #"{"id":"p1","status":\#(state),"urls":{"get":"/v1/predictions/p1?full=1"}}"#)
        }
        let request = Jobs(server).predictions.create(version: "v1", input: ["seed": 5])
        let prediction = try await request.start().value
        #expect(prediction.output == ["a"])
        #expect(
            server.received.map { $0.verb + " " + $0.target + " " + $0.body } == [
                #"POST /v1/predictions {"version":"v1","input":{"seed":5}}"#, "GET /v1/predictions/p1?full=1 ",
            ])
    }

    /// The rules of the API apply to all methods that match them.
    @Test func byHeaderFields() async throws {
        let server = try LoopbackServer { request in
            switch request.verb + " " + request.target {
            case "POST /mapData?name=n": .http(202, ["Operation-Location: /operations/1", "Retry-After: 0"])
            case "GET /operations/1": .http(200, [], #"{"status":"Succeeded","result":{"udid":"u1"}}"#)
            case "POST /exports", "DELETE /exports": .http(202, ["Location: /exports/1", "Retry-After: 0"])
            case "GET /exports/1": .http(200, [], "[1,2]")
            case "GET /exports/5": .http(200, [], "5")
            default: .http(404)
            }
        }
        let jobs = Jobs(server)
        #expect(try await jobs.maps.upload(name: "n").send().udid == "u1")
        #expect(try await jobs.exports.create(poll: 3).send() == [1, 2])
        #expect(server.received.last { $0.verb == "POST" }?.body == #"{"poll":3}"#)
        let nothing: Void = try await jobs.exports.delete().send()
        #expect(nothing == ())
        let plain: Request<Int> = jobs.exports.get(id: 5)
        #expect(try await plain.send() == 5)
    }
}
