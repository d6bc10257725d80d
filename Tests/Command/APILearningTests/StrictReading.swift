import APISurface
import Foundation
import MethodicalGenerator

@testable import APILearning

/// Schemas of the values of one API, read strictly as generated code reads them.
struct StrictReading {
    let diagnostics: [Diagnostic]
    private let sites: Sites
    private let methods: [String: Method]

    /// Compiles schemas, each of which is the response of a method of the same name.
    ///
    /// - Parameters:
    ///   - schemas: The JSON texts of the schemas, by name.
    ///   - definitions: The JSON texts of the definitions that they refer to.
    init(_ schemas: [String: String], definitions: [String: String] = [:]) throws {
        let responses = schemas.map { #"{"name": "p.\#($0.key)", "response": \#($0.value)}"# }.sorted()
        let members = definitions.map { #""\#($0.key)": \#($0.value)"# }.sorted()
        let types = """
            {"methods": [\(responses.joined(separator: ",\n"))], "definitions": {\(members.joined(separator: ",\n"))}}
            """
        var lowered: LoweredSchemas?
        let sources = [
            SourceFile(path: "api.json", bytes: Array(#"{"name": "Read", "baseURL": "https://x.example/"}"#.utf8)),
            SourceFile(path: "types.json", bytes: Array(types.utf8)),
        ]
        let compilation = compile(sources) { lowered = $0 }
        guard let api = compilation.api, let lowered else {
            throw UnusableSchema(diagnostics: compilation.diagnostics)
        }
        diagnostics = compilation.diagnostics
        sites = Sites(api: api, nodes: SchemaNodes(lowered, sources: sources))
        methods = Dictionary(uniqueKeysWithValues: api.methods.map { ($0.name, $0) })
    }

    /// Indicates whether strict reading accepts a value.
    func accepts(_ value: String, as name: String) throws -> Bool {
        try judge(value, as: name).isExact
    }

    /// Indicates whether tolerant reading accepts a value. It reports the mismatches that it tolerates.
    func tolerates(_ value: String, as name: String) throws -> Bool {
        let judge = try judge(value, as: name)
        return judge.tallies.keys.allSatisfy { judge.tallies[$0]?.isTolerated == true }
    }

    private func judge(_ value: String, as name: String) throws -> Judge {
        struct NoValue: Error { var text: String }
        var problems: [Diagnostic] = []
        guard let method = methods["p.\(name)"], let variant = method.variants.first,
            let node = parse(SourceFile(path: "value.json", bytes: Array(value.utf8)), problems: &problems)
        else { throw NoValue(text: value) }
        var judge = Judge(sites: sites, text: Array(value.utf8))
        judge.judge(node, as: sites.result(of: method, variant: variant), under: [])
        return judge
    }
}

/// Python's jsonschema, an independent implementation.
enum JSONSchemaValidator {
    static let isAvailable = (try? run("import jsonschema", ""))?.status == 0

    /// Returns whether each value is valid, in the order of the schemas and then of the values.
    ///
    /// - Parameters:
    ///   - schemas: The JSON texts of the schemas.
    ///   - definitions: The JSON text of the object of definitions that they refer to.
    static func verdicts(_ schemas: [String], definitions: String, values: [String]) throws -> [Bool] {
        let input = """
            {"schemas": [\(schemas.joined(separator: ","))], "definitions": \(definitions),
             "values": [\(values.joined(separator: ","))]}
            """
        let output = try run(script, input)
        struct Failed: Error { var text: String }
        guard output.status == 0, output.text.count == schemas.count * values.count else {
            throw Failed(text: output.text)
        }
        return output.text.map { $0 == "1" }
    }

    private static let script = """
        import json, sys
        import jsonschema
        given = json.load(sys.stdin)
        for schema in given["schemas"]:
            whole = {"definitions": given["definitions"], "allOf": [schema]}
            validator = jsonschema.Draft7Validator(whole)
            print(*(int(validator.is_valid(value)) for value in given["values"]), sep="", end="")
        """

    private static func run(_ script: String, _ input: String) throws -> (status: Int32, text: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script]
        let (standardInput, output) = (Pipe(), Pipe())
        process.standardInput = standardInput
        process.standardOutput = output
        process.standardError = output
        try process.run()
        // The script reads all of its input before it writes.
        try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try standardInput.fileHandleForWriting.close()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }
}
