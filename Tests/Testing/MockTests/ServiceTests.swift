#if MockServer
    import TestFiles
    import Foundation
    import Methodical
    import MethodicalAccounts
    import MethodicalMock
    import MethodicalTesting
    import MethodicalTransfers
    import MethodicalVK
    import MetrikaAPI
    import Testing
    import VKAPI

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// Tests of the service around calls: signing in, batches, files, recordings, and requests by hand.
    @Suite struct MockServiceTests {
        private static let vkFolder = Checkout.schema.appending(path: "VK")
        private let server: MockServer
        private let vk: VK

        init() async throws {
            server = try await MockServer.start(schemas: Self.vkFolder)
            vk = VK(account: .test, configuration: .mock(server))
        }

        private func get(_ path: String, verb: String = "GET", from server: MockServer? = nil) async throws -> (
            status: Int?, body: JSON
        ) {
            let base = (server ?? self.server).baseURL
            var request = URLRequest(url: try #require(URL(string: base + path)))
            request.httpMethod = verb
            let (data, response) = try await URLSession.shared.data(for: request)
            return ((response as? HTTPURLResponse)?.statusCode, JSON(String(decoding: data, as: UTF8.self)) ?? .null)
        }

        // MARK: By hand

        @Test func whatIsCalledByNameIsCalledFromABrowser() async throws {
            let answer = try await get("users.get?user_ids=1,2&fields=city&v=5.199&access_token=any")
            #expect(answer.status == 200 && answer.body["response"]?[1]?["id"] == 2)
            #expect(server.calls.last?.arguments == ["user_ids": "1,2", "fields": "city"])
        }

        /// The refusal uses the API's own code for a bad token in its envelope, or the status if there is no code.
        @Test func callsWithoutTheirToken() async throws {
            let schemas = FileManager.default.temporaryDirectory.appending(
                path: "methodical-mock-\(UInt64.random(in: 0...UInt64.max))")
            defer { try? FileManager.default.removeItem(at: schemas) }
            try FileManager.default.createDirectory(at: schemas, withIntermediateDirectories: true)
            let methods = #"{"methods": [{"name": "me.get", "needs": "token", "response": {"type": "integer"}}]}"#
            try Data(methods.utf8).write(to: schemas.appending(path: "methods.json"))
            func refusal(_ settings: String, _ call: String) async throws -> (status: Int?, body: JSON) {
                let api =
                    #"{"name": "Shop", "baseURL": "https://shop.example/v1/", "authorization": {"parameter": "key"}\#(settings)}"#
                try Data(api.utf8).write(to: schemas.appending(path: "api.json"))
                return try await get(call, from: try await MockServer.start(schemas: schemas))
            }
            let message = "me.get needs a token, and the call has none"
            let plain = try await refusal("", "me.get")
            #expect(plain.status == 401 && plain.body == ["message": .string(message)])
            #expect(try await refusal("", "me.get?key=k").status == 200)
            #expect(try await refusal("", "me.get?key=").status == 401)
            let envelope = #", "envelope": {"result": "ok", "error": "problem", "code": "number", "message": "text"}"#
            let wrapped = try await refusal(envelope, "me.get")
            #expect(wrapped.status == 401 && wrapped.body["problem"] == ["number": 401, "text": .string(message)])
            let named = try await refusal(envelope + #", "errorCodes": {"expiredToken": [5]}"#, "me.get")
            #expect(named.status == 200 && named.body["problem"]?["number"] == 5)
        }

        @Test("An unknown method has the status 404 and a suggestion")
        func unknownMethods() async throws {
            let answer = try await get("user.gett")
            #expect(answer.status == 404)
            #expect(
                answer.body["error"]?["error_msg"]?.stringValue?.hasPrefix(
                    "there is no method user.gett; did you mean users.get") == true,
                "\(answer)")
        }

        @Test func whatIsMissing() async throws {
            let answer = try await get("groups.getSettings?access_token=any")
            #expect(
                answer.status == 400 && answer.body["error"]?["error_msg"] == "groups.getSettings requires group_id")
        }

        @Test("A wrong verb is refused with the right ones, and an endless type is an error of the server")
        func anotherVerb() async throws {
            let server = try await MockServer.start(schemas: TestSchema.folder)
            #expect(try await get("things/7", from: server).body["id"] == 7)
            let refused = try await get("things/7", verb: "PATCH", from: server)
            #expect(
                refused.status == 405
                    && refused.body["message"]
                        == "PATCH does not call a method here: GET calls things.get, DELETE calls things.remove"
            )
            #expect(try await get("things.endless", from: server).status == 500)
        }

        /// A method that no schema has responds after the test sets a response.
        @Test func aMethodOfOnesOwn() async throws {
            #expect(try await get("secret.method").status == 404)
            server.on("secret.method") { call in ["heard": .string(call.arguments["word"] ?? "")] }
            #expect(try await vk.call("secret.method", ["word": "x"], as: JSON.self).send() == ["heard": "x"])
            server.reset("secret.method")
            #expect(try await get("secret.method").status == 404)
        }

        // MARK: One world

        @Test func theSeedDecides() async throws {
            let posts = try await vk.wall.get(ownerID: 5).send()
            for seed in 1...2 as ClosedRange<UInt64> {
                let another = try await MockServer.start(schemas: Self.vkFolder, seed: seed)
                let others = try await VK(account: .test, configuration: .mock(another)).wall.get(ownerID: 5).send()
                #expect((others == posts) == (seed == 1))
            }
            #expect(posts.items.allSatisfy { $0.ownerID == 5 })
        }

        /// A person has the same name in all responses.
        @Test func peopleKeepTheirNames() async throws {
            let fields: [VK.Users.Field] = [.photo50]
            let friends = try await vk.friends.get(userID: 3, fields: fields).send().items
            let people = try await vk.users.get(userIDs: friends.prefix(3).map(\.id), fields: fields)
                .send()
            #expect(people.map(\.photo50) == friends.prefix(3).map(\.photo50) && people.count == 3)
        }

        /// Tables have the requested columns.
        @Test func rowsAreAsLongAsAsked() async throws {
            let server = try await MockServer.start(schemas: Checkout.schema.appending(path: "Metrika"))
            let metrika = Metrika(account: .test, configuration: .mock(server))
            let figures = Metrika.Selection<Metrika.Visits>(metrics: [.visits, .users, .bounceRate])
            let table = try await metrika.reports.table(figures, counterIDs: [1]).send()
            #expect(!table.rows.isEmpty && table.rows.allSatisfy { $0.metrics.count == 3 })
        }

        // MARK: Several calls, files, signing in

        @Test func aBatchIsTakenApart() async throws {
            server.fail("wall.get", code: 15, "Access denied")
            let (users, wall, time) = await vk.batch(
                vk.users.get(userIDs: [4]), vk.wall.get(ownerID: 1), vk.utils.getServerTime())
            #expect(try users.get().map(\.id) == [4])
            #expect(throws: APIError.self) { try wall.get() }
            #expect(try time.get().date > Date(timeIntervalSince1970: 1_000_000_000))
            #expect(server.calls.map(\.method) == ["users.get", "wall.get", "utils.getServerTime"])
        }

        @Test func aFileGoesUp() async throws {
            let photos = try await vk.photos.upload(.data(Data("picture".utf8), name: "a.jpg"), albumID: 7).send()
            #expect(photos.allSatisfy { $0.albumID == 7 })
            #expect(server.calls.map(\.method) == ["photos.getUploadServer", "photos.save"])
            #expect(server.calls[1].arguments["album_id"] == "7")
        }

        @Test func aFileGoesStraightToItsMethod() async throws {
            let server = try await MockServer.start(schemas: Checkout.schema.appending(path: "Metrika"))
            let metrika = Metrika(account: .test, configuration: .mock(server))
            let uploading = try await metrika.expenses.upload(
                .data(Data("Date,Expenses".utf8), name: "a.csv"), counterID: 5
            ).send()
            #expect(
                uploading.id > 0 && server.calls.map(\.method) == ["expenses.upload"]
                    && server.calls[0].arguments["counterId"] == "5")
        }

        @Test func everybodySignsIn() async throws {
            let oauth = OAuth(server.authorization, clientID: "1", permissions: ["friends"])
            let account = try await oauth.signIn(username: "ada", password: "x")
            #expect(account.id == 1 && account.token?.permissions == ["friends"] && account.token?.refresh != nil)
            let token = try #require(account.token)
            #expect(try await oauth.refresh(token, of: account.id).secret != token.secret)
            let signedIn = VK(account: account, configuration: .mock(server))
            _ = try await signedIn.users.get().send()
            #expect(server.calls.last?.token == token.secret)
        }

        @Test func theSignInPageLeadsBack() async throws {
            let presenter = FollowingPresenter()
            let account = try await OAuth(server.authorization, clientID: "1").authorize(presenting: presenter)
            #expect(account.id == 1)
            let implicit = try await OAuth(server.authorization, clientID: "1").authorizeImplicitly(
                presenting: presenter)
            #expect(implicit.token?.secret != account.token?.secret)
        }

        @Test func whatPeopleAreAsked() async throws {
            server.fail("wall.post", code: 24, "Really?")
            vk.onChallenge { $0 == .confirmation("Really?") ? .confirm : .giveUp }
            _ = try await vk.wall.post(message: "confirmed").send()
            server.fail("wall.post", code: 17, times: 1)
            vk.onChallenge { challenge in
                guard case .validation(let page) = challenge else { return .giveUp }
                return .redirect(try await FollowingPresenter.target(of: page))
            }
            _ = try await vk.wall.post(message: "validated").send()
            #expect(
                server.calls.map { $0.arguments["message"] } == ["confirmed", "confirmed", "validated", "validated"])
            #expect(server.calls.last?.token == "mock-token-1", "the page hands over a token")
        }

        // MARK: Recordings

        @Test func whatWasRecordedIsAnsweredAsItWas() async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "mock-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            let stub = StubTransport()
            stub.on(vk.users.get()) { _ in [try VK.User(json: #"{"id": 1, "first_name": "Recorded"}"#)] }
            _ = try await VK(account: .test, transport: RecordingTransport(stub, in: folder)).users.get(userIDs: [1])
                .send()
            let server = try await MockServer.start(schemas: Self.vkFolder, recordings: folder)
            let vk = VK(account: .test, configuration: .mock(server))
            #expect(try await vk.users.get(userIDs: [1]).send().map(\.firstName) == ["Recorded"])
            #expect(try await vk.users.get(userIDs: [2]).send().map(\.id) == [2], "what was not recorded is made up")
            server.on("users.get", [])
            #expect(try await vk.users.get(userIDs: [1]).cached(for: .never).send() == [])
        }

        // MARK: Starting

        @Test func whatStopsAServer() async throws {
            let port = try #require(URL(string: server.baseURL)?.port)
            let taken = await #expect(throws: MockServer.Refusal.self) {
                try await MockServer.start(schemas: Self.vkFolder, port: UInt16(port))
            }
            #expect(taken?.description == "cannot listen on 127.0.0.1:\(port): is the port in use?")
            let nowhere = await #expect(throws: MockServer.Refusal.self) {
                try await MockServer.start(schemas: URL(filePath: "/nowhere"))
            }
            #expect(nowhere?.description.hasPrefix("/nowhere cannot be read") == true)
            let wrong = await #expect(throws: MockServer.Refusal.self) {
                try await MockServer.start(schemas: Checkout.root.appending(path: "Tests/Testing/MockTests"))
            }
            #expect(wrong?.description.contains("there is no api.json") == true)
            await server.stop()
            let error = await #expect(throws: APIError.self) { try await vk.users.get().send() }
            #expect(error?.code == .connection || error?.code == .offline)
        }

        @Test func secretsAreNotShown() async throws {
            _ = try await get("account.changePassword?new_password=sesame&old_password=open&access_token=hidden")
            let call = try #require(server.calls.last)
            #expect(call.arguments["new_password"] == "sesame" && call.token == "hidden")
            var dumped = ""
            dump(call, to: &dumped)
            for text in ["\(call)", dumped] { #expect(!text.contains("sesame") && !text.contains("hidden"), "\(text)") }
        }
    }

    /// Follows the page's redirects like a browser, up to the program's own address.
    private struct FollowingPresenter: AuthorizationPresenter {
        func present(_ page: @Sendable (_ redirect: URL) throws -> URL) async throws -> URL {
            try await Self.target(of: try page(URL(filePath: "/callback").absoluteURL))
        }

        /// Returns the address to which a page redirects.
        static func target(of page: URL) async throws -> URL {
            let session = URLSession(configuration: .ephemeral, delegate: NoRedirects(), delegateQueue: nil)
            defer { session.finishTasksAndInvalidate() }
            let (_, response) = try await session.data(from: page)
            let location = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Location")
            return try #require(location.flatMap { URL(string: $0) })
        }
    }

    private final class NoRedirects: NSObject, URLSessionTaskDelegate {
        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest,
            completionHandler: @escaping (URLRequest?) -> Void
        ) { completionHandler(nil) }
    }
#endif
