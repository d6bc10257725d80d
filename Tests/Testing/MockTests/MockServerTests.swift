#if MockServer
    import TestFiles
    import Foundation
    import HuabanAPI
    import Methodical
    import MethodicalMock
    import MethodicalTesting
    import Testing
    import VKAPI

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// Tests of an app's calls to a server that knows the schemas.
    @Suite struct MockServerTests {
        private let server: MockServer
        private let vk: VK

        init() async throws {
            server = try await MockServer.start(schemas: Checkout.schema.appending(path: "VK"))
            vk = VK(account: .test, configuration: .mock(server))
        }

        @Test func samplesAreAnswered() async throws {
            let users = try await vk.users.get(userIDs: [1, 2], fields: [.photo50, .city]).send()
            #expect(users.map(\.id) == [1, 2])
            #expect(users.allSatisfy { $0.photo50?.url != nil && $0.city != nil })
            #expect(server.calls.map(\.method) == ["users.get"])
            #expect(server.calls[0].arguments == ["user_ids": "1,2", "fields": "photo_50,city"])
            #expect(server.calls[0].token == "test token")
        }

        @Test func anAnswerIsAsItIsTold() async throws {
            server.on("users.get", [["id": 7, "first_name": "Ada"]])
            #expect(try await vk.users.get().send().map(\.firstName) == ["Ada"])
            server.on("users.get") { call in
                .array((call.arguments["user_ids"] ?? "").split(separator: ",").map { ["id": .integer(Int($0) ?? 0)] })
            }
            #expect(try await vk.users.get(userIDs: [5, 6]).send().map(\.id) == [5, 6])
            server.on(vk.status.get()) { _ in try .init(json: #"{"text": "hi"}"#) }
            #expect(try await vk.status.get().send().text == "hi")
        }

        @Test func failuresAndThenAnAnswer() async throws {
            server.fail("users.get", code: VK.ErrorCode.accessDenied.rawValue, "Access denied", times: 1)
            let error = await #expect(throws: APIError.self) { try await vk.users.get(userIDs: [1]).send() }
            #expect(error?.server?.code == VK.ErrorCode.accessDenied && error?.server?.message == "Access denied")
            #expect(try await vk.users.get(userIDs: [1]).send().map(\.id) == [1])
            server.fail("users.get", code: "in_maintenance", times: 1)
            let word = await #expect(throws: APIError.self) { try await vk.users.get(userIDs: [2]).send() }
            #expect(word?.server?.code == "in_maintenance")
        }

        @Test func aCaptchaIsAskedUntilItIsAnswered() async throws {
            server.fail("wall.post", code: 14, details: ["redirect_uri": .null])
            let asked = await #expect(throws: APIError.self) { try await vk.wall.post(message: "hi").send() }
            guard case .captcha(let captcha) = try #require(asked?.challenge) else {
                Issue.record("no captcha: \(String(describing: asked))")
                return
            }
            let picture = try await URLSession.shared.data(from: captcha.image)
            #expect(String(decoding: picture.0, as: UTF8.self).hasPrefix("<svg"))
            vk.onChallenge { _ in .text("any text") }
            _ = try await vk.wall.post(message: "hi").send()
            #expect(server.calls.last?.arguments["captcha_key"] == "any text")
        }

        @Test func aCaptchaHasAPage() async throws {
            server.fail("wall.post", code: 14, details: ["captcha_sid": .null])
            let asked = await #expect(throws: APIError.self) { try await vk.wall.post(message: "hi").send() }
            guard case .captchaPage(let captcha) = try #require(asked?.challenge) else {
                Issue.record("no page: \(String(describing: asked))")
                return
            }
            #expect(captcha.picture == nil && captcha.session == "1")
            let page = try await URLSession.shared.data(from: captcha.page)
            #expect(String(decoding: page.0, as: UTF8.self).hasPrefix("<p>"))
            vk.onChallenge { _ in .token("any token") }
            _ = try await vk.wall.post(message: "hi").send()
            #expect(server.calls.last?.arguments["success_token"] == "any token")
            #expect(server.calls.last?.arguments["remixstlid"] == "1")
        }

        /// A captcha with a page and a picture is solved by either.
        @Test(arguments: [Challenge.Solution.token("t"), .text("a")])
        func aCaptchaHasAPageAndAPicture(answer: Challenge.Solution) async throws {
            server.fail("wall.post", code: 14)
            vk.onChallenge { challenge in
                guard case .captchaPage(let captcha) = challenge, captcha.picture != nil else { return .giveUp }
                return answer
            }
            _ = try await vk.wall.post(message: "hi").send()
            #expect(server.calls.count == 2)
        }
    }

    extension Client.Configuration {
        static func mock(_ server: MockServer) -> Self { Self(baseURL: server.baseURL, limits: [:], retries: .never) }
    }
#endif
