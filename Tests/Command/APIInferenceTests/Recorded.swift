import APIInference
import Foundation
import MethodicalGenerator
import TestFiles
import Testing

/// A recorded exchange of a test, as an entry of a HAR file.
struct Recorded {
    var verb = "GET"
    var url: String
    var requestFields: [String: String] = [:]
    var request: String?
    var requestType = "application/json"
    var status = 200
    var responseFields: [String: String] = [:]
    var mediaType = "application/json"
    var response: String?

    /// Creates a read.
    init(_ path: String, status: Int = 200, returns response: String? = nil) {
        self.init("GET", path, status: status, returns: response)
    }

    init(
        _ verb: String,
        _ path: String,
        sends request: String? = nil,
        status: Int = 200,
        returns response: String? = nil
    ) {
        self.verb = verb
        url = path.contains("://") ? path : "https://api.shop.example" + path
        self.request = request
        self.status = status
        self.response = response
    }

    /// The exchange with a header field in its request.
    func with(_ name: String, _ text: String) -> Recorded {
        var copy = self
        copy.requestFields[name] = text
        return copy
    }

    fileprivate var entry: [String: Any] {
        func list(_ fields: [String: String]) -> [[String: String]] {
            fields.sorted { $0.key < $1.key }.map { ["name": $0.key, "value": $0.value] }
        }
        var sent: [String: Any] = ["method": verb, "url": url, "headers": list(requestFields)]
        if let request {
            sent["postData"] = ["mimeType": requestType, "text": request]
        }
        var content: [String: Any] = ["mimeType": mediaType, "size": response?.utf8.count ?? 0]
        content["text"] = response
        let returned: [String: Any] = [
            "status": status, "headers": list(responseFields), "content": content,
        ]
        return ["request": sent, "response": returned]
    }

    /// Returns the text of a HAR file.
    static func har(_ exchanges: [Recorded]) throws -> String {
        let archive = ["log": ["version": "1.2", "entries": exchanges.map(\.entry)]]
        let data = try JSONSerialization.data(withJSONObject: archive, options: [.sortedKeys])
        return String(decoding: data, as: UTF8.self)
    }
}

/// An inference from the exchanges of a test.
struct Inferred {
    let text: String
    let root: JSONNode
    let report: TrafficReport

    init(_ exchanges: [Recorded], refining earlier: Inferred? = nil, baseURL: String? = nil) throws {
        try self.init(text: try Recorded.har(exchanges), refining: earlier, baseURL: baseURL)
    }

    /// - Parameter text: The text of the recording.
    init(text recording: String, refining earlier: Inferred? = nil, baseURL: String? = nil) throws {
        let folder = TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        let file = folder.url.appending(path: "traffic.har")
        try Data(recording.utf8).write(to: file)
        let earlierDocument = try earlier.map {
            try EarlierDocument(SourceFile(path: "shop.json", bytes: Array($0.text.utf8)))
        }
        let inference = try Inference(
            from: TrafficFiles([file.path]),
            refining: earlierDocument,
            options: Inference.Options(name: "Shop", baseURL: baseURL))
        text = inference.document
        report = inference.report
        var problems: [Diagnostic] = []
        root = try #require(parse(SourceFile(path: "shop.json", bytes: Array(text.utf8)), problems: &problems))
        #expect(problems.isEmpty)
    }

    /// The operations, such as `GET /users/{id}`, in order.
    var operations: [String] {
        (root["paths"]?.children ?? []).flatMap { path in
            path.children.map { "\($0.key.uppercased()) \(path.key)" }
        }
    }

    func operation(_ verb: String, _ path: String) -> JSONNode? {
        root["paths"]?[path]?[verb.lowercased()]
    }

    /// Returns the schema of a type.
    func type(_ name: String) -> JSONNode? {
        root["components"]?["schemas"]?[name]
    }

    /// Returns the schema of a type's member as text, without the numbers of values.
    func member(_ name: String, of type: String) -> String? {
        self.type(type)?["properties"]?[name].map(Self.plain)
    }

    /// Returns a schema as text, without the numbers of values.
    static func plain(_ node: JSONNode) -> String {
        switch node.kind {
        case .object:
            let members = node.children.filter { !$0.key.hasPrefix("x-") }.map { "\($0.key): \(plain($0))" }
            return "{" + members.joined(separator: ", ") + "}"
        case .array: return "[" + node.children.map(plain).joined(separator: ", ") + "]"
        default: return node.string ?? node.numberText ?? (node.bool.map { String($0) } ?? "null")
        }
    }
}
