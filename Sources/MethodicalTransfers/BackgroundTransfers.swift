#if !canImport(FoundationNetworking) || canImport(BackgroundURLSession)
    import Foundation
    import Methodical

    #if canImport(BackgroundURLSession)
        import BackgroundURLSession
    #endif

    /// Uploads and downloads that go on while the app sleeps, and after the system has ended it: Apple's background sessions.
    ///
    /// The app makes the same one, with the same identifier, each time it is launched, and listens to `events` from the beginning: then it hears also
    /// of what ended meanwhile. The system repeats what broke, by its own rules, uploads among them. It also follows every redirect without asking: what
    /// header fields hold goes there, too, but for `Authorization`.
    public final class BackgroundTransfers: NSObject, @unchecked Sendable {
        public struct Event: Sendable {
            /// What the caller called the transfer.
            public let id: String
            public let kind: Kind
        }

        public enum Kind: Sendable {
            case progress(TransferProgress)
            case uploaded(HTTPResponse)
            /// The file, whole, under its final name.
            case downloaded(URL)
            case failed(APIError)
        }

        /// For one listener.
        public let events: AsyncStream<Event>

        private let report: AsyncStream<Event>.Continuation
        private let options: SessionOptions
        private let folder: URL
        private let state = Locked(State())
        private lazy var session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
        private let identifier: String

        private struct State: Sendable {
            var bodies: [Int: Data] = [:]
            var failures: [Int: APIError] = [:]
            var finish: (@Sendable () -> Void)?
        }

        /// - Parameters:
        ///   - identifier: of this app's own, the same at each launch.
        ///   - folder: for forms on their way; must not be purged by the system.
        public init(identifier: String, options: SessionOptions = SessionOptions(), folder: URL? = nil) {
            (self.identifier, self.options) = (identifier, options)
            let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
            self.folder = folder ?? (support ?? FileManager.default.temporaryDirectory).appendingPathComponent("methodical-uploads")
            (events, report) = AsyncStream.makeStream()
            super.init()
            _ = session
        }

        /// What the app's delegate is given in `application(_:handleEventsForBackgroundURLSession:completionHandler:)`: called when all events of the
        /// session have been told.
        public func finish(_ completion: @escaping @Sendable () -> Void) { state.withLock { $0.finish = completion } }

        /// The session ends when what is under way has ended. Until then it keeps this.
        public func end() { session.finishTasksAndInvalidate() }

        /// - Parameter id: comes again in the events.
        public func upload(_ form: Multipart, to url: URL, headers: HTTPHeaders = [:], id: String) async throws(APIError) {
            let file = folder.appendingPathComponent(UUID().uuidString)
            var request = try request(.post, url, headers)
            request.setValue(form.contentType, forHTTPHeaderField: "Content-Type")
            do {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            } catch {
                throw APIError(transport: error, hiding: [])
            }
            try await form.write(to: file)
            start(session.uploadTask(with: request, fromFile: file), Note(id: id, form: file.path))
        }

        public func download(_ url: URL, to file: URL, headers: HTTPHeaders = [:], id: String) throws(APIError) {
            start(session.downloadTask(with: try request(.get, url, headers)), Note(id: id, file: file.path))
        }

        private func request(_ verb: Verb, _ url: URL, _ headers: HTTPHeaders) throws(APIError) -> URLRequest {
            do { try options.permit(url) } catch { throw APIError(transport: error, hiding: []) }
            var request = URLRequest(url: url)
            request.httpMethod = verb.rawValue
            for field in options.headers.fields + headers.fields { request.setValue(field.value, forHTTPHeaderField: field.name) }
            return request
        }

        private func start(_ task: URLSessionTask, _ note: Note) {
            task.taskDescription = note.text
            task.resume()
        }

        private var configuration: URLSessionConfiguration {
            let configuration = options.apply(to: .background(withIdentifier: identifier))
            configuration.sessionSendsLaunchEvents = true
            return configuration
        }

        private func tell(_ task: URLSessionTask, _ kind: Kind) { report.yield(Event(id: Note(task).id, kind: kind)) }
    }

    /// What a task has to remember, though the app is ended: it lives in the task's description.
    private struct Note: Codable {
        let id: String
        private var file: String?
        private var form: String?

        init(id: String, file: String? = nil, form: String? = nil) {
            // The app's folder is another one at each launch.
            func fromHome(_ path: String) -> String { path.hasPrefix(NSHomeDirectory() + "/") ? "~" + path.dropFirst(NSHomeDirectory().count) : path }
            (self.id, self.file, self.form) = (id, file.map(fromHome), form.map(fromHome))
        }

        init(_ task: URLSessionTask) {
            let text = Data((task.taskDescription ?? "").utf8)
            do { self = try JSONDecoder().decode(Note.self, from: text) } catch { self.init(id: task.taskDescription ?? "") }
        }

        var text: String? { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } }
        var destination: URL? { file.map { URL(fileURLWithPath: ($0 as NSString).expandingTildeInPath) } }
        var body: URL? { form.map { URL(fileURLWithPath: ($0 as NSString).expandingTildeInPath) } }
    }

    extension BackgroundTransfers: URLSessionDownloadDelegate, URLSessionDataDelegate {
        public func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            let number = dataTask.taskIdentifier
            let isTooLong = state.withLock {
                $0.bodies[number, default: Data()].append(data)
                return $0.bodies[number]?.count ?? 0 > options.largestAnswer
            }
            guard isTooLong else { return }
            state.withLock { $0.failures[number] = APIError(.tooLarge, "more than \(options.largestAnswer) bytes") }
            dataTask.cancel()
        }

        public func urlSession(
            _ session: URLSession, task: URLSessionTask, didSendBodyData count: Int64, totalBytesSent: Int64, totalBytesExpectedToSend: Int64
        ) { tell(task, .progress(TransferProgress(sent: .init(bytes: Int(totalBytesSent), total: Self.total(totalBytesExpectedToSend))))) }

        public func urlSession(
            _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData count: Int64, totalBytesWritten: Int64,
            totalBytesExpectedToWrite: Int64
        ) {
            tell(
                downloadTask,
                .progress(TransferProgress(received: .init(bytes: Int(totalBytesWritten), total: Self.total(totalBytesExpectedToWrite)))))
        }

        private static func total(_ count: Int64) -> Int? { count > 0 ? Int(count) : nil }

        /// The system takes the file away when this returns.
        public func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL) {
            guard let file = Note(downloadTask).destination, (downloadTask.response as? HTTPURLResponse)?.statusCode == 200 else { return }
            do {
                // It may lie on another volume: then it is copied, and takes its name whole all the same.
                let part = file.appendingPathExtension("part")
                if FileManager.default.fileExists(atPath: part.path) { try FileManager.default.removeItem(at: part) }
                try FileManager.default.moveItem(at: location, to: part)
                guard rename(part.path, file.path) == 0 else { throw APIError.storage(errno, "\(file.lastPathComponent) cannot be written") }
            } catch {
                state.withLock { $0.failures[downloadTask.taskIdentifier] = APIError(transport: error, hiding: []) }
            }
        }

        public func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            let note = Note(task)
            let (body, failure) = state.withLock {
                ($0.bodies.removeValue(forKey: task.taskIdentifier), $0.failures.removeValue(forKey: task.taskIdentifier))
            }
            if let form = note.body, unlink(form.path) != 0, errno != ENOENT {
                report.yield(Event(id: note.id, kind: .failed(.storage(errno, "\(form.lastPathComponent) cannot be removed"))))
            }
            let url = task.originalRequest?.url
            if let error = failure ?? error.map({ APIError(transport: $0, hiding: [url?.absoluteString ?? "", url?.query ?? ""]) }) {
                return tell(task, .failed(error))
            }
            guard let response = task.response as? HTTPURLResponse else { return tell(task, .failed(APIError(.connection, "no answer"))) }
            guard response.statusCode < 300 else { return tell(task, .failed(.refused(response.statusCode, "the server refused"))) }
            if note.destination != nil, response.statusCode != 200 {
                return tell(task, .failed(.refused(response.statusCode, "the server sent no file")))
            }
            tell(task, note.destination.map { .downloaded($0) } ?? .uploaded(HTTPResponse(status: response.statusCode, body: body ?? Data())))
        }

        public func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            guard let authentication = options.authentication else { return completionHandler(.performDefaultHandling, nil) }
            Task {
                let (disposition, credential) = await authentication(challenge)
                completionHandler(disposition, credential)
            }
        }

        public func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
            let finish = state.withLock { state in
                defer { state.finish = nil }
                return state.finish
            }
            if let finish { DispatchQueue.main.async(execute: finish) }
        }
    }
#endif
