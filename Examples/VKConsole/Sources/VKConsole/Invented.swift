import Foundation
import Methodical
import MethodicalMock
import MethodicalTesting
import VKAPI

/// Two invented communities, for the server inside the program and for tests.
enum Invented {
    struct Community: Sendable {
        let id: Int
        let name: String
        let members: Int
    }

    static let communities = [
        "swift": Community(id: 101, name: "Swift for everybody", members: 6_000),
        "tartu": Community(id: 102, name: "Walks around Tartu", members: 57),
    ]

    /// Returns the response of `groups.getById`.
    static func groups(_ arguments: [String: String]) throws -> JSON {
        let community = try community(arguments)
        return ["groups": [["id": .integer(community.id), "name": .string(community.name)]]]
    }

    /// Returns the response of `groups.getMembers` for the requested offset and count.
    static func members(_ arguments: [String: String]) throws -> JSON {
        let community = try community(arguments)
        let offset = arguments["offset"].flatMap { Int($0) } ?? 0
        let count = arguments["count"].flatMap { Int($0) } ?? 1000
        let items = (0..<community.members).dropFirst(offset).prefix(count).map(member)
        return ["count": .integer(community.members), "items": .array(items)]
    }

    private static func community(_ arguments: [String: String]) throws -> Community {
        guard let community = arguments["group_id"].flatMap({ communities[$0] }) else {
            throw ServerFailure(VK.ErrorCode.invalidGroupID, "Invalid group id")
        }
        return community
    }

    private static let firstNames = [
        "Maret", "Jaan", "Liis", "Oskar", "Vera", "Timur", "Aino", "Pavel", "Katrin", "Igor", "Sofia",
    ]
    private static let lastNames = [
        "Ilves", "Tamm", "Saar", "Kurg", "Mets", "Paju", "Kask", "Rebane", "Raud", "Sepp", "Kuusk", "Vaher", "Allik",
    ]
    private static let cities = ["Tartu", "Tallinn", "Riga", "Pskov", "Elva", "Narva", "Valga", "Otepää"]

    private static func member(_ index: Int) -> JSON {
        var member: [String: JSON] = [
            "id": .integer(1000 + index),
            "first_name": .string(firstNames[index % firstNames.count]),
            "last_name": .string(lastNames[index % lastNames.count]),
        ]
        if index % 19 == 7 {
            member["deactivated"] = index % 2 == 0 ? "deleted" : "banned"
        } else if index % 6 != 5 {
            // The first cities get more members than the last.
            let city = (index * 7 % 8) * (index * 5 % 9) / 8
            member["city"] = ["id": .integer(city + 1), "title": .string(cities[city])]
        }
        return .object(member)
    }
}

extension MockServer {
    /// The schemas of the bundled API, which is in the same repository.
    static let schemas = URL(filePath: #filePath).appending(path: "../../../../../Schema/VK").standardized

    /// Runs a mock server of VK with the invented communities. Its other methods return samples.
    static func withInventedVK(port: UInt16 = 0, _ body: (MockServer) async throws -> Void) async throws {
        let server = try await start(schemas: schemas, port: port)
        server.on("groups.getById") { try Invented.groups($0.arguments) }
        server.on("groups.getMembers") { try Invented.members($0.arguments) }
        do { try await body(server) } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }
}
