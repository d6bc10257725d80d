import Foundation
import Methodical

/// The files of a run: those that are uploaded, and the targets of downloads.
final class Files: Sendable {
    /// The target of a download.
    struct Target: Hashable, Sendable {
        /// The id of the server's file.
        let id: Int
        let url: URL
    }

    let folder: URL

    private struct Entries {
        /// The targets of the calls, by the calls' numbers.
        var ofCalls: [Int: Target] = [:]
        var broken: [Target] = []
        var succeeded: Set<Target> = []
    }

    private let entries = Locked(Entries())

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("chaos-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Returns a file with the content of an upload.
    func source(_ content: Data, name: String) throws(APIError) -> URL {
        let url = folder.appendingPathComponent(name)
        do { try content.write(to: url) } catch { throw APIError(.storage, "the file of an upload: \(error)") }
        return url
    }

    /// Returns the target of a download: for a third of the calls that of one that has failed, so that it continues.
    func target(for plan: CallPlan) -> Target {
        entries.withLock { entries in
            let url = folder.appendingPathComponent("download \(plan.number)")
            var target = Target(id: plan.number, url: url)
            if plan.choice % 3 == 0, let broken = entries.broken.popLast() { target = broken }
            entries.ofCalls[plan.number] = target
            return target
        }
    }

    /// Returns the id of the file that a call downloads.
    func id(ofCall number: Int) -> Int? { entries.withLock { $0.ofCalls[number]?.id } }

    func noteSuccess(_ target: Target) { _ = entries.withLock { $0.succeeded.insert(target) } }

    /// Makes the target of a failed download available to later calls.
    func release(_ target: Target) {
        entries.withLock { entries in
            if !entries.succeeded.contains(target) { entries.broken.append(target) }
        }
    }

    /// Returns what is wrong with a downloaded file, or `nil` if its content is right.
    func problem(with target: Target) -> String? {
        let expected = Content.file("file \(target.id)")
        guard let content = FileManager.default.contents(atPath: target.url.path) else { return "the file is missing" }
        if content == expected { return nil }
        let beginning = String(decoding: content.prefix(60), as: UTF8.self)
        return "the file has another content of \(content.count) bytes instead of \(expected.count): \(beginning)"
    }

    /// Returns what is wrong with the files under the final names of all downloads, whether their calls succeeded or
    /// not.
    func problems() -> [(id: Int, problem: String)] {
        Set(entries.withLock { $0.ofCalls }.values).sorted { $0.id < $1.id }.compactMap { target in
            guard FileManager.default.fileExists(atPath: target.url.path) else { return nil }
            return problem(with: target).map { (target.id, $0) }
        }
    }
}
