/// Indicates for each type whether its required properties are non-optional in Swift.
///
/// The server may omit required keys from its responses, unless the schema says that it does not. Otherwise only
/// records that no response contains are trusted: there `required` states what the caller has to give.
func trustedTypes(in api: API, resolver: Resolver) -> [Bool] {
    if api.answers.trustsRequired {
        return api.types.map { _ in true }
    }
    var isReceived = api.types.map { _ in false }
    var queue: [TypeUse] = []
    for method in api.methods {
        queue += method.variants.map(\.result)
        queue += method.failures.map(\.type)
    }
    if let webhook = api.webhooks?.type {
        queue.append(.named(webhook))
    }
    while let use = queue.popLast() {
        switch use {
        case .named(let id):
            guard let i = resolver.index[id], !isReceived[i] else {
                continue
            }
            isReceived[i] = true
            switch api.types[i].shape {
            case .record(let record): queue += record.types
            case .union(let union): queue += union.cases.map(\.type)
            case .alias(let target): queue.append(target)
            case .enumeration: break
            }
        case .array(let inner), .dictionary(let inner), .optional(let inner):
            queue.append(inner)
        default: continue
        }
    }
    return api.types.indices.map { i in
        guard case .record(let record) = api.types[i].shape else {
            return false
        }
        return record.isInput && !isReceived[i]
    }
}

extension Record {
    /// The types of the properties, and of the members that the schema does not name.
    var types: [TypeUse] {
        var types = properties.map(\.type)
        if let additional {
            types.append(additional)
        }
        return types
    }
}
