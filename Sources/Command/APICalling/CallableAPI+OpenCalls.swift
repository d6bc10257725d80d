import MethodicalGenerator

extension CallableAPI {
    /// The same API for calls without a token and other credentials, which the runtime would otherwise not send.
    package var withoutAuthorization: CallableAPI {
        var open = api
        open.wire.authorization = .none
        open.wire.schemes = []
        open.wire.needs = []
        for index in open.methods.indices {
            open.methods[index].needs = []
            open.methods[index].needsToken = false
            open.methods[index].tokens = []
        }
        return CallableAPI(open)
    }
}

extension Connection {
    /// Indicates whether calls have a token or another secret.
    package var hasCredentials: Bool {
        token != nil || account != nil || !credentials.isEmpty
    }
}
