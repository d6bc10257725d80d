import Foundation
import Methodical

/// A code that the user types into the browser of another device (RFC 8628).
public struct DeviceCode: Hashable, Sendable {
    /// The code to type.
    public let userCode: String
    /// The address of the page to type the code into.
    public let page: String
    /// The address of the page with the code in it, for a QR code, or `nil` if the service has none.
    public let completePage: String?
    /// The time after which the service refuses the code.
    public let expires: Date
}

extension OAuth {
    /// Signs a user in on a device without a browser: shows a code and waits until the user has typed it in elsewhere.
    ///
    /// - Parameters:
    ///   - id: The account's id, if the service does not name it.
    ///   - show: Shows the code. The sign-in continues as soon as it returns.
    /// - Throws: An `APIError` with the code `.notAuthorized` if the user refuses or the code expires.
    public func signIn(as id: Account.ID? = nil, showing show: @Sendable (DeviceCode) -> Void) async throws(APIError)
        -> Account
    {
        let response = try await post(to: server.device, parameters: scope).checked()
        guard let device = response["device_code"]?.stringValue, let code = response["user_code"]?.stringValue,
            let page = (response["verification_uri"] ?? response["verification_url"])?.stringValue
        else {
            throw APIError(.undecodable, "the service's response has no device_code, user_code or verification_uri")
        }
        // Five seconds are the default of RFC 8628, section 3.2. A wrong number must neither flood the service nor keep
        // the user waiting.
        var interval = max(1, min(response["interval"]?.intValue ?? 5, 60))
        // The standard requires the lifetime. Ten minutes are for services that leave it out.
        let lifetime = max(1, min(response["expires_in"]?.intValue ?? 600, 3600))
        let expires = now().addingTimeInterval(Double(lifetime))
        show(
            DeviceCode(
                userCode: code,
                page: page,
                completePage: response["verification_uri_complete"]?.stringValue,
                expires: expires))
        while now() < expires {
            do {
                try await sleep(.seconds(interval))
            } catch {
                throw APIError(.cancelled)
            }
            let grant = [("grant_type", server.deviceGrant), ("device_code", device), ("code", device)]
            let response: EndpointReply
            do throws(APIError) {
                response = try await post(to: server.token, parameters: grant)
            } catch {
                guard error.mayPass else {
                    throw error
                }
                // The user is still typing, so a failed connection only lengthens the interval (RFC 8628, section 3.5).
                interval += 5
                continue
            }
            switch response.body["error"]?.stringValue {
            case "authorization_pending": continue
            case "slow_down": interval += 5
            default:
                return try await account(for: read(response, to: grant), id: id)
            }
        }
        report(.denied("expired_token"))
        throw APIError(oauth: "expired_token", description: "the user did not enter the code in time")
    }
}

extension APIError {
    /// Indicates whether a later request may succeed: the service was not reached, limits requests, or has failed.
    fileprivate var mayPass: Bool {
        switch code {
        case .connection, .timedOut, .offline, .rateLimited: true
        case .server: (status ?? 0) >= 500
        default: false
        }
    }
}
