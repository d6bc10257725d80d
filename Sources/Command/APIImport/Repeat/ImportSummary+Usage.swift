import APISurface

// The facts that a caller needs: the ways to sign in, and the address if the document names none.
extension ImportSummary {
    /// The lines about the ways to sign in and the address.
    var usage: [String] {
        var lines = report.signInWays.map { way in
            guard let account = way.account else {
                return "\(way.name): calls cannot sign in so, because it \(way.kind)"
            }
            return "\(way.name), \(way.kind): \(account)"
        }
        if report.signInWays.isEmpty, !statesSignIn {
            lines.append(
                "the document names no way to sign in, so calls send no token; if the API has one, state it in "
                    + "api.json, as in \"authorization\": {\"header\": \"Bearer\"}")
        }
        if let missingAddress {
            let address = missingAddress.replacing("api.example.com", with: "HOST")
            let client = "\(surface?.name ?? "API")(account: account, baseURL: \(JSONValue.quoted(address)))"
            lines.append("the document names no server, so state it: \(client), --base-url, or baseURL in api.json")
        }
        return lines
    }

    /// Indicates whether a person has stated a way to sign in.
    private var statesSignIn: Bool {
        let settings = surface?.settings.keys ?? [:].keys
        return settings.contains {
            $0 == "authorization" || $0.hasPrefix("scheme.")
        }
    }

    /// The address that stands for the missing one, or `nil` if the document or a person has stated one.
    var missingAddress: String? {
        guard let address = report.missingAddress else { return nil }
        let stated = surface?.settings["baseURL"] ?? address
        guard stated == address else { return nil }
        return address
    }

    /// The ways to sign in, for programs.
    var signInWays: JSONOutput {
        .list(
            report.signInWays.map { way in
                .object([
                    ("scheme", .text(way.name)),
                    ("kind", .text(way.kind)),
                    ("account", way.account.map { .text($0) } ?? .null),
                ])
            })
    }

    /// Returns lines with the same beginning.
    static func list(_ start: String, lines: [String]) -> String {
        lines.map { start + $0.printableLine + "\n" }.joined()
    }
}
