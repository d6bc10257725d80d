import Foundation
import Methodical
import MethodicalAccounts
import MethodicalMock
import MethodicalTesting
import Testing
import VKAPI

@testable import VKConsole

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Tests of the program's dialogues with a person.
@Suite struct PersonTests {
    // MARK: Captchas

    @Test func aCaptchaFromTheMockServer() async throws {
        try await MockServer.withInventedVK { server in
            server.fail("groups.getMembers", code: VK.ErrorCode.captchaNeeded.rawValue, "Captcha needed", times: 1)
            let person = Person { _ in "z4hx" }
            let vk = VK(account: .test, configuration: .init(baseURL: server.baseURL, limits: [:]))
            vk.askPerson(at: person.terminal)
            try await show("tartu", of: vk, at: person.terminal)
            #expect(person.lines.first == "Walks around Tartu: 57 members")
            #expect(person.notes.filter { $0.hasPrefix("VK wants to know that you are a person.") }.count == 1)
            #expect(server.calls.map(\.method) == ["groups.getById", "groups.getMembers", "groups.getMembers"])
            #expect(server.calls.last?.arguments["success_token"] == "z4hx")
        }
    }

    @Test func aCaptchaFromAStub() async throws {
        let stub = StubTransport()
        let vk = VK(account: .test, transport: stub)
        stub.on(vk.groups.getByID()) { try VK.Groups.GroupDetails(json: Invented.groups($0.arguments).description) }
        stub.on(vk.groups.getMembers(groupID: "", fields: [])) { call in
            let form = String(decoding: call.request.body ?? Data(), as: UTF8.self)
            guard form.contains("captcha_key=z4hx") else {
                throw ServerFailure(
                    VK.ErrorCode.captchaNeeded, "Captcha needed",
                    details: ["captcha_sid": "7", "captcha_img": "https://vk.example/7.png"])
            }
            return try VK.Groups.MemberList(json: Invented.members(call.arguments).description)
        }
        // The first answer is wrong: the question comes again.
        let answers = Answers(["z4xh", "z4hx"])
        let person = Person { _ in await answers.next() }
        vk.askPerson(at: person.terminal)
        #expect(try await Census(of: "tartu", in: vk) { _, _ in }.members == 57)
        #expect(person.notes.filter { $0.contains("https://vk.example/7.png") }.count == 2)
    }

    @Test func nobodyThere() async throws {
        try await MockServer.withInventedVK { server in
            server.fail("groups.getMembers", code: VK.ErrorCode.captchaNeeded.rawValue, "Captcha needed")
            let vk = VK(account: .test, configuration: .init(baseURL: server.baseURL, limits: [:]))
            vk.askPerson(at: Person().terminal)
            let error = await #expect(throws: APIError.self) { try await Census(of: "tartu", in: vk) { _, _ in } }
            #expect(error?.code == .challenged)
        }
    }

    // MARK: Signing in

    @Test func signingInAtTheMockServer() async throws {
        try await MockServer.withInventedVK { server in
            let connection = try connection(to: server)
            let person = Person { question in await Browser.whereItLeads(from: question) }
            let account = try await connection.signIn(application: "51", at: person.terminal)
            #expect(connection.accounts.all == [account] && connection.accounts.current == account)
            #expect(try await account.name == connection.vk.users.get().send().first?.fullName)
            try await show("tartu", of: connection.vk, at: person.terminal)
            #expect(person.lines.first == "Walks around Tartu: 57 members")
        }
    }

    @Test func thePersonSaysNo() async throws {
        try await MockServer.withInventedVK { server in
            let connection = try connection(to: server)
            let refusing = Person { question in
                let state = question.firstMatch(of: /state=(\w+)/)?.1 ?? ""
                return
                    "https://oauth.vk.com/blank.html#error=access_denied&error_description=The+user+said+no&state=\(state)"
            }
            let error = await #expect(throws: APIError.self) {
                try await connection.signIn(application: "51", at: refusing.terminal)
            }
            #expect(error?.code == .notAuthorized)
            let silent = await #expect(throws: APIError.self) {
                try await connection.signIn(application: "51", at: Person().terminal)
            }
            #expect(silent?.code == .cancelled)
            #expect(connection.accounts.all.isEmpty)
        }
    }

    @Test func nobodyIsSignedIn() async throws {
        let vk = VK(transport: StubTransport())
        let error = await #expect(throws: APIError.self) { try await Census(of: "tartu", in: vk) { _, _ in } }
        #expect(error?.advice.hasPrefix("VK wants to know who asks") == true)
    }

    private func connection(to server: MockServer) throws -> Connection {
        Connection(
            accounts: try AccountStore(for: VK.self, tokens: MemoryTokenStore()), authorization: server.authorization,
            transport: URLSessionTransport(), configuration: .init(baseURL: server.baseURL, limits: [:]))
    }
}

private actor Answers {
    private var left: [String]

    init(_ answers: [String]) { left = answers }

    func next() -> String? { left.isEmpty ? nil : left.removeFirst() }
}

/// Opens the page that a question names, and returns the address at which it ends.
private final class Browser: NSObject, URLSessionTaskDelegate {
    static func whereItLeads(from question: String) async -> String? {
        guard let address = question.firstMatch(of: /http\S+/)?.0, let page = URL(string: String(address)) else {
            return nil
        }
        let session = URLSession(configuration: .ephemeral, delegate: Browser(), delegateQueue: nil)
        defer { session.finishTasksAndInvalidate() }
        do {
            let (_, response) = try await session.data(from: page)
            return (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Location")
        } catch {
            return nil
        }
    }

    func urlSession(
        _: URLSession, task _: URLSessionTask, willPerformHTTPRedirection _: HTTPURLResponse, newRequest _: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) { completionHandler(nil) }
}
