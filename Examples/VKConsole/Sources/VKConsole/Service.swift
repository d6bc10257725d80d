import ArgumentParser
import Foundation
import Methodical
import MethodicalMock
import MethodicalTesting
import VKAPI

/// The options that choose the server.
struct Service: ParsableArguments {
    @Flag(help: "Call VK itself, as who has signed in.")
    var live = false

    @Option(help: "Call this server instead, such as `methodical mock Schema/VK`.")
    var server: String?

    @Option(help: "Keep the answers in this folder, as recordings for tests.")
    var record: String?

    @Flag(help: "Let the invented VK ask for a captcha.")
    var captcha = false

    func validate() throws {
        if live, server != nil { throw ValidationError("--live and --server exclude each other.") }
        if captcha, live || server != nil { throw ValidationError("--captcha is for the invented VK only.") }
    }

    func connected(_ body: (Connection) async throws -> Void) async throws {
        let network = URLSessionTransport()
        let transport: any Transport = record.map { RecordingTransport(network, in: URL(filePath: $0)) } ?? network
        do {
            if live {
                try await body(.live(transport))
            } else if let server {
                try await body(.test(at: server, transport))
            } else {
                // The address is fixed, because cached responses belong to one server.
                try await MockServer.withInventedVK(port: 25_199) { server in
                    if captcha {
                        server.fail(
                            "groups.getMembers", code: VK.ErrorCode.captchaNeeded.rawValue, "Captcha needed", times: 1)
                    }
                    var connection = try await Connection.test(
                        at: server.baseURL, authorization: server.authorization, transport)
                    // A cached response would meet no captcha.
                    if captcha { connection.configuration.caching = .networkOnly }
                    try await body(connection)
                }
            }
        } catch let error as APIError {
            throw Failure(description: error.advice)
        }
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }
}

extension APIError {
    /// The error with advice for the user.
    var advice: String {
        switch code {
        case .server where server?.code == VK.ErrorCode.invalidGroupID: "There is no such community."
        case .offline: "Nothing is kept of this: ask once without --offline, while there is a network."
        case .notAuthorized: "VK wants to know who asks: sign in with `vk-console sign-in --live --application NUMBER`."
        case .challenged: "VK wanted a person to prove that it is one, and nobody did."
        case .cancelled: "Given up."
        case .connection, .timedOut: "The server cannot be reached. \(self)"
        default: description
        }
    }
}
