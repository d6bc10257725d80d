import MethodicalGenerator

import enum Methodical.ReadingPolicy

extension ReadingPolicy {
    /// Creates the policy that generated code names for a schema's.
    package init(_ reading: DecodingRules.Reading) {
        switch reading {
        case .strict: self = .strict
        case .tolerant: self = .tolerant
        case .salvage: self = .salvage
        }
    }
}

extension JSONNode {
    /// Indicates whether a scalar is of this type.
    ///
    /// - Parameter flags: The spelling of flags in responses.
    func fits(_ use: TypeUse, flags: CallStyle.FlagStyle) -> Bool {
        switch use {
        case .formatted(.uint64, as: .integer): isUnsigned
        case .integer, .formatted(_, as: .integer): isWhole
        case .number, .formatted(_, as: .number): isFinite
        case .boolean where flags == .digits:
            kind == .bool || integer == 0 || integer == 1
        case .boolean: kind == .bool
        case .string, .formatted(_, as: .string): kind == .string
        case .scalars(let types):
            types.contains { fits($0, flags: flags) }
        default: false
        }
    }
}

extension Enumeration {
    /// Indicates whether a value is in the enumeration. Only a mixed enumeration distinguishes `1` and `"1"`.
    package func has(_ text: String, isText: Bool) -> Bool {
        members.contains { member in
            guard member.value == text else { return false }
            return raw != .mixed || member.isText == isText
        }
    }
    /// Indicates whether a value is of the same kind as the enumeration's values, known or not.
    package func takes(_ value: JSONNode) -> Bool {
        switch raw {
        case .string: value.kind == .string
        case .integer: value.isWhole
        case .mixed: value.schemaWord != nil
        }
    }
}

extension Variant.Constant.Value {
    /// The constant in the form of `scalarText`.
    package var text: String {
        switch self {
        case .flag(let flag): String(flag)
        case .text(let text): text
        case .integer(let number): String(number)
        case .client: ""
        }
    }
}
