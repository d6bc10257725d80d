import Methodical

extension APIClient {
    /// Sends several calls as one request and returns their results in the same order:
    /// `let (users, wall) = await vk.batch(vk.users.get(), vk.wall.get())`.
    ///
    /// Each call succeeds or fails independently, and uses cache, events and mismatch reports as if it were sent alone.
    /// A call with a cached response is not sent.
    ///
    /// One request takes as many calls as `batch` in `api.json` says (VK: 25), and counts as one call for rate limits.
    /// If there are more calls, further requests follow one after the other. Calls of other clients, and calls that are
    /// not sent in the API's usual way, fail with `.invalidRequest`.
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
            for task in tasks {
                results.append(await task.value)
            }
            return results
        }
    }

    /// Returns the same API with calls that wait for others and are sent with them: `let vk = vk.batching()`.
    ///
    /// The first call waits for `window`, or until a request is full. Calls that cannot be part of a batch are sent
    /// alone at once.
    ///
    /// A cancelled call leaves the request if that has not been sent. A request in flight is cancelled with the last of
    /// its calls.
    public func batching(within window: Duration = .milliseconds(50)) -> Self {
        Self(client: Client(carrier: BatchSlot(Batcher(client.base, window: window))))
    }
}
