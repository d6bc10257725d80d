// Written by `methodical check --keep-names`. Commit it; `methodical check --accept` deletes it.

import Methodical
import struct Foundation.Date

// An unavailable declaration cannot be called: its body only has to compile.

nonisolated extension VanishedMethods {
    enum Gifts {
    }

    @available(*, unavailable, message: "`verdict` is gone from the API")
    typealias Verdict = Methodical.JSON

    /// The methods `photos.*`.
    var photos: VanishedMethods.Photos { VanishedMethods.Photos(client: client) }

    struct Photos: Swift.Sendable {
        let client: Methodical.Client
        init(client: Methodical.Client) { self.client = client }
    }

    @available(*, deprecated, message: "`ping` seems to be `pong()` now", renamed: "pong()")
    func ping() -> Methodical.Request<Swift.Int> {
        self.pong()
    }

    /// The methods `gifts.*`.
    var gifts: VanishedMethods.GiftsMethods { VanishedMethods.GiftsMethods(client: client) }

    struct GiftsMethods: Swift.Sendable {
        let client: Methodical.Client
        init(client: Methodical.Client) { self.client = client }
    }
}

nonisolated extension VanishedMethods.Friends {
    @available(*, unavailable, message: "`friends.get:extendedResponse` is gone from the API: call `friends.get(userID:)`")
    func getExtended(userID: Swift.Int? = nil) -> Methodical.Request<[VanishedMethods.User]> { while true {} }
}

nonisolated extension VanishedMethods.Gifts {
    @available(*, unavailable, message: "`gifts.send/send_kind` is gone from the API")
    nonisolated struct SendKind: Methodical.APIEngine.OpenEnum {
        static var cake: Self { Self(rawValue: "cake") }
        static var rose: Self { Self(rawValue: "rose") }
        let rawValue: Swift.String
        init(rawValue: Swift.String) { self.rawValue = rawValue }
        static var _known: Swift.StaticString { "" }
    }
}

nonisolated extension VanishedMethods.GiftsMethods {
    @available(*, unavailable, message: "`gifts.send` is gone from the API")
    func send(userIDs: [Swift.Int], sentAt: Foundation.Date? = nil, kind: VanishedMethods.Gifts.SendKind? = nil) -> Methodical.Request<Swift.Int> { while true {} }
}

nonisolated extension VanishedMethods.Photos {
    @available(*, deprecated, message: "`photos.getAlbums` seems to be `pictures.getAlbums(ownerID:needCovers:)` now")
    func getAlbums(ownerID: Swift.Int? = nil, needCovers: Swift.Bool? = nil) -> Methodical.Request<[Swift.Int]> {
        VanishedMethods.Pictures(client: self.client).getAlbums(ownerID: ownerID, needCovers: needCovers)
    }
}

nonisolated extension VanishedMethods.Users {
    @available(*, unavailable, message: "`users.get.name_case` is gone: call `users.get(userIDs:)`")
    func get(userIDs: [Swift.Int]? = nil, nameCase: Swift.String? = nil) -> Methodical.Request<[VanishedMethods.User]> { while true {} }

    @available(*, unavailable, message: "`users.report.reason_text` is `why:` now: call `users.report(userID:why:reasonKind:since:)`")
    func report(userID: Swift.Int, reasonText: Swift.String? = nil, reasonKind: VanishedMethods.Users.ReportReasonKind? = nil) -> Methodical.Request<Swift.Int> { while true {} }

    @available(*, deprecated, message: "`users.search.sort_order` seems to be `sortOrders:` now, `users.search.name_case` seems to be `nameCases:` now: call `users.search(q:count:nameCases:sortOrders:)`", renamed: "search(q:count:nameCases:sortOrders:)")
    func search(q: Swift.String, count: Swift.Int? = nil, nameCase: Swift.String?, sortOrder: Swift.String? = nil) -> Methodical.Request<Swift.Int> {
        self.search(q: q, count: count, nameCases: nameCase, sortOrders: sortOrder)
    }

    @available(*, deprecated, message: "`users.search.sort_order` seems to be `sortOrders:` now, `users.search.name_case` seems to be `nameCases:` now: call `users.search(q:count:nameCases:sortOrders:)`", renamed: "search(q:count:nameCases:sortOrders:)")
    func search(q: Swift.String, count: Swift.Int? = nil, sortOrder: Swift.String?) -> Methodical.Request<Swift.Int> {
        self.search(q: q, count: count, sortOrders: sortOrder)
    }

    @available(*, unavailable, message: "`users.block` is gone from the API")
    func block(userID: Swift.Int) -> Methodical.Request<Methodical.JSON> { while true {} }
}

nonisolated extension VanishedMethods.Wall {
    @available(*, deprecated, message: "`wall.edit` is called as `wall.change(postID:place:isDefault:)` now", renamed: "change(postID:place:isDefault:)")
    func edit(postID: Swift.Int, `in`: Swift.String? = nil, `default`: Swift.Bool? = nil) -> Methodical.Request<Swift.Int> {
        self.change(postID: postID, place: `in`, isDefault: `default`)
    }
}
