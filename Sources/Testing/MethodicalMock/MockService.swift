import APISamples
import Foundation
import MethodicalGenerator
import MethodicalTesting

import enum Methodical.JSON
import struct Methodical.Locked

/// The logic of the mock server, without its sockets.
package final class MockService: Sendable {
    typealias Responder = @Sendable (MockCall) async throws -> JSON

    private struct State: Sendable {
        var responders: [String: Responder] = [:]
        var failures: [String: (failure: ServerFailure, left: Int?)] = [:]
        var calls: [MockCall] = []
        var root = ""
        var operations: [MockOperation] = []
    }

    let api: API
    let basePath: String
    let signIn: SignIn
    let invention: Invention
    let routes: Routes
    let arguments: Arguments
    /// Receives a line for each call, for people to read.
    let report: @Sendable (String) -> Void
    let recordedLinks: RecordedLinks
    private let recordings: [String: [RecordedExchange]]
    private let state = Locked(State())

    package init(
        _ api: API,
        seed: UInt64,
        items: Int,
        recordings: URL?,
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) throws {
        self.api = api
        self.report = report
        do {
            self.recordings = try recordings.map(RecordedExchange.read) ?? [:]
        } catch {
            throw MockServer.Refusal(
                description: "\(recordings?.path ?? "") holds no recordings: \(error.localizedDescription)")
        }
        recordedLinks = RecordedLinks(self.recordings.values.joined(), api: api)
        var path =
            URLComponents(string: api.wire.plainBaseURL)?.percentEncodedPath
            ?? "/"
        if !path.hasSuffix("/") {
            path += "/"
        }
        basePath = path
        signIn = SignIn(api.wire.signIn)
        routes = Routes(api, basePath: basePath)
        let types = TypeTable(api)
        arguments = Arguments(types: types, wire: api.wire)
        invention = Invention(api, types: types, seed: seed, items: items)
    }

    /// Sets the address of the server, which some responses contain.
    func open(at root: String) {
        state.withLock { $0.root = root }
    }

    var root: String { state.withLock { $0.root } }
    func note(_ call: MockCall) {
        state.withLock { $0.calls.append(call) }
    }
    var calls: [MockCall] { state.withLock { $0.calls } }

    /// Adds an operation, and returns its number.
    func add(_ operation: MockOperation) -> Int {
        state.withLock { state in
            state.operations.append(operation)
            return state.operations.count
        }
    }

    /// Returns the operation with a number after another poll, or `nil` if there is none.
    func poll(_ number: Int) -> MockOperation? {
        state.withLock { state in
            guard state.operations.indices.contains(number - 1) else {
                return nil
            }
            state.operations[number - 1].polls += 1
            return state.operations[number - 1]
        }
    }

    // MARK: Responses that tests set

    /// Sets the response of a method, and removes its failure.
    func say(_ responder: @escaping Responder, of method: String) {
        state.withLock { state in
            state.responders[method] = responder
            state.failures[method] = nil
        }
    }

    /// Sets the failure of a method for the given number of calls, or for all if `nil`.
    func fail(_ method: String, with failure: ServerFailure, times: Int?) {
        let failure = challenging(failure)
        state.withLock { $0.failures[method] = (failure, times) }
    }

    /// Removes the response and the failure of a method.
    func forget(_ method: String) {
        state.withLock { state in
            state.responders[method] = nil
            state.failures[method] = nil
        }
    }

    /// Indicates whether a test has set the response or a failure of a method.
    func isSaid(_ method: String) -> Bool {
        state.withLock {
            $0.responders[method] != nil || $0.failures[method] != nil
        }
    }

    // MARK: A call

    enum Outcome {
        case result(JSON, next: NextPage? = nil)
        case recorded(RecordedExchange)
        case failure(ServerFailure)
    }

    /// Returns the outcome of a call. A response that a test has set comes first, then a recorded one, then a sample.
    ///
    /// - Parameter method: The method, or `nil` if no schema has it.
    func outcome(of call: MockCall, method: MethodicalGenerator.Method?) async -> Outcome {
        let (responder, failure) = state.withLock { state in
            state.calls.append(call)
            return (state.responders[call.method], take(from: &state, for: call))
        }
        if let failure {
            return .failure(failure)
        }
        if let method, let failure = tokenless(call, of: method) {
            return .failure(failure)
        }
        do {
            if let responder {
                return .result(try await responder(call))
            }
        } catch let failure as ServerFailure {
            return .failure(challenging(failure))
        } catch {
            return .failure(ServerFailure(500, "\(error)", status: 500))
        }
        guard let method else {
            return .failure(
                ServerFailure(
                    404,
                    "there is no method \(call.method)",
                    status: 404))
        }
        if let exchange = recorded(call, of: method) {
            return .recorded(exchange)
        }
        let missing = Self.missing(in: call, of: method)
        if !missing.isEmpty {
            let names = missing.map(\.title).joined(separator: ", ")
            return .failure(
                ServerFailure(
                    400,
                    "\(method.name) requires \(names)",
                    status: 400))
        }
        if let id = Self.missingID(in: call, of: method) {
            return .failure(
                ServerFailure(
                    404,
                    "there is no object with the id \(id)",
                    status: 404))
        }
        guard let (result, next) = invention.result(of: method, for: call) else {
            return .failure(
                ServerFailure(
                    500,
                    "the schema allows no response to \(method.name)",
                    status: 500))
        }
        return .result(placed(result, of: method), next: next)
    }

    /// Returns the parameters that a call must have, but has not.
    private static func missing(
        in call: MockCall,
        of method: MethodicalGenerator.Method
    ) -> [Parameter] {
        let needed = method.parameters.filter {
            $0.isRequired && $0.constant == nil && !$0.isKey
        }
        return needed.filter {
            call.arguments[method.parameters.argument(for: $0)] == nil
        }
    }

    /// Returns the id of an object that does not exist, if the path of a call ends with one.
    private static func missingID(
        in call: MockCall,
        of method: MethodicalGenerator.Method
    ) -> String? {
        guard let last = method.parameters.last(where: { $0.place == .path }),
            method.style.path.split(separator: "/").last == "{\(last.name)}",
            let id = call.arguments[method.parameters.argument(for: last)],
            MissingID.contains(id)
        else { return nil }
        return id
    }

    /// Returns the failure of a call, and counts it. A call with the solution of a challenge does not fail.
    private func take(from state: inout State, for call: MockCall) -> ServerFailure? {
        guard let (failure, left) = state.failures[call.method],
            !solves(call, after: failure)
        else {
            return nil
        }
        guard let left else {
            return failure
        }
        if left > 1 {
            state.failures[call.method] = (failure, left - 1)
        } else {
            state.failures[call.method] = nil
        }
        if left == 0 {
            return nil
        }
        return failure
    }

    private func recorded(
        _ call: MockCall,
        of method: MethodicalGenerator.Method
    ) -> RecordedExchange? {
        // Recordings contain no secrets and no idempotency keys, which differ from call to call.
        let left = method.changingParameters
        func compared(_ arguments: [String: String]) -> [String: String] {
            arguments.filter { !left.contains($0.key) }
        }
        let arguments = compared(call.arguments)
        return recordings[call.method]?.first {
            compared($0.arguments) == arguments
        }
    }
}
