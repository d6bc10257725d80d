import MethodicalGenerator
import MethodicalTesting

import enum Methodical.JSON

/// An operation that a call has started. The first poll finds it running, and the next one finds its end.
struct MockOperation: Sendable {
    var method: MethodicalGenerator.Method
    var poll: Poll
    var result: JSON
    var polls = 0

    /// Indicates whether a poll has found the end.
    var hasEnded: Bool { polls > 1 }
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
        let operation = MockOperation(
            method: method,
            poll: poll,
            result: result)
        let number = add(operation)
        if poll.step != nil || poll.url != nil {
            return reply(for: operation, number: number)
        }
        let name = poll.state == nil ? "Location" : "Operation-Location"
        let address = root + Self.path + String(number)
        return MockReply(
            .object([:]),
            status: 202,
            headers: Self.soon + [(name, address)])
    }

    /// Returns the response to a poll at an address of this server, or `nil` for other requests.
    func polled(by request: MockRequest) -> MockReply? {
        guard request.path.hasPrefix(Self.path),
            let number = Int(request.path.dropFirst(Self.path.count)),
            let operation = poll(number)
        else { return nil }
        let status = operation.hasEnded ? 200 : 202
        report("\(status) poll \(operation.polls) of \(operation.method.name)")
        return reply(for: operation, number: number)
    }

    /// Returns the operation that a method reads, or `nil` if the call names no operation of this server.
    func polled(by call: MockCall, of method: MethodicalGenerator.Method?) -> JSON? {
        guard let method, !isSaid(method.name) else { return nil }
        let steps = api.methods
            .compactMap { $0.poll?.step }
            .filter { $0.method == method.name }
        let names = Set(steps.flatMap(\.parameters))
        let numbers = names.lazy.compactMap { name in
            call.arguments[name].flatMap { Int($0) }
        }
        guard let number = numbers.first,
            let operation = poll(number)
        else { return nil }
        return state(of: operation, number: number)
    }

    private func reply(for operation: MockOperation, number: Int) -> MockReply {
        // Without a state in the body, the status says that the operation is running.
        var status = 202
        var value = JSON.object([:])
        if operation.poll.state != nil || operation.hasEnded {
            status = 200
            value = state(of: operation, number: number)
        }
        let body = value.under(operation.method.resultKey).under(api.wire.envelope.result)
        return MockReply(body, status: status, headers: Self.soon)
    }

    /// Returns the operation as a poll finds it.
    private func state(of operation: MockOperation, number: Int) -> JSON {
        let poll = operation.poll
        // Without a state and a key of the result, the status says that the operation has ended.
        if poll.state == nil, poll.result == nil {
            return operation.result
        }
        let step = api.methods.first { $0.name == poll.step?.method }
        let record = invention.types.record(use(of: operation, step: step))
        func type(at path: String) -> TypeUse? {
            record.flatMap { invention.property(at: path.keys, in: $0)?.type }
        }
        func value(_ text: String, at path: String) -> JSON {
            type(at: path).flatMap { invention.types.value(text, as: $0) }
                ?? Self.plain(text)
        }
        var json = body(of: operation, step: step)
        func set(_ path: String, to value: JSON?) {
            json = json.setting(Array(path.keys), to: value)
        }
        for taken in poll.step?.values ?? [] {
            set(taken.key, to: value(String(number), at: taken.key))
        }
        if let url = poll.url {
            set(url, to: .string(root + Self.path + String(number)))
        }
        if let error = poll.error {
            set(error, to: nil)
        }
        if let progress = poll.progress {
            let percent = operation.hasEnded ? "100" : "50"
            set(progress, to: value(percent, at: progress))
        }
        if let state = poll.state {
            let words = type(at: state).flatMap {
                invention.types.words(of: $0)
            }
            var name = poll.runningState(among: words ?? [])
            if operation.hasEnded {
                name = poll.doneState
            }
            set(state, to: value(name, at: state))
        }
        if let result = poll.result {
            var value: JSON?
            if operation.hasEnded {
                value = operation.result
            }
            set(result, to: value)
        }
        return json
    }

    /// Returns the type of the responses to polls.
    private func use(
        of operation: MockOperation,
        step: MethodicalGenerator.Method?
    ) -> TypeUse {
        if let step {
            return step.variants[0].result
        }
        guard operation.poll.result == nil else {
            return .any
        }
        return operation.method.variants[0].result
    }

    /// Returns the body of a response to a poll, in which the members that report the progress are not yet set.
    private func body(of operation: MockOperation, step: MethodicalGenerator.Method?) -> JSON {
        let sample = step.flatMap { invention.sample(of: $0) }
        if operation.poll.result != nil {
            return sample ?? .object([:])
        }
        if step != nil, sample == nil {
            return .object([:])
        }
        return operation.result
    }

    private static func plain(_ text: String) -> JSON {
        switch text {
        case "true": true
        case "false": false
        default: .string(text)
        }
    }
}

extension Poll {
    /// The state of an operation that has succeeded.
    fileprivate var doneState: String { done.first ?? "true" }

    /// Returns the state of an operation that has not ended, from the words of its type if they contain one.
    fileprivate func runningState(among words: [String]) -> String {
        let ends = done + failed
        if let word = words.first(where: { !ends.contains($0) }) {
            return word
        }
        return done == ["true"] ? "false" : "running"
    }
}

extension Invention {
    /// Returns a sample of a method's result, whatever its arguments.
    func sample(of method: MethodicalGenerator.Method) -> JSON? {
        let call = MockCall(
            method: method.name,
            arguments: [:],
            token: nil,
            secrets: [],
            lists: [])
        return record(
            of: method.variants[0].result,
            seed: seed(continuedBy: method.name),
            for: call)
    }
}

extension TypeTable {
    /// Returns the values of an enumeration, or `nil` for another type.
    fileprivate func words(of use: TypeUse) -> [String]? {
        guard case .enumeration(let enumeration)? = shape(of: use) else {
            return nil
        }
        return enumeration.members.map(\.value)
    }
}
