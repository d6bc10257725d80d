#if CommandLine
    import APISurface
    import MethodicalGenerator

    extension API {
        /// The Swift code that creates a client with the credentials that the first method in need of some asks for,
        /// such as `Shop(account: Account(token: "..."))`.
        var client: String {
            let arguments = arguments.contains { $0.isRequired } ? ", ..." : ""
            let schemes = methods.lazy.compactMap { $0.needs.first { !$0.isEmpty } }.first?.map(\.name) ?? []
            let name = Surface(self).name
            if schemes.isEmpty { return "\(name)(\(arguments.drop { ", ".contains($0) }))" }
            return "\(name)(account: Account(\(credentials(schemes)))\(arguments))"
        }

        private func credentials(_ schemes: [String]) -> String {
            let credentials = schemes.map { scheme in
                let place = wire.schemes.first { $0.name == scheme }?.place
                guard case .header(let word)? = place else { return (scheme, ".key(\"...\")") }
                return (scheme, word == "Basic" ? ".basic(user: \"...\", password: \"...\")" : "")
            }
            if credentials.count == 1, credentials[0].1.isEmpty { return "token: \"...\"" }
            let members = credentials.map { "\"\($0.0)\": \($0.1.isEmpty ? ".key(\"...\")" : $0.1)" }
            return "credentials: [\(members.joined(separator: ", "))]"
        }
    }
#endif
