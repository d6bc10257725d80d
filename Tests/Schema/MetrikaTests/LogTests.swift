import Foundation
import LoopbackServer
import Methodical
import MethodicalTransfers
import MetrikaAPI
import Testing

/// Tests of logs: as a file, and row by row.
@Suite struct LogTests {
    private static let log = "ym:s:visitID\tym:s:date\tym:s:goalsID\n1\t2026-11-20\t[1,2]\n2\ta\\tb\\\\c\\'\t[]\n"

    private func metrika(
        _ session: SessionOptions = SessionOptions(), _ reply: @escaping @Sendable () -> LoopbackServer.Reply
    ) throws -> (LoopbackServer, Metrika) {
        let server = try LoopbackServer { _ in reply() }
        let account = Account(id: 1, token: Token("secret"))
        var configuration = Client.Configuration(baseURL: server.baseURL, limits: [:], retries: .never)
        configuration.session = session
        return (server, Metrika(account: account, configuration: configuration))
    }

    private func rows(_ metrika: Metrika) async throws -> [Metrika.LogRow] {
        var rows: [Metrika.LogRow] = []
        for try await row in metrika.logRequests.rows(counterID: 7, requestID: 8, partNumber: 0) { rows.append(row) }
        return rows
    }

    @Test(arguments: [1, 3, 1000]) func rowByRow(piece: Int) async throws {
        let (server, metrika) = try metrika {
            .live { send in
                let bytes = Data(Self.log.utf8)
                _ = send(Data("HTTP/1.1 200 OK\r\nContent-Length: \(bytes.count)\r\n\r\n".utf8))
                for start in stride(from: 0, to: bytes.count, by: piece) {
                    _ = send(bytes[start..<min(start + piece, bytes.count)])
                }
            }
        }
        defer { withExtendedLifetime(server) {} }
        let rows = try await rows(metrika)
        #expect(rows.map(\.names) == Array(repeating: ["ym:s:visitID", "ym:s:date", "ym:s:goalsID"], count: 2))
        #expect(rows.map(\.values) == [["1", "2026-11-20", "[1,2]"], ["2", "a\tb\\c'", "[]"]])
        #expect(rows[0]["ym:s:date"] == "2026-11-20" && rows[0]["ym:s:other"] == nil)
        #expect(rows[0][visit: .goalsID] == "[1,2]" && rows[0][hit: .date] == nil)
        #expect(server.received.map(\.target) == ["/management/v1/counter/7/logrequest/8/part/0/download"])
        #expect(server.received.first?["Authorization"] == "OAuth secret")
    }

    @Test(
        "Each line of a log after the first is a row, even if it is empty or not ended",
        arguments: [("", 0), ("a\tb\n", 0), ("a\tb", 0), ("a\tb\r\n1\t2\r\n", 1), ("a\n\n1", 2)])
    func shortLogs(text: String, count: Int) async throws {
        let (server, metrika) = try metrika { .http(200, [], text) }
        defer { withExtendedLifetime(server) {} }
        #expect(try await rows(metrika).count == count)
    }

    @Test func aRowWithoutAColumn() async throws {
        let (server, metrika) = try metrika { .http(200, [], "a\tb\n1\t2\n3\n") }
        defer { withExtendedLifetime(server) {} }
        let error = await #expect(throws: APIError.self) { try await rows(metrika) }
        #expect(error?.code == .undecodable)
        #expect(error?.description.contains("line 3 of the log has 1 columns, and the first line names 2") == true)
    }

    /// A server that never ends a line does not fill the memory.
    @Test func aLineWithoutAnEnd() async throws {
        let (server, metrika) = try metrika(SessionOptions { $0.largestResponse = 10_000 }) {
            .live { send in
                _ = send(Data("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\na\n1\n".utf8))
                while send(Data(repeating: 0x31, count: 1000)) {}
            }
        }
        defer { withExtendedLifetime(server) {} }
        let error = await #expect(throws: APIError.self) { try await rows(metrika) }
        #expect(error?.code == .tooLarge)
        #expect(error?.description.contains("line 3 of the log is longer than 10000 bytes") == true)
    }

    @Test("A log that the server refuses throws the server's error")
    func aRefusal() async throws {
        let (server, metrika) = try metrika {
            .http(404, ["Content-Type: application/json"], #"{"code":404,"message":"no part"}"#)
        }
        defer { withExtendedLifetime(server) {} }
        let error = await #expect(throws: APIError.self) { try await rows(metrika) }
        #expect(error?.server?.code == Metrika.ErrorCode.notFound)
    }

    /// A part that breaks off is no shorter part.
    @Test func aPartThatBreaksOff() async throws {
        let (server, metrika) = try metrika {
            .live { send in _ = send(Data("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\na\n1\n2".utf8)) }
        }
        defer { withExtendedLifetime(server) {} }
        var count = 0
        let error = await #expect(throws: APIError.self) {
            for try await _ in metrika.logRequests.rows(counterID: 7, requestID: 8, partNumber: 0) { count += 1 }
        }
        #expect(error?.code == .connection && count <= 1)
    }

    /// The loop ends early, and so does the request.
    @Test func onlyTheFirstRow() async throws {
        let (server, metrika) = try metrika {
            .live { send in
                _ = send(Data("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\na\n".utf8))
                while send(Data("1\n".utf8)) { Thread.sleep(forTimeInterval: 0.001) }
            }
        }
        defer { withExtendedLifetime(server) {} }
        for try await row in metrika.logRequests.rows(counterID: 7, requestID: 8, partNumber: 0) {
            #expect(row["a"] == "1")
            break
        }
    }

    /// The kind of log follows from its columns.
    @Test func columnsOfEachKind() async throws {
        let (server, metrika) = try metrika { .http(200, [], #"{"log_request":{"request_id":8,"status":"created"}}"#) }
        defer { withExtendedLifetime(server) {} }
        let (from, to) = (CalendarDay(rawValue: "2026-11-01"), CalendarDay(rawValue: "2026-11-02"))
        let request = try await metrika.logRequests.create(
            visits: [.visitID, .trafficSource], counterID: 7, from: from, to: to, attribution: .lastSign
        ).send()
        #expect(request.id == 8 && request.status == .created)
        _ = try await metrika.logRequests.create(hits: [.watchID, .url], counterID: 7, from: from, to: to).send()
        let targets = server.received.map { $0.target.removingPercentEncoding ?? "" }
        #expect(
            targets[0].contains(
                "fields=ym:s:visitID,ym:s:<attribution>TrafficSource&source=visits&attribution=LASTSIGN"))
        #expect(targets[1].hasSuffix("fields=ym:pv:watchID,ym:pv:URL&source=hits"))
        #expect(Metrika.VisitLogField.known.allSatisfy { $0.rawValue.hasPrefix("ym:s:") })
        #expect(Metrika.HitLogField.known.allSatisfy { $0.rawValue.hasPrefix("ym:pv:") })
    }

    @Test func asAFile() async throws {
        let (server, metrika) = try metrika { .http(200, [], Self.log) }
        defer { withExtendedLifetime(server) {} }
        let file = FileManager.default.temporaryDirectory.appending(path: "log-\(UUID().uuidString).tsv")
        defer { try? FileManager.default.removeItem(at: file) }
        let part = metrika.logRequests.downloadPart(counterID: 7, requestID: 8, partNumber: 0)
        #expect(try await part.download(to: file).send() == Self.log.utf8.count)
        #expect(try String(contentsOf: file, encoding: .utf8) == Self.log)
    }
}
