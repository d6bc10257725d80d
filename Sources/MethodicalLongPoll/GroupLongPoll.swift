import Methodical

/// What happens in a community.
public typealias GroupLongPoll = LongPoll<VKGroupEvent>

/// An element of a long poll.
public protocol LongPollEvent: Sendable {
    /// Keeps as it is what it does not understand.
    init(_ update: JSON)
    /// Events that VK has lost: what they told must be asked for in another way.
    static var missed: Self { get }
}

extension LongPoll where Event == VKGroupEvent {
    /// - Parameters:
    ///   - vk: a client whose account has the community's token, or that of one who manages it; long poll must be turned on for the community.
    ///   - group: the community's number, positive.
    ///   - wait: how many seconds the server may hold a request until something happens: 90 at most, and more than 25 is too long for some proxies.
    public init(_ vk: some APIClient, group: Int, wait: Int = 25) {
        var call = Call(vk.client, Method("groups.getLongPollServer", needsToken: true))
        call.add("group_id", group)
        self.init(vk.client, Request(call), wait: wait)
    }
}

/// Something that happened in a community: https://dev.vk.com/api/community-events/json-schema
public struct VKGroupEvent: LongPollEvent, Hashable {
    public let kind: Kind
    /// The community's number; 0 if VK does not say.
    public let group: Int
    /// Equal for one event, however often VK delivers it; empty if VK does not say.
    public let id: String
    /// What it happened to, in a form that depends on the kind.
    public let object: JSON
    /// The whole event, as VK sent it.
    public let raw: JSON

    public init(_ update: JSON) {
        kind = Kind(rawValue: update["type"]?.stringValue ?? "")
        group = update["group_id"]?.intValue ?? 0
        id = update["event_id"]?.stringValue ?? ""
        object = update["object"] ?? .null
        raw = update
    }

    /// `event.object(as: VK.Wall.WallPost.self)`: the object as a generated type, or as whatever else answers can hold.
    public func object<Value: APIValue>(as type: Value.Type, reading policy: ReadingPolicy = .tolerant) throws -> Value {
        try Value(json: object.json(), reading: policy)
    }

    public static var missed: VKGroupEvent { VKGroupEvent(["type": .string(Kind.missed.rawValue)]) }

    /// An open set: a kind without a name here is its `rawValue`, and compares with a text.
    public struct Kind: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public init(stringLiteral value: String) { rawValue = value }
        public var description: String { rawValue }

        /// Not of VK's: events that VK has lost.
        public static var missed: Kind { "missed" }
        public static var messageNew: Kind { "message_new" }
        public static var messageReply: Kind { "message_reply" }
        public static var messageEdit: Kind { "message_edit" }
        public static var messageAllow: Kind { "message_allow" }
        public static var messageDeny: Kind { "message_deny" }
        public static var messageTypingState: Kind { "message_typing_state" }
        /// A button of a message was pressed.
        public static var messageEvent: Kind { "message_event" }
        public static var photoNew: Kind { "photo_new" }
        public static var videoNew: Kind { "video_new" }
        public static var wallPostNew: Kind { "wall_post_new" }
        public static var wallReplyNew: Kind { "wall_reply_new" }
        public static var boardPostNew: Kind { "board_post_new" }
        public static var marketOrderNew: Kind { "market_order_new" }
        public static var groupJoin: Kind { "group_join" }
        public static var groupLeave: Kind { "group_leave" }
        public static var userBlock: Kind { "user_block" }
        public static var userUnblock: Kind { "user_unblock" }
    }
}
