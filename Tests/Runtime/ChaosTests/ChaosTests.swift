#if os(Linux)
    import EachTransport
    import Foundation
    import Testing

    /// The short form of the program `ChaosStress`, which tries all kinds of calls against a proxy that breaks them.
    @Suite(.eachTransport) struct ChaosTests {
        /// On a busy machine, a call may end long after its timeout because its thread does not run. The nightly run
        /// checks the moment itself.
        private static let margin = "30"

        @Test func promisesHoldIfFourOfTenExchangesBreak() throws {
            let process = Process()
            process.executableURL = Bundle.main.executableURL?.deletingLastPathComponent().appending(
                path: "ChaosStress")
            process.arguments = ["5", "150", "40", TestedTransport.current.rawValue, Self.margin]
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(process.terminationReason == .exit, "\(text)")
            #expect(process.terminationStatus == 0, "\(text)")
        }
    }
#endif
