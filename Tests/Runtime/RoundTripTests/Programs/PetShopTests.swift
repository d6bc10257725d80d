#if MockServer
    import TestFiles
    import Foundation
    import Methodical
    import MethodicalMock
    import MethodicalTesting
    import MethodicalTransfers
    import Testing

    /// The program of an app for an API like Petstore, against the mock server.
    @Suite struct PetShopTests {
        private let server: MockServer
        private let shop: PetShop

        init() async throws {
            server = try await MockServer.start(schemas: Programs.schema("PetShop"))
            shop = PetShop(account: Account(token: "a token"), baseURL: server.baseURL)
        }

        @Test func `a pet is read, changed and sent whole`() async throws {
            server.on(
                "pet.get",
                [
                    "id": 5, "name": "Rex", "category": ["id": 1, "name": "Dogs"], "photoUrls": ["https://a.example/1"],
                    "tags": [["id": 2, "name": "loud"]], "status": "pending",
                ])
            var pet: PetShop.Pet = try await shop.pet.get(petID: 5).send()
            pet.status = .sold
            pet.category?.name = "Hounds"
            pet.tags?.append(PetShop.Tag(name: "old"))
            try await shop.pet.update(pet).send()
            #expect(server.calls.map(\.method) == ["pet.get", "pet.update"])
            #expect(
                try server.lastBody == [
                    "id": 5, "name": "Rex", "category": ["id": 1, "name": "Hounds"],
                    "photoUrls": ["https://a.example/1"],
                    "tags": [["id": 2, "name": "loud"], ["name": "old"]], "status": "sold",
                ])
        }

        @Test func `an invented pet is the same after it was read and sent`() async throws {
            let pet = try await shop.pet.get(petID: 5).send()
            try await shop.pet.update(pet).send()
            let sent = try #require(server.calls.last).body
            #expect(try PetShop.Pet(json: [UInt8](sent), reading: .strict) == pet)
        }

        @Test func `a pet is updated by arguments`() async throws {
            try await shop.pet.update(name: "Rex", photoURLs: [], id: 5, status: .sold).send()
            #expect(try server.lastBody == ["id": 5, "name": "Rex", "photoUrls": [], "status": "sold"])
            #expect(server.calls.last?.arguments == ["id": "5", "name": "Rex", "photoUrls": "", "status": "sold"])
            #expect(server.calls.last?.token == "a token")
        }

        @Test func `a fresh pet has only what it was made with`() async throws {
            let fresh = PetShop.Pet(name: "Rex", photoURLs: [])
            try await shop.pet.add(fresh).send()
            #expect(try server.lastBody == ["name": "Rex", "photoUrls": []])
            let tagged = PetShop.Pet(
                name: "Rex", category: PetShop.Category(name: "Dogs"), photoURLs: ["a"], tags: [.init(name: "loud")],
                status: .available)
            try await shop.pet.add(tagged).send()
            #expect(
                try server.lastBody == [
                    "name": "Rex", "category": ["name": "Dogs"], "photoUrls": ["a"], "tags": [["name": "loud"]],
                    "status": "available",
                ])
        }

        @Test func `the status of a pet is the argument of a search`() async throws {
            let pet = try await shop.pet.get(petID: 5).send()
            let status = try #require(pet.status)
            let pets = try await shop.pet.findByStatus(status: status).send()
            #expect(!pets.isEmpty && pets.allSatisfy { $0.status == status })
            _ = try await shop.pet.findByTags(tags: pet.tags?.compactMap(\.name) ?? ["old"]).send()
            #expect(server.calls.last?.method == "pet.findByTags")
        }

        @Test func `an order that was read is placed again without its number`() async throws {
            server.on("store.getOrder", ["id": 7, "petId": 5, "shipDate": "2026-02-28T10:00:00.5Z", "complete": true])
            var order = try await shop.store.getOrder(orderID: 7).send()
            order.complete = false
            order.quantity = 2
            try await shop.store.placeOrder(order).send()
            let body: JSON = ["petId": 5, "quantity": 2, "shipDate": "2026-02-28T10:00:00.5Z", "complete": false]
            #expect(try server.lastBody == body)
            let date = try #require(order.shipDate?.date)
            try await shop.store.placeOrder(petID: 5, shipDate: date, status: .placed).send()
            #expect(try server.lastBody == ["petId": 5, "shipDate": "2026-02-28T10:00:00.500Z", "status": "placed"])
        }

        @Test func `an image is sent as its bytes`() async throws {
            let image = Upload.data(Data([0xFF, 0xD8]), type: "image/jpeg")
            let result = try await shop.pet.uploadImage(image, petID: 5).send()
            #expect(result.url.url != nil)
            #expect(server.calls.last?.body == Data([0xFF, 0xD8]))
            #expect(server.calls.last?.arguments["petId"] == "5")
        }

        @Test func `a refusal is caught as its type`() async throws {
            server.fail("pet.update", code: 404, "There is no such pet", status: 404, details: ["member": "id"])
            do {
                try await shop.pet.update(name: "Rex", photoURLs: [], id: 6).send()
                Issue.record("no error")
            } catch {
                #expect(error.code == .server && error.status == 404)
                let refusal = try #require(error.failure(as: PetShop.Refusal.self))
                #expect(refusal == PetShop.Refusal(message: "There is no such pet", member: "id"))
            }
        }
    }

    /// The schemas that are imported from the documents in `Documents`.
    enum Programs {
        static func schema(_ name: String) -> URL {
            Checkout.roundTripSchemas.appending(path: name)
        }
    }

    extension MockServer {
        /// The body of the last call.
        var lastBody: JSON {
            get throws { try JSON(json: [UInt8](try #require(calls.last).body)) }
        }
    }
#endif
