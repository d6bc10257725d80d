import Foundation
import Methodical

extension APIClient {
    /// Returns a request that sends a form to any address, for uploads that the API's schema does not contain.
    ///
    /// The account's token is not sent to this address, unless `headers` contains it.
    ///
    /// - Parameters:
    ///   - form: The form to upload.
    ///   - url: The address of the upload server.
    ///   - headers: Additional header fields.
    ///   - as: The type of the response. The default is `JSON`.
    public func upload<Value: APIValue>(
        _ form: Multipart,
        to url: URL,
        headers: HTTPHeaders = [:],
        as: Value.Type = JSON.self
    ) -> UploadRequest<Value> {
        UploadRequest(form, to: url, headers: headers, client: client)
    }
}
