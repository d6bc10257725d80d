#if !canImport(FoundationNetworking) || canImport(BackgroundURLSession)
    import Foundation
    import Methodical

    #if canImport(BackgroundURLSession)
        import BackgroundURLSession
    #endif

    /// A set of uploads and downloads that continue while the app sleeps, and after the system has terminated it.
    ///
    /// It wraps an Apple background session. Create one instance with the same identifier at each launch of the
    /// app, and listen to ``events`` from the beginning. The events then include transfers that ended while the
    /// app was not running.
    ///
    /// The system repeats failed transfers, including uploads, by its own rules. It also follows every redirect
    /// without asking, and sends the request's header fields to the new address, except `Authorization`.
    public final class BackgroundTransfers: NSObject, @unchecked Sendable {
        /// An event of one transfer.
        public struct Event: Sendable {
            /// The identifier that the caller gave to the transfer.
            public let id: String
            /// The kind of the event, with its data.
            public let kind: Kind
        }

        /// The kinds of event. Each transfer ends with `uploaded`, `downloaded` or `failed`.
        public enum Kind: Sendable {
            /// The numbers of bytes sent or received so far.
            case progress(TransferProgress)
            /// The server's response to a complete upload.
            case uploaded(HTTPResponse)
            /// The URL of a complete download, under its final name.
            case downloaded(URL)
            /// The error that ended the transfer.
            case failed(APIError)
        }

        /// The events of all transfers of the session. Only one task can iterate over this stream.
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

        /// Creates the session, or connects to the one that the system has kept since an earlier launch.
        ///
        /// - Parameters:
        ///   - identifier: A name that is unique within the app and the same at each launch.
        ///   - options: The session's options.
        ///   - folder: The folder for forms until they are uploaded. The system must not purge it. The default
        ///     is `methodical-uploads` in the application support directory.
        public init(identifier: String, options: SessionOptions = SessionOptions(), folder: URL? = nil) {
            self.identifier = identifier
            self.options = options
            let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
            self.folder =
                folder
                ?? (support ?? FileManager.default.temporaryDirectory).appendingPathComponent("methodical-uploads")
            (events, report) = AsyncStream.makeStream()
            super.init()
            _ = session
        }

        /// Stores the completion handler that the app's delegate receives in
        /// `application(_:handleEventsForBackgroundURLSession:completionHandler:)`.
        ///
        /// The session calls it on the main queue after it has delivered all events.
        public func finish(_ completion: @escaping @Sendable () -> Void) {
            state.withLock { $0.finish = completion }
        }

        /// Invalidates the session after the transfers in progress have ended. Until then, the session retains
        /// this object.
        public func end() { session.finishTasksAndInvalidate() }

        /// Writes a form to disk and starts to upload it with `POST`.
        ///
        /// - Parameters:
        ///   - form: The form to upload.
        ///   - url: The address of the upload server.
        ///   - headers: Header fields, in addition to those of the session's options.
        ///   - id: An identifier for the transfer, which its events repeat.
        /// - Throws: An error if the options do not permit the address, or if the form cannot be read or written.
        public func upload(_ form: Multipart, to url: URL, headers: HTTPHeaders = [:], id: String)
            async throws(APIError)
        {
            let file = folder.appendingPathComponent(UUID().uuidString)
            var request = try request(.post, url: url, headers: headers)
            request.setValue(form.contentType, forHTTPHeaderField: "Content-Type")
            do {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            } catch {
                throw APIError(transport: error, hiding: [])
            }
            do throws(APIError) {
                try await form.write(to: file)
            } catch {
                unlink(file.path)
                throw error
            }
            start(session.uploadTask(with: request, fromFile: file), note: Note(id: id, form: file.path))
        }

        /// Starts to download a file.
        ///
        /// - Parameters:
        ///   - url: The address of the file.
        ///   - file: The final name of the file. An existing file is replaced.
        ///   - headers: Header fields, in addition to those of the session's options.
        ///   - id: An identifier for the transfer, which its events repeat.
        /// - Throws: An error if the options do not permit the address.
        public func download(_ url: URL, to file: URL, headers: HTTPHeaders = [:], id: String) throws(APIError) {
            start(
                session.downloadTask(with: try request(.get, url: url, headers: headers)),
                note: Note(id: id, file: file.path))
        }

        private func request(_ verb: HTTPRequest.Verb, url: URL, headers: HTTPHeaders) throws(APIError) -> URLRequest {
            do {
                try options.permit(url)
            } catch {
                throw APIError(transport: error, hiding: [])
            }
            var request = URLRequest(url: url)
            request.httpMethod = verb.rawValue
            for field in options.headers.fields + headers.fields {
                request.setValue(field.value, forHTTPHeaderField: field.name)
            }
            return request
        }

        private func start(_ task: URLSessionTask, note: Note) {
            task.taskDescription = note.text
            task.resume()
        }

        private var configuration: URLSessionConfiguration {
            let configuration = options.apply(to: .background(withIdentifier: identifier))
            configuration.sessionSendsLaunchEvents = true
            return configuration
        }

        private func tell(of task: URLSessionTask, kind: Kind) {
            report.yield(Event(id: Note(task).id, kind: kind))
        }
    }

    /// The facts about a task that must survive the end of the app. They are stored in the task's description.
    private struct Note: Codable {
        let id: String
        private var file: String?
        private var form: String?

        init(id: String, file: String? = nil, form: String? = nil) {
            // The path of the app's home folder changes at each launch.
            func fromHome(_ path: String) -> String {
                let home = NSHomeDirectory()
                guard path.hasPrefix(home + "/") else { return path }
                return "~" + path.dropFirst(home.count)
            }
            self.id = id
            self.file = file.map(fromHome)
            self.form = form.map(fromHome)
        }

        init(_ task: URLSessionTask) {
            let text = Data((task.taskDescription ?? "").utf8)
            do {
                self = try JSONDecoder().decode(Note.self, from: text)
            } catch {
                self.init(id: task.taskDescription ?? "")
            }
        }

        var text: String? {
            (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) }
        }

        var destination: URL? {
            file.map { URL(fileURLWithPath: ($0 as NSString).expandingTildeInPath) }
        }

        var body: URL? {
            form.map { URL(fileURLWithPath: ($0 as NSString).expandingTildeInPath) }
        }
    }

    extension BackgroundTransfers: URLSessionDownloadDelegate, URLSessionDataDelegate {
        public func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            let number = dataTask.taskIdentifier
            let isTooLong = state.withLock {
                $0.bodies[number, default: Data()].append(data)
                return $0.bodies[number]?.count ?? 0 > options.largestResponse
            }
            guard isTooLong else { return }
            state.withLock { $0.failures[number] = APIError(.tooLarge, "more than \(options.largestResponse) bytes") }
            dataTask.cancel()
        }

        public func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            didSendBodyData count: Int64,
            totalBytesSent: Int64,
            totalBytesExpectedToSend: Int64
        ) {
            tell(
                of: task,
                kind: .progress(
                    TransferProgress(
                        sent: .init(bytes: Int(totalBytesSent), total: Self.total(from: totalBytesExpectedToSend)))))
        }

        public func urlSession(
            _ session: URLSession,
            downloadTask: URLSessionDownloadTask,
            didWriteData count: Int64,
            totalBytesWritten: Int64,
            totalBytesExpectedToWrite: Int64
        ) {
            tell(
                of: downloadTask,
                kind: .progress(
                    TransferProgress(
                        received: .init(
                            bytes: Int(totalBytesWritten), total: Self.total(from: totalBytesExpectedToWrite)))))
        }

        private static func total(from count: Int64) -> Int? {
            guard count > 0 else { return nil }
            return Int(count)
        }

        /// Moves the downloaded file to its destination before the method returns, because the system deletes
        /// the file after that.
        public func urlSession(
            _ session: URLSession,
            downloadTask: URLSessionDownloadTask,
            didFinishDownloadingTo location: URL
        ) {
            guard let file = Note(downloadTask).destination,
                (downloadTask.response as? HTTPURLResponse)?.statusCode == 200
            else { return }
            do {
                // The system's file may be on another volume, and then `moveItem` copies it. The last step is
                // always a rename, so that the final name never refers to an incomplete file.
                let part = file.appendingPathExtension("part")
                if FileManager.default.fileExists(atPath: part.path) {
                    try FileManager.default.removeItem(at: part)
                }
                try FileManager.default.moveItem(at: location, to: part)
                guard rename(part.path, file.path) == 0 else {
                    throw APIError.storage(errno, message: "\(file.lastPathComponent) cannot be written")
                }
            } catch {
                state.withLock {
                    $0.failures[downloadTask.taskIdentifier] = APIError(transport: error, hiding: [])
                }
            }
        }

        public func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            let note = Note(task)
            let (body, failure) = state.withLock {
                (
                    $0.bodies.removeValue(forKey: task.taskIdentifier),
                    $0.failures.removeValue(forKey: task.taskIdentifier)
                )
            }
            if let form = note.body, unlink(form.path) != 0, errno != ENOENT {
                report.yield(
                    Event(
                        id: note.id,
                        kind: .failed(.storage(errno, message: "\(form.lastPathComponent) cannot be removed"))))
            }
            let url = task.originalRequest?.url
            if let error = failure
                ?? error.map({ APIError(transport: $0, hiding: [url?.absoluteString ?? "", url?.query ?? ""]) })
            {
                return tell(of: task, kind: .failed(error))
            }
            guard let response = task.response as? HTTPURLResponse else {
                return tell(of: task, kind: .failed(APIError(.connection, "no response")))
            }
            guard response.statusCode < 300 else {
                return tell(
                    of: task, kind: .failed(.refused(status: response.statusCode, message: "the server refused")))
            }
            if note.destination != nil, response.statusCode != 200 {
                return tell(
                    of: task, kind: .failed(.refused(status: response.statusCode, message: "the server sent no file")))
            }
            tell(
                of: task,
                kind: note.destination.map { .downloaded($0) }
                    ?? .uploaded(HTTPResponse(status: response.statusCode, body: body ?? Data())))
        }

        public func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            let method = challenge.protectionSpace.authenticationMethod
            guard let authentication = options.authentication, options.handlesChallenge(of: method) else {
                return completionHandler(.performDefaultHandling, nil)
            }
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
            if let finish {
                DispatchQueue.main.async(execute: finish)
            }
        }
    }
#endif
