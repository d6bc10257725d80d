import Foundation
import LoopbackServer
import Methodical
import MethodicalOperations
import Testing

/// Tests of long-running operations against a real server, in the forms that services use.
@Suite struct OperationsTests {
    /// Google leaves `done` out until it is true, and the result is under `response`.
    @Test func byAMethodOfTheAPI() async throws {
        let server = try LoopbackServer(replies: [
            .http(200, [], #"{"name":"operations/7","metadata":{"progressPercent":0}}"#),
            .http(200, [], #"{"name":"operations/7","metadata":{"progressPercent":60}}"#),
            .http(200, [], #"{"name":"operations/7","done":true,"response":{"videos":["a","b"]}}"#),
        ])
        let clock = Clock()
        let videos = try await Service(server, clock).generate(prompt: "a cat").send()
        #expect(videos == ["a", "b"])
        #expect(
            server.received.map { $0.verb + " " + $0.target } == [
                "POST /v1/models/veo:predictLongRunning", "GET /v1/operations%2F7", "GET /v1/operations%2F7",
            ])
        #expect(server.received.map(\.body) == [#"{"prompt":"a cat"}"#, "", ""])
        #expect(server.received.allSatisfy { $0["Authorization"] == "Bearer secret-token" })
        #expect(clock.pauses == [1, 1.5])
    }

    /// An operation of Google that fails is `done` as well.
    @Test func anErrorInsideTheOperation() async throws {
        let server = try LoopbackServer(replies: [
            .http(200, [], #"{"name":"operations/7"}"#),
            .http(
                200, ["X-Request-Id: 5"],
                #"{"name":"operations/7","done":true,"error":{"code":3,"message":"Unsafe prompt by secret-token"}}"#),
        ])
        let error = try await failure(Service(server).generate(prompt: "a cat"))
        #expect(error.code == .server && error.server?.code == 3)
        #expect(error.headers["X-Request-Id"] == "5" && error.signature == Call.Signature("videos.generate"))
        #expect("\(error)".contains("Unsafe prompt by ") && !"\(error)".contains("secret-token"))
        #expect("\(error)".hasPrefix(#"operations.get [videos.generate]: server: the operation ended as "true": 3: "#))
    }

    @Test func byAnAddressInTheOperation() async throws {
        let server = try LoopbackServer { request in
            let address = "http://\(request["Host"] ?? "")/v1/predictions/x1"
            let state = request.verb == "POST" ? "starting" : "succeeded"
            return .http(
                request.verb == "POST" ? 201 : 200, [],
                #"{"id":"x1","status":"\#(state)","urls":{"get":"\#(address)"},"output":[1]}"#)
        }
        let clock = Clock()
        let prediction = try await Service(server, clock).predict(version: "v1").header("Prefer", "wait=5").send()
        #expect(prediction["output"] == [1])
        #expect(server.received.map(\.target) == ["/v1/predictions", "/v1/predictions/x1"])
        #expect(server.received.map { $0["Prefer"] } == ["wait=5", "wait=5"])
        #expect(clock.pauses == [2])
    }

    @Test func aStateThatMeansFailure() async throws {
        let server = try LoopbackServer(replies: [
            .http(201, [], #"{"status":"failed","error":"CUDA out of memory","urls":{"get":"/x"}}"#)
        ])
        let error = try await failure(Service(server).predict(version: "v1"))
        #expect(error.server?.message == "CUDA out of memory" && error.status == 201)
        #expect(server.received.count == 1)
    }

    /// Azure's header field comes before `Location`, and the server asks for pauses of its own.
    @Test func byAHeaderField() async throws {
        let server = try LoopbackServer { request in
            switch request.target {
            case "/mapData?name=n":
                .http(202, ["Operation-Location: /operations/1?api-version=2", "Location: /no", "Retry-After: 7"])
            case "/operations/1?api-version=2":
                .http(200, [], #"{"status":"Succeeded","result":{"count":12}}"#)
            default: .http(404)
            }
        }
        let clock = Clock()
        #expect(try await Service(server, clock).upload(name: "n").send() == 12)
        #expect(clock.pauses == [7])
    }

    /// The status 202 means that the operation continues, and another address may follow.
    @Test func byTheStatus() async throws {
        let server = try LoopbackServer { request in
            switch request.target {
            case "/export": .http(202, ["Location: /export/1"], "Accepted")
            case "/export/1": .http(202, ["Location: /export/2"])
            default: .http(200, [], "[1,2]")
            }
        }
        #expect(try await Service(server).export().send() == [1, 2])
        #expect(server.received.map(\.target) == ["/export", "/export/1", "/export/2"])
        #expect(server.received.map(\.verb) == ["POST", "GET", "GET"])
    }

    /// GitHub computes statistics after the first request for them, and has no other address.
    @Test func aReadThatIsNotReadyYet() async throws {
        let server = try LoopbackServer(replies: [.http(202, [], "{}"), .http(202, [], "{}"), .http(200, [], "[3]")])
        #expect(try await Service(server).export(.get).send() == [3])
        #expect(server.received.map(\.target) == ["/export", "/export", "/export"])
    }

    @Test func anOperationThatEndsAtOnce() async throws {
        let server = try LoopbackServer(replies: [.http(200, [], "[4]")])
        let running = Service(server).export().start()
        #expect(try await running.value == [4])
        #expect(try await running.handle == nil)
        #expect(server.received.count == 1)
    }

    @Test func withoutAResult() async throws {
        let server = try LoopbackServer(replies: [.http(202, ["Location: /data/1"]), .http(202), .http(204)])
        let nothing: Void = try await Service(server).erase().send()
        #expect(nothing == ())
        #expect(server.received.map(\.target) == ["/data", "/data/1", "/data/1"])
    }

    @Test func aResponseWithoutAnAddress() async throws {
        let server = try LoopbackServer(replies: [.http(202), .http(200, [], "{}")])
        let error = try await failure(Service(server).export())
        #expect(error.code == .undecodable)
        #expect("\(error)".contains("expected it in a header field Operation-Location or Location"))
        let other = try await failure(Service(server).generate(prompt: "a"))
        #expect("\(other)".contains("the response has no \"name\", by which the operation is polled"))
    }

    /// Requests carry the token, so no address of another server is polled.
    @Test(arguments: ["https://other.example.com/1", "//127.0.0.1:1/x", "ftp://127.0.0.1/x"])
    func anAddressOfAnotherServer(_ address: String) async throws {
        let server = try LoopbackServer(replies: [.http(202, ["Location: \(address)"])])
        let error = try await failure(Service(server).export())
        #expect(error.code == .invalidRequest)
        #expect(error.message == "the address of the operation leads to another server")
        #expect(server.received.count == 1)
    }

    /// The default port and capital letters do not make another server.
    @Test func anAddressOfTheSameServer() async throws {
        let transport = Replies([
            HTTPResponse(status: 202, headers: ["Location": "https://API.example.com:443/jobs/1"]),
            HTTPResponse(status: 200, body: Data("[1]".utf8)),
        ])
        let client = Client(Service.api, transport: transport, configuration: .init(time: Clock().source))
        #expect(try await Service(client: client).export().send() == [1])
    }

    /// A wrong `Retry-After` cannot stop the wait for years.
    @Test(
        "A `Retry-After` of any size pauses an operation for a day at most",
        arguments: ["99999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT"])
    func hugePauses(_ pause: String) async throws {
        let server = try LoopbackServer(replies: [
            .http(202, ["Location: /1", "Retry-After: \(pause)"]), .http(200, [], "[1]"),
        ])
        let clock = Clock()
        #expect(try await Service(server, clock).export().send() == [1])
        #expect(clock.pauses == [86_400])
    }

    /// A server cannot keep the client busy. Only the schema may allow shorter pauses.
    @Test(arguments: [(1, [0.5, 0.5]), (0, [0, 0])] as [(Int, [Double])])
    func noPauseAtAll(interval: Int, pauses: [Double]) async throws {
        let begun = HTTPResponse(status: 202, headers: ["Location": "/1", "Retry-After": "0"])
        let transport = Replies([begun, begun, HTTPResponse(status: 200, body: Data("1".utf8))])
        let clock = Clock()
        let client = Client(Service.api, transport: transport, configuration: .init(time: clock.source))
        let request = OperationRequest<Int>(Call(client, .init("export", .post, "export")), interval: interval)
        #expect(try await request.send() == 1)
        #expect(clock.pauses == pauses)
    }

    /// Polls are authorized as the method is, on the server of the method, with its cookies.
    @Test func schemesAndServers() async throws {
        let begun = HTTPResponse(status: 202, headers: ["Location": "/jobs/1"])
        let transport = Replies([begun, begun, HTTPResponse(status: 200, body: Data("[1]".utf8))])
        let api = APIDescription(
            name: "Keyed", baseURL: "https://api.example.com/",
            schemes: ["key": .field("X-Key"), "login": .header("Basic")], needs: [["key"]],
            servers: ["jobs": "https://jobs.example.com/"])
        let credentials: [String: Credential] = ["key": .key("k"), "login": .basic(user: "a", password: "b")]
        let service = Service(
            client: Client(
                api, account: Account(id: 1, credentials: credentials), transport: transport,
                configuration: .init(time: Clock().source)))
        var call = Call(
            service.client,
            .init("jobs.start", .post, "jobs", parameters: .query, needs: [["login"]], server: "jobs"))
        call.add("session", "s1", .cookie)
        let running = OperationRequest<[Int]>(call).start()
        #expect(try await running.value == [1])
        let data = try JSONEncoder().encode(try #require(await running.handle))
        #expect(try await service.resume(JSONDecoder().decode(OperationHandle<[Int]>.self, from: data)).send() == [1])
        #expect(transport.requests.map(\.url.absoluteString).first == "https://jobs.example.com/jobs")
        let polls = transport.requests.dropFirst().map(\.url.absoluteString)
        #expect(polls == Array(repeating: "https://jobs.example.com/jobs/1", count: 3))
        for request in transport.requests {
            #expect(request.headers["Authorization"] == "Basic YTpi" && request.headers["X-Key"] == nil)
        }
        #expect(transport.requests.prefix(3).allSatisfy { $0.headers["Cookie"] == "session=s1" })
    }

    /// An address that holds a secret is not stored.
    @Test func noHandleWithASecret() async throws {
        let server = try LoopbackServer {
            .http(200, [], $0.verb == "POST" ? #"{"name":"7"}"# : #"{"name":"7","done":true}"#)
        }
        let client = Service(server).client
        var method = Call(client, .init("operations.get", .get, "v1/{name}", reads: true))
        method.add("key", "secret-key", [.query, .secret])
        let running = OperationRequest<JSON>(
            Call(client, .init("start", .post)), method: method, taking: [("name", "name", .path)], state: "done"
        ).start()
        #expect(try await running.value["name"] == "7")
        #expect(try await running.handle == nil)
    }

    @Test func pausesGrowUpToALimit() async throws {
        // A session would get the rest of the simulated time as its timeout, and a busy machine may need longer.
        let transport = Replies([
            HTTPResponse(status: 202, headers: ["Location": "/export/1"]), HTTPResponse(status: 202),
        ])
        let clock = Clock()
        let client = Client(Service.api, transport: transport, configuration: .init(time: clock.source))
        let error = try await failure(Service(client: client).export().deadline(.seconds(120)))
        #expect(error.code == .timedOut && error.message == "the operation has not ended by the deadline")
        let rounded = clock.pauses.map { ($0 * 100).rounded() / 100 }
        #expect(rounded == [1, 1.5, 2.25, 3.38, 5.06, 7.59, 11.39, 17.09, 25.63, 30])
    }

    @Test(arguments: [-1.0, 1]) func theDeadlineHoldsAcrossAJumpOfTheDate(hours: Double) async throws {
        let clock = Clock()
        let replies = [HTTPResponse(status: 202, headers: ["Location": "/export/1"]), HTTPResponse(status: 202)]
        let transport = Replies(replies) { clock.jump(hours: hours) }
        let client = Client(Service.api, transport: transport, configuration: .init(time: clock.source))
        let error = try await failure(Service(client: client).export().deadline(.seconds(3)))
        #expect(error.code == .timedOut)
        #expect(clock.pauses == [1, 1.5])
    }

    @Test func aFailedPollEndsTheWait() async throws {
        let server = try LoopbackServer(replies: [
            .http(202, ["Location: /export/1"]), .http(500, [], #"{"message":"broken"}"#),
        ])
        let error = try await failure(Service(server).export())
        #expect(error.code == .server && error.status == 500)
    }

    // MARK: Running operations

    @Test func progressAndStates() async throws {
        let server = try LoopbackServer(replies: [
            .http(200, [], #"{"name":"operations/7","metadata":{"progressPercent":0}}"#),
            .http(200, [], #"{"name":"operations/7","metadata":{"progressPercent":"60"}}"#),
            .http(200, [], #"{"name":"operations/7","done":true,"response":{"videos":[]}}"#),
        ])
        let running = Service(server).generate(prompt: "a cat").start()
        var last: OperationProgress?
        for await progress in running.progress { last = progress }
        #expect(try await running.value == [])
        #expect(last?.state == "true" && last?.operation["name"] == "operations/7")
        for await progress in running.progress { #expect(progress == last) }
    }

    @Test func cancelledWhileItWaits() async throws {
        let server = try LoopbackServer { $0.verb == "POST" ? .http(202, ["Location: /export/1"]) : .http(202) }
        let (isWaiting, isOver) = (Locked(false), Locked(false))
        let time = TimeSource(now: { Date() }) { _ in
            isWaiting.withLock { $0 = true }
            while !isOver.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }
        }
        let service = Service(
            client: Client(
                Service.api, configuration: Client.Configuration(baseURL: server.baseURL, time: time, limits: [:])))
        let running = service.export().start()
        let handle = try await running.handle
        #expect(handle?.url.path() == "/export/1")
        while !isWaiting.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }
        running.cancel()
        await #expect(throws: APIError.self) { try await running.value }
        // The next poll would follow now.
        isOver.withLock { $0 = true }
        try await Task.sleep(for: .milliseconds(500))
        #expect(server.received.count == 1)
        // So does the task that waits.
        for state in [isWaiting, isOver] { state.withLock { $0 = false } }
        let task = Task { try await service.export().send() }
        while !isWaiting.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }
        task.cancel()
        let error = await #expect(throws: APIError.self) { try await task.value }
        #expect(error?.code == .cancelled)
    }

    /// An operation can be stored as JSON, and resumed by another client of the same account.
    @Test func storedAndResumed() async throws {
        let isReady = Locked(false)
        let server = try LoopbackServer { request in
            if request.verb == "POST" { return .http(200, [], #"{"name":"operations/7"}"#) }
            let end = isReady.withLock { $0 } ? #","done":true,"response":{"videos":["a"]}"# : ""
            return .http(200, [], #"{"name":"operations/7"\#(end)}"#)
        }
        let running = Service(server).generate(prompt: "a cat").header("X-Key", "secret-key").start()
        let data = try JSONEncoder().encode(try #require(await running.handle))
        #expect(!String(decoding: data, as: UTF8.self).contains("secret"))
        running.cancel()
        isReady.withLock { $0 = true }
        let handle = try JSONDecoder().decode(OperationHandle<[String]>.self, from: data)
        let clock = Clock()
        #expect(try await Service(server, clock).resume(handle).send() == ["a"])
        #expect(clock.pauses == [])
        #expect(server.received.last?["Authorization"] == "Bearer secret-token")
        let other = try LoopbackServer(replies: [])
        #expect(try await failure(Service(other).resume(handle)).code == .invalidRequest)
        #expect(other.received.isEmpty)
    }

    @Test func aStubEndsTheOperationAtOnce() async throws {
        let server = try LoopbackServer(replies: [])
        let request = Service(server).generate(prompt: "")
        let response = try request.ended(with: ["a"])
        #expect(String(decoding: response.body, as: UTF8.self) == #"{"done":true,"response":{"videos":["a"]}}"#)
        let prediction = try Service(server).predict(version: "1").ended(with: ["id": "x"])
        #expect(String(decoding: prediction.body, as: UTF8.self) == #"{"id":"x","status":"succeeded"}"#)
    }

    @Test func descriptionsShowNoSecrets() throws {
        let service = Service(try LoopbackServer(replies: []))
        let request = service.generate(prompt: "a cat").header("X-Key", "secret-key").signature("video")
        #expect("\(request)".hasPrefix(#"videos.generate(prompt: "a cat""#))
        #expect(!"\(request)".contains("secret-key") && Mirror(reflecting: request).children.isEmpty)
    }

    @Test func eventsAndErrorsCarryTheSignature() async throws {
        let events = Locked<[String]>([])
        struct Observer: ClientObserver {
            let events: Locked<[String]>
            func observe(_ event: ClientEvent) { events.withLock { $0.append("\(event.method) \(event.signature)") } }
        }
        let server = try LoopbackServer(replies: [.http(202, ["Location: /1"]), .http(200, [], #"{"no":"list"}"#)])
        let service = Service(server, observers: [Observer(events: events)])
        let error = try await failure(service.export().signature("mine"))
        #expect(error.code == .undecodable && error.signature == Call.Signature("mine"))
        #expect(Set(events.withLock { $0 }) == ["data.export mine"])
    }
}

/// Returns the error of a request that must fail.
private func failure<Value>(
    _ request: OperationRequest<Value>, at location: SourceLocation = #_sourceLocation
) async throws -> APIError {
    do {
        let value = try await request.response()
        Issue.record("no error, but \(value)", sourceLocation: location)
        return APIError(.cancelled)
    } catch {
        return error
    }
}

extension LoopbackServer {
    /// Creates a server that sends these replies in turn. The last one is repeated.
    fileprivate convenience init(replies: [Reply]) throws {
        let rest = Locked(replies)
        try self.init { _ in rest.withLock { $0.count > 1 ? $0.removeFirst() : $0.first ?? .http(404) } }
    }
}
