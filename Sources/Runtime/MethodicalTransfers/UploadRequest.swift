import Foundation
import Methodical

/// A request that uploads a file in one call. It asks the API for an upload address, sends the file there, and
/// has the API save it. Nothing happens until it is sent.
///
/// The file is sent as `multipart/form-data`. The form is written to a temporary file first, so that its length
/// is known and memory use stays constant. This needs as much disk space as the file. The temporary file is removed
/// when the upload ends, also after an error or a cancellation. If the process is killed, the next process that uploads
/// removes it. A stream is read when the
/// request is sent, so such a request can be sent only once. If the service expects the file itself instead of
/// a form, a file on disk is sent directly from its place.
public struct UploadRequest<Value: APIValue>: Sendable {
    let body: Body
    let steps: Steps
    let client: Client
    private let method: String
    var name: Call.Signature
    var limit: Duration?
    var fields: [(name: String, value: String)] = []

    /// The body of the upload's request: a form, or the file itself with its verb.
    enum Body: Sendable {
        case form(Multipart)
        case parts(FormParts)
        case raw(Upload, HTTPRequest.Verb)
        case none

        var verb: HTTPRequest.Verb {
            if case .raw(_, let verb) = self {
                verb
            } else {
                .post
            }
        }
    }

    /// The steps of the upload: one request to a given address, one call that takes the file, or several calls.
    enum Steps: Sendable {
        case one(URL, HTTPHeaders)
        case call(Call)
        case several(server: Call, url: String, save: Call?, answers: [String])
    }

    /// Creates an upload in several steps, with the file in a form. Generated code calls this.
    ///
    /// - Parameters:
    ///   - file: The file to upload.
    ///   - field: The name of the form's field for the file.
    ///   - name: The name of the upload's method, which is its default tag.
    ///   - client: The client that sends the requests.
    ///   - server: The call whose response contains the upload address.
    ///   - url: The key of the upload address in that response.
    ///   - save: The call that saves the uploaded file. Without it, the response of `server` is the result.
    ///   - answers: The values that `save` takes from the upload server's response. `photo` passes the value of
    ///     the key `photo` as the parameter `photo`, `file=response` passes the value of the key `response` as
    ///     the parameter `file`, and `file=` passes the whole response as JSON text. `file=response.file` passes the
    ///     value of `file` inside `response`.
    public init(
        _ file: Upload,
        field: String,
        name: String,
        _ client: Client,
        server: Call,
        url: String = "upload_url",
        save: Call? = nil,
        answers: [String] = []
    ) {
        let steps = Steps.several(server: server, url: url, save: save, answers: answers)
        self.init(
            .form(Multipart(field, file: file)),
            steps: steps,
            client: client,
            method: name)
    }

    /// Creates an upload in several steps, with the file itself as the body. Generated code calls this.
    ///
    /// The steps and parameters are those of the initializer for forms. `verb` is the verb of the request that
    /// sends the file.
    public init(
        raw file: Upload,
        verb: HTTPRequest.Verb,
        name: String,
        _ client: Client,
        server: Call,
        url: String = "upload_url",
        save: Call? = nil,
        answers: [String] = []
    ) {
        let steps = Steps.several(server: server, url: url, save: save, answers: answers)
        self.init(.raw(file, verb), steps: steps, client: client, method: name)
    }

    /// Creates an upload to a method that takes a form with the file. Generated code calls this.
    public init(_ file: Upload, field: String, _ call: Call) {
        self.init(
            .form(Multipart(field, file: file)),
            steps: .call(call),
            client: call.client,
            method: call.method.name)
    }

    /// Creates an upload to a method that takes the file itself as its body, or no body if `file` is `nil`. Generated
    /// code calls this.
    public init(raw file: Upload?, _ call: Call) {
        let body: Body = file.map { .raw($0, .post) } ?? .none
        self.init(body, steps: .call(call), client: call.client, method: call.method.name)
    }

    /// Creates an upload to a method that takes a form with the arguments of the call and any number of files.
    /// Generated code calls this.
    public init(_ parts: FormParts, _ call: Call) {
        self.init(
            .parts(parts),
            steps: .call(call),
            client: call.client,
            method: call.method.name)
    }

    init(_ form: Multipart, to url: URL, headers: HTTPHeaders, client: Client) {
        self.init(.form(form), steps: .one(url, headers), client: client, method: "upload")
    }

    private init(_ body: Body, steps: Steps, client: Client, method: String) {
        self.body = body
        self.steps = steps
        self.client = client
        self.method = method
        name = Call.Signature(method)
    }

    /// Returns a copy of the request with the given tag, which events and errors repeat. The default tag is the
    /// method's name.
    public func signature(_ value: some Hashable & Sendable) -> UploadRequest {
        var request = self
        request.name = Call.Signature(value)
        return request
    }

    /// Returns a copy of the request with a limit for the time that the whole upload may take.
    ///
    /// The time covers the writing of a form to disk and all steps with their attempts and pauses, but not the time in
    /// which a person solves a challenge, and not the time of a suspension. An upload that takes longer fails with
    /// `.timedOut`. The default is that of the method or of `Client.Configuration`.
    public func timeout(_ duration: Duration) -> UploadRequest {
        var request = self
        request.limit = duration
        return request
    }

    /// Returns a copy of the request with a header field, which replaces a field of the same name.
    ///
    /// All steps send it to the API's server. An upload server at another origin, whose address the API's response
    /// names, does not get it. The value is treated as a secret. Descriptions and errors do not show it.
    public func header(_ name: String, _ value: String) -> UploadRequest {
        var request = self
        request.fields.append((name, value))
        return request
    }

    /// Performs all steps and returns the value of the last step's response.
    @discardableResult
    public func send() async throws(APIError) -> Value {
        try await response(observing: nil).value
    }

    /// Performs all steps and returns the last step's response, with its status and header fields.
    public func response() async throws(APIError) -> Response<Value> {
        try await response(observing: nil)
    }

    /// Starts the upload immediately. The `progress` of the returned call reports the bytes of the file.
    public func start() -> RunningCall<Value> {
        RunningCall(name) { transfer throws(APIError) in try await response(observing: transfer) }
    }

    private func response(observing transfer: TransferObserver?) async throws(APIError) -> Response<Value> {
        let transfer = transfer ?? TransferObserver()
        let allowance = TimeAllowance(limit ?? defaultLimit, time: client.configuration.time, transfer: transfer)
        do throws(APIError) {
            return try await performSteps(observing: transfer, within: allowance)
        } catch {
            throw error.named(method, signature: name)
        }
    }

    /// The timeout of the method, if it is the only step, or of the client.
    private var defaultLimit: Duration? {
        if case .call(let call) = steps, let own = call.timeout {
            return own
        }
        return client.configuration.timeout
    }
}

// The descriptions leave out the address, the header fields and the form, because they may contain secrets.
extension UploadRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method's name. If the method takes the file itself, its arguments are included, without secrets.
    public var description: String {
        if case .call(let call) = steps {
            "\(call)"
        } else {
            method
        }
    }

    public var debugDescription: String { description }

    public var customMirror: Mirror {
        Mirror(self, children: [:])
    }
}

extension Multipart {
    fileprivate init(_ name: String, file: Upload) {
        self.init()
        add(name, file)
    }
}
