import Foundation
import HuabanAPI
import LoopbackServer
import Methodical
import Testing

/// A type of the app with the default coding.
struct AppMoney: CustomValue {
    var amount = "0"
    var currency = "EUR"
}

/// A type of the app that reads and writes JSON itself.
struct AppMoment: CustomValue {
    struct NotANumber: Error {}

    var date = Date(timeIntervalSince1970: 0)

    init() {}
    init(date: Date) { self.date = date }

    init(json: JSON) throws {
        guard case .integer(let seconds) = json else { throw NotANumber() }
        date = Date(timeIntervalSince1970: Double(seconds))
    }

    var jsonValue: JSON {
        get throws {
            guard let seconds = Int(exactly: date.timeIntervalSince1970) else { throw NotANumber() }
            return .integer(seconds)
        }
    }
}

/// A type of the app that is sent as a list.
struct AppTags: CustomValue {
    var names: Set<String> = []

    init() {}
    init(names: Set<String>) { self.names = names }
    init(json: JSON) throws { names = Set(json.arrayValue?.compactMap(\.stringValue) ?? []) }
    var jsonValue: JSON { .array(names.sorted().map(JSON.string)) }
}

/// Tests of the app's own types in place of those of a schema.
@Suite struct CustomValueTests {
    private static let text = """
        {"id":1,"price":{"amount":"9.99","currency":"CHF"},"parts":[{"amount":"1","currency":"EUR"}],"paid":60,\
        "tags":["a","b"]}
        """

    @Test("A response is read as the app's types, and written back")
    func readAndWriteBack() async throws {
        let server = try LoopbackServer { _ in .http(200, [], Self.text) }
        let api = ReplacedAPI(server)
        var order = try await api.orders.save(ReplacedAPI.Order(id: 1, price: AppMoney())).send()
        #expect(order.price == AppMoney(amount: "9.99", currency: "CHF"))
        #expect(order.parts == [AppMoney(amount: "1", currency: "EUR")])
        #expect(order.paid == .value(AppMoment(date: Date(timeIntervalSince1970: 60))))
        #expect(order.tags == AppTags(names: ["b", "a"]))
        order.price.amount = "10"
        _ = try await api.orders.save(order).send()
        let sent = try #require(server.received.last?.body)
        #expect(try JSON(json: Array(sent.utf8)) == JSON(json: Array(Self.text.replacing("9.99", with: "10").utf8)))
    }

    @Test("A type of the app is an argument with the spelling of its JSON")
    func arguments() async throws {
        let received = try await exchange(ReplacedAPI.self) { api in
            api.orders.list(
                since: AppMoment(date: Date(timeIntervalSince1970: 5)), price: AppMoney(amount: "1", currency: "EUR"),
                tags: AppTags(names: ["x", "y"]))
        }
        let query = try #require(URLComponents(string: received.target)?.queryItems)
        #expect(query.first { $0.name == "since" }?.value == "5")
        #expect(query.filter { $0.name == "tags" }.map(\.value) == ["x", "y"])
        let price = try #require(query.first { $0.name == "price" }?.value)
        #expect(try JSON(json: Array(price.utf8)) == ["amount": "1", "currency": "EUR"])
    }

    @Test("A value that the app's type refuses is a mismatch at its place")
    func refusedValues() async throws {
        let text = #"{"id":1,"price":{"amount":"1","currency":"EUR"},"paid":"x"}"#
        let error = try await failure(ReplacedAPI.self, text) {
            $0.orders.save(ReplacedAPI.Order(id: 1, price: AppMoney()))
        }
        #expect(error.code == .undecodable)
        #expect(error.problem?.expected == "a value of AppMoment")
        #expect("\(error)".contains("paid"))
    }

    @Test("A definition that allows null may be null in place of the app's type")
    func nullableValues() async throws {
        let text = #"{"id":1,"price":{"amount":"1","currency":"EUR"},"paid":null}"#
        let order = try await answer(ReplacedAPI.self, text) {
            $0.orders.save(ReplacedAPI.Order(id: 1, price: AppMoney()))
        }
        #expect(order.paid == .null)
    }

    @Test("A value without JSON is not sent")
    func valuesWithoutJSON() async throws {
        let halfSecond = AppMoment(date: Date(timeIntervalSince1970: 0.5))
        let server = try LoopbackServer { _ in .http(200, [], "[]") }
        let api = ReplacedAPI(server)
        let inBody = ReplacedAPI.Order(id: 1, price: AppMoney(), paid: .value(halfSecond))
        #expect(try await failure(api.orders.save(inBody)).code == .invalidRequest)
        #expect(try await failure(api.orders.list(since: halfSecond)).code == .invalidRequest)
        #expect(server.received.isEmpty)
    }

    @Test("An API has the types of another target")
    func typesOfAnotherTarget() async throws {
        let server = try LoopbackServer { received in
            .http(200, [], received.line.hasPrefix("GET") ? #"[{"user_id":7}]"# : #"{"saved":{"user_id":7}}"#)
        }
        let api = SharingAPI(server)
        let users: [Huaban.User] = try await api.users.search().send()
        #expect(users.first?.id == 7)
        let user = try #require(users.first)
        #expect(try await api.user.save(user).send().saved == user)
        #expect(server.received.last?.body == #"{"user_id":7}"#)
    }
}
