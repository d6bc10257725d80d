#if XML
    import Foundation
    import Methodical
    internal import XMLCoder

    /// An element, or an attribute, which is one with nothing but text.
    struct XMLElement: Sendable {
        /// Without white space around it.
        var text = ""
        /// Children and attributes by their names; of one name, children win. Text beside them is `#text`, which no name can be.
        var members: [String: [XMLElement]] = [:]
        /// The names of children; attributes are not among them.
        var children: Set<String> = []

        init() {}

        var isEmpty: Bool { text.isEmpty && members.isEmpty }

        init(_ body: Data) throws(APIError) {
            let decoder = XMLDecoder(trimValueWhitespaces: false)
            decoder.shouldProcessNamespaces = true
            do {
                self = try decoder.decode(XMLElement.self, from: body)
            } catch {
                throw XMLGuard.refusal("it is not well formed")
            }
        }

        /// Without types: an element with nothing but text is a string, several of one name are a list.
        var json: JSON {
            if members.isEmpty { return .string(text) }
            return .object(members.mapValues { $0.count == 1 ? $0[0].json : .array($0.map(\.json)) })
        }
    }

    extension XMLElement: Decodable {
        /// The coder hands out children in their order, each under a name, only to whom asks for a choice among names.
        private struct Name: XMLChoiceCodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        private struct AttributeName: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        private enum Child: Decodable {
            case text(String)
            case element(String, XMLElement)

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Name.self)
                let name = container.allKeys.first ?? Name(stringValue: "")
                if name.stringValue.isEmpty || name.stringValue == "#CDATA" {
                    self = .text(try container.decode(String.self, forKey: name))
                } else {
                    self = .element(name.stringValue, try container.decode(XMLElement.self, forKey: name))
                }
            }
        }

        init(from decoder: any Decoder) throws {
            // What has neither children nor attributes is no list to the coder.
            guard var list = try? decoder.unkeyedContainer() else { return }
            var text = ""
            while !list.isAtEnd {
                switch try list.decode(Child.self) {
                case .text(let more): text += more
                case .element(let name, let element):
                    members[name, default: []].append(element)
                    children.insert(name)
                }
            }
            self.text = text.trimmingCharacters(in: .whitespacesAndNewlines)
            let attributes = try decoder.container(keyedBy: AttributeName.self)
            for key in attributes.allKeys where !key.stringValue.isEmpty && key.stringValue != "#CDATA" && members[key.stringValue] == nil {
                var attribute = XMLElement()
                attribute.text = try attributes.decode(String.self, forKey: key)
                members[key.stringValue] = [attribute]
            }
            guard !self.text.isEmpty, !members.isEmpty else { return }
            var alone = XMLElement()
            alone.text = self.text
            members["#text"] = [alone]
        }
    }

    /// A whole answer.
    struct XMLText: AnswerDocument {
        let root: String
        let element: XMLElement

        /// The root under its name, beside its own members.
        var json: JSON {
            var members = element.json.objectValue ?? [:]
            if members[root] == nil { members[root] = element.json }
            return .object(members)
        }

        func value<Value: APIValue>(at path: [String]) throws(APIError) -> Value {
            var elements = [element]
            var walked: [String] = []
            for (place, key) in path.enumerated() where !(place == 0 && key == root) {
                guard let next = elements.first?.members[key] else {
                    throw APIError(.undecodable, "\((walked + [key]).joined(separator: ".")): expected a value, found no such element")
                }
                elements = next
                walked.append(key)
            }
            do {
                return try XMLReading(elements, []).value(Value.self)
            } catch {
                throw APIError(.undecodable, (error as? DecodingError).map(Self.message) ?? "\(error)")
            }
        }

        /// `data[3].id: expected an integer, found "x"`.
        private static func message(_ error: DecodingError) -> String {
            let (context, missing): (DecodingError.Context, (any CodingKey)?) =
                switch error {
                case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context): (context, nil)
                case .keyNotFound(let key, let context): (context, key)
                @unknown default: (DecodingError.Context(codingPath: [], debugDescription: "\(error)"), nil)
                }
            var path = ""
            for key in context.codingPath + [missing].compactMap(\.self) {
                if let index = key.intValue { path += "[\(index)]" } else { path += (path.isEmpty ? "" : ".") + key.stringValue }
            }
            return (path.isEmpty ? "" : path + ": ") + (missing == nil ? context.debugDescription : "expected a value, found no such element")
        }
    }
#endif
