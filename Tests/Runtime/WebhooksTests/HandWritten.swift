import Methodical
import MethodicalWebhooks

/// An event of Slack, in the form that the generator prints.
enum SlackEvent: WebhookEvent, Equatable {
    case mention(JSON)
    case verification(JSON)
    case unknown(String, JSON)

    static let _keys: APIEngine.KeyTable = "app_mention=0,url_verification=1"
    static func _read(_ index: Int, _ reader: inout APIEngine.JSONReader) -> Self {
        index == 0 ? .mention(reader.read()) : .verification(reader.read())
    }
    var _payload: (key: String, value: any APIValue) {
        switch self {
        case .mention(let value): ("app_mention", value)
        case .verification(let value): ("url_verification", value)
        case .unknown(let key, let value): (key, value)
        }
    }
    static var _webhooks: WebhookRules {
        WebhookRules(.member(["event.type", "type"]), data: ["event"], signature: .slack)
    }
}
