import Foundation
import Methodical

/// The steps of an upload.
extension UploadRequest {
    /// Performs all steps, and returns the response of the last one.
    func performSteps(
        observing transfer: TransferObserver, within allowance: TimeAllowance
    ) async throws(APIError) -> Response<Value> {
        switch steps {
        case .one(let url, let headers):
            let response = try await post(
                to: url,
                headers: headers,
                sendsFields: true,
                observing: transfer,
                within: allowance)
            do throws(ReadingProblem) {
                return Response(try Value(json: Array(response.body)), of: response)
            } catch {
                throw APIError(.undecodable, "the upload's response: \(error)")
            }
        case .call(let call):
            return try await sending(call, observing: transfer, within: allowance)
        case .several(let server, let key, let save, let answers):
            let target = try await step(observing: transfer, within: allowance) { observer throws(APIError) in
                let request = try request(server, as: JSON.self, within: allowance)
                return try await request.caching(.networkOnly).cached(for: .never).response(observing: observer)
            }
            guard let text = (target.value[key] ?? target.value).stringValue,
                let url = URL(string: text)
            else {
                throw APIError(
                    .undecodable, "the response to the request for an upload server has no address under \"\(key)\"")
            }
            let isAtAPI = Origin(url) == Origin(URL(string: client.baseURL))
            let received = try await post(
                to: url,
                headers: [:],
                sendsFields: isAtAPI,
                observing: transfer,
                within: allowance)
            guard let save else {
                try MediaExpectation.refusePage(in: received)
                return try reread(target)
            }
            let call = try save.adding(answers, of: received)
            return try await step(observing: transfer, within: allowance) { observer throws(APIError) in
                try await request(call, as: Value.self, within: allowance).response(observing: observer)
            }
        }
    }

    /// Returns the request of a step, with the time that is left for it and the header fields of the upload.
    private func request<Result>(
        _ call: Call,
        as: Result.Type,
        within allowance: TimeAllowance,
        sendsFields: Bool = true
    ) throws(APIError) -> Request<Result> {
        var request = Request<Result>(call).signature(name)
        var own: Duration?
        // The upload's own limit replaces that of a method.
        if limit == nil {
            own = call.timeout
        }
        if let timeout = try allowance.timeout(atMost: own) {
            request = request.timeout(timeout)
        }
        if sendsFields {
            for field in fields {
                request = request.header(field.name, field.value)
            }
        }
        return request
    }

    /// Performs a step whose bytes are not those of the file. It is suspended with the upload, and its progress is not
    /// that of the upload.
    private func step<Output>(
        observing transfer: TransferObserver,
        within allowance: TimeAllowance,
        _ body: (TransferObserver) async throws(APIError) -> Response<Output>
    ) async throws(APIError) -> Response<Output> {
        let observer = TransferObserver()
        transfer.onPause { isPaused in
            if isPaused {
                observer.suspend()
            } else {
                observer.resume()
            }
        }
        defer {
            transfer.onPause(nil)
            observer.end()
            allowance.exclude(observer.solvingTime)
        }
        return try await body(observer)
    }

    /// Decodes the response of the `server` step as the result of the upload.
    private func reread(_ target: Response<JSON>) throws(APIError) -> Response<Value> {
        do throws(ReadingProblem) {
            let value = try Value(json: Array(target.value.description.utf8))
            return Response(value, of: target.http)
        } catch {
            throw APIError(.undecodable, "the upload's response: \(error)")
        }
    }

    /// Sends the file to the upload server. After a lost connection, it is unknown whether the server has the
    /// file. Therefore the file is sent again only if the server asks for a later attempt.
    private func post(
        to url: URL,
        headers: HTTPHeaders,
        sendsFields: Bool,
        observing transfer: TransferObserver,
        within allowance: TimeAllowance
    ) async throws(APIError) -> HTTPResponse {
        let call = Call(
            client,
            verb: body.verb,
            url: url,
            headers: headers,
            refusal: "the upload server refused the file")
        return try await sending(call, sendsFields: sendsFields, observing: transfer, within: allowance).value
    }

    /// Sends the call with the form or the file as its body. Content that is not on disk is written to a
    /// temporary file for the time of the call.
    private func sending<Result>(
        _ call: Call,
        sendsFields: Bool = true,
        observing transfer: TransferObserver,
        within allowance: TimeAllowance
    ) async throws(APIError) -> Response<Result> {
        var call = call
        var temporary: TemporaryFile?
        defer { withExtendedLifetime(temporary) {} }
        switch body {
        case .form(let form):
            let file = try await written(form, within: allowance)
            temporary = file
            call = call.sending(file.url, type: form.contentType)
        case .parts(let parts):
            let form = try parts.form(of: call)
            let file = try await written(form, within: allowance)
            temporary = file
            let type = call.method.content.map(form.contentType) ?? form.contentType
            call = call.sending(file.url, type: type)
        case .raw(let upload, _):
            let type = call.method.content ?? upload.type
            if let url = try upload.onDisk() {
                call = call.sending(url, type: type)
            } else {
                let file = try TemporaryFile()
                temporary = file
                try await allowance.perform { [output = file.file] in try await upload.write(to: output) }
                call = call.sending(file.url, type: type)
            }
        case .none: break
        }
        let request = try request(
            call,
            as: Result.self,
            within: allowance,
            sendsFields: sendsFields)
        return try await request.response(observing: transfer)
    }

    /// Returns a temporary file with the form.
    private func written(_ form: Multipart, within allowance: TimeAllowance) async throws(APIError) -> TemporaryFile {
        let temporary = try TemporaryFile()
        // The work does not hold the temporary file itself, so that the file is removed as soon as the wait ends.
        try await allowance.perform { [output = temporary.file] in try await form.write(to: output) }
        return temporary
    }
}
