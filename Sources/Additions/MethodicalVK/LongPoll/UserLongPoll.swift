import Foundation
import Methodical

/// The events of a VK user, as an asynchronous sequence: messages, and friends who come online.
public typealias UserLongPoll = LongPoll<VKUserEvent>

extension LongPoll where Event == VKUserEvent {
    /// Creates a long poll for a user.
    ///
    /// - Parameters:
    ///   - vk: A client whose account has the user's token.
    ///   - mode: The optional parts of the events.
    ///   - wait: The longest time in seconds that the server holds a request without events, from 1 to 90. Some
    ///     proxies end requests that take longer than 25 seconds.
    public init(
        _ vk: some APIClient,
        mode: VKUserEvent.Mode = [.attachments, .extended],
        wait: Int = 25
    ) {
        var call = Call(vk.client, .init("messages.getLongPollServer", needsToken: true))
        call.add("lp_version", 3)
        self.init(
            vk.client,
            session: Request(call),
            parameters: ["mode": String(mode.rawValue)],
            wait: wait,
            version: 3)
    }
}

/// An event of a user, in version 3 of VK's form: https://dev.vk.com/api/user-long-poll/getting-started
///
/// Later versions of this library add cases, so a `switch` needs a `default`.
public enum VKUserEvent: LongPollEvent, Hashable {
    /// Code 4: a new message.
    case message(Message)
    /// Codes 5 and 18: a message was edited, or the preview of a link was added to it.
    case messageChanged(Message)
    /// Codes 1 to 3: the flags of a message changed.
    case messageFlags(Change, message: Int, MessageFlags, peer: Int?)
    /// Code 6: the user has read the incoming messages of a dialog up to this one.
    case readIncoming(peer: Int, upTo: Int)
    /// Code 7: the other side has read the user's messages up to this one.
    case readOutgoing(peer: Int, upTo: Int)
    /// Code 8: a friend came online.
    case friendOnline(user: Int, at: Date?)
    /// Code 9: a friend went offline.
    case friendOffline(user: Int, at: Date?)
    /// Codes 10 to 12: the flags of a dialog changed.
    case dialogFlags(Change, peer: Int, flags: Int)
    /// Code 13: the messages of a dialog were deleted up to this one.
    case dialogDeleted(peer: Int, upTo: Int)
    /// Code 14: the messages of a dialog were restored up to this one.
    case dialogRestored(peer: Int, upTo: Int)
    /// Codes 61 to 63: users are typing in a dialog.
    case typing(users: [Int], peer: Int)
    /// Code 64: users are recording voice messages in a dialog.
    case recordingVoice(users: [Int], peer: Int)
    /// Code 80: the number of dialogs with unread messages.
    case unreadCount(Int)
    /// An event with another code, or in a form that VK does not describe, as VK sent it.
    case other(JSON)
    /// A mark in place of events that VK has lost.
    case missed

    /// The kind of change to flags: the flags replace all others, are added, or are removed.
    public enum Change: Hashable, Sendable { case replaced, set, cleared }

    /// The optional parts of events.
    public struct Mode: OptionSet, Hashable, Sendable {
        /// The sum of VK's numbers for the parts.
        public let rawValue: Int
        /// Creates a mode from VK's numbers.
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// The attachments of messages.
        public static var attachments: Mode { Mode(rawValue: 2) }
        /// More kinds of events, and more details of each.
        public static var extended: Mode { Mode(rawValue: 8) }
        /// The position that `messages.getLongPollHistory` needs to return more than the last 256 events.
        public static var history: Mode { Mode(rawValue: 32) }
        /// The platform with which a friend came online.
        public static var platforms: Mode { Mode(rawValue: 64) }
        /// The `random_id` of sent messages.
        public static var randomIDs: Mode { Mode(rawValue: 128) }
    }

    /// A message, as far as an event describes it.
    public struct Message: Hashable, Sendable {
        /// The message's number.
        public let id: Int
        /// The state of the message.
        public let flags: MessageFlags
        /// The number of the dialog: a user's number, a chat's number plus 2,000,000,000, or a community's
        /// number with a minus sign.
        public let peer: Int
        /// The time at which the message was sent, or `nil` if VK does not send it.
        public let sent: Date?
        /// The text of the message. It is empty if VK does not send it.
        public let text: String
        /// Details such as the chat's title, the sender (`from`) or the mark of emojis, or `null` if there are
        /// none.
        public let details: JSON
        /// The attachments, under keys such as `attach1` and `attach1_type`, or `null` without `Mode.attachments`.
        public let attachments: JSON
        /// The number of the sender, or `nil` if that is the peer or the user. `flags` then tells which of them.
        public var sender: Int? {
            details["from"].flatMap {
                $0.intValue ?? $0.stringValue.flatMap { Int($0) }
            }
        }
    }

    /// The state of a message, such as unread, important or deleted.
    public struct MessageFlags: OptionSet, Hashable, Sendable {
        /// The sum of VK's numbers for the flags.
        public let rawValue: Int
        /// Creates flags from VK's number.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The message is unread.
        public static var unread: MessageFlags {
            MessageFlags(rawValue: 1)
        }

        /// The user sent the message.
        public static var outgoing: MessageFlags {
            MessageFlags(rawValue: 2)
        }

        /// The message has been replied to.
        public static var replied: MessageFlags {
            MessageFlags(rawValue: 4)
        }

        /// The message is marked as important.
        public static var important: MessageFlags {
            MessageFlags(rawValue: 8)
        }

        /// The message is marked as spam.
        public static var spam: MessageFlags {
            MessageFlags(rawValue: 64)
        }

        /// The message is deleted for the user.
        public static var deleted: MessageFlags {
            MessageFlags(rawValue: 128)
        }

        /// The message has attachments.
        public static var media: MessageFlags {
            MessageFlags(rawValue: 512)
        }

        /// The message is a greeting from a community, hidden in the list of dialogs.
        public static var hidden: MessageFlags {
            MessageFlags(rawValue: 65536)
        }

        /// The message is deleted for everyone.
        public static var deletedForAll: MessageFlags {
            MessageFlags(rawValue: 131_072)
        }
    }
}

extension VKUserEvent {
    /// Creates an event from VK's JSON. An update of an unknown form becomes `.other`.
    public init(_ update: JSON) {
        self = Self.known(update) ?? .other(update)
    }

    /// Returns the event if its code and form are known.
    private static func known(_ update: JSON) -> VKUserEvent? {
        guard let code = update[0]?.intValue else { return nil }

        func number(at index: Int) -> Int? {
            update[index]?.intValue
        }
        switch code {
        case 1...3:
            guard let id = number(at: 1),
                let flags = number(at: 2)
            else {
                return nil
            }
            let change = change(for: code)
            return .messageFlags(
                change,
                message: id,
                MessageFlags(rawValue: flags),
                peer: number(at: 3))
        case 4: return Message(update).map { .message($0) }
        case 5, 18: return Message(update).map { .messageChanged($0) }
        case 80: return number(at: 1).map { .unreadCount($0) }
        case 63, 64:
            guard let users = update[1]?.arrayValue?.compactMap(\.intValue),
                let peer = number(at: 2)
            else {
                return nil
            }
            if code == 63 {
                return .typing(users: users, peer: peer)
            }
            return .recordingVoice(users: users, peer: peer)
        default: break
        }
        guard let first = number(at: 1),
            let second = number(at: 2)
        else {
            return nil
        }
        switch code {
        case 6: return .readIncoming(peer: first, upTo: second)
        case 7: return .readOutgoing(peer: first, upTo: second)
        case 8:
            return .friendOnline(user: Int(clamping: first.magnitude), at: Message.date(from: update[3]))
        case 9:
            return .friendOffline(user: Int(clamping: first.magnitude), at: Message.date(from: update[3]))
        case 10: return .dialogFlags(.cleared, peer: first, flags: second)
        case 11: return .dialogFlags(.replaced, peer: first, flags: second)
        case 12: return .dialogFlags(.set, peer: first, flags: second)
        case 13: return .dialogDeleted(peer: first, upTo: second)
        case 14: return .dialogRestored(peer: first, upTo: second)
        case 61: return .typing(users: [first], peer: first)
        case 62 where second < 100_000_000: return .typing(users: [first], peer: 2_000_000_000 + second)
        default: return nil
        }
    }

    private static func change(for code: Int) -> Change {
        switch code {
        case 1: .replaced
        case 2: .set
        default: .cleared
        }
    }
}

extension VKUserEvent.Message {
    /// Creates a message from `[4, id, flags, peer, time, text, details, attachments, random id]`. VK leaves
    /// out elements at the end that have no value.
    fileprivate init?(_ update: JSON) {
        guard let id = update[1]?.intValue,
            let flags = update[2]?.intValue,
            let peer = update[3]?.intValue
        else { return nil }
        self.id = id
        self.flags = VKUserEvent.MessageFlags(rawValue: flags)
        self.peer = peer
        sent = Self.date(from: update[4])
        text = update[5]?.stringValue ?? ""
        details = update[6] ?? .null
        attachments = update[7] ?? .null
    }

    fileprivate static func date(from seconds: JSON?) -> Date? {
        seconds?.doubleValue.map { Date(timeIntervalSince1970: $0) }
    }
}
