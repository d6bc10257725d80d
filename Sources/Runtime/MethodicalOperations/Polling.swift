import Foundation
import Methodical

/// The way in which an operation tells its state and its result. All keys are looked for in the result of the method,
/// and may be keys with dots between them.
struct Polling: Codable, Hashable, Sendable {
    /// The key of the address to poll, or `nil` if a header field or a method gives it.
    var url: String?
    /// The key of the state. If `nil`, the operation continues while the status is 202.
    var state: String?
    /// The states of an operation that has succeeded.
    var done: [String] = ["true"]
    /// The states of an operation that has failed.
    var failed: [String] = []
    /// The key of the result, or `nil` if the whole operation is the result.
    var result: String?
    /// The key of the error of an operation that has failed.
    var error: String?
    /// The key of the progress.
    var progress: String?
    /// The seconds before the first poll.
    var interval = 1

    /// The state of an operation after a response.
    enum Outcome: Hashable, Sendable {
        case continues, succeeded
        /// The operation has failed, with the value under the key of the error.
        case failed(JSON?)
    }

    /// Returns the state of an operation. Without a value at the key of the state, the operation continues: Google
    /// leaves out a flag that is false.
    func outcome(status: Int, of operation: JSON) -> Outcome {
        guard let state else {
            if status == 202 {
                return .continues
            }
            return .succeeded
        }
        guard let name = operation.value(at: state)?.text else {
            return .continues
        }
        let error = error.flatMap { operation.value(at: $0) }
        if failed.contains(name) {
            return .failed(error)
        }
        guard done.contains(name) else {
            return .continues
        }
        // Google's operations are `done` after a failure, too.
        if error?.isNothing ?? true {
            return .succeeded
        }
        return .failed(error)
    }

    /// Returns the progress of an operation.
    func progress(of operation: JSON) -> OperationProgress {
        OperationProgress(
            state: state.flatMap { operation.value(at: $0)?.text },
            value: progress.flatMap { operation.value(at: $0)?.number },
            operation: operation)
    }

    /// Returns the address that a response gives for polling, or `nil` if it gives none.
    ///
    /// Azure's own header fields come before `Location`, which may lead to the result.
    func address(in headers: HTTPHeaders, operation: JSON) -> String? {
        if let url {
            return operation.value(at: url)?.stringValue
        }
        return ["Operation-Location", "Azure-AsyncOperation", "Location"].lazy.compactMap { headers[$0] }.first
    }

    /// The shortest pause before a poll, whatever the server asks for.
    var shortestPause: Duration {
        min(.milliseconds(500), .seconds(interval))
    }

    /// Returns the pause before the next poll, unless the server asks for another one. It grows by half each time, up
    /// to 30 seconds, or the interval if that is longer.
    func pause(after polls: Int) -> Duration {
        let grown = Double(interval) * pow(1.5, Double(polls))
        let longest = max(30, Double(interval))
        return .seconds(min(grown, longest))
    }
}

extension JSON {
    /// Returns the value at a key, or at keys with dots between them.
    func value(at path: String) -> JSON? {
        self[path] ?? path.split(separator: ".").reduce(self) { $0?[String($1)] }
    }

    /// Returns the value inside objects with these keys.
    func under(_ keys: [String]) -> JSON {
        keys.reversed().reduce(self) { .object([$1: $0]) }
    }

    /// Returns a copy with a value at a path of keys.
    func setting(_ keys: ArraySlice<String>, to value: JSON) -> JSON {
        guard let key = keys.first else {
            return value
        }
        var members = objectValue ?? [:]
        let inner = members[key] ?? .object([:])
        members[key] = inner.setting(keys.dropFirst(), to: value)
        return .object(members)
    }

    /// The text of a state: a word, a number or a flag.
    var text: String? {
        guard !isNull else { return nil }
        return stringValue ?? description
    }

    /// The value as a number. Some servers write it as text.
    fileprivate var number: Double? {
        doubleValue ?? stringValue.flatMap { Double($0) }
    }

    /// Indicates whether the value stands for no error.
    fileprivate var isNothing: Bool {
        [.null, false, "", [:], []].contains(self)
    }
}
