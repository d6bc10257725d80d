/// Indicates for each type whether its required properties are non-optional in Swift.
///
/// The server may omit required keys from its responses, unless the schema says that it does not. Otherwise only
/// records that no response contains are trusted: there `required` states what the caller has to give.
func trustedTypes(in api: API, resolver: Resolver) -> [Bool] {
    if api.decoding.trustsRequired {
        return api.types.map { _ in true }
    }
    let isReceived = receivedTypes(in: api, resolver: resolver)
    return zip(api.types, isReceived).map { type, isReceived in
        let isInput = type.shape.record?.isInput ?? false
        return isInput && !isReceived
    }
}

/// Indicates for each type whether a response or an event can contain it.
private func receivedTypes(in api: API, resolver: Resolver) -> [Bool] {
    var queue: [TypeUse] = []
    for method in api.methods {
        queue += method.variants.map(\.result)
        queue += method.failures.map(\.type)
    }
    if let webhook = api.webhooks?.type {
        queue.append(.named(webhook))
    }
    var isReceived = api.types.map { _ in false }
    while let use = queue.popLast() {
        guard let id = use.declared, let index = resolver.index(of: id) else { continue }
        if !isReceived[index] {
            isReceived[index] = true
            queue += api.types[index].shape.uses
        }
    }
    return isReceived
}
