import Foundation
import LoopbackServer
import Methodical
import SwiftUI
import Testing

@testable import LiveViews

/// Tests of a view with live pages, on a screen that evaluates the body as the system does: after a change of what the
/// body has read.
@Suite(.serialized) @MainActor struct LiveViewsTests {
    private let service: ChoresService
    private let household: Household
    private let screen: Screen<ChoresScreen>

    init() throws {
        let service = ChoresService()
        let server = try LoopbackServer { service.reply(to: $0) }
        self.service = service
        household = Household(
            account: Account(id: 1, token: Token("secret")),
            configuration: Client.Configuration(baseURL: server.baseURL + "/", retries: .never))
        screen = Screen(ChoresScreen(household), height: 2)
        service.server = server
    }

    @Test("The first page is loaded, and the next one when the last row appears")
    func pages() async throws {
        try await eventually { screen.texts == ["☐ chore 1", "☐ chore 2"] && service.reads == ["1"] }
        screen.scrollToEnd()
        #expect(screen.texts == ["☐ chore 2", "☐ chore 3"])
        try await eventually { screen.rowCount == 6 && service.reads == ["1", "2"] }
        screen.scrollToEnd()
        #expect(screen.texts == ["☐ chore 5", "☐ chore 6"])
        try await eventually { screen.rowCount == 9 && service.reads == ["1", "2", "3"] }
        screen.scrollToEnd()
        #expect(screen.texts == ["☐ chore 8", "☐ chore 9"])
    }

    @Test("A tap is shown at once, and taken back if the server refuses the change")
    func optimisticButton() async throws {
        try await eventually { screen.texts == ["☐ chore 1", "☐ chore 2"] }
        service.isHeld = true
        screen.tap("☐ chore 1")
        try await eventually { screen.texts == ["☑ chore 1", "☐ chore 2"] }
        #expect(service.done.isEmpty)
        service.isHeld = false
        try await eventually { service.done == [1] && service.reads == ["1", "1"] }
        #expect(screen.texts == ["☑ chore 1", "☐ chore 2"])

        service.isHeld = true
        screen.tap("☐ chore 2")
        try await eventually { screen.texts == ["☑ chore 1", "☑ chore 2"] }
        service.isHeld = false
        try await eventually { screen.texts == ["chore 2 is somebody else's", "☑ chore 1"] }
        screen.scrollToEnd()
        #expect(screen.texts == ["☐ chore 2", "☐ chore 3"] && service.done == [1])
    }

    @Test("A pull refreshes the list, and so does the return to the foreground if the list has failed")
    func refreshes() async throws {
        try await eventually { screen.texts == ["☐ chore 1", "☐ chore 2"] }
        service.complete(1)
        await screen.pull()
        try await eventually { screen.texts == ["☑ chore 1", "☐ chore 2"] && service.reads == ["1", "1"] }

        screen.move(to: .background)
        service.isBroken = true
        await screen.pull()
        #expect(screen.texts == ["☑ chore 1", "☐ chore 2"])
        service.isBroken = false
        service.complete(2)
        screen.move(to: .active)
        try await eventually { screen.texts == ["☑ chore 1", "☑ chore 2"] }
    }

    @Test("A write of another screen refreshes the list")
    func writeElsewhere() async throws {
        try await eventually { screen.texts == ["☐ chore 1", "☐ chore 2"] }
        try await household.chores.complete(id: 1).send()
        try await eventually { screen.texts == ["☑ chore 1", "☐ chore 2"] && service.reads == ["1", "1"] }
    }

    @Test("A response with an equal value does not evaluate the body anew")
    func equalValue() async throws {
        try await eventually { screen.texts == ["☐ chore 1", "☐ chore 2"] && screen.rowCount == 3 }
        let evaluations = screen.evaluations
        await screen.pull()
        #expect(service.reads == ["1", "1"])
        try await Task.sleep(for: .milliseconds(20))
        // The body shows the beginning and the end of the refresh.
        #expect(screen.evaluations <= evaluations + 2)
    }

    /// Waits until a condition holds. A condition that never holds fails after a time that no slow machine needs.
    private func eventually(sourceLocation: SourceLocation = #_sourceLocation, _ condition: () -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(60)
        while !condition() {
            try #require(
                ContinuousClock.now < end, "\(screen.texts), \(service.reads)", sourceLocation: sourceLocation)
            try await Task.sleep(for: .milliseconds(1))
        }
    }
}

/// A service with nine chores, three on a page. It refuses to complete the second one.
private final class ChoresService: Sendable {
    private struct State {
        var done: Set<Int> = []
        var reads: [String] = []
        var isHeld = false
        var isBroken = false
        var server: LoopbackServer?
    }

    private let state = Locked(State())

    /// The server, which lives as long as the service.
    var server: LoopbackServer? {
        get { state.withLock { $0.server } }
        set { state.withLock { $0.server = newValue } }
    }

    var done: Set<Int> { state.withLock { $0.done } }
    /// The pages that were read.
    var reads: [String] { state.withLock { $0.reads } }

    /// Indicates whether writes wait.
    var isHeld: Bool {
        get { state.withLock { $0.isHeld } }
        set { state.withLock { $0.isHeld = newValue } }
    }

    var isBroken: Bool {
        get { state.withLock { $0.isBroken } }
        set { state.withLock { $0.isBroken = newValue } }
    }

    func complete(_ chore: Int) {
        state.withLock { _ = $0.done.insert(chore) }
    }

    func reply(to request: Received) -> LoopbackServer.Reply {
        if isBroken {
            return .http(500)
        }
        if request.verb == "GET" {
            let page = request.target.firstMatch(of: /page=(\d+)/)?.output.1 ?? "1"
            state.withLock { $0.reads.append(String(page)) }
            let first = ((Int(page) ?? 1) - 1) * 3 + 1
            let chores = (first..<first + 3).map(chore)
            return .http(200, [], #"{"chores": [\#(chores.joined(separator: ", "))], "pages": 3}"#)
        }
        while isHeld {
            Thread.sleep(forTimeInterval: 0.001)
        }
        let number = request.target.firstMatch(of: /chores\/(\d+)/).flatMap { Int($0.output.1) } ?? 0
        if number == 2 {
            return .http(403, [], #"{"message": "chore 2 is somebody else's"}"#)
        }
        complete(number)
        return .http(200, [], chore(number))
    }

    private func chore(_ number: Int) -> String {
        #"{"id": \#(number), "title": "chore \#(number)", "isDone": \#(done.contains(number)), "assignee": "Ada"}"#
    }
}
