import Foundation
import Methodical
import MethodicalTransfers

// Downloads what the test's own process would not survive: it is killed while it does.
//
//     TransferStress ADDRESS FILE
struct Service: APIClient {
    let client: Client
    static let api = APIDescription(name: "Service", baseURL: "http://127.0.0.1/")
    static var _runtime: APIEngine.Version { .v1 }
}

guard CommandLine.arguments.count == 3, let url = URL(string: CommandLine.arguments[1]) else { exit(2) }
do {
    print(try await Service().download(url, to: URL(fileURLWithPath: CommandLine.arguments[2])).send())
} catch {
    print(error)
    exit(1)
}
