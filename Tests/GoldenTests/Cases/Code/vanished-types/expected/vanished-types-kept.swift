// Written by `methodical check --keep-names`. Commit it; `methodical check --accept` deletes it.

import Methodical

// An unavailable declaration cannot be called: its body only has to compile.

nonisolated extension VanishedTypes {
    enum Places {
    }

    /// The methods `places.*`.
    var places: VanishedTypes.PlacesMethods { VanishedTypes.PlacesMethods(client: client) }

    struct PlacesMethods: Sendable {
        let client: Client
        init(client: Client) { self.client = client }
    }
}

nonisolated extension VanishedTypes.Page {
    @available(*, unavailable, message: "`users_page/about` is gone from the API")
    typealias About = JSON

    @available(*, unavailable, message: "`users_page.about` is gone from the API")
    var about: JSON? { nil }
}

nonisolated extension VanishedTypes.Places {
    @available(*, unavailable, message: "`places_place` is gone from the API")
    typealias Place = JSON
}

nonisolated extension VanishedTypes.PlacesMethods {
    @available(*, unavailable, message: "`places.near` is gone from the API")
    func near() -> Request<JSON> { while true {} }
}

nonisolated extension VanishedTypes.Users {
    @available(*, unavailable, message: "`users_ids` is gone from the API")
    typealias IDs = JSON

    @available(*, unavailable, message: "`users_sort` is gone from the API")
    nonisolated struct Sort: OpenEnum {
        static var date: Self { Self(rawValue: "date") }
        static var name: Self { Self(rawValue: "name") }
        let rawValue: String
        init(rawValue: String) { self.rawValue = rawValue }
        static var _known: StaticString { "" }
    }

    @available(*, deprecated, message: "`users_page` is `VanishedTypes.Page` now", renamed: "VanishedTypes.Page")
    typealias Page = VanishedTypes.Page

    @available(*, deprecated, message: "`users_user` seems to be `VanishedTypes.Users.Member` now", renamed: "VanishedTypes.Users.Member")
    typealias User = VanishedTypes.Users.Member

    @available(*, unavailable, message: "`users.get.sort` is gone: call `users.get(order:)`")
    func get(sort: VanishedTypes.Users.Sort? = nil) -> Request<VanishedTypes.Page> { while true {} }
}
