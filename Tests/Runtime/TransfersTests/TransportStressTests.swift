import EachTransport
import Foundation
import Testing

#if os(Linux) || os(macOS)
    /// The short form of `TransportStress`, which runs in a process of its own: a crash is a failure here.
    @Suite(.eachTransport) struct TransportStressTests {
        @Test func uploadsAndStreamsSurviveAServerThatMisbehaves() async throws {
            let process = Process()
            let tool = Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "TransportStress")
            process.executableURL = tool
            let seed = UInt64.random(in: 1...1_000_000)
            process.arguments = [TestedTransport.current.rawValue, "\(seed)", "100", "100", "1"]
            let output = Pipe()
            process.standardOutput = output
            process.standardError = output
            try process.run()
            // On a thread of its own, because Swift's task threads are as few as the cores and other tests need them.
            let data = try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<Data?, any Error>) in
                Thread.detachNewThread {
                    continuation.resume(with: Result { try output.fileHandleForReading.readToEnd() })
                }
            }
            process.waitUntilExit()
            let text = String(decoding: data ?? Data(), as: UTF8.self)
            #expect(process.terminationReason == .exit && process.terminationStatus == 0, "\(text)")
            #expect(text.contains("round 1: 200 calls"), "\(text)")
        }
    }
#endif
