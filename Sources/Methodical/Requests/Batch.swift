import struct Foundation.Data

extension APIClient {
    /// Sends several calls as one request, in their order: `let (users, wall) = await vk.batch(vk.users.get(), vk.wall.get())`.
    ///
    /// Each call has a result of its own. What the cache has is not sent, what comes is kept, drift and events are told, all as if each call had been
    /// sent alone; limits count one call for each request, which takes as many as `batch` in `api.json` says (VK: 25). The calls of more requests go out
    /// one request after the other. Calls of other clients, and such that do not travel as the API's calls usually do, fail with `.invalidRequest`.
    public func batch<each Value: APIValue>(_ requests: repeat Request<each Value>) async -> (
        repeat Result<each Value, APIError>
    ) {
        let batch = Batch(client)
        let tasks = (repeat batch.begin(each requests))
        return await batch.finish { (repeat await (each tasks).value) }
    }

    /// As with single calls, for a list of calls of one type.
    public func batch<Value: APIValue>(_ requests: [Request<Value>]) async -> [Result<Value, APIError>] {
        let batch = Batch(client)
        let tasks = requests.map(batch.begin)
        return await batch.finish {
            var results: [Result<Value, APIError>] = []
            for task in tasks { results.append(await task.value) }
            return results
        }
    }

    /// The same API, whose calls wait for so long for others to go out with, or until there are enough of them: `let vk = vk.batching()`.
    ///
    /// Calls that cannot be part of a batch go out alone at once. Cancelling a call takes it out of the request that has not been sent; cancelling the last one
    /// ends the request that has.
    public func batching(within window: Duration = .milliseconds(50)) -> Self {
        Self(client: Client(Batcher(client.window?.client ?? client, window: window)))
    }
}

/// The calls of one `batch`, each a task of its own that waits for the others where the network begins.
private final class Batch {
    private let client: Client
    private let batcher: Batcher
    private var cancellations: [@Sendable () -> Void] = []

    init(_ client: Client) {
        self.client = client.window?.client ?? client
        batcher = Batcher(self.client, window: nil)
    }

    func begin<Value>(_ request: Request<Value>) -> Task<Result<Value, APIError>, Never> {
        let (client, batcher, place) = (client, batcher, cancellations.count)
        let call = request.call.on(client)
        let isOurs = (request.call.client.window?.client ?? request.call.client) === client
        let task = Task<Result<Value, APIError>, Never> {
            let result: Result<Value, APIError>
            do throws(APIError) {
                guard isOurs else {
                    throw APIError(
                        APIError.Contents(
                            code: .invalidRequest, message: "it is another client's", method: call.method.name))
                }
                let response: Response<Value> = try await client.answer(call, nil, BatchPlace(batcher, place))
                result = .success(response.value)
            } catch {
                result = .failure(error)
            }
            await batcher.settle(place)
            return result
        }
        cancellations.append { task.cancel() }
        return task
    }

    func finish<Results>(_ body: () async -> Results) async -> Results {
        await batcher.expect(cancellations.count)
        let cancellations = cancellations
        return await withTaskCancellationHandler(operation: body) { for cancel in cancellations { cancel() } }
    }
}

/// Where a call waits to go out with others.
struct BatchPlace: Sendable {
    let batcher: Batcher
    /// Its place in the batch; nil in a window, which has none.
    let number: Int?

    init(_ batcher: Batcher, _ number: Int? = nil) { (self.batcher, self.number) = (batcher, number) }

    /// A window lets calls go alone that cannot be part of a batch.
    func takes(_ call: Call) -> Bool { number != nil || (try? call.script()) != nil }
}

/// Collects calls until all have come or time is over, and sends them as few requests.
actor Batcher {
    typealias Answer = Result<HTTPResponse, APIError>
    nonisolated let client: Client
    private let window: Duration?
    /// How many calls the batch has, once it is known, and which of them have come or need not come any more.
    private var expected: Int?
    private var settled: Set<Int> = []
    private var last = 0
    private var flushes = 0
    private(set) var queue: [(id: Int, place: Int, call: Call)] = []
    private var waiting: [Int: CheckedContinuation<Answer, Never>] = [:]
    private var requests: [Int: (ids: Set<Int>, task: Task<Void, Never>)] = [:]

    init(_ client: Client, window: Duration?) { (self.client, self.window) = (client, window) }

    func expect(_ count: Int) {
        expected = count
        flushIfComplete()
    }

    func settle(_ place: Int) {
        settled.insert(place)
        flushIfComplete()
    }

    func exchange(_ call: Call, at place: Int?) async -> Answer {
        last += 1
        let id = last
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if let place { settled.insert(place) }
                if Task.isCancelled {
                    continuation.resume(returning: .failure(APIError(.cancelled)))
                } else {
                    waiting[id] = continuation
                    queue.append((id, place ?? id, call))
                }
                if let window { wait(window) } else { flushIfComplete() }
            }
        } onCancel: {
            Task { await cancel(id) }
        }
    }

    /// The first call of a window opens it.
    private func wait(_ window: Duration) {
        if queue.count >= client.api.batch?.limit ?? 1 { return flush() }
        guard queue.count == 1 else { return }
        Task { [flushes] in
            // A clock that fails ends the window at once.
            do { try await client.configuration.time.sleep(window) } catch {}
            if flushes == self.flushes { flush() }
        }
    }

    private func flushIfComplete() { if window == nil, settled.count == expected { flush() } }

    private func flush() {
        guard !queue.isEmpty else { return }
        let calls = queue.sorted { $0.place < $1.place }
        queue = []
        flushes += 1
        let request = flushes
        let task = Task {
            let limit = max(1, client.api.batch?.limit ?? 1)
            for start in stride(from: 0, to: calls.count, by: limit) {
                let part = calls[start..<min(start + limit, calls.count)].filter { waiting[$0.id] != nil }
                let answers = await client.send(part.map(\.call))
                for (call, answer) in zip(part, answers) {
                    waiting.removeValue(forKey: call.id)?.resume(returning: answer)
                }
            }
            requests[request] = nil
        }
        requests[request] = (Set(calls.map(\.id)), task)
    }

    private func cancel(_ id: Int) {
        queue.removeAll { $0.id == id }
        for request in requests.keys { requests[request]?.ids.remove(id) }
        for (ids, task) in requests.values where ids.isEmpty { task.cancel() }
        waiting.removeValue(forKey: id)?.resume(returning: .failure(APIError(.cancelled)))
    }
}

extension Client {
    /// Sends calls as one: each has the answer that it would have had alone, as far as the batch tells.
    fileprivate func send(_ calls: [Call]) async -> [Batcher.Answer] {
        guard let method = api.batch?.method else {
            return calls.map { _ in
                .failure(.invalidRequest("the API has no method for batches: \"batch\" in its api.json"))
            }
        }
        let missing = APIError(.undecodable, "the batch's answer has none for this call")
        var answers: [Batcher.Answer] = calls.map { _ in .failure(missing) }
        var sent: [Int] = []
        var lines: [String] = []
        for (place, call) in calls.enumerated() {
            do throws(APIError) {
                lines.append(try call.script())
                sent.append(place)
            } catch {
                answers[place] = .failure(error)
            }
        }
        if sent.isEmpty { return answers }
        let parts = sent.map { calls[$0] }
        do throws(APIError) {
            let response: Response<Pieces> = try await answer(batch(method, parts, lines))
            let opened = zip(sent, response.value.pieces(of: response, for: parts))
            for (place, answer) in opened { answers[place] = .success(answer) }
        } catch {
            // What the batch's error quotes may be another call's secret.
            let error = error.redacted(by: Redaction(parts, []), nil)
            for place in sent { answers[place] = .failure(error) }
        }
        return answers
    }

    private func batch(_ method: String, _ calls: [Call], _ lines: [String]) -> Call {
        let isRepeatable = calls.allSatisfy(\.isRepeatable)
        // Each call in it says itself which responses it makes stale.
        var call = Call(
            self, Method(method, reads: calls.allSatisfy(\.method.reads), invalidates: [], idempotent: isRepeatable))
        let isSecret = calls.contains { $0.parameters.contains { $0.style.contains(.secret) } }
        call.add("code", "return [" + lines.joined(separator: ",") + "];", isSecret ? .secret : [])
        call.settings.lifetime = .never
        let timeouts = calls.compactMap(\.settings.timeout)
        if timeouts.count == calls.count { call.settings.timeout = timeouts.max() }
        return call
    }
}

extension Call {
    /// The call in VKScript, with the arguments as they would travel alone: `API.users.get({"user_ids":"1,2"})`.
    fileprivate func script() throws(APIError) -> String {
        let outgoing = try Outgoing(self)
        let names = method.name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        func isName(_ name: Substring.UTF8View) -> Bool {
            !name.isEmpty
                && name.allSatisfy { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || $0 == 0x5F || $0 >= 0x30 && $0 <= 0x39 }
                && (name.first ?? 0) > 0x39
        }
        guard method.name != client.api.batch?.method, method.path == nil, raw == nil, settings.address == nil,
            outgoing.path.isEmpty,
            outgoing.query.isEmpty, outgoing.members.isEmpty, outgoing.headers.fields.isEmpty, names.allSatisfy(isName)
        else { throw .invalidRequest("it does not travel as the API's calls do, and cannot be part of a batch") }
        var text = "API." + method.name + "({"
        var seen: Set<String> = []
        for member in String(decoding: outgoing.form, as: UTF8.self).split(separator: "&") {
            let parts = member.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
                $0.removingPercentEncoding ?? ""
            }
            if parts[0] == client.api.version?.parameter, !parameters.contains(where: { $0.name == parts[0] }) {
                continue
            }
            guard seen.insert(parts[0]).inserted else {
                throw .invalidRequest("\(parts[0]) travels several times, which a batch has no way to say")
            }
            text +=
                (seen.count == 1 ? "" : ",") + Self.quoted(parts[0]) + ":"
                + Self.quoted(parts.count > 1 ? parts[1] : "")
        }
        return text + "})"
    }

    /// A string of JSON that is one of JavaScript too, and ends neither a comment nor a page's script that it may be shown in.
    private static func quoted(_ text: String) -> String {
        var writer = JSONWriter()
        writer.string(text)
        var result = ""
        for scalar in String(decoding: UnsafeBufferPointer(start: writer.base, count: writer.count), as: UTF8.self)
            .unicodeScalars
        {
            switch scalar {
            case "\u{2028}": result += "\\u2028"
            case "\u{2029}": result += "\\u2029"
            case "/" where result.unicodeScalars.last == "*" || result.unicodeScalars.last == "<": result += "\\/"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

/// The places of an array's elements in the body that they came in.
private struct Pieces: APIValue {
    private var ranges: [Range<Int>] = []

    init(_: Blank) {}

    mutating func _read(_ reader: inout JSONReader) {
        guard reader.openArray() else { return }
        repeat {
            let start = reader.position
            reader.skip()
            ranges.append(start..<reader.position)
        } while reader.nextElement()
    }

    static func _perform(_ task: ValueTask, _ value: UnsafePointer<Pieces>) -> Bool {
        task.perform(on: value, write: { $1.null() }, argument: { _ in .json([]) })
    }

    /// Each element as the body of an answer of its own. `false` stands for an error, if `execute_errors` has one of the call's method left.
    func pieces(of response: Response<Pieces>, for calls: [Call]) -> [HTTPResponse] {
        var errors: [JSON] = []
        let document = response.body.withUnsafeBytes { JSONDocument($0) }
        if let range = (try? document.ranges(of: ["execute_errors"]))?[0] {
            errors = (try? document.decode([JSON].self, in: range)) ?? []
        }
        return zip(calls, ranges).map { call, range in
            let envelope = call.client.api.envelope
            var (key, piece) = (envelope.result, String(decoding: document.bytes(range), as: UTF8.self))
            if piece == "false", let place = errors.firstIndex(where: { $0["method"]?.stringValue == call.method.name })
            {
                (key, piece) = (envelope.error, errors.remove(at: place).description)
            }
            if let name = key { piece = JSON.object([name: .null]).description.dropLast(5) + piece + "}" }
            return HTTPResponse(status: response.status, headers: response.headers, body: Data(piece.utf8))
        }
    }
}
