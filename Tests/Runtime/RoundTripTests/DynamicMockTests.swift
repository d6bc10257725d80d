#if MockServer
    import APICalling
    import APILearning
    import Foundation
    import Methodical
    import MethodicalGenerator
    import MethodicalMock
    import TestFiles
    import Testing

    /// Tests of calls without generated code against the mock server, which checks the arguments of each call.
    @Suite struct DynamicMockTests {
        @Test(
            "Each method of an API is called with its required arguments, and its response matches the schema",
            arguments: ["Body", "Contents", "Flattened", "Forge", "Form", "PetShop", "Query", "Workshop"])
        func everyMethod(folder: String) async throws {
            let url = Checkout.roundTripSchemas.appending(path: folder)
            let server = try await MockServer.start(schemas: url, items: 3)
            let files = try DynamicCalls.files(in: url)
            var lowered: LoweredSchemas?
            let api = try #require(compile(files) { lowered = $0 }.api)
            let schema = CallableAPI(api)
            let samples = ArgumentSamples(api)
            var count = 0
            for method in api.methods where !method.isUpload && method.stream == nil && method.poll == nil {
                let call = try MethodCall(method.name, samples.arguments(of: method), in: schema) {
                    _ throws(CallProblem) in
                    "secret"
                }
                let credentials = api.wire.schemes.map { ($0.name, "ada:pass") }
                let connection = Connection(
                    baseURL: server.baseURL, token: "t",
                    credentials: Dictionary(credentials) { first, _ in first })
                do {
                    let outcome = try await call.send(on: call.client(for: connection))
                    count += 1
                    guard let recording = call.recording(of: outcome), let lowered else { continue }
                    let lesson = judge(
                        [recording], by: CompiledSchema(api: api, lowered: lowered, sources: files))
                    #expect(lesson.findings.isEmpty && lesson.evidence.strangers.isEmpty, "\(method.name)")
                } catch {
                    Issue.record("\(method.name): \(error)")
                }
            }
            #expect(count > 0)
            await server.stop()
        }
    }

    /// Values for the required parameters of methods.
    private struct ArgumentSamples {
        private let types: [TypeID: TypeDeclaration.Shape]

        init(_ api: API) {
            types = Dictionary(api.types.map { ($0.id, $0.shape) }) { first, _ in first }
        }

        func arguments(of method: MethodicalGenerator.Method) -> [WrittenArgument] {
            let keys = ParameterKeys(method.parameters)
            let constants = Set(method.variants[0].constants.map(\.name))
            let needed = method.parameters.filter { parameter in
                let isNeeded = parameter.isRequired || parameter.place == .path
                return isNeeded && parameter.constant == nil && !constants.contains(parameter.name)
            }
            return needed.map { parameter in
                let name = parameter.isWhole ? "--body" : keys.key(of: parameter)
                if parameter.isSecret, !parameter.isWhole {
                    return WrittenArgument(name: name, value: .text("env:SECRET"))
                }
                let sample = sample(of: parameter.type).description
                return WrittenArgument(name: name, value: .json(.init(name: "sample", bytes: Array(sample.utf8))))
            }
        }

        private func sample(of use: TypeUse, depth: Int = 0) -> JSON {
            switch use {
            case .integer: 1
            case .number: 0.5
            case .boolean: true
            case .string, .any: "a"
            case .null: nil
            case .array(let element): [sample(of: element, depth: depth + 1)]
            case .dictionary(let member): ["a": sample(of: member, depth: depth + 1)]
            case .scalars(let kinds): sample(of: kinds[0], depth: depth)
            case .optional(let inner): sample(of: inner, depth: depth)
            case .formatted(let format, let wire): sample(of: format, wire: wire)
            case .named(let id): sample(ofShape: types[id], depth: depth)
            }
        }

        private func sample(of format: Format, wire: Wire) -> JSON {
            switch (format, wire) {
            case (_, .integer): 1
            case (_, .number): 0.5
            case (.uri, _): "https://a.example/"
            case (.dateTime, _): "2024-02-29T12:30:00Z"
            case (.day, _): "2024-02-29"
            case (.duration, _): "PT1H"
            case (.base64, _): "Zm9v"
            case (_, .string): "1"
            }
        }

        private func sample(ofShape shape: TypeDeclaration.Shape?, depth: Int) -> JSON {
            switch shape {
            case .alias(let use): return sample(of: use, depth: depth)
            case .enumeration(let enumeration):
                let value = enumeration.members[0].value
                return enumeration.raw == .integer ? JSON(value) ?? 1 : .string(value)
            case .union(let union):
                var value = sample(of: union.cases[0].type, depth: depth + 1)
                if let discriminator = union.discriminator, let text = union.cases[0].discriminatorValues.first {
                    value[discriminator] = .string(text)
                }
                return value
            case .record(let record):
                var members: [String: JSON] = [:]
                for property in record.properties where property.isRequired && property.path.count == 1 && depth < 8 {
                    switch property.constant {
                    case .text(let text): members[property.name] = .string(text)
                    case .integer(let number): members[property.name] = .integer(number)
                    case .flag(let isOn): members[property.name] = .bool(isOn)
                    case .client, nil: members[property.path[0]] = sample(of: property.type, depth: depth + 1)
                    }
                }
                return .object(members)
            case nil: return "a"
            }
        }
    }
#endif
