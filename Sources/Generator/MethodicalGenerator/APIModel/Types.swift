/// The identifier of a declared type within the model: the key of a definition, or the path of an inline schema
/// below it.
package struct TypeID: Hashable, Comparable, Sendable, ExpressibleByStringLiteral {
    package let text: String
    package init(_ text: String) { self.text = text }
    package init(stringLiteral value: String) { text = value }
    package static func < (a: TypeID, b: TypeID) -> Bool { a.text < b.text }
}

/// A declared type.
package struct TypeDeclaration: Sendable {
    package var id: TypeID
    /// The place of the declaration.
    package var owner: Owner
    /// The name in the schema, without the namespace: `user_full`, `contacts`, `get_response`.
    package var wire: String
    /// The Swift name that `api.json` or the schema asks for. If it comes from `rename`, the owner is `.root`.
    package var swift: String?
    /// Indicates whether the declaration keeps its name if another asks for the same, because callers know it already.
    package var keepsName = false
    /// The full Swift name of a type that keeps its name, such as `VK.Messages.Markup`, or `nil` if only its place is
    /// known.
    package var knownPath: String?
    /// The top-level folder of the schema that the type comes from, or an empty string for the root.
    package var unit = ""
    package var documentation: String?
    package var deprecation: Deprecation?
    package var shape: Shape
    /// The Swift type in place of this one, or `nil` if generated code declares it.
    package var replacement: Replacement?

    /// A Swift type that the app, or another module, declares.
    package enum Replacement: Hashable, Sendable {
        /// The type of that name: `MyMoney`, or `Shapes.Point` with its module.
        case named(String)
        /// The type of the same name inside another client, such as `ShopTypes.Shop`.
        case sameName(in: String)
    }

    /// The possible places of a declaration: the API itself, a namespace such as `["users"]`, or another type.
    package enum Owner: Equatable, Sendable {
        case root, namespace([String]), type(TypeID)
    }

    /// The kinds of declared type.
    package enum Shape: Hashable, Sendable {
        case record(Record)
        case enumeration(Enumeration)
        case union(Union)
        /// A name for a type that is not declared: an array, a scalar or a dictionary.
        case alias(TypeUse)

        /// The types that the declaration uses.
        var uses: [TypeUse] {
            switch self {
            case .record(let record):
                record.types
            case .union(let union):
                union.cases.map(\.type)
            case .alias(let use):
                [use]
            case .enumeration:
                []
            }
        }

        /// The record, or `nil` for a type of another kind.
        package var record: Record? {
            if case .record(let record) = self {
                return record
            }
            return nil
        }

        /// The enumeration, or `nil` for a type of another kind.
        package var enumeration: Enumeration? {
            if case .enumeration(let enumeration) = self {
                return enumeration
            }
            return nil
        }

        /// The union, or `nil` for a type of another kind.
        package var union: Union? {
            if case .union(let union) = self {
                return union
            }
            return nil
        }

        /// The target of an alias, or `nil` for a type of another kind.
        package var target: TypeUse? {
            if case .alias(let target) = self {
                return target
            }
            return nil
        }

        /// Replaces every use of a type.
        mutating func mapUses(_ transform: (TypeUse) -> TypeUse) {
            switch self {
            case .record(var record):
                for index in record.properties.indices {
                    record.properties[index].type = transform(record.properties[index].type)
                }
                record.additional = record.additional.map(transform)
                self = .record(record)
            case .union(var union):
                for index in union.cases.indices {
                    union.cases[index].type = transform(union.cases[index].type)
                }
                self = .union(union)
            case .alias(let use):
                self = .alias(transform(use))
            case .enumeration:
                break
            }
        }
    }
}

/// A use of a type, such as that of a property or a parameter.
package indirect enum TypeUse: Hashable, Sendable {
    case integer, number, boolean, string
    /// A scalar with a meaning. The server's values do not always conform to the format.
    case formatted(Format, as: Wire)
    /// Any JSON value.
    case any
    /// No value except `null`. It only occurs where `null` is allowed.
    case null
    /// A declared type.
    case named(TypeID)
    case array(TypeUse)
    /// An object with arbitrary keys.
    case dictionary(TypeUse)
    /// One of at least two scalar types, in the order integer, number, boolean, string.
    case scalars([TypeUse])
    /// A type whose value can be `null`, as an element of an array or as a result. Properties have `isNullable`
    /// instead.
    case optional(TypeUse)

    /// The declared type in the use, or `nil` if there is none.
    var declared: TypeID? {
        switch self {
        case .named(let id): id
        case .array(let inner), .dictionary(let inner), .optional(let inner): inner.declared
        default: nil
        }
    }

    /// Returns the use with another type inside its lists, dictionaries and optionals.
    func mapInnermost(_ transform: (TypeUse) -> TypeUse) -> TypeUse {
        switch self {
        case .array(let element):
            .array(element.mapInnermost(transform))
        case .dictionary(let value):
            .dictionary(value.mapInnermost(transform))
        case .optional(let inner):
            .optional(inner.mapInnermost(transform))
        default:
            transform(self)
        }
    }

    /// Returns the use with another declared type.
    func mapDeclared(_ transform: (TypeID) -> TypeID) -> TypeUse {
        mapInnermost { use in
            if case .named(let id) = use { .named(transform(id)) } else { use }
        }
    }
}

/// The meaning of a scalar. The raw value is the word for it in the schema's `format`.
package enum Format: String, Sendable, CaseIterable {
    case uri
    case dateTime = "date-time"
    case unixSeconds = "unix-seconds"
    case unixMilliseconds = "unix-milliseconds"
    case day = "date"
    case duration
    case durationSeconds = "duration-seconds"
    case durationMilliseconds = "duration-milliseconds"
    /// A part of a whole, which is 1 for `share` and 100 for `percent`.
    case share, percent
    case base64 = "byte"
    /// An integer that is sent as a string. Integers that are sent as numbers need no format.
    case int64
    /// An integer from 0 to 2^64 - 1.
    case uint64

    /// Creates the format for a style of dates.
    package init(_ style: CallStyle.DateStyle) {
        switch style {
        case .seconds:
            self = .unixSeconds
        case .milliseconds:
            self = .unixMilliseconds
        case .rfc3339:
            self = .dateTime
        }
    }

    /// Indicates whether the format stands for a point in time.
    package var isMoment: Bool {
        self == .dateTime || self == .unixSeconds || self == .unixMilliseconds
    }

    /// Indicates whether the value is always a string. Otherwise it is a number, or a number in a string.
    package var isText: Bool {
        switch self {
        case .uri, .dateTime, .day, .duration, .base64: true
        default: false
        }
    }
}

/// The JSON type in which a formatted scalar is sent.
package enum Wire: Sendable { case integer, number, string }

/// A type with named properties.
package struct Record: Hashable, Sendable {
    package var properties: [Property]
    /// The type of members that are not listed in `properties`, if the schema describes it.
    package var additional: TypeUse?
    /// Indicates whether the schema allows no other members. Readers skip them all the same, but count them against
    /// this record in a union.
    package var isClosed = false
    /// Indicates whether a parameter can contain the record, so that callers create values of it.
    package var isInput = false

    /// The types of the properties, and of the members that the schema does not name.
    var types: [TypeUse] {
        var types = properties.map(\.type)
        if let additional {
            types.append(additional)
        }
        return types
    }
}

/// A property of a record.
package struct Property: Hashable, Sendable {
    /// The name in the schema.
    package var name: String
    /// The keys that lead to the value: the property's name, or several keys if the schema lifts a nested property.
    package var path: [String]
    /// The Swift name that the schema asks for.
    package var swift: String?
    package var type: TypeUse
    /// Indicates whether the schema requires the property.
    package var isRequired: Bool
    /// Indicates whether the property, if required, is expected to be present in responses. `nil` stands for
    /// the API's default.
    package var isTrusted: Bool?
    /// Indicates whether the value can be `null`. If the property is also required, its key is present even then.
    package var isNullable: Bool
    /// The only possible value (`const`), if it is a scalar.
    package var constant: Variant.Constant.Value?
    /// The JSON text of the only possible value, of any kind.
    package var constantText: String?
    /// Indicates whether only the server sets the property, so that no request contains it.
    package var isReadOnly = false
    /// Indicates whether the value is a password.
    package var isPassword = false
    /// The default value in the schema, for the documentation only.
    package var defaultText: String?
    package var documentation: String?
    package var deprecation: Deprecation?

    /// The keys that lead to the value, with dots between them.
    var dottedPath: String { path.joined(separator: ".") }

    package init(
        name: String? = nil,
        path: [String],
        swift: String? = nil,
        type: TypeUse,
        isRequired: Bool = false,
        isNullable: Bool = false,
        documentation: String? = nil,
        deprecation: Deprecation? = nil
    ) {
        self.name = name ?? path.last ?? ""
        self.path = path
        self.swift = swift
        self.type = type
        self.isRequired = isRequired
        self.isNullable = isNullable
        self.documentation = documentation
        self.deprecation = deprecation
    }
}

/// A set of values that are known today. A server may send others.
package struct Enumeration: Hashable, Sendable {
    /// The types of the values.
    package enum Raw: Hashable, Sendable {
        case string, integer
        /// Several scalar types. A number and a string with the same digits are two values.
        case mixed
    }
    package var raw: Raw
    package var members: [Member]
    /// Indicates whether the schema allows other values, too.
    package var isOpen = false

    /// A value of an enumeration.
    package struct Member: Hashable, Sendable {
        /// The value on the wire: a string, the digits of a number, or `true` or `false`.
        package var value: String
        /// In a mixed enumeration, indicates whether the value is a string.
        package var isText = true
        /// The name that the schema gives to the value (`enumNames`).
        package var label: String?
        /// The description of the value (`enumDescriptions`).
        package var documentation: String?
    }
}

/// One of several types. A discriminator tells them apart, or the kind of JSON value, or the members of the object, or
/// a key outside the value.
package struct Union: Hashable, Sendable {
    /// Indicates whether a key outside the value selects the case: the status of a response, or the name of an event.
    /// This key takes the place of the discriminator.
    package var isKeyed = false
    /// The property whose value selects the case.
    package var discriminator: String?
    package var cases: [Case]

    /// A case of a union.
    package struct Case: Hashable, Sendable {
        package var type: TypeUse
        /// The values of the discriminator, or the keys, that select this case. The list is empty if there is neither.
        package var discriminatorValues: [String] = []
        /// The name of a case that a key selects, if it is another one than the key. It is spelled in Swift's style.
        package var name: String?
        /// The content of a body that is read as this case. Only a case that a key selects has another one than JSON.
        package var content = BodyContent.json
        /// The description of a case that a key selects.
        package var documentation: String?
    }
}

/// The contents of a body. A body of bytes, or without content, has no type in the model.
package enum BodyContent: Hashable, Sendable { case json, nothing, text, bytes }
