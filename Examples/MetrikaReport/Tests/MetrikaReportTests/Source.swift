import Foundation
import Methodical
import MethodicalMock
import MethodicalTesting
import MetrikaAPI

@testable import MetrikaReport

/// Where a test's answers come from. What the program makes of them is the same.
enum Source: CaseIterable {
    case stubs, recordings, mockServer

    func withMetrika(_ body: (Metrika) async throws -> Void) async throws {
        switch self {
        case .stubs:
            let stub = StubTransport()
            let metrika = Metrika(account: .test, transport: stub)
            stub.on(metrika.counters.list()) { _ in try Metrika.CounterPage(json: Invented.counters.description) }
            stub.on(metrika.reports.table(counterIDs: [])) {
                try Metrika.Report(json: Invented.table($0.arguments).description)
            }
            stub.on(metrika.reports.byTime(counterIDs: [])) {
                try Metrika.TimeReport(json: Invented.byTime($0.arguments).description)
            }
            try await body(metrika)
        case .recordings:
            try await body(Metrika(account: .test, transport: ReplayTransport(Self.folder)))
        case .mockServer:
            try await MockServer.withInventedMetrika { server in
                try await body(Metrika(account: .test, configuration: .init(baseURL: server.baseURL)))
            }
        }
    }

    /// Made by `metrika-report counters --record FOLDER`, `metrika-report report 44147844 --record FOLDER`, and the
    /// same of a counter that does not exist, 1.
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Recordings")
}
