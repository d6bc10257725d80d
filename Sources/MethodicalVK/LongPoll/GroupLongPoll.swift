import Methodical

/// The events of a VK community, as an asynchronous sequence.
public typealias GroupLongPoll = LongPoll<VKGroupEvent>

/// A type of event that a long poll delivers.
public protocol LongPollEvent: Sendable {
    /// Creates an event from VK's JSON. An update of an unknown form is kept as JSON.
    init(_ update: JSON)
    /// The event that stands for events that VK has lost. The program must fetch the missing data by other methods.
    static var missed: Self { get }
}

extension LongPoll where Event == VKGroupEvent {
    /// Creates a long poll for a community. Long poll must be turned on in the community's settings.
    ///
    /// - Parameters:
    ///   - vk: A client whose account has a token of the community, or of a user who manages it.
    ///   - group: The community's number, without a minus sign.
    ///   - wait: The longest time in seconds that the server holds a request without events, from 1 to 90. Some
    ///     proxies end requests that take longer than 25 seconds.
    public init(_ vk: some APIClient, group: Int, wait: Int = 25) {
        var call = Call(vk.client, Method("groups.getLongPollServer", needsToken: true))
        call.add("group_id", group)
        self.init(vk.client, Request(call), wait: wait)
    }
}

/// An event in a community: https://dev.vk.com/api/community-events/json-schema
public struct VKGroupEvent: LongPollEvent, Hashable {
    /// The kind of event.
    public let kind: Kind
    /// The community's number, or 0 if VK does not send it.
    public let group: Int
    /// The event's identifier, which stays the same if VK delivers the event again, or an empty string if VK
    /// does not send it.
    public let id: String
    /// The object of the event, such as a message. Its form depends on the kind.
    public let object: JSON
    /// The complete event, as VK sent it.
    public let raw: JSON

    /// Creates an event from VK's JSON. An update of an unknown form keeps its JSON in ``raw``.
    public init(_ update: JSON) {
        kind = Kind(rawValue: update["type"]?.stringValue ?? "")
        group = update["group_id"]?.intValue ?? 0
        id = update["event_id"]?.stringValue ?? ""
        object = update["object"] ?? .null
        raw = update
    }

    /// Decodes the object as a generated type, as in `event.object(as: VK.Wall.WallPost.self)`.
    ///
    /// - Parameters:
    ///   - type: The type to decode. It can be any type that a response can contain.
    ///   - policy: The tolerance for values that do not match the type.
    public func object<Value: APIValue>(as type: Value.Type, reading policy: ReadingPolicy = .tolerant) throws -> Value
    {
        try Value(json: object.json(), reading: policy)
    }

    /// The event that stands for events that VK has lost.
    public static var missed: VKGroupEvent { VKGroupEvent(["type": .string(Kind.missed.rawValue)]) }

    /// A kind of event. VK adds kinds, so this is a structure and not an enumeration: a kind without a name
    /// here can be compared with a string literal.
    public struct Kind: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// The kind's name at VK, such as `message_new`.
        public let rawValue: String
        /// Creates a kind from its name at VK.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Creates a kind from its name at VK.
        public init(stringLiteral value: String) { rawValue = value }
        public var description: String { rawValue }

        /// The kind of ``VKGroupEvent/missed``. VK itself never sends it.
        public static var missed: Kind { "missed" }
        /// A new message to the community.
        public static var messageNew: Kind { "message_new" }
        /// A new message from the community.
        public static var messageReply: Kind { "message_reply" }
        /// A message was edited.
        public static var messageEdit: Kind { "message_edit" }
        /// A user allowed messages from the community.
        public static var messageAllow: Kind { "message_allow" }
        /// A user no longer allows messages from the community.
        public static var messageDeny: Kind { "message_deny" }
        /// A user is typing a message.
        public static var messageTypingState: Kind { "message_typing_state" }
        /// A user pressed a callback button of a message.
        public static var messageEvent: Kind { "message_event" }
        /// A new photo.
        public static var photoNew: Kind { "photo_new" }
        /// A new video.
        public static var videoNew: Kind { "video_new" }
        /// A new post on the community's wall.
        public static var wallPostNew: Kind { "wall_post_new" }
        /// A new comment on a post.
        public static var wallReplyNew: Kind { "wall_reply_new" }
        /// A new comment in a discussion.
        public static var boardPostNew: Kind { "board_post_new" }
        /// A new order in the community's shop.
        public static var marketOrderNew: Kind { "market_order_new" }
        /// A user joined the community, or asked to join.
        public static var groupJoin: Kind { "group_join" }
        /// A user left the community.
        public static var groupLeave: Kind { "group_leave" }
        /// A user was blocked.
        public static var userBlock: Kind { "user_block" }
        /// A user was unblocked.
        public static var userUnblock: Kind { "user_unblock" }
    }
}
