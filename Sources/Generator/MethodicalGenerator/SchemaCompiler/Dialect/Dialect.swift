/// All keywords of the dialect. Any other key is unknown, except that keys that begin with `x-` are allowed everywhere.
package enum Dialect {
    /// The declarations, each of which can stand for a keyword in several kinds of object.
    package static let keywords: [Keyword] = {
        let ofSchemaFiles = [ofFiles, ofMethods, ofResults, ofParameters, ofSteps, ofSchemas, ofIgnoredSchemas]
        let ofOtherFiles = [ofSettings, ofServers, ofProtocols, ofSignIn, ofOverlays]
        return (ofSchemaFiles + ofOtherFiles).flatMap(\.self)
    }()

    /// The keywords that an object of each kind can have, by name.
    private static let table: [DialectObject: [String: Keyword]] = makeTable()

    /// Returns the keywords that an object can have, by name.
    package static func keywords(of object: DialectObject) -> [String: Keyword] {
        table[object] ?? [:]
    }

    /// Returns the names of the supported keywords that an object can have, in the order of their declarations.
    static func names(of object: DialectObject) -> [String] {
        keywords.filter { $0.support == .supported && $0.objects.contains(object) }.map(\.name)
    }

    /// Returns the kind of value that a member of an object must have.
    static func value(of member: JSONNode, in object: DialectObject) -> ValueKind {
        keywords(of: object)[member.key]?.value ?? .any
    }

    /// The keywords by kind of object and name. A parameter, a body and a response have those of schemas, too, unless
    /// they declare another keyword of the name.
    private static func makeTable() -> [DialectObject: [String: Keyword]] {
        var table: [DialectObject: [String: Keyword]] = [:]
        for keyword in keywords where keyword.support != .replaced {
            for object in keyword.objects {
                table[object, default: [:]][keyword.name] = keyword
            }
        }
        for object in DialectObject.allCases where object.isSchema {
            table[object, default: [:]].merge(table[.schema] ?? [:]) { own, _ in own }
        }
        return table
    }
}
