extension APIClient {
    /// Sends several calls as one request and returns their results in the same order:
    /// `let (users, wall) = await vk.batch(vk.users.get(), vk.wall.get())`.
    ///
    /// Each call succeeds or fails for itself, and uses cache, events and mismatch reports as if it was sent alone. A
    /// call with a cached response is not sent.
    ///
    /// One request takes as many calls as `batch` in `api.json` says (VK: 25), and counts as one call for rate limits.
    /// If there are more calls, further requests follow one after the other. Calls of other clients, and calls that do
    /// not travel as usual in the API, fail with `.invalidRequest`.
    public func batch<each Value: APIValue>(
        _ requests: repeat Request<each Value>
    ) async -> (repeat Result<each Value, APIError>) {
        let batch = Batch(client)
        let tasks = (repeat batch.begin(each requests))
        return await batch.finish { (repeat await (each tasks).value) }
    }

    /// Sends several calls of one type as one request and returns their results in the same order.
    public func batch<Value: APIValue>(_ requests: [Request<Value>]) async -> [Result<Value, APIError>] {
        let batch = Batch(client)
        let tasks = requests.map(batch.begin)
        return await batch.finish {
            var results: [Result<Value, APIError>] = []
            for task in tasks { results.append(await task.value) }
            return results
        }
    }

    /// Returns the same API with calls that wait for others and go out with them: `let vk = vk.batching()`.
    ///
    /// The first call waits for `window`, or until a request is full. Calls that cannot be part of a batch go out alone
    /// at once.
    ///
    /// A cancelled call leaves the request if that has not been sent. A request in flight is cancelled with the last of
    /// its calls.
    public func batching(within window: Duration = .milliseconds(50)) -> Self {
        Self(client: Client(Batcher(client.window?.client ?? client, window: window)))
    }
}

/// The calls of one `batch`. Each runs in a task of its own and passes all steps of a call, but waits for the others
/// before it is sent.
private final class Batch {
    private let client: Client
    private let batcher: Batcher
    private var cancellations: [@Sendable () -> Void] = []

    init(_ client: Client) {
        self.client = client.window?.client ?? client
        batcher = Batcher(self.client, window: nil)
    }

    /// Starts a call as the next one of the batch.
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
                let response: Response<Value> = try await client.send(call, in: BatchPlace(batcher, place))
                result = .success(response.value)
            } catch {
                result = .failure(error)
            }
            // A call that failed or was served by the cache never comes to the batcher, which must not wait for it.
            await batcher.settle(place)
            return result
        }
        cancellations.append { task.cancel() }
        return task
    }

    /// Waits for the results after all calls have been started. Cancelling the task cancels all calls.
    func finish<Results>(_ body: () async -> Results) async -> Results {
        await batcher.expect(cancellations.count)
        let cancellations = cancellations
        return await withTaskCancellationHandler(operation: body) { for cancel in cancellations { cancel() } }
    }
}
