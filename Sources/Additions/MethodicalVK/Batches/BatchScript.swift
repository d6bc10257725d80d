import Methodical

import struct Foundation.Data

extension Call {
    /// Returns the call in VKScript with the arguments as they travel alone: `API.users.get({"user_ids":"1,2"})`.
    ///
    /// Throws `.invalidRequest` if the call is not sent as a form to the API's usual path.
    func script() throws(APIError) -> String {
        let request = try request()
        guard method.name != client.api.batch?.method, method.name.isScriptName,
            request.isPlain(like: try Call(client, .init(method.name)).request())
        else {
            throw APIError(
                .invalidRequest,
                "the call is not sent in the API's usual way, and cannot be part of a batch")
        }
        var members: [String] = []
        var seen: Set<String> = []
        for field in FormFields(request.body ?? Data()).all {
            // The batch itself sends the API's version.
            let isVersion = field.name == client.api.version?.parameter
            if isVersion,
                !arguments.contains(where: { $0.name == field.name })
            {
                continue
            }
            guard seen.insert(field.name).inserted else {
                throw APIError(
                    .invalidRequest,
                    "\(field.name) is sent several times, which is impossible in a batch")
            }
            members.append(Self.quoted(field.name) + ":" + Self.quoted(field.value))
        }
        return "API." + method.name + "({" + members.joined(separator: ",") + "})"
    }

    /// Returns a string literal of JSON and JavaScript. The text in it cannot end a comment, or a script in an HTML
    /// page.
    private static func quoted(_ text: String) -> String {
        var result = ""
        for scalar in JSON.string(text).description.unicodeScalars {
            switch scalar {
            case "\u{2028}": result += "\\u2028"
            case "\u{2029}": result += "\\u2029"
            case "/" where result.unicodeScalars.last == "*" || result.unicodeScalars.last == "<": result += "\\/"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension String {
    /// Indicates whether the text can name a method in VKScript, which has no quotes around names.
    fileprivate var isScriptName: Bool {
        split(separator: ".", omittingEmptySubsequences: false).allSatisfy { word in
            guard word.first?.isNumber == false else { return false }
            return word.allSatisfy { character in
                let isWordCharacter =
                    character.isLetter
                    || character.isNumber
                    || character == "_"
                return character.isASCII && isWordCharacter
            }
        }
    }
}

extension HTTPRequest {
    /// Indicates whether the request differs from a call without arguments only in its form.
    fileprivate func isPlain(like usual: HTTPRequest) -> Bool {
        func others(of request: HTTPRequest) -> HTTPHeaders {
            var headers = request.headers
            if request.hasForm {
                headers["Content-Type"] = nil
            }
            return headers
        }
        let isSameTarget = verb == usual.verb && url == usual.url
        return isSameTarget
            && file == nil
            && others(of: self) == others(of: usual)
    }
}
