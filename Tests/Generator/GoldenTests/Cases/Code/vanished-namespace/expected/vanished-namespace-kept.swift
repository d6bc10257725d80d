// Written by `methodical check --keep-names`. Commit it; `methodical check --accept` deletes it.

import Methodical

// An unavailable declaration cannot be called: its body only has to compile.

nonisolated extension VanishedNamespace {
    /// The methods `wall.*`.
    var wall: VanishedNamespace.Wall { VanishedNamespace.Wall(client: client) }

    struct Wall: Swift.Sendable {
        let client: Methodical.Client
        init(client: Methodical.Client) { self.client = client }
    }
}

nonisolated extension VanishedNamespace.Wall {
    @available(*, unavailable, message: "`wall.get` is gone from the API")
    func get() -> Methodical.Request<Swift.String> { while true {} }
}
