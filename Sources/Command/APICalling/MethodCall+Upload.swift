import Foundation
import Methodical
import MethodicalGenerator
import MethodicalTransfers

extension SentFile {
    /// The content for the runtime.
    var upload: MethodicalTransfers.Upload {
        switch self {
        case .path(let path): .file(URL(fileURLWithPath: path))
        case .bytes(let bytes): .data(Data(bytes))
        }
    }
}

extension MethodicalGenerator.Method {
    /// The name of the argument for the file of an upload in steps, or `nil` for a method without one.
    var fileName: String? {
        guard poll == nil else { return nil }
        return upload?.field
    }
}

extension MethodCall {
    /// Indicates whether the call sends a file, or a form that may hold files.
    package var isUpload: Bool {
        method.poll == nil && method.isUpload
    }

    /// Returns the request of an upload, as the generated function makes it.
    func uploadRequest<Value: APIValue>(as type: Value.Type, on client: Client) -> UploadRequest<Value> {
        if let upload = method.upload, let file {
            return request(of: upload, with: file.upload, on: client)
        }
        if method.isMultipart {
            let (call, parts) = form(on: client)
            return UploadRequest(parts, call)
        }
        let whole = function.parameters.first(where: \.parameter.isWhole)
        var body: MethodicalTransfers.Upload?
        if let whole, case .files(let files)? = arguments[whole.index] {
            body = files.first?.upload
        }
        return UploadRequest(raw: body, call(on: client))
    }

    /// Returns the request of an upload in one or three steps.
    private func request<Value: APIValue>(
        of upload: MethodicalGenerator.Upload,
        with file: MethodicalTransfers.Upload,
        on client: Client
    ) -> UploadRequest<Value> {
        guard let step = emission.step(named: upload.server) else {
            let call = call(on: client)
            return upload.verb == nil
                ? UploadRequest(file, field: upload.field, call)
                : UploadRequest(raw: file, call)
        }
        let server = call(of: step, on: client)
        let saving = upload.save.flatMap { emission.step(named: $0.method) }
        let save = saving.map { call(of: $0, on: client) }
        let answers = upload.save?.values.map { value in
            value.key == value.parameter ? value.key : "\(value.parameter)=\(value.key)"
        }
        if let verb = upload.verb {
            return UploadRequest(
                raw: file,
                verb: HTTPRequest.Verb(verb),
                name: method.name,
                client,
                server: server,
                url: upload.url,
                save: save,
                answers: saving == nil ? [] : answers ?? [])
        }
        return UploadRequest(
            file,
            field: upload.field,
            name: method.name,
            client,
            server: server,
            url: upload.url,
            save: save,
            answers: saving == nil ? [] : answers ?? [])
    }
}
