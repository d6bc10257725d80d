import Foundation
import LoopbackServer
import MethodicalLogging
import TestFiles
import Testing

@testable import Methodical

/// Tests of the file with the mismatches of responses.
@Suite struct DriftObserverTests {
    private struct Log: Decodable {
        struct Entry: Decodable, Hashable {
            var method: String
            var path: String
            var expected: String
            var found: [String]
            var count: Int
        }
        var drift: [Entry]
        var others: Int
    }

    private let folder = TemporaryFolder()

    init() throws {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    }

    private var file: URL { folder.url.appending(path: "drift.json") }

    private var log: Log {
        get throws { try JSONDecoder().decode(Log.self, from: Data(contentsOf: file)) }
    }

    private static func event(_ path: String, _ expected: String, _ found: String, count: Int = 1) -> ClientEvent {
        var mismatch = Mismatch(path: path, example: path, expected: expected, found: found)
        mismatch.count = count
        return ClientEvent(method: "users.get", kind: .mismatches([mismatch]))
    }

    @Test("Equal mismatches are counted at one place, over several runs of the program")
    func counts() throws {
        let observer = DriftObserver(file: file, pause: .seconds(3600))
        observer.observe(Self.event("response[].id", "an integer", "a string", count: 2))
        observer.observe(Self.event("response[].id", "an integer", "a flag, a string"))
        observer.observe(Self.event("response[].sex", "one of 0, 1, 2", "3, 4", count: 2))
        try observer.flush()
        let later = DriftObserver(file: file, pause: .seconds(3600))
        later.observe(Self.event("response[].id", "an integer", "null"))
        try later.flush()
        #expect(
            try Set(log.drift) == [
                Log.Entry(
                    method: "users.get", path: "response[].id", expected: "an integer",
                    found: try #require(log.drift.first { $0.path == "response[].id" }).found, count: 4),
                Log.Entry(
                    method: "users.get", path: "response[].sex", expected: "one of 0, 1, 2", found: ["3", "4"],
                    count: 2),
            ])
        #expect(try Set(log.drift.first { $0.path == "response[].id" }?.found ?? []) == ["a string", "a flag", "null"])
    }

    @Test("A call's mismatches are written in the background, and neither the token nor a value")
    func call() async throws {
        let server = try LoopbackServer { request in
            request.body.contains("broken")
                ? .http(200, [], #"{"ages":[{"a-token":1}]}"#) : .http(200, [], #"["5","a-token"]"#)
        }
        let observer = DriftObserver(file: file, pause: .zero)
        let api = APIDescription(name: "People", baseURL: server.baseURL)
        let client = Client(
            api, account: Account(token: "a-token"), configuration: .init(observers: [observer], retries: .never))
        _ = try? await Request<[Int]>(Call(client, .init("people.ages"))).send()
        while !FileManager.default.fileExists(atPath: file.path) { await Task.yield() }
        try observer.flush()
        let entry = try #require(try log.drift.first { $0.path == "[]" })
        #expect(entry.expected == "an integer" && entry.found == ["a string"])
        #expect(try !String(contentsOf: file, encoding: .utf8).contains("a-token"))
    }

    @Test("A response that cannot be read is in the file, too")
    func unreadable() async throws {
        let server = try LoopbackServer(#"[5,{"a-token":1}]"#)
        let observer = DriftObserver(file: file, pause: .seconds(3600))
        let api = APIDescription(name: "People", baseURL: server.baseURL)
        let client = Client(
            api, account: Account(token: "a-token"), configuration: .init(observers: [observer], retries: .never))
        await #expect(throws: APIError.self) {
            try await Request<[Int]>(Call(client, .init("people.ages"))).send()
        }
        try observer.flush()
        #expect(
            try log.drift == [
                Log.Entry(
                    method: "people.ages", path: "[]", expected: "an integer", found: ["an object"], count: 1)
            ])
    }

    @Test("The number of places and the length of texts are limited")
    func limits() throws {
        let observer = DriftObserver(file: file, limit: 10, pause: .seconds(3600))
        for number in 0..<1000 {
            observer.observe(Self.event("items[].key\(number)", "an integer", "a string"))
        }
        observer.observe(Self.event("items[].key1", "an integer", (0..<1000).map(String.init).joined(separator: ", ")))
        observer.observe(Self.event(String(repeating: "a", count: 10_000), "an integer", "a string"))
        try observer.flush()
        #expect(try log.drift.count == 10 && log.others == 991)
        #expect(try Data(contentsOf: file).count < 10_000)
    }

    @Test("Counts of a damaged file do not overflow")
    func damagedCounts() throws {
        let entry = #"{"method":"users.get","path":"id","expected":"an integer","found":[],"count":\#(Int.max)}"#
        try Data(#"{"drift":[\#(entry),\#(entry)],"others":\#(Int.max)}"#.utf8).write(to: file)
        let observer = DriftObserver(file: file, limit: 1, pause: .seconds(3600))
        observer.observe(Self.event("id", "an integer", "a string"))
        observer.observe(Self.event("name", "a string", "null"))
        try observer.flush()
        #expect(try log.drift.map(\.count) == [1_000_000_000_000])
        #expect(try log.others == 1_000_000_000_000)
    }

    @Test("A file that is something else is not replaced")
    func otherFile() throws {
        try Data("{}".utf8).write(to: file)
        let observer = DriftObserver(file: file, pause: .seconds(3600))
        observer.observe(Self.event("id", "an integer", "a string"))
        #expect(throws: (any Error).self) { try observer.flush() }
        #expect(observer.failure != nil)
        #expect(try Data(contentsOf: file) == Data("{}".utf8))
    }
}
