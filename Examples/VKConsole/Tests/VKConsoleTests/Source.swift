import Foundation
import Methodical
import MethodicalMock
import MethodicalTesting
import VKAPI

@testable import VKConsole

/// The source of a test's responses. The program's output is the same for both.
enum Source: CaseIterable {
    case stubs, recordings, mockServer

    func withVK(_ body: (VK) async throws -> Void) async throws {
        var configuration = Client.Configuration(limits: [:], retries: .never)
        switch self {
        case .stubs:
            let stub = StubTransport()
            let vk = VK(account: .test, transport: stub, configuration: configuration)
            stub.on(vk.groups.getByID()) { try VK.Groups.GroupDetails(json: Invented.groups($0.arguments).description) }
            stub.on(vk.groups.getMembers(groupID: "", fields: [])) {
                try VK.Groups.MemberList(json: Invented.members($0.arguments).description)
            }
            try await body(vk)
        case .recordings:
            try await body(VK(account: .test, transport: ReplayTransport(Self.folder), configuration: configuration))
        case .mockServer:
            try await MockServer.withInventedVK { server in
                configuration.baseURL = server.baseURL
                try await body(VK(account: .test, configuration: configuration))
            }
        }
    }

    /// Made by `vk-console members tartu --page-size 20 --record FOLDER`, and the same for a community that does not
    /// exist, `nowhere`.
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Recordings")
}
