import Methodical

/// The calls of one `batch`. Each runs in a task of its own and passes all steps of a call, but waits for the others
/// before it is sent.
final class Batch {
    private let client: Client
    private let batcher: Batcher
    private var cancellations: [@Sendable () -> Void] = []

    init(_ client: Client) {
        self.client = client.base
        batcher = Batcher(self.client, window: nil)
    }

    /// Starts a call as the next one of the batch.
    func begin<Value>(_ request: Request<Value>) -> Task<Result<Value, APIError>, Never> {
        let client = client
        let batcher = batcher
        let number = cancellations.count
        let task = Task<Result<Value, APIError>, Never> {
            let result: Result<Value, APIError>
            do throws(APIError) {
                guard request.call.client.base === client else {
                    throw APIError(.invalidRequest, "the call belongs to another client").called(request.call)
                }
                let slot = BatchSlot(batcher, number: number)
                let call = request.call.on(Client(carrier: slot))
                result = .success(try await Request<Value>(call).send())
            } catch {
                result = .failure(error)
            }
            // A call that failed or found a cached response never reaches the batcher, which must not wait for it.
            await batcher.settle(number)
            return result
        }
        cancellations.append { task.cancel() }
        return task
    }

    /// Waits for the results after all calls have been started. Cancelling the task cancels all calls.
    func finish<Results>(_ body: () async -> Results) async -> Results {
        await batcher.expect(cancellations.count)
        let cancellations = cancellations
        return await withTaskCancellationHandler(operation: body) {
            for cancel in cancellations {
                cancel()
            }
        }
    }
}

/// The place in which a call waits to be sent with others.
final class BatchSlot: CallCarrier {
    let batcher: Batcher
    /// The number of the call in a `batch`, or `nil` for the calls of an API with `batching(within:)`.
    private let number: Int?

    init(_ batcher: Batcher, number: Int? = nil) {
        self.batcher = batcher
        self.number = number
    }

    var client: Client { batcher.client }

    /// Indicates whether a call may share the request of an equal call. A `batch` is sent when all of its calls have
    /// come or ended, so a call that waited for an equal one of the same batch would wait forever.
    var allowsSharing: Bool { number == nil }

    /// Indicates whether the call waits for a batch. In a `batch` each call does, and fails if it cannot be sent in
    /// one. `batching(within:)` sends such calls alone.
    func carries(_ call: Call) -> Bool {
        let isPartOfBatch = number != nil
        return isPartOfBatch || (try? call.script()) != nil
    }

    func send(_ call: Call) async throws(APIError) -> HTTPResponse {
        try await batcher.send(call, number: number).get()
    }
}

extension Client {
    /// The client that this one is a variant of, or this one.
    var base: Client { carrier?.client ?? self }
}
