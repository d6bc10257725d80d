import Testing

@testable import Methodical

/// An API in the form that the generator prints for VK's files.
struct VK: APIClient {
    let client: Client
    static let api = APIDescription(
        name: "VK", baseURL: "https://api.vk.example/method/", version: ("v", "5.199"),
        authorization: .parameter("access_token"),
        envelope: Envelope(result: "response", error: "error", code: "error_code", message: "error_msg"),
        meanings: [.expiredToken: [5], .tooManyRequests: [6], .captcha: [14]],
        challenges: [.captchaID: "captcha_sid", .captchaImage: "captcha_img", .captchaAnswer: "captcha_key"],
        batch: ("execute", 25))
    var users: VK.Users { VK.Users(client: client) }
}

extension VK {
    struct Users: Sendable {
        let client: Client
        init(client: Client) { self.client = client }

        func get(userIDs: [Int]? = nil, fields: [String]? = nil) -> Request<[VK.User]> {
            var call = Call(client, Method("users.get", reads: true, tokens: [.user, .group, .service], cache: 3600))
            call.add("user_ids", userIDs)
            call.add("fields", fields)
            return Request(call)
        }

        func signIn(name: String, password: String) -> Request<VK.User> {
            var call = Call(client, Method("users.signIn"))
            call.add("name", name)
            call.add("password", password, .secret)
            return Request(call)
        }

        func report(userID: Int) -> Request<Int> {
            var call = Call(client, Method("users.report", tokens: [.user], needsToken: true, invalidates: []))
            call.add("user_id", userID)
            return Request(call)
        }
    }

    struct User: APIEngine.Model {
        var id: Int = 0
        var firstName: String?

        init(id: Int, firstName: String? = nil) {
            self.id = id
            self.firstName = firstName
        }

        init(_: Blank) {}
        static let _fields = APIEngine.FieldTable("!id,first_name")
        mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) {
            switch index {
            case 0: cursor.int(&id)
            case 1: cursor.stringIfPresent(&firstName)
            default: break
            }
        }
    }

    struct ErrorCode: APIEngine.ErrorCode {
        let rawValue: Int
        init(rawValue: Int) { self.rawValue = rawValue }
        static var accessDenied: Self { Self(rawValue: 15) }
        static var _names: String { "accessDenied=15" }
    }
}

/// Returns the error of a call that must fail.
func failure<Value: APIValue>(_ request: Request<Value>) async throws -> APIError {
    do {
        let value = try await request.send()
        Issue.record("no error, but \(value)")
        return APIError(.cancelled)
    } catch {
        return error
    }
}
