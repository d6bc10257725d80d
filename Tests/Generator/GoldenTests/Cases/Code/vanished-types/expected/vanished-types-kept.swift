// Written by `methodical check --keep-names`. Commit it; `methodical check --accept` deletes it.

import Methodical

// An unavailable declaration cannot be called: its body only has to compile.

nonisolated extension VanishedTypes {
    enum Places {
    }

    /// The methods `places.*`.
    var places: VanishedTypes.PlacesMethods { VanishedTypes.PlacesMethods(client: client) }

    struct PlacesMethods: Swift.Sendable {
        let client: Methodical.Client
        init(client: Methodical.Client) { self.client = client }
    }
}

nonisolated extension VanishedTypes.Page {
    @available(*, unavailable, message: "`users_page/about` is gone from the API")
    typealias About = Methodical.JSON

    @available(*, unavailable, message: "`users_page.about` is gone from the API")
    var about: Methodical.JSON? { get { nil } set {} }
}

nonisolated extension VanishedTypes.Places {
    @available(*, unavailable, message: "`places_place` is gone from the API")
    typealias Place = Methodical.JSON
}

nonisolated extension VanishedTypes.PlacesMethods {
    @available(*, unavailable, message: "`places.near` is gone from the API")
    func near() -> Methodical.Request<Methodical.JSON> { while true {} }
}

nonisolated extension VanishedTypes.Users {
    @available(*, unavailable, message: "`users_ids` is gone from the API")
    typealias IDs = Methodical.JSON

    @available(*, unavailable, message: "`users_sort` is gone from the API")
    nonisolated struct Sort: Methodical.APIEngine.OpenEnum {
        static var date: Self { Self(rawValue: "date") }
        static var name: Self { Self(rawValue: "name") }
        let rawValue: Swift.String
        init(rawValue: Swift.String) { self.rawValue = rawValue }
        static var _known: Swift.StaticString { "" }
    }

    @available(*, deprecated, message: "`users_page` is `VanishedTypes.Page` now", renamed: "VanishedTypes.Page")
    typealias Page = VanishedTypes.Page

    @available(*, deprecated, message: "`users_user` seems to be `VanishedTypes.Users.Member` now", renamed: "VanishedTypes.Users.Member")
    typealias User = VanishedTypes.Users.Member

    @available(*, unavailable, message: "`users.get.sort` is gone: call `users.get(order:)`")
    func get(sort: VanishedTypes.Users.Sort? = nil) -> Methodical.Request<VanishedTypes.Page> { while true {} }
}
