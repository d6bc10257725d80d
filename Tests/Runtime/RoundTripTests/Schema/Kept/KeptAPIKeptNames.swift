// Written by `methodical check --keep-names`. Commit it; `methodical check --accept` deletes it.

import Methodical

// An unavailable declaration cannot be called: its body only has to compile.

nonisolated extension KeptAPI {
    @available(*, deprecated, message: "`user` seems to be `KeptAPI.Member` now", renamed: "KeptAPI.Member")
    typealias User = KeptAPI.Member

    /// The methods `photos.*`.
    var photos: KeptAPI.Photos { KeptAPI.Photos(client: client) }

    struct Photos: Swift.Sendable {
        let client: Methodical.Client
        init(client: Methodical.Client) { self.client = client }
    }
}

nonisolated extension KeptAPI.Member {
    @available(*, deprecated, message: "`user.first_name` is `givenName` now", renamed: "givenName")
    var firstName: Swift.String? { get { givenName } set { givenName = newValue } }
}

nonisolated extension KeptAPI.Photos {
    @available(*, deprecated, message: "`photos.getAlbums` seems to be `pictures.getAlbums(ownerID:needCovers:)` now")
    func getAlbums(ownerID: Swift.Int? = nil, needCovers: Swift.Bool? = nil) -> Methodical.Request<[Swift.Int]> {
        KeptAPI.Pictures(client: self.client).getAlbums(ownerID: ownerID, needCovers: needCovers)
    }
}

nonisolated extension KeptAPI.Sex {
    @available(*, deprecated, message: "`sex.male` is gone from the API")
    static var male: Self { Self(rawValue: "male") }
}

nonisolated extension KeptAPI.Users {
    @available(*, deprecated, message: "`users.get.name_case` seems to be `nameCases:` now, `users.get.field_set` seems to be `fieldSets:` now: call `users.get(userIDs:nameCases:fieldSets:)`", renamed: "get(userIDs:nameCases:fieldSets:)")
    func get(userIDs: [Swift.Int]? = nil, nameCase: Swift.String?, fieldSet: [Swift.String]? = nil) -> Methodical.Request<[KeptAPI.Member]> {
        self.get(userIDs: userIDs, nameCases: nameCase, fieldSets: fieldSet)
    }

    @available(*, deprecated, message: "`users.get.name_case` seems to be `nameCases:` now, `users.get.field_set` seems to be `fieldSets:` now: call `users.get(userIDs:nameCases:fieldSets:)`", renamed: "get(userIDs:nameCases:fieldSets:)")
    func get(userIDs: [Swift.Int]? = nil, fieldSet: [Swift.String]?) -> Methodical.Request<[KeptAPI.Member]> {
        self.get(userIDs: userIDs, fieldSets: fieldSet)
    }

    @available(*, deprecated, message: "`users.search` seems to be `users.searchAll(q:count:)` now", renamed: "searchAll(q:count:)")
    func search(q: Swift.String, count: Swift.Int? = nil) -> Methodical.Request<[KeptAPI.Member]> {
        self.searchAll(q: q, count: count)
    }
}
