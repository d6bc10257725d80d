// Written by `methodical check --keep-names`. Commit it; `methodical check --accept` deletes it.

import Methodical

// An unavailable declaration cannot be called: its body only has to compile.

nonisolated extension VanishedHostile {
    @available(*, unavailable, message: "`<odd>` is gone from the API")
    typealias Odd = Methodical.JSON
}

nonisolated extension VanishedHostile.ABXC {
    @available(*, deprecated, message: "`` a\"b\\(x) */ `c`.<x> `` is gone from the API")
    static var x: Self { Self(rawValue: "<x>") }

    @available(*, deprecated, message: "`` a\"b\\(x) */ `c`.a\"b\\(x) */ `c` `` is gone from the API")
    static var aBXC: Self { Self(rawValue: "a\"b\\(x)\n*/ `c`") }

    @available(*, deprecated, message: "`` a\"b\\(x) */ `c`.a%20b `` is gone from the API")
    static var a20b: Self { Self(rawValue: "a%20b") }
}

nonisolated extension VanishedHostile.OddID {
    @available(*, unavailable, message: "`<odd> id.other` is gone from the API")
    var other: Swift.Int? { get { nil } set {} }
}

nonisolated extension VanishedHostile.User {
    @available(*, unavailable, message: "`user..dot` is gone from the API")
    var dot: Swift.String? { get { nil } set {} }

    @available(*, unavailable, message: "`` user.a\"b\\(x) */ `c` `` is gone from the API")
    var aBXC: Swift.String? { get { nil } set {} }

    @available(*, unavailable, message: "`user.x>y` is gone from the API")
    var xY: VanishedHostile.OddID? { get { nil } set {} }
}

nonisolated extension VanishedHostile.Users {
    @available(*, unavailable, message: "`` users.get.a\"b\\(x) */ `c` `` is gone, `users.get.kind` is gone: call `users.get()`")
    func get(aBXC: Swift.String? = nil, kind: VanishedHostile.ABXC? = nil) -> Methodical.Request<Swift.Int> { while true {} }
}
