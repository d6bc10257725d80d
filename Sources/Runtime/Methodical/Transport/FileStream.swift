import Foundation

#if canImport(FoundationNetworking)
    /// The file that is the body of a request, as a stream for FoundationNetworking.
    ///
    /// FoundationNetworking's own reader of files pauses the transfer until bytes have arrived from the disk. It ends
    /// the process if the transfer has ended meanwhile (`_BodyFileSource` in `BodySource.swift`). A stream is read
    /// without pauses.
    final class FileStream: InputStream {
        /// The state has a lock, because the session reads on its own thread.
        private struct State {
            var status = Stream.Status.notOpen
            var offset = 0
            var isRefused = false
            var failure: APIError?
        }

        private let file: RequestFile?
        private let state = Locked(State())

        init(_ file: RequestFile) {
            self.file = file
            super.init(data: Data())
        }

        /// Creates an empty stream. The superclass requires this initializer.
        required override init(data: Data) {
            file = nil
            super.init(data: data)
        }

        /// The error that ended the stream.
        var failure: APIError? {
            state.withLock { $0.failure }
        }

        /// Lets all further reading fail, because libcurl wants to send the request again.
        func refuse() {
            state.withLock { $0.isRefused = true }
        }

        override var streamStatus: Stream.Status {
            state.withLock { $0.status }
        }

        override func open() {
            state.withLock { $0.status = .open }
        }

        override func close() {
            state.withLock { $0.status = .closed }
        }

        /// Indicates whether a byte is left. FoundationNetworking takes the stream for complete if there is none.
        override var hasBytesAvailable: Bool {
            let length = file?.length ?? 0
            return state.withLock { $0.isRefused || $0.offset < length }
        }

        /// Reads bytes. A negative result ends the transfer.
        override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
            guard let file else { return 0 }
            return state.withLock { state in
                guard !state.isRefused,
                    state.failure == nil
                else {
                    return -1
                }
                let count = min(maxLength, file.length - state.offset)
                do throws(APIError) {
                    try file.read(
                        into: UnsafeMutableRawBufferPointer(start: buffer, count: count),
                        at: state.offset)
                } catch {
                    state.failure = error
                    return -1
                }
                state.offset += count
                return count
            }
        }
    }
#endif
