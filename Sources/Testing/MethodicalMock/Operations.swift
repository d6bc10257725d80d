import MethodicalGenerator
import MethodicalTesting

import enum Methodical.JSON

/// An operation that a call has started. The first poll finds it running, and the next one finds its end.
struct MockOperation: Sendable {
    var method: MethodicalGenerator.Method
    var poll: Poll
    var result: JSON
    var polls = 0
}

/// Long-running operations. The server has a result at once, and tells it to the second poll.
extension MockService {
    private static let path = "/mock/operations/"
    /// Clients of a test need not wait.
    static let soon = [(name: "Retry-After", value: "0")]

    /// Returns the response to the start of an operation with the given result.
    func started(_ result: JSON, of method: MethodicalGenerator.Method?) -> MockReply {
        guard let method, let poll = method.poll else {
            return MockReply(result)
        }
        let operation = MockOperation(method: method, poll: poll, result: result)
        let number = add(operation)
        if poll.method != nil || poll.url != nil {
            return reply(for: operation, number: number)
        }
        let name = poll.state == nil ? "Location" : "Operation-Location"
        return MockReply(.object([:]), status: 202, headers: Self.soon + [(name, root + Self.path + String(number))])
    }

    /// Returns the response to a poll at an address of this server, or `nil` for other requests.
    func polled(by request: MockRequest) -> MockReply? {
        guard request.path.hasPrefix(Self.path), let number = Int(request.path.dropFirst(Self.path.count)),
            let operation = poll(number)
        else { return nil }
        report("\(operation.polls > 1 ? 200 : 202) poll \(operation.polls) of \(operation.method.name)")
        return reply(for: operation, number: number)
    }

    /// Returns the operation that a method reads, or `nil` if the call names no operation of this server.
    func polled(by call: MockCall, of method: MethodicalGenerator.Method?) -> JSON? {
        guard let method, !isSaid(method.name) else { return nil }
        let taken = Set(
            api.methods.filter { $0.poll?.method == method.name }.flatMap { $0.poll?.taken ?? [] }.map(\.parameter))
        let number = taken.lazy.compactMap { call.arguments[$0].flatMap { Int($0) } }.first
        return number.flatMap { number in poll(number).map { state(of: $0, number: number) } }
    }

    private func reply(for operation: MockOperation, number: Int) -> MockReply {
        let isRunning = operation.poll.state == nil && operation.polls < 2
        let value = isRunning ? .object([:]) : state(of: operation, number: number)
        return MockReply(
            value.under(operation.method.resultKey).under(api.wire.envelope.result), status: isRunning ? 202 : 200,
            headers: Self.soon)
    }

    /// Returns the operation as a poll finds it.
    private func state(of operation: MockOperation, number: Int) -> JSON {
        let poll = operation.poll
        let hasEnded = operation.polls > 1
        let step = api.methods.first { $0.name == poll.method }
        let use = step?.variants[0].result ?? (poll.result == nil ? operation.method.variants[0].result : .any)
        let record = invention.types.record(use)
        func keys(in path: String) -> [String] { path.split(separator: ".").map(String.init) }
        func type(at path: String) -> TypeUse? {
            record.flatMap { invention.property(at: keys(in: path)[...], in: $0)?.type }
        }
        func value(_ text: String, at path: String) -> JSON {
            type(at: path).flatMap { invention.types.value(text, as: $0) } ?? Self.plain(text)
        }
        var json = poll.result == nil && step == nil ? operation.result : .object([:])
        if let step, let sample = invention.sample(of: step) {
            json = poll.result == nil ? operation.result : sample
        }
        for taken in poll.taken {
            json = json.setting(keys(in: taken.key), to: value(String(number), at: taken.key))
        }
        if let url = poll.url {
            json = json.setting(keys(in: url), to: .string(root + Self.path + String(number)))
        }
        if let error = poll.error {
            json = json.setting(keys(in: error), to: nil)
        }
        if let progress = poll.progress {
            json = json.setting(keys(in: progress), to: value(hasEnded ? "100" : "50", at: progress))
        }
        if let state = poll.state {
            let running = type(at: state).flatMap { invention.types.words(of: $0) }?.first {
                !(poll.done + poll.failed).contains($0)
            }
            let usualName = poll.done == ["true"] ? "false" : "running"
            let name = hasEnded ? poll.done.first ?? "true" : running ?? usualName
            json = json.setting(keys(in: state), to: value(name, at: state))
        }
        if let result = poll.result {
            json = json.setting(keys(in: result), to: hasEnded ? operation.result : nil)
        }
        return poll.state == nil && poll.result == nil ? operation.result : json
    }

    private static func plain(_ text: String) -> JSON {
        switch text {
        case "true": true
        case "false": false
        default: .string(text)
        }
    }
}

extension Invention {
    /// Returns a sample of a method's result, whatever its arguments.
    func sample(of method: MethodicalGenerator.Method) -> JSON? {
        let call = MockCall(method: method.name, arguments: [:], token: nil, secrets: [], lists: [])
        return record(of: method.variants[0].result, seed: seed(continuedBy: method.name), for: call)
    }
}

extension TypeTable {
    /// Returns the values of an enumeration, or `nil` for another type.
    fileprivate func words(of use: TypeUse) -> [String]? {
        guard case .named(let id) = plain(use), case .enumeration(let enumeration)? = types[id]?.shape else {
            return nil
        }
        return enumeration.members.map(\.value)
    }
}
