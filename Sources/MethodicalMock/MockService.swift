import Foundation
import MethodicalGenerator
import MethodicalTesting

import enum Methodical.JSON
import struct Methodical.Locked

/// What the server says to each request: everything but the sockets.
package final class MockService: Sendable {
    typealias Answer = @Sendable (MockCall) async throws -> JSON

    private struct State: Sendable {
        var answers: [String: Answer] = [:]
        var failures: [String: (failure: ServerFailure, left: Int?)] = [:]
        var calls: [MockCall] = []
        var root = ""
    }

    let api: API
    let basePath: String
    let signIn: SignIn
    let invention: Invention
    let routes: Routes
    let arguments: Arguments
    /// Told of each call, for people's eyes.
    let report: @Sendable (String) -> Void
    let recordedLinks: RecordedLinks
    private let recordings: [String: [RecordedExchange]]
    private let state = Locked(State())

    package init(
        _ api: API, seed: UInt64, items: Int, recordings: URL?, report: @escaping @Sendable (String) -> Void = { _ in }
    ) throws {
        self.api = api
        self.report = report
        do {
            self.recordings = try recordings.map(RecordedExchange.read) ?? [:]
        } catch {
            throw MockServer.Refusal(
                description: "\(recordings?.path ?? "") holds no recordings: \(error.localizedDescription)")
        }
        recordedLinks = RecordedLinks(self.recordings.values.joined(), api)
        let path = URLComponents(string: api.wire.baseURL)?.percentEncodedPath ?? "/"
        basePath = path.hasSuffix("/") ? path : path + "/"
        signIn = SignIn(api.wire.signIn)
        routes = Routes(api, basePath: basePath)
        let types = TypeTable(api)
        arguments = Arguments(types: types, wire: api.wire)
        invention = Invention(api, types, seed: seed, items: items)
    }

    /// Says where the server is, which some answers tell.
    func open(at root: String) { state.withLock { $0.root = root } }

    var root: String { state.withLock { $0.root } }
    func note(_ call: MockCall) { state.withLock { $0.calls.append(call) } }
    var calls: [MockCall] { state.withLock { $0.calls } }

    // MARK: What was said of methods

    func say(_ answer: @escaping Answer, of method: String) {
        state.withLock { state in
            state.answers[method] = answer
            state.failures[method] = nil
        }
    }

    func fail(_ method: String, _ failure: ServerFailure, times: Int?) {
        let failure = challenging(failure)
        state.withLock { $0.failures[method] = (failure, times) }
    }

    func forget(_ method: String) {
        state.withLock { state in
            state.answers[method] = nil
            state.failures[method] = nil
        }
    }

    func isSaid(_ method: String) -> Bool { state.withLock { $0.answers[method] != nil || $0.failures[method] != nil } }

    // MARK: A call

    enum Outcome {
        case result(JSON, next: NextPage? = nil)
        case recorded(RecordedExchange)
        case failure(ServerFailure)
    }

    /// What was said first, then what was recorded, then what the schema allows.
    ///
    /// - Parameter method: Nil for one that no schema has.
    func outcome(of call: MockCall, _ method: MethodicalGenerator.Method?) async -> Outcome {
        let (answer, failure) = state.withLock { state in
            state.calls.append(call)
            return (state.answers[call.method], take(&state, call))
        }
        if let failure { return .failure(failure) }
        if let method, let failure = tokenless(call, method) { return .failure(failure) }
        do {
            if let answer { return .result(try await answer(call)) }
        } catch let failure as ServerFailure {
            return .failure(challenging(failure))
        } catch {
            return .failure(ServerFailure(500, "\(error)", status: 500))
        }
        guard let method else { return .failure(ServerFailure(404, "there is no method \(call.method)", status: 404)) }
        if let exchange = recorded(call, method) { return .recorded(exchange) }
        let missing = method.parameters.filter {
            $0.isRequired && $0.constant == nil && !$0.isKey && call.arguments[$0.name] == nil
        }.map(\.name)
        if !missing.isEmpty {
            return .failure(
                ServerFailure(400, "\(method.name) requires \(missing.joined(separator: ", "))", status: 400))
        }
        guard let (result, next) = invention.result(of: method, call) else {
            return .failure(ServerFailure(500, "the schema allows \(method.name) no answer", status: 500))
        }
        return .result(placed(result, method), next: next)
    }

    /// The failure that this call meets, one time less of which is left. Who answers a challenge is let through.
    private func take(_ state: inout State, _ call: MockCall) -> ServerFailure? {
        guard let (failure, left) = state.failures[call.method], !answers(call, failure) else { return nil }
        if let left { state.failures[call.method] = left > 1 ? (failure, left - 1) : nil }
        return left == 0 ? nil : failure
    }

    private func recorded(_ call: MockCall, _ method: MethodicalGenerator.Method) -> RecordedExchange? {
        // Secrets are in no recording, and what is made for each call is another one each time.
        let left = Set(method.parameters.filter { $0.isSecret || $0.isKey }.map(\.name))
        func compared(_ arguments: [String: String]) -> [String: String] { arguments.filter { !left.contains($0.key) } }
        return recordings[call.method]?.first { compared($0.arguments) == compared(call.arguments) }
    }
}
