import Foundation
import Methodical

/// What happens to a user: messages, friends who come and go.
public typealias UserLongPoll = LongPoll<VKUserEvent>

extension LongPoll where Event == VKUserEvent {
    /// - Parameters:
    ///   - vk: a client whose account has the user's token.
    ///   - mode: what else the server tells.
    ///   - wait: how many seconds the server may hold a request until something happens: 90 at most, and more than 25 is too long for some proxies.
    public init(_ vk: some APIClient, mode: VKUserEvent.Mode = [.attachments, .extended], wait: Int = 25) {
        var call = Call(vk.client, Method("messages.getLongPollServer", needsToken: true))
        call.add("lp_version", 3)
        self.init(vk.client, Request(call), ["mode": String(mode.rawValue)], wait: wait, version: 3)
    }
}

/// Something that happened to a user, in version 3 of VK's form: https://dev.vk.com/api/user-long-poll/getting-started
///
/// Later versions add cases, so that a `switch` needs a `default`.
public enum VKUserEvent: LongPollEvent, Hashable {
    /// Code 4.
    case message(Message)
    /// Codes 5 and 18.
    case messageChanged(Message)
    /// Codes 1 to 3.
    case messageFlags(Change, message: Int, MessageFlags, peer: Int?)
    /// Code 6: the user has read a dialog's incoming messages up to this one.
    case readIncoming(peer: Int, upTo: Int)
    /// Code 7: the other side has read the user's.
    case readOutgoing(peer: Int, upTo: Int)
    /// Code 8.
    case friendOnline(user: Int, at: Date?)
    /// Code 9.
    case friendOffline(user: Int, at: Date?)
    /// Codes 10 to 12.
    case dialogFlags(Change, peer: Int, flags: Int)
    /// Code 13.
    case dialogDeleted(peer: Int, upTo: Int)
    /// Code 14.
    case dialogRestored(peer: Int, upTo: Int)
    /// Codes 61 to 63.
    case typing(users: [Int], peer: Int)
    /// Code 64.
    case recordingVoice(users: [Int], peer: Int)
    /// Code 80: how many dialogs hold unread messages.
    case unreadCount(Int)
    /// Any other code, or a known one in another form than VK describes: as VK sent it.
    case other(JSON)
    case missed

    /// What became of a message's flags.
    public enum Change: Hashable, Sendable { case replaced, set, cleared }

    /// What events are to tell besides the message's number.
    public struct Mode: OptionSet, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static var attachments: Mode { Mode(rawValue: 2) }
        public static var extended: Mode { Mode(rawValue: 8) }
        /// What `messages.getLongPollHistory` wants, to tell of more than the last 256 events.
        public static var history: Mode { Mode(rawValue: 32) }
        /// With what a friend came online.
        public static var platforms: Mode { Mode(rawValue: 64) }
        public static var randomIDs: Mode { Mode(rawValue: 128) }
    }

    /// A message as an event tells it.
    public struct Message: Hashable, Sendable {
        public let id: Int
        public let flags: MessageFlags
        /// The dialog: a user's number, 2000000000 and a chat's, or a community's with a minus.
        public let peer: Int
        public let sent: Date?
        public let text: String
        /// The chat's title, who wrote (`from`), an emoji's mark; null if there is nothing.
        public let details: JSON
        /// `attach1`, `attach1_type`; null without `Mode.attachments`.
        public let attachments: JSON
        /// Who wrote it; nil where that is the peer, or the user: see `flags`.
        public var sender: Int? { details["from"].flatMap { $0.intValue ?? $0.stringValue.flatMap { Int($0) } } }
    }

    /// What is known of a message: unread, important, deleted.
    public struct MessageFlags: OptionSet, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static var unread: MessageFlags { MessageFlags(rawValue: 1) }
        public static var outgoing: MessageFlags { MessageFlags(rawValue: 2) }
        public static var replied: MessageFlags { MessageFlags(rawValue: 4) }
        public static var important: MessageFlags { MessageFlags(rawValue: 8) }
        public static var spam: MessageFlags { MessageFlags(rawValue: 64) }
        public static var deleted: MessageFlags { MessageFlags(rawValue: 128) }
        public static var media: MessageFlags { MessageFlags(rawValue: 512) }
        public static var hidden: MessageFlags { MessageFlags(rawValue: 65536) }
        public static var deletedForAll: MessageFlags { MessageFlags(rawValue: 131_072) }
    }
}

extension VKUserEvent {
    public init(_ update: JSON) { self = Self.known(update) ?? .other(update) }

    private static func known(_ update: JSON) -> VKUserEvent? {
        guard let code = update[0]?.intValue else { return nil }
        func number(_ index: Int) -> Int? { update[index]?.intValue }
        switch code {
        case 1...3:
            guard let id = number(1), let flags = number(2) else { return nil }
            return .messageFlags(change(code), message: id, MessageFlags(rawValue: flags), peer: number(3))
        case 4: return Message(update).map { .message($0) }
        case 5, 18: return Message(update).map { .messageChanged($0) }
        case 80: return number(1).map { .unreadCount($0) }
        case 63, 64:
            guard let users = update[1]?.arrayValue?.compactMap(\.intValue), let peer = number(2) else { return nil }
            return code == 63 ? .typing(users: users, peer: peer) : .recordingVoice(users: users, peer: peer)
        default: break
        }
        guard let first = number(1), let second = number(2) else { return nil }
        switch code {
        case 6: return .readIncoming(peer: first, upTo: second)
        case 7: return .readOutgoing(peer: first, upTo: second)
        case 8: return .friendOnline(user: Int(clamping: first.magnitude), at: Message.date(update[3]))
        case 9: return .friendOffline(user: Int(clamping: first.magnitude), at: Message.date(update[3]))
        case 10...12: return .dialogFlags(code == 10 ? .cleared : code == 11 ? .replaced : .set, peer: first, flags: second)
        case 13: return .dialogDeleted(peer: first, upTo: second)
        case 14: return .dialogRestored(peer: first, upTo: second)
        case 61: return .typing(users: [first], peer: first)
        case 62 where second < 100_000_000: return .typing(users: [first], peer: 2_000_000_000 + second)
        default: return nil
        }
    }

    private static func change(_ code: Int) -> Change { code == 1 ? .replaced : code == 2 ? .set : .cleared }
}

extension VKUserEvent.Message {
    /// `[4, id, flags, peer, time, text, details, attachments, random id]`, cut where there is nothing to say.
    fileprivate init?(_ update: JSON) {
        guard let id = update[1]?.intValue, let flags = update[2]?.intValue, let peer = update[3]?.intValue else { return nil }
        self.id = id
        self.flags = VKUserEvent.MessageFlags(rawValue: flags)
        self.peer = peer
        sent = Self.date(update[4])
        text = update[5]?.stringValue ?? ""
        details = update[6] ?? .null
        attachments = update[7] ?? .null
    }

    fileprivate static func date(_ seconds: JSON?) -> Date? { seconds?.doubleValue.map { Date(timeIntervalSince1970: $0) } }
}
