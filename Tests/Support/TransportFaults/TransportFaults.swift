import Foundation
import LoopbackServer
import Methodical
import MethodicalAsyncHTTPClient

// Meets servers and cancellations that could end a process, in a process of its own. It ends with the code 0 if all
// requests have ended as they should.
//
//     TransportFaults uploads TRANSPORT     files that the server or a cancellation breaks off on their way
//     TransportFaults redirects TRANSPORT   streams that are cancelled while the server redirects them
//     TransportFaults locations TRANSPORT   redirects to addresses that are none
//     TransportFaults cookies TRANSPORT     cookies with names that are none
@main
struct TransportFaults {
    let transport: any Transport

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else { exit(2) }
        let faults = TransportFaults(transport: transport(named: arguments[2]))
        let failures: [String]
        switch arguments[1] {
        case "uploads": failures = try await faults.uploads()
        case "redirects": failures = try await faults.redirects()
        case "locations": failures = try await faults.locations()
        case "cookies": failures = try await faults.cookies()
        default: exit(2)
        }
        for failure in failures { print(failure) }
        exit(failures.isEmpty ? 0 : 1)
    }

    private static func transport(named name: String) -> any Transport {
        #if AsyncHTTPClient
            if name == "AsyncHTTPClientTransport" { return AsyncHTTPClientTransport() }
        #endif
        return URLSessionTransport()
    }

    // MARK: Uploads

    /// Sends files, which the server resets, closes or refuses after a part, and of which each fourth is cancelled.
    private func uploads() async throws -> [String] {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("faults-\(UUID().uuidString)")
        try Data(repeating: 65, count: 400_000).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let server = try UnwillingServer()
        return await withTaskGroup(of: String?.self) { group in
            for number in 0..<160 {
                group.addTask { await upload(file, to: server, number: number) }
            }
            return await group.reduce(into: []) { failures, failure in
                if let failure { failures.append(failure) }
            }
        }
    }

    private func upload(_ file: URL, to server: UnwillingServer, number: Int) async -> String? {
        var request = HTTPRequest(verb: .put, url: server.url, timeout: .seconds(120))
        request.file = file
        let isCancelled = number.isMultiple(of: 4)
        let task = Task { [transport, request] in try await transport.send(request, observing: nil) }
        if isCancelled {
            try? await Task.sleep(for: .microseconds(number * 100))
            task.cancel()
        }
        switch await task.result {
        case .success(let response): return response.status == 413 ? nil : "the status \(response.status)"
        case .failure(is CancellationError): return isCancelled ? nil : "cancelled"
        case .failure(let error as URLError) where error.code == .timedOut: return "an upload has not ended"
        case .failure(is URLError): return nil
        case .failure(let error): return "\(error)"
        }
    }

    // MARK: Redirects

    private func redirects() async throws -> [String] {
        let server = try LoopbackServer { request in
            let isRedirected = !request.target.hasPrefix("/end")
            // An absolute address, which FoundationNetworking reports to its delegate.
            let address = "http://\(request["Host"] ?? "")/end"
            return isRedirected ? .http(302, ["Location: \(address)"]) : .http(200, [], "{}")
        }
        return await withTaskGroup(of: String?.self) { group in
            for number in 0..<600 {
                group.addTask { await cancelledStream(of: server, number: number) }
            }
            return await group.reduce(into: []) { failures, failure in
                if let failure { failures.append(failure) }
            }
        }
    }

    private func cancelledStream(of server: LoopbackServer, number: Int) async -> String? {
        guard let url = URL(string: server.baseURL + "/\(number)") else { return "no address" }
        let observer = TransferObserver(body: { _ in })
        let request = HTTPRequest(verb: .get, url: url, timeout: .seconds(120))
        let task = Task { [transport] in try await transport.send(request, observing: observer) }
        try? await Task.sleep(for: .microseconds(number * 20 % 12_000))
        task.cancel()
        switch await task.result {
        case .success(let response): return response.status == 200 ? nil : "the status \(response.status)"
        case .failure(is CancellationError): return nil
        case .failure(let error): return "\(error)"
        }
    }

    // MARK: Locations

    /// Addresses that no request can be sent to. `URL` takes some of them, and `URLComponents` does not.
    private static let addresses = [
        "//[::1]:99999/x", "//[fe80::1%25eth0]/x", "//[::1", "//[]/", "//h%2fx/", "//h%00/", "//%5b::1%5d/", "//a%20b/",
        "//host:99999/", "//host:99999999999999999999/", "//h:-1/", "//%zz/x", "//", "///x", ":80", "http:",
        "http:///x",
        "http:?%", "http:x?[", "http://[::1]:99999/x", "//127.0.0.1:99999999999999999999/x", "http://h%00/",
        "http://%5b::1%5d/", "mailto:a@b.example",
        "data:,x", "x:?\"", "\u{FF}://", "",
    ]

    private func locations() async throws -> [String] {
        let server = try LoopbackServer { request in
            let numbers = request.target.split(separator: "/").compactMap { Int($0) }
            guard numbers.count == 2 else { return .http(200) }
            return .http(numbers[0], ["Location: \(Self.addresses[numbers[1]])"], "moved")
        }
        var failures: [String] = []
        for status in [301, 302, 303, 305, 306, 307, 308] {
            for (number, address) in Self.addresses.enumerated() {
                guard let url = URL(string: server.baseURL + "/\(status)/\(number)") else { continue }
                let request = HTTPRequest(verb: .get, url: url, timeout: .seconds(120))
                let response = try? await transport.send(request, observing: nil)
                if response?.status != status { failures.append("\(status) to \(address)") }
            }
        }
        return failures
    }

    // MARK: Cookies

    private func cookies() async throws -> [String] {
        let server = try LoopbackServer { _ in .http(200, ["Set-Cookie: \u{1F467}=1", "Set-Cookie: a=1; \u{1F467}="]) }
        guard let url = URL(string: server.baseURL) else { return ["no address"] }
        let response = try await transport.send(HTTPRequest(verb: .get, url: url), observing: nil)
        return response.status == 200 ? [] : ["the status \(response.status)"]
    }
}
