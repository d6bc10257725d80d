import EachTransport
import Foundation
import LoopbackServer
import Methodical
import MethodicalTransfers
import Testing

/// Tests of files from servers that break off, change and lie.
@Suite(.eachTransport) struct DownloadTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    @Test("A download replaces an older file with the plain bytes and sends no token")
    func aFile() async throws {
        let served = ServedFile(data: pattern(500_000))
        let server = try LoopbackServer { served.reply($0) }
        let file = try folder.file("film.mp4", Data("an older one".utf8))
        let bytes = try await Service(server).download(server.url(), to: file).send()
        #expect(bytes == 500_000)
        #expect(try Data(contentsOf: file) == served.data)
        #expect(try folder.names == ["film.mp4"])
        let received = try #require(server.received.first)
        #expect(
            received["Accept-Encoding"] == "identity" && received["Range"] == nil
                && !received.head.contains("secret-token"))
    }

    @Test func anEmptyFileAndOneWithoutALength() async throws {
        let server = try LoopbackServer { request in
            request.target == "/empty"
                ? .http(200, [], "") : .raw(["HTTP/1.1 200 OK\r\n\r\n", "abc", "def"], pause: 0.05)
        }
        let service = Service(server)
        #expect(try await service.download(server.url("/empty"), to: folder["empty"]).send() == 0)
        #expect(try await service.download(server.url("/open"), to: folder["open"]).send() == 6)
        #expect(try folder.names == ["empty", "open"])
    }

    /// Each connection breaks after another piece. The file is put together from all pieces.
    @Test func goesOnWhereItBroke() async throws {
        let served = ServedFile(data: pattern(1_000_000))
        let server = try LoopbackServer { served.reply($0, cut: 90_000) }
        let bytes = try await Service(server).download(server.url(), to: folder["film"]).send()
        #expect(bytes == 1_000_000)
        #expect(try Data(contentsOf: folder["film"]) == served.data)
        #expect(server.received.count >= 12)
        #expect(
            server.received.dropFirst().allSatisfy {
                $0["Range"]?.hasPrefix("bytes=") == true && $0["If-Range"] == "\"1\""
            })
    }

    /// The download does not retry without end, and leaves no partial file under the final name.
    @Test("A download gives up after its retries and leaves no file under the final name")
    func givesUp() async throws {
        let server = try LoopbackServer { _ in .reset }
        let url = try server.url("/f?key=secret-key")
        let error = await failure { () throws(APIError) in
            try await Service(server).download(url, to: folder["film"]).send()
        }
        #expect(error?.code == .connection && server.received.count == 3)
        #expect(error.map { !"\($0)".contains("secret-key") } == true)
        let broken = try LoopbackServer { ServedFile(data: pattern(1000)).reply($0, cut: 500) }
        let half = try Service(broken, retries: .never).download(broken.url(), to: folder["film"])
        #expect(await failure { () throws(APIError) in try await half.send() }?.code == .connection)
        #expect(try folder.names == ["film.part", "film.part.from"])
        #expect(try Data(contentsOf: folder["film.part"]).count <= 500)
    }

    @Test func aStatusThatIsNoFile() async throws {
        let server = try LoopbackServer { _ in .http(404, [], "nothing here") }
        let request = try Service(server).download(server.url(), to: folder["film"])
        let error = await failure { () throws(APIError) in try await request.send() }
        #expect(error?.status == 404 && server.received.count == 1)
        #expect(try folder.names.contains("film") == false)
    }

    @Test func anOverloadedServer() async throws {
        let served = ServedFile(data: pattern(1000))
        let count = Locked(0)
        let server = try LoopbackServer { request in
            count.withLock { $0 += 1 }
            return count.withLock { $0 } < 3 ? .http(503) : served.reply(request)
        }
        #expect(try await Service(server).download(server.url(), to: folder["film"]).send() == 1000)
    }

    // MARK: Files that change

    /// The server's file has changed when the download continues, so the partial file is discarded.
    @Test func theFileChangesMeanwhile() async throws {
        let (old, new) = (ServedFile(data: pattern(300_000)), ServedFile(data: pattern(200_000, seed: 5), tag: "\"2\""))
        let count = Locked(0)
        let server = try LoopbackServer { request in
            count.withLock { $0 += 1 }
            return count.withLock { $0 } == 1 ? old.reply(request, cut: 100_000) : new.reply(request)
        }
        #expect(try await Service(server).download(server.url(), to: folder["film"]).send() == 200_000)
        #expect(try Data(contentsOf: folder["film"]) == new.data)
        #expect(server.received.last?["If-Range"] == "\"1\"")
    }

    /// A server that ignores `If-Range` sends a part of another file.
    @Test(arguments: [200_000, 300_000]) func aServerThatIgnoresTheCondition(size: Int) async throws {
        let new = ServedFile(data: pattern(size, seed: 5), tag: "\"2\"")
        let count = Locked(0)
        let server = try LoopbackServer { request in
            count.withLock { $0 += 1 }
            if count.withLock({ $0 }) == 1 { return ServedFile(data: pattern(300_000)).reply(request, cut: 100_000) }
            guard request["If-Range"] != nil else { return new.reply(request) }
            return .slow(
                206, ["ETag: \"2\"", "Content-Range: bytes 90000-\(size - 1)/\(size)"], Data(new.data[90_000...]))
        }
        #expect(try await Service(server).download(server.url(), to: folder["film"]).send() == size)
        #expect(try Data(contentsOf: folder["film"]) == new.data)
    }

    @Test func withoutAValidatorItBeginsAnew() async throws {
        for tag in [nil, "W/\"1\""] {
            let served = ServedFile(data: pattern(200_000), tag: tag)
            let count = Locked(0)
            let server = try LoopbackServer { request in
                count.withLock { $0 += 1 }
                return served.reply(request, cut: count.withLock { $0 } == 1 ? 50_000 : nil)
            }
            #expect(try await Service(server).download(server.url(), to: folder["film"]).send() == 200_000)
            #expect(try Data(contentsOf: folder["film"]) == served.data)
            #expect(server.received.allSatisfy { $0["Range"] == nil })
        }
    }

    @Test func byTheDateOfTheLastChange() async throws {
        let served = ServedFile(data: pattern(200_000), tag: nil, changed: "Fri, 20 Nov 2026 09:00:00 GMT")
        let server = try LoopbackServer { served.reply($0, cut: 120_000) }
        #expect(try await Service(server).download(server.url(), to: folder["film"]).send() == 200_000)
        #expect(server.received.last?["If-Range"] == served.changed)
    }

    /// The partial file is longer than the server's file.
    @Test func theFileBecomesShorter() async throws {
        let server = try LoopbackServer { request in
            request["Range"] != nil
                ? .http(416, ["Content-Range: bytes */10"]) : ServedFile(data: pattern(10)).reply(request)
        }
        try pattern(500).write(to: folder["film.part"])
        try Data(#"{"address":"127.0.0.1/file","validator":"\"1\""}"#.utf8).write(to: folder["film.part.from"])
        #expect(try await Service(server).download(server.url(), to: folder["film"]).send() == 10)
        #expect(try Data(contentsOf: folder["film"]) == pattern(10))
    }

    /// The process was killed before the complete file was renamed. Days later, the server's file may have changed.
    @Test(arguments: ["\"1\"", "\"2\""]) func allIsHereAlready(tag: String) async throws {
        let served = ServedFile(data: pattern(500, seed: tag == "\"1\"" ? 0 : 9), tag: tag)
        let server = try LoopbackServer { served.reply($0) }
        try pattern(500).write(to: folder["film.part"])
        try Data(#"{"address":"127.0.0.1/file","validator":"\"1\"","total":500}"#.utf8).write(
            to: folder["film.part.from"])
        #expect(try await Service(server).download(server.url(), to: folder["film"]).send() == 500)
        #expect(try Data(contentsOf: folder["film"]) == served.data && folder.names == ["film"])
        #expect(server.received.map { $0["Range"] } == ["bytes=499-"] && server.received.first?["If-Range"] == "\"1\"")
    }

    @Test func allIsHereAndNobodyKnowsOfWhat() async throws {
        let served = ServedFile(data: pattern(500, seed: 9), tag: nil)
        let server = try LoopbackServer { served.reply($0) }
        try pattern(500).write(to: folder["film.part"])
        try Data(#"{"address":"127.0.0.1/file","total":500}"#.utf8).write(to: folder["film.part.from"])
        #expect(try await Service(server).download(server.url(), to: folder["film"]).send() == 500)
        #expect(try Data(contentsOf: folder["film"]) == served.data)
    }

    @Test func aPartOfAnotherAddress() async throws {
        let served = ServedFile(data: pattern(1000))
        let server = try LoopbackServer { served.reply($0) }
        try pattern(500, seed: 9).write(to: folder["film.part"])
        try Data(#"{"address":"127.0.0.1/other","validator":"\"1\"","total":1000}"#.utf8).write(
            to: folder["film.part.from"])
        #expect(try await Service(server).download(server.url(), to: folder["film"]).send() == 1000)
        #expect(try Data(contentsOf: folder["film"]) == served.data)
    }

    /// A part that was not requested is not the file, and neither is a part of unknown size.
    @Test(arguments: ["bytes 0-49/*", "bytes 0-49/100", "bytes 0-49/50"]) func aPartThatNobodyAskedFor(range: String)
        async throws
    {
        let server = try LoopbackServer { _ in .data(206, ["Content-Range: \(range)"], pattern(50)) }
        let request = try Service(server).download(server.url(), to: folder["film"])
        #expect(await failure { () throws(APIError) in try await request.send() }?.code == .connection)
        #expect(try !folder.names.contains("film"))
        #expect(server.received.count == 3)
    }

    @Test func aPartOfUnknownEnd() async throws {
        let whole = pattern(200_000)
        let server = try LoopbackServer { request in
            request["Range"] == nil
                ? .data(200, ["ETag: \"1\""], whole)
                : .data(206, ["ETag: \"1\"", "Content-Range: bytes 500-599/*"], Data(whole[500..<600]))
        }
        try whole.prefix(500).write(to: folder["film.part"])
        try Data(#"{"address":"127.0.0.1/file","validator":"\"1\""}"#.utf8).write(to: folder["film.part.from"])
        #expect(try await Service(server).download(server.url(), to: folder["film"]).send() == 200_000)
        #expect(try Data(contentsOf: folder["film"]) == whole)
    }

    /// "Accepted" and "No content" are not files.
    @Test(arguments: [202, 203, 204]) func aSuccessWithoutAFile(status: Int) async throws {
        let server = try LoopbackServer { _ in .http(status, [], "come back later") }
        let request = try Service(server).download(server.url(), to: folder["film"])
        let error = await failure { () throws(APIError) in try await request.send() }
        #expect(error?.code == .server && error?.status == status)
        #expect(try !folder.names.contains("film"))
    }

    @Test func aFolderThatIsNotThere() async throws {
        let server = try LoopbackServer("1")
        let request = try Service(server).download(server.url(), to: folder["films/film"])
        let error = await failure { () throws(APIError) in try await request.send() }
        #expect(error?.code == .storage && error?.message?.contains(folder["films"].path) == true)
        #expect(server.connections == 0)
    }

    /// The error comes before a request.
    @Test func aFolderInPlaceOfAFile() async throws {
        let server = try LoopbackServer("1")
        let request = try Service(server).download(server.url(), to: folder.url)
        let error = await failure { () throws(APIError) in try await request.send() }
        #expect(
            error?.code == .invalidRequest
                && error?.message?.hasSuffix("is a folder: pass the name of the file") == true)
        #expect(server.connections == 0)
    }

    /// A download can be started again as soon as its end has been reported.
    @Test func againAtOnceAfterItIsCancelled() async throws {
        let served = ServedFile(data: pattern(200_000))
        let server = try LoopbackServer { served.reply($0, cut: 1000, stalls: true) }
        let request = try Service(server).download(server.url(), to: folder["film"])
        for _ in 0..<50 {
            let running = request.start()
            for await step in running.progress where step.received.bytes > 0 { break }
            running.cancel()
            let error = await failure { () throws(APIError) in try await running.value }
            #expect(error?.code == .cancelled, "\(error?.description ?? "none")")
        }
    }

    @Test func oneAtATime() async throws {
        let served = ServedFile(data: pattern(200_000))
        let server = try LoopbackServer { served.reply($0, cut: 100_000, stalls: true) }
        let first = try Service(server).download(server.url(), to: folder["film"]).start()
        for await _ in first.progress { break }
        let second = try Service(server).download(server.url(), to: folder["film"])
        #expect(await failure { () throws(APIError) in try await second.send() }?.code == .storage)
        first.cancel()
        #expect(await failure { () throws(APIError) in try await first.value }?.code == .cancelled)
    }

    // MARK: Progress and pauses

    @Test("The progress of a download never falls, even after a break, and ends at the total")
    func progress() async throws {
        let served = ServedFile(data: pattern(600_000))
        let server = try LoopbackServer { served.reply($0, pause: 0.002, cut: 250_000) }
        let running = try Service(server).download(server.url(), to: folder["film"]).start()
        var last = TransferProgress()
        for await step in running.progress {
            #expect(step.received.bytes >= last.received.bytes)
            last = step
        }
        #expect(last.received == TransferProgress.Part(bytes: 600_000, total: 600_000) && last.fraction == 1)
        #expect(try await running.value == 600_000)
    }

    @Test func pausedAndResumed() async throws {
        let served = ServedFile(data: pattern(800_000))
        let count = Locked(0)
        let server = try LoopbackServer { request in
            count.withLock { $0 += 1 }
            let isLast = count.withLock { $0 } == 4
            return served.reply(request, cut: isLast ? nil : 100_000, stalls: !isLast)
        }
        let running = try Service(server).download(server.url(), to: folder["film"]).start()
        var size = 0
        for pause in 1...3 {
            while server.received.count < pause { try await Task.sleep(for: .milliseconds(5)) }
            for await step in running.progress where step.received.bytes > size { break }
            running.suspend()
            while server.openConnections > 0 { try await Task.sleep(for: .milliseconds(5)) }
            let here = try Data(contentsOf: folder["film.part"]).count
            #expect(here > size && here < 800_000 && running.state == .suspended)
            size = here
            running.resume()
        }
        #expect(try await running.value == 800_000)
        #expect(try Data(contentsOf: folder["film"]) == served.data)
        #expect(server.received.count == 4)
    }

    /// The time of a pause does not count against the timeout, so that a lost connection is tried again.
    @Test func retriesAfterAPause() async throws {
        for timeout in [Duration.seconds(1), .seconds(4), .seconds(16), .seconds(64)] {
            let transport = Unreachable()
            let time = TimeSource(now: { Date() }, sleep: { _ in try Task.checkCancellation() })
            let service = Service(
                account: .anonymous, transport: transport, over: Client.Configuration(time: time))
            let url = try #require(URL(string: "https://cdn.example/film"))
            let running = service.download(url, to: folder["film"]).timeout(timeout).start()
            while transport.sent.withLock({ $0 }) == 0 { try await Task.sleep(for: .milliseconds(1)) }
            running.suspend()
            try await Task.sleep(for: timeout * 1.25)
            transport.fails.withLock { $0 = true }
            running.resume()
            _ = try? await running.value
            // The request that the pause ended, the one after the pause, and its two retries.
            if transport.sent.withLock({ $0 }) == 4 { return }
        }
        Issue.record("the pause counts against the timeout")
    }

    @Test func cancelledWhilePaused() async throws {
        let served = ServedFile(data: pattern(400_000))
        let server = try LoopbackServer { served.reply($0, cut: 100_000, stalls: true) }
        let running = try Service(server).download(server.url(), to: folder["film"]).start()
        for await _ in running.progress { break }
        running.suspend()
        running.cancel()
        #expect(await failure { () throws(APIError) in try await running.value }?.code == .cancelled)
        #expect(try folder.names.contains("film") == false)
    }

    // MARK: Killed

    /// A downloading process is killed at random moments, repeatedly. The file then equals the source.
    @Test func killedFiftyTimes() async throws {
        let served = ServedFile(data: pattern(6_000_000))
        let isLast = Locked(false)
        // Each run gets at most a fiftieth of the file, so that none can finish early.
        let server = try LoopbackServer { request in
            isLast.withLock { $0 }
                ? served.reply(request) : served.reply(request, piece: 5000, pause: 0.0002, cut: 110_000, stalls: true)
        }
        func start() throws -> Process { try startTransfer("download", server.url(), folder["film"]) }
        var kills = 0
        while kills < 50 {
            let asked = server.received.count
            let process = try start()
            while server.received.count == asked, process.isRunning { try await Task.sleep(for: .milliseconds(2)) }
            try await Task.sleep(for: .microseconds(Int.random(in: 0...6000)))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            kills += 1
        }
        #expect(try !folder.names.contains("film"))
        isLast.withLock { $0 = true }
        let last = try start()
        last.waitUntilExit()
        #expect(last.terminationStatus == 0 && kills == 50)
        #expect(try Data(contentsOf: folder["film"]) == served.data)
        #expect(try folder.names == ["film"])
    }
}
