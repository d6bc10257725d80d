#if MockServer
    import APISamples
    import Foundation
    import Methodical
    import MethodicalGenerator
    import MethodicalMock
    import MethodicalTesting
    import SampleChecks

    /// Calls each variant of each method of a schema through the runtime, with all required arguments and some optional
    /// ones.
    final class SchemaCalls {
        private let api: API
        private let client: Client
        private let server: MockServer
        private let types: SchemaTypes?
        private let sampler: Sampler
        let count: Int

        init(_ folder: URL, _ server: MockServer, module: String?) throws {
            let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.resolvingSymlinksInPath().path)
                .filter { $0.hasSuffix(".json") }
            let files = try paths.sorted().map {
                SourceFile(path: $0, bytes: [UInt8](try Data(contentsOf: folder.appending(path: $0))))
            }
            guard let api = compile(files).api else {
                throw APIError(.invalidRequest, "the schema in \(folder.path) has errors")
            }
            self.api = api
            self.server = server
            types = module.map { SchemaTypes(api, module: $0) }
            sampler = Sampler(api)
            let description = APIDescription(
                name: api.name, baseURL: api.wire.baseURL, version: api.wire.version.map { ($0.parameter, $0.value) },
                authorization: api.wire.authorization.runtime,
                envelope: APIEngine.Envelope(
                    result: api.wire.envelope.result, error: api.wire.envelope.error, code: api.wire.envelope.code,
                    message: api.wire.envelope.message
                ))
            let account = Account(id: "test", token: Token("test token", kinds: [.user, .group, .service]))
            client = Client(description, account: account, configuration: .mock(server))
            count = api.methods.filter(Self.isCalled).reduce(0) { $0 + $1.variants.count }
        }

        /// Files are tested elsewhere, and so are operations, and forms as whole bodies, because they arrive as texts.
        private static func isCalled(_ method: MethodicalGenerator.Method) -> Bool {
            !method.isUpload && method.poll == nil && method.whole?.content?.kind != .form
        }

        func failures() async -> [String] {
            var failures: [String] = []
            for (number, method) in api.methods.enumerated() where Self.isCalled(method) {
                for variant in method.variants {
                    do {
                        let call = try call(method, variant, seed: UInt64(number))
                        let type: any APIValue.Type =
                            variant.content == .bytes ? Data.self : try types?.type(variant.result) ?? JSON.self
                        try await send(call, type)
                        if let difference = difference(call) { failures.append("\(method.name): \(difference)") }
                    } catch {
                        failures.append("\(method.name), \(variant.wire): \(error)")
                    }
                }
            }
            return failures
        }

        /// Returns the first difference between sent and received arguments. The API's own parameters are expected even
        /// if a method has parameters of the same name without an argument.
        private func difference(_ call: Call) -> String? {
            let sent = Dictionary(call.arguments.map { ($0.name, $0.text) }) { _, last in last }
            var arrived = server.calls.last?.arguments ?? [:]
            let own = ["access_token", api.wire.version?.parameter]
            for name in own.compactMap(\.self) where sent[name] == nil { arrived[name] = nil }
            let names = Set(sent.keys).union(arrived.keys).filter { sent[$0] != arrived[$0] }
            return names.isEmpty
                ? nil
                : names.sorted().map { "\($0): \(sent[$0] ?? "-") became \(arrived[$0] ?? "-")" }.joined(
                    separator: "; ")
        }

        private func send<Value: APIValue>(_ call: Call, _ type: Value.Type) async throws {
            let response = try await Request<Value>(call).reading(.strict).response()
            if !response.mismatches.isEmpty { throw APIError(.undecodable, "\(response.mismatches)") }
        }

        private func call(_ method: MethodicalGenerator.Method, _ variant: Variant, seed: UInt64) throws -> Call {
            let style = method.style
            var call = Call(
                client,
                APIEngine.Method(
                    method.name, HTTPRequest.Verb(rawValue: style.verb.rawValue), style.path,
                    parameters: style.parameters.runtime,
                    arrays: style.arrays.runtime,
                    flags: style.flags == .digits ? .digits : .words, content: method.whole?.content?.text,
                    result: method.resultKey))
            for parameter in method.parameters {
                let constant = variant.constants.first { $0.name == parameter.name }?.value ?? parameter.constant
                if let constant {
                    call.add(parameter.name, constant.json, parameter.runtime)
                } else if parameter.isRequired || variant.requires.contains(parameter.name)
                    || seed % 3 == 0 && !variant.omits.contains(parameter.name)
                {
                    let value = try value(of: parameter, seed: seed)
                    if case .array(let elements)? = value {
                        call.add(parameter.title, elements, parameter.runtime)
                    } else {
                        call.add(parameter.title, value, parameter.runtime)
                    }
                }
            }
            for constant in variant.constants where !method.parameters.contains(where: { $0.name == constant.name }) {
                call.add(constant.name, constant.value.json)
            }
            return call
        }

        /// Returns a sample argument. Lists are not empty, because an empty one is not sent as repeated elements.
        private func value(of parameter: Parameter, seed: UInt64) throws -> JSON? {
            var value: JSON?
            for seed in seed + 2..<seed + 40 {
                value = try sampler.sample(of: parameter.type, seed: seed).map { try JSON(json: $0.json) }
                if value != [] { break }
            }
            return value
        }
    }

    /// The generated types by the model's types.
    final class SchemaTypes {
        private let names: [TypeID: String]
        private let shapes: [TypeID: TypeDeclaration.Shape]
        private var found: RoundTrip

        init(_ api: API, module: String) {
            names = SampleCase.mangledNames(of: api)
            shapes = Dictionary(api.types.map { ($0.id, $0.shape) }) { first, _ in first }
            found = RoundTrip(module: module)
        }

        func type(_ use: TypeUse) throws -> any APIValue.Type {
            switch use {
            case .integer, .formatted(_, as: .integer): return Int.self
            case .number, .formatted(_, as: .number): return Double.self
            case .boolean: return Bool.self
            case .string, .formatted(_, as: .string): return String.self
            case .any: return JSON.self
            case .null: return APIEngine.Null.self
            case .scalars(let kinds): return kinds == [.integer, .string] ? IntegerOrString.self : JSON.self
            case .array(let element): return Self.array(try type(element))
            case .dictionary(let element): return Self.dictionary(try type(element))
            case .optional(let inner): return Self.optional(try type(inner))
            case .named(let id):
                if case .alias(let other)? = shapes[id] { return try type(other) }
                guard let name = names[id], let type = found.type(name) else {
                    throw APIError(.invalidRequest, "no type \(id.text)")
                }
                return type
            }
        }

        private static func array<Element: APIValue>(_: Element.Type) -> any APIValue.Type { [Element].self }
        private static func dictionary<Element: APIValue>(_: Element.Type) -> any APIValue.Type {
            [String: Element].self
        }
        private static func optional<Wrapped: APIValue>(_: Wrapped.Type) -> any APIValue.Type { Wrapped?.self }
    }

    extension Variant.Constant.Value {
        fileprivate var json: JSON {
            switch self {
            case .flag(let isOn): .bool(isOn)
            case .text(let text): .string(text)
            case .client: .string("")
            case .integer(let number): .integer(number)
            }
        }
    }

    extension Parameter {
        fileprivate var runtime: APIEngine.ParameterStyle {
            var style: APIEngine.ParameterStyle =
                switch place {
                case .path: .path
                case .query: .query
                case .form: .form
                case .body: .body
                case .header: .header
                case .multipart: .multipart
                case .cookie: .cookie
                }
            if isWhole { return (content?.kind ?? .json) == .json ? [.whole, .json] : .whole }
            switch arrays {
            case .comma: style.insert(.comma)
            case .repeated: style.insert(.repeated)
            case .brackets: style.insert(.brackets)
            case .pipes: style.insert(.pipes)
            case .spaces: style.insert(.spaces)
            case .tabs: style.insert(.tabs)
            case nil: break
            }
            if let flags { style.insert(flags == .digits ? .digits : flags == .words ? .words : .present) }
            if isJSON { style.insert(.json) }
            if isSecret { style.insert(.secret) }
            return style
        }
    }

    extension CallStyle.Place {
        fileprivate var runtime: APIEngine.ParameterPlace {
            switch self {
            case .path: .path
            case .query: .query
            case .form: .form
            case .body: .body
            case .header: .header
            case .multipart: .multipart
            case .cookie: .cookie
            }
        }
    }

    extension CallStyle.ArrayStyle {
        fileprivate var runtime: APIEngine.ArrayStyle {
            switch self {
            case .comma: .comma
            case .repeated: .repeated
            case .brackets: .brackets
            case .pipes: .pipes
            case .spaces: .spaces
            case .tabs: .tabs
            }
        }
    }

    extension WireDefaults.Authorization {
        fileprivate var runtime: APIDescription.Authorization {
            switch self {
            case .none: .none
            case .parameter(let name): .parameter(name)
            case .header(let scheme): .header(scheme)
            case .field(let name): .field(name)
            case .query(let name): .query(name)
            case .cookie(let name): .cookie(name)
            case .path(let name): .path(name)
            }
        }
    }
#endif
