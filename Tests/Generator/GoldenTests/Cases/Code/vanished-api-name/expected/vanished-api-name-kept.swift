// Written by `methodical check --keep-names`. Commit it; `methodical check --accept` deletes it.

public import Methodical

// An unavailable declaration cannot be called: its body only has to compile.

@available(*, deprecated, message: "the API is `VanishedApiName` now", renamed: "VanishedApiName")
public typealias VanishedOldName = VanishedApiName

nonisolated extension VanishedApiName {
    @available(*, unavailable, message: "`place` is gone from the API")
    public typealias Place = Methodical.JSON
}

nonisolated extension VanishedApiName.Users {
    @available(*, unavailable, message: "`users.ban` is gone from the API")
    public func ban() -> Methodical.Request<Swift.Int> { while true {} }
}
