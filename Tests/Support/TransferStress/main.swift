import Foundation
import Methodical
import MethodicalAsyncHTTPClient
import MethodicalTransfers

// Transfers a file in a process that the test kills.
//
//     TransferStress download ADDRESS FILE TRANSPORT
//     TransferStress upload ADDRESS FILE TRANSPORT      sends the file in a form
struct Service: APIClient {
    let client: Client
    static let api = APIDescription(name: "Service", baseURL: "http://127.0.0.1/")
}

guard CommandLine.arguments.count == 5, let url = URL(string: CommandLine.arguments[2]) else { exit(2) }
let file = URL(fileURLWithPath: CommandLine.arguments[3])
#if AsyncHTTPClient
    let isServers = CommandLine.arguments[4] == "AsyncHTTPClientTransport"
    let transport: (any Transport)? = isServers ? AsyncHTTPClientTransport() : nil
#else
    let transport: (any Transport)? = nil
#endif
do {
    let service = Service(transport: transport)
    if CommandLine.arguments[1] == "upload" {
        var form = Multipart()
        form.add("file", .file(file))
        print(try await service.upload(form, to: url, as: JSON.self).send())
    } else {
        print(try await service.download(url, to: file).send())
    }
} catch {
    print(error)
    exit(1)
}
