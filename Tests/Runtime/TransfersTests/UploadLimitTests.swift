import EachTransport
import Foundation
import LoopbackServer
import Methodical
import MethodicalTransfers
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Tests of the time of an upload, of its cancellation while a form is written, and of the files that it leaves.
@Suite(.eachTransport) struct UploadLimitTests {
    // MARK: Cancellation

    /// The caller gets its error even if the source of the bytes ignores the cancellation.
    @Test(.timeLimit(.minutes(5)), arguments: [false, true]) func cancelledWhileAFormIsWritten(isRaw: Bool) async throws
    {
        let server = try LoopbackServer("1")
        let stuck = StuckStream()
        defer { stuck.end() }
        let before = try formFiles()
        let running = request(.stream(stuck), isRaw: isRaw, Service(server)).start()
        await stuck.untilRead()
        // The files of this test, and those that other tests have for a while.
        var left = try formFiles().subtracting(before)
        running.cancel()
        #expect(await failure { () throws(APIError) in try await running.value }?.code == .cancelled)
        while !left.isEmpty {
            try await Task.sleep(for: .milliseconds(5))
            left.formIntersection(try formFiles())
        }
        #expect(server.received.isEmpty)
    }

    /// Whatever the next part is, it is not written any more.
    @Test(arguments: ["data", "file", "stream", "field"]) func nothingIsWrittenAfterACancellation(next: String)
        async throws
    {
        let folder = try Folder()
        var form = Multipart()
        form.add("first", .stream(CancellingStream()))
        switch next {
        case "data": form.add("next", .data(pattern(1000)))
        case "file": form.add("next", .file(try folder.file("a", pattern(1000))))
        case "stream":
            form.add(
                "next",
                .stream(
                    AsyncStream {
                        $0.yield(pattern(1000)); $0.finish()
                    }))
        default: form.add("next", "text")
        }
        let writing = Task { [form] in
            await failure { () throws(APIError) in try await form.write(to: folder["form"]) }
        }
        #expect(await writing.value?.code == .cancelled)
        #expect(try Data(contentsOf: folder["form"]).count < 300)
    }

    // MARK: Timeouts

    @Test(.timeLimit(.minutes(5)), arguments: [false, true])
    func theTimeoutEndsTheWritingOfAForm(isRaw: Bool) async throws {
        let server = try LoopbackServer("1")
        let stuck = StuckStream()
        defer { stuck.end() }
        let request = request(.stream(stuck), isRaw: isRaw, Service(server)).timeout(.milliseconds(100))
        let error = await failure { () throws(APIError) in try await request.send() }
        #expect(error?.code == .timedOut && server.received.isEmpty)
    }

    @Test(.timeLimit(.minutes(5))) func theTimeoutOfTheClientHoldsAsWell() async throws {
        let server = try LoopbackServer("1")
        let stuck = StuckStream()
        defer { stuck.end() }
        let service = Service(over: .init(baseURL: server.baseURL, timeout: .milliseconds(100)))
        let error = await failure { () throws(APIError) in
            try await request(.stream(stuck), isRaw: false, service).send()
        }
        #expect(error?.code == .timedOut && server.received.isEmpty)
    }

    /// Each step takes two seconds, and the next one gets the time that is left.
    @Test(arguments: [(10, [10, 8, 6]), (3, [3, 1])] as [(Double, [Double])]) func oneTimeoutCoversAllSteps(
        timeout: Double, expected: [Double]
    ) async throws {
        let steps = Steps()
        let service = Service(transport: steps, over: .init(time: steps.time))
        let request = upload(.data(pattern(100)), service).timeout(.seconds(timeout))
        let error = await failure { () throws(APIError) in try await request.send() }
        #expect(steps.timeouts.withLock { $0 } == expected.map { .seconds($0) })
        #expect(error?.code == (expected.count == 3 ? nil : .timedOut))
    }

    @Test func withoutATimeoutNoStepHasOne() async throws {
        let steps = Steps()
        let service = Service(transport: steps, over: .init(time: steps.time))
        _ = try await upload(.data(pattern(100)), service).send()
        #expect(steps.timeouts.withLock { $0 } == [nil, nil, nil])
    }

    // MARK: Header fields

    @Test func headerFieldsGoToTheAPI() async throws {
        let foreign = try LoopbackServer(#"{"hash":"h"}"#)
        let server = try LoopbackServer { request in
            request.target == "/server"
                ? .http(200, [], #"{"response":{"upload_url":"\#(foreign.baseURL)/upload"}}"#)
                : .http(200, [], #"{"response":{}}"#)
        }
        let request = upload(.data(pattern(100)), Service(server)).header("X-Trace", "first").header("X-Trace", "7")
        _ = try await request.send()
        #expect(server.received.map { $0["X-Trace"] } == ["7", "7"])
        #expect(foreign.received.map { $0["X-Trace"] } == [nil])
        #expect(!"\(request)".contains("X-Trace"))
        let plain = try LoopbackServer(#"{"response":{}}"#)
        _ = try await self.request(.data(pattern(100)), isRaw: false, Service(plain)).header("X-Trace", "7").send()
        let form = try Service(plain).upload(Multipart(), to: plain.url()).header("X-Trace", "8")
        _ = try await form.send()
        #expect(plain.received.map { $0["X-Trace"] } == ["7", "8"])
    }

    // MARK: Files

    /// A pipe would hold the caller until its other end opens.
    @Test(.timeLimit(.minutes(5)), arguments: ["pipe", "folder"], [false, true])
    func aSourceThatIsNotAFile(kind: String, isRaw: Bool) async throws {
        let server = try LoopbackServer("1")
        let folder = try Folder()
        if kind == "pipe" {
            try #require(mkfifo(folder["pipe"].path, 0o600) == 0)
        } else {
            try FileManager.default.createDirectory(at: folder["folder"], withIntermediateDirectories: false)
        }
        let request = request(.file(folder[kind]), isRaw: isRaw, Service(server))
        let error = await failure { () throws(APIError) in try await request.send() }
        #expect(error?.code == .storage && error?.message?.contains("\(kind) is not a file") == true)
        #expect(server.connections == 0)
    }

    @Test(.timeLimit(.minutes(5))) func theNextProcessRemovesTheFilesOfDeadOnes() async throws {
        let server = try LoopbackServer { _ in .silence }
        let (folder, temporary) = (try Folder(), try Folder())
        let file = try folder.file("a", pattern(1000))
        func start() async throws -> Process {
            let count = server.received.count
            let process = try startTransfer("upload", server.url(), file, temporary: temporary.url)
            while server.received.count == count, process.isRunning { try await Task.sleep(for: .milliseconds(5)) }
            #expect(process.isRunning)
            return process
        }
        func end(_ process: Process) {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        // The files of other programs stay.
        try Data().write(to: temporary["another"])
        let dead = try await start()
        end(dead)
        let ofDead = try temporary.names
        #expect(ofDead.count == 2)
        let living = try await start()
        let ofLiving = try temporary.names
        #expect(ofLiving.count == 2 && Set(ofLiving).intersection(ofDead) == ["another"])
        // The file of a process that lives stays.
        let second = try await start()
        #expect(try temporary.names.count == 3 && Set(temporary.names).isSuperset(of: ofLiving))
        end(living)
        end(second)
        let last = try await start()
        #expect(try temporary.names.count == 2)
        end(last)
    }

    // MARK: Requests

    private func request(_ file: Upload, isRaw: Bool, _ service: Service) -> UploadRequest<JSON> {
        let call = Call(service.client, .init("files.put", .post, "file", parameters: .query))
        return isRaw ? UploadRequest(raw: file, call) : UploadRequest(file, field: "file", call)
    }

    /// An upload in three steps.
    private func upload(_ file: Upload, _ service: Service) -> UploadRequest<JSON> {
        UploadRequest(
            file, field: "file", name: "photos.upload", service.client,
            server: Call(service.client, .init("server", reads: true)),
            save: Call(service.client, .init("save")), answers: ["hash"])
    }

    private func formFiles() throws -> Set<String> {
        let names = try FileManager.default.contentsOfDirectory(atPath: FileManager.default.temporaryDirectory.path)
        return Set(names.filter { $0.hasPrefix("methodical-upload-") })
    }
}

/// A stream that yields nothing, and ignores that its task is cancelled.
private final class StuckStream: AsyncSequence, Sendable {
    typealias Element = Data
    private struct State {
        var isRead = false
        var hasEnded = false
        var reader: CheckedContinuation<Void, Never>?
    }
    private let state = Locked(State())

    struct Iterator: AsyncIteratorProtocol {
        let stream: StuckStream

        mutating func next() async throws -> Data? {
            await withCheckedContinuation { reader in
                let hasEnded = stream.state.withLock { state in
                    state.isRead = true
                    if !state.hasEnded { state.reader = reader }
                    return state.hasEnded
                }
                if hasEnded { reader.resume() }
            }
            return nil
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator(stream: self) }
    func end() {
        let reader = state.withLock { state in
            state.hasEnded = true
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume()
    }
    func untilRead() async { while !state.withLock({ $0.isRead }) { await Task.yield() } }
}

/// A stream that cancels the task that reads it, and ends as if nothing had happened.
private struct CancellingStream: AsyncSequence, Sendable {
    typealias Element = Data

    struct Iterator: AsyncIteratorProtocol {
        mutating func next() async throws -> Data? {
            withUnsafeCurrentTask { $0?.cancel() }
            return nil
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator() }
}

/// A server in memory, whose clock moves by two seconds with each request.
private final class Steps: Transport {
    let timeouts = Locked([Duration?]())
    private let passed = Locked(Duration.zero)
    private let start = ContinuousClock.now

    var time: TimeSource {
        TimeSource(
            now: { Date() }, instant: { [self] in start + passed.withLock { $0 } },
            sleep: { _ in try await Task.sleep(for: .seconds(3600)) })
    }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        timeouts.withLock { $0.append(request.timeout) }
        passed.withLock { $0 += .seconds(2) }
        let body =
            switch request.url.lastPathComponent {
            case "server": #"{"response":{"upload_url":"http://127.0.0.1:9/upload"}}"#
            case "upload": #"{"hash":"h"}"#
            default: #"{"response":{}}"#
            }
        return HTTPResponse(status: 200, body: Data(body.utf8))
    }
}
