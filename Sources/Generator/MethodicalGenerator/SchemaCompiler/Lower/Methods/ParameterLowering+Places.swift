// The parts of a request that contain parameters.
extension ParameterLowering {
    /// Returns the part of the request that contains a parameter.
    func place(of parameter: ParameterSyntax) -> CallStyle.Place {
        let name = parameter.name.value
        let isInPath = path.names.contains(name)
        guard let stated = parameter.place,
            let place = stated.value
        else {
            return isInPath ? .path : style.parameters
        }
        let isContradiction = isInPath != (place == .path)
        let isTwin = isInPath && hasParameterInPath(named: name)
        if isContradiction, !isTwin, !catalogue.settings.isUnread {
            let occurs = isInPath ? "occurs" : "does not occur"
            problems.error(
                at: stated,
                "\"\(name)\" \(occurs) in the path \"\(path.path)\"; correct \"in\" or the path")
        }
        if place == .cookie, !name.utf8.allSatisfy(Self.isToken) {
            problems.error(
                at: parameter.name,
                expected: "the name of a cookie, of letters, digits and signs such as \"_\"")
        }
        return place
    }

    /// Indicates whether one of the parameters with a name is the one in the path.
    private func hasParameterInPath(named name: String) -> Bool {
        method.parameters.contains { parameter in
            guard parameter.name.value == name else { return false }
            guard let place = parameter.place else { return true }
            return place.value == .path
        }
    }

    /// Indicates whether the name of a cookie may contain a byte (`token` of RFC 9110).
    private static func isToken(_ byte: UInt8) -> Bool {
        Unicode.Scalar(byte).isAlphanumeric || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }

    /// Reports a parameter in a body that the request cannot have. A request has one body, and none with some verbs.
    func checkBody(
        _ parameter: ParameterSyntax,
        in place: CallStyle.Place,
        beside other: (place: CallStyle.Place, name: Located<String>)
    ) {
        let name = parameter.name
        let position = parameter.place?.position ?? name.position
        if method.body != nil {
            problems.error(
                at: position,
                "\(name.found) cannot be sent in the body, because \"body\" describes all of it; "
                    + "expected \"in\": \"query\", or a property in \"body\"")
        } else if !style.verb.hasBody {
            problems.error(
                at: position,
                "\(style.verb.rawValue) requests have no body for \(name.found); "
                    + "expected \"in\": \"query\" or another verb")
        } else if other.place != place {
            problems.error(
                at: position,
                "\(name.found) is sent in \(place.title) and \(other.name.found) in \(other.place.title), "
                    + "but a request has only one body; "
                    + "expected \"in\": \"\(other.place.rawValue)\" here, or \"\(place.rawValue)\" there")
        }
    }
}
