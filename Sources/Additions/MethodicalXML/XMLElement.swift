#if XML
    import Foundation
    import Methodical
    internal import XMLCoder

    /// An XML element. An attribute is represented as an element with only text.
    struct XMLElement: Sendable {
        /// The text, without white space around it.
        var text = ""
        /// The children and attributes by name. A child hides an attribute of the same name. Text next to other
        /// members has the key `#text`, which is not a valid XML name.
        var members: [String: [XMLElement]] = [:]
        /// The names of the children, without those of attributes.
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

        /// The element as untyped JSON. An element with only text becomes a string, and several elements of one
        /// name become an array.
        var json: JSON {
            if members.isEmpty {
                return .string(text)
            }
            let values = members.mapValues { elements -> JSON in
                if elements.count == 1 {
                    return elements[0].json
                }
                return .array(elements.map(\.json))
            }
            return .object(values)
        }
    }

    extension XMLElement: Decodable {
        /// A coding key for any name. XMLCoder returns children in their order, each with its name, only to a
        /// decoder that asks for a choice among names.
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
            // XMLCoder offers no list for an element without children and attributes.
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
            for key in attributes.allKeys
            where !key.stringValue.isEmpty && key.stringValue != "#CDATA" && members[key.stringValue] == nil {
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

    /// A parsed response.
    struct XMLText: ResponseDocument {
        let root: String
        let element: XMLElement

        /// The members of the root element, and the root element itself under its own name.
        var json: JSON {
            var members = element.json.objectValue ?? [:]
            if members[root] == nil {
                members[root] = element.json
            }
            return .object(members)
        }

        func value<Value: APIValue>(at path: [String]) throws(APIError) -> Value {
            var elements = [element]
            var walked: [String] = []
            for (place, key) in path.enumerated() where !(place == 0 && key == root) {
                guard let next = elements.first?.members[key] else {
                    throw APIError(
                        .undecodable,
                        "\((walked + [key]).joined(separator: ".")): expected a value, found none")
                }
                elements = next
                walked.append(key)
            }
            do {
                return try XMLReading(elements, codingPath: []).value(of: Value.self)
            } catch {
                throw APIError(.undecodable, (error as? DecodingError).map(Self.message) ?? "\(error)")
            }
        }

        /// Returns the message of an error, such as `data[3].id: expected an integer, found "x"`.
        private static func message(for error: DecodingError) -> String {
            let (context, missing): (DecodingError.Context, (any CodingKey)?) =
                switch error {
                case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                    (context, nil)
                case .keyNotFound(let key, let context): (context, key)
                @unknown default: (DecodingError.Context(codingPath: [], debugDescription: "\(error)"), nil)
                }
            var path = ""
            for key in context.codingPath + [missing].compactMap(\.self) {
                if let index = key.intValue {
                    path += "[\(index)]"
                } else if path.isEmpty {
                    path = key.stringValue
                } else {
                    path += "." + key.stringValue
                }
            }
            let problem = missing == nil ? context.debugDescription : "expected a value, found none"
            if path.isEmpty {
                return problem
            }
            return "\(path): \(problem)"
        }
    }
#endif
