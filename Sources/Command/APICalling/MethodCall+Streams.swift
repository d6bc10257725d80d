import Foundation
import Methodical
import MethodicalGenerator
import MethodicalStreams
import MethodicalTransfers

/// An element of a stream.
package struct StreamElement: Sendable {
    /// The name of the event, or `nil` if the schema names no events.
    package var event: String?
    /// The data of the event, a line, or bytes as they arrived.
    package var data: [UInt8]

    /// Returns the element on one line if it is JSON, or as the server sent it. A named event is an object whose only
    /// member has its name.
    package var line: [UInt8] {
        var value = data
        if let text = JSONText(data) {
            value = text.line(data.indices)
        } else if event != nil {
            value = (try? String(decoding: data, as: UTF8.self).json()) ?? []
        }
        guard let event, let name = try? event.json() else {
            return value
        }
        return Array("{".utf8) + name + Array(":".utf8) + value + Array("}".utf8)
    }
}

extension MethodCall {
    /// Indicates whether the response of the method is a stream.
    package var isStream: Bool { method.stream != nil && !isUpload && method.poll == nil }

    /// Indicates whether the elements of the stream are bytes, which no line break ends.
    package var streamsBytes: Bool { method.stream?.format == .chunks }

    /// Sends the call and takes each element as it arrives.
    package func forEachElement(
        on client: Client,
        _ take: (StreamElement) throws -> Void
    ) async throws {
        let hasNames = namesEvents
        var elements = stream(on: client).events.makeAsyncIterator()
        while let event = try await next(of: &elements) {
            try take(StreamElement(event: hasNames ? event.name : nil, data: Array(event.value)))
        }
    }

    /// Sends the call and returns the first element of its stream.
    func firstElement(on client: Client) async throws(CallFailure) -> StreamElement? {
        var elements = stream(on: client).events.makeAsyncIterator()
        let event = try await next(of: &elements)
        return event.map { StreamElement(event: $0.name, data: Array($0.value)) }
    }

    private func next(
        of elements: inout StreamEvents<Data>.Iterator
    ) async throws(CallFailure) -> StreamEvent<Data>? {
        do throws(APIError) {
            return try await elements.next()
        } catch {
            throw CallFailure(error)
        }
    }

    private func stream(on client: Client) -> StreamRequest<Data> {
        let call = call(on: client)
        switch method.stream?.format {
        case .events: return StreamRequest(undecoded: call, .events, end: method.stream?.end)
        case .lines: return StreamRequest(undecoded: call, .lines, end: method.stream?.end)
        // The initializer refuses methods that open a socket.
        case .chunks, .socket, nil: return StreamRequest(chunks: call)
        }
    }

    /// Indicates whether the name of an event selects the type of its data.
    private var namesEvents: Bool {
        guard case .named(let id) = emission.resolver.wireType(of: variant.result) else { return false }
        return emission.resolver.wireShape(of: id)?.union?.isKeyed ?? false
    }
}

extension MethodCall {
    /// Indicates whether the response is a file, which can be downloaded in parts.
    package var isDownload: Bool {
        let isOneRequest = !isUpload && !isStream && !isOperation
        return isOneRequest && resultKind == .bytes && variant.content == .bytes
    }

    /// Downloads the response to a file, and continues an earlier download of it.
    ///
    /// - Returns: The length in bytes.
    package func download(on client: Client, to path: String) async throws(CallFailure) -> Int {
        let request = Request<Data>(call(on: client)).download(to: URL(fileURLWithPath: path))
        do throws(APIError) {
            return try await request.send()
        } catch {
            throw CallFailure(error)
        }
    }
}
