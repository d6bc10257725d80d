import Methodical

/// The posts of the accounts that a user follows, as an app shows them.
public struct HomeTimeline: Sendable {
    /// The posts, the newest first.
    public private(set) var posts: [Mastodon.Status] = []
    /// The notifications that have arrived since the timeline was opened.
    public private(set) var notifications: [Mastodon.Notification] = []

    public init() {}

    /// Reads posts until there are `count` more of them, or until there are no older ones.
    ///
    /// The server sends at most 40 posts at a time. Each page names the address of the next one in its `Link` header
    /// field, which the sequence follows.
    public mutating func readOlder(_ count: Int, from mastodon: Mastodon) async throws {
        let older = mastodon.timelines.getHome(maxID: posts.last?.id, limit: min(count, 40)).items
        for try await post in older.prefix(count) { posts.append(post) }
    }

    /// Applies an event of the user's stream.
    public mutating func apply(_ event: Mastodon.Streaming.GetUserEvent) {
        switch event {
        case .update(let post): posts.insert(post, at: 0)
        case .delete(let id): posts.removeAll { $0.id == id }
        case .notification(let notification): notifications.append(notification)
        case .unknown: break  // Servers also send events that this client has no use for, such as "filters_changed".
        }
    }
}

extension Mastodon.Status {
    /// The account and the text, without HTML's tags.
    public var line: String {
        "\(account.displayName): \(content.replacing(/<[^>]*>/, with: ""))"
    }
}
