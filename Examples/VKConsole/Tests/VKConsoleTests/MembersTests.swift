import Foundation
import Methodical
import MethodicalCache
import MethodicalMock
import MethodicalTesting
import Testing
import VKAPI

@testable import VKConsole

@Suite struct MembersTests {
    /// The community `tartu`, twenty members at a time.
    @Test(arguments: Source.allCases) func membersByCity(source: Source) async throws {
        let person = Person()
        try await source.withVK { vk in try await show("tartu", of: vk, pageSize: 20, at: person.terminal) }
        #expect(
            person.lines == [
                "Walks around Tartu: 57 members",
                "  Tartu      ████████████████████ 23",
                "  not said   ███████▉             9",
                "  Tallinn    ██████▏              7",
                "  Riga       ████▍                5",
                "  Pskov      ███▌                 4",
                "  Elva       █▊                   2",
                "  elsewhere  ███▌                 4",
                "3 deleted or banned",
            ])
        let bars = person.notes.filter { $0.contains("%") }.map { $0.split(separator: "K").last ?? "" }
        #expect(
            bars == [
                "████████▍                 35%  20 of 57", "████████████████▉         70%  40 of 57",
                "████████████████████████ 100%  57 of 57",
            ])
        #expect(person.notes.last == "\r\u{1B}[K", "the bar is gone at the end")
    }

    @Test(arguments: Source.allCases) func aCommunityThatDoesNotExist(source: Source) async throws {
        try await source.withVK { vk in
            let error = await #expect(throws: APIError.self) {
                try await Census(of: "nowhere", in: vk, pageSize: 20) { _, _ in }
            }
            #expect(error?.server?.code == VK.ErrorCode.invalidGroupID)
            #expect(error?.advice == "There is no such community.")
        }
    }

    /// Whatever the schema allows an answer to be.
    @Test(arguments: UInt64(1)...4) func anyCommunity(seed: UInt64) async throws {
        let server = try await MockServer.start(schemas: MockServer.schemas, seed: seed, items: 45)
        let vk = VK(account: .test, configuration: .init(baseURL: server.baseURL, reading: .strict, limits: [:]))
        let census = try await Census(of: "swift", in: vk, pageSize: 20) { _, _ in }
        #expect(census.members == 45)
        #expect(census.deactivated + census.cities.values.reduce(0, +) == 45)
        await server.stop()
    }

    /// A second run without a connection uses the responses that the first run has cached.
    @Test func offline() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "vk-console-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await MockServer.withInventedVK { server in
            func vk() -> VK {
                VK(
                    account: .test,
                    configuration: .init(baseURL: server.baseURL, cache: DiskStore(folder: folder), limits: [:]))
            }
            let before = try await Census(of: "tartu", in: vk()) { _, _ in }
            await server.stop()

            let vk = vk()
            vk.isOffline = true
            #expect(try await Census(of: "tartu", in: vk) { _, _ in } == before)
            let error = await #expect(throws: APIError.self) { try await Census(of: "swift", in: vk) { _, _ in } }
            #expect(error?.code == .offline)
        }
    }
}

@Suite struct ProgressBarTests {
    private let bar = ProgressBar(width: 4)

    @Test func fromNothingToAll() {
        #expect(bar.line(0, of: 2400) == "       0%  0 of 2,400")
        #expect(bar.line(1500, of: 2400) == "██▌   62%  1,500 of 2,400")
        #expect(bar.line(2400, of: 2400) == "████ 100%  2,400 of 2,400")
    }

    /// A server may report a total below its number of items. The bar then stays within its width.
    @Test func moreThanAll() {
        #expect(bar.line(3, of: 2) == "████ 100%  3 of 2")
        #expect(bar.line(0, of: 0) == "████ 100%  0 of 0")
    }
}
