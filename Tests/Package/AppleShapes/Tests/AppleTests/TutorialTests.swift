import Foundation
import LoopbackServer
import Methodical
import SwiftUI
import Testing

@testable import BlogApp

/// Tests of the app that the tutorial builds.
@Suite @MainActor struct TutorialTests {
    private let service: PostsService
    private let server: LoopbackServer
    private let screen: Screen<PostsScreen>

    init() throws {
        let service = PostsService()
        self.service = service
        server = try LoopbackServer { service.reply(to: $0) }
        let blog = Blog(configuration: Client.Configuration(baseURL: server.baseURL + "/", retries: .never))
        screen = Screen(PostsScreen(blog), height: 10)
    }

    @Test("The list shows the posts, and a pull reads them again")
    func list() async throws {
        try await eventually { screen.texts == ["Add a post", "first", "second"] }
        service.titles.append("third")
        await screen.pull()
        try await eventually { screen.texts == ["Add a post", "first", "second", "third"] }
    }

    @Test("A new post is shown at once, and is on the server afterwards")
    func newPost() async throws {
        try await eventually { screen.texts == ["Add a post", "first", "second"] }
        service.isHeld = true
        screen.tap("Add a post")
        try await eventually { screen.texts == ["Add a post", "Hello", "first", "second"] }
        #expect(service.titles == ["first", "second"])
        service.isHeld = false
        try await eventually { service.titles == ["Hello", "first", "second"] && !screen.texts.contains("…") }
        #expect(screen.texts == ["Add a post", "Hello", "first", "second"])
    }

    @Test("A post that the server refuses disappears, and the reason is shown")
    func refusedPost() async throws {
        try await eventually { screen.texts == ["Add a post", "first", "second"] }
        service.isBroken = true
        screen.tap("Add a post")
        try await eventually { screen.texts.count == 4 && screen.texts[0].contains("HTTP 500") }
        #expect(Array(screen.texts.dropFirst()) == ["Add a post", "first", "second"])
    }

    /// Waits until a condition holds. A condition that never holds fails after a time that no slow machine needs.
    private func eventually(sourceLocation: SourceLocation = #_sourceLocation, _ condition: () -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(60)
        while !condition() {
            try #require(ContinuousClock.now < end, "\(screen.texts)", sourceLocation: sourceLocation)
            try await Task.sleep(for: .milliseconds(1))
        }
    }
}

/// A service with two posts.
private final class PostsService: Sendable {
    private struct State {
        var titles = ["first", "second"]
        var isHeld = false
        var isBroken = false
    }

    private let state = Locked(State())

    var titles: [String] {
        get { state.withLock { $0.titles } }
        set { state.withLock { $0.titles = newValue } }
    }

    /// Indicates whether writes wait.
    var isHeld: Bool {
        get { state.withLock { $0.isHeld } }
        set { state.withLock { $0.isHeld = newValue } }
    }

    /// Indicates whether writes fail.
    var isBroken: Bool {
        get { state.withLock { $0.isBroken } }
        set { state.withLock { $0.isBroken = newValue } }
    }

    func reply(to request: Received) -> LoopbackServer.Reply {
        if request.verb == "GET" {
            let posts = titles.enumerated().map { #"{"id": \#($0.offset + 1), "title": "\#($0.element)"}"# }
            return .http(200, [], "[\(posts.joined(separator: ", "))]")
        }
        while isHeld {
            Thread.sleep(forTimeInterval: 0.001)
        }
        if isBroken {
            return .http(500)
        }
        state.withLock { $0.titles.insert("Hello", at: 0) }
        return .http(201, [], #"{"id": 101, "title": "Hello"}"#)
    }
}
