import struct Foundation.Data

/// The place in which a call waits to be sent with others.
struct BatchPlace: Sendable {
    let batcher: Batcher
    /// The number of the call in a `batch`, or `nil` for a call of an API with `batching(within:)`.
    let number: Int?

    init(_ batcher: Batcher, _ number: Int? = nil) { (self.batcher, self.number) = (batcher, number) }

    /// Indicates whether the call is sent in a batch. `batching(within:)` lets a call go alone if it cannot be part of
    /// one.
    func takes(_ call: Call) -> Bool { number != nil || (try? call.script()) != nil }
}

/// A collector of calls that sends them in as few requests as possible.
///
/// It sends them when all calls of a `batch` have come, or when the window of `batching(within:)` ends.
actor Batcher {
    typealias Answer = Result<HTTPResponse, APIError>
    nonisolated let client: Client
    /// The time that the first call waits for others, or `nil` for a `batch`.
    private let window: Duration?
    /// The number of calls in a `batch`, or `nil` until all of them have been started.
    private var expected: Int?
    /// The numbers of the calls that have come, or have ended without coming.
    private var settled: Set<Int> = []
    /// The identifier that was given last.
    private var last = 0
    /// The number of times that the queue was sent.
    private var flushes = 0
    /// The calls that wait to be sent.
    private(set) var queue: [(id: Int, place: Int, call: Call)] = []
    /// The calls that wait for their response, by identifier.
    private var waiting: [Int: CheckedContinuation<Answer, Never>] = [:]
    /// The tasks that send the queue, with the calls that wait for each of them.
    private var requests: [Int: (ids: Set<Int>, task: Task<Void, Never>)] = [:]

    init(_ client: Client, window: Duration?) { (self.client, self.window) = (client, window) }

    /// Tells how many calls the batch has.
    func expect(_ count: Int) {
        expected = count
        flushIfComplete()
    }

    /// Tells that a call of the batch has ended.
    func settle(_ place: Int) {
        settled.insert(place)
        flushIfComplete()
    }

    /// Sends a call with others and returns its part of the response. This is the transport of the call in step 4.
    func exchange(_ call: Call, at place: Int?) async -> Answer {
        last += 1
        let id = last
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if let place { settled.insert(place) }
                // The task may be cancelled before the continuation exists. The handler then finds nothing to resume.
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

    /// Sends the queue if a request is full. The first call in the queue starts the time of the window.
    private func wait(_ window: Duration) {
        if queue.count >= client.api.batch?.limit ?? 1 { return flush() }
        guard queue.count == 1 else { return }
        Task { [flushes] in
            // A clock that fails ends the window at once.
            do { try await client.configuration.time.sleep(window) } catch {}
            // The queue of this window may have been sent because it was full.
            if flushes == self.flushes { flush() }
        }
    }

    /// Sends the queue if all calls of the batch have come.
    private func flushIfComplete() { if window == nil, settled.count == expected { flush() } }

    /// Sends the queue in as many requests as its length needs, one after the other.
    private func flush() {
        guard !queue.isEmpty else { return }
        let calls = queue.sorted { $0.place < $1.place }
        queue = []
        flushes += 1
        let request = flushes
        let task = Task {
            let limit = max(1, client.api.batch?.limit ?? 1)
            for start in stride(from: 0, to: calls.count, by: limit) {
                // Calls that were cancelled in the meantime are left out.
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

    /// Removes a cancelled call, and cancels the task that no call waits for any more.
    private func cancel(_ id: Int) {
        queue.removeAll { $0.id == id }
        for request in requests.keys { requests[request]?.ids.remove(id) }
        for (ids, task) in requests.values where ids.isEmpty { task.cancel() }
        waiting.removeValue(forKey: id)?.resume(returning: .failure(APIError(.cancelled)))
    }
}

extension Client {
    /// Sends calls in one request and returns a response for each of them, as it would have come for the call alone.
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
            // The request is a call of its own, with all steps: it waits for the rate limit, refreshes the token and is
            // retried.
            let response: Response<Pieces> = try await send(batch(method, parts, lines))
            let opened = zip(sent, response.value.pieces(of: response, for: parts))
            for (place, answer) in opened { answers[place] = .success(answer) }
        } catch {
            // The server's error may quote secrets of any call in the batch, and all of them receive it.
            let error = error.redacted(by: Redaction(parts, []), nil)
            for place in sent { answers[place] = .failure(error) }
        }
        return answers
    }

    /// Returns the call of the batch's method with a program that makes the calls.
    private func batch(_ method: String, _ calls: [Call], _ lines: [String]) -> Call {
        let isRepeatable = calls.allSatisfy(\.isRepeatable)
        // Each call in the batch makes cached responses stale by itself.
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
    /// Returns the call in VKScript with the arguments as they travel alone: `API.users.get({"user_ids":"1,2"})`.
    ///
    /// Throws `.invalidRequest` if the call does not travel in a form to the API's usual path.
    fileprivate func script() throws(APIError) -> String {
        let outgoing = try RequestBuilder(self)
        let names = method.name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        // VKScript has no quotes around names, so only letters, digits and `_` may be in them.
        func isName(_ name: Substring.UTF8View) -> Bool {
            !name.isEmpty
                && name.allSatisfy { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || $0 == 0x5F || $0 >= 0x30 && $0 <= 0x39 }
                && (name.first ?? 0) > 0x39
        }
        guard method.name != client.api.batch?.method, method.path == nil, raw == nil, settings.address == nil,
            outgoing.path.isEmpty, outgoing.query.isEmpty, outgoing.members.isEmpty, outgoing.headers.fields.isEmpty,
            names.allSatisfy(isName)
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

    /// Returns a string literal of JSON and JavaScript. The text in it cannot end a comment, or a script in an HTML
    /// page.
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

/// The elements of an array, by their places in the body of the response.
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

    /// Returns a response for each call, with the call's element of the array in an envelope.
    ///
    /// The element `false` stands for an error if `execute_errors` still holds one of the call's method.
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
