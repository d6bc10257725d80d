import Foundation
import Methodical
import Testing

/// A fault that a server has in its responses to one path, and the message that a verification has for it.
struct SeededFault: Sendable, CustomTestStringConvertible {
    /// A change of a response.
    enum Edit: Sendable {
        /// Sets the value under a path of keys and indices.
        case set(String, JSON)
        case remove(String)
        case status(Int)
        case body(String)
        case field(String, String?)
        /// Answers another request in place of the one that was made.
        case instead(@Sendable (_ request: HTTPRequest, _ response: inout HTTPResponse) -> Void)
    }

    let name: String
    /// The path of the requests whose responses have the fault. A star at its end stands for any text.
    let path: String
    let edit: Edit
    /// A part of the message.
    let message: String

    init(_ name: String, at path: String, _ edit: Edit, _ message: String) {
        self.name = name
        self.path = path
        self.edit = edit
        self.message = message
    }

    var testDescription: String { name }

    var transport: FaultyTransport {
        FaultyTransport { path, request, response in
            guard matches(path) else { return }
            apply(to: &response, of: request)
        }
    }

    private func matches(_ other: String) -> Bool {
        guard path.hasSuffix("*") else {
            return other == path
        }
        return other.hasPrefix(path.dropLast())
    }

    private func apply(to response: inout HTTPResponse, of request: HTTPRequest) {
        switch edit {
        case .set(let path, let value): change(&response) { $0.set(value, at: Self.keys(in: path)) }
        case .remove(let path): change(&response) { $0.set(nil, at: Self.keys(in: path)) }
        case .status(let status): response.status = status
        case .body(let text): response.body = Data(text.utf8)
        case .field(let name, let value): response.headers[name] = value
        case .instead(let change): change(request, &response)
        }
    }

    private func change(_ response: inout HTTPResponse, _ change: (inout JSON) -> Void) {
        guard response.status < 300, var json = try? JSON(json: Array(response.body)) else { return }
        change(&json)
        response.body = Data(json.description.utf8)
    }

    private static func keys(in path: String) -> ArraySlice<Substring> {
        path.split(separator: ".")[...]
    }
}

extension JSON {
    /// Sets or removes the value under a path of keys and indices. A star stands for all elements.
    fileprivate mutating func set(_ value: JSON?, at keys: ArraySlice<Substring>) {
        guard let key = keys.first else {
            self = value ?? .null
            return
        }
        let rest = keys.dropFirst()
        if var elements = arrayValue {
            for index in elements.indices where key == "*" || Int(key) == index {
                elements[index].set(value, at: rest)
            }
            self = .array(elements)
            return
        }
        var members = objectValue ?? [:]
        if rest.isEmpty {
            members[String(key)] = value
        } else {
            members[String(key), default: [:]].set(value, at: rest)
        }
        self = .object(members)
    }
}

extension HTTPRequest {
    /// The value of a parameter of the query.
    func query(_ name: String) -> String? {
        let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems
        return items?.first { $0.name == name }?.value
    }
}
