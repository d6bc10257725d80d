import Foundation
import LoopbackServer
import Methodical
import TestFiles
import Testing

/// Tests of mismatches between responses and the schema, in the form in which a program reports them.
@Suite struct MismatchTests {
    /// An observer that records events.
    final class Log: ClientObserver, @unchecked Sendable {
        private let lock = NSLock()
        private var all: [ClientEvent] = []
        /// The recorded events about mismatches.
        var events: [ClientEvent] {
            lock.withLock { all.filter { if case .mismatches = $0.kind { true } else { false } } }
        }
        func observe(_ event: ClientEvent) { lock.withLock { all.append(event) } }
    }

    private func client(_ body: String, _ policy: ReadingPolicy? = nil, token: String? = nil, _ log: Log) throws -> (
        MismatchAPI, LoopbackServer
    ) {
        let server = try LoopbackServer(body)
        let account = token.map { Account(id: 1, token: Token($0)) } ?? .anonymous
        return (
            MismatchAPI(
                account: account, configuration: .init(baseURL: server.baseURL, reading: policy, observers: [log])),
            server
        )
    }

    /// The documentation shows a response and the exact report for it.
    @Test func thePageIsTrue() async throws {
        let file = Checkout.root.appending(
            path: "Sources/Runtime/Methodical/Methodical.docc/WhatServersSend.md")
        let blocks = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "```")
        let example = try #require(blocks.first { $0.hasPrefix("json\n{ \"response\"") })
        let report = try #require(blocks.first { $0.hasPrefix("\nusers.search: ") })
        let log = Log()
        let (api, server) = try client(String(example.dropFirst(5)), .salvage, log)
        let response = try await api.users.search().response()
        withExtendedLifetime(server) {}
        #expect(log.events.map(\.description).joined(separator: "\n") + "\n" == report.dropFirst())
        #expect(log.events == [ClientEvent(method: "users.search", call: 1, kind: .mismatches(response.mismatches))])
        #expect(response.value.items.map(\.id) == [1, 2, 3] && response.value.items[0].city?.title == nil)
    }

    @Test func theNarrowerPolicyWins() async throws {
        let log = Log()
        let (strict, server) = try client(
            #"{"response":{"count":1,"items":[{"id":"1","first_name":""},{"id":[]}]}}"#, .strict, log)
        #expect(try await failure(strict.users.search()).problem?.path == "response.items[0].id")
        #expect(try await failure(strict.users.search().reading(.tolerant)).problem?.path == "response.items[1].id")
        let salvaged = try await strict.users.search().reading(.salvage).response()
        #expect(salvaged.value.items.map(\.id) == [1] && salvaged.mismatches.map(\.count) == [1, 1])
        #expect(log.events.count == 1)
        #expect("\(strict.users.search().reading(.salvage))" == "users.search(salvage reading)")
        #expect(strict.users.search() != strict.users.search().reading(.strict))
        withExtendedLifetime(server) {}
    }

    @Test func nothingToReport() async throws {
        let log = Log()
        let (api, server) = try client(
            #"{"response":{"count":1,"items":[{"id":1,"first_name":"","more":[]}]}}"#, nil, log)
        #expect(try await api.users.search().response().mismatches.isEmpty && log.events.isEmpty)
        withExtendedLifetime(server) {}
    }

    /// Reports contain no secrets, although servers echo requests, in keys as well.
    @Test func secretsAreNotReported() async throws {
        let log = Log()
        let (api, server) = try client(
            #"{"response":["s3cret token","x s3cret%20token"]}"#, nil, token: "s3cret token", log)
        let mismatches = try await api.users.modes().response().mismatches
        #expect(mismatches.count == 1 && !"\(log.events) \(mismatches)".contains("s3c"), "\(mismatches)")
        withExtendedLifetime(server) {}
    }

    @Test func valuesOfSeveralKinds() async throws {
        let log = Log()
        let (api, server) = try client(#"{"response":["auto",1,"1",true,null]}"#, .strict, log)
        let modes = try await api.users.modes().send()
        #expect(try String(decoding: modes.json(), as: UTF8.self) == #"["auto",1,"1",true,null]"#)
        #expect(modes.first == .auto && modes.compactMap { $0?.isKnown } == [true, true, true, true])
        #expect(MismatchAPI.Mode.known.map(\.rawValue) == ["auto", 1, "1", true])
        #expect(try JSONDecoder().decode([MismatchAPI.Mode?].self, from: JSONEncoder().encode(modes)) == modes)
        withExtendedLifetime(server) {}
    }

    @Test("The description of an undecodable response shows the whole problem in one line")
    func undecodable() async throws {
        let log = Log()
        let body =
            "{\"response\": {\n  \"count\": 1,\n  \"items\": [ { \"id\": 1 }, { \"id\": { \"x\": \"s3cret\" } } ]\n} }"
        let (api, server) = try client(body, nil, token: "s3cret", log)
        let error = try await failure(api.users.search())
        #expect(
            "\(error)" == """
                users.search: undecodable: response.items[1].id: expected an integer, found an object at byte 63 (line 3, column 35): \
                …tems": [ { "id": 1 }, { "id": { "x": "<secret>" } } ] } } (HTTP 200)
                """)
        withExtendedLifetime(server) {}
    }
}
