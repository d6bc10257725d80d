import Foundation
import MethodicalGenerator

import enum Methodical.JSON

/// Uploads in steps. The server accepts any file, and returns the values that the last step of the upload takes.
extension MockService {
    private static let path = "/mock/upload/"

    /// Returns the result of an upload's first step with the address of this server for the file.
    func placed(_ result: JSON, of method: MethodicalGenerator.Method) -> JSON {
        let upload = api.methods.first { $0.upload?.server == method.name }
        guard let upload, let key = upload.upload?.url else {
            return result
        }
        let address = JSON.string(root + Self.path + upload.name)
        // Some servers return the address alone.
        if case .string = result {
            return address
        }
        return result.setting(Array(key.keys), to: address)
    }

    /// Returns the response to an uploaded file, or `nil` for other requests.
    func uploaded(by request: MockRequest) -> MockReply? {
        guard request.path.hasPrefix(Self.path) else { return nil }
        let name = request.path.dropFirst(Self.path.count)
        guard let upload = api.methods.first(where: { $0.name == name })?.upload else {
            return nil
        }
        let parameters =
            api.methods.first { $0.name == upload.save?.method }?.parameters
            ?? []
        var body = JSON.object([:])
        for taken in upload.save?.values ?? [] where !taken.key.isEmpty {
            let type =
                parameters.first { $0.name == taken.parameter }?.type
                ?? .string
            let value = invention.types.value("1", as: type) ?? "[]"
            body = body.setting(Array(taken.key.keys), to: value)
        }
        return MockReply(body)
    }
}
