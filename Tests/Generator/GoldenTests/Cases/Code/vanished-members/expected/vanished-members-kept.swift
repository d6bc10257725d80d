// Written by `methodical check --keep-names`. Commit it; `methodical check --accept` deletes it.

import Methodical

// An unavailable declaration cannot be called: its body only has to compile.

nonisolated extension VanishedMembers {
    @available(*, unavailable, message: "`link` is gone from the API")
    typealias Link = Methodical.JSON
}

nonisolated extension VanishedMembers.ErrorCode {
    @available(*, deprecated, message: "`api_error_access` is `accessDenied` now", renamed: "accessDenied")
    static var access: Self { .accessDenied }

    @available(*, deprecated, message: "`api_error_busy` is `overloaded` now", renamed: "overloaded")
    static var busy: Self { .overloaded }

    @available(*, deprecated, message: "`api_error_gone` is gone from the API")
    static var gone: Self { Self(rawValue: 2) }
}

nonisolated extension VanishedMembers.Feed {
    @available(*, unavailable, message: "`feed.day` is gone from the API")
    var day: Methodical.CalendarDay? { get { nil } set {} }

    @available(*, unavailable, message: "`feed.default` is gone from the API")
    var `default`: Swift.String? { get { nil } set {} }

    @available(*, unavailable, message: "`feed.owner` is gone from the API")
    var owner: VanishedMembers.User { get { while true {} } set {} }

    @available(*, unavailable, message: "`feed.total` is gone from the API")
    var total: Swift.Int { get { while true {} } set {} }

    @available(*, deprecated, message: "`feed.next` is `cursor` now", renamed: "cursor")
    var next: Swift.String? { get { cursor } set { cursor = newValue } }
}

nonisolated extension VanishedMembers.Item {
    @available(*, unavailable, message: "`item.link` is gone from the API")
    static func link(_ value: Methodical.JSON) -> Self { while true {} }

    @available(*, unavailable, message: "`item.post` is gone from the API")
    static func post(_ value: VanishedMembers.Post) -> Self { while true {} }
}

nonisolated extension VanishedMembers.Role {
    @available(*, deprecated, message: "`role.3` is gone from the API")
    static var guest: Self { Self(rawValue: 3) }

    @available(*, deprecated, message: "`role.2` is `author` now", renamed: "author")
    static var editor: Self { .author }
}

nonisolated extension VanishedMembers.Scale {
    @available(*, deprecated, message: "`scale.\"auto\"` is gone from the API")
    static var auto: Self { Self(rawValue: "auto") }

    @available(*, deprecated, message: "`scale.1.5` is gone from the API")
    static var value1_5: Self { Self(rawValue: 1.5) }

    @available(*, deprecated, message: "`scale.true` is gone from the API")
    static var `true`: Self { Self(rawValue: true) }
}

nonisolated extension VanishedMembers.Sex {
    @available(*, deprecated, message: "`sex.any` is gone from the API")
    static var any: Self { Self(rawValue: "any") }

    @available(*, deprecated, message: "`sex.male` is gone from the API")
    static var male: Self { Self(rawValue: "male") }
}

nonisolated extension VanishedMembers.User {
    @available(*, unavailable, message: "`user.age` is gone from the API")
    var age: Swift.Int { get { while true {} } set {} }

    @available(*, unavailable, message: "`user.tags` is gone from the API")
    var tags: [Swift.String]? { get { nil } set {} }

    @available(*, deprecated, message: "`user.first_name` is `givenName` now", renamed: "givenName")
    var firstName: Swift.String? { get { givenName } set { givenName = newValue } }

    @available(*, deprecated, message: "`user.email_address` seems to be `emailAddresses` now", renamed: "emailAddresses")
    var emailAddress: Swift.String? { get { emailAddresses } set { emailAddresses = newValue } }
}
