import Foundation
import Methodical
import MethodicalMock
import MethodicalTesting
import MetrikaAPI

@testable import MetrikaReport

/// The source of a test's responses. The program's output is the same for both.
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

    /// Recorded with `metrika-report counters --record FOLDER`, `metrika-report report 44147844 --record FOLDER`, and
    /// the same for the counter 1, which does not exist.
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Recordings")
}
