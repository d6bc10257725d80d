import Foundation

/// A server on a free port of this computer that keeps notes in memory. It stands for a service on the internet.
///
/// It understands just the two requests of this example, and takes one connection after the other.
final class NotebookServer: @unchecked Sendable {
    let baseURL: String
    private let lock = NSLock()
    private var notes = ["Read the schema", "Call the API"]
    private var log: [String] = []

    /// The verbs and paths of the requests so far.
    var requests: [String] { lock.withLock { log } }

    init() throws {
        let listener = try Listener()
        baseURL = "http://127.0.0.1:\(listener.port)/"
        Thread.detachNewThread { [self] in
            while let connection = listener.nextConnection() {
                if let request = connection.readRequest() {
                    connection.send(json: response(to: request))
                }
                connection.close()
            }
        }
    }

    private func response(to request: ReceivedRequest) -> String {
        lock.withLock {
            log.append(request.line)
            if request.line == "POST /notes" {
                let body = try? JSONDecoder().decode([String: String].self, from: request.body)
                notes.append(body?["text"] ?? "")
                return json(of: notes.count)
            }
            let list = notes.indices.map { json(of: $0 + 1) }
            return "[" + list.joined(separator: ",") + "]"
        }
    }

    /// Returns a note as JSON.
    private func json(of id: Int) -> String {
        let text = String(decoding: (try? JSONEncoder().encode(notes[id - 1])) ?? Data(), as: UTF8.self)
        return #"{"id":\#(id),"text":\#(text)}"#
    }
}
