import LoopbackServer
import Methodical
import Testing

/// Tests of bodies whose members are arguments, beside the record that they make.
@Suite struct FlattenedBodyTests {
    private static let answer = """
        {"id":5,"name":"Rex","status":"available","owners":[{"id":1,"name":"Ada","boss":{"id":2,"name":"Bob"}}],\
        "home":{"a":{"id":3,"name":"Eve"}},"born":null}
        """
    private static let sent = """
        {"name":"Rex","status":"sold","owners":[{"name":"Ada","boss":{"name":"Bob"}}],"home":{"a":{"name":"Eve"}},\
        "born":null}
        """

    @Test("A record that was read is changed and sent back whole, without its read-only members at any depth")
    func readAndWriteBack() async throws {
        let server = try LoopbackServer { _ in .http(200, [], Self.answer) }
        let api = FlattenedAPI(server)
        var pet = try await api.pets.get(id: 5).send()
        pet.status = .sold
        let answer = try await api.pets.update(pet, id: 5, notify: true).send()
        #expect(answer.id == 5)
        #expect(server.received.last?.line == "PUT /pets/5?notify=1 HTTP/1.1")
        #expect(server.received.last?["Content-Type"] == "application/json")
        #expect(server.received.last?.body == Self.sent)
    }

    @Test("The whole form and the flattened form send the same bytes")
    func equalBytes() async throws {
        let server = try LoopbackServer { _ in .http(200, [], Self.answer) }
        let api = FlattenedAPI(server)
        let pet = try await api.pets.get(id: 5).send()
        _ = try await api.pets.update(pet, id: 5).send()
        _ = try await api.pets.update(
            id: 5, name: pet.name, status: pet.status, owners: pet.owners, home: pet.home, born: .null
        ).send()
        try #require(server.received.count == 3)
        #expect(server.received[1].body == server.received[2].body)
        #expect(server.received[1].line == server.received[2].line)
    }

    @Test("Null and absence stay apart in both forms")
    func nullAndAbsence() async throws {
        let absent = try await exchange(FlattenedAPI.self) { $0.pets.update(.init(id: 1, name: "Rex"), id: 1) }
        #expect(absent.body == #"{"name":"Rex"}"#)
        let null = try await exchange(FlattenedAPI.self) {
            $0.pets.update(.init(id: 1, name: "Rex", born: .null, weight: 2.5), id: 1)
        }
        #expect(null.body == #"{"name":"Rex","born":null,"weight":2.5}"#)
        let flattened = try await exchange(FlattenedAPI.self) { $0.pets.update(id: 1, name: "Rex", born: .null) }
        #expect(flattened.body == #"{"name":"Rex","born":null}"#)
    }

    @Test("A call without arguments is the flattened form")
    func noArguments() async throws {
        let none = try await exchange(FlattenedAPI.self) { $0.pets.tag() }
        #expect(none.body.isEmpty || none.body == "{}")
        let whole = try await exchange(FlattenedAPI.self) { $0.pets.tag(FlattenedAPI.Tag(body: "x")) }
        let members = try await exchange(FlattenedAPI.self) { $0.pets.tag(body: "x") }
        #expect(whole.body == #"{"body":"x"}"# && members.body == whole.body)
    }

    @Test("Both forms have the media type of the body")
    func mediaType() async throws {
        let whole = try await exchange(FlattenedAPI.self) { $0.pets.patch(.init(color: "red")) }
        let members = try await exchange(FlattenedAPI.self) { $0.pets.patch(color: "red") }
        #expect(whole["Content-Type"] == "application/merge-patch+json")
        #expect(members["Content-Type"] == "application/merge-patch+json")
        #expect(whole.body == members.body)
    }

    @Test("A form is sent whole and by its members, with the same fields")
    func form() async throws {
        let owner = FlattenedAPI.Owner(id: 7, name: "Ada")
        let registration = FlattenedAPI.Registration(
            name: "Rex & Co", id: 3, colors: ["red", "white"], vaccinated: true, owner: owner, secret: "s=1")
        let whole = try await exchange(FlattenedAPI.self) { $0.pets.register(registration) }
        let members = try await exchange(FlattenedAPI.self) {
            $0.pets.register(
                name: "Rex & Co", colors: ["red", "white"], vaccinated: true, owner: owner, secret: "s=1")
        }
        #expect(whole["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(members["Content-Type"] == "application/x-www-form-urlencoded")
        let fields = members.body.split(separator: "&").map(String.init)
        #expect(
            fields == [
                "name=Rex%20%26%20Co", "colors=red%2Cwhite", "vaccinated=1", "owner=%7B%22name%22%3A%22Ada%22%7D",
                "secret=s%3D1",
            ])
        #expect(whole.body.split(separator: "&").map(String.init).sorted() == fields.sorted())
    }

    @Test("An argument outside of the body has no read-only members, and a JSON text of a record has them")
    func otherPlaces() async throws {
        let owner = FlattenedAPI.Owner(id: 7, name: "Ada")
        let received = try await exchange(FlattenedAPI.self) { $0.pets.list(owners: [owner]) }
        #expect(received.target.contains("Ada") && !received.target.contains("id"))
        #expect(try String(decoding: owner.json(), as: UTF8.self) == #"{"id":7,"name":"Ada"}"#)
    }
}
