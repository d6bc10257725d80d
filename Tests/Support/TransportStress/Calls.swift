import Foundation
import Methodical
import MethodicalStreams
import MethodicalTransfers

/// The end of a call.
enum Outcome: Sendable {
    case success
    case failure(APIError)
    /// The call ended in a way that the server's behaviour does not explain.
    case wrong(String)

    /// The words for it in the line of totals.
    var name: String {
        switch self {
        case .success: "succeeded"
        case .failure(let error): "\(error.code)"
        case .wrong: "wrong"
        }
    }
}

/// The client of the server.
struct Service: APIClient {
    /// The longest time of a call, and the longest silence of a stream.
    static let timeout = Duration.seconds(3)
    static let api = APIDescription(name: "Service", baseURL: "http://127.0.0.1/")

    let client: Client

    init(client: Client) { self.client = client }

    init(_ server: FaultyServer, over transport: TestedTransport) {
        let session = SessionOptions { $0.idleTimeout = Self.timeout }
        self.init(
            transport: transport.make(session),
            configuration: Client.Configuration(
                baseURL: "http://127.0.0.1:\(server.port)", timeout: Self.timeout, cache: nil, session: session,
                retries: .never))
    }

    /// Makes a call, cancels it as the plan says, and returns its end.
    func perform(_ plan: Plan, in folder: URL) async -> Outcome {
        let task = Task {
            switch plan.kind {
            case .stream: await read(plan)
            case .file, .data, .form: await upload(plan, in: folder)
            }
        }
        if let cancellation = plan.cancellation {
            try? await Task.sleep(for: cancellation)
            task.cancel()
        }
        return explained(await task.value, of: plan)
    }

    /// Returns an end, or a wrong one if neither the server nor the cancellation explains it.
    private func explained(_ outcome: Outcome, of plan: Plan) -> Outcome {
        guard case .failure(let error) = outcome else { return outcome }
        let isFaultless = plan.behaviour == .answers || plan.behaviour == .answersSlowly
        let isExpected =
            switch error.code {
            // A machine that is busy with other things may need longer than the timeout.
            case .timedOut: true
            case .cancelled: plan.cancellation != nil
            case .connection, .server: !isFaultless
            default: false
            }
        return isExpected ? outcome : .wrong("\(error)")
    }

    private func upload(_ plan: Plan, in folder: URL) async -> Outcome {
        let body = Plan.body(of: plan.id, size: plan.size)
        let file = folder.appending(path: "\(plan.id)")
        defer { try? FileManager.default.removeItem(at: file) }
        let call = Call(client, .init("upload", plan.verb, plan.path))
        do {
            let request: UploadRequest<JSON>
            switch plan.kind {
            case .file:
                try body.write(to: file)
                request = UploadRequest(raw: .file(file), call)
            case .form:
                try body.write(to: file)
                request = UploadRequest(.file(file), field: "file", call)
            default: request = UploadRequest(raw: .data(body), call)
            }
            let value = try await request.send()
            guard value["id"]?.intValue == plan.id else { return .wrong("the response is \(value)") }
            return .success
        } catch let error as APIError {
            return .failure(error)
        } catch {
            return .wrong("\(error)")
        }
    }

    private func read(_ plan: Plan) async -> Outcome {
        let call = Call(client, .init("events", .get, plan.path, reads: true))
        var next = 0
        do {
            for try await event in StreamRequest<JSON>(call, .events).reconnecting(false) {
                guard event["id"]?.intValue == plan.id, event["number"]?.intValue == next else {
                    return .wrong("event \(next) is \(event)")
                }
                next += 1
                // Every eighth reader leaves the stream in the middle.
                if plan.id % 8 == 0, next > plan.size / 2 {
                    return .success
                }
            }
        } catch {
            return .failure(error)
        }
        let isComplete = next == plan.size || plan.cancellation != nil
        return isComplete ? .success : .wrong("the stream ended after \(next) events")
    }
}
