// The parts of a request that contain parameters.
extension ParameterLowering {
    /// Returns the part of the request that contains a parameter.
    func place(of node: JSONNode, name: String) -> CallStyle.Place {
        let isInPath = path.names.contains(name)
        guard let word = node[.in],
            let place = oneOf(word, among: CallStyle.Place.allCases, problems: problems)
        else {
            return isInPath ? .path : style.parameters
        }
        let isContradiction = isInPath != (place == .path)
        let isTwin = isInPath && hasTwinInPath(name, besides: node)
        if isContradiction, !isTwin, !catalogue.settings.isUnread {
            let occurs = isInPath ? "occurs" : "does not occur"
            problems.error(
                at: word,
                "\"\(name)\" \(occurs) in the path \"\(path.path)\"; correct \"in\" or the path")
        }
        if place == .cookie, !name.utf8.allSatisfy(Self.isToken) {
            problems.error(
                at: node[.name] ?? node,
                expected: "the name of a cookie, of letters, digits and signs such as \"_\"")
        }
        return place
    }

    /// Indicates whether another parameter of the same name is the one in the path.
    private func hasTwinInPath(_ name: String, besides node: JSONNode) -> Bool {
        source.node.list(at: .parameters).contains { other in
            guard other != node, other.isObject else {
                return false
            }
            let place = other[.in]?.string ?? "path"
            return other[.name]?.string == name && place == "path"
        }
    }

    /// Indicates whether the name of a cookie may contain a byte (`token` of RFC 9110).
    private static func isToken(_ byte: UInt8) -> Bool {
        Unicode.Scalar(byte).isAlphanumeric || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }

    /// Reports a parameter in a body that the request cannot have. A request has one body, and none with some verbs.
    func checkBody(
        _ node: JSONNode,
        name: JSONNode,
        in place: CallStyle.Place,
        beside other: (place: CallStyle.Place, name: JSONNode)
    ) {
        if source.node[.body] != nil {
            problems.error(
                at: node[.in] ?? name,
                "\(name.described) cannot be sent in the body, because \"body\" describes all of it; "
                    + "expected \"in\": \"query\", or a property in \"body\"")
        } else if !style.verb.hasBody {
            problems.error(
                at: node[.in] ?? name,
                "\(style.verb.rawValue) requests have no body for \(name.described); "
                    + "expected \"in\": \"query\" or another verb")
        } else if other.place != place {
            problems.error(
                at: node[.in] ?? name,
                "\(name.described) is sent in \(place.title) and \(other.name.described) in \(other.place.title), "
                    + "but a request has only one body; "
                    + "expected \"in\": \"\(other.place.rawValue)\" here, or \"\(place.rawValue)\" there")
        }
    }
}
