#if CommandLine
    import APISurface
    import MethodicalGenerator

    extension API {
        /// The Swift code that creates a client with the credentials that the first method in need of some asks for,
        /// such as `Shop(account: Account(token: "..."))`.
        var client: String {
            let arguments = arguments.contains { $0.isRequired } ? ", ..." : ""
            let alternatives = methods.lazy.map { method in method.needs.filter { !$0.isEmpty } }
            let needs = alternatives.first { !$0.isEmpty } ?? []
            let tokenAlone = needs.first { $0.count == 1 && isToken($0[0].name) }
            let schemes = (tokenAlone ?? needs.first ?? []).map(\.name)
            let name = Surface(self).name
            if schemes.isEmpty {
                return "\(name)(\(arguments.drop { ", ".contains($0) }))"
            }
            return "\(name)(account: Account(\(credentials(for: schemes)))\(arguments))"
        }

        /// Indicates whether the account's token serves as the credential of a scheme.
        private func isToken(_ scheme: String) -> Bool {
            if case .header(let word)? = place(of: scheme) {
                word != "Basic"
            } else {
                false
            }
        }

        private func place(of scheme: String) -> WireDefaults.Authorization? {
            wire.schemes.first { $0.name == scheme }?.place
        }

        private func credentials(for schemes: [String]) -> String {
            if schemes.count == 1, isToken(schemes[0]) {
                return "token: \"...\""
            }
            let members = schemes.map { scheme in
                if case .header("Basic")? = place(of: scheme) {
                    return "\"\(scheme)\": .basic(user: \"...\", password: \"...\")"
                }
                return "\"\(scheme)\": .key(\"...\")"
            }
            return "credentials: [\(members.joined(separator: ", "))]"
        }
    }
#endif
