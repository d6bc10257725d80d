#if WebSocket
    import Foundation
    import Methodical
    import MethodicalStreams
    import MethodicalWebSocket
    import SocketServer
    import Testing

    /// Tests of servers that break the rules, send too much, or send faster than the app reads.
    @Suite struct SocketFaultTests {
        /// A way to break the rules.
        struct Fault: Sendable, CustomTestStringConvertible {
            let testDescription: String
            let bytes: [UInt8]
            var code = SocketCloseCode.protocolError
        }

        private typealias Wire = SocketServerConnection

        static let faults: [Fault] = [
            Fault(testDescription: "a reserved bit", bytes: [0xC1, 0]),
            Fault(testDescription: "a masked frame", bytes: [0x81, 0x81, 1, 2, 3, 4, 5]),
            Fault(testDescription: "an unknown opcode", bytes: [0x83, 0]),
            Fault(testDescription: "an unknown control opcode", bytes: [0x8B, 0]),
            Fault(testDescription: "a ping in fragments", bytes: [0x09, 0]),
            Fault(testDescription: "a ping of 126 bytes", bytes: Wire.frame(.ping, Array(repeating: 0, count: 126))),
            Fault(testDescription: "a fragment of no message", bytes: Wire.frame(.continuation)),
            Fault(
                testDescription: "a message in another one",
                bytes: Wire.frame(.text, isLast: false) + Wire.frame(.text)),
            Fault(testDescription: "half a close code", bytes: Wire.frame(.close, [3])),
            Fault(testDescription: "the close code 1005", bytes: Wire.closeFrame(1005)),
            Fault(testDescription: "the close code 999", bytes: Wire.closeFrame(999)),
            Fault(testDescription: "the close code 5000", bytes: Wire.closeFrame(5000)),
            Fault(
                testDescription: "a text that is not UTF-8",
                bytes: Wire.frame(.text, [0xC0, 0xAF]), code: .invalidText),
            Fault(testDescription: "half a character", bytes: Wire.frame(.text, [0xE2, 0x82]), code: .invalidText),
            Fault(testDescription: "a surrogate", bytes: Wire.frame(.text, [0xED, 0xA0, 0x80]), code: .invalidText),
            Fault(
                testDescription: "a wrong byte in the first fragment",
                bytes: Wire.frame(.text, [0xFF], isLast: false), code: .invalidText),
            Fault(
                testDescription: "a close reason that is not UTF-8",
                bytes: Wire.frame(.close, [3, 232, 0xFF]), code: .invalidText),
        ]

        @Test("A server that breaks the rules hears which one, and the caller gets a typed error", arguments: faults)
        func brokenRules(fault: Fault) async throws {
            let codes = Record<Int?>()
            let server = try await SocketServer { connection in
                try await connection.open()
                try await connection.send(Wire.frame(.text, [0x31]))
                try await connection.send(fault.bytes + Wire.frame(.text, [0x32]))
                codes.add(try await connection.untilClosed())
            }
            let (messages, error) = await collect(try await Service(server.baseURL).chat().connect())
            #expect(messages == [1])
            #expect(error?.code == .closed && error?.closeCode == fault.code && error?.method == "chat")
            try await until { codes.all == [fault.code.rawValue] }
        }

        @Test(
            "A message that is too long is not read, whatever length it claims",
            arguments: [
                [0x82, 126, 0x10, 0x01],
                [0x82, 127, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF],
                [0x82, 127, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
                [0x82, 127, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
            ] as [[UInt8]])
        func hostileLengths(head: [UInt8]) async throws {
            try await expectTooLarge(head)
        }

        @Test("Fragments that are too long together are not read")
        func longFragments() async throws {
            let half = Array(repeating: UInt8(0x20), count: 2049)
            try await expectTooLarge(Wire.frame(.text, half, isLast: false) + Wire.frame(.continuation, half))
        }

        private func expectTooLarge(_ bytes: [UInt8]) async throws {
            let codes = Record<Int?>()
            let server = try await SocketServer { connection in
                try await connection.open()
                try await connection.send(bytes)
                codes.add(try await connection.untilClosed())
            }
            let service = Service(server.baseURL) { $0.session.largestResponse = 4096 }
            let (messages, error) = await collect(try await service.chat().connect())
            #expect(messages.isEmpty && error?.code == .tooLarge)
            try await until { codes.all == [1009] }
        }

        @Test("A slow reader stops the server, and then gets every message")
        func backPressure() async throws {
            let sent = Record<Int>()
            let piece = 65536
            let count = 1024
            let server = try await SocketServer { connection in
                try await connection.open()
                for number in 0..<count {
                    let bytes = Array(repeating: UInt8(truncatingIfNeeded: number), count: piece)
                    try await connection.send(Wire.frame(.binary, bytes))
                    sent.add(number)
                }
                try await connection.close(1000)
            }
            let socket = try await Service(server.baseURL).bytes().connect()
            // The server has stopped when it has sent nothing for a while. A slow machine makes the test weaker, and
            // never wrong.
            var last = -1
            while sent.all.count != last || last == 0 {
                last = sent.all.count
                try await Task.sleep(for: .milliseconds(200))
            }
            #expect(last < count / 2)
            let (messages, error) = await collect(socket)
            #expect(error == nil && messages.count == count)
            #expect(
                messages.enumerated().allSatisfy {
                    $0.element.count == piece && $0.element.first == UInt8(truncatingIfNeeded: $0.offset)
                })
        }

        @Test("To send to a server that does not read waits, and ends when its task is cancelled")
        func slowServer() async throws {
            let server = try await SocketServer { connection in
                try await connection.open()
                try await Task.sleep(for: .seconds(3600))
            }
            let socket = try await Service(server.baseURL).bytes().connect()
            let sent = Record<Int>()
            let sender = Task {
                for number in 0..<1024 {
                    try await socket.send(Data(count: 1 << 20))
                    sent.add(number)
                }
            }
            var last = -1
            while sent.all.count != last {
                last = sent.all.count
                try await Task.sleep(for: .milliseconds(200))
            }
            #expect(last < 1024)
            sender.cancel()
            let error = await #expect(throws: APIError.self) { try await sender.value }
            #expect(error?.code == .cancelled)
        }

        @Test("A million empty fragments and messages take no memory for ever")
        func emptyFrames() async throws {
            let server = try await SocketServer { connection in
                try await connection.open()
                let fragment = Wire.frame(.continuation, isLast: false)
                let fragments = Array(repeating: fragment, count: 100_000).flatMap(\.self)
                try await connection.send(Wire.frame(.text, [0x31], isLast: false))
                for _ in 0..<10 {
                    try await connection.send(fragments)
                }
                try await connection.send(Wire.frame(.continuation))
                try await connection.close(1000)
            }
            let (messages, error) = await collect(try await Service(server.baseURL).chat().connect())
            #expect(messages == [1] && error == nil)
        }

        @Test("Secrets of a call are in no description of its request, its messages and its closures")
        func secrets() async throws {
            let request = Service("ws://127.0.0.1/").chat().header("X-Key", "secret-key")
            #expect(!"\(request)".contains("secret-key"))
            #expect("\(SocketMessage("secret"))" == "text, 6 bytes")
            #expect("\(SocketClosure(.policyViolation, reason: "secret"))" == "closed by the server with 1008")
        }
    }
#endif
