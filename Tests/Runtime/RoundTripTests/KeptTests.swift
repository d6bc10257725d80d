import Methodical
import Testing

/// Tests that code for the API of `Schema/Kept/methodical.lock` works like code for the current schema.
@Suite struct KeptTests {
    private let old: any Written = WrittenThen()
    private let api = KeptAPI()

    @Test("A call by the former name of a method or namespace equals the new call")
    func methods() {
        #expect(old.search(api) == api.users.searchAll(q: "ada", count: 2))
        #expect(old.albums(api) == api.pictures.getAlbums(ownerID: 1, needCovers: true))
    }

    @Test("A call with the former names of parameters equals the new call")
    func parameters() {
        #expect(
            old.get(api) == [
                api.users.get(userIDs: [1], nameCases: "nom"),
                api.users.get(nameCases: "nom", fieldSets: ["a"]),
                api.users.get(userIDs: [1], fieldSets: ["a"]),
                api.users.get(userIDs: [1]),
            ])
    }

    @Test("The former names of a type and its properties read and change the current ones")
    func properties() throws {
        let ada = try KeptAPI.Member(json: Array(#"{"id": 1, "first_name": "Ada", "sex": "male"}"#.utf8))
        #expect(old.name(ada) == "Ada")
        #expect(old.renamed(ada, "Eve").givenName == "Eve")
        #expect(old.isMale(ada))
    }
}

/// A deprecated function can be called through a protocol without a warning.
private protocol Written: Sendable {
    func search(_ api: KeptAPI) -> Request<[KeptAPI.Member]>
    func albums(_ api: KeptAPI) -> Request<[Int]>
    func get(_ api: KeptAPI) -> [Request<[KeptAPI.Member]>]
    func name(_ user: KeptAPI.Member) -> String?
    func renamed(_ user: KeptAPI.Member, _ name: String) -> KeptAPI.Member
    func isMale(_ user: KeptAPI.Member) -> Bool
}

private struct WrittenThen: Written {
    @available(*, deprecated)
    func search(_ api: KeptAPI) -> Request<[KeptAPI.User]> { api.users.search(q: "ada", count: 2) }

    @available(*, deprecated)
    func albums(_ api: KeptAPI) -> Request<[Int]> { api.photos.getAlbums(ownerID: 1, needCovers: true) }

    @available(*, deprecated)
    func get(_ api: KeptAPI) -> [Request<[KeptAPI.User]>] {
        [
            api.users.get(userIDs: [1], nameCase: "nom"),
            api.users.get(nameCase: "nom", fieldSet: ["a"]),
            api.users.get(userIDs: [1], fieldSet: ["a"]),
            api.users.get(userIDs: [1]),
        ]
    }

    @available(*, deprecated)
    func name(_ user: KeptAPI.User) -> String? { user.firstName }

    @available(*, deprecated)
    func renamed(_ user: KeptAPI.User, _ name: String) -> KeptAPI.User {
        var user = user
        user.firstName = name
        return user
    }

    @available(*, deprecated)
    func isMale(_ user: KeptAPI.User) -> Bool { user.sex == .male }
}
