import Foundation
import Methodical

/// An upload as one call, a value until it is sent: asks the API where to send the file, sends it there as a form, and has the API keep it.
///
/// The file travels as `multipart/form-data` and is put together on disk before, so that its length is known and memory stays as it is: an upload
/// needs as much room there as the file. A stream is read when the upload is sent, and so can be sent once. Where the service wants the file as it is,
/// without a form, a file on disk is sent from where it lies.
public struct UploadRequest<Value: APIValue>: Sendable {
    private let body: Body
    private let steps: Steps
    private let client: Client
    private let method: String
    private var name: Signature

    private enum Body: Sendable {
        case form(Multipart)
        case raw(Upload, Verb)

        var verb: Verb { if case .raw(_, let verb) = self { verb } else { .post } }
    }

    private enum Steps: Sendable {
        case one(URL, HTTPHeaders)
        case call(Call)
        case several(server: Call, url: String, save: Call?, answers: [String])
    }

    /// What generated code calls.
    ///
    /// `server` tells where to send the file, under the key `url`; without `save`, its answer is the upload's. `answers` is what the upload server answers and
    /// `save` takes: `photo`, or `file=response` where the parameter is called otherwise than the key; with nothing behind the sign the whole answer as JSON.
    public init(
        _ file: Upload, field: String, name: String, _ client: Client, server: Call, url: String = "upload_url", save: Call? = nil,
        answers: [String] = []
    ) {
        self.init(.form(Multipart(field, file)), .several(server: server, url: url, save: save, answers: answers), client, name)
    }

    /// What generated code calls where the file goes as it is, by this verb: the same steps.
    public init(
        raw file: Upload, verb: Verb, name: String, _ client: Client, server: Call, url: String = "upload_url", save: Call? = nil,
        answers: [String] = []
    ) {
        self.init(.raw(file, verb), .several(server: server, url: url, save: save, answers: answers), client, name)
    }

    /// What generated code calls for a method that takes the file itself.
    public init(_ file: Upload, field: String, _ call: Call) {
        self.init(.form(Multipart(field, file)), .call(call), call.client, call.method.name)
    }

    /// What generated code calls for a method that takes the file itself, as it is.
    public init(raw file: Upload, _ call: Call) { self.init(.raw(file, .post), .call(call), call.client, call.method.name) }

    init(_ form: Multipart, _ url: URL, _ headers: HTTPHeaders, _ client: Client) {
        self.init(.form(form), .one(url, headers), client, "upload")
    }

    private init(_ body: Body, _ steps: Steps, _ client: Client, _ method: String) {
        (self.body, self.steps, self.client, self.method, name) = (body, steps, client, method, Signature(method))
    }

    /// The same upload under a name of the caller's, as for calls: the method's name if nothing is said.
    public func signature(_ value: some Hashable & Sendable) -> UploadRequest {
        var request = self
        request.name = Signature(value)
        return request
    }

    /// Sends the file, step after step, and waits for the answer of the last one.
    @discardableResult
    public func send() async throws(APIError) -> Value { try await response(nil).value }

    /// With what came around the last step's answer.
    public func response() async throws(APIError) -> Response<Value> { try await response(nil) }

    /// Begins now; `progress` of what it returns tells how far the file is.
    public func start() -> RunningCall<Value> { RunningCall(name) { transfer throws(APIError) in try await response(transfer) } }

    private func response(_ transfer: TransferObserver?) async throws(APIError) -> Response<Value> {
        do throws(APIError) { return try await answer(transfer) } catch { throw error.named(method, name) }
    }

    private func answer(_ transfer: TransferObserver?) async throws(APIError) -> Response<Value> {
        switch steps {
        case .one(let url, let headers):
            let answer = try await post(to: url, headers, transfer)
            do throws(ReadingProblem) {
                return Response(try Value(json: Array(answer.body)), of: answer)
            } catch {
                throw APIError(.undecodable, "the upload's answer: \(error)")
            }
        case .call(let call):
            return try await sending(call, transfer)
        case .several(let server, let key, let save, let answers):
            let place = try await Request<JSON>(server).caching(.networkOnly).cached(for: .never).signature(name).response()
            guard let text = (place.value[key] ?? place.value).stringValue, let url = URL(string: text) else {
                throw APIError(.undecodable, "the answer that tells where to upload has no address under \"\(key)\"")
            }
            let answer = try await post(to: url, [:], transfer)
            guard let save else { return try reread(place) }
            return try await Request<Value>(try save.adding(answers, of: answer)).signature(name).response()
        }
    }

    /// The place's answer is the upload's own.
    private func reread(_ place: Response<JSON>) throws(APIError) -> Response<Value> {
        do throws(ReadingProblem) {
            let value = try Value(json: Array(place.value.description.utf8))
            return Response(value, of: HTTPResponse(status: place.status, headers: place.headers, body: place.body))
        } catch {
            throw APIError(.undecodable, "the upload's answer: \(error)")
        }
    }

    /// Whether a server that breaks off has the file is not known: it gets it again only where it says that it wants it later.
    private func post(to url: URL, _ headers: HTTPHeaders, _ transfer: TransferObserver?) async throws(APIError) -> HTTPResponse {
        try await sending(Call(client, body.verb, url, headers: headers, refusal: "the upload server refused the file"), transfer).value
    }

    /// The call with the form or the file as its body; what does not lie on the disk is put there for as long as it takes.
    private func sending<Answer>(_ call: Call, _ transfer: TransferObserver?) async throws(APIError) -> Response<Answer> {
        let temporary = TemporaryFile()
        defer { withExtendedLifetime(temporary) {} }
        let (url, type): (URL, String)
        switch body {
        case .form(let form):
            try await form.write(to: temporary.url)
            (url, type) = (temporary.url, form.contentType)
        case .raw(let file, _):
            (url, type) = (try await file.onDisk(temporary.url), file.type)
        }
        return try await Request<Answer>(call.sending(url, type: type)).signature(name).response(observing: transfer)
    }
}

/// Address, header fields and form may hold secrets.
extension UploadRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method, with its arguments where it takes the file itself; secrets are left out.
    public var description: String { if case .call(let call) = steps { "\(call)" } else { method } }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension Multipart {
    fileprivate init(_ name: String, _ file: Upload) {
        self.init()
        add(name, file)
    }
}

extension Call {
    /// With what the upload server answered as arguments.
    fileprivate func adding(_ answers: [String], of answer: HTTPResponse) throws(APIError) -> Call {
        let text = String(decoding: answer.body, as: UTF8.self)
        guard let json = try? JSON(json: Array(answer.body)) else { throw APIError(.undecodable, "the upload server's answer is no JSON") }
        if let error = json["error"]?.stringValue { throw APIError(.server, "the upload server refused the file: \(error)") }
        var call = self
        for rule in answers {
            let parts = rule.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
            let key = parts.count > 1 ? parts[1] : parts[0]
            if key.isEmpty {
                call.add(parts[0], text)
            } else if let value = json[key] {
                if let number = value.intValue { call.add(parts[0], number) } else { call.add(parts[0], value.stringValue ?? value.description) }
            } else {
                throw APIError(.undecodable, "the upload server's answer has no \"\(key)\"")
            }
        }
        return call
    }
}

extension APIClient {
    /// Sends a form to any address, as for an upload that the API's schema does not have. The token goes where `headers` say it goes, and nowhere else.
    public func upload<Value: APIValue>(_ form: Multipart, to url: URL, headers: HTTPHeaders = [:], as: Value.Type = JSON.self) -> UploadRequest<
        Value
    > {
        UploadRequest(form, url, headers, client)
    }
}
