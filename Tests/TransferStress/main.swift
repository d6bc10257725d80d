import Foundation
import Methodical
import MethodicalAsyncHTTPClient
import MethodicalTransfers

// Downloads a file in a process that the test kills.
//
//     TransferStress ADDRESS FILE TRANSPORT
struct Service: APIClient {
    let client: Client
    static let api = APIDescription(name: "Service", baseURL: "http://127.0.0.1/")
}

guard CommandLine.arguments.count == 4, let url = URL(string: CommandLine.arguments[1]) else { exit(2) }
#if AsyncHTTPClient
    let isServers = CommandLine.arguments[3] == "AsyncHTTPClientTransport"
    let transport: (any Transport)? = isServers ? AsyncHTTPClientTransport() : nil
#else
    let transport: (any Transport)? = nil
#endif
do {
    print(
        try await Service(transport: transport).download(url, to: URL(fileURLWithPath: CommandLine.arguments[2])).send()
    )
} catch {
    print(error)
    exit(1)
}
