extension TypeDeclaration {
    /// The type that contains the declaration, or `nil` if it is in a namespace or in the API itself.
    var outerType: TypeID? {
        if case .type(let owner) = owner { owner } else { nil }
    }
}
