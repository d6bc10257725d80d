extension HTTPHeaders {
    /// The fields that a cache may store. Fields that belong to the connection (RFC 9111, section 3.1) and fields that
    /// are meant for secrets are left out.
    var storable: HTTPHeaders {
        let unstored: Set<String> = [
            "connection", "keep-alive", "proxy-connection", "te", "transfer-encoding", "upgrade", "trailer",
            "proxy-authenticate", "proxy-authentication-info", "proxy-authorization", "www-authenticate",
            "authentication-info", "set-cookie", "set-cookie2", "age",
        ]
        let excluded = unstored.union(listMembers(of: "Connection").map { $0.lowercased() })
        return HTTPHeaders(
            fields.filter { field in
                guard !excluded.contains(field.name.lowercased()) else { return false }
                return !field.value.utf8.contains { $0 == 10 || $0 == 13 }
            })
    }

    /// Returns these fields updated by those of a 304 response. Fields that describe the spelling of the stored body
    /// keep their values (RFC 9111, section 3.2).
    func updated(by other: HTTPHeaders) -> HTTPHeaders {
        let bodyFields: Set<String> = ["content-length", "content-encoding", "content-type", "content-range"]
        let updates = other.fields.filter { !bodyFields.contains($0.name.lowercased()) }
        let names = Set(updates.map { $0.name.lowercased() })
        let kept = fields.filter { !names.contains($0.name.lowercased()) }
        return HTTPHeaders(kept + updates)
    }
}
