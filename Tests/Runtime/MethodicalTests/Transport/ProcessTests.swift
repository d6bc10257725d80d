import EachTransport
import Foundation
import Testing

/// Tests of servers and cancellations that could end the process. Each runs in a process of its own.
@Suite(.eachTransport) struct ProcessTests {
    #if canImport(Glibc) || os(macOS)
        /// Files whose upload a server or a cancellation breaks off each end with one result.
        @Test func survivesUploadsThatBreakOff() async throws { try await expectSurvival(of: "uploads") }

        @Test func survivesStreamsThatAreCancelledWhileTheyAreRedirected() async throws {
            try await expectSurvival(of: "redirects")
        }

        @Test func survivesRedirectsToImpossibleAddresses() async throws { try await expectSurvival(of: "locations") }

        @Test func survivesCookiesThatAreNone() async throws { try await expectSurvival(of: "cookies") }

        private func expectSurvival(of fault: String) async throws {
            let products = try #require(Bundle.main.executableURL?.deletingLastPathComponent())
            let process = Process()
            process.executableURL = products.appendingPathComponent("TransportFaults")
            process.arguments = [fault, TestedTransport.current.rawValue]
            let output = Pipe()
            process.standardOutput = output
            // The report of a crash would hide those of other tests.
            process.standardError = FileHandle.nullDevice
            process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
            try process.run()
            let text = try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread {
                    continuation.resume(with: Result { try output.fileHandleForReading.readToEnd() ?? Data() })
                }
            }
            process.waitUntilExit()
            #expect(process.terminationReason == .exit && process.terminationStatus == 0)
            #expect(String(decoding: text, as: UTF8.self) == "")
        }
    #endif
}
