import Foundation
import Methodical

/// The parts of a request that say which event it is. The signature has been checked before.
struct WebhookDelivery {
    let headers: HTTPHeaders
    /// The JSON of the event.
    let json: Data

    /// Finds the JSON in the body: the whole body, or the field `payload` of a form, as GitHub and Slack can send it.
    init(headers: HTTPHeaders, body: Data) {
        self.headers = headers
        let isForm = headers["Content-Type"]?.lowercased().hasPrefix("application/x-www-form-urlencoded") ?? false
        let field = Data("payload=".utf8)
        guard isForm,
            let payload = body.split(separator: UInt8(ascii: "&")).first(where: { $0.starts(with: field) })
        else {
            json = body
            return
        }
        let text = String(decoding: payload.dropFirst(field.count), as: UTF8.self)
        let plain = text.replacingOccurrences(of: "+", with: " ").removingPercentEncoding
        json = plain.map { Data($0.utf8) } ?? body
    }

    /// Returns the name of the event.
    func name(by rules: WebhookRules) throws(WebhookError) -> String {
        switch rules.name {
        case .header(let field):
            if let name = headers[field] {
                return name
            }
        case .member(let paths):
            let body = body
            for path in paths {
                let value = path.split(separator: ".").reduce(body) { $0?[String($1)] }
                if let name = value?.stringValue ?? value?.intValue.map(String.init) {
                    return name
                }
            }
        }
        throw .unnamed
    }

    /// Returns the keys that lead to the data of the event. They are empty if the body does not have them.
    func path(by rules: WebhookRules) -> [String] {
        if rules.data.isEmpty {
            return []
        }
        guard rules.data.reduce(body, { $0?[$1] }) != nil else {
            return []
        }
        return rules.data
    }

    /// The JSON of the event without the member `secret`.
    var withoutSecret: [UInt8] {
        var members = body?.objectValue ?? [:]
        members["secret"] = nil
        return Array(JSON.object(members).description.utf8)
    }

    private var body: JSON? {
        JSON(String(decoding: json, as: UTF8.self))
    }
}
