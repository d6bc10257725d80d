import Foundation
import Methodical
import MethodicalTransfers

// One file down or up, by a process whose memory is measured from outside.
//
//     TransferBenchmark down|up ADDRESS BYTES FILE
struct Service: APIClient {
    let client: Client
    static let api = APIDescription(name: "Service", baseURL: "http://127.0.0.1/")
}

struct Failure: Error { let what: String }

/// Every step is more than the one before, and the last is all.
func follow(_ running: RunningCall<Int>, _ part: @escaping @Sendable (TransferProgress) -> TransferProgress.Part)
    async throws -> Int
{
    var last = TransferProgress.Part()
    for await progress in running.progress {
        let step = part(progress)
        guard step.bytes >= last.bytes else { throw Failure(what: "\(step) after \(last)") }
        last = step
    }
    let value = try await running.value
    guard last.bytes == last.total else { throw Failure(what: "\(last) is not all") }
    return value
}

let words = CommandLine.arguments
guard words.count == 5, let url = URL(string: words[2] + "/" + words[3]), let size = Int(words[3]) else { exit(2) }
let file = URL(fileURLWithPath: words[4])
if words[1] == "down" {
    guard try await follow(Service().download(url, to: file).start(), { $0.received }) == size else {
        throw Failure(what: "not all came")
    }
} else {
    if try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int != size {
        guard truncate(file.path, size) == 0 else { throw Failure(what: "no file of \(size) bytes") }
    }
    var form = Multipart()
    form.add("file", .file(file))
    let length = try form.length()
    guard try await follow(Service().upload(form, to: url, as: Int.self).start(), { $0.sent }) == length else {
        throw Failure(what: "not all went")
    }
}
