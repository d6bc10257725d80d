import Foundation
import LoopbackServer
import Methodical
import MethodicalVK
import Testing

/// Tests of the long poll, against a server that names itself as the long poll server and sends the responses of each
/// test.
@Suite struct LongPollTests {
    @Test func eventsComeInOrderEachOnce() async throws {
        let server = try PollServer([
            #"{"ts": "5", "updates": [{"type": "message_new", "group_id": 1, "event_id": "a", "object": {"id": 7, "text": "hi"}},"#
                + #"{"type": "never_heard_of", "group_id": 1, "object": [1]}]}"#,
            #"{"ts": "6", "updates": []}"#,
            #"{"ts": "7", "updates": [{"type": "group_join", "group_id": 1, "object": {"user_id": 2}}]}"#,
        ])
        var events: [VKGroupEvent] = []
        for try await event in GroupLongPoll(server.vk, group: 1) {
            events.append(event)
            if events.count == 3 { break }
        }
        #expect(events.map(\.kind) == [.messageNew, "never_heard_of", .groupJoin])
        #expect(events[0].id == "a" && events[0].object["text"] == "hi")
        #expect(events[1].raw["object"] == [1])
        #expect(try events[2].object(as: [String: Int].self) == ["user_id": 2])
        #expect(server.polls == ["k1 ts 4", "k1 ts 5", "k1 ts 6"])
        let first = try #require(server.received.first { $0.target.contains("a_check") })
        #expect(first.target.contains("act=a_check&wait=\(Self.knock)&key=k1&ts=4"), "\(first.target)")
        #expect(!first.target.contains("access_token") && first["Authorization"] == nil)
    }

    /// The first poll on a new connection waits only a second with FoundationNetworking, because a core is busy until
    /// the first response on a connection arrives.
    @Test func aNewConnectionBeginsWithAShortQuestion() async throws {
        let server = try PollServer([
            PollServer.event(9), PollServer.event(10), "cut", PollServer.event(11), PollServer.event(12),
        ])
        _ = try await server.events(4)
        #expect(server.waits == [Self.knock, "25", "25", Self.knock, "25"])
    }

    #if canImport(FoundationNetworking)
        private static let knock = "1"
    #else
        private static let knock = "25"
    #endif

    /// A server that responds at once without events is not polled without a pause. A proxy may behave like that.
    @Test func aServerThatDoesNotWaitIsNotAskedWithoutEnd() async throws {
        // On a busy machine, most responses may seem to come after a wait.
        let empty = #"{"ts": "5", "updates": []}"#
        let server = try PollServer(Array(repeating: empty, count: 100) + [PollServer.event(6)])
        _ = try await server.events(1)
        #expect(server.sleeps.contains(.seconds(1)))
    }

    @Test func lostEventsAreToldAndThePollGoesOn() async throws {
        let server = try PollServer([#"{"failed": 1, "ts": 30}"#, PollServer.event(31)])
        let events = try await server.events(2)
        #expect(events.map(\.kind) == [.missed, .messageNew])
        #expect(server.polls == ["k1 ts 4", "k1 ts 30"])
        #expect(server.sleeps.isEmpty)
    }

    @Test func anExpiredKeyIsReplacedAndNothingIsLost() async throws {
        let server = try PollServer([PollServer.event(9), #"{"failed": 2}"#, PollServer.event(10)])
        #expect(try await server.events(2).map(\.kind) == [.messageNew, .messageNew])
        #expect(server.polls == ["k1 ts 4", "k1 ts 9", "k2 ts 9"])
    }

    @Test func lostInformationBringsKeyAndTime() async throws {
        let server = try PollServer([PollServer.event(9), #"{"failed": 3}"#, PollServer.event(10)])
        #expect(try await server.events(3).map(\.kind) == [.messageNew, .missed, .messageNew])
        #expect(server.polls == ["k1 ts 4", "k1 ts 9", "k2 ts 4"])
    }

    @Test func theServersVersionIsTaken() async throws {
        let server = try PollServer([
            #"{"failed": 4, "min_version": 0, "max_version": 2}"#, #"{"ts": 5, "updates": [[80, 3, 0]]}"#,
        ])
        for try await event in UserLongPoll(server.vk) {
            #expect(event == .unreadCount(3))
            break
        }
        let targets = server.received.map(\.target).filter { $0.contains("a_check") }
        #expect(targets.map { $0.contains("version=2") } == [false, true])
        #expect(targets[0].contains("version=3") && targets[0].contains("mode=10"))
    }

    @Test func aVersionThatNobodySpeaksEndsThePoll() async throws {
        let server = try PollServer([#"{"failed": 4, "min_version": 7, "max_version": 9}"#])
        await #expect { for try await _ in UserLongPoll(server.vk) {} } throws: { "\($0)".contains("versions 7 to 9") }
        #expect(server.polls.count == 1)
    }

    @Test(
        "A server that is gone is tried again, and the third time another one is asked for",
        arguments: ["cut", "500", "nonsense", "{}"])
    func gone(answer: String) async throws {
        let server = try PollServer([PollServer.event(9), answer, answer, answer, PollServer.event(10)])
        #expect(try await server.events(2).map(\.kind) == [.messageNew, .messageNew])
        #expect(server.polls == ["k1 ts 4", "k1 ts 9", "k1 ts 9", "k1 ts 9", "k2 ts 9"])
        let sleeps = server.sleeps.map { $0 / .seconds(1) }
        #expect(sleeps.count == 3 && zip(sleeps, [1.0, 2, 4]).allSatisfy { $0 >= $1 / 2 && $0 <= $1 }, "\(sleeps)")
    }

    @Test func whoIsSentAwayAgainAndAgainWaits() async throws {
        let server = try PollServer(Array(repeating: #"{"failed": 2}"#, count: 4) + [PollServer.event(5)])
        _ = try await server.events(1)
        #expect(server.sleeps.count == 3)
        #expect(server.polls.last == "k5 ts 4")
    }

    @Test func offlineAndBack() async throws {
        let server = try PollServer([PollServer.event(9), PollServer.event(10)])
        let vk = server.vk
        var iterator = GroupLongPoll(vk, group: 1).makeAsyncIterator()
        _ = try await iterator.next()
        vk.isOffline = true
        server.onSleep { count in if count == 8 { vk.isOffline = false } }
        #expect(try await iterator.next()?.kind == .messageNew)
        #expect(server.polls == ["k1 ts 4", "k2 ts 9"])
        let longest = server.sleeps.map { $0 / .seconds(1) }.max() ?? 0
        #expect(server.sleeps.count == 8 && longest >= 30 && longest <= 60)
    }

    @Test func aRefusalEndsThePoll() async throws {
        let server = try PollServer([], refusing: true)
        await #expect { for try await _ in GroupLongPoll(server.vk, group: 1) {} } throws: {
            ($0 as? APIError)?.server?.code == 15 && !"\($0)".contains(PollServer.token)
        }
        #expect(server.sleeps.isEmpty)
    }

    @Test func aCancelledPollEndsAtOnceAndAsksNoMore() async throws {
        let server = try PollServer([PollServer.event(9), "hold"])
        let vk = server.vk
        let task = Task {
            var count = 0
            for try await _ in GroupLongPoll(vk, group: 1) { count += 1 }
            return count
        }
        while server.polls.count < 2 { try await Task.sleep(for: .milliseconds(5)) }
        task.cancel()
        #expect(try await task.value == 1)
        #expect(server.polls.count == 2)
    }

    @Test func usersEventsHaveTypes() {
        #expect(
            VKUserEvent([8, -5, 1, 1_700_000_000])
                == .friendOnline(user: 5, at: Date(timeIntervalSince1970: 1_700_000_000)))
        #expect(VKUserEvent([9, -5, 1]) == .friendOffline(user: 5, at: nil))
        #expect(VKUserEvent([62, 5, 3]) == .typing(users: [5], peer: 2_000_000_003))
        #expect(VKUserEvent([63, [5, 6], 2_000_000_003, 2, 1]) == .typing(users: [5, 6], peer: 2_000_000_003))
        #expect(VKUserEvent([2, 10, 128, 7]) == .messageFlags(.set, message: 10, .deleted, peer: 7))
        #expect(VKUserEvent([6, 7, 10]) == .readIncoming(peer: 7, upTo: 10))
        #expect(VKUserEvent([12, 7, 2]) == .dialogFlags(.set, peer: 7, flags: 2))
        #expect(VKUserEvent([114, ["peer_id": 1]]) == .other([114, ["peer_id": 1]]))
        #expect(VKUserEvent([6, "seven"]) == .other([6, "seven"]))
        #expect(VKUserEvent([62, 5, .integer(.max)]) == .other([62, 5, .integer(.max)]))
        #expect(VKUserEvent([8, .integer(.min), 1]) == .friendOnline(user: .max, at: nil))
        guard
            case .message(let message) = VKUserEvent([
                4, 10, 51, 2_000_000_001, 1_700_000_000, "hi", ["from": "5"], ["attach1": "1_2"], 0,
            ])
        else {
            Issue.record("no message")
            return
        }
        #expect(message.id == 10 && message.flags.contains([.unread, .outgoing]) && message.text == "hi")
        #expect(message.sender == 5 && message.attachments["attach1"] == "1_2")
    }
}

/// A server for VK's method and for the long poll server that the method names.
private final class PollServer: Sendable {
    static let token = "a-secret-token"
    private let server: LoopbackServer
    private let state: State
    private let slept = Locked<(all: [Duration], heed: @Sendable (Int) -> Void)>(([], { _ in }))

    private final class State: Sendable {
        let answers: Locked<ArraySlice<String>>
        let keys = Locked(0)
        init(_ answers: [String]) { self.answers = Locked(answers[...]) }
    }

    init(_ answers: [String], refusing: Bool = false) throws {
        let state = State(answers)
        self.state = state
        server = try LoopbackServer { request in
            if refusing {
                return .http(200, [], #"{"error": {"error_code": 15, "error_msg": "Access denied: a-secret-token"}}"#)
            }
            if !request.target.contains("a_check") {
                let key = state.keys.withLock {
                    $0 += 1; return $0
                }
                return .http(
                    200, [],
                    #"{"response": {"server": "http://\#(request["Host"] ?? "")/poll", "key": "k\#(key)", "ts": "4"}}"#)
            }
            let answer = state.answers.withLock { $0.popFirst() } ?? "hold"
            switch answer {
            case "hold": return .late(30)
            case "cut": return .raw(["HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"])
            case "500": return .http(500, [], "{}")
            default: return .http(200, [], answer)
            }
        }
    }

    static func event(_ time: Int) -> String {
        #"{"ts": "\#(time)", "updates": [{"type": "message_new", "group_id": 1, "object": {}}]}"#
    }

    var received: [Received] { server.received }

    /// The key and the time of each poll.
    var polls: [String] { zip(asked("key"), asked("ts")).map { "\($0) ts \($1)" } }
    var waits: [String] { asked("wait") }

    private func asked(_ name: String) -> [String] {
        received.filter { $0.target.contains("a_check") }.map { request in
            URLComponents(string: request.target)?.queryItems?.first { $0.name == name }?.value ?? ""
        }
    }

    var sleeps: [Duration] { slept.withLock { $0.all } }

    func onSleep(_ heed: @escaping @Sendable (Int) -> Void) { slept.withLock { $0.heed = heed } }

    var vk: VK {
        let time = TimeSource(now: { Date() }) { [slept] duration in
            let (count, heed) = slept.withLock { slept in
                slept.all.append(duration)
                return (slept.all.count, slept.heed)
            }
            heed(count)
        }
        return VK(
            account: Account(id: 1, token: Token(Self.token)),
            configuration: Client.Configuration(baseURL: server.baseURL, time: time, retries: .never))
    }

    func events(_ count: Int) async throws -> [VKGroupEvent] {
        var events: [VKGroupEvent] = []
        for try await event in GroupLongPoll(vk, group: 1) {
            events.append(event)
            if events.count == count { break }
        }
        return events
    }
}
