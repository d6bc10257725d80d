#if AsyncHTTPClient
    import NIOCore
    import NIOHTTP2

    /// A channel handler of an HTTP/2 stream that refuses a status other than three digits from 100.
    ///
    /// swift-nio-http2 1.46 ends the process if the status is empty or negative, before any other handler sees the
    /// head. This handler therefore stands before its decoder.
    final class StatusGuard: ChannelInboundHandler {
        typealias InboundIn = HTTP2Frame.FramePayload
        typealias InboundOut = HTTP2Frame.FramePayload

        private var hasRefused = false

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard !hasRefused else { return }
            if case .headers(let content) = unwrapInboundIn(data),
                let status = content.headers.first(name: ":status"), !Self.isStatus(status)
            {
                hasRefused = true
                context.fireErrorCaught(ResponseFault.status(Int(status)))
            } else {
                context.fireChannelRead(data)
            }
        }

        private static func isStatus(_ text: String) -> Bool {
            let digits = text.utf8.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            return digits.count == 3 && text.utf8.count == 3 && digits.first != UInt8(ascii: "0")
        }
    }
#endif
