import Foundation
import LoopbackServer
import Methodical
import MethodicalVK
import MethodicalWebhooks
import TestFiles
import Testing
import VKAPI

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Tests of the events of communities, as VK sends them to a server and by long poll.
@Suite struct VKEventTests {
    /// The objects of events, in the form that VK sends.
    private static let objects: [String: String] = [
        "message_new": #"""
        {"message":{"id":844,"date":1622383770,"from_id":12,"peer_id":12,"out":false,"text":"hi","version":1,
        "conversation_message_id":820,"fwd_messages":[],"important":false,"attachments":[],"is_hidden":false,
        "payload":"{\"button\":1}","influence_score":0.5},"client_info":{"button_actions":["text","callback"],
        "keyboard":true,"inline_keyboard":true,"carousel":false,"lang_id":3}}
        """#,
        "message_reply": message, "message_edit": message,
        "message_allow": #"{"user_id":12,"key":"shop"}"#, "message_deny": #"{"user_id":12}"#,
        "message_read": #"{"from_id":12,"peer_id":12,"read_message_id":8,"conversation_message_id":7}"#,
        "message_typing_state": #"{"from_id":12,"to_id":-7,"state":"typing"}"#,
        "message_event": #"""
        {"user_id":12,"peer_id":2000000001,"event_id":"5bba1af2abf1","payload":{"page":[2,null]},
        "conversation_message_id":833}
        """#,
        "message_reaction_event": #"{"reacted_id":12,"peer_id":2000000001,"cmid":15,"reaction_id":4}"#,
        "photo_new": photo,
        "photo_comment_new": onPhoto, "photo_comment_edit": onPhoto, "photo_comment_restore": onPhoto,
        "photo_comment_delete": #"{"owner_id":-7,"id":3,"user_id":12,"deleter_id":13,"photo_id":5}"#,
        "audio_new": #"{"id":9,"owner_id":-7,"artist":"Ada","title":"Engine","duration":211,"date":1594822421}"#,
        "video_new": #"{"id":9,"owner_id":-7,"title":"Engine","duration":314,"can_edit":true,"views":1}"#,
        "video_comment_new": onVideo, "video_comment_edit": onVideo, "video_comment_restore": onVideo,
        "video_comment_delete": #"{"owner_id":-7,"id":3,"user_id":12,"deleter_id":13,"video_id":5}"#,
        "wall_post_new": post, "wall_repost": post,
        "wall_schedule_post_new": scheduled, "wall_schedule_post_delete": scheduled,
        "wall_reply_new": onPost, "wall_reply_edit": onPost, "wall_reply_restore": onPost,
        "wall_reply_delete": #"{"owner_id":-7,"id":3,"post_id":5,"deleter_id":12}"#,
        "like_add": like, "like_remove": like,
        "board_post_new": onTopic, "board_post_edit": onTopic, "board_post_restore": onTopic,
        "board_post_delete": #"{"topic_owner_id":-7,"topic_id":5,"id":3}"#,
        "market_comment_new": onProduct, "market_comment_edit": onProduct, "market_comment_restore": onProduct,
        "market_comment_delete": #"{"owner_id":-7,"id":3,"item_id":5,"deleter_id":12}"#,
        "market_order_new": order, "market_order_edit": order,
        "group_join": #"{"user_id":12,"join_type":"approved"}"#, "group_leave": #"{"user_id":12,"self":true}"#,
        "user_block": #"{"admin_id":13,"user_id":12,"unblock_date":0,"reason":1,"comment":"ads"}"#,
        "user_unblock": #"{"admin_id":13,"user_id":12,"by_end_date":false}"#,
        "poll_vote_new": #"{"owner_id":-7,"poll_id":364,"option_id":122,"user_id":12}"#,
        "group_officers_edit": #"{"admin_id":13,"user_id":12,"level_old":0,"level_new":2}"#,
        "group_change_settings": #"""
        {"user_id":13,"changes":{"title":{"old_value":"","new_value":"Engines"},
        "audio":{"old_value":1,"new_value":0}}}
        """#,
        "group_change_photo": #"{"user_id":13,"photo":\#(photo)}"#,
        "vkpay_transaction": #"{"from_id":12,"amount":25000,"description":"tea","date":1594285508}"#,
        "app_payload": #"{"user_id":12,"app_id":67,"payload":"{\"level\":3}","group_id":7}"#,
        "lead_forms_new": #"""
        {"lead_id":3,"group_id":7,"user_id":12,"form_id":1,"form_name":"Order","ad_id":4,
        "answers":[{"key":"first_name","question":"First name","answer":"Ada"}]}
        """#,
        "donut_subscription_create": paid, "donut_subscription_prolonged": paid,
        "donut_subscription_expired": #"{"user_id":12}"#, "donut_subscription_cancelled": #"{"user_id":12}"#,
        "donut_subscription_price_changed": #"""
        {"user_id":12,"amount_old":50,"amount_new":100,"amount_diff":50.5,"amount_diff_without_fee":49.8}
        """#,
        "donut_money_withdraw": #"{"amount":50.5,"amount_without_fee":49.8}"#,
        "donut_money_withdraw_error": #"{"reason":"no account"}"#,
    ]
    private static let photo = #"{"id":3,"album_id":-6,"date":1594285508,"owner_id":-7,"has_tags":false}"#
    private static let message = #"""
        {"id":276,"date":1594282377,"from_id":-7,"peer_id":12,"out":true,"text":"hello","conversation_message_id":261,
        "version":2,"admin_author_id":13,"update_time":1594282377}
        """#
    private static let post = #"""
        {"id":1,"inner_type":"wall_wallpost","from_id":12,"owner_id":-7,"date":1594888935,"post_type":"post",
        "text":"test","postponed_id":4,"is_favorite":false}
        """#
    private static let scheduled = #"{"id":4,"schedule_time":1594888935}"#
    private static let comment = #""id":4,"from_id":12,"date":1594972082,"text":"test""#
    private static let onPhoto = #"{\#(comment),"photo_id":5,"photo_owner_id":-7}"#
    private static let onVideo = #"{\#(comment),"video_id":5,"video_owner_id":-7}"#
    private static let onPost = #"{\#(comment),"post_id":5,"post_owner_id":-7,"owner_id":-7}"#
    private static let onTopic = #"{\#(comment),"topic_id":5,"topic_owner_id":-7}"#
    private static let onProduct = #"{\#(comment),"item_id":5,"market_owner_id":-7}"#
    private static let like = #"""
        {"liker_id":12,"object_type":"post","object_owner_id":-7,"object_id":5,"post_id":0,"thread_reply_id":0}
        """#
    private static let order = #"""
        {"id":5,"group_id":7,"user_id":12,"date":1594972082,"status":0,"items_count":1,
        "total_price":{"amount":"19900","currency":{"id":643,"name":"RUB","title":"₽"},"text":"199 ₽"}}
        """#
    private static let paid = #"{"user_id":12,"amount":50,"amount_without_fee":49.8}"#

    /// The same events by long poll. Strict reading refuses none of them, and no member is lost.
    @Test(arguments: objects) func eachEventKeepsItsMembers(name: String, object: String) throws {
        let event = VKGroupEvent(["type": .string(name), "object": try JSON(json: Array(object.utf8))])
        let value = try event.object(as: VK.Webhook.self, reading: .strict)
        if case .unknown = value { Issue.record("no case has the event") }
        #expect(try JSON(json: value._payload.value.json()) == event.object)
    }

    /// The schema has no other events.
    @Test func noEventIsLeftOut() throws {
        let file = Checkout.schema.appending(path: "VK/callback/events.json")
        let events = try JSON(json: Array(Data(contentsOf: file)))["events"]?.objectValue ?? [:]
        #expect(Set(events.keys) == Set(Self.objects.keys).union(["confirmation"]))
    }

    /// VK sends 0 and 1 for flags.
    @Test func flagsAndRoles() throws {
        let leave = VKGroupEvent(["type": "group_leave", "object": ["user_id": 12, "self": 0]])
        guard case .groupLeave(let left) = try leave.object(as: VK.Webhook.self, reading: .strict) else {
            Issue.record("another event")
            return
        }
        #expect(left.userID == 12 && left.isVoluntary == false)
        let officers = VKGroupEvent(["type": "group_officers_edit", "object": try object("group_officers_edit")])
        guard case .groupOfficersEdit(let edit) = try officers.object(as: VK.Webhook.self) else {
            Issue.record("another event")
            return
        }
        #expect(edit.levelOld == .noRole && edit.levelNew == .editor)
    }

    @Test func aKindThatTheSchemaDoesNotList() throws {
        let event = VKGroupEvent(["type": "messages_edit", "object": [1]])
        guard case .unknown("messages_edit", [1]) = try event.object(as: VK.Webhook.self) else {
            Issue.record("the event is not kept")
            return
        }
        guard case .unknown("missed", .null) = try VKGroupEvent.missed.object(as: VK.Webhook.self) else {
            Issue.record("the loss of events is not kept")
            return
        }
    }

    @Test func anEventShowsNoSecret() {
        let event = VKGroupEvent(["type": "group_join", "group_id": 7, "event_id": "a1", "secret": "sesame"])
        #expect(event.id == "a1" && event.group == 7 && event.raw["type"] == "group_join")
        #expect(!String(reflecting: event).contains("sesame"))
    }

    private func object(_ name: String) throws -> JSON { try JSON(json: Array((Self.objects[name] ?? "").utf8)) }

    /// A server of a community, to which events are posted as VK posts them.
    @Test func aServerOfACommunity() async throws {
        let greetings = Locked<[String]>([])
        let server = try LoopbackServer { request in
            do {
                let event = try VKGroupEvent(body: Data(request.body.utf8), secret: "sesame")
                switch try event.object(as: VK.Webhook.self) {
                case .confirmation(let confirmation): return .http(200, [], "code-\(confirmation.groupID)")
                case .messageNew(let new):
                    greetings.withLock { $0.append("\(new.message.fromID ?? 0): \(new.message.text ?? "")") }
                default: break
                }
                return .http(200, [], "ok \(event.id)")
            } catch { return .http(403, [], "\(error)") }
        }
        func post(_ name: String, _ secret: String = #","secret":"sesame""#) async throws -> (Int, String) {
            let object = Self.objects[name].map { #""object":\#($0),"# } ?? ""
            var request = URLRequest(url: try #require(URL(string: server.baseURL + "/vk")))
            request.httpMethod = "POST"
            request.httpBody = Data(
                #"{"type":"\#(name)",\#(object)"group_id":7,"event_id":12345,"v":"5.199"\#(secret)}"#.utf8)
            let (data, response) = try await URLSession.shared.data(for: request)
            return ((response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data, as: UTF8.self))
        }
        #expect(try await post("confirmation") == (200, "code-7"))
        #expect(try await post("message_new") == (200, "ok 12345"))
        #expect(try await post("messages_edit") == (200, "ok 12345"))
        let refusal = "notAuthorized: the request does not contain the secret of the community"
        for secret in [#","secret":"simsim""#, #","secret":"sesame2""#, #","secret":7"#, ""] {
            #expect(try await post("message_new", secret) == (403, refusal))
        }
        #expect(greetings.withLock { $0 } == ["12: hi"])
    }

    @Test func anEmptySecretIsRefused() {
        #expect(throws: APIError.self) { try VKGroupEvent(body: Data(#"{"secret":""}"#.utf8), secret: "") }
        #expect(throws: APIError.self) { try VKGroupEvent(body: Data("secret".utf8), secret: "secret") }
    }

    #if canImport(CryptoKit) || Crypto
        /// The union checks the same secret. The data of an event without an object is the body without the secret.
        @Test func theUnionAloneShowsNoSecret() throws {
            let body = #"{"type":"messages_edit","group_id":7,"secret":"sesame"}"#
            let event = try VK.Webhook(headers: [:], body: Data(body.utf8), secret: "sesame")
            #expect(event == .unknown("messages_edit", ["type": "messages_edit", "group_id": 7]))
        }
    #endif
}
