import Foundation
import Methodical
import MethodicalTransfers
import Testing

/// A program that reads a value, changes it and writes it back, with the texts on the wire.
struct WrittenShape: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The response to the read.
    let response: String
    /// The body of the write.
    let body: String
    /// The media type of the write, without its parameters.
    let type: String
    let program: @Sendable (Workshop) async throws -> Void

    init(
        _ name: String, response: String, body: String, type: String = "application/json",
        program: @escaping @Sendable (Workshop) async throws -> Void
    ) {
        testDescription = name
        self.response = response
        self.body = body
        self.type = type
        self.program = program
    }

    static let all = records + lists + unions + nullables + forms

    private static let ada = #"{"id":1,"name":"Ada","boss":{"id":2,"name":"Bob","since":"2020-01-01T00:00:00Z"}}"#
    private static let adaAsMaster = #"{"name":"Ada","level":"master","boss":{"name":"Bob"}}"#

    // MARK: Records

    private static let records = [
        WrittenShape("a record, whole", response: ada, body: adaAsMaster) { workshop in
            var person = try await workshop.person.get().send()
            person.level = .master
            try await workshop.person.replace(person).send()
        },
        WrittenShape("a record, by arguments", response: ada, body: adaAsMaster) { workshop in
            let person = try await workshop.person.get().send()
            try await workshop.person.replace(name: person.name, level: .master, boss: person.boss).send()
        },
        WrittenShape("a record, by another name of it", response: ada, body: adaAsMaster) { workshop in
            var person: Workshop.Person = try await workshop.person.get().send()
            person.level = .master
            let update: Workshop.PersonUpdate = person
            try await workshop.person.update(update).send()
        },
        WrittenShape(
            "a record with a value that the document does not have",
            response: #"{"id":1,"name":"Ada","level":"guild master"}"#,
            body: #"{"name":"Ada B.","level":"guild master"}"#
        ) { workshop in
            var person = try await workshop.person.get().send()
            person.name += " B."
            try await workshop.person.replace(person).send()
        },
        WrittenShape(
            "a nested record, on its own",
            response: #"{"id":1,"name":"Lathe","keeper":{"id":3,"name":"Eve","boss":{"id":4,"name":"Kim"}}}"#,
            body: #"{"name":"Eve","level":"apprentice","boss":{"name":"Kim"}}"#
        ) { workshop in
            var keeper = try #require(try await workshop.machine.get().send().keeper)
            keeper.level = .apprentice
            try await workshop.machine.replaceKeeper(keeper).send()
        },
        WrittenShape(
            "a record with further members",
            response: #"{"id":3,"city":"Bern","major":{"id":4,"name":"Eve"}}"#,
            body: #"{"city":"Basel","clerk":{"name":"Eve","level":"master"},"major":{"name":"Eve"}}"#
        ) { workshop in
            var place = try await workshop.place.get().send()
            place.city = "Basel"
            place.additionalProperties["clerk"] = place.additionalProperties["major"]
            place.additionalProperties["clerk"]?.level = .master
            try await workshop.place.replace(place).send()
        },
        WrittenShape(
            "read-only members at several depths",
            response: """
                {"rows":[[{"id":1,"name":"a"}],[]],"teams":{"b":[{"id":2,"name":"b","boss":{"id":3,"name":"c"}}]},\
                "items":[{"kind":"photo","id":4,"width":1,"author":{"id":5,"name":"d"}},\
                {"kind":"text","id":6,"words":"e"}],"place":{"id":7,"city":"f","major":{"id":8,"name":"g"}},\
                "anything":{"id":9},"total":10,"pair":{"left":{"id":11,"name":"h"},"equal":false}}
                """,
            body: """
                {"rows":[[{"name":"a"}],[]],"teams":{"b":[{"name":"b","boss":{"name":"c"}}]},\
                "items":[{"kind":"photo","width":1,"author":{"name":"d"}},{"kind":"text","words":"e"}],\
                "place":{"city":"f","major":{"name":"g"}},"anything":{"id":9},\
                "pair":{"left":{"name":"h"},"right":{"name":"h"}}}
                """
        ) { workshop in
            var depths = try await workshop.depths.list().send()
            let left = depths.pair?.left
            depths.pair?.right = left
            try await workshop.depths.replace(depths).send()
        },
    ]

    // MARK: Lists and maps

    private static let lists = [
        WrittenShape(
            "a list of records", response: #"[{"id":1,"name":"Ada"},{"id":2,"name":"Bob"},{"id":3,"name":"Eve"}]"#,
            body: #"[{"name":"Eve"},{"name":"Ada","level":"master"}]"#
        ) { workshop in
            var people = try await workshop.people.list().send()
            people[0].level = .master
            people.swapAt(0, 2)
            people.remove(at: 1)
            try await workshop.people.replace(people).send()
        },
        WrittenShape(
            "a map of records", response: #"{"cook":{"id":1,"name":"Ada"},"waiter":{"id":2,"name":"Bob"}}"#,
            body: #"{"baker":{"name":"Ada"},"cook":{"name":"Ada","level":"master"}}"#
        ) { workshop in
            var roles = try await workshop.roles.get().send()
            roles["baker"] = roles["cook"]
            roles["cook"]?.level = .master
            roles["waiter"] = nil
            try await workshop.roles.replace(roles).send()
        },
    ]

    // MARK: Unions

    private static let unions = [
        WrittenShape(
            "a union", response: #"{"kind":"photo","id":7,"width":1,"author":{"id":1,"name":"Ada"}}"#,
            body: #"{"kind":"photo","width":2,"author":{"name":"Ada"}}"#
        ) { workshop in
            guard case .photo(var photo) = try await workshop.item.get().send() else {
                Issue.record("no photo")
                return
            }
            photo.width = 2
            try await workshop.item.replace(.photo(photo)).send()
        },
        WrittenShape(
            "an alternative that the document does not have", response: #"{"id":7,"kind":"film","parts":[1,null]}"#,
            body: #"{"id":7,"kind":"film","parts":[1,null]}"#
        ) { workshop in
            try await workshop.item.replace(try await workshop.item.get().send()).send()
        },
    ]

    // MARK: Null and absence

    private static let lathe = """
        {"id":1,"name":"Lathe","weight":2.5,"built":null,"owner":{"id":2,"name":"Bob"},\
        "keeper":{"id":3,"name":"Eve"},"guest":null}
        """
    private static let latheWithoutWeight = """
        {"name":"Lathe","weight":null,"built":null,"keeper":{"name":"Eve"},"guest":null}
        """

    private static let nullables = [
        WrittenShape("nulls, and a value that becomes null", response: lathe, body: latheWithoutWeight) { workshop in
            var machine = try await workshop.machine.get().send()
            machine.weight = .null
            try await workshop.machine.replace(machine).send()
        },
        WrittenShape("nulls, by arguments", response: lathe, body: latheWithoutWeight) { workshop in
            let machine = try await workshop.machine.get().send()
            try await workshop.machine.replace(
                name: machine.name, weight: .null, built: .null, keeper: machine.keeper, guest: machine.guest
            ).send()
        },
        WrittenShape(
            "nulls, in a merge patch", response: lathe, body: latheWithoutWeight, type: "application/merge-patch+json"
        ) { workshop in
            var machine = try await workshop.machine.get().send()
            machine.weight = .null
            try await workshop.machine.update(machine).send()
        },
        WrittenShape(
            "null, in a merge patch by arguments", response: lathe, body: #"{"name":"Lathe","weight":null}"#,
            type: "application/merge-patch+json"
        ) { workshop in
            let machine = try await workshop.machine.get().send()
            try await workshop.machine.update(name: machine.name, weight: .null).send()
        },
        WrittenShape(
            "nulls that become values or absent", response: lathe,
            body: #"{"name":"Lathe","weight":3,"keeper":{"name":"Eve"},"guest":{"name":"Eve","level":"master"}}"#
        ) { workshop in
            var machine = try await workshop.machine.get().send()
            var guest = try #require(machine.keeper)
            guest.level = .master
            machine.weight = 3
            machine.built = nil
            machine.guest = .value(guest)
            try await workshop.machine.replace(machine).send()
        },
        WrittenShape(
            "absent members that stay so", response: #"{"id":1,"name":"Lathe"}"#, body: #"{"name":"Mill"}"#
        ) { workshop in
            var machine = try await workshop.machine.get().send()
            machine.name = "Mill"
            try await workshop.machine.replace(machine).send()
        },
    ]

    // MARK: Forms

    private static let forms = [
        WrittenShape(
            "a form", response: ada, body: "name=Ada&level=master&boss=%7B%22name%22%3A%22Bob%22%7D",
            type: "application/x-www-form-urlencoded"
        ) { workshop in
            let person = try await workshop.person.get().send()
            try await workshop.person.submit(name: person.name, level: .master, boss: person.boss).send()
        },
        WrittenShape(
            "a form of parts", response: ada,
            body: [
                part(#"name="leader""#, "application/json", #"{"name":"Ada","boss":{"name":"Bob"}}"#),
                part(#"name="members""#, "application/json", #"{"name":"Bob"}"#),
                part(#"name="members""#, "application/json", #"{"name":"Ada","level":"master","boss":{"name":"Bob"}}"#),
                part(#"name="portrait"; filename="ada.png""#, "image/png", "PNG"), "--B--\r\n",
            ].joined(),
            type: "multipart/form-data"
        ) { workshop in
            var person = try await workshop.person.get().send()
            let (leader, boss) = (person, try #require(person.boss))
            person.level = .master
            let portrait = Upload.data(Data("PNG".utf8), name: "ada.png")
            try await workshop.people.submit(leader: leader, members: [boss, person], portrait: portrait).send()
        },
    ]

    /// Returns a part of a form whose boundary is `B`.
    private static func part(_ names: String, _ type: String, _ content: String) -> String {
        "--B\r\nContent-Disposition: form-data; \(names)\r\nContent-Type: \(type)\r\n\r\n\(content)\r\n"
    }
}
