import Foundation
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
        var call = Call(vk.client, .init("groups.getLongPollServer", needsToken: true))
        call.add("group_id", group)
        self.init(vk.client, session: Request(call), wait: wait)
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
    /// The complete event, as VK sent it, without the secret of the Callback API.
    public let raw: JSON

    /// Creates an event from VK's JSON. An update of an unknown form keeps its JSON in ``raw``.
    public init(_ update: JSON) {
        kind = Kind(rawValue: update["type"]?.stringValue ?? "")
        group = update["group_id"]?.intValue ?? 0
        id = update["event_id"].flatMap { $0.stringValue ?? $0.intValue.map(String.init) } ?? ""
        object = update["object"] ?? .null
        if case .object(var members) = update {
            members["secret"] = nil
            raw = .object(members)
        } else {
            raw = update
        }
    }

    /// Reads a request that VK's Callback API has sent to a server of yours, if it contains the secret.
    ///
    /// - Parameters:
    ///   - body: The body of the request.
    ///   - secret: The secret from the settings of the community.
    /// - Throws: An error with the code `.notAuthorized` if the body does not contain the secret, or if the secret is
    ///   empty. The comparison takes the same time for all secrets of the same length.
    public init(body: Data, secret: String) throws(APIError) {
        guard let update = JSON(String(decoding: body, as: UTF8.self)),
            let claim = update["secret"]?.stringValue,
            !secret.isEmpty,
            claim.isEqual(inConstantTime: secret)
        else {
            throw APIError(.notAuthorized, "the request does not contain the secret of the community")
        }
        self.init(update)
    }

    /// Decodes the object as a generated type, as in `event.object(as: VK.WallPost.self)`.
    ///
    /// - Parameters:
    ///   - type: The type to decode. It can be any type that a response can contain.
    ///   - policy: The tolerance for values that do not match the type.
    public func object<Value: APIValue>(
        as type: Value.Type,
        reading policy: ReadingPolicy = .tolerant
    ) throws -> Value {
        try Value(json: object.json(), reading: policy)
    }

    /// Decodes the object as the type that belongs to the kind of event, as in `event.object(as: VK.Webhook.self)`.
    ///
    /// - Parameters:
    ///   - type: The union of the events of a schema. A kind that it does not have, such as ``Kind/missed``, becomes
    ///     `unknown`.
    ///   - policy: The tolerance for values that do not match the type.
    public func object<Event: APIEngine.KeyedUnion>(
        as type: Event.Type,
        reading policy: ReadingPolicy = .tolerant
    ) throws -> Event {
        var mismatches: [Mismatch] = []
        // The event that checks a server's address has no object, but a community.
        let object = kind == .confirmation ? raw : object
        return try Event._decode(
            object.json(),
            key: kind.rawValue,
            reading: policy,
            mismatches: &mismatches)
    }

    /// The event that stands for events that VK has lost.
    public static var missed: VKGroupEvent {
        VKGroupEvent(["type": .string(Kind.missed.rawValue)])
    }

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
        /// VK checks the address of a server. Only the Callback API sends it.
        public static var confirmation: Kind { "confirmation" }
        /// A new message to the community.
        public static var messageNew: Kind { "message_new" }
        /// A new message from the community.
        public static var messageReply: Kind { "message_reply" }
        /// A message of the community was edited.
        public static var messageEdit: Kind { "message_edit" }
        /// A user allowed messages from the community.
        public static var messageAllow: Kind { "message_allow" }
        /// A user no longer allows messages from the community.
        public static var messageDeny: Kind { "message_deny" }
        /// A user read messages.
        public static var messageRead: Kind { "message_read" }

        /// A user is typing or recording a message.
        public static var messageTypingState: Kind {
            "message_typing_state"
        }

        /// A user pressed a callback button of a message.
        public static var messageEvent: Kind { "message_event" }

        /// A user changed a reaction to a message.
        public static var messageReactionEvent: Kind {
            "message_reaction_event"
        }

        /// A new photo.
        public static var photoNew: Kind { "photo_new" }

        /// A new comment on a photo.
        public static var photoCommentNew: Kind {
            "photo_comment_new"
        }

        /// A comment on a photo was edited.
        public static var photoCommentEdit: Kind {
            "photo_comment_edit"
        }

        /// A deleted comment on a photo was restored.
        public static var photoCommentRestore: Kind {
            "photo_comment_restore"
        }

        /// A comment on a photo was deleted.
        public static var photoCommentDelete: Kind {
            "photo_comment_delete"
        }

        /// A new audio track.
        public static var audioNew: Kind { "audio_new" }
        /// A new video.
        public static var videoNew: Kind { "video_new" }

        /// A new comment on a video.
        public static var videoCommentNew: Kind {
            "video_comment_new"
        }

        /// A comment on a video was edited.
        public static var videoCommentEdit: Kind {
            "video_comment_edit"
        }

        /// A deleted comment on a video was restored.
        public static var videoCommentRestore: Kind {
            "video_comment_restore"
        }

        /// A comment on a video was deleted.
        public static var videoCommentDelete: Kind {
            "video_comment_delete"
        }

        /// A new post on the community's wall.
        public static var wallPostNew: Kind { "wall_post_new" }
        /// A user shared a post of the community.
        public static var wallRepost: Kind { "wall_repost" }

        /// A post was scheduled.
        public static var wallSchedulePostNew: Kind {
            "wall_schedule_post_new"
        }

        /// A scheduled post was deleted.
        public static var wallSchedulePostDelete: Kind {
            "wall_schedule_post_delete"
        }

        /// A new comment on a post.
        public static var wallReplyNew: Kind { "wall_reply_new" }
        /// A comment on a post was edited.
        public static var wallReplyEdit: Kind { "wall_reply_edit" }

        /// A deleted comment on a post was restored.
        public static var wallReplyRestore: Kind {
            "wall_reply_restore"
        }

        /// A comment on a post was deleted.
        public static var wallReplyDelete: Kind {
            "wall_reply_delete"
        }

        /// A user likes an object of the community.
        public static var likeAdd: Kind { "like_add" }
        /// A user no longer likes an object of the community.
        public static var likeRemove: Kind { "like_remove" }
        /// A new comment in a discussion.
        public static var boardPostNew: Kind { "board_post_new" }
        /// A comment in a discussion was edited.
        public static var boardPostEdit: Kind { "board_post_edit" }

        /// A deleted comment in a discussion was restored.
        public static var boardPostRestore: Kind {
            "board_post_restore"
        }

        /// A comment in a discussion was deleted.
        public static var boardPostDelete: Kind {
            "board_post_delete"
        }

        /// A new comment on a product.
        public static var marketCommentNew: Kind {
            "market_comment_new"
        }

        /// A comment on a product was edited.
        public static var marketCommentEdit: Kind {
            "market_comment_edit"
        }

        /// A deleted comment on a product was restored.
        public static var marketCommentRestore: Kind {
            "market_comment_restore"
        }

        /// A comment on a product was deleted.
        public static var marketCommentDelete: Kind {
            "market_comment_delete"
        }

        /// A new order in the community's shop.
        public static var marketOrderNew: Kind { "market_order_new" }

        /// An order in the community's shop was changed.
        public static var marketOrderEdit: Kind {
            "market_order_edit"
        }

        /// A user joined the community, or asked to join.
        public static var groupJoin: Kind { "group_join" }
        /// A user left the community.
        public static var groupLeave: Kind { "group_leave" }
        /// A user was blocked.
        public static var userBlock: Kind { "user_block" }
        /// A user was unblocked.
        public static var userUnblock: Kind { "user_unblock" }
        /// A user voted in a public poll.
        public static var pollVoteNew: Kind { "poll_vote_new" }

        /// The community's managers changed.
        public static var groupOfficersEdit: Kind {
            "group_officers_edit"
        }

        /// The community's settings changed.
        public static var groupChangeSettings: Kind {
            "group_change_settings"
        }

        /// The community's main photo changed.
        public static var groupChangePhoto: Kind {
            "group_change_photo"
        }

        /// The community received money by VK Pay.
        public static var vkpayTransaction: Kind {
            "vkpay_transaction"
        }

        /// An app of the community sent an event.
        public static var appPayload: Kind { "app_payload" }
        /// A user sent a lead form.
        public static var leadFormsNew: Kind { "lead_forms_new" }

        /// A user subscribed to VK Donut.
        public static var donutSubscriptionCreate: Kind {
            "donut_subscription_create"
        }

        /// A subscription to VK Donut was renewed.
        public static var donutSubscriptionProlonged: Kind {
            "donut_subscription_prolonged"
        }

        /// A subscription to VK Donut expired.
        public static var donutSubscriptionExpired: Kind {
            "donut_subscription_expired"
        }

        /// A user cancelled a subscription to VK Donut.
        public static var donutSubscriptionCancelled: Kind {
            "donut_subscription_cancelled"
        }

        /// The price of a subscription to VK Donut changed.
        public static var donutSubscriptionPriceChanged: Kind {
            "donut_subscription_price_changed"
        }

        /// Money of VK Donut was paid out.
        public static var donutMoneyWithdraw: Kind {
            "donut_money_withdraw"
        }

        /// Money of VK Donut could not be paid out.
        public static var donutMoneyWithdrawError: Kind {
            "donut_money_withdraw_error"
        }
    }
}
